"""A device's numeric fingerprint: how far each function is from the real result, by type and mode, and where two devices differ.

What is drawn is measured, not judged: it shows what a device does inside its bounds (`measured` in harness/output/LOG.md)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from reports.read import Case, Json, Run

# Outputs of the cases that hold a variant chosen by namespace; all others follow the mode of the case.
VARIANTS = {"exact": "precise::", "quick": "fast::"}
COLORS = ("#3b6fd4", "#d9822b", "#3f9a5f", "#b04a8f", "#777777", "#8a6d3b")


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


def _cell(case: Case, output: str, measured: Json) -> Cell:
    parameters = _parameters(case)
    variant, _, part = output.partition("_")
    function = parameters.get("F") or case.stem.rpartition("/")[2] + ("" if output in (*VARIANTS, "plain", "result") else f" {part or output}")
    named = VARIANTS.get(variant)
    mode = "math " + parameters.get("math", "fast") + (f", {named}" if named else "")
    if not named and "functions" in parameters:
        mode += f", functions {parameters['functions']}"
    count = int(measured.get("count") or 0)
    return Cell(function, str(measured.get("type", "?")), mode, case.name, count, float(measured.get("worst") or 0.0),
                str(measured.get("argument", "")), int(measured.get("nearest") or 0) / count if count else 0.0,
                int(measured.get("kept") or 0), int(measured.get("flushed") or 0),
                tuple((float(x), float(y)) for x, y in measured.get("curve") or [] if y is not None))


def cells(run: Run) -> list[Cell]:
    found = [_cell(case, output, measured) for case in run.cases.values() for output, measured in case.measured.items()]
    return sorted(found, key=lambda cell: (cell.row, cell.mode))


def modes(found: Iterable[Cell]) -> list[str]:
    return sorted({cell.mode for cell in found})


def table(found: list[Cell]) -> list[tuple[str, str, list[Cell | None]]]:
    """Rows of the heat map: type, function, and a cell or nothing for each mode."""
    columns = modes(found)
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in found:
        rows.setdefault(cell.row, {})[cell.mode] = cell
    return [(kind, function, [row.get(mode) for mode in columns]) for (kind, function), row in sorted(rows.items())]


def curve(group: list[Cell]) -> str:
    """The largest error by the argument's exponent, a line for each mode, as SVG; the scale is logarithmic."""
    width, height, left, bottom = 320, 120, 34, 16
    points = [p for cell in group for p in cell.curve]
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
        parts.append(f'<line x1="{left}" x2="{width}" y1="{y}" y2="{y}" stroke="#8885"/><text x="2" y="{y}" font-size="9" fill="currentColor">{ulp:g}</text>')
    for exponent in (low, high):
        x = place(exponent - 2, 1).split(",")[0]
        anchor = "start" if exponent == low else "end"
        parts.append(f'<text x="{x}" y="{height - 3}" font-size="9" fill="currentColor" text-anchor="{anchor}">2^{exponent:g}</text>')
    for n, cell in enumerate(group):
        line = " ".join(place(x, y) for x, y in cell.curve)
        parts.append(f'<polyline fill="none" stroke="{COLORS[n % len(COLORS)]}" stroke-width="1.3" points="{line}"><title>{escape(cell.mode)}</title></polyline>')
    return "".join(parts) + "</svg>"


def curves(found: list[Cell]) -> list[tuple[str, str, str]]:
    """Type, function and SVG of all functions that are not exact in every mode."""
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in found:
        groups.setdefault(cell.row, []).append(cell)
    return [(kind, function, curve(group)) for (kind, function), group in sorted(groups.items()) if any(cell.worst > 0.5 for cell in group)]


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
    other = {(cell.row, cell.mode, cell.case): cell for cell in cells(after)}
    pairs = [Difference(cell, other[key]) for cell in cells(before) if (key := (cell.row, cell.mode, cell.case)) in other]
    return sorted((d for d in pairs if d.what), key=lambda d: -abs(math.log2(max(d.after.worst, 0.1)) - math.log2(max(d.before.worst, 0.1))))


def html(run: Run, other: Run | None = None) -> str:
    """The heat map, the curves and, with another run, the differences, as a piece of a page. Empty without measurements."""
    found = cells(run)
    if not found:
        return ""
    out = ["<p class=\"legend\">Largest error in ulp by function and mode, and the share of results that are the nearest number. "
           "Measured, not judged; the argument of the largest error is in the cell's title.</p>"]
    if other is not None:
        told = differences(run, other)
        out.append(f"<h3>{escape(run.device.title)} against {escape(other.device.title)}: {len(told)} differences</h3>")
        out.append("<div class=\"scroll\"><table><tr><th>type</th><th>function</th><th>mode</th><th>difference</th></tr>")
        out += [f"<tr><td>{d.before.type}</td><td class=\"mono\">{escape(d.before.function)}</td><td>{escape(d.before.mode)}</td><td>{escape(d.what)}</td></tr>"
                for d in told]
        out.append("</table></div>")
    out.append("<div class=\"scroll\"><table><tr><th>type</th><th>function</th>" + "".join(f"<th>{escape(m)}</th>" for m in modes(found)) + "<th>subnormal results</th></tr>")
    for kind, function, row in table(found):
        out.append(f"<tr><td>{kind}</td><td class=\"mono\">{escape(function)}</td>")
        for cell in row:
            out.append("<td></td>" if cell is None else
                       f"<td class=\"right\" style=\"background: {cell.color}; color: #222\" title=\"{escape(cell.case)}: at {escape(cell.argument)}\">"
                       f"{cell.worst:.3g}<br><small>{cell.rounded:.1%}</small></td>")
        out.append("<td>" + "/".join(sorted({cell.subnormals for cell in row if cell})) + "</td></tr>")
    out.append("</table></div>")
    drawn = curves(found)
    if drawn:
        keys = "".join(f'<span style="color: {COLORS[n % len(COLORS)]}">■</span> {n + 1}. mode of the row &nbsp;' for n in range(min(4, len(modes(found)))))
        out.append(f"<details><summary>Largest error by the exponent of the argument, {len(drawn)} functions</summary><p class=\"legend\">{keys}</p>"
                   "<div style=\"display: flex; flex-wrap: wrap; gap: 1em\">")
        out += [f"<figure><figcaption class=\"mono\">{escape(function)} ({kind})</figcaption>{svg}</figure>" for kind, function, svg in drawn]
        out.append("</div></details>")
    return "".join(out)


def page(run: Run, other: Run | None = None) -> str:
    """A page of its own."""
    title = f"Fingerprint of {run.device.title}"
    return ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
            f"<title>{escape(title)}</title><style>body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2em; }} table {{ border-collapse: collapse; }}"
            " td, th { padding: .15em .6em; text-align: left; border-bottom: 1px solid #8883; } .right { text-align: right; } .mono { font-family: monospace; }"
            f" figure {{ margin: 0; }}</style><h1>{escape(title)}</h1>" + (html(run, other) or "<p>No measurements in this log.</p>") + "</html>\n")
