"""Write the page's types from Python's: `make types-ts`. The files are committed; a test compares them.

For the page: web/src/lib/wire.ts, the messages both ways, and pages.ts, what is answered over HTTP. For each game that
has screens: `web/types.ts` in its folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

from tools.typescript.sheet import Line, Sheet, field_name, literal, union
from tools.typescript.source import named_hints_of
from tools.typescript.structs import Structs

from tablee.games import Found, find, known_games
from tablee.kernel.codec import TYPE_KEY
from tablee.kernel.game import Channel, Fact, Facts, Hand, Outcome
from tablee.kernel.shape import Shape, shape_of, tagged
from tablee.server.wire import commands as messages
from tablee.server.wire import pages, tells
from tablee.words import LANGUAGES, SHARED, load_locale, template_facts

ROOT: Final = Path(__file__).parents[1]
WIRE: Final = ROOT / "web" / "src" / "lib" / "wire.ts"
PAGES: Final = WIRE.with_name("pages.ts")
NOTICE: Final = "Made by `make types-ts` from {what}. Do not edit: change those and run it again."
PARAMETERS: Final = {
    "Frame": {
        "B": "= unknown",
        "H": "= unknown",
        "A": "extends Action = Action",
        "C": "extends Caption = Caption",
    }
}

PARTS: Final = ("Options", "Board", "Hand", "Action", "Kind", "CaptionFacts", "CaptionCode", "Caption", "RefusalCode",
                "Refusal", "Frame", "Props")  # fmt: skip
"""What the types of a game are called, after its name."""
IMPORTED: Final = ("Seat", "Ms", "Caption", "Frame", "Refusal", "HouseRefusalCode", "GameProps")


def wire_types() -> tuple[str, Mapping[Shape, str]]:
    """The messages both ways, and which shapes of the kernel have their names there."""
    sheet, _ = _wire()
    head = "/** What goes over the wire, as docs/wire.md says.\n *  " + NOTICE.format(what="server/wire and the kernel")
    return f"{head} */\n\n{sheet.text()}", sheet.names


def page_types() -> str:
    """What is answered over HTTP."""
    wire, known = _wire()
    sheet = Sheet(wire.names, wire.declared)
    structs = Structs(sheet, PARAMETERS, known)
    for kind in (*pages.PAGES.values(), pages.Sorry):
        structs.answer(kind)
    head = "/** What the house answers over HTTP, as docs/wire.md says.\n *  " + NOTICE.format(what="server/wire")
    return f"{head} */\nimport type {{ {', '.join(sorted(sheet.used))} }} from './wire';\n\n{sheet.text()}"


@cache
def _wire() -> tuple[Sheet, Structs]:
    sheet = Sheet()
    sheet.alias("Language", union(literal(language) for language in LANGUAGES))
    sheet.alias("Json", "null | boolean | number | string | Json[] | { [key: string]: Json }")
    sheet.alias("Seat", "number", "Seats are numbered from 0, clockwise.")
    sheet.alias("Ms", "number", "Milliseconds of table time, or a length of it.")
    for name, kind in {"Fact": Fact, "Facts": Facts, "Hand": Hand, "Channel": Channel, "Outcome": Outcome}.items():
        if shape_of(kind, named_hints_of) not in sheet.names:
            sheet.declare(name, kind)
    doc = "An answer to an ask: the name of its class in `type`, and its fields."
    sheet.alias("Action", f"{{ {TYPE_KEY}: string; [field: string]: Json }}", doc)
    codes = union(map(literal, _templates((SHARED,), "refusals")))
    sheet.alias("HouseRefusalCode", codes, "Why the house or the table refuses, whatever the game.")
    structs = Structs(sheet, PARAMETERS)
    told = union(structs.told(kind, "tell") for kind in get_args(tells.Tell))
    sheet.alias("Tell", told, "What the server tells.")
    commands = union(structs.command(kind) for kind in get_args(messages.AnyCommand))
    sheet.alias("Command", commands, "What the page may ask for.")
    return sheet, structs


def game_types(found: Found) -> str:
    """What one game's screens are shown and may answer."""
    meta = found.game.meta
    prefix = "".join(part.capitalize() for part in meta.id.replace("-", "_").split("_"))
    own = {part: f"{prefix}{part}" for part in PARTS}
    known = wire_types()[1]
    sheet = Sheet(known, {*known.values(), *IMPORTED})
    for name in own.values():
        sheet.reserve(name)
    for part, kind in {"Options": meta.options, "Board": meta.board, "Hand": meta.hand}.items():
        sheet.declare(own[part], kind)
    actions = {action: None for kind in meta.kinds.values() for action in kind.actions}
    sheet.declare(own["Action"], tagged(*actions))
    sheet.alias(own["Kind"], union(map(literal, meta.kinds)), "The kinds of its asks.")
    folders = (SHARED,) if found.locales is None else (SHARED, found.locales)
    _captions(sheet, own, _templates(folders, "captions"))
    refusals = _templates(folders[1:], "refusals")
    sheet.alias(own["RefusalCode"], union(map(literal, refusals)) if refusals else "string")
    codes = f"{own['RefusalCode']} | {sheet.say('HouseRefusalCode')}"
    sheet.alias(own["Refusal"], f"{sheet.say('Refusal')} & {{ code: {codes} }}")
    arguments = ", ".join(own[part] for part in ("Board", "Hand", "Action", "Caption"))
    sheet.alias(own["Frame"], f"{sheet.say('Frame')}<{arguments}>")
    sheet.alias(own["Props"], f"GameProps<{arguments}, {own['Options']}>", "What its screens receive.")
    what = f"src/tablee/games/{meta.id}" if found.is_package else f"the game {meta.id}"
    return (
        f"/** {NOTICE.format(what=what)} */\n"
        f"import type {{ GameProps }} from '$lib/game';\n"
        f"import type {{ {', '.join(sorted(sheet.used))} }} from '$lib/wire';\n\n"
    ) + sheet.text()


def _captions(sheet: Sheet, own: Mapping[str, str], templates: Mapping[str, Iterable[str]]) -> None:
    """Facts have no types in Python, but each sentence names those it needs, and the tests see that they are there."""
    if not templates:  # no words yet: it may say anything
        sheet.alias(own["CaptionFacts"], f"{{ [code: string]: {sheet.say('Facts')} }}")
        sheet.alias(own["CaptionCode"], "string")
        sheet.alias(own["Caption"], sheet.say("Caption"))
        return
    facts, fact = sheet.say("Facts"), sheet.say("Fact")
    lines: list[Line] = []
    for code, names in templates.items():
        named = " ".join(f"{field_name(name)}: {fact};" for name in names).removesuffix(";")
        lines.append(Line(code, f"{facts} & {{ {named} }}" if named else facts))
    by_code, any_code = own["CaptionFacts"], own["CaptionCode"]
    sheet.interface(by_code, lines, "By the code of a caption: the facts that its sentence names.")
    sheet.alias(any_code, f"keyof {by_code}")
    one = f"{{ code: Code; facts: {by_code}[Code]; text: string }}"
    sheet.alias(own["Caption"], f"{{ [Code in {any_code}]: {one} }}[{any_code}]")


def _templates(folders: Iterable[Path], part: str) -> dict[str, list[str]]:
    """The codes that have a sentence in any language, and the facts that these name."""
    found: dict[str, set[str]] = {}
    for folder in folders:
        for language in LANGUAGES:
            path = folder / f"{language}.json"
            for code, template in (load_locale(path).templates[part] if path.exists() else {}).items():
                found.setdefault(code, set()).update(template_facts(template))
    return {code: sorted(facts) for code, facts in sorted(found.items())}


def all_files() -> dict[Path, str]:
    """Every file there is to write, and what belongs in it."""
    files = {WIRE: wire_types()[0], PAGES: page_types()}
    for name in known_games():
        found = find(name)
        if (found.folder / "web").is_dir():
            files[found.folder / "web" / "types.ts"] = game_types(found)
    return files


if __name__ == "__main__":
    for path, text in all_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"── Written: {path.relative_to(ROOT)}")
