"""Draws the verdict of `assay validate --json` (or the times of `assay bench --json`) as one HTML page with plots.

    python3 reports/validate.py VERDICT.json -o PAGE.html"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reports import plots  # noqa: E402  (the path must be set first)

TEMPLATES = Path(__file__).resolve().parent / "templates"
SMALLEST, LARGEST = 1e-6, 1e6  # errors beyond these shares of their bound are drawn there


@dataclass(frozen=True)
class Point:
    inputs: str
    of_bound: float
    good: bool


def points(verdict: dict[str, Any]) -> list[Point]:
    """One per trial that was measured against a bound, or is wrong where there is none to divide by."""
    found = []
    for trial in verdict["trials"]:
        good = trial["verdict"] == "pass"
        if not trial["baseline"] and (trial["of_bound"] is not None or not good):
            share = LARGEST if trial["of_bound"] is None else trial["of_bound"]
            found.append(Point(trial["inputs"], min(max(share, SMALLEST), LARGEST), good))
    return found


def plot_errors(found: list[Point]) -> str:
    """Error over bound per kind of input, on a logarithmic axis; right of 1 is wrong."""
    kinds = list(dict.fromkeys(p.inputs for p in found))
    figure = plots._figure(8, 0.6 + 0.3 * len(kinds))
    axes = figure.add_subplot()
    for good, color in ((True, "#2f8f5b"), (False, "#c8372d")):
        chosen = [p for p in found if p.good == good]
        axes.scatter([p.of_bound for p in chosen], [kinds.index(p.inputs) for p in chosen], s=14, color=color, alpha=0.6, linewidths=0)
    axes.set_xscale("log")
    axes.axvline(1, color="#808a97", linewidth=1)
    axes.set_yticks(range(len(kinds)), kinds)
    axes.invert_yaxis()
    axes.set_xlabel("error / bound")
    return plots._svg(figure)


def plot_speed(rows: list[dict[str, Any]]) -> str:
    """Every sample of new and old, in milliseconds."""
    figure = plots._figure(8, 0.8 + 0.7 * len(rows))
    axes = figure.add_subplot()
    labels = []
    for row in rows:
        for name, color in (("candidate", "#2a62c4"), ("baseline", "#9aa3ad")):
            if name in row:
                axes.scatter([1e3 * s for s in row[name]["samples"]], [len(labels)] * len(row[name]["samples"]), s=14, color=color, alpha=0.6)
                labels.append(f"{row['sizes']}, {name}")
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("milliseconds")
    return plots._svg(figure)


LINES = ("#2a62c4", "#2f8f5b", "#c98a12", "#b06fb0", "#c8372d", "#3a9aa8", "#66707d")


def plot_bench(rows: list[dict[str, Any]], published: list[dict[str, Any]]) -> str:
    """GB/s of each LayerNorm by batch size: measured as lines, published as dashes in the same colour."""
    figure = plots._figure(8, 4)
    axes = figure.add_subplot()
    names = list(dict.fromkeys(r["kernel"] for r in rows + published))
    for name, color in zip(names, LINES):
        for found, style, where in ((rows, "o-", "here"), (published, "s--", "published, M1 Max")):
            line = sorted((r["batch"], r["gigabytes_per_second"]) for r in found if r["kernel"] == name)
            if line:
                axes.plot(*zip(*line), style, color=color, markersize=4, linewidth=1, label=f"{name}, {where}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    batches = sorted({r["batch"] for r in rows + published})
    axes.set_xticks(batches, [str(b) for b in batches])
    axes.set_xlabel("batch (rows of 768)")
    axes.set_ylabel("GB/s")
    axes.legend(frameon=False, fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    return plots._svg(figure)


def page(data: dict[str, Any]) -> str:
    import jinja2

    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True,
                                     undefined=jinja2.StrictUndefined)
    drawn = {"bench": "", "errors": "", "speed": ""}
    available = plots.available()
    if available:
        if data["kind"] == "bench":
            norms = [row for row in data["rows"] if row["batch"]]
            drawn["bench"] = plot_bench(norms, data.get("published", [])) if norms else ""
        else:
            found = points(data)
            drawn["errors"] = plot_errors(found) if found else ""
            drawn["speed"] = plot_speed(data["speed"]["rows"]) if data["speed"]["rows"] else ""
    return environment.get_template("validate.html").render(data=data, plots=drawn, plots_missing=not available)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="reports/validate.py")
    parser.add_argument("verdict", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    try:
        data = json.loads(given.verdict.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("kind") not in ("validation", "bench"):
            raise ValueError("is no verdict of `assay validate --json` and no result of `assay bench --json`")
    except (OSError, ValueError) as error:
        print(f"reports: {given.verdict}: {error}", file=sys.stderr)
        return 2
    try:
        given.output.write_text(page(data), encoding="utf-8")
    except OSError as error:
        print(f"reports: {given.output}: {error.strerror}; name a file that can be written", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
