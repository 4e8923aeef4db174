"""Makes the logs of a shelf: `python3 -m reports.tests.many DEVICES CASES DIR` writes DIR/1 and DIR/2, a log per device each, the second two weeks later.

Chips and systems deviate in some areas, skip others, and measure a little differently, so that the site has something to show at its full size."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

Line = dict[str, Any]
AREAS = ("address_space", "arguments", "atomics", "attributes", "barrier", "common", "conversion", "debug", "divergence", "function", "geometric", "integer",
         "kernels", "language", "layout", "litmus", "math", "matrix", "numerics", "operators", "packed_numeric", "quad", "reject", "simd", "synchronization",
         "tensor", "texture", "threads", "types", "vector")
CHIPS = ("Apple M1", "Apple M1 Pro", "Apple M1 Max", "Apple M1 Ultra", "Apple M2", "Apple M2 Pro", "Apple M2 Max", "Apple M2 Ultra", "Apple M3", "Apple M3 Pro",
         "Apple M3 Max", "Apple M3 Ultra", "Apple M4", "Apple M4 Pro", "Apple M4 Max", "Apple M5", "Apple M5 Pro", "Apple M5 Max", "Apple A17 Pro", "Apple A18 Pro")
SYSTEMS = ("macOS 14.7", "macOS 15.5", "macOS 15.7", "macOS 26.1", "macOS 26.2")
TYPES = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "bfloat", "float4", "half3", "int2", "uint4", "bool")


def names(count: int) -> list[str]:
    """Cases of several parameters, sixteen to a file."""
    return [f"{AREAS[n // 16 % len(AREAS)]}/behaviour_{n // 16 // len(AREAS)}:T={TYPES[n % 16]},math={'fast' if n % 2 else 'safe'}" for n in range(count)]


def _measured(n: int, generation: int) -> Line:
    """As chips of a generation compute function `n`."""
    wave = random.Random(f"{n} {generation if n % 3 == 0 else 0}")
    curve = [[e, round(0.4 + wave.random() * (1 + n % 7), 3)] for e in range(-120, 128, 4)]
    return {"plain": {"type": "float", "count": 4096, "nearest": 3000 + wave.randrange(900), "toward_zero": 1000, "kept": 0, "flushed": 3,
                      "worst": max(y for _, y in curve), "argument": "0x1.8p+3", "curve": curve}}


def lines(cases: list[str], chip: int, system: int, later: bool) -> list[Line]:
    generation = int("".join(filter(str.isdigit, CHIPS[chip]))) % 10
    rng = random.Random(chip)
    run = {"type": "run", "schema": 1, "suite": "5e1f00d5e1f0" if later else "0ddba110ddba", "seed": 1, "command": ["assay", "run", "--log", "run.jsonl"],
           "started": f"2026-11-{15 if later else 1:02}T0{chip % 10}:00:00Z", "discovered": len(cases),
           "device": {"name": CHIPS[chip], "os": SYSTEMS[system], "architecture": f"applegpu_g1{generation}", "compiler": f"32023.{system}", "msl": "4.0",
                      "families": ["apple7"], "max_threads": 1024, "simd_width": 32}}
    out = [run]
    for n, name in enumerate(cases):
        area, stem = name.partition("/")[0], name.partition(":")[0]
        case: Line = {"type": "case", "name": name, "file": f"cases/{stem}.metal", "line": 12, "area": area, "hash": "0123456789abcdef",
                      "title": f"{stem.rpartition('/')[2]} of {area} gives each element what the specification says", "verifies": [f"{area}.row_{n // 16}"],
                      "verdict": "pass", "subcases": [8, 0], "judged": 20480, "unjudged": 0, "attempt": 1, "findings": [],
                      "seconds": {"total": 0.05, "compile": 0.03, "dispatch": 0.01, "reference": 0.005, "compare": 0.005},
                      "worst": {"error": round(0.5 * rng.random(), 4), "unit": "of bound", "element": 3, "output": "result"}, "rerun": f"build/assay run {name} --seed 1"}
        broken = (generation == 2 and area == "texture" and n % 37 == 0) or (system == 1 and area == "simd" and n % 29 == 0) or (later and chip % 6 == 0 and n % 2500 == chip * 7)
        if area == "tensor" and system < 3:
            case |= {"verdict": "skip", "reason": "needs MSL 4.0, the device has 3.2"}
        elif area == "litmus" and n % 16 == 3:
            case |= {"verdict": "not demonstrated", "reason": "no mutant shows the forbidden outcome"}
        elif area == "atomics" and generation == 4 and n % 64 == 0:
            case |= {"verdict": "waived", "reason": "half atomics round toward zero",
                         "waiver": {"reason": "half atomics round toward zero", "link": "https://example.org/issues/17", "since": "2026-03-01"}}
        elif broken:
            case |= {"verdict": "fail", "reason": "result: 12 values wrong", "failure": {"subcase": "N=1", "output": "result", "wrong": 12, "first": [
                {"element": e, "lane": 0, "got": "0x1p+0", "expected": "0x1.8p+0", "error": 4.0} for e in range(8)]}}
        if area == "math" and n % 16 < 4:
            case["name"] = name.replace(":T=", f":F=f{n // 16 // len(AREAS)},T=")
            case["measured"] = _measured(n // 16 // len(AREAS), generation)
        if area == "numerics" and n % 16 == 0:
            case["facts"] = {"flushes_subnormals": f"{4096 if generation > 3 else 0} of 4096 values"}
        out.append(case)
    return [*out, {"type": "end", "interrupted": False}]


def main(devices: int, cases: int, directory: Path) -> None:
    told = names(cases)
    for later in (False, True):
        folder = directory / ("2" if later else "1")
        folder.mkdir(parents=True, exist_ok=True)
        for n in range(devices):
            made = lines(told, n % len(CHIPS), n // len(CHIPS) % len(SYSTEMS), later)
            (folder / f"{n:03}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in made), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
