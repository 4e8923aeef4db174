"""A table per area: which functions were tried with which types, and what came of it.

A case names both in its parameters: the function is FUNCTION, FETCH or F, else the case file's name; the type is T, A or ALIAS."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from reports.compute import VERDICTS
from reports.read import Case, Requirement, Run

FUNCTION = ("FUNCTION", "FETCH", "F")
TYPE = ("T", "A", "ALIAS")
SCALARS = ("bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "size_t", "half", "bfloat", "float")
UNTYPED = "any"


@dataclass
class Cell:
    """The cases of one function and type: those that computed, and programs that the compiler must refuse."""

    computed: list[Case] = field(default_factory=list)
    refused: list[Case] = field(default_factory=list)

    @property
    def cases(self) -> list[Case]:
        return self.computed + self.refused

    @property
    def verdict(self) -> str:
        """The worst."""
        return next(v for v in VERDICTS if any(c.verdict == v for c in self.cases))

    @property
    def text(self) -> str:
        """What is wrong, else how many cases agree."""
        if self.verdict != "pass":
            return self.verdict
        return " ".join(([f"✓ {len(self.computed)}"] if self.computed else []) + ([f"⊘ {len(self.refused)}"] if self.refused else []))

    @property
    def names(self) -> str:
        lines = [f"{c.name}: {c.verdict}" for c in sorted(self.cases, key=lambda c: c.name)]
        return "\n".join(lines[:20] + ([f"and {len(lines) - 20} more"] if len(lines) > 20 else []))


@dataclass
class Table:
    area: str
    types: list[str]
    rows: list[tuple[str, list[Cell | None]]]

    @property
    def cases(self) -> int:
        return sum(len(cell.cases) for _, cells in self.rows for cell in cells if cell)


def parameters(case: Case) -> dict[str, str]:
    return dict(part.split("=", 1) for part in case.name.partition(":")[2].split(",") if "=" in part)


def _value(case: Case, names: Iterable[str]) -> str:
    found = parameters(case)
    return next((found[n] for n in names if n in found), "")


def _type(case: Case) -> str:
    return _value(case, TYPE).removeprefix("atomic_") or UNTYPED


def _type_order(name: str) -> tuple[int, str]:
    scalar = name.rstrip("234")
    if name == UNTYPED:
        return len(SCALARS) + 1, ""
    return (SCALARS.index(scalar) if scalar in SCALARS else len(SCALARS)), name


def _row(case: Case, known: set[str]) -> str:
    """The function, as other cases of the area spell it: `simd/sum` is a case of simd_sum."""
    stem = case.stem.rpartition("/")[2]
    spelled = (f"{case.area}_{stem}", f"{case.area}_{stem}_explicit")
    return _value(case, FUNCTION) or next((s for s in spelled if s in known), stem)


def _is_refusal(case: Case, requirements: dict[str, Requirement]) -> bool:
    kinds = {requirements[row].kind for row in case.verifies if row in requirements}
    return kinds == {"compile-reject"}


def tables(run: Run, requirements: dict[str, Requirement]) -> list[Table]:
    """One for each area in which some case has a type."""
    found: dict[str, dict[str, dict[str, Cell]]] = {}
    known = {_value(case, FUNCTION) for case in run.cases.values()}
    for case in run.cases.values():
        row = found.setdefault(case.area, {}).setdefault(_row(case, known), {})
        cell = row.setdefault(_type(case), Cell())
        (cell.refused if _is_refusal(case, requirements) else cell.computed).append(case)
    made = []
    for area, rows in sorted(found.items()):
        types = sorted({name for row in rows.values() for name in row}, key=_type_order)
        if types != [UNTYPED]:
            order = sorted(rows, key=lambda name: (name not in known, name))  # functions before whatever else a case is about
            made.append(Table(area, types, [(name, [rows[name].get(t) for t in types]) for name in order]))
    return made
