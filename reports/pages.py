"""Writes a site of many devices: a start page, a page for each device and for each of its areas, what differs, fingerprints, a search index.

The pages are files beside each other and read nothing over a network, so that they work from `file://`. What grows with the number of devices times
cases is in the pages of areas and, a letter each, in the index that the search loads when it is first used."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from reports import compute, fingerprint, render, shelf
from reports.read import Case, Requirement, Run

MOST_FAILURES = 200  # on the page of an area or device, in full
MOST_CHANGES = 300   # of a comparison, on a page
MOST_PATTERNS = 150
MOST_PRINTS = len(fingerprint.COLORS)
MOST_ROWS = 250      # of fingerprints side by side
MOST_NAMED = 6       # devices or cases that a sentence names


def area_file(area: str) -> str:
    return (area or "own") + ".html"


@dataclass(frozen=True)
class File:
    """The cases of one file on an area's page."""

    stem: str
    title: str
    cases: tuple[Case, ...]


def _files(cases: Iterable[Case]) -> list[File]:
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.stem, []).append(case)
    return [File(stem.partition("/")[2] or stem, group[0].title, tuple(group)) for stem, group in sorted(groups.items())]


def anchor(name: str) -> str:
    """A case on its area's page."""
    return name.partition("/")[2] or name


def named(things: Iterable[str], most: int = MOST_NAMED) -> str:
    """`a, b and 3 more`."""
    found = list(things)
    if len(found) <= most + 1:
        return ", ".join(found)
    return f"{', '.join(found[:most])} and {len(found) - most} more"


def letter(verdict: str) -> str:
    """The class of a verdict in site.css."""
    return {"bad": "b", "broken": "k", "open": "o", "skip": "s", "good": "g"}[compute.VERDICTS.get(verdict, "broken")]


def mark(counts: dict[str, int]) -> tuple[str, str, str]:
    """A cell of the matrix: its class, its text, and what it counts."""
    told = ", ".join(f"{n} {verdict}" for verdict in compute.VERDICTS if (n := counts.get(verdict)))
    failing = sum(n for verdict, n in counts.items() if verdict in compute.FAILED)
    if failing:
        return letter(next(v for v in compute.VERDICTS if counts.get(v))), str(failing), told
    if any(counts.get(verdict) for verdict in ("waived", "not demonstrated")):
        return "o", "~", told
    return ("g", "✓", told) if counts.get("pass") else ("s", "–", told)


class Site:
    def __init__(self, directory: Path, requirements: dict[str, Requirement], uncovered: dict[str, tuple[str, str]]) -> None:
        self.directory = directory
        self.requirements = requirements
        self.uncovered = uncovered
        self.environment = render.environment()
        self.environment.globals |= {"area_file": area_file, "anchor": anchor, "named": named, "mark": mark, "letter": letter, "FAILED": compute.FAILED,
                                     "MOST_CHANGES": MOST_CHANGES, "MOST_FAILURES": MOST_FAILURES}

    def write(self, file: str, template: str, **values: object) -> None:
        path = self.directory / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.environment.get_template(template).render(root="../" * file.count("/"), **values), encoding="utf-8")

    def device(self, device: shelf.Device, run: Run) -> None:
        """The pages of one device."""
        failures = compute.failures(run)
        self.write(f"{device.slug}/index.html", "site_device.html", device=device, run=run, headline=render.headline(run), ledger=compute.ledger(run),
                   areas=compute.areas(run), failures=failures, deviations=compute.deviations(run), skips=compute.skips(run),
                   coverage=compute.coverage(run, self.requirements, self.uncovered), fingerprint=fingerprint.html(run), survivors=compute.survivors(run))
        by_area: dict[str, list[Case]] = {}
        for case in run.cases.values():
            by_area.setdefault(case.area, []).append(case)
        worse = {change.name for change in device.since.worse} if device.since else set()
        for area in compute.areas(run):
            cases = by_area[area.name]
            self.write(f"{device.slug}/{area_file(area.name)}", "site_area.html", device=device, run=run, area=area, files=_files(cases), worse=worse,
                       areas=list(device.areas), failures=[case for case in failures if case.area == area.name])

    def overview(self, found: shelf.Shelf) -> None:
        """The pages about all devices."""
        patterns = shelf.patterns(found)
        self.write("index.html", "site_index.html", shelf=found, patterns=patterns, partial=shelf.partial(found), coverage=shelf.coverage(found, self.requirements, self.uncovered),
                   waivers=sorted(found.waivers.items(), key=lambda item: -item[1][0]))
        self.write("differences.html", "site_differences.html", shelf=found, patterns=patterns[:MOST_PATTERNS], more=patterns[MOST_PATTERNS:])
        self._fingerprints(found)
        for file in ("style.css", "site.css", "site.js"):
            shutil.copyfile(render.TEMPLATES / file, self.directory / file)
        (self.directory / "search.js").write_text(search_index(found), encoding="utf-8")

    def _fingerprints(self, found: shelf.Shelf) -> None:
        prints = sorted(found.prints, key=lambda one: (-len(one.devices), one.number))
        shown = prints[:MOST_PRINTS]
        rows = shelf.beside(shown)
        differ = [row for row in rows if row.differs]
        colors = {one.number: fingerprint.COLORS[n] for n, one in enumerate(shown)}
        self.write("fingerprints.html", "site_fingerprints.html", shelf=found, prints=shown, left_out=prints[MOST_PRINTS:], colors=colors,
                   choices=shelf.choices(shown), rows=differ[:MOST_ROWS], more=differ[MOST_ROWS:], alike=[row for row in rows if not row.differs],
                   plots=_plots(differ, shown, colors))


def _plots(rows: list[shelf.Beside], prints: list[shelf.Print], colors: dict[int, str]) -> list[tuple[shelf.Beside, str]]:
    """A plot for each function and type, in the mode in which fingerprints differ most: a line for each of them."""
    first: dict[tuple[str, str], shelf.Beside] = {}
    for row in rows:
        first.setdefault((row.type, row.function), row)
    drawn = []
    for row in first.values():
        lines = [(named(one.devices, 3), colors[one.number], cell.curve) for one, cell in zip(prints, row.cells) if cell]
        svg = fingerprint.draw(lines)
        if svg:
            drawn.append((row, svg))
    return drawn


def search_index(found: shelf.Shelf) -> str:
    """What the search needs, as a script: a page from `file://` may load no data in another way."""
    numbers: dict[str, int] = {}
    files: dict[str, list] = {}
    for name, vector in shelf.vectors(found).items():
        stem, _, parameters = name.partition(":")
        entry = files.setdefault(stem, [stem, found.titles[name], [], []])
        entry[2].append(parameters)
        entry[3].append(numbers.setdefault(vector, len(numbers)))
    index = {"devices": [[device.name, device.slug] for device in found.devices], "verdicts": shelf.VERDICT_OF,
             "colors": compute.VERDICTS, "vectors": list(numbers), "files": list(files.values())}
    return "window.assay = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n"


def write(paths: list[Path], directory: Path, requirements: dict[str, Requirement], uncovered: dict[str, tuple[str, str]]) -> shelf.Shelf:
    site = Site(directory, requirements, uncovered)
    found = shelf.collect(paths, site.device)
    site.overview(found)
    return found
