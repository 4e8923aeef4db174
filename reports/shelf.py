"""What a shelf of devices makes of the suite: for each device its latest log, what changed since the one before, and how the devices differ.

Each path is a source: a log, or a folder of logs of the same days. Logs of one source are merged by device; sources make the history. A device is a
chip with its modes and a version of its system. Logs are read one chip at a time, for a hundred of them do not fit into memory at once: what is kept of
each is a `Device` with a letter per case."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from reports import compute, fingerprint, read
from reports.compute import FAILED, VERDICTS, Change, Deviation
from reports.read import Requirement, Run

LETTERS = {verdict: chr(ord("a") + n) for n, verdict in enumerate(VERDICTS)}
VERDICT_OF = {letter: verdict for verdict, letter in LETTERS.items()}
ABSENT = "-"  # the device's log does not have the case
# Of a requirement on several devices: the first that holds on any of them.
STATES = ("failing", "proven", "passing", "skipped")


@dataclass(frozen=True)
class Comparison:
    """Two logs beside each other: `kind` is what differs (log, system, suite)."""

    kind: str
    before: str
    after: str
    changes: tuple[Change, ...]
    id: str = ""  # on the page of differences

    @property
    def worse(self) -> list[Change]:
        return compute.regressions(self.changes)

    @property
    def better(self) -> list[Change]:
        return [change for change in self.changes if change.before in FAILED and change.after not in FAILED and change.after != "-"]


def name_of(title: str, os: str) -> str:
    return f"{title} ({os})" if os else title


@dataclass
class Device:
    """A column of the shelf: the latest log of a chip with a version of its system."""

    title: str
    os: str
    slug: str
    suite: str
    started: str
    compiler: str
    complete: bool
    software: bool
    counts: dict[str, int]
    areas: dict[str, Counter[str]]
    letters: dict[str, str]  # of each case
    since: Comparison | None  # the log before
    print: int  # number of its fingerprint

    @property
    def name(self) -> str:
        return name_of(self.title, self.os)

    @property
    def failed(self) -> int:
        return sum(n for verdict, n in self.counts.items() if verdict in FAILED)

    @property
    def verdict(self) -> str:
        return next((v for v in VERDICTS if self.counts.get(v)), "skip")


@dataclass
class Print:
    """A fingerprint that one or more devices have."""

    number: int
    cells: list[fingerprint.Cell]
    choices: list[fingerprint.Choice]
    devices: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Pattern:
    """Cases on which the devices do not agree, all in the same way."""

    verdicts: tuple[tuple[str, tuple[Device, ...]], ...]  # worst first; "" for devices that have no such case
    cases: tuple[str, ...]

    @property
    def usual(self) -> str | None:
        """The verdict of most devices, if most of them agree."""
        verdict, devices = max(self.verdicts, key=lambda item: len(item[1]))
        return verdict if 2 * len(devices) > sum(len(group) for _, group in self.verdicts) else None

    @property
    def bad(self) -> bool:
        return any(verdict in FAILED for verdict, _ in self.verdicts)


@dataclass
class Shelf:
    devices: list[Device] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)  # of each case
    comparisons: list[Comparison] = field(default_factory=list)
    prints: list[Print] = field(default_factory=list)
    waivers: dict[tuple[str, str, str], tuple[int, set[str], list[str]]] = field(default_factory=dict)  # age, cases, devices
    rows: dict[str, str] = field(default_factory=dict)  # state of each requirement, on the device where it says most
    areas: list[str] = field(default_factory=list)


# ---- Sources


def sources(paths: Iterable[Path]) -> list[list[Path]]:
    """The logs of each source; a folder without logs stands for those in it."""
    found: list[list[Path]] = []
    for path in paths:
        if not path.is_dir():
            found.append([path])
            continue
        logs = sorted(path.glob("*.jsonl"))
        below = [folder for folder in sorted(path.iterdir()) if folder.is_dir()]
        if logs:
            found.append(logs)
        elif below:
            found += sources(below)
    if not found:
        raise read.InputError("no *.jsonl there; run the suite with --log first")
    return found


def _anywhere(run: Run) -> Run:
    """The number that a machine gives its GPU makes no other device of it."""
    run.device = replace(run.device, registry="")
    return run


# ---- Collecting


def system_order(os: str) -> tuple[tuple[int, ...], str]:
    """`macOS 9.2` before `macOS 26.0`."""
    return tuple(int(n) for n in re.findall(r"\d+", os)), os


def _slug(text: str, taken: set[str]) -> str:
    slug = base = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "device"
    number = 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    taken.add(slug)
    return slug


def label(run: Run) -> str:
    """A log, for a person."""
    return ", ".join(filter(None, [run.started[:10], run.device.os, f"suite {run.suite}" if run.suite else ""]))


def _compare(kind: str, a: Run, b: Run, before: str, after: str, number: int = 0) -> Comparison:
    return Comparison(kind, before, after, tuple(compute.differences(a, b)), f"{kind}-{number}")


def _history(shelf: Shelf, title: str, runs: list[Run]) -> None:
    """What a new version of system or suite changed on one chip: runs are in order of time."""
    by_os: dict[str, list[Run]] = {}
    for run in runs:
        by_os.setdefault(run.device.os, []).append(run)
    for os, group in by_os.items():
        for a, b in zip(group, group[1:]):
            if a.suite != b.suite:
                shelf.comparisons.append(_compare("suite", a, b, f"{name_of(title, os)}: suite {a.suite}", f"suite {b.suite}", len(shelf.comparisons)))
    newest = [by_os[os][-1] for os in sorted(by_os, key=system_order)]
    for a, b in zip(newest, newest[1:]):
        shelf.comparisons.append(_compare("system", a, b, f"{title}: {a.device.os or 'unknown system'}", b.device.os or "unknown system", len(shelf.comparisons)))


def _last_before(run: Run, runs: list[Run]) -> Run | None:
    """The log before this one: of the same system, if there is one."""
    earlier = runs[: next(n for n, other in enumerate(runs) if other is run)]
    same = [other for other in earlier if other.device.os == run.device.os]
    return (same or earlier or [None])[-1]


def _fingerprint(shelf: Shelf, run: Run, name: str) -> int:
    """The number of the fingerprint; equal ones are one. 0: the log has none."""
    cells = [replace(cell, case="") for cell in fingerprint.cells(run)]
    chosen = fingerprint.choices(run)
    if not cells and not chosen:
        return 0
    for known in shelf.prints:
        if known.cells == cells and known.choices == chosen:
            known.devices.append(name)
            return known.number
    shelf.prints.append(Print(len(shelf.prints) + 1, cells, chosen, [name]))
    return len(shelf.prints)


def _waivers(shelf: Shelf, deviations: list[Deviation], name: str) -> None:
    for deviation in deviations:
        key = (deviation.reason, deviation.link, deviation.since)
        days, cases, devices = shelf.waivers.get(key, (0, set(), []))
        shelf.waivers[key] = max(days, deviation.days), cases | {case.name for case in deviation.cases}, [*devices, name]


def _states(shelf: Shelf, run: Run) -> None:
    for row, state in compute.row_states(run).items():
        known = shelf.rows.get(row)
        if known is None or STATES.index(state) < STATES.index(known):
            shelf.rows[row] = state


def _device(shelf: Shelf, run: Run, before: Run | None, slug: str) -> Device:
    device = run.device
    name = name_of(device.title, device.os)
    since = _compare("log", before, run, label(before), label(run)) if before else None
    _waivers(shelf, compute.deviations(run), name)
    _states(shelf, run)
    for case in run.cases.values():
        shelf.titles.setdefault(sys.intern(case.name), case.title)
    return Device(device.title, device.os, slug, run.suite, run.started, device.compiler, run.complete and not run.interrupted, device.software,
                  compute.ledger(run).counts, {area.name: area.counts for area in compute.areas(run)},
                  {sys.intern(case.name): LETTERS.get(case.verdict, LETTERS["internal error"]) for case in run.cases.values()},
                  since, _fingerprint(shelf, run, name))


def collect(paths: Iterable[Path], visit: Callable[[Device, Run], None]) -> Shelf:
    """Reads all logs; `visit` sees each device with its latest log, which is forgotten afterwards."""
    shelf, taken = Shelf(), set()
    chips: dict[str, list[list[Path]]] = {}
    for source in sources(paths):
        here: dict[str, list[Path]] = {}
        for path in source:
            here.setdefault(read.read_device(path).title, []).append(path)
        for title, logs in here.items():
            chips.setdefault(title, []).append(logs)
    for title in sorted(chips):
        runs = [run for source in chips[title] for run in read.merge_runs(_anywhere(read.read_log(path)) for path in source)]
        runs = sorted((run for run in runs if run.cases), key=lambda run: run.started)
        _history(shelf, title, runs)
        newest = {run.device.os: run for run in runs}
        for os in sorted(newest, key=system_order):
            run = newest[os]
            device = _device(shelf, run, _last_before(run, runs), _slug(f"{title} {os}", taken))
            shelf.devices.append(device)
            visit(device, run)
    if not shelf.devices:
        raise read.InputError("no log has a case; give those that `assay run --log` wrote")
    shelf.areas = sorted({area for device in shelf.devices for area in device.areas})
    return shelf


# ---- Comparing devices


def vectors(shelf: Shelf) -> dict[str, str]:
    """Of each case a letter per device."""
    return {name: "".join(device.letters.get(name, ABSENT) for device in shelf.devices) for name in sorted(shelf.titles)}


def _pattern(shelf: Shelf, vector: str, cases: list[str]) -> Pattern:
    groups: dict[str, list[Device]] = {}
    for letter, device in zip(vector, shelf.devices):
        groups.setdefault(letter, []).append(device)
    return Pattern(tuple((VERDICT_OF.get(letter, ""), tuple(groups[letter])) for letter in sorted(groups, key=lambda x: (x == ABSENT, x))), tuple(cases))


def patterns(shelf: Shelf) -> list[Pattern]:
    """How devices disagree: failures before skips, what concerns many cases first."""
    groups: dict[str, list[str]] = {}
    for name, vector in vectors(shelf).items():
        if len(set(vector) - {ABSENT}) > 1:
            groups.setdefault(vector, []).append(name)
    found = [_pattern(shelf, vector, cases) for vector, cases in groups.items()]
    return sorted(found, key=lambda pattern: (not pattern.bad, -len(pattern.cases), pattern.cases))


def partial(shelf: Shelf) -> int:
    """How many cases some log does not have."""
    return sum(ABSENT in vector for vector in vectors(shelf).values())


def coverage(shelf: Shelf, requirements: dict[str, Requirement], uncovered: Iterable[str]) -> list[compute.Section]:
    """As of one device that did what any of them did: a row fails if it fails anywhere."""
    return compute.sections(shelf.rows, requirements, uncovered)


@dataclass(frozen=True)
class Beside:
    """A function, type and mode as each fingerprint has it."""

    type: str
    function: str
    mode: str
    cells: tuple[fingerprint.Cell | None, ...]

    @property
    def differs(self) -> bool:
        return len({(cell.worst, cell.rounded, cell.subnormals, cell.curve) for cell in self.cells if cell}) > 1

    @property
    def spread(self) -> float:
        """The largest error over the smallest."""
        worst = [max(cell.worst, 0.5) for cell in self.cells if cell]
        return max(worst) / min(worst)


def beside(prints: list[Print]) -> list[Beside]:
    """All functions, types and modes, fingerprints side by side; those that differ most first."""
    found: dict[tuple[str, str, str], dict[int, fingerprint.Cell]] = {}
    for one in prints:
        for cell in one.cells:
            found.setdefault((cell.type, cell.function, cell.mode), {})[one.number] = cell
    rows = [Beside(*key, tuple(cells.get(one.number) for one in prints)) for key, cells in found.items()]
    return sorted(rows, key=lambda row: (not row.differs, -row.spread, row.type, row.function, row.mode))


def choices(prints: list[Print]) -> list[tuple[str, str, list[str]]]:
    """What the specification leaves to the device: title, choice, and the answer of each fingerprint; those that differ first."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for one in prints:
        for choice in one.choices:
            found.setdefault((choice.title, choice.name), {})[one.number] = choice.answer
    rows = [(*key, [answers.get(one.number, "") for one in prints]) for key, answers in found.items()]
    return sorted(rows, key=lambda row: (len(set(filter(None, row[2]))) < 2, row[0], row[1]))
