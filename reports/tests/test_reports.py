"""Tests of the reports: `python3 -m unittest discover -s reports/tests -t .` from the top."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from reports import command, compute, fingerprint, functions, litmus, read, render, type_layout
from reports.tests import sample

ROW = "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"


class Files(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)
        self.requirements = self.directory / "requirements.tsv"
        self.requirements.write_text(ROW + "a.row\t6.10.2\t1\tvalue\t-\tplain\t2.0\t-\t-\tIt holds.\t-\n"
                                     + "b.row\t6.10.1\t1\tvalue\t-\tplain\t2.0\t-\t-\tSo does it.\t-\n"
                                     + "u.row\t6.10.1\t1\tundefined\t-\tplain\t2.0\t-\t-\tAnything.\t-\n", encoding="utf-8")

    def log(self, *lines, name: str = "a.jsonl", **more) -> Path:
        return sample.log(self.directory / name, *lines, **more)

    def command(self, *arguments) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = command.main([str(a) for a in arguments])
        return code, out.getvalue(), err.getvalue()


class Read(Files):
    def test_a_torn_last_line_is_ignored(self):
        path = self.log(sample.case("x/a"), end=False)
        path.write_text(path.read_text() + '{"type": "case", "na')
        run = read.read_log(path)
        self.assertEqual(list(run.cases), ["x/a"])
        self.assertFalse(run.complete)

    def test_a_broken_line_in_the_middle_is_an_error_with_its_line(self):
        path = self.log(sample.case("x/a"))
        text = path.read_text().splitlines(keepends=True)
        path.write_text("".join([text[0], "garbage\n", *text[1:]]))
        with self.assertRaisesRegex(read.InputError, r"a\.jsonl:2: not a line of JSON"):
            read.read_log(path)

    def test_an_unknown_schema_is_refused(self):
        with self.assertRaisesRegex(read.InputError, "log schema 99"):
            read.read_log(self.log(run=sample.RUN | {"schema": 99}))

    def test_unknown_fields_are_ignored_and_missing_ones_neutral(self):
        run = read.read_log(self.log({"type": "case", "name": "x/a", "novelty": 1}))
        self.assertEqual(run.cases["x/a"].verdict, "internal error")

    def test_an_empty_file_is_refused(self):
        (self.directory / "empty").touch()
        with self.assertRaisesRegex(read.InputError, "empty"):
            read.read_log(self.directory / "empty")

    def test_logs_of_one_device_merge_and_later_lines_win(self):
        a = self.log(sample.case("x/a", "crash"), sample.case("x/b"))
        b = self.log(sample.case("x/a"), name="b.jsonl")
        (run,) = read.read_logs([a, b])
        self.assertEqual(run.cases["x/a"].verdict, "pass")
        self.assertEqual(run.discovered, 6)

    def test_a_log_of_proofs_adds_its_mutants_and_nothing_else(self):
        mutant = {"type": "mutant", "name": "x/a", "ids": ["a.row"], "mutant": "m", "killed": True}
        proof = self.log(sample.case("x/a", "crash"), mutant, name="0.jsonl", run=sample.RUN | {"command": ["assay", "prove"]})
        (run,) = read.read_logs([proof, self.log(sample.case("x/a"), name="1.jsonl")])
        self.assertEqual((run.cases["x/a"].verdict, run.discovered, len(run.mutants)), ("pass", 3, 1))

    def test_profiles_are_devices_of_their_own(self):
        apple = sample.RUN | {"device": sample.RUN["device"] | {"profile": "apple"}}
        self.assertEqual(len(read.read_logs([self.log(), self.log(name="b.jsonl", run=apple)])), 2)


class Compute(Files):
    def run_of(self, *lines, **more) -> read.Run:
        return read.read_log(self.log(*lines, **more))

    def test_the_ledger_must_add_up(self):
        run = self.run_of(sample.case("x/a"), sample.case("x/b", "skip", reason="needs apple9"))
        ledger = compute.ledger(run)
        self.assertFalse(ledger.balanced)
        self.assertIn("does not add up", render.headline(run))
        run.discovered = 2
        self.assertTrue(compute.ledger(run).balanced)
        self.assertEqual(compute.ledger(run).ran, 1)

    def test_every_failing_verdict_counts_as_failed(self):
        for verdict in ("fail", "crash", "timeout", "device error", "internal error", "unexpected pass"):
            self.assertEqual(compute.ledger(self.run_of(sample.case("x/a", verdict))).failed, 1, verdict)

    def test_proven_needs_a_killed_mutant_of_its_own(self):
        mutant = {"type": "mutant", "name": "x/a", "ids": ["a.row"], "mutant": "m", "line": 3, "verdict": "fail", "killed": True}
        rows = read.read_requirements(self.requirements)
        for killed, ids, state in ((True, ["a.row"], "proven"), (False, ["a.row"], "passing"), (True, ["a.row", "b.row"], "passing")):
            run = self.run_of(sample.case("x/a"), mutant | {"killed": killed, "ids": ids})
            (section,) = compute.coverage(run, rows)
            self.assertEqual(getattr(section, state), 1)
            self.assertEqual((section.missing, section.total), (1, 2))

    def test_a_row_without_a_case_is_missing_unless_it_is_listed(self):
        rows = read.read_requirements(self.requirements)
        listed = self.directory / "uncovered.tsv"
        listed.write_text("id\treason\tsentence\nb.row\tneeds hardware\tOnly a chip shows it.\n")
        (section,) = compute.coverage(self.run_of(sample.case("x/a")), rows, read.read_uncovered(listed, rows))
        self.assertEqual((section.listed, section.missing), (1, 0))
        listed.write_text("id\treason\tsentence\nb.*\tneeds hardware\tOnly a chip shows it.\n")
        (section,) = compute.coverage(self.run_of(sample.case("x/a")), rows, read.read_uncovered(listed, rows))
        self.assertEqual((section.listed, section.missing), (1, 0))
        for line, problem in (("z.*\tneeds hardware\tx", "no requirement"), ("z.row\tneeds hardware\tx", "no requirement"), ("b.row\tno time\tx", "reason `no time`")):
            listed.write_text(f"id\treason\tsentence\n{line}\n")
            with self.assertRaisesRegex(read.InputError, problem):
                read.read_uncovered(listed, rows)

    def test_one_failing_case_makes_its_row_fail(self):
        self.assertEqual(compute.row_states(self.run_of(sample.case("x/a"), sample.case("x/b", "fail"))), {"a.row": "failing"})

    def test_a_row_that_only_skips_is_not_covered(self):
        self.assertEqual(compute.row_states(self.run_of(sample.case("x/a", "skip"))), {"a.row": "skipped"})

    def test_known_deviations_are_told_from_failures(self):
        waiver = {"reason": "sums are wrong", "link": "https://example.org/1", "since": "2025-12-22"}
        run = self.run_of(sample.case("x/a", "waived", reason="any words", waiver=waiver), sample.case("x/b", "waived", waiver=waiver), sample.case("x/c", "fail"))
        (known,) = compute.deviations(run)
        self.assertEqual((known.reason, known.link, known.days, [c.name for c in known.cases]),
                         ("sums are wrong", "https://example.org/1", 10, ["x/a", "x/b"]))
        self.assertEqual([c.name for c in compute.failures(run)], ["x/c"])
        self.assertIn("2: x/a | sums are wrong (https://example.org/1) | 10 days", render.markdown([run]))

    def test_differences(self):
        a = self.run_of(sample.case("x/a"), sample.case("x/b"), sample.case("x/c"))
        b = self.run_of(sample.case("x/a", "fail"), sample.case("x/b", worst={"error": 0.9, "unit": "of bound"}))
        changes = compute.differences(a, b)
        self.assertEqual([c.name for c in changes], ["x/a", "x/b", "x/c"])
        self.assertEqual([c.name for c in compute.regressions(changes)], ["x/a"])
        self.assertEqual(compute.differences(a, a), [])


class Tables(Files):
    def tables_of(self, *lines) -> list[functions.Table]:
        row = read.Requirement("r.row", "6.10", "compile-reject", "rule", "plain", "1.0", "Refused.")
        return functions.tables(read.read_log(self.log(*lines)), read.read_requirements(self.requirements) | {"r.row": row})

    def test_a_function_has_one_row_however_its_cases_name_it(self):
        (table,) = self.tables_of(sample.case("x/sum:T=int"), sample.case("x/sum:T=half"), sample.case("x/alone"),
                                  sample.case("x/excluded:FUNCTION=x_sum,T=long", verifies=["r.row"]))
        self.assertEqual(table.types, ["int", "long", "half", "any"])
        self.assertEqual([(name, [cell and cell.text for cell in cells]) for name, cells in table.rows],
                         [("x_sum", ["✓ 1", "⊘ 1", "✓ 1", None]), ("alone", [None, None, None, "✓ 1"])])

    def test_a_cell_shows_its_worst_verdict(self):
        (table,) = self.tables_of(sample.case("x/a:T=int,N=1"), sample.case("x/a:T=int,N=2", "fail"), sample.case("y/untyped"))
        self.assertEqual((table.rows[0][1][0].text, table.cases), ("fail", 2))

    def test_layouts_are_confirmed_by_a_pass_and_corrected_by_a_failure(self):
        run = read.read_log(self.log(sample.case("types/layout_plain")))
        scalars, matrices = type_layout.layouts(run)
        cells = {c.type: c for table in (scalars, matrices) for _, row in table.rows for c in row if c}
        self.assertEqual((cells["float3"].text, cells["packed_float3"].text, cells["float3x3"].text), ("16/16", "12/4", "48/16"))
        self.assertTrue(all(c.confirmed and not c.found for c in cells.values()))
        failure = {"wrong": 1, "first": [{"element": 1, "lane": 1, "got": "4 (0x4)", "expected": "1 (0x1)"}]}
        (scalars, _) = type_layout.layouts(read.read_log(self.log(sample.case("types/layout_plain", "fail", failure=failure))))
        cells = {c.type: c for _, row in scalars.rows for c in row if c}
        self.assertEqual((cells["char"].found, cells["bool"].found, cells["bool"].confirmed), ("alignment 4", "", False))
        self.assertEqual(type_layout.layouts(read.read_log(self.log(sample.case("x/a")))), [])

    def test_outcomes_of_litmus_tests(self):
        statistic = {"outcomes": [9, 0, 991, 0], "never": [1], "shown": [5, 0], "mutants": ["no fence", "relaxed"]}
        run = read.read_log(self.log(sample.case("l/mp", "not demonstrated", statistic=statistic), sample.case("x/a")))
        (test,) = litmus.tests(run)
        self.assertEqual((test.instances, test.forbidden, test.bound), (1000, 0, 0.003))
        self.assertEqual([o.number for o in test.outcomes if o.forbidden], [1])
        self.assertEqual(test.mutants, [("no fence", 5), ("relaxed", 0)])
        self.assertFalse(test.demonstrated)


class Render(Files):
    def report(self, *lines, **more) -> Path:
        out = self.directory / "out"
        code, _, err = self.command(self.log(*lines, **more), "-o", out, "--requirements", self.requirements)
        self.assertEqual((code, err), (0, ""))
        return out

    def test_junit_has_each_case_under_its_verdict(self):
        out = self.report(sample.case("x/a"), sample.case("x/b", "fail", failure=sample.FAILURE), sample.case("y/c", "skip", reason="no apple9"),
                          sample.case("y/d", "crash", reason="signal 11 \x1b[0m"))
        root = ElementTree.parse(out / "junit.xml").getroot()
        self.assertEqual([s.get("tests") for s in root], ["2", "2"])
        self.assertEqual([[child.tag for child in case] for case in root.iter("testcase")], [[], ["failure"], ["skipped"], ["error"]])

    @unittest.skipUnless(render.html_available(), "no Jinja2")
    def test_html_shows_a_failure_with_rerun_and_first_values(self):
        page = (self.report(sample.case("x/a"), sample.case("x/b", "fail", failure=sample.FAILURE)) / "index.html").read_text()
        for text in ("assay run x/b", "0x1.8p+0", "2 of 10 differ &lt;&amp;&gt;", "does not add up", "a.row"):
            self.assertIn(text, page)
        self.assertNotIn("src=\"http", page)

    @unittest.skipUnless(render.html_available(), "no Jinja2")
    def test_html_links_known_deviations(self):
        waiver = {"reason": "sums are wrong", "link": "https://example.org/1", "since": "2025-12-22"}
        page = (self.report(sample.case("x/a", "waived", reason="any words", waiver=waiver)) / "index.html").read_text()
        for text in ('<a href="https://example.org/1">', "beyond what is known", "10 days"):
            self.assertIn(text, page)

    @unittest.skipUnless(render.html_available(), "no Jinja2")
    def test_html_of_a_failure_that_was_compared_in_bits_has_no_errors(self):
        page = (self.report(sample.case("x/a", "fail", failure=sample.FAILURE, worst={})) / "index.html").read_text()
        self.assertIn("0x1.8p+0", page)
        self.assertNotIn(">error", page)

    def test_a_share_is_rounded_down(self):
        self.assertEqual([render.percent(x) for x in (0.99998, 1, 0.5, 0)], ["99.9 %", "100 %", "50.0 %", "0.0 %"])

    @unittest.skipUnless(render.html_available(), "no Jinja2")
    def test_without_matplotlib_the_page_says_so(self):
        with unittest.mock.patch("reports.plots.available", return_value=False):
            out = self.report(sample.case("x/a"))
        self.assertIn("No plots", (out / "index.html").read_text(encoding="utf-8"))

    @unittest.skipUnless(render.html_available(), "no Jinja2")
    def test_html_shows_functions_by_type_and_outcomes(self):
        statistic = {"outcomes": [9, 3, 991, 0], "never": [1], "shown": [5, 0], "mutants": ["no fence", "relaxed"]}
        page = (self.report(sample.case("x/a:T=half"), sample.case("l/mp", "fail", statistic=statistic)) / "index.html").read_text()
        for text in ("Functions and types", "<th>half</th>", "Memory order", "<b>3</b> of 1\u202f003", "no fence", '<span class="tag open">never</span>'):
            self.assertIn(text, page)

    def test_markdown_names_paravirtual_devices(self):
        device = sample.RUN["device"] | {"paravirtual": True}
        out = self.report(sample.case("x/a"), run=sample.RUN | {"device": device})
        self.assertIn("A paravirtual GPU, not a chip", (out / "summary.md").read_text())

    def test_diff_exits_1_on_a_regression_only(self):
        a = self.log(sample.case("x/a"))
        b = self.log(sample.case("x/a", "fail", reason="3 wrong"), name="b.jsonl")
        self.assertEqual(self.command("diff", a, a)[0], 0)
        code, out, _ = self.command("diff", a, b)
        self.assertEqual(code, 1)
        self.assertIn("| x/a | pass | fail | 3 wrong |", out)
        self.assertEqual(self.command("diff", b, a)[0], 0)

    def test_bad_input_is_one_sentence_and_exit_2(self):
        for arguments in (["missing.jsonl", "-o", self.directory / "out"], [self.directory, "-o", self.directory / "out"],
                          [self.log(), "-o", self.requirements, "--requirements", self.requirements],
                          [self.log(), "-o", self.directory / "out", "--requirements", self.directory / "none.tsv"]):
            if arguments[0] == self.directory:
                for log in self.directory.glob("*.jsonl"):
                    log.unlink()
            code, _, err = self.command(*arguments)
            self.assertEqual((code, err.count("\n")), (2, 1), err)


def measured(worst: float, nearest: int, flushed: int = 0, count: int = 100) -> dict:
    return {"type": "float", "count": count, "nearest": nearest, "toward_zero": 0, "kept": 0 if flushed else 5, "flushed": flushed, "worst": worst,
            "argument": "0x1.8p+3", "curve": [[-4, 0.5], [0, worst]]}


class Fingerprint(Files):
    def run_of(self, profile: str, worst: float, flushed: int, fused: str, more: tuple = ()) -> read.Run:
        lines = [sample.case("math/bounded:F=sin,math=safe", measured={"exact": measured(worst, 90, flushed), "quick": measured(64, 10)}),
                 sample.case("math/precise_operators", measured={"sum": measured(0.5, 100)}),
                 sample.case("numerics/contraction:math=safe", facts={"fused": f"{fused} of 8 as the reference"}), *more]
        return read.read_log(self.log(*lines, name=f"{profile}.jsonl", run=sample.RUN | {"device": sample.RUN["device"] | {"profile": profile}}))

    def test_functions_modes_and_operators_have_names(self):
        run = self.run_of("ieee", 1.5, 0, "8")
        found = {(c.function, c.mode): c for c in fingerprint.cells(run)}
        self.assertEqual(sorted(found), [("sin", "fast::, math safe"), ("sin", "precise::, math safe"), ("x + y", "functions fast, math fast")])
        self.assertEqual(fingerprint.modes(fingerprint.cells(run)), ["precise::, math safe", "fast::, math safe", "functions fast, math fast"])
        self.assertEqual((found["sin", "precise::, math safe"].worst, found["sin", "precise::, math safe"].rounded), (1.5, 0.9))

    def test_a_sweep_counts_before_a_sample(self):
        swept = sample.case("math/every_float:F=sin,NAMESPACE=precise,VARIANT=1,math=safe", measured={"result": measured(2.5, 1 << 31, count=1 << 32)})
        for more in ((swept,), ()):
            cell = next(c for c in fingerprint.cells(self.run_of("ieee", 1.5, 0, "8", more)) if c.mode == "precise::, math safe")
            self.assertEqual(cell.worst, 2.5 if more else 1.5)

    def test_the_page_draws_a_heat_map_curves_and_choices(self):
        page = fingerprint.page(self.run_of("ieee", 1.5, 0, "8"))
        self.assertIn(">1.5<br><small>90.0%</small>", page)
        self.assertIn("at 0x1.8p+3", page)
        self.assertEqual(page.count("<polyline"), 2)  # sin in two modes; sums are exact
        self.assertIn("<td>yes</td>", page)
        self.assertIn("kept", page)

    def test_what_a_device_chose_for_tensors_is_told_by_parameters(self):
        more = (sample.case("mpp/kept_bits:RELAXED=true", facts={"kept_of_left": "10 of 23 as the reference"}),
                sample.case("mpp/lanes:ROLE=0,RELAXED=true", facts={"as_m5_relaxed": "32 of 32 as the reference"}),
                sample.case("simd/both_arms", facts={"joined": "1 of 2 as the reference"}))
        found = {choice.name: choice.answer for choice in fingerprint.choices(self.run_of("ieee", 1.5, 0, "8", more))}
        self.assertEqual(found, {"kept of left, RELAXED true": "10 of 23", "as m5 relaxed, ROLE 0, RELAXED true": "yes", "fused, math safe": "yes"})

    def test_two_devices_differ_where_they_do_and_nowhere_else(self):
        ieee, apple = self.run_of("ieee", 1.5, 0, "8"), self.run_of("apple", 2.5, 5, "0")
        self.assertEqual([d.what for d in fingerprint.differences(ieee, apple)], ["worst error 1.5 → 2.5 ulp; subnormal results kept → flushed"])
        self.assertEqual([(a.name, a.answer, b.answer) for a, b in fingerprint.other_choices(ieee, apple)], [("fused, math safe", "yes", "no")])
        self.assertEqual((fingerprint.differences(ieee, ieee), fingerprint.other_choices(ieee, ieee)), ([], []))
        page = fingerprint.page(ieee, apple)
        self.assertIn("1 measurements and 1 choices differ", page)
        code, out, _ = self.command("diff", self.directory / "ieee.jsonl", self.directory / "apple.jsonl")
        self.assertEqual(code, 0)
        self.assertIn("worst error 1.5 → 2.5 ulp", out)
        self.assertIn("| fused, math safe | yes | no |", out)


if __name__ == "__main__":
    unittest.main()
