"""What a link to this house looks like where it is passed on: a title, a sentence, a picture. It is the same for every
table and every game: a preview is fetched by machines of others, and tells them nothing that is not in the address."""

from __future__ import annotations

from html import escape
from typing import Final

from tablee.server.show.voice import house_words

MARK: Final = "<!--preview-->"
PICTURE: Final = "/preview.png"
KINDS: Final = {"t": "table", "r": "record", "l": "lesson", "evenings": "evenings", "club": "club"}


def with_preview(index: str, path: str, base: str, language: str) -> str:
    """The page, with what others are told about the address it was asked for."""
    words, kind = house_words(language), KINDS.get(path.strip("/").partition("/")[0], "home")
    title, text = words.label(f"preview.{kind}"), words.label(f"preview.{kind}.text")
    facts = {
        "og:type": "website",
        "og:site_name": "Tablée",
        "og:title": title,
        "og:description": text,
        "og:image": f"{base}{PICTURE}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": words.label("preview.picture"),
        "og:locale": "fr_FR" if language == "fr" else "en_GB",
    }
    tags = [f'<meta name="description" content="{escape(text)}" />']
    tags += [f'<meta property="{name}" content="{escape(fact)}" />' for name, fact in facts.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    return index.replace(MARK, "\n    ".join(tags))
