"""Puts together what many machines did of one plan (`assay plan`, `assay run --unit`): each unit once, in the plan's order, as one long run would have logged it.

`merge` is a function of what was read: a plan and logs. A unit counts where its `done` line is; what a log has of a unit without one, because the
machine was lost, counts nowhere. A log without an `end` line is an attempt that was cut short: what it finished counts unless a whole log has it, too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reports.compute import FAILED
from reports.read import SCHEMA, InputError, Json

PHASES = ("total", "compile", "dispatch", "reference", "compare")
# What must be the same in all logs of a device besides the device itself.
MODES = ("suite", "seed", "math", "functions", "axis")
# Of the parts of a sweep the one that says most stands for the case.
SPEAKS = ("internal error", "crash", "timeout", "device error", "fail", "waived", "unexpected pass", "not demonstrated", "unimplemented", "skip", "pass")
MOST_SHOWN = 8  # first differences that a log has of a failure
_MASK = 2**64 - 1


@dataclass(frozen=True)
class Unit:
    id: str
    kind: str
    name: str
    hash: str

    @property
    def parts(self) -> int:
        """Of its sweep; 0 for none."""
        return int(self.id.split(":")[1].split("/")[1]) if self.kind == "sweep" else 0


@dataclass(frozen=True)
class Plan:
    path: str
    head: Json
    units: tuple[Unit, ...]


@dataclass
class Log:
    """What one machine wrote: its runs, and the lines of each unit that it finished, in their order."""

    path: str
    runs: list[Json] = field(default_factory=list)
    units: dict[str, list[Json]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)  # as often as it says so
    begun: set[str] = field(default_factory=set)   # lines of it, but no `done`
    torn: bool = False                             # the last line is cut off
    ended: bool = False
    seconds: float = 0.0

    @property
    def device(self) -> str:
        """Without the number that a machine gives its GPU: equal chips with equal systems share a plan."""
        return json.dumps((self.runs[0].get("device") or {}) | {"registry": None}, sort_keys=True)


@dataclass
class Merged:
    """One device: the logs of a run and of proofs as they would have been written, or what keeps them from being written."""

    device: Json
    run: list[Json] = field(default_factory=list)
    proofs: list[Json] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


# ---- Reading


def _objects(path: Path) -> tuple[list[Json], bool]:
    """The lines of a file, and whether the last one is torn."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give the plan and the logs of its units") from error
    while lines and not lines[-1].strip():
        lines.pop()
    found: list[Json] = []
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line) if line.strip() else {}
        except ValueError as error:
            if number == len(lines):
                return found, True
            raise InputError(f"{path}:{number}: not a line of JSON; give what `assay plan` and `assay run --unit --log` wrote") from error
        if not isinstance(data, dict):
            raise InputError(f"{path}:{number}: not a JSON object; give what `assay plan` and `assay run --unit --log` wrote")
        found.append(data)
    return found, False


def _plan(path: str, lines: list[Json], torn: bool) -> Plan:
    head, units = lines[0], [line for line in lines[1:] if line.get("type") == "unit"]
    if head.get("schema") != SCHEMA:
        raise InputError(f"{path}:1: plan schema {head.get('schema')}, this version reads {SCHEMA}; plan again with this suite")
    if torn or len(units) != head.get("units"):
        raise InputError(f"{path}: a plan of {head.get('units')} units of which {len(units)} are there; run `assay plan` again")
    return Plan(path, head, tuple(Unit(str(u.get("unit")), str(u.get("kind")), str(u.get("name")), str(u.get("hash"))) for u in units))


def _log(path: str, lines: list[Json], torn: bool) -> Log:
    log, open_units = Log(path, torn=torn), {}
    for number, line in enumerate(lines, 1):
        kind, unit = line.get("type"), line.get("unit")
        if kind == "run":
            if line.get("schema") != SCHEMA:
                raise InputError(f"{path}:{number}: log schema {line.get('schema')}, this version reads {SCHEMA}; use the reports of that suite")
            if "units" not in line:
                raise InputError(f"{path}:{number}: a log of a whole run, not of units; leave it out, or write it with `assay run --unit`")
            log.runs.append(line)
            log.ended = False
        elif not log.runs:
            raise InputError(f"{path}:{number}: a `{kind}` line before the `run` line; is this a log of Assay?")
        elif kind == "done":
            log.done.append(str(unit))
            log.units.setdefault(str(unit), open_units.pop(unit, []))
        elif kind == "end":
            log.ended = not line.get("interrupted")
            log.seconds += float(line.get("seconds") or 0.0)
        elif unit:
            open_units.setdefault(unit, []).append(line)
    log.begun = set(open_units)
    return log


def read(paths: Iterable[Path]) -> tuple[Plan, list[Log], list[str]]:
    """The one plan among the files, the logs, and a sentence for each file that holds nothing."""
    plans, logs, notes = [], [], []
    for path in paths:
        lines, torn = _objects(path)
        if not lines:
            notes.append(f"{path}: empty: that machine was lost before it began")
        elif lines[0].get("type") == "plan":
            plans.append(_plan(str(path), lines, torn))
        else:
            logs.append(_log(str(path), lines, torn))
    if len(plans) != 1:
        there = "no plan" if not plans else f"{len(plans)} plans ({', '.join(plan.path for plan in plans)})"
        raise InputError(f"{there} among the files; give the one that `assay plan` printed, and the logs of its units")
    return plans[0], logs, notes


# ---- Sweeps


def _sum(lines: list[Json], *keys: str) -> int:
    total = 0
    for line in lines:
        for key in keys:
            line = line.get(key) or {}
        total += int(line or 0)
    return total


def _tells(measured: Json) -> tuple[float, float, float]:
    """The largest error; of equal ones that of the argument nearest to zero, as harness/check/measure.c has it."""
    argument = float.fromhex(str(measured.get("argument") or "0"))
    return float(measured.get("worst") or 0.0), -abs(argument), argument


def _measured(lines: list[Json]) -> Json:
    """As if one sweep had measured all: counts add up, errors are the largest."""
    parts = [next(iter(line["measured"].items())) for line in lines if line.get("measured")]
    if not parts:
        return {}
    output, first = parts[0]
    worst = max((m for _, m in parts), key=_tells)
    curve: dict[float, float] = {}
    for _, m in parts:
        for exponent, error in m.get("curve") or []:
            curve[exponent] = max(error, curve.get(exponent, error))
    counts = {key: sum(int(m.get(key) or 0) for _, m in parts) for key in ("count", "nearest", "toward_zero", "kept", "flushed")}
    return {output: first | counts | {"worst": worst.get("worst"), "argument": worst.get("argument"), "curve": [[e, curve[e]] for e in sorted(curve)]}}


def _times(line: Json, lines: list[Json]) -> Json:
    seconds = {key: sum(float((part.get("seconds") or {}).get(key) or 0.0) for part in lines) for key in PHASES}
    return line | {"seconds": seconds, "gpu_seconds": sum(float(part.get("gpu_seconds") or 0.0) for part in lines)}


def _failure(lines: list[Json]) -> Json:
    """The failures of several parts of a sweep as that of the whole; `element` is the argument's encoding."""
    found = [line for line in lines if (line.get("failure") or {}).get("first")]
    first = sorted((d for line in found for d in line["failure"]["first"]), key=lambda d: d["element"])[:MOST_SHOWN]
    says = min(found, key=lambda line: line["failure"]["first"][0]["element"])
    wrong = sum(int(line["failure"].get("wrong") or 0) for line in found)
    reason = re.sub(r"sweep: \d+ arguments", f"sweep: {wrong} arguments", says.get("reason") or "")
    return says | {"reason": reason or says.get("reason"), "failure": says["failure"] | {"wrong": wrong, "first": first}}


def whole_sweep(lines: list[Json]) -> Json:
    """The `case` line of a sweep from those of its parts, in the order of the parts."""
    says = min(lines, key=lambda line: SPEAKS.index(line["verdict"]) if line.get("verdict") in SPEAKS else 0)
    alike = [line for line in lines if line["verdict"] == says["verdict"]]
    if not all("sweep" in line for line in lines):  # something else than the sweep decided
        whole = says
    else:
        whole = _failure(alike) if says["verdict"] in ("fail", "waived") else says
        whole = whole | {key: int(whole[key]) - int(whole["sweep"][key]) + _sum(lines, "sweep", key) for key in ("judged", "unjudged")}
        whole = whole | {"sweep": {"part": 1, "parts": 1, "judged": _sum(lines, "sweep", "judged"), "unjudged": _sum(lines, "sweep", "unjudged")}}
        measured = _measured(lines)
        whole = whole | ({"measured": measured} if measured else {})
    findings = [text for line in lines for text in line.get("findings") or []]
    return _times(whole | {"findings": list(dict.fromkeys(findings)), "attempt": max(int(line.get("attempt") or 0) for line in lines)}, lines)


# ---- The `end` line


def _mix(digest: int, number: int) -> int:
    """harness/check/digest.c"""
    digest = (digest ^ number) * 0x9E3779B97F4A7C15 & _MASK
    return digest ^ digest >> 29


def _name_hash(name: str) -> int:
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 & _MASK
    return value


def _results(cases: list[Json]) -> Json:
    """Per area a digest over its cases."""
    sums: dict[str, int] = {}
    for case in cases:
        if case.get("results"):
            area = case["area"]
            sums[area] = (sums.get(area, 0) + _mix(_name_hash(case["name"]), int(case["results"], 16))) & _MASK
    return {area: f"{digest:016x}" for area, digest in sums.items() if digest}


def _end(cases: list[Json], discovered: int, seconds: float) -> Json:
    keys = ("pass", "fail", "skip", "unimplemented", "crash", "timeout", "device_error", "internal_error", "waived", "unexpected_pass", "not_demonstrated")
    counts = {key: sum(case["verdict"].replace(" ", "_") == key for case in cases) for key in keys}
    run = sum(n for key, n in counts.items() if key not in ("skip", "unimplemented"))
    return {"type": "end", "ledger": {"discovered": discovered, "run": run} | counts, "judged": _sum(cases, "judged"), "unjudged": _sum(cases, "unjudged"),
            "results": _results(cases), "seconds": seconds, "interrupted": False}


# ---- Merging


def _plain(line: Json) -> Json:
    return {key: value for key, value in line.items() if key != "unit"}


def _choose(unit: Unit, logs: list[Log], merged: Merged) -> list[Json] | None:
    """The lines of the unit, from the one log that has it."""
    have = [log for log in logs if unit.id in log.units]
    for log in have:
        if log.done.count(unit.id) > 1:
            merged.problems.append(f"double: {unit.id} is {log.done.count(unit.id)} times in {log.path}; write each attempt to a log of its own")
    if not have:
        merged.lost.append(unit.id)
        return None
    whole = [log for log in have if log.ended]
    if len(whole) > 1:
        merged.problems.append(f"double: {unit.id} is in {' and '.join(log.path for log in whole)}; leave out all but one of these logs")
    elif len(have) > 1:
        left_out = ", ".join(log.path for log in have if log is not (whole or have)[0])
        merged.notes.append(f"{unit.id}: taken from {(whole or have)[0].path}, not from {left_out}, which was cut short")
    lines = (whole or have)[0].units[unit.id]
    cases = [line for line in lines if line.get("type") == "case"]
    if len(cases) != 1:
        merged.problems.append(f"{(whole or have)[0].path}: {unit.id} has {len(cases)} results in place of one; run it again")
        return None
    if cases[0].get("hash") != unit.hash:
        merged.problems.append(f"{(whole or have)[0].path}: {unit.id} ran another version of its case than was planned; give all machines the same suite")
    return [_plain(line) for line in lines]


def _same_run(logs: list[Log], merged: Merged) -> None:
    first = logs[0].runs[0]
    for log in logs:
        for run in log.runs:
            for mode in MODES:
                if run.get(mode) != first.get(mode):
                    merged.problems.append(f"{log.path}: {mode} {json.dumps(run.get(mode))}, but {json.dumps(first.get(mode))} in {logs[0].path}; "
                                           "merge logs of equal runs only")


def _run_line(plan: Plan, logs: list[Log], command: str, discovered: int) -> Json:
    runs = [run for log in logs for run in log.runs]
    first = {key: value for key, value in runs[0].items() if key not in ("units", "resumed")}
    words = ["assay", command, *(["--exhaustive"] if plan.head.get("sweeps") and command == "run" else []), *plan.head.get("queries", [])]
    return first | {"started": min(str(run.get("started")) for run in runs), "command": words, "shard": [1, 1], "files": plan.head.get("files"),
                    "exhaustive": "1/1" if plan.head.get("sweeps") and command == "run" else None, "discovered": discovered}


def _merge_device(plan: Plan, logs: list[Log]) -> Merged:
    merged = Merged(logs[0].runs[0].get("device") or {})
    known = {unit.id for unit in plan.units}
    _same_run(logs, merged)
    for log in logs:
        if log.torn:
            merged.notes.append(f"{log.path}: torn: the last line is cut off")
        if not log.ended:
            unfinished = ", ".join(sorted(log.begun))
            merged.notes.append(f"{log.path}: cut short after {len(log.units)} units" + (f"; begun and not done: {unfinished}" if unfinished else ""))
        merged.problems += [f"{log.path}: {unit} is not in the plan {plan.path}" for unit in log.units if unit not in known]
    cases: dict[str, list[Json]] = {}
    proofs: list[Json] = []
    for unit in plan.units:
        lines = _choose(unit, logs, merged)
        if lines is None:
            continue
        if unit.kind == "proof":
            proofs += lines
        else:
            cases.setdefault(unit.name, []).extend(line for line in lines if line["type"] == "case")
    if merged.lost or merged.problems:
        return merged
    seconds = sum(log.seconds for log in logs)
    done = [whole_sweep(lines) if len(lines) > 1 or "sweep" in lines[0] else lines[0] for lines in cases.values()]
    proven = [line for line in proofs if line["type"] == "case"]
    if done:
        merged.run = [_run_line(plan, logs, "run", len(done)), *done, _end(done, len(done), seconds)]
    if proven:
        merged.proofs = [_run_line(plan, logs, "prove", len(proven)), *proofs, _end(proven, len(proven), seconds)]
    return merged


def merge(plan: Plan, logs: list[Log]) -> list[Merged]:
    """A result for each device that did units of the plan, in the order in which the logs name them."""
    devices: dict[str, list[Log]] = {}
    for log in logs:
        devices.setdefault(log.device, []).append(log)
    if not devices:
        raise InputError(f"no log of a unit beside the plan {plan.path}; give what `assay run --unit --log` wrote")
    return [_merge_device(plan, group) for group in devices.values()]


def missing(plan: Plan, logs: list[Log]) -> list[str]:
    """Units that no log finished."""
    done = {unit for log in logs for unit in log.units}
    return [unit.id for unit in plan.units if unit.id not in done]


def failed(merged: Merged) -> bool:
    return any(line.get("verdict") in FAILED for line in merged.run if line["type"] == "case")


def text(lines: list[Json]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
