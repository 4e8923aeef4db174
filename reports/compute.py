"""Computes what the pages show: ledger, areas, coverage, time, differences. No input or output here."""

from __future__ import annotations

import fnmatch
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from reports.read import Case, Mutant, Requirement, Run

# Every verdict with the colour class it is drawn in, worst first.
VERDICTS: dict[str, str] = {
    "fail": "bad",
    "crash": "bad",
    "timeout": "bad",
    "device error": "bad",
    "unexpected pass": "bad",
    "internal error": "broken",
    "not demonstrated": "open",
    "unimplemented": "open",
    "waived": "open",
    "skip": "skip",
    "pass": "good",
}
FAILED = frozenset(v for v, c in VERDICTS.items() if c in ("bad", "broken"))
NOT_RUN = frozenset({"skip", "unimplemented"})
PHASES = ("compile", "dispatch", "reference", "compare")


@dataclass(frozen=True)
class Ledger:
    """discovered = run + skipped + unimplemented, by verdict."""

    counts: dict[str, int]
    discovered: int
    judged: int
    unjudged: int

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def ran(self) -> int:
        return sum(n for v, n in self.counts.items() if v not in NOT_RUN)

    @property
    def failed(self) -> int:
        return sum(n for v, n in self.counts.items() if v in FAILED)

    @property
    def balanced(self) -> bool:
        return self.discovered == self.total

    @property
    def judged_share(self) -> float:
        return self.judged / (self.judged + self.unjudged) if self.judged + self.unjudged else 0.0

    @property
    def skip_rate(self) -> float:
        return self.counts.get("skip", 0) / self.total if self.total else 0.0


@dataclass
class Area:
    name: str
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    phases: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def verdict(self) -> str:
        """The worst verdict in it."""
        return next(v for v in VERDICTS if self.counts.get(v))


@dataclass
class Section:
    """Coverage of one section of the specification. A row counts once, in the best state it reached."""

    name: str
    proven: int = 0   # a passing case, and a mutant that violates this row alone was killed
    passing: int = 0  # a passing case, no kill proof in these logs
    failing: int = 0
    skipped: int = 0  # only by cases that did not run here
    listed: int = 0   # no case, and cases/uncovered.tsv says why
    missing: int = 0  # no case

    @property
    def total(self) -> int:
        return self.proven + self.passing + self.failing + self.skipped + self.listed + self.missing


@dataclass(frozen=True)
class Change:
    name: str
    before: str
    after: str
    note: str


def ledger(run: Run) -> Ledger:
    counts = Counter(case.verdict for case in run.cases.values())
    return Ledger(
        counts={v: counts[v] for v in VERDICTS if counts[v]} | {v: n for v, n in counts.items() if v not in VERDICTS},
        discovered=run.discovered,
        judged=sum(c.judged for c in run.cases.values()),
        unjudged=sum(c.unjudged for c in run.cases.values()),
    )


def areas(run: Run) -> list[Area]:
    found: dict[str, Area] = {}
    for case in run.cases.values():
        area = found.setdefault(case.area, Area(case.area))
        area.counts[case.verdict] += 1
        area.seconds += case.total_seconds
        for phase in PHASES:
            area.phases[phase] += case.seconds.get(phase, 0.0)
    return sorted(found.values(), key=lambda a: a.name)


def failures(run: Run) -> list[Case]:
    return sorted((c for c in run.cases.values() if c.verdict in FAILED), key=lambda c: (list(VERDICTS).index(c.verdict), c.name))


@dataclass(frozen=True)
class Deviation:
    """Failures that are known of this chip or OS (harness/run/waivers.h), for the same reason."""

    reason: str
    link: str
    since: str
    days: int  # from then to the run
    cases: tuple[Case, ...]


def deviations(run: Run) -> list[Deviation]:
    told: defaultdict[tuple[str, str, str], list[Case]] = defaultdict(list)
    for case in sorted(run.cases.values(), key=lambda c: c.name):
        if case.verdict == "waived":
            waiver = {"reason": case.reason, "link": "", "since": ""} | case.waiver
            told[waiver["reason"], waiver["link"], waiver["since"]].append(case)
    return [Deviation(reason, link, since, _days(since, run.started), tuple(cases)) for (reason, link, since), cases in told.items()]


def _days(since: str, until: str) -> int:
    try:
        return (date.fromisoformat(until[:10]) - date.fromisoformat(since)).days
    except ValueError:
        return 0


def slowest(run: Run, n: int = 20) -> list[Case]:
    return sorted(run.cases.values(), key=lambda c: -c.total_seconds)[:n]


def skips(run: Run) -> list[tuple[str, list[Case]]]:
    """Cases that did not run, by reason, most frequent first."""
    by_reason: defaultdict[str, list[Case]] = defaultdict(list)
    for case in run.cases.values():
        if case.verdict in NOT_RUN:
            by_reason[case.reason or "no reason given"].append(case)
    return sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0]))


def closest(run: Run, n: int = 15) -> list[Case]:
    """Passing cases that came closest to their bound."""
    bounded = [c for c in run.cases.values() if c.verdict == "pass" and c.worst.get("error") and c.worst.get("unit") == "of bound"]
    return sorted(bounded, key=lambda c: -float(c.worst["error"]))[:n]


def section_name(section: str) -> str:
    """`6.10.2` → `6.10`: two levels are what a reader looks for."""
    parts = section.split(".")
    return ".".join(parts[:2]) if parts[0].isdigit() else section


def _section_order(name: str) -> tuple[int, list[int], str]:
    parts = name.split(".")
    return (0, [int(p) for p in parts], "") if all(p.isdigit() for p in parts) else (1, [], name)


def row_states(run: Run) -> dict[str, str]:
    """Per requirement id that some case names: proven, passing, failing or skipped."""
    verdicts: defaultdict[str, set[str]] = defaultdict(set)
    for case in run.cases.values():
        for row in case.verifies:
            verdicts[row].add(case.verdict)
    killed = {m.ids[0] for m in run.mutants if m.killed and len(m.ids) == 1}
    states = {}
    for row, seen in verdicts.items():
        if seen & FAILED:
            states[row] = "failing"
        elif "pass" in seen:
            states[row] = "proven" if row in killed else "passing"
        else:
            states[row] = "skipped"
    return states


def in_scope(row: Requirement) -> bool:
    """Rows that need a case, as `assay coverage` counts them: neither undefined nor out of scope."""
    return row.kind not in ("undefined", "out of scope")


def coverage(run: Run, requirements: dict[str, Requirement], uncovered: Iterable[str] = ()) -> list[Section]:
    """Per section, the rows in scope by state. `uncovered`: ids, or patterns that end in `*`."""
    return sections(row_states(run), requirements, uncovered)


def sections(states: dict[str, str], requirements: dict[str, Requirement], uncovered: Iterable[str]) -> list[Section]:
    """Likewise, from the states of rows."""
    listed = {row for pattern in uncovered for row in (fnmatch.filter(requirements, pattern) if pattern.endswith("*") else [pattern])}
    found: dict[str, Section] = {}
    for row in requirements.values():
        if not in_scope(row):
            continue
        section = found.setdefault(section_name(row.section), Section(section_name(row.section)))
        state = states.get(row.id, "listed" if row.id in listed else "missing")
        setattr(section, state, getattr(section, state) + 1)
    return sorted(found.values(), key=lambda s: _section_order(s.name))


def survivors(run: Run) -> list[Mutant]:
    return [m for m in run.mutants if m.ids and not m.killed]


def facts(run: Run) -> list[tuple[str, str, str]]:
    """What was recorded rather than judged: (fact, value, case)."""
    return sorted((name, str(value), case.name) for case in run.cases.values() for name, value in case.facts.items())


def _error(case: Case) -> float:
    return float(case.worst.get("error") or 0.0)


def differences(before: Run, after: Run) -> list[Change]:
    """Cases whose verdict changed, which appeared or vanished, or whose worst error at least doubled or halved."""
    changes = []
    for name in sorted(before.cases.keys() | after.cases.keys()):
        a, b = before.cases.get(name), after.cases.get(name)
        if a is None or b is None:
            changes.append(Change(name, a.verdict if a else "-", b.verdict if b else "-", "only in one log"))
        elif a.verdict != b.verdict:
            changes.append(Change(name, a.verdict, b.verdict, (b if b.verdict in FAILED else a).reason))
        elif a.hash != b.hash:
            changes.append(Change(name, a.verdict, b.verdict, "the case file changed"))
        elif _error(a) != _error(b) and not 0.5 < (_error(b) or 1e-300) / (_error(a) or 1e-300) < 2:
            unit = b.worst.get("unit") or a.worst.get("unit") or ""
            changes.append(Change(name, a.verdict, b.verdict, f"worst error {_error(a):.3g} → {_error(b):.3g} {unit}".rstrip()))
    return changes


def regressions(changes: Iterable[Change]) -> list[Change]:
    """Changes after which a case fails that did not fail before."""
    return [c for c in changes if c.after in FAILED and c.before not in FAILED]
