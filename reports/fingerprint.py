"""A device's numeric fingerprint: how far each function is from the real result, by type and mode, and where two devices differ.

What is drawn is measured, not judged: it shows what a device does inside its bounds (`measured` in harness/output/LOG.md)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from reports.read import Case, Json, Run

# Outputs of the cases that hold a variant chosen by namespace; all others follow the modes of the case.
VARIANTS = {"exact": "precise", "quick": "fast"}
# Outputs of the cases that are no function of that name.
OPERATORS = {"sum": "x + y", "difference": "x − y", "product": "x × y", "quotient": "x ÷ y", "reciprocal": "1 ÷ x"}
SEVERAL = {"sincos": "sincos", "half_sincos": "sincos"}  # case files with a function of two results
LEFT_OUT = ("widths",)  # cases that measure again what others measure, on less
COLORS = ("#3b6fd4", "#d9822b", "#3f9a5f", "#b04a8f", "#777777", "#8a6d3b", "#2a9d9d", "#c0392b", "#6c5ce7")


@dataclass(frozen=True)
class Cell:
    """One function, type and mode."""

    function: str
    type: str
    mode: str
    case: str
    count: int
    worst: float
    argument: str
    rounded: float  # share of results that are the nearest number
    kept: int
    flushed: int
    curve: tuple[tuple[float, float], ...]

    @property
    def row(self) -> tuple[str, str]:
        return self.type, self.function

    @property
    def subnormals(self) -> str:
        if self.kept and self.flushed:
            return "mixed"
        return "kept" if self.kept else "flushed" if self.flushed else "–"

    @property
    def color(self) -> str:
        """From green at half an ulp to red at 2^14 ulp and beyond."""
        level = min(max((math.log2(max(self.worst, 0.5)) + 1) / 15, 0.0), 1.0)
        return f"hsl({130 * (1 - level):.0f} 55% {88 - 18 * level:.0f}%)"


def _parameters(case: Case) -> dict[str, str]:
    text = case.name.partition(":")[2]
    return dict(part.split("=", 1) for part in text.split(",") if "=" in part)


def _function(case: Case, output: str) -> str:
    stem, part = case.stem.rpartition("/")[2], output.rpartition("_")[2]
    if stem in SEVERAL:
        return f"{SEVERAL[stem]}: {part}"
    if stem == "every_reciprocal":
        return OPERATORS["reciprocal"]
    return _parameters(case).get("F") or OPERATORS.get(output) or (stem if output in (*VARIANTS, "plain", "result") else f"{stem}: {output}")


def _mode(case: Case, output: str) -> str:
    """`precise::` or `fast::`, or the functions of the compile options; then the math mode."""
    parameters = _parameters(case)
    named = VARIANTS.get(output.partition("_")[0]) or parameters.get("NAMESPACE")
    functions = f"{named}::" if named else f"functions {parameters.get('functions', 'fast')}"
    return f"{functions}, math {parameters.get('math', 'fast')}"


def _cell(case: Case, output: str, measured: Json) -> Cell:
    count = int(measured.get("count") or 0)
    return Cell(_function(case, output), str(measured.get("type", "?")), _mode(case, output), case.name, count, float(measured.get("worst") or 0.0),
                str(measured.get("argument", "")), int(measured.get("nearest") or 0) / count if count else 0.0,
                int(measured.get("kept") or 0), int(measured.get("flushed") or 0),
                tuple((float(x), float(y)) for x, y in measured.get("curve") or [] if y is not None))


def cells(run: Run) -> list[Cell]:
    """One for each function, type and mode: of several cases the one that measured most, so that a sweep counts before a sample."""
    best: dict[tuple[str, str, str], Cell] = {}
    for case in run.cases.values():
        for output, measured in case.measured.items():
            cell = _cell(case, output, measured)
            key = (*cell.row, cell.mode)
            if case.stem.rpartition("/")[2] not in LEFT_OUT and (key not in best or cell.count > best[key].count):
                best[key] = cell
    return sorted(best.values(), key=lambda cell: (cell.row, cell.mode))


def modes(found: Iterable[Cell]) -> list[str]:
    """Precise before fast, what the program names before what the options choose, safe before fast math."""
    def order(mode: str) -> tuple[bool, bool, int]:
        return mode.startswith("functions"), "precise" not in mode, ("safe", "relaxed", "fast").index(mode.rpartition(" ")[2])

    return sorted({cell.mode for cell in found}, key=order)


@dataclass(frozen=True)
class Choice:
    """Something that the specification leaves to the device: in how many values it did as the fact's name says."""

    name: str
    title: str
    answer: str


def choices(run: Run) -> list[Choice]:
    """From the recorded facts of the cases of numbers and of tensors."""
    found = []
    for case in run.cases.values():
        if case.area not in ("numerics", "mpp"):
            continue
        for fact, value in case.facts.items():
            like, _, rest = str(value).partition(" of ")
            total = rest.partition(" ")[0]
            answer = "yes" if like == total else "no" if like == "0" else f"{like} of {total}"
            where = "".join(f", {name} {value}" for name, value in _parameters(case).items())
            found.append(Choice(fact.replace("_", " ") + where, case.title, answer))
    return sorted(found, key=lambda choice: (choice.title, choice.name))


def table(found: list[Cell]) -> list[tuple[str, str, list[Cell | None]]]:
    """Rows of the heat map: type, function, and a cell or nothing for each mode."""
    columns = modes(found)
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in found:
        rows.setdefault(cell.row, {})[cell.mode] = cell
    return [(kind, function, [row.get(mode) for mode in columns]) for (kind, function), row in sorted(rows.items())]


def curve(group: list[Cell], colors: dict[str, str]) -> str:
    """The largest error by the argument's exponent, a line for each mode."""
    return draw([(cell.mode, colors[cell.mode], cell.curve) for cell in group])


def draw(lines: list[tuple[str, str, tuple[tuple[float, float], ...]]]) -> str:
    """Lines of title, color and points (exponent, error) as SVG; the scale of errors is logarithmic."""
    width, height, left, bottom = 320, 120, 34, 16
    points = [p for _, _, line in lines for p in line]
    if not points:
        return ""
    low, high = min(x for x, _ in points), max(x for x, _ in points) + 4
    top = max(1.0, max(math.log2(max(y, 0.125)) for _, y in points))

    def place(x: float, y: float) -> str:
        across = left + (x + 2 - low) / (high - low) * (width - left - 4)
        return f"{across:.1f},{(top - math.log2(max(y, 0.125))) / (top + 3) * (height - bottom - 4) + 4:.1f}"

    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img">']
    for ulp in (0.5, 2.0 ** round(top)):
        y = place(low, ulp).split(",")[1]
        text = f"{ulp:g}" if ulp < 1000 else f"2^{math.log2(ulp):.0f}"
        parts.append(f'<line x1="{left}" x2="{width}" y1="{y}" y2="{y}" stroke="#8885"/><text x="2" y="{max(float(y), 9):.1f}" font-size="9" fill="currentColor">{text}</text>')
    for exponent in (low, high):
        x = place(exponent - 2, 1).split(",")[0]
        anchor = "start" if exponent == low else "end"
        parts.append(f'<text x="{x}" y="{height - 3}" font-size="9" fill="currentColor" text-anchor="{anchor}">2^{exponent:g}</text>')
    for title, color, line in lines:
        path = " ".join(place(x, y) for x, y in line)
        parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="1.3" points="{path}"><title>{escape(title)}</title></polyline>')
    return "".join(parts) + "</svg>"


def _colors(found: Iterable[Cell]) -> dict[str, str]:
    return {mode: COLORS[n % len(COLORS)] for n, mode in enumerate(modes(found))}


def curves(found: list[Cell]) -> list[tuple[str, str, str]]:
    """Type, function and SVG of all functions that are not exact in every mode."""
    colors = _colors(found)
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in found:
        groups.setdefault(cell.row, []).append(cell)
    return [(kind, function, curve(group, colors)) for (kind, function), group in sorted(groups.items()) if any(cell.worst > 0.5 for cell in group)]


@dataclass(frozen=True)
class Difference:
    before: Cell
    after: Cell

    @property
    def what(self) -> str:
        told = []
        if self.before.worst != self.after.worst:
            told.append(f"worst error {self.before.worst:.4g} → {self.after.worst:.4g} ulp")
        if abs(self.before.rounded - self.after.rounded) > 1e-4:
            told.append(f"correctly rounded {self.before.rounded:.2%} → {self.after.rounded:.2%}")
        if self.before.subnormals != self.after.subnormals:
            told.append(f"subnormal results {self.before.subnormals} → {self.after.subnormals}")
        return "; ".join(told)


def differences(before: Run, after: Run) -> list[Difference]:
    """Where two devices measure differently, the largest change of the worst error first."""
    other = {(cell.row, cell.mode): cell for cell in cells(after)}
    pairs = [Difference(cell, other[key]) for cell in cells(before) if (key := (cell.row, cell.mode)) in other]
    return sorted((d for d in pairs if d.what), key=lambda d: -abs(math.log2(max(d.after.worst, 0.1)) - math.log2(max(d.before.worst, 0.1))))


def by_function(told: list[Difference]) -> list[tuple[Difference, str]]:
    """For each function its largest difference, and in which modes there is one."""
    groups: dict[tuple[str, str], list[Difference]] = {}
    for difference in told:
        groups.setdefault(difference.before.row, []).append(difference)
    return [(group[0], group[0].before.mode if len(group) == 1 else f"{len(group)} modes; {group[0].before.mode}") for group in groups.values()]


def other_choices(before: Run, after: Run) -> list[tuple[Choice, Choice]]:
    """What two devices choose differently."""
    theirs = {(choice.title, choice.name): choice for choice in choices(after)}
    return [(ours, theirs[key]) for ours in choices(before) if (key := (ours.title, ours.name)) in theirs and theirs[key].answer != ours.answer]


def _table(head: Iterable[str], rows: Iterable[str]) -> str:
    return "<div class=\"scroll\"><table><tr>" + "".join(f"<th>{h}</th>" for h in head) + "</tr>" + "".join(rows) + "</table></div>"


def _tile(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    return (f"<td class=\"right\" style=\"background: {cell.color}; color: #222\" title=\"{escape(cell.case)}: at {escape(cell.argument)}, "
            f"{cell.count} measured\">{cell.worst:.3g}<br><small>{cell.rounded:.1%}</small></td>")


def _difference_html(run: Run, other: Run) -> str:
    told, chosen = differences(run, other), other_choices(run, other)
    names = escape(run.device.title), escape(other.device.title)
    out = [f"<h3>{names[0]} against {names[1]}: {len(told)} measurements and {len(chosen)} choices differ</h3>"]
    if chosen:
        out.append(_table(("choice", *names, "case"), (
            f"<tr><td>{escape(a.name)}</td><td>{a.answer}</td><td>{b.answer}</td><td>{escape(a.title)}</td></tr>" for a, b in chosen)))
    if told:
        out.append(_table(("type", "function", "differs in, most in", *names, "difference"), (
            f"<tr><td>{d.before.type}</td><td class=\"mono\">{escape(d.before.function)}</td><td>{escape(where)}</td>{_tile(d.before)}{_tile(d.after)}"
            f"<td>{escape(d.what)}</td></tr>" for d, where in by_function(told))))
    return "".join(out)


def _heat_map(found: list[Cell]) -> str:
    rows = (f"<tr><td>{kind}</td><td class=\"mono\">{escape(function)}</td>" + "".join(map(_tile, row))
            + "<td>" + "/".join(sorted({cell.subnormals for cell in row if cell and cell.subnormals != "–"})) + "</td></tr>" for kind, function, row in table(found))
    return _table(("type", "function", *map(escape, modes(found)), "subnormal results"), rows)


def _curves_html(found: list[Cell]) -> str:
    drawn = curves(found)
    if not drawn:
        return ""
    keys = " &nbsp; ".join(f'<span style="color: {color}">■</span> {escape(mode)}' for mode, color in _colors(found).items())
    figures = "".join(f"<figure><figcaption class=\"mono\">{escape(function)} ({kind})</figcaption>{svg}</figure>" for kind, function, svg in drawn)
    return (f"<details open><summary>Largest error by the exponent of the argument, {len(drawn)} functions</summary><p class=\"legend\">{keys}</p>"
            f"<div style=\"display: flex; flex-wrap: wrap; gap: 1em\">{figures}</div></details>")


def html(run: Run, other: Run | None = None) -> str:
    """Choices, heat map, curves and, with another run, the differences, as a piece of a page. Empty without any of them."""
    found, chosen = cells(run), choices(run)
    if not found and not chosen:
        return ""
    out = [_difference_html(run, other)] if other is not None else []
    if chosen:
        out.append(_table(("what the specification leaves to the device", "", "case"), (
            f"<tr><td>{escape(c.name)}</td><td>{c.answer}</td><td>{escape(c.title)}</td></tr>" for c in chosen)))
    if found:
        out.append("<p class=\"legend\">Largest error in ulp by function and mode, and below it the share of results that are the nearest number. "
                   "Measured, not judged; a cell's title has the argument of the largest error. <code>precise::</code> and <code>fast::</code> are named by "
                   "the program, <i>functions</i> are what the compile options make of the plain name.</p>")
        out.append(_heat_map(found))
        out.append(_curves_html(found))
    return "".join(out)


def page(run: Run, other: Run | None = None) -> str:
    """A page of its own."""
    title = f"Fingerprint of {run.device.title}"
    return ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
            f"<title>{escape(title)}</title><style>body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2em; }} table {{ border-collapse: collapse; }}"
            " td, th { padding: .15em .6em; text-align: left; border-bottom: 1px solid #8883; } .right { text-align: right; } .mono { font-family: monospace; }"
            f" figure {{ margin: 0; }}</style><h1>{escape(title)}</h1>" + (html(run, other) or "<p>No measurements in this log.</p>") + "</html>\n")
