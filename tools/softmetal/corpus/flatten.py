"""One MSL file with its includes in place: libraries are compiled from one text, which cannot find files.

As a program (metal-cc runs it): prints the files whose names stand on stdin, a line each, as one text.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*(["<])([^">]+)[">]', re.MULTILINE)


def flatten(path: Path, paths: list[Path], seen: set[Path] | None = None) -> str:
    """The file with the includes that are found in place, each once; an include that is not there stays as it is."""
    seen = set() if seen is None else seen
    seen.add(path.resolve())
    text = path.read_text(encoding="utf-8", errors="replace")
    out, at = [f'#line 1 "{path.name}"\n'], 0
    for match in INCLUDE.finditer(text):
        places = [path.parent, *paths] if match[1] == '"' else paths
        found = next((p / match[2] for p in places if (p / match[2]).is_file()), None)
        if found is None:
            continue
        out.append(text[at : match.start()])
        if found.resolve() not in seen:
            out.append(flatten(found, paths, seen))
        line = text.count("\n", 0, match.end()) + 1
        out.append(f'\n#line {line} "{path.name}"\n')
        at = match.end()
    return "".join([*out, text[at:]])


if __name__ == "__main__":
    included: set[Path] = set()
    for line in sys.stdin.read().splitlines():
        print(flatten(Path(line), [], included))
