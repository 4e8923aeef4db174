"""The command line: reports of logs, what differs between two, one log of many."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from reports import compute, fingerprint, merge, pages, read, render

REQUIREMENTS = Path(__file__).resolve().parent.parent / "cases" / "requirements.tsv"

USAGE = """\
python3 reports LOG… -o DIR     index.html (a page per device), junit.xml and summary.md from logs
python3 reports diff A B        what changed between two logs; exit code 1 if a case fails now that did not
python3 reports fingerprint A [B] -o FILE    the numeric fingerprint of a device, and what another one does differently
python3 reports site LOG… -o DIR             a page for each device and its areas; what differs between chips, systems and suites; each path is a
                                             log or a folder of logs, and several of one device are its history
python3 reports merge PLAN LOG… -o DIR       one log per device from those of the plan's units; exit code 1 if a unit is lost or double
python3 reports missing PLAN LOG…            the plan's units that no log has finished, one a line

A LOG is a file that `assay run --log` wrote, or a directory of them."""


def _expand(paths: list[Path]) -> list[Path]:
    """Directories become the logs in them, in order of name."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.glob("*.jsonl"))
        else:
            found.append(path)
    if not found:
        raise read.InputError(f"{', '.join(map(str, paths))}: no *.jsonl there; run the suite with --log first")
    return found


def _file_name(title: str) -> str:
    return _slug(title) + ".html"


def write(logs: list[Path], directory: Path, requirements_file: Path) -> int:
    runs = read.read_logs(_expand(logs))
    requirements = read.read_requirements(requirements_file)
    uncovered = read.read_uncovered(requirements_file.with_name("uncovered.tsv"), requirements)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "junit.xml").write_text(render.junit(runs), encoding="utf-8")
        (directory / "summary.md").write_text(render.markdown(runs), encoding="utf-8")
        if render.html_available():
            pages = [render.Page(run, "index.html" if i == 0 else f"{i}-{_file_name(run.device.title)}") for i, run in enumerate(runs)]
            for page in pages:
                (directory / page.file).write_text(render.html(page, requirements, uncovered, pages), encoding="utf-8")
            print(f"report: {directory / 'index.html'}")
        else:
            print(f"report: {directory / 'summary.md'} (no HTML: this Python has no Jinja2; `tools/setup` installs it, `tools/python reports …` finds it)")
    except OSError as error:
        raise read.InputError(f"{error.filename or directory}: {error.strerror}; give a directory that can be written with -o") from error
    return 0


def diff(before: Path, after: Path) -> int:
    runs = [read.read_logs(_expand([path])) for path in (before, after)]
    for path, found in zip((before, after), runs):
        if len(found) > 1:
            raise read.InputError(f"{path}: logs of {len(found)} devices; give one log of one device on each side")
    (a,), (b,) = runs
    changes = compute.differences(a, b)
    print(render.diff_markdown(a, b, changes))
    return 1 if compute.regressions(changes) else 0


def draw_fingerprint(logs: list[Path], file: Path) -> int:
    runs = [run for path in logs for run in read.read_logs(_expand([path]))]
    if not 1 <= len(runs) <= 2:
        raise read.InputError(f"logs of {len(runs)} devices; a fingerprint is of one, or compares two")
    try:
        file.write_text(fingerprint.page(*runs), encoding="utf-8")
    except OSError as error:
        raise read.InputError(f"{file}: {error.strerror}; give a file that can be written with -o") from error
    print(f"fingerprint: {file}")
    return 0


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "device"


def _names(devices: list[merge.Merged]) -> list[str]:
    """A name for the files of each, with the system and at last a number where several would have the same."""
    names: list[str] = []
    for merged in devices:
        device = merged.device
        parts = [str(device.get(key) or "") for key in ("name", "profile", "personality", "fault", "engine", "os")]
        name = _slug(" ".join([*parts, "checked" if device.get("checked") else ""]))
        names.append(name if name not in names else f"{name}-{len(names)}")
    return names


def write_site(paths: list[Path], directory: Path, requirements_file: Path) -> int:
    if not render.html_available():
        raise read.InputError("this Python has no Jinja2, which a site needs; `tools/setup` installs it, `tools/python reports site …` finds it")
    requirements = read.read_requirements(requirements_file)
    uncovered = read.read_uncovered(requirements_file.with_name("uncovered.tsv"), requirements)
    try:
        found = pages.write(paths, directory, requirements, uncovered)
    except OSError as error:
        raise read.InputError(f"{error.filename or directory}: {error.strerror}; give a directory that can be written with -o") from error
    print(f"site: {directory / 'index.html'}: {len(found.devices)} devices, {len(found.titles)} cases")
    return 0


def merge_logs(paths: list[Path], directory: Path) -> int:
    plan, logs, notes = merge.read(_expand(paths))
    devices = merge.merge(plan, logs)
    names = _names(devices)
    for note in notes:
        print(f"note: {note}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, merged in zip(names, devices):
            for note in merged.notes:
                print(f"note: {note}")
            for unit in merged.lost:
                print(f"lost: {unit} on {merged.device.get('name')}", file=sys.stderr)
            for problem in merged.problems:
                print(problem, file=sys.stderr)
            for suffix, lines in (("", merged.run), ("-proofs", merged.proofs)):
                file = directory / f"{name}{suffix}.jsonl"
                if lines:
                    file.write_text(merge.text(lines), encoding="utf-8")
                    print(f"merged: {file}: {len(lines) - 2} lines")
                else:
                    file.unlink(missing_ok=True)  # of an earlier merge
    except OSError as error:
        raise read.InputError(f"{error.filename or directory}: {error.strerror}; give a directory that can be written with -o") from error
    bad = [merged for merged in devices if merged.lost or merged.problems]
    for merged in bad:
        print(f"reports: {merged.device.get('name')}: {len(merged.lost)} of {len(plan.units)} units are lost and {len(merged.problems)} lines of the logs do not fit; "
              "nothing is written for it. `reports missing` lists what to run again", file=sys.stderr)
    return 1 if bad else 0


def print_missing(paths: list[Path]) -> int:
    plan, logs, _ = merge.read(_expand(paths))
    for unit in merge.missing(plan, logs):
        print(unit)
    return 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 reports", usage=USAGE)
    try:
        if arguments[:1] == ["diff"]:
            parser.add_argument("before", type=Path)
            parser.add_argument("after", type=Path)
            given = parser.parse_args(arguments[1:])
            return diff(given.before, given.after)
        if arguments[:1] == ["fingerprint"]:
            parser.add_argument("logs", type=Path, nargs="+")
            parser.add_argument("-o", "--output", type=Path, required=True)
            given = parser.parse_args(arguments[1:])
            return draw_fingerprint(given.logs, given.output)
        if arguments[:1] == ["merge"]:
            parser.add_argument("logs", type=Path, nargs="+", metavar="PLAN or LOG")
            parser.add_argument("-o", "--output", type=Path, required=True)
            given = parser.parse_args(arguments[1:])
            return merge_logs(given.logs, given.output)
        if arguments[:1] == ["site"]:
            parser.add_argument("logs", type=Path, nargs="+")
            parser.add_argument("-o", "--output", type=Path, required=True)
            parser.add_argument("--requirements", type=Path, default=REQUIREMENTS)
            given = parser.parse_args(arguments[1:])
            return write_site(given.logs, given.output, given.requirements)
        if arguments[:1] == ["missing"]:
            parser.add_argument("logs", type=Path, nargs="+", metavar="PLAN or LOG")
            return print_missing(parser.parse_args(arguments[1:]).logs)
        parser.add_argument("logs", type=Path, nargs="+")
        parser.add_argument("-o", "--output", type=Path, required=True)
        parser.add_argument("--requirements", type=Path, default=REQUIREMENTS)
        given = parser.parse_args(arguments)
        return write(given.logs, given.output, given.requirements)
    except read.InputError as error:
        print(f"reports: {error}", file=sys.stderr)
        return 2
