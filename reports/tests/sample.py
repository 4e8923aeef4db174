"""Builds logs for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RUN: dict[str, Any] = {
    "type": "run", "schema": 1, "suite": "abc1234", "started": "2026-01-01T00:00:00Z", "command": ["assay", "run"], "seed": 1,
    "device": {"name": "Softmetal", "software": True, "profile": "ieee", "max_threads": 1024, "simd_width": 32, "families": ["apple7"]},
    "discovered": 3,
}


def case(name: str, verdict: str = "pass", **more: Any) -> dict[str, Any]:
    return {"type": "case", "name": name, "file": f"cases/{name.partition(':')[0]}.metal", "line": 1, "area": name.partition("/")[0],
            "hash": "0", "title": f"title of {name}", "verifies": ["a.row"], "verdict": verdict, "judged": 10, "unjudged": 0,
            "seconds": {"total": 0.01, "compile": 0.005, "dispatch": 0.001, "reference": 0.002, "compare": 0.001},
            "worst": {"error": 0.25, "unit": "of bound", "element": 3, "output": "result"}, "rerun": f"assay run {name}"} | more


FAILURE = {"subcase": "N=3", "output": "result", "wrong": 2, "unwritten": 0, "guard": 0, "message": "2 of 10 differ <&>",
           "first": [{"element": 7, "lane": 1, "got": "0x1p+0", "expected": "0x1.8p+0", "error": 4.0}]}


def log(path: Path, *lines: dict[str, Any], end: bool = True, run: dict[str, Any] | None = None) -> Path:
    """Writes a log of these lines between a run line and, unless told otherwise, an end line."""
    lines_all = [run or RUN, *lines, *([{"type": "end", "interrupted": False}] if end else [])]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines_all), encoding="utf-8")
    return path
