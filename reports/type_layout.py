"""How types lie in memory: reference/encodings/layout.def with what the device was found to have.

Cases types/layout_GROUP report, for each type of a group in the order of that file, size, alignment, offset in a structure and
distance in an array. One that passed has confirmed them all; one that failed names the first that differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from reports.read import Case, Run

TABLE = Path(__file__).resolve().parent.parent / "reference" / "encodings" / "layout.def"
ROW = re.compile(r'^LAYOUT\((\w+), ([\w<>]+), (\d+), (\d+), "([\d.]+)"\)', re.M)
SCALAR = re.compile(r"(packed_)?([a-z]\w*?)(\d(?:x\d)?)?")
WHAT = ("size", "alignment", "offset after a char", "distance in an array")


@dataclass(frozen=True)
class Cell:
    """One type: what the specification says, and whether the device agrees."""

    type: str
    size: int
    alignment: int
    verdict: str  # of the case; "pass": confirmed
    found: str    # what differs, "" if nothing is known to

    @property
    def text(self) -> str:
        return f"{self.size}/{self.alignment}"

    @property
    def confirmed(self) -> bool:
        return self.verdict == "pass"


@dataclass(frozen=True)
class Layouts:
    """A table: cells by row and column, None where there is no such type."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[Cell | None]]]


def _differences(case: Case, element: int) -> str:
    if not case.failure:
        return ""
    return ", ".join(f"{WHAT[d.lane]} {d.got.split()[0]}" for d in case.failure.first if d.element == element and d.lane < len(WHAT))


def _place(name: str, section: str) -> tuple[str, str, str]:
    """Table, row and column of a type."""
    if section == "2.7":
        pixel, _, number = name.rstrip(">").partition("<")
        return "Pixel types", pixel, re.sub(r"\d", "", number)
    match = SCALAR.fullmatch(name)
    packed, scalar, shape = match.groups() if match else ("", name, "")
    if "x" in (shape or ""):
        return "Matrices", scalar, shape
    return "Scalars and vectors", scalar, f"{packed or ''}T{shape or ''}"


def layouts(run: Run, table: Path = TABLE) -> list[Layouts]:
    """The tables, as far as this run has cases for them."""
    cells: dict[str, dict[str, dict[str, Cell]]] = {}
    seen: dict[str, int] = {}
    for group, name, size, alignment, section in ROW.findall(table.read_text(encoding="utf-8")):
        element = seen.setdefault(group, 0)
        seen[group] += 1
        case = run.cases.get(f"types/layout_{group}")
        if case:
            title, row, column = _place(name, section)
            cells.setdefault(title, {}).setdefault(row, {})[column] = Cell(name, int(size), int(alignment), case.verdict, _differences(case, element))
    found = []
    for title, rows in cells.items():
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        found.append(Layouts(title, columns, [(row, [of.get(column) for column in columns]) for row, of in rows.items()]))
    return found
