"""Computes what a kernel must write: calls the user's function for `assay validate --reference FILE.py:FUNCTION`.

A request is a line of JSON on standard input, which names files with the inputs and for the outputs; the answer is a line of JSON on what was
standard output: {} or {"text": …, "line": …}, with "late" if it took too long, "raised" if the function raised something for these inputs. Files hold eight bytes for each component: a double, or an integer's bits. What the
function prints goes to standard error. It gets NumPy's arrays if its file imports NumPy, otherwise lists.
"""

from __future__ import annotations

import array
import difflib
import importlib.util
import inspect
import json
import math
import os
import signal
import struct
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any, Callable, NoReturn

WIDTHS = {"bool": 1, "char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
FLOATS = ("half", "bfloat", "float")


class Told(Exception):
    """What is wrong, in a sentence for the user."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


class TooLong(BaseException):
    """The function has had its time. No Exception, so that the function does not catch it."""


def signed(name: str) -> bool:
    return name in ("char", "short", "int", "long")


# ---- The function


def load(path: str, name: str) -> Callable[..., Any]:
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec = importlib.util.spec_from_file_location("assay_reference", path)
    if not spec or not spec.loader:
        raise Told("is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if callable(function):
        return function
    names = [key for key, value in vars(module).items() if inspect.isfunction(value) and value.__module__ == module.__name__]
    near = difflib.get_close_matches(name, names, 1)
    raise Told(f"has no function `{name}`{f'; did you mean {near[0]}?' if near else '.'} It has {', '.join(names) or 'none'}")


def line_of(function: Callable[..., Any]) -> int:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_firstlineno if code else 0


def arguments_for(function: Callable[..., Any], request: dict[str, Any]) -> dict[str, Any]:
    """The function's parameters, by the names of the contract's roles and their aliases, its sizes and options, and T."""
    inputs = {given["name"]: given for given in request["inputs"]}
    numbers: dict[str, Any] = request["numbers"] | {"T": request["type"]}
    aliases = {alias: given["name"] for given in request["inputs"] for alias in given["aliases"]}
    aliases |= {alias: name for name, others in request["aliases"].items() for alias in others}

    def value(name: str) -> Any:
        return content(inputs[name]) if name in inputs else numbers[name]

    every = [*inputs, *numbers]
    lower = {name.lower(): name for name in reversed(every)}
    result = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            result |= {name: value(name) for name in every if name not in result}
            continue
        known = parameter.name if parameter.name in every else aliases.get(parameter.name.lower(), lower.get(parameter.name.lower()))
        if known is None and parameter.default is not inspect.Parameter.empty:
            continue
        if known is None or parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.POSITIONAL_ONLY):
            raise Told(f"the contract has no `{parameter.name}`, which `{function.__name__}` takes; parameters are named as its roles and sizes: "
                       f"{', '.join(every)}", line_of(function))
        if (known in inputs and inputs[known]["file"] is None) and parameter.default is not inspect.Parameter.empty:
            continue
        result[parameter.name] = value(known)
    return result


# ---- Values


def shape_of(given: dict[str, Any]) -> list[int]:
    return [*given["shape"], *([given["lanes"]] if given["lanes"] > 1 else [])]


def nested(flat: list[Any], shape: list[int]) -> list[Any]:
    for size in reversed(shape[1:]):
        flat = [flat[i : i + size] for i in range(0, len(flat), size)] if size else []
    return flat


def content(given: dict[str, Any]) -> Any:
    """An input; None if the kernel takes none and nothing stands for it."""
    if given["file"] is None:
        return None
    name, shape = given["type"], shape_of(given)
    words = array.array("d" if name in FLOATS else "q" if signed(name) else "Q")
    words.frombytes(Path(given["file"]).read_bytes())
    if signed(name) and WIDTHS[name] < 64:
        half = 1 << (WIDTHS[name] - 1)
        words = array.array("q", [(word + half) % (2 * half) - half for word in words])
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return nested([bool(word) for word in words] if name == "bool" else words.tolist(), shape)
    kind = "float64" if name in FLOATS else "bool" if name == "bool" else f"{'' if signed(name) else 'u'}int{WIDTHS[name]}"
    return numpy.frombuffer(words, dtype=words.typecode).astype(kind).reshape(shape)


def flat_of(value: Any) -> tuple[list[Any], list[int]]:
    """Its numbers in order, and its shape; of ragged lists the shape is that of their first elements."""
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return [value], []
    value = list(value)
    if not any(isinstance(one, Iterable) and not isinstance(one, (str, bytes)) for one in value):
        return value, [len(value)]
    parts = [flat_of(one) for one in value]
    return [number for part in parts for number in part[0]], [len(value), *parts[0][1]]


def word(number: Any, place: str, wanted: dict[str, Any], function: Callable[..., Any]) -> bytes:
    name = wanted["type"]
    try:
        if name in FLOATS:
            return struct.pack("=d", number)
        whole = int(number)
        good = whole == number
    except (TypeError, ValueError, OverflowError, struct.error):
        raise Told(f"`{function.__name__}` gives {number!r} for {place}, which is a {name}", line_of(function)) from None
    low, high = (-(1 << (WIDTHS[name] - 1)), (1 << (WIDTHS[name] - 1)) - 1) if signed(name) else (0, (1 << WIDTHS[name]) - 1)
    if not good or not low <= whole <= high:
        raise Told(f"`{function.__name__}` gives {number!r} for {place}, which a {name} does not hold", line_of(function))
    return struct.pack("=Q", whole & ((1 << WIDTHS[name]) - 1))


def write(value: Any, wanted: dict[str, Any], function: Callable[..., Any]) -> None:
    name, shape = wanted["name"], shape_of(wanted)
    flat, given = flat_of(value)
    told = f"{math.prod(shape)} ({' x '.join(map(str, shape))})" if len(shape) > 1 else f"{math.prod(shape)}"
    if len(flat) != math.prod(shape):
        raise Told(f"`{function.__name__}` gives {len(flat)} values for `{name}`, which has {told}", line_of(function))
    if len(given) > 1 and len(shape) > 1 and given != shape:
        raise Told(f"`{function.__name__}` gives {' x '.join(map(str, given))} values for `{name}`, which has {told}", line_of(function))
    Path(wanted["file"]).write_bytes(b"".join(word(number, f"{name}[{i}]", wanted, function) for i, number in enumerate(flat)))


def results(value: Any, wanted: list[dict[str, Any]], function: Callable[..., Any]) -> list[Any]:
    """One per output: of a single one the value itself, of several a tuple in their order, or a dict by their names."""
    names = [one["name"] for one in wanted]
    if value is None:
        raise Told(f"`{function.__name__}` returns nothing; it returns what `{'`, `'.join(names)}` must be", line_of(function))
    if isinstance(value, dict):
        missing = [name for name in names if name not in value]
        if missing:
            raise Told(f"`{function.__name__}` returns a dict without `{missing[0]}`; the outputs are {', '.join(names)}", line_of(function))
        return [value[name] for name in names]
    if len(names) == 1:
        return [value]
    if not isinstance(value, (tuple, list)) or len(value) != len(names):
        raise Told(f"`{function.__name__}` must return {len(names)} outputs, as a tuple or a dict: {', '.join(names)}", line_of(function))
    return list(value)


# ---- The exchange


def explain(error: BaseException, path: str, name: str) -> dict[str, Any]:
    """Which line of the user's file it is, and what to say of it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).resolve() == Path(path).resolve()]
    line = frames[-1].lineno if frames else 0
    if isinstance(error, Told):
        return {"text": str(error), "line": error.line}
    if isinstance(error, TooLong):
        return {"text": f"`{name}` does not end", "line": line, "late": True}
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).resolve() == Path(path).resolve():
        line = error.lineno or 0
    last = traceback.format_exception_only(type(error), error)[-1].strip()
    elsewhere = traceback.extract_tb(error.__traceback__)[-1:] if frames else []
    place = f" (in {elsewhere[0].filename}, line {elsewhere[0].lineno})" if elsewhere and elsewhere[0] != frames[-1] else ""
    remedy = f"; this is {sys.executable}, --python names another" if isinstance(error, ImportError) else ""
    return {"text": f"`{name}` raises {last}{place}{remedy}", "line": line} | ({"raised": True} if isinstance(error, Exception) else {})


def late(signal_number: int, frame: FrameType | None) -> NoReturn:
    raise TooLong


def answer(function: Callable[..., Any], request: dict[str, Any]) -> None:
    given = arguments_for(function, request)
    for one, value in zip(request["outputs"], results(function(**given), request["outputs"], function)):
        write(value, one, function)


def main() -> None:
    path, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGALRM, late)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process

    def timed(what: Callable[[], Any]) -> Any:
        result, told = None, {}
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            result = what()
        except (Exception, TooLong, SystemExit) as error:  # whatever it is, the user hears of it
            told = explain(error, path, name)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        print(json.dumps(told), file=answers, flush=True)
        return result

    function = timed(lambda: load(path, name))
    while function and (line := sys.stdin.readline()):
        timed(lambda: answer(function, json.loads(line)))


if __name__ == "__main__":
    main()
