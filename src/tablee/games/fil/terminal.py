"""De Fil en Aiguille in a plain terminal: the chain, the Master cards, and what a player types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Cuddle,
    Explain,
    Expose,
    FilAction,
    Gesture,
    Next,
    Nominate,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.view import Face, FilBoard, FilHand, FilView
from tablee.words import Words


def one_more(number: int) -> str:
    """People count from one."""
    return str(number + 1)


FORMATS: Final[Mapping[str, Callable[[int], str]]] = dict.fromkeys(("theme", "clue", "space", "paw"), one_more)

_YES: Final = frozenset({"o", "oui", "y", "yes"})
_NO: Final = frozenset({"n", "non", "no"})
_STAY: Final = frozenset({"r", "rester", "reste", "s", "stay"})
_CONFIRM: Final = frozenset({"c", "ok", "confirmer", "confirm"})
_COLOURS: Final[Mapping[str, FilAction]] = {
    **dict.fromkeys(("b", "bleu", "bleue", "blue"), Vote("blue")),
    **dict.fromkeys(("r", "rouge", "red"), Vote("red")),
    **dict.fromkeys(("i", "indice", "clue", "+"), Vote("clue")),
    **dict.fromkeys(_CONFIRM, Confirm()),
    **dict.fromkeys(("calin", "câlin", "cuddle"), Cuddle()),
}
_GESTURES: Final[Mapping[str, Gesture]] = {
    **dict.fromkeys(("p", "pierre", "rock"), "rock"),
    **dict.fromkeys(("f", "feuille", "paper"), "paper"),
    **dict.fromkeys(("c", "ciseaux", "scissors"), "scissors"),
}


# --- What is seen ----------------------------------------------------------------------------------------------------


def draw(view: FilView, words: Words) -> str:
    """The chain from left to right, the Master cards with whoever stands on them, the scores, one's own secrets."""
    board, hand = view.board, view.hand
    rounds = words.label("board.round", number=board.round, rounds=board.rounds)
    lines = ["", f"{rounds}  |  {_scores(board, words)}"]
    if board.braincat is not None:
        lines.append(f"{words.label('board.braincat')}: {words.name(board.braincat)}")
    if board.mood is not None:
        lines.append(f"{words.label(f'mood.{board.mood}')}: {words.label(f'mood.{board.mood}.text')}")
    if board.phase in ("theme", "wish"):
        lines += [f"  {number + 1}  {theme.title}" for number, theme in enumerate(board.themes) if theme.is_open]
    if board.clues:
        lines += ["", f"{words.label('board.chain')}", f"  {_chain(board)}"]
    if any(board.spaces):
        lines += ["", words.label("board.masters"), *_spaces(board, words)]
    if board.story is not None:
        lines += ["", f"{words.label('story.mystery')}: {board.story.mystery.text}"]
    if hand is not None:
        lines += _own(hand, words)
    return "\n".join(lines)


def _scores(board: FilBoard, words: Words) -> str:
    mode, scores = board.options.mode, board.scores
    if mode == "decouverte":
        return words.label("board.score.found", count=scores[0])
    points = [words.label("board.score", count=score) for score in scores]
    if mode == "humeurs":
        return points[0]
    names = [words.label("team.red"), words.label("team.blue")]
    if mode == "chacun":
        names = [words.name(seat) for seat in range(len(scores))]
    return " | ".join(f"{name} {point}" for name, point in zip(names, points, strict=True))


def _chain(board: FilBoard) -> str:
    """`1 Fossoyeur <== 2 Chauffeuse … 3 Trapéziste`: the arrow shows where the claws point."""
    made: list[str] = []
    for place, clue in enumerate(board.order):
        if place:
            left = board.order[place - 1]
            paw = next((paw for paw in board.paws if {paw.at, paw.other} == {left, clue}), None)
            made.append("..." if paw is None else "<==" if paw.at == left else "==>")
        made.append(f"[{clue + 1} {board.clues[clue].text}]")
    return " ".join(made)


def _spaces(board: FilBoard, words: Words) -> list[str]:
    lines = []
    for space, face in enumerate(board.spaces):
        if face is None:
            continue
        here = [
            words.label(f"team.{team}") for team, at in zip(("red", "blue"), board.totems, strict=True) if at == space
        ]
        here += [words.name(seat) for seat, at in enumerate(board.tokens) if at == space]
        if board.options.mode in ("decouverte", "humeurs"):
            colour = ("blue", "red")[space]
            here = [words.label(f"colour.{colour}")]
            here += [words.name(seat) for seat, vote in enumerate(board.votes) if vote == colour]
        lines.append(f"  {space + 1}  {face.text}" + (f"  ({', '.join(here)})" if here else ""))
    return lines


def _own(hand: FilHand, words: Words) -> list[str]:
    lines = []
    if hand.mystery is not None:
        lines.append(f"{words.label('board.mystery')}: {hand.mystery.number}. {hand.mystery.text}")
    if hand.lead is not None:
        lines.append(f"    {hand.lead.text}")
    if hand.masters:
        lines += [f"    {_numbered(face)}" for face in hand.masters]
    if hand.memocat:
        lines += [words.label("board.memocat"), *(f"  {line.number}. {line.text}" for line in hand.memocat)]
    if hand.skip:
        lines += [words.label("board.skip"), *(f"  {n}  {face.text}" for n, face in enumerate(hand.skip, 1))]
    if hand.votes:
        votes = [f"{words.name(seat)} {'–' if space < 0 else space + 1}" for seat, space in hand.votes]
        lines.append(f"{words.label('board.family.votes')}: {', '.join(votes)}")
    return lines


def _numbered(face: Face) -> str:
    return f"{face.number}. {face.text}"


# --- What is typed ---------------------------------------------------------------------------------------------------


def _kinds(view: FilView) -> set[str]:
    hand = view.hand
    return {ask.kind for ask in view.asks if hand is not None and hand.seat in ask.seats}


def example(view: FilView) -> str:
    """What could be typed now."""
    kinds = _kinds(view)
    known = {
        "volunteer": "moi",
        "look": "ok",
        "debate": "bleue",
        "duel": "pierre",
        "expose": "1 2",
        "slam": "oui",
        "recap": "ok",
    }
    return next((typed for kind, typed in known.items() if kind in kinds), "1")


def parse(text: str, view: FilView) -> FilAction | None:
    """A number chooses a theme, a clue or a card; words are those of the example. None: it means nothing."""
    typed = text.strip().casefold()
    numbers = [int(part) - 1 for part in typed.split() if part.isascii() and part.isdecimal() and len(part) < 3]
    for kind in sorted(_kinds(view)):
        action = _answer(kind, typed, numbers)
        if action is not None:
            return action
    return None


def _answer(kind: str, typed: str, numbers: list[int]) -> FilAction | None:
    number = numbers[0] if len(numbers) == 1 and numbers[0] >= 0 else None
    if kind == "debate":
        return _COLOURS.get(typed)
    if kind == "duel":
        return Throw(_GESTURES[typed]) if typed in _GESTURES else None
    if kind == "slam":
        return Slam(True) if typed in _YES else Slam(False) if typed in _NO else None
    if kind == "expose":
        return Expose(numbers[0], numbers[1]) if len(numbers) == 2 and min(numbers) >= 0 else None
    if kind == "explain":
        is_reason = len(numbers) > 1 and min(numbers) >= 0 and numbers[0] < 4
        return Explain(numbers[0], tuple(numbers[1:])) if is_reason else None
    if kind in ("vote", "choose") and typed in _STAY:
        return Stay()
    if kind == "seal":
        return Seal() if typed in _CONFIRM else None
    plain: dict[str, FilAction] = {"volunteer": Volunteer(), "look": Next(), "recap": Continue()}
    if kind in plain:
        return plain[kind] if number is None and not numbers else None
    numbered: dict[str, Callable[[int], FilAction]] = {
        "theme": TakeTheme,
        "wish": WishTheme,
        "ambassador": Nominate,
        "paw": Point,
        "vote": Choose,
        "point": Choose,
        "choose": Place,
    }
    return numbered[kind](number) if number is not None and kind in numbered else None
