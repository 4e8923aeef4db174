"""One MSL file with its includes in place: libraries are compiled from one text, which cannot find files.

Clang's preprocessor says which includes are in active branches and what a macro in one names; without clang all are
taken. As a program (metal-cc runs it): prints the files whose names stand on stdin, a line each, as one text.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b.*", re.MULTILINE)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*(include|import)\b[ \t]*(.+?)[ \t]*$", re.MULTILINE)
NAME = re.compile(r'(?:"([^"]+)"|<([^>]+)>)')
INCLUDES = 4096  # in one text
MACROS = ["__METAL__=1", "__METAL_VERSION__=400", "__METAL_MACOS__=1", "__HAVE_BFLOAT__=1"]


def preprocess(text: str, defines: list[str]) -> str | None:
    """The text after macros, without what it includes; None where there is no clang."""
    clang = os.environ.get("SOFTMETAL_CLANG") or shutil.which("clang-22") or shutil.which("clang")
    if not clang:
        return None
    body = INCLUDE.sub("", text)
    command = [clang, "-E", "-P", "-Wno-everything", "-x", "c++", "-Ulinux", "-Uunix", *[f"-D{d}" for d in [*MACROS, *defines]], "-"]
    return subprocess.run(command, input=body, capture_output=True, text=True, errors="replace", check=False).stdout or body


def active_includes(text: str, defines: list[str]) -> dict[int, str]:
    """The number of each include that counts, from 0, and what it names: `"x.h"` or `<x.h>`."""
    numbers = iter(range(len(text)))
    marked = preprocess(INCLUDE.sub(lambda m: f"__flatten_include {next(numbers)} {m[2]}\n__flatten_end", text), defines)
    if marked is None:
        return {n: m[2] for n, m in enumerate(INCLUDE.finditer(text))}
    return {int(n): name for n, name in re.findall(r"__flatten_include\s+(\d+)\s+(.*?)\s*__flatten_end", marked, re.DOTALL)}


class Places:
    """Where lines of the text came from, as its #line directives say: the directory of the last one before an offset."""

    def __init__(self, path: Path) -> None:
        self.files = {path.name: path}

    def directive(self, line: int, path: Path) -> str:
        name = path.name
        while self.files.setdefault(name, path) != path:
            name = f"{path.parent.name}/{name}" if name == path.name else f"_{name}"
        return f'#line {line} "{name}"\n'

    def file_at(self, text: str, offset: int) -> tuple[Path, int]:
        """The file, and the number of the line after the one at the offset."""
        lines = re.finditer(r'^#line (\d+) "([^"\n]+)"\n', text[:offset], re.MULTILINE)
        last = [match for match in lines if match[2] in self.files][-1]
        return self.files[last[2]], int(last[1]) + text.count("\n", last.end(), offset) + 1


def once_guard(path: Path) -> str:
    """What a file with a pragma once begins with, so that it counts once in texts that are joined later, too."""
    name = f"FLATTEN_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    return f"#ifndef {name}\n#define {name}\n"


def take_first(text: str, paths: list[Path], places: Places, seen: set[Path], before: set[Path], defines: list[str]) -> str | None:
    """The text with its first include that is found in place: what follows may depend on it. None if none is left."""
    active = active_includes(text, defines)
    for number, match in enumerate(INCLUDE.finditer(text)):
        name = NAME.match(active.get(number, ""))
        if not name:
            continue
        here, line = places.file_at(text, match.start())
        directories = [here.parent, *paths] if name[1] else paths
        found = next((d / (name[1] or name[2]) for d in directories if (d / (name[1] or name[2])).is_file()), None)
        if found is None:
            continue
        content = found.read_text(encoding="utf-8", errors="replace")
        once = match[1] == "import" or ONCE.search(content)
        absent = found.resolve() not in (seen if once else before)
        seen.add(found.resolve())
        body = places.directive(1, found) + ONCE.sub("", content) + "\n" if absent else ""
        if body and once:
            body = once_guard(found) + body + "#endif\n"
        return text[: match.start()] + body + places.directive(line, here).rstrip("\n") + text[match.end() :]
    return None


def flatten(path: Path, paths: list[Path], seen: set[Path] | None = None, defines: list[str] | None = None) -> str:
    """The file with the includes that are found in place; an include that is not there stays as it is. A file with a
    pragma once, and one that is imported, is there once; what stands in `seen`, not at all."""
    seen = set() if seen is None else seen
    before = set(seen)
    seen.add(path.resolve())
    places = Places(path)
    text = places.directive(1, path) + path.read_text(encoding="utf-8", errors="replace")
    for _ in range(INCLUDES):
        step = take_first(text, paths, places, seen, before, defines or [])
        if step is None:
            break
        text = step
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints the files whose names stand on stdin, a line each, as one text.")
    parser.add_argument("-I", dest="paths", metavar="DIR", type=Path, action="append", default=[], help="where includes are looked for")
    parser.add_argument("-D", dest="defines", metavar="NAME[=TEXT]", action="append", default=[], help="a macro of these files")
    parser.add_argument("--math", choices=["fast", "relaxed", "safe"], help="the mode of these files' arithmetic")
    arguments = parser.parse_args()
    included: set[Path] = set()
    if arguments.math:
        print(f"#pragma METAL fp math_mode({arguments.math})")
    for define in arguments.defines:
        name, _, text = define.partition("=")
        print(f"#define {name} {text if '=' in define else 1}")
    for line in sys.stdin.read().splitlines():
        path = Path(line)
        print(path.read_text(encoding="utf-8") if path.suffix == ".air" else flatten(path, arguments.paths, included, arguments.defines))
    for define in arguments.defines:
        print(f"#undef {define.partition('=')[0]}")
    if arguments.math:
        print("#pragma METAL fp math_mode(fast)")


if __name__ == "__main__":
    main()
