"""Reads logs (harness/output/LOG.md) and the requirement inventory into dataclasses.

A log is valid after SIGKILL up to its last complete line, so a torn last line is ignored; any other line that is not JSON is an
error with its file and line. Fields that this version does not know are ignored, missing ones get the neutral value.
"""

from __future__ import annotations

import csv
import fnmatch
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMA = 1

Json = dict[str, Any]


class InputError(Exception):
    """Something the user gave us is wrong; the message names file, line and remedy."""


@dataclass(frozen=True)
class Device:
    name: str = "unknown device"
    registry: str = ""
    os: str = ""
    architecture: str = ""
    compiler: str = ""
    msl: str = ""
    software: bool = False
    paravirtual: bool = False
    profile: str = ""
    personality: str = ""
    fault: str = ""
    checked: bool = False
    families: tuple[str, ...] = ()
    max_threads: int = 0
    simd_width: int = 0

    @property
    def title(self) -> str:
        """The device and everything that makes it behave differently."""
        modes = [self.profile, self.personality, f"fault {self.fault}" if self.fault else "", "checked" if self.checked else ""]
        return " · ".join([self.name, *(m for m in modes if m)])

    @property
    def key(self) -> str:
        return "|".join([self.title, self.registry, self.os, self.architecture])


@dataclass(frozen=True)
class Difference:
    element: int = 0
    lane: int = 0
    got: str = ""
    expected: str = ""
    error: float | None = None


@dataclass(frozen=True)
class Failure:
    subcase: str = ""
    output: str = ""
    wrong: int = 0
    unwritten: int = 0
    guard: int = 0
    message: str = ""
    first: tuple[Difference, ...] = ()


@dataclass
class Case:
    name: str
    file: str = ""
    line: int = 0
    area: str = ""
    hash: str = ""
    title: str = ""
    verifies: tuple[str, ...] = ()
    verdict: str = "internal error"
    reason: str = ""
    subcases: tuple[int, int] = (0, 0)
    judged: int = 0
    unjudged: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    gpu_seconds: float = 0.0
    worst: Json = field(default_factory=dict)
    failure: Failure | None = None
    findings: tuple[str, ...] = ()
    facts: Json = field(default_factory=dict)
    waiver: Json = field(default_factory=dict)  # of a waived case: reason, link, since
    statistic: Json = field(default_factory=dict)  # of a litmus case: outcomes, never, shown, mutants
    measured: Json = field(default_factory=dict)  # by output: how far its results are from the real ones
    rerun: str = ""

    @property
    def total_seconds(self) -> float:
        return float(self.seconds.get("total", 0.0))

    @property
    def stem(self) -> str:
        """The case file's name: the case's without its parameters."""
        return self.name.partition(":")[0]


@dataclass(frozen=True)
class Mutant:
    name: str
    ids: tuple[str, ...] = ()
    mutant: str = ""
    line: int = 0
    verdict: str = ""
    killed: bool = False


@dataclass
class Run:
    """One or more logs of the same device, merged; a later line about a case replaces an earlier one."""

    device: Device
    suite: str = ""
    started: str = ""
    command: str = ""
    seed: str = ""
    discovered: int = 0
    interrupted: bool = False
    complete: bool = True
    proof: bool = False  # of `assay prove`: its cases ran only for the sake of their mutants
    cases: dict[str, Case] = field(default_factory=dict)
    mutants: list[Mutant] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Requirement:
    id: str
    section: str
    kind: str
    grade: str
    reading: str
    msl: str
    statement: str


def _known(cls: type, data: Json) -> Json:
    """The entries of `data` that are fields of the dataclass, lists turned into tuples."""
    fields = cls.__dataclass_fields__
    return {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k in fields and v is not None}


def _case(data: Json) -> Case:
    failure = data.get("failure")
    case = Case(**_known(Case, {k: v for k, v in data.items() if k != "failure"}))
    if failure:
        first = tuple(Difference(**_known(Difference, d)) for d in failure.get("first") or [])
        case.failure = Failure(**{**_known(Failure, failure), "first": first})
    return case


def _lines(path: Path) -> Iterable[tuple[int, Json]]:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give the log files that `assay run --log` wrote") from error
    lines = text.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as error:
            if number == len(lines):  # torn by a kill: not terminated by a newline
                return
            raise InputError(f"{path}:{number}: not a line of JSON; is this a log of Assay?") from error
        if not isinstance(data, dict):
            raise InputError(f"{path}:{number}: not a JSON object; is this a log of Assay?")
        yield number, data


def read_device(path: Path) -> Device:
    """The device of a log, from its first line alone."""
    try:
        with path.open("rb") as file:
            first = file.readline()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give the log files that `assay run --log` wrote") from error
    try:
        data = json.loads(first)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("type") != "run":
        raise InputError(f"{path}:1: no `run` line; is this a log of Assay?")
    return Device(**_known(Device, data.get("device") or {}))


def read_log(path: Path) -> Run:
    """Reads one log. Raises InputError when it is not one."""
    run: Run | None = None
    ended = False
    for number, data in _lines(path):
        kind = data.get("type")
        if kind == "run":
            if data.get("schema") != SCHEMA:
                raise InputError(f"{path}:{number}: log schema {data.get('schema')}, this version reads {SCHEMA}; use the reports of that suite")
            if "units" in data:
                raise InputError(f"{path}:{number}: a log of single units; `reports merge PLAN LOGS -o DIR` makes one log of them first")
            device = Device(**_known(Device, data.get("device") or {}))
            earlier = run
            command = data.get("command") or []
            run = Run(
                device=device,
                proof="prove" in command[1:2],
                suite=str(data.get("suite", "")),
                started=str(data.get("started", "")),
                command=" ".join(command) if isinstance(command, list) else str(command),
                seed=str(data.get("seed", "")),
                discovered=int(data.get("discovered", 0)),
                logs=[str(path)],
            )
            if earlier:  # a resumed log: what it kept counts
                run.cases.update(earlier.cases)
                run.mutants.extend(earlier.mutants)
            ended = False
        elif run is None:
            raise InputError(f"{path}:{number}: a `{kind}` line before the `run` line; is this a log of Assay?")
        elif kind == "case":
            case = _case(data)
            run.cases[case.name] = case
        elif kind == "mutant":
            run.mutants.append(Mutant(**_known(Mutant, data)))
        elif kind == "end":
            ended = True
            run.interrupted = bool(data.get("interrupted", False))
    if run is None:
        raise InputError(f"{path}: empty; a log starts with a `run` line")
    run.complete = ended
    return run


def read_logs(paths: Iterable[Path]) -> list[Run]:
    """Reads logs and merges those of the same device, in the order given; a log of proofs only adds its mutants."""
    return merge_runs(read_log(path) for path in paths)


def merge_runs(runs: Iterable[Run]) -> list[Run]:
    """Those of the same device become one."""
    merged: dict[str, Run] = {}
    for run in sorted(runs, key=lambda run: run.proof):
        into = merged.get(run.device.key)
        if into is None:
            merged[run.device.key] = run
            continue
        into.mutants.extend(run.mutants)
        into.logs.extend(run.logs)
        if run.proof and not into.proof:
            continue
        into.cases.update(run.cases)
        into.discovered += run.discovered
        into.interrupted |= run.interrupted
        into.complete &= run.complete
        into.started = min(filter(None, [into.started, run.started]), default="")
        if run.suite != into.suite:
            into.suite = f"{into.suite}, {run.suite}" if run.suite not in into.suite else into.suite
    if not merged:
        raise InputError("no logs given; pass the files that `assay run --log` wrote")
    for run in merged.values():  # which case ended first is chance
        run.cases = dict(sorted(run.cases.items()))
        run.mutants.sort(key=lambda m: (m.name, m.line, m.mutant))
    return list(merged.values())


def read_requirements(path: Path) -> dict[str, Requirement]:
    """Reads cases/requirements.tsv."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; --requirements names the suite's requirements.tsv") from error
    names = Requirement.__dataclass_fields__
    missing = [n for n in names if rows and n not in rows[0]]
    if not rows or missing:
        raise InputError(f"{path}: not an inventory of requirements: no column {', '.join(missing) or 'at all'}")
    return {row["id"]: Requirement(**{n: row[n] or "" for n in names}) for row in rows}


# Why a row may have no case.
REASONS = ("needs hardware", "contradiction", "softmetal gap", "unit test")


def read_uncovered(path: Path, requirements: dict[str, Requirement]) -> dict[str, tuple[str, str]]:
    """Reads cases/uncovered.tsv: id, or pattern that ends in `*`, -> (reason, sentence). One that names no row, or an unknown reason, is an error."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    found = {}
    for number, line in enumerate(lines[1:], 2):
        row, _, rest = line.partition("\t")
        reason, _, sentence = rest.partition("\t")
        if row not in requirements and not (row.endswith("*") and fnmatch.filter(requirements, row)):
            raise InputError(f"{path}:{number}: no requirement `{row}` in requirements.tsv")
        if reason not in REASONS:
            raise InputError(f"{path}:{number}: reason `{reason}`; there are {', '.join(REASONS)}")
        found[row] = (reason, sentence)
    return found
