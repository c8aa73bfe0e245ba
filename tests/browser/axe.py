"""What axe-core finds wrong with a page for people who cannot see it, hear it or point at it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], elementRef: false });
  const shown = ({ html, failureSummary }) => ({ html, failureSummary });
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(shown) }));
}"""


@cache
def _script() -> str:
    return SCRIPT.read_text("utf-8")


def find_violations(page: Page) -> list[str]:
    """One sentence for each rule that is broken, with the first element that breaks it."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{one['id']} ({len(one['nodes'])}): {one['help']}: {one['nodes'][0]['html'][:200]} "
        f"{' '.join(one['nodes'][0]['failureSummary'].split())[:300]}"
        for one in found
    ]


def check(page: Page, *, both_lights: bool = True) -> None:
    """Nothing is wrong with what this page shows now, by day and by night."""
    lights: tuple[Any, ...] = ("light", "dark") if both_lights else ("light",)
    for light in lights:
        page.emulate_media(color_scheme=light)
        violations = find_violations(page)
        assert not violations, f"{page.url} by {light}:\n" + "\n".join(violations)
    page.emulate_media(color_scheme="light")
