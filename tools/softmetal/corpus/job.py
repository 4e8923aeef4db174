"""Kernels of a project on inputs of our own: what a row needs to say, and how it is run and compared.

A row is a function that makes inputs, dispatches through `Bench`, and returns checks: what came, what a reference in double precision says, and how
far they may be apart. A bound is a number or an array; its derivation stands in the row.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from flatten import flatten

EPSILON = 2.0**-24  # half a unit in the last place of a float around one


@dataclass(frozen=True)
class Check:
    what: str
    got: np.ndarray
    want: np.ndarray
    bound: np.ndarray | float = 0

    def worst(self) -> float:
        """The largest share of its bound that an element uses; above one is wrong."""
        got, want = np.asarray(self.got), np.asarray(self.want)
        if got.shape != want.shape or not got.size:
            return float("inf")
        with np.errstate(invalid="ignore"):
            difference = np.abs(got.astype(np.float64) - want.astype(np.float64))
        same = (got == want) | (np.isnan(got.astype(np.float64)) & np.isnan(want.astype(np.float64)))
        bound = np.broadcast_to(np.asarray(self.bound, np.float64), difference.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.where(same, 0, difference / bound)
        return float(np.max(np.where(np.isnan(share), np.inf, share)))


@dataclass(frozen=True)
class Row:
    name: str
    file: str
    run: Callable[["Bench"], list[Check]]
    includes: tuple[str, ...] = ()


ROWS: list[Row] = []


def row(name: str, file: str, *includes: str) -> Callable[[Callable[["Bench"], list[Check]]], None]:
    """Registers a row: its name, the end of the path of the file that its kernel is in, and directories to find includes in, seen from the project."""

    def register(run: Callable[["Bench"], list[Check]]) -> None:
        ROWS.append(Row(name, file, run, includes))

    return register


@dataclass
class Bench:
    """One program, ready to dispatch kernels of."""

    project: Path
    source: Path
    includes: list[Path]
    dispatcher: Path
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(20))
    lines: list[str] = field(default_factory=list)
    defines: list[str] = field(default_factory=list)
    arrays: list[np.ndarray] = field(default_factory=list)

    def normal(self, *shape: int, kind: type = np.float32) -> np.ndarray:
        return self.random.standard_normal(shape).astype(kind)

    def constants(self, **values: str) -> None:
        """Function constants as TYPE=VALUE texts, such as FC_nsg="short=2"."""
        self.lines += [f"constant {name}:{value}" for name, value in values.items()]

    def dispatch(self, kernel: str, buffers: dict[int, np.ndarray | bytes] | list[np.ndarray | bytes], *, groups: tuple[int, int, int] | None = None,
                 threads: tuple[int, int, int] | None = None, group: tuple[int, int, int], memory: dict[int, int] | None = None) -> None:
        """Adds a dispatch. Arrays are changed in place when run() returns; the same array is the same buffer."""
        self.lines.append(f"kernel {kernel}")
        for index, content in (buffers.items() if isinstance(buffers, dict) else enumerate(buffers)):
            array = np.frombuffer(content, np.uint8).copy() if isinstance(content, bytes) else content
            number = next((i for i, a in enumerate(self.arrays) if a is array), len(self.arrays))
            if number == len(self.arrays):
                self.arrays.append(array)
            self.lines.append(f"buffer {index} @{number}")
        self.lines += [f"threadgroup {index} {size}" for index, size in (memory or {}).items()]
        sizes = groups or threads
        assert sizes
        self.lines.append(("groups " if groups else "threads ") + " ".join(map(str, (*sizes, *group))))

    def run(self) -> None:
        """Dispatches; a RuntimeError says what went wrong, and what checked mode found if it is on."""
        if problem := self.attempt(dict(os.environ)):
            raise RuntimeError(problem)

    def finding(self, kind: str) -> Check:
        """For kernels that rest on undefined behaviour: that checked mode says so, with a finding of this kind."""
        found = self.attempt(os.environ | {"SOFTMETAL_CHECKED": "1"})
        return Check(f"undefined, checked mode finds: {kind}", np.array([f"finding {kind}" in found.splitlines()]), np.array([True]))

    def attempt(self, environment: dict[str, str]) -> str:
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            source = directory / "source.metal"
            defined = "".join(f"#define {name}\n" for name in self.defines)
            source.write_text(defined + flatten(self.source, self.includes, defines=self.defines), encoding="utf-8")
            for number, array in enumerate(self.arrays):
                assert array.flags["C_CONTIGUOUS"]
                (directory / str(number)).write_bytes(array.tobytes())
            job = [f"source {source}", *(re.sub(r" @(\d+)$", rf" {directory}/\1", line) for line in self.lines)]
            done = subprocess.run([str(self.dispatcher)], input="\n".join(job) + "\n", capture_output=True, text=True, errors="replace", timeout=900,
                                  env=environment)
            if done.returncode:
                return done.stderr.strip() or f"softmetal-dispatch ended with {done.returncode}"
            for number, array in enumerate(self.arrays):
                array[...] = np.frombuffer((directory / str(number)).read_bytes(), array.dtype).reshape(array.shape)
        return ""

    def structure(self, header: str, name: str, **values: float | list[float]) -> bytes:
        """A structure of the project's own header, its members filled from `values`; members that are not named are zero."""
        text = next(self.project.rglob(header)).read_text(encoding="utf-8")
        text = re.sub(r"//[^\n]*", "", text)
        match = re.search(rf"struct\s*{{([^{{}}]*)}}\s*{name}\s*;", text) or re.search(rf"struct\s+{name}\s*{{([^{{}}]*)}}", text)
        if not match:
            raise RuntimeError(f"{header} has no structure {name}")
        return pack_members(match[1], values)


FORMATS = {"int64_t": "q", "uint64_t": "Q", "int32_t": "i", "uint32_t": "I", "int16_t": "h", "uint16_t": "H", "float": "f", "int": "i", "uint": "I", "bool": "?"}


def pack_members(declarations: str, values: dict[str, float | list[float]]) -> bytes:
    out, widest, known = b"", 1, set()
    for kind, name, count in re.findall(r"(?:const\s+)?(\w+)\s+(\w+)\s*(?:\[(\d+)\])?\s*;", declarations):
        code = FORMATS[kind]
        size = struct.calcsize(code)
        out += b"\0" * (-len(out) % size)
        value = values.get(name, 0)
        for element in value if isinstance(value, list) else [value] * int(count or 1):
            out += struct.pack("<" + code, element)
        widest, known = max(widest, size), known | {name}
    if unknown := set(values) - known:
        raise RuntimeError(f"no members {', '.join(sorted(unknown))}")
    return out + b"\0" * (-len(out) % widest)


def int32(*values: int) -> bytes:
    return np.array(values, np.int32).tobytes()


def int64(*values: int) -> bytes:
    return np.array(values, np.int64).tobytes()


def float32(*values: float) -> bytes:
    return np.array(values, np.float32).tobytes()


def sum_bound(terms: np.ndarray, axis: int = -1, slack: float = 4) -> np.ndarray:
    """How far a float sum of these terms may be from theirs in any order: n rounding errors of the sum of magnitudes."""
    return slack * terms.shape[axis] * EPSILON * np.abs(terms).sum(axis=axis)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
