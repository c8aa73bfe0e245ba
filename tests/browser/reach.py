"""On a small screen, or with everything twice as large: does all of it fit, and can all of it be reached?"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, ViewportSize

NARROW: Final = ViewportSize(width=320, height=568)
"""CSS pixels of the smallest phone."""
ENLARGED: Final = ViewportSize(width=640, height=400)
"""What is left of a laptop's 1280 × 800 when everything is twice as large."""
OUT_OF_REACH: Final = """() => {
  const all = document.querySelectorAll('main :is(button, a[href], input, summary, [role=gridcell][tabindex="0"])');
  const isThere = (one) => one.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const isHit = (one) => {
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit !== null && (one.contains(hit) || hit.contains(one) || one.closest('label')?.contains(hit) === true);
  };
  const missed = [...all].filter((one) => isThere(one) && !isHit(one)).map((one) => one.outerHTML.slice(0, 160));
  scrollTo(0, 0);
  return missed;
}"""
"""What can be pressed, and lies under something else or off the edge however one scrolls."""


def check(page: Page) -> None:
    """Nothing runs off the side, and nothing that can be pressed is out of reach."""
    widest, width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widest <= width, f"{page.url} is {widest} px wide on {width}"
    missed = page.evaluate(OUT_OF_REACH)
    assert not missed, f"Out of reach at {page.viewport_size}:\n" + "\n".join(missed)


def check_small(page: Page) -> None:
    """The same page on the smallest phone and twice as large; then it is itself again."""
    before = page.viewport_size
    for size in (NARROW, ENLARGED):
        page.set_viewport_size(size)
        check(page)
    if before is not None:
        page.set_viewport_size(before)
