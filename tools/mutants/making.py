"""Makes mutants: copies of a rule file with one small change that a hasty author could have made.

A number is one more or one less; a comparison includes its limit, or not, or says the contrary; plus is minus; `and` is
`or`, or one side is forgotten; `min` is `max`, `any` is `all`, True is False; a condition is turned round or left out;
a statement, a loop or a way out of a function is left out.

Left alone is what decides nothing at the table or is watched by others: annotations and unions of types (mypy), names
and other texts (mypy, locales), assertions and exceptions (for programmers), decorators and imports.

Why not cosmic-ray 8.7 or mutmut 3.8: cosmic-ray knows neither `+=` nor `in` nor a statement left out, which is how most
rules are forgotten, changes annotations, and comes with 27 packages; mutmut wraps every function and runs tests its own
way."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from typing import Final

LEFT_OUT: Final = "(left out)"
MOST_SHOWN: Final = 120
ROUND: Final = 40
"""So many characters of a long line are shown on either side of a change."""

_COMPARISONS: Final[Mapping[type[ast.cmpop], Sequence[type[ast.cmpop]]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATORS: Final[Mapping[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_CONTRARIES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}

_UNTOUCHED: Final = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)
_NO_RULES: Final = {"annotation", "returns", "decorator_list", "bases", "format_spec"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. Its name does not know the line, so that it stays the same while the file around it changes."""

    module: str
    place: str
    """The function or class it is in; empty at the top of the file."""
    before: str
    after: str
    twin: int
    """Counts the changes of the same words in the same place, from 1."""
    line: int
    index: int
    """Counts the changes of the file."""

    @property
    def name(self) -> str:
        place = f" {self.place}" if self.place else ""
        twin = f" ({self.twin})" if self.twin > 1 else ""
        return f"{self.module}.py{place}: {self.before} → {self.after}{twin}"


def make_mutants(module: str, source: str) -> list[Mutant]:
    """All that can be made of this file."""
    mutants: list[Mutant] = []
    twins: Counter[tuple[str, str, str]] = Counter()
    for index, (statement, place, before, after) in enumerate(_changes(ast.parse(source))):
        twins[place, before, after] += 1
        mutants.append(Mutant(module, place, before, after, twins[place, before, after], statement.lineno, index))
    return mutants


def mutate(source: str, index: int) -> ast.Module:
    """The file with its change of this number."""
    tree = ast.parse(source)
    for number, _ in enumerate(_changes(tree)):
        if number == index:
            return ast.fix_missing_locations(tree)
    raise IndexError(index)


def draw(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    """In an order by chance. Each has its lot by its own name: a change of the file moves no others."""
    return sorted(mutants, key=lambda mutant: sha256(f"{seed} {mutant.name}".encode()).digest())


_Change = tuple[ast.stmt, str, str, str]
"""The statement, the place it is in, its words before and after."""


def _changes(tree: ast.Module) -> Iterator[_Change]:
    """Makes one change after the other in the tree itself; each is undone before the next."""
    for number, statement in enumerate(tree.body):
        if number or not _is_docstring(statement):
            yield from _in_statement(statement, "")


def _in_statement(statement: ast.stmt, place: str) -> Iterator[_Change]:
    if isinstance(statement, _UNTOUCHED) or _is_docstring(statement) or _is_type(statement):
        return
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        place = f"{place}.{statement.name}" if place else statement.name
    before = ast.unparse(statement).splitlines()
    for _ in _in_parts(statement):
        after = ast.unparse(statement).splitlines()
        at = next(line for line in range(len(before)) if before[line] != after[line])
        yield statement, place, *_shortened(before[at].strip(), after[at].strip())
    is_in_function = bool(place) and not isinstance(statement, ast.ClassDef)
    is_guard = not isinstance(statement, ast.FunctionDef)
    for block in _blocks(statement):
        for number, inner in enumerate(block):
            if is_in_function and _can_be_left_out(inner, is_guard):
                block[number] = ast.copy_location(ast.Pass(), inner)
                yield inner, place, _cut(ast.unparse(inner).splitlines()[0]), LEFT_OUT
                block[number] = inner
            yield from _in_statement(inner, place)


def _shortened(before: str, after: str) -> tuple[str, str]:
    """What differs, and some words round it."""
    start = _alike(before, after)
    behind = _alike(before[start:][::-1], after[start:][::-1])
    first = start - ROUND if len(before) > MOST_SHOWN and start > ROUND else 0

    def part(text: str) -> str:
        last = len(text) - behind + ROUND
        is_cut = len(before) > MOST_SHOWN and last < len(text)
        return "…" * bool(first) + text[first : last if is_cut else None] + "…" * is_cut

    return part(before), part(after)


def _alike(one: str, other: str) -> int:
    """So many characters are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for owner in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for field in ("body", "orelse", "finalbody"):
            yield getattr(owner, field, [])


def _in_parts(node: ast.AST) -> Iterator[None]:
    """The changes of this node's expressions, not of the statements in it."""
    for field, value in ast.iter_fields(node):
        if field == "annotation":
            # Limits of options stand in annotations: `Annotated[int, Between(20, 120)]`.
            for call in ast.walk(value) if value else ():
                yield from _in_parts(call) if isinstance(call, ast.Call) else ()
        if field in _NO_RULES or (isinstance(node, ast.ClassDef) and field == "keywords"):
            continue
        children = value if isinstance(value, list) else [value]
        for number, child in enumerate(children):
            if not isinstance(child, ast.AST) or isinstance(child, ast.stmt) or _is_type_test(node, field, number):
                continue
            for other in _others(node, field, child):
                if isinstance(value, list):
                    value[number] = other
                else:
                    setattr(node, field, other)
                yield
            if isinstance(value, list):
                value[number] = child
            else:
                setattr(node, field, child)
            yield from _in_parts(child)


def _others(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in this node's place."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for number, op in enumerate(ops):
                for other in _COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:number], other(), *ops[number + 1 :]], comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for number in range(len(values)):
                left_over = [*values[:number], *values[number + 1 :]]
                yield left_over[0] if len(left_over) == 1 else ast.BoolOp(op, left_over)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS and not _is_union(node):
            yield ast.BinOp(left, _OPERATORS[type(op)](), right)
        case ast.Name(id=name) if name in _CONTRARIES and isinstance(parent, ast.Call) and field == "func":
            yield ast.Name(_CONTRARIES[name], ast.Load())
        case ast.Add() | ast.Sub() | ast.BitOr() | ast.BitAnd() if isinstance(parent, ast.AugAssign):
            yield _OPERATORS[type(node)]()
        case _:
            pass
    if field == "ifs":
        yield ast.Constant(True)
    # A condition turned round; a comparison and a `not` have been turned round already.
    if field in ("test", "ifs") and isinstance(node, ast.expr) and not isinstance(node, ast.Compare | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def _can_be_left_out(statement: ast.stmt, is_guard: bool) -> bool:
    match statement:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete() | ast.For() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=targets):
            # Without a local name the function would not even run.
            return not any(isinstance(name, ast.Name) for target in targets for name in _targets(target))
        case ast.Return():
            return is_guard
        case _:
            return False


def _targets(target: ast.expr) -> Sequence[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else (target,)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_type(statement: ast.stmt) -> bool:
    """X: TypeAlias = …"""
    return isinstance(statement, ast.AnnAssign) and ast.unparse(statement.annotation).endswith("TypeAlias")


def _is_type_test(node: ast.AST, field: str, number: int) -> bool:
    """The second part of `isinstance`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance" and field == "args" and number == 1


def _is_union(node: ast.BinOp) -> bool:
    """A | B of classes, by their capitals."""
    sides = (ast.unparse(side).rpartition(".")[2] for side in (node.left, node.right))
    return isinstance(node.op, ast.BitOr) and all(side[0].isupper() and not side.isupper() for side in sides)
