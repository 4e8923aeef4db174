"""Tests of merging: nothing lost, nothing counted twice, and the report of one long run."""

from __future__ import annotations

import copy
import json
import unittest
from pathlib import Path
from typing import Any

from reports import merge, read
from reports.tests import sample
from reports.tests.test_reports import Files

Line = dict[str, Any]
TIMES = {"total": 1.0, "compile": 0.25, "dispatch": 0.25, "reference": 0.25, "compare": 0.25}


def result(name: str, **more: Any) -> Line:
    return sample.case(name, verdict=more.pop("verdict", "pass"), results="00000000000000ab", findings=[], attempt=1, seconds=dict(TIMES), gpu_seconds=0.5) | more


def sweep(part: int, parts: int, **more: Any) -> Line:
    """A case that judged 10 values of its own and 100 of the sweep."""
    measured = {"result": {"type": "float", "count": 10, "nearest": 9, "toward_zero": 8, "kept": 1, "flushed": 0, "worst": part / 8,
                           "argument": f"0x{part}p+0", "curve": [[-152, part / 8], [4 * part, 0.5]]}}
    return result("m/s", judged=110, sweep={"part": part, "parts": parts, "judged": 100, "unjudged": 0}, measured=measured) | more


class Merging(Files):
    """A plan of two cases, a sweep in two parts and a proof."""

    UNITS = ("case:x/a", "case:x/b", "sweep:1/2:m/s", "sweep:2/2:m/s", "proof:x/a")

    def setUp(self) -> None:
        super().setUp()
        self.plan = self.write("plan.jsonl", [
            {"type": "plan", "schema": 1, "suite": "abc1234", "queries": ["x/", "m/"], "sweeps": 2, "proofs": True, "files": 3, "cases": 3, "units": 5},
            *({"type": "unit", "unit": unit, "kind": unit.partition(":")[0], "name": unit.rpartition(":")[2], "hash": "0"} for unit in self.UNITS)])
        self.lines: dict[str, list[Line]] = {
            "case:x/a": [result("x/a")], "case:x/b": [result("x/b", verdict="fail", failure=sample.FAILURE)],
            "sweep:1/2:m/s": [sweep(1, 2)], "sweep:2/2:m/s": [sweep(2, 2)],
            "proof:x/a": [result("x/a"), {"type": "mutant", "name": "x/a", "ids": ["a.row"], "mutant": "m", "line": 1, "verdict": "fail", "killed": True}]}

    def write(self, name: str, lines: list[Line]) -> Path:
        path = self.directory / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    def unit_log(self, name: str, *units: str, end: bool = True, begun: str = "", run: Line | None = None) -> Path:
        """The log of a machine that did these units and, perhaps, began one more."""
        lines = [sample.RUN | {"units": len(units)} | (run or {})]
        for unit in units:
            lines += [*({**line, "unit": unit} for line in self.lines[unit]), {"type": "done", "unit": unit}]
        lines += [{**line, "unit": begun} for line in self.lines.get(begun, [])]
        return self.write(name, lines + ([{"type": "end", "seconds": 2.0, "interrupted": False}] if end else []))

    def merged(self, *paths: Path) -> merge.Merged:
        plan, logs, _ = merge.read([self.plan, *paths])
        (merged,) = merge.merge(plan, logs)
        return merged

    def whole(self) -> list[Path]:
        return [self.unit_log("1.jsonl", "case:x/b", "sweep:2/2:m/s"), self.unit_log("2.jsonl", "proof:x/a", "case:x/a", "sweep:1/2:m/s")]

    def test_every_unit_is_there_once_and_in_the_order_of_the_plan(self):
        merged = self.merged(*self.whole())
        self.assertEqual((merged.lost, merged.problems, merged.notes), ([], [], []))
        self.assertEqual([line.get("name") for line in merged.run], [None, "x/a", "x/b", "m/s", None])
        self.assertEqual([line["type"] for line in merged.proofs], ["run", "case", "mutant", "end"])
        self.assertNotIn('"unit": "case:', json.dumps([merged.run[1:], merged.proofs[1:]]))
        self.assertEqual(merged.run[-1]["ledger"]["discovered"], 3)
        self.assertEqual(merged.run[-1]["ledger"]["fail"], 1)

    def test_it_does_not_matter_who_did_what(self):
        alone = self.merged(self.unit_log("all.jsonl", *self.UNITS))
        self.assertEqual(merge.text(self.merged(*self.whole()).run).replace('"seconds":4.0', '"seconds":2.0'), merge.text(alone.run))

    def test_the_report_is_that_of_one_long_run(self):
        """But for the time that the run took: no other byte differs."""
        run = self.merged(*self.whole()).run
        long = [sample.RUN | {"command": ["assay", "run", "--exhaustive", "x/", "m/"], "files": 3, "exhaustive": "1/1"},
                result("m/s", judged=210, sweep={}, measured=merge._measured([sweep(1, 2), sweep(2, 2)]), seconds={k: 2 * v for k, v in TIMES.items()}),
                self.lines["case:x/b"][0], self.lines["case:x/a"][0], {"type": "end", "interrupted": False, "seconds": 9.0}]
        pages = []
        for lines in (run, long):
            log = self.write("run.jsonl", lines)
            code, _, err = self.command(log, "-o", self.directory / "report", "--requirements", self.requirements)
            self.assertEqual((code, err), (0, ""))
            pages.append({file.name: file.read_bytes() for file in (self.directory / "report").iterdir()})
        self.assertEqual(pages[0], pages[1])

    def test_lost_units_are_named(self):
        merged = self.merged(self.whole()[0])
        self.assertEqual(merged.lost, ["case:x/a", "sweep:1/2:m/s", "proof:x/a"])
        self.assertEqual(merged.run, [])
        code, out, err = self.command("merge", self.plan, self.whole()[0], "-o", self.directory / "out")
        self.assertEqual(code, 1)
        self.assertIn("lost: sweep:1/2:m/s on Softmetal\n", err)
        self.assertIn("3 of 5 units are lost", err)
        self.assertEqual(list((self.directory / "out").iterdir()), [])

    def test_double_units_are_named(self):
        merged = self.merged(*self.whole(), self.unit_log("3.jsonl", "case:x/a"))
        self.assertEqual(len(merged.problems), 1)
        self.assertRegex(merged.problems[0], r"double: case:x/a is in \S*2.jsonl and \S*3.jsonl; leave out")
        twice = self.unit_log("1.jsonl", *self.UNITS, "case:x/b")
        self.assertRegex(self.merged(twice).problems[0], "double: case:x/b is 2 times in")

    def test_of_a_machine_that_was_lost_what_it_finished_counts_once(self):
        cut = self.unit_log("0.jsonl", "case:x/a", end=False, begun="sweep:1/2:m/s")
        one, two = self.whole()
        merged = self.merged(cut, one, two)
        self.assertEqual(merged.problems, [])
        self.assertTrue(any("case:x/a: taken from" in note for note in merged.notes))
        self.assertTrue(any("0.jsonl: cut short after 1 units; begun and not done: sweep:1/2:m/s" in note for note in merged.notes))
        self.assertEqual(merged.run[-1]["ledger"]["run"], 3)
        rest = self.unit_log("2.jsonl", "proof:x/a", "sweep:1/2:m/s")
        self.assertEqual(self.merged(cut, one, rest).run[1:4], merged.run[1:4])

    def test_a_torn_log_counts_up_to_its_last_whole_line(self):
        one, two = self.whole()
        text = two.read_text()
        for size in range(text.index('"done"'), len(text), 7):  # wherever the machine went down
            two.write_text(text[:size])
            merged = self.merged(one, two)
            self.assertEqual(bool(merged.run), not merged.lost)
            self.assertEqual(merged.problems, [])
            self.assertTrue(any("cut short" in note for note in merged.notes), size)
        two.write_text(text[:-9])
        self.assertTrue(any("torn: the last line is cut off" in note for note in self.merged(one, two).notes))

    def test_a_broken_line_in_the_middle_is_an_error(self):
        one, two = self.whole()
        two.write_text(two.read_text().replace('{"type": "done"', '{"type" "done"', 1))
        with self.assertRaisesRegex(read.InputError, r"2\.jsonl:4: not a line of JSON; give what"):
            self.merged(one, two)

    def test_an_empty_log_is_a_machine_that_never_began(self):
        (self.directory / "3.jsonl").touch()
        plan, logs, notes = merge.read([self.plan, *self.whole(), self.directory / "3.jsonl"])
        self.assertEqual((len(logs), len(notes)), (2, 1))

    def test_logs_of_another_suite_or_seed_do_not_fit(self):
        for change in ({"suite": "def"}, {"seed": 2}, {"math": "safe"}):
            one, _ = self.whole()
            two = self.unit_log("2.jsonl", "proof:x/a", "case:x/a", "sweep:1/2:m/s", run=change)
            self.assertRegex(self.merged(one, two).problems[0], r"2\.jsonl: (suite|seed|math) .* but .* merge logs of equal runs only")
        self.lines["case:x/a"][0]["hash"] = "1"
        self.assertRegex(self.merged(*self.whole()).problems[0], "case:x/a ran another version of its case than was planned")

    def test_a_unit_that_is_not_planned_is_named(self):
        self.lines["case:x/z"] = [result("x/z")]
        self.assertRegex(self.merged(*self.whole(), self.unit_log("3.jsonl", "case:x/z")).problems[0], r"case:x/z is not in the plan")

    def test_each_device_needs_all_units_and_equal_chips_share(self):
        chips = [{"device": sample.RUN["device"] | {"name": name, "registry": registry}} for name, registry in (("M1", "1"), ("M1", "2"), ("M4", "3"))]
        one, _ = self.whole()
        one = self.unit_log("1.jsonl", "case:x/b", "sweep:2/2:m/s", run=chips[0])
        two = self.unit_log("2.jsonl", "proof:x/a", "case:x/a", "sweep:1/2:m/s", run=chips[1])
        other = self.unit_log("3.jsonl", "case:x/a", run=chips[2])
        plan, logs, _ = merge.read([self.plan, one, two, other])
        m1, m4 = merge.merge(plan, logs)
        self.assertEqual((m1.lost, m1.problems), ([], []))
        self.assertEqual(len(m4.lost), 4)
        code, out, err = self.command("merge", self.plan, one, two, other, "-o", self.directory / "out")
        self.assertEqual(code, 1)
        self.assertEqual([f.name for f in sorted((self.directory / "out").iterdir())], ["m1-ieee-proofs.jsonl", "m1-ieee.jsonl"])

    def test_missing_lists_what_no_log_finished(self):
        cut = self.unit_log("0.jsonl", "case:x/a", end=False, begun="case:x/b")
        code, out, _ = self.command("missing", self.plan, cut)
        self.assertEqual((code, out.split()), (0, ["case:x/b", "sweep:1/2:m/s", "sweep:2/2:m/s", "proof:x/a"]))

    def test_input_that_is_something_else_gets_a_sentence(self):
        one, _ = self.whole()
        whole_run = self.log(sample.case("x/a"), name="run.jsonl")
        short = self.write("short.jsonl", [json.loads(line) for line in self.plan.read_text().splitlines()[:-1]])
        for paths, says in (([one], "no plan among the files"), ([self.plan, self.plan, one], "2 plans"), ([self.plan], "no log of a unit beside"),
                            ([self.plan, whole_run], "run.jsonl:1: a log of a whole run"), ([short, one], "a plan of 5 units of which 4 are there"),
                            ([self.plan, self.directory / "none"], "No such file")):
            code, _, err = self.command("merge", *paths, "-o", self.directory / "out")
            self.assertEqual(code, 2)
            self.assertIn(says, err)
        code, _, err = self.command(one, "-o", self.directory / "report")
        self.assertEqual(code, 2)
        self.assertIn("1.jsonl:1: a log of single units; `reports merge", err)


class Sweeps(unittest.TestCase):
    def test_counts_add_up_and_errors_are_the_largest(self):
        whole = merge.whole_sweep([sweep(1, 2), sweep(2, 2)])
        self.assertEqual((whole["judged"], whole["sweep"]), (210, {"part": 1, "parts": 1, "judged": 200, "unjudged": 0}))
        measured = whole["measured"]["result"]
        self.assertEqual((measured["count"], measured["kept"], measured["worst"], measured["argument"]), (20, 2, 0.25, "0x2p+0"))
        self.assertEqual(measured["curve"], [[-152, 0.25], [4, 0.5], [8, 0.5]])
        self.assertEqual(whole["seconds"]["total"], 2.0)

    def test_of_equal_errors_the_argument_nearest_to_zero_is_told(self):
        lines = [sweep(part, 3) for part in (1, 2, 3)]
        for line, argument in zip(lines, ("0x1.8p+1", "-0x1p-1", "0x1p-1")):
            line["measured"]["result"] |= {"worst": 0.5, "argument": argument}
        for order in (lines, lines[::-1]):
            self.assertEqual(merge.whole_sweep(order)["measured"]["result"]["argument"], "0x1p-1")

    def test_the_first_differences_are_those_of_the_smallest_encodings(self):
        def failing(part: int, elements: list[int]) -> Line:
            first = [{"element": e, "lane": 0, "got": "0", "expected": "1", "error": 1.0} for e in elements]
            return sweep(part, 3, verdict="fail", rerun=f"--argument {elements[0]}", reason=f"sweep: {len(elements)} arguments have wrong results, the first is {elements[0]}",
                         failure={"wrong": len(elements), "first": first})

        whole = merge.whole_sweep([failing(1, [7, 40, 41, 42, 43]), sweep(2, 3), failing(3, [3, 8, 9, 10, 50])])
        self.assertEqual((whole["verdict"], whole["failure"]["wrong"], whole["rerun"]), ("fail", 10, "--argument 3"))
        self.assertEqual(whole["reason"], "sweep: 10 arguments have wrong results, the first is 3")
        self.assertEqual([d["element"] for d in whole["failure"]["first"]], [3, 7, 8, 9, 10, 40, 41, 42])
        self.assertEqual(whole["judged"], 310)

    def test_a_case_that_is_waived_in_one_part_is_waived(self):
        waived = copy.deepcopy(sweep(2, 2, verdict="waived", failure={"wrong": 1, "first": [{"element": 1}]}))
        self.assertEqual(merge.whole_sweep([sweep(1, 2, verdict="unexpected pass"), waived])["verdict"], "waived")
        self.assertEqual(merge.whole_sweep([sweep(1, 2, verdict="unexpected pass"), sweep(2, 2, verdict="unexpected pass")])["verdict"], "unexpected pass")

    def test_a_crash_of_one_part_is_the_verdict(self):
        crashed = result("m/s", verdict="crash", reason="killed by signal 9", judged=0)
        whole = merge.whole_sweep([sweep(1, 2), crashed])
        self.assertEqual((whole["verdict"], whole["reason"]), ("crash", "killed by signal 9"))


if __name__ == "__main__":
    unittest.main()
