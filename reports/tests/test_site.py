"""Tests of the site: that its links lead somewhere, and that it says what the logs say."""

from __future__ import annotations

import html.parser
import json
import unittest
import urllib.parse
from pathlib import Path
from typing import Any

from reports import compute, pages, read, render, shelf
from reports.tests import many, sample
from reports.tests.test_reports import Files

Line = dict[str, Any]
WAIVED = {"reason": "rounds toward zero", "link": "https://example.org/issues/17", "since": "2026-01-01"}


def run_line(name: str = "Apple M1", os: str = "macOS 15.5", day: int = 1, suite: str = "aaa", **device: Any) -> Line:
    return sample.RUN | {"suite": suite, "started": f"2026-03-{day:02}T10:00:00Z",
                         "device": sample.RUN["device"] | {"name": name, "os": os, "software": False, "profile": None} | device}


class Page(html.parser.HTMLParser):
    """What a page refers to, its ids, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" and value:
                self.ids.append(value)

    def handle_data(self, data: str) -> None:
        self.text += data


class Sites(Files):
    def device_log(self, folder: str, name: str, *lines: Line, run: Line) -> Path:
        (self.directory / folder).mkdir(exist_ok=True)
        return sample.log(self.directory / folder / name, *lines, run=run)

    def collect(self, *paths: Path) -> tuple[shelf.Shelf, dict[str, read.Run]]:
        seen: dict[str, read.Run] = {}
        return shelf.collect(paths, lambda device, run: seen.update({device.name: run})), seen


@unittest.skipUnless(render.html_available(), "no Jinja2")
class Written(Sites):
    def setUp(self) -> None:
        super().setUp()
        nasty = "x/<b>:T=a&b,V=\"c\""
        self.device_log("1", "m1.jsonl", sample.case("x/a"), sample.case("x/b"), sample.case(nasty), run=run_line())
        self.device_log("2", "m1.jsonl", sample.case("x/a", "fail", failure=sample.FAILURE), sample.case("x/b"), sample.case(nasty, "fail", reason="<i>no</i>"),
                        run=run_line(day=8))
        self.device_log("2", "m1-26.jsonl", sample.case("x/a"), sample.case("x/b", "skip", reason="needs more"), sample.case(nasty), run=run_line(os="macOS 26.0", day=8))
        self.device_log("2", "m4.jsonl", sample.case("x/a"), sample.case("x/b", "waived", waiver=WAIVED), sample.case("y/c:T=int"), run=run_line("Apple M4", day=9))
        self.site = self.directory / "site"
        code, out, err = self.command("site", self.directory / "1", self.directory / "2", "-o", self.site, "--requirements", self.requirements)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("3 devices, 4 cases", out)
        self.pages = {path.relative_to(self.site).as_posix(): Page(path.read_text(encoding="utf-8")) for path in self.site.rglob("*.html")}

    def test_every_link_leads_somewhere_on_the_disk(self):
        for name, page in self.pages.items():
            self.assertEqual(len(page.ids), len(set(page.ids)), name)
            for link in page.links:
                if link.startswith("https://example.org/"):  # of a waiver
                    continue
                target, _, fragment = link.partition("#")
                path = (self.site / name).parent / urllib.parse.unquote(target) if target else self.site / name
                self.assertTrue(path.resolve().is_relative_to(self.site.resolve()) and path.is_file(), f"{name}: {link}")
                if fragment:
                    other = self.pages[path.resolve().relative_to(self.site.resolve()).as_posix()]
                    self.assertIn(urllib.parse.unquote(fragment), other.ids, f"{name}: {link}")

    def test_the_matrix_has_a_cell_per_area_and_device(self):
        links = self.pages["index.html"].links
        for slug in ("apple-m1-macos-15-5", "apple-m1-macos-26-0", "apple-m4-macos-15-5"):
            self.assertIn(f"{slug}/x.html", links)
        self.assertIn("apple-m4-macos-15-5/y.html", links)
        self.assertNotIn("apple-m1-macos-15-5/y.html", links)

    def test_what_the_start_page_says(self):
        text = " ".join(self.pages["index.html"].text.split())
        for says in ("3 devices, 4 cases", "1 of 3 devices deviate", "1 does so in what passed before", "Apple M1 (macOS 15.5) 2 cases", "rounds toward zero",
                     "example.org/issues/17", "67 days"):
            self.assertIn(says, text)
        self.assertIn("https://example.org/issues/17", self.pages["index.html"].links)

    def test_a_colour_stays_with_its_word(self):
        start, style = ((self.site / name).read_text(encoding="utf-8") for name in ("index.html", "site.css"))
        self.assertIn('<span><i class="open"></i>waived or not demonstrated</span>', start)
        self.assertIn(".legend span { white-space: nowrap }", style)

    def test_nothing_of_a_log_becomes_markup(self):
        for name in ("apple-m1-macos-15-5/x.html", "apple-m1-macos-15-5/index.html", "index.html", "differences.html"):
            text = (self.site / name).read_text(encoding="utf-8")
            self.assertNotIn("<i>no</i>", text, name)
            self.assertNotIn("x/<b>", text, name)

    def test_the_search_knows_each_case_on_each_device(self):
        text = (self.site / "search.js").read_text(encoding="utf-8")
        index = json.loads(text.removeprefix("window.assay = ").rstrip().removesuffix(";"))
        found = {}
        for stem, _, parameters, vectors in index["files"]:
            for one, vector in zip(parameters, vectors):
                found[f"{stem}:{one}" if one else stem] = [index["verdicts"].get(letter) for letter in index["vectors"][vector]]
        self.assertEqual([name for name, _ in index["devices"]], ["Apple M1 (macOS 15.5)", "Apple M1 (macOS 26.0)", "Apple M4 (macOS 15.5)"])
        self.assertEqual(found["x/a"], ["fail", "pass", "pass"])
        self.assertEqual(found["x/b"], ["pass", "skip", "waived"])
        self.assertEqual(found["y/c:T=int"], [None, None, "pass"])


class Collected(Sites):
    def test_the_log_before_is_of_the_same_system_if_there_is_one(self):
        one = self.device_log("1", "a.jsonl", sample.case("x/a"), run=run_line(day=1))
        two = self.device_log("2", "a.jsonl", sample.case("x/a", "fail"), run=run_line(os="macOS 26.0", day=2))
        three = self.device_log("3", "a.jsonl", sample.case("x/a", "fail"), run=run_line(day=3))
        found, _ = self.collect(one, two, three)
        old, new = found.devices
        self.assertEqual((old.os, [c.name for c in old.since.worse]), ("macOS 15.5", ["x/a"]))
        self.assertIn("2026-03-01, macOS 15.5", old.since.before)
        self.assertEqual((new.os, [c.name for c in new.since.worse]), ("macOS 26.0", ["x/a"]))
        self.assertIn("2026-03-01, macOS 15.5", new.since.before)
        found, _ = self.collect(three, two, one)  # the order in which they are given does not matter
        self.assertIn("2026-03-01", found.devices[0].since.before)

    def test_logs_of_one_folder_are_one_and_registry_numbers_no_devices(self):
        a = self.device_log("1", "a.jsonl", sample.case("x/a"), run=run_line(registry="0x1"))
        self.device_log("1", "b.jsonl", sample.case("x/b"), run=run_line(registry="0x2"))
        found, runs = self.collect(a.parent)
        self.assertEqual([(d.counts, d.since) for d in found.devices], [({"pass": 2}, None)])

    def test_a_folder_of_folders_is_their_history(self):
        (self.directory / "all").mkdir()
        for day in (1, 2):
            self.device_log(f"all/{day}", "a.jsonl", sample.case("x/a", "pass" if day == 1 else "crash"), run=run_line(day=day))
        found, _ = self.collect(self.directory / "all")
        self.assertEqual([c.after for c in found.devices[0].since.worse], ["crash"])

    def test_systems_are_compared_in_their_order_and_suites_in_time(self):
        logs = [self.device_log(str(n), "a.jsonl", sample.case("x/a", verdict), run=run_line(os=os, day=n, suite=suite))
                for n, (os, suite, verdict) in enumerate((("macOS 15.5", "aaa", "pass"), ("macOS 26.0", "aaa", "fail"), ("macOS 9.1", "aaa", "pass"),
                                                          ("macOS 26.0", "bbb", "pass")), 1)]
        found, _ = self.collect(*logs)
        told = [(c.kind, c.before, c.after, len(c.worse), len(c.better)) for c in found.comparisons]
        self.assertEqual(told, [("suite", "Apple M1 (macOS 26.0): suite aaa", "suite bbb", 0, 1), ("system", "Apple M1: macOS 9.1", "macOS 15.5", 0, 0),
                                ("system", "Apple M1: macOS 15.5", "macOS 26.0", 0, 0)])

    def test_cases_on_which_devices_disagree_are_told_together(self):
        logs = [self.device_log(str(n), "a.jsonl", *(sample.case(f"x/{c}", "fail" if n == 1 and c in "ab" else "pass") for c in "abcd"),
                                *([sample.case("x/only")] if n == 2 else []), run=run_line(f"Apple M{n}")) for n in (1, 2, 3)]
        found, _ = self.collect(*logs)
        (first,) = shelf.patterns(found)
        self.assertEqual(shelf.partial(found), 1)  # x/only: what a log does not have is no disagreement
        self.assertEqual((first.cases, first.bad, first.usual), (("x/a", "x/b"), True, "pass"))
        self.assertEqual([(verdict, [d.title for d in devices]) for verdict, devices in first.verdicts],
                         [("fail", ["Apple M1"]), ("pass", ["Apple M2", "Apple M3"])])

    def test_a_requirement_is_as_good_as_on_the_device_that_says_most(self):
        rows = read.read_requirements(self.requirements)
        logs = [self.device_log(str(n), "a.jsonl", sample.case("x/a", verdict), run=run_line(f"Apple M{n}")) for n, verdict in enumerate(("skip", "pass"), 1)]
        (section,) = shelf.coverage(self.collect(*logs)[0], rows, ())
        self.assertEqual((section.passing, section.skipped, section.missing), (1, 0, 1))
        failing = self.device_log("3", "a.jsonl", sample.case("x/a", "fail"), run=run_line("Apple M3"))
        (section,) = shelf.coverage(self.collect(*logs, failing)[0], rows, ())
        self.assertEqual((section.passing, section.failing), (0, 1))

    def test_equal_fingerprints_are_one_and_others_beside_it(self):
        def measured(worst: float) -> Line:
            return sample.case("math/bounded:F=sin,math=safe", measured={"plain": {"type": "float", "count": 10, "nearest": 5, "worst": worst, "argument": "0x1p+0",
                                                                                  "curve": [[0, worst], [4, 0.5]]}})
        logs = [self.device_log(str(n), "a.jsonl", measured(worst), run=run_line(f"Apple M{n}")) for n, worst in enumerate((1.0, 1.0, 2.0), 1)]
        found, _ = self.collect(*logs)
        self.assertEqual([one.devices for one in found.prints], [["Apple M1 (macOS 15.5)", "Apple M2 (macOS 15.5)"], ["Apple M3 (macOS 15.5)"]])
        (row,) = shelf.beside(found.prints)
        self.assertTrue(row.differs)
        self.assertEqual((row.function, row.spread, [cell.worst for cell in row.cells]), ("sin", 2.0, [1.0, 2.0]))

    def test_bad_input_gets_a_sentence(self):
        (self.directory / "empty").mkdir()
        text = self.directory / "text.jsonl"
        text.write_text("hello\n")
        unit = self.log(run=sample.RUN | {"units": 1}, name="unit.jsonl")
        for path, says in ((self.directory / "empty", "no *.jsonl there"), (text, "text.jsonl:1: no `run` line"), (self.directory / "none", "No such file"),
                           (unit, "a log of single units"), (self.log(name="b.jsonl"), "no log has a case")):
            code, _, err = self.command("site", path, "-o", self.directory / "site", "--requirements", self.requirements)
            self.assertEqual(code, 2, err)
            self.assertIn(says, err)


class Marks(unittest.TestCase):
    def test_a_cell_shows_the_worst(self):
        for counts, wanted in (({"pass": 3}, ("g", "✓")), ({"pass": 3, "skip": 1}, ("g", "✓")), ({"skip": 2}, ("s", "–")), ({"pass": 1, "waived": 1}, ("o", "~")),
                               ({"pass": 9, "fail": 2, "crash": 1}, ("b", "3")), ({"pass": 9, "internal error": 2}, ("k", "2"))):
            self.assertEqual(pages.mark(counts)[:2], wanted)
        for verdict in compute.VERDICTS:
            self.assertNotEqual(pages.mark({verdict: 1})[1], "✓" if verdict != "pass" else "")


@unittest.skipUnless(render.html_available(), "no Jinja2")
class Large(Files):
    def test_a_hundred_devices_fit_on_the_start_page(self):
        """10,000 cases instead of these make the index of the search longer, not the page."""
        many.main(100, 960, self.directory / "logs")
        site = self.directory / "site"
        code, out, err = self.command("site", self.directory / "logs", "-o", site, "--requirements", self.requirements)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("100 devices, 960 cases", out)
        self.assertLess((site / "index.html").stat().st_size, 1_000_000)
        self.assertLess(max(path.stat().st_size for path in site.rglob("*") if path.is_file()), 2_000_000)


if __name__ == "__main__":
    unittest.main()
