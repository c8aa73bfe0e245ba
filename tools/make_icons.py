"""Draw the icons and the picture of a link from our own art: `python -m tools.make_icons`. Needs Chromium."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from tools.find_chromium import find_chromium

WEB: Final = Path(__file__).parent.parent / "web"
PUBLIC: Final = WEB / "public"
THREADS: Final = ("linear-gradient(90deg, #e8ab2a75 50%, #0000 50%)", "linear-gradient(#e8ab2a75 50%, #0000 50%)")
CLOTH: Final = ", ".join((*(f"{thread} 0 0/80px 80px" for thread in THREADS), "#fff9ec"))
COVERS: Final = (("fil", -3), ("copieur", 2), ("anges", -1.5), ("voyelles", 2.5), ("pierres", -2))


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        plate = (PUBLIC / "favicon.svg").read_text("utf-8").replace("<svg ", '<svg width="100%" height="100%" ')
        for size in (180, 192, 512):
            # An apple's icon has no transparent edge.
            ground = "#f3e8cf" if size == 180 else "transparent"
            draw(browser, f"icon-{size}.png", size, size, f'<body style="margin:0;background:{ground}">{plate}</body>')
        # Whatever shape a launcher cuts: the plate stays within the inner four fifths.
        inner = f'<div style="position:absolute;inset:14%">{plate}</div>'
        draw(browser, "icon-maskable.png", 512, 512, f'<body style="margin:0;background:{CLOTH}">{inner}</body>')
        draw(browser, "preview.png", 1200, 630, preview())
        browser.close()


def preview() -> str:
    """The logo on paper, and the five boxes on the cloth."""
    art = (WEB / "src/look/art.svg").read_text("utf-8")
    tokens = (WEB / "src/look/tokens.css").read_text("utf-8")
    boxes = "".join(
        f'<svg class="box" style="rotate:{turn}deg" viewBox="0 0 240 240"><use href="#c-{game}"/></svg>'
        for game, turn in COVERS
    )
    style = f"""
      {face("Bricolage Grotesque Variable", "bricolage-grotesque", "latin")}
      {face("Playwrite FR Moderne Variable", "playwrite-fr-moderne", "fallback")}
      {tokens}
      .art-stripe {{ --c1: #4b2275; }} .art-rose {{ --c1: #e58aa8; }} .art-lifted {{ --st: #a9b3b4; }}
      body {{ margin: 0; width: 1200px; height: 630px; background: {CLOTH}; overflow: hidden; position: relative; }}
      .paper {{ position: absolute; left: 50%; top: 64px; translate: -50%; padding: 62px 76px 46px; background: #fff9ec;
        border-radius: 34px 30px 36px 31px; box-shadow: inset 0 0 0 5px #2a2140, 10px 10px 0 #3b2d63; }}
      b {{ display: block; font: 800 180px/.82 var(--font-poster); letter-spacing: -.055em; color: #2a2140; }}
      i {{ font-style: normal; position: relative; }}
      i::after {{ content: ""; position: absolute; left: .2em; top: -.02em; width: .34em; height: .25em; rotate: -12deg;
        background: #e8ab2a; border-radius: 50% 50% 50% 8%; box-shadow: inset 0 0 0 .032em #2a2140; }}
      .boxes {{ position: absolute; inset: auto 60px 54px; display: flex; justify-content: space-between; }}
      .box {{ width: 196px; height: 196px; border-radius: 18px; overflow: hidden;
        box-shadow: 0 0 0 5px #2a2140, 6px 12px 0 #2a214033; }}
      .art {{ position: absolute; width: 0; height: 0; }}
    """
    body = f'{art}<div class="paper"><b>Tabl<i>e</i>e</b></div><div class="boxes">{boxes}</div>'
    return f'<meta charset="utf-8"><style>{style}</style><body>{body}</body>'


def face(family: str, package: str, letters: str) -> str:
    file = WEB / "node_modules/@fontsource-variable" / package / "files" / f"{package}-{letters}-wght-normal.woff2"
    data = b64encode(file.read_bytes()).decode()
    return f"@font-face {{ font-family: '{family}'; src: url(data:font/woff2;base64,{data}); font-weight: 100 900; }}"


def draw(browser: Browser, name: str, width: int, height: int, html: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(html)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PUBLIC / name, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
