"""Plots as inline SVG, so that the page stays one file. Without Matplotlib there are none, and the page says so."""

from __future__ import annotations

import io
import re

from reports import compute
from reports.read import Run

COLORS = {"compile": "#5b8def", "dispatch": "#e0a93b", "reference": "#7a9a5b", "compare": "#b06fb0"}


def available() -> bool:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def _svg(figure) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    return re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", svg, count=1)


def _figure(width: float, height: float):
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({
        "svg.hashsalt": "assay", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
        "text.color": "#808a97", "axes.labelcolor": "#808a97", "xtick.color": "#808a97", "ytick.color": "#808a97",
        "axes.edgecolor": "#b6bec9", "axes.spines.top": False, "axes.spines.right": False,
    })
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def time_by_area(run: Run) -> str:
    """Where the time goes: a stacked bar per area."""
    rows = sorted((a for a in compute.areas(run) if a.seconds), key=lambda a: a.seconds)
    if not rows:
        return ""
    figure = _figure(7.2, 0.6 + 0.28 * len(rows))
    axes = figure.subplots()
    left = [0.0] * len(rows)
    for phase in compute.PHASES:
        widths = [a.phases[phase] for a in rows]
        axes.barh([a.name for a in rows], widths, left=left, color=COLORS[phase], label=phase, height=0.65)
        left = [x + w for x, w in zip(left, widths)]
    axes.set_xlabel("seconds of work")
    axes.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return _svg(figure)


def margin(run: Run) -> str:
    """How close passing cases came to their bound: a histogram of worst error over bound."""
    values = [min(float(c.worst["error"]), 1.0) for c in run.cases.values()
              if c.verdict == "pass" and c.worst.get("unit") == "of bound" and c.worst.get("error") is not None]
    if len(values) < 3:
        return ""
    figure = _figure(7.2, 1.9)
    axes = figure.subplots()
    axes.hist(values, bins=[i / 25 for i in range(26)], color="#5b8def")
    axes.set_xlim(0, 1)
    axes.set_xlabel("worst error ÷ permitted error (1: at the bound)")
    axes.set_ylabel("cases")
    return _svg(figure)
