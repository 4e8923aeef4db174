"""Writes the pages: HTML (Jinja2), JUnit XML and Markdown, all from the same data."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from reports import compute, fingerprint, functions, litmus, plots, type_layout
from reports.read import Case, Requirement, Run

TEMPLATES = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True)
class Page:
    run: Run
    file: str


def html_available() -> bool:
    try:
        import jinja2  # noqa: F401
    except ImportError:
        return False
    return True


def environment():
    """Of all templates."""
    import jinja2

    made = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True,
                              undefined=jinja2.StrictUndefined)
    made.filters["seconds"] = seconds
    made.filters["percent"] = percent
    made.filters["number"] = lambda n: f"{n:,}".replace(",", "\u202f")
    made.filters["color"] = lambda verdict: compute.VERDICTS.get(verdict, "broken")
    return made


def percent(share: float) -> str:
    """Rounded down: 100 % means all."""
    return f"{math.floor(1000 * share) / 10:.1f} %" if share < 1 else "100 %"


def seconds(value: float) -> str:
    """Three digits in the unit that suits."""
    if value >= 100:
        return f"{value:.0f} s"
    if value >= 1:
        return f"{value:.1f} s"
    return f"{1e3 * value:.3g} ms" if value >= 1e-3 else f"{1e6 * value:.0f} µs"


def headline(run: Run) -> str:
    """One sentence: the verdict of the whole run."""
    ledger = compute.ledger(run)
    if not run.complete:
        return f"The run did not end: {ledger.total} of {run.discovered} cases are in the log."
    if run.interrupted:
        return f"The run was interrupted: {ledger.total} of {run.discovered} cases are in the log."
    if not ledger.balanced:
        return f"The ledger does not add up: {ledger.discovered} cases discovered, {ledger.total} accounted for."
    if ledger.failed:
        return f"{ledger.failed} of {ledger.ran} cases that ran did not pass."
    return f"All {ledger.ran} cases that ran passed." if ledger.ran else "No case ran."


def html(page: Page, requirements: dict[str, Requirement], uncovered: dict[str, tuple[str, str]], pages: list[Page]) -> str:
    run = page.run
    drawn = plots.available()
    return environment().get_template("report.html").render(
        run=run,
        page=page,
        pages=pages,
        headline=headline(run),
        ledger=compute.ledger(run),
        areas=compute.areas(run),
        failures=compute.failures(run),
        deviations=compute.deviations(run),
        slowest=compute.slowest(run),
        closest=compute.closest(run),
        skips=compute.skips(run),
        facts=compute.facts(run),
        fingerprint=fingerprint.html(run),
        coverage=compute.coverage(run, requirements, uncovered),
        uncovered=uncovered,
        tables=functions.tables(run, requirements),
        litmus=litmus.tests(run),
        layouts=type_layout.layouts(run),
        rows=sorted(compute.row_states(run).items()),
        requirements=requirements,
        survivors=compute.survivors(run),
        cases=sorted(run.cases.values(), key=lambda c: c.name),
        plots={"time": plots.time_by_area(run) if drawn else "", "margin": plots.margin(run) if drawn else ""},
        plots_missing=not drawn,
    )


def _junit_case(suite: ElementTree.Element, case: Case) -> None:
    element = ElementTree.SubElement(suite, "testcase", name=case.name, classname=f"assay.{case.stem.replace('/', '.')}",
                                     file=case.file, time=f"{case.total_seconds:.6f}")
    text = failure_text(case)
    if case.verdict in ("skip", "unimplemented", "waived", "not demonstrated"):
        ElementTree.SubElement(element, "skipped", message=f"{case.verdict}: {case.reason}")
    elif case.verdict in ("fail", "unexpected pass"):
        ElementTree.SubElement(element, "failure", message=case.reason or case.verdict, type=case.verdict).text = text
    elif case.verdict in compute.FAILED:
        ElementTree.SubElement(element, "error", message=case.reason or case.verdict, type=case.verdict).text = text


def junit(runs: list[Run]) -> str:
    """JUnit XML: one suite per device and area."""
    root = ElementTree.Element("testsuites", name="assay")
    for run in runs:
        for area in compute.areas(run):
            errors = sum(n for v, n in area.counts.items() if v in compute.FAILED and v not in ("fail", "unexpected pass"))
            skipped = sum(area.counts[v] for v in ("skip", "unimplemented", "waived", "not demonstrated"))
            suite = ElementTree.SubElement(
                root, "testsuite", name=f"{area.name} on {run.device.title}", tests=str(area.total), skipped=str(skipped),
                failures=str(area.counts["fail"] + area.counts["unexpected pass"]), errors=str(errors), time=f"{area.seconds:.6f}",
                timestamp=run.started)
            for case in sorted(run.cases.values(), key=lambda c: c.name):
                if case.area == area.name:
                    _junit_case(suite, case)
    ElementTree.indent(root)
    # XML 1.0 has no control characters, and a diagnostic may contain any
    text = ElementTree.tostring(root, encoding="unicode")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "".join(c for c in text if c in "\n\t" or ord(c) >= 32) + "\n"


def failure_text(case: Case) -> str:
    """A failure as plain text: what, where, the first differing values, how to rerun."""
    lines = [case.reason] if case.reason else []
    if case.failure:
        f = case.failure
        where = " ".join(filter(None, [f.subcase, f.output]))
        if f.wrong or f.unwritten or f.guard:
            counts = ((f.wrong, "wrong"), (f.unwritten, "unwritten"), (f.guard, "guard bytes changed"))
            lines.append(f"{where}: " + ", ".join(f"{n} {what}" for n, what in counts if n))
        if f.message and f.message not in case.reason:
            lines.append(f.message)
        lines += [f"  [{d.element}].{d.lane}: got {d.got}, expected {d.expected}" for d in f.first]
    lines += list(case.findings)
    lines.append(f"rerun: {case.rerun}")
    return "\n".join(lines)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head), *("| " + " | ".join(row) + " |" for row in escaped)]


def markdown(runs: list[Run]) -> str:
    """A summary for a pull request or a release note."""
    lines = []
    for run in runs:
        ledger = compute.ledger(run)
        lines += [f"# Assay on {run.device.title}", "", headline(run), ""]
        if run.device.paravirtual:
            lines += ["**A paravirtual GPU, not a chip.**", ""]
        lines += _table(["verdict", "cases"], [[v, str(n)] for v, n in ledger.counts.items()])
        lines += ["", f"Judged {percent(ledger.judged_share)} of all results; skip rate {percent(ledger.skip_rate)}; "
                      f"suite `{run.suite}`, seed `{run.seed}`.", ""]
        lines += _table(["area", "verdict", "cases", "pass", "time"],
                        [[a.name, a.verdict, str(a.total), str(a.counts["pass"]), seconds(a.seconds)] for a in compute.areas(run)])
        for case in compute.failures(run):
            lines += ["", f"## {case.verdict}: {case.name}", "", case.title, "", "```", failure_text(case), "```"]
        known = compute.deviations(run)
        if known:
            lines += ["", "## Known deviations of this chip or OS", "",
                      *_table(["cases", "what", "known for"],
                              [[f"{len(d.cases)}: {d.cases[0].name}", f"{d.reason} ({d.link})", f"{d.days} days"] for d in known])]
        lines.append("")
    return "\n".join(lines)


def _measured_differences(before: Run, after: Run) -> list[str]:
    """How the numeric fingerprints differ."""
    told, chosen = fingerprint.differences(before, after), fingerprint.other_choices(before, after)
    lines = []
    if chosen:
        lines += ["## Choices", "", *_table(["choice", "before", "after"], [[a.name, a.answer, b.answer] for a, b in chosen]), ""]
    if told:
        lines += [f"## Measurements: {len(told)} differ", "",
                  *_table(["type", "function", "differs in, most in", "difference"],
                          [[d.before.type, d.before.function, where, d.what] for d, where in fingerprint.by_function(told)]), ""]
    return lines


def diff_markdown(before: Run, after: Run, changes: list[compute.Change]) -> str:
    lines = ["# Assay: what changed", "",
             *_table(["", "before", "after"], [
                 ["device", before.device.title, after.device.title], ["OS", before.device.os, after.device.os],
                 ["compiler", before.device.compiler, after.device.compiler], ["suite", before.suite, after.suite],
                 ["cases", str(len(before.cases)), str(len(after.cases))]]), ""]
    measured = _measured_differences(before, after)
    if not changes:
        return "\n".join([*lines, "No case changed.", "", *measured])
    worse = compute.regressions(changes)
    lines += [f"{len(changes)} cases changed, {len(worse)} of them now fail.", "",
              *_table(["case", "before", "after", "note"], [[c.name, c.before, c.after, c.note] for c in [*worse, *(c for c in changes if c not in worse)]]), ""]
    return "\n".join([*lines, *measured])
