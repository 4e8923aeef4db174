"""tools/hosts: equal logs agree, one digit of one digest does not, and the record keeps what it was not asked about."""
from __future__ import annotations

import json
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

LOADER = SourceFileLoader("hosts", str(Path(__file__).resolve().parents[1].joinpath("hosts")))
hosts = module_from_spec(spec_from_loader("hosts", LOADER))
LOADER.exec_module(hosts)

SUM = {"simd/sum:T=int": ("0123456789abcdef", "pass"), "simd/sum:T=half": ("00000000000000aa", "pass")}
REJECT = {"language/no_virtual": ("", "pass")}


def changed(results: hosts.Results, name: str, digest: str, verdict: str = "pass") -> hosts.Results:
    return results | {name: (digest, verdict)}


class Levels(unittest.TestCase):
    def test_equal_results_agree(self) -> None:
        self.assertEqual(hosts.compare_levels({"host": SUM, "x86-64-v2": dict(SUM)}), [])

    def test_a_digit_of_a_digest_differs(self) -> None:
        problems = hosts.compare_levels({"host": SUM, "x86-64-v2": changed(SUM, "simd/sum:T=int", "0123456789abcdee")})
        self.assertEqual(len(problems), 1)
        self.assertIn("simd/sum:T=int: host pass 0123456789abcdef, x86-64-v2 pass 0123456789abcdee", problems)

    def test_a_verdict_differs(self) -> None:
        self.assertEqual(len(hosts.compare_levels({"host": REJECT, "generic": changed(REJECT, "language/no_virtual", "", "fail")})), 1)


class Record(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        hosts.RECORD = Path(folder.name) / "results.tsv"

    def test_what_is_not_recorded_is_not_compared(self) -> None:
        self.assertEqual(hosts.compare_record(SUM), [])

    def test_recorded_results_are_compared_by_file(self) -> None:
        hosts.write_record(SUM | REJECT, ["simd/sum", "language/no_virtual"])
        self.assertEqual(list(hosts.read_record()), ["simd/sum"])
        self.assertEqual(hosts.compare_record(SUM), [])
        self.assertEqual(len(hosts.compare_record(changed(SUM, "simd/sum:T=half", "00000000000000ab"))), 1)
        self.assertEqual(len(hosts.compare_record({"simd/sum:T=int": SUM["simd/sum:T=int"]})), 1)  # one case less

    def test_other_files_keep_their_rows(self) -> None:
        hosts.RECORD.write_text("file\tresults\nsimd/min_max\t1111111111111111\nno/such_file\t2222222222222222\n", encoding="utf-8")
        hosts.write_record(SUM, ["simd/sum"])
        self.assertEqual(sorted(hosts.read_record()), ["simd/min_max", "simd/sum"])

    def test_logs_are_read(self) -> None:
        log = hosts.RECORD.with_suffix(".jsonl")
        run = {"type": "run", "seed": 1, "device": {"software": True, "fault": None, "profile": None}}
        lines = [run, {"type": "case", "name": "a/b", "verdict": "pass", "results": "01"},
                 {"type": "case", "name": "a/c", "verdict": "skip"}]
        log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        self.assertEqual(hosts.read_log(log), {"a/b": ("01", "pass"), "a/c": ("", "skip")})
        lines[0]["device"]["fault"] = "api_dispatch_order"
        log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        self.assertEqual(hosts.read_log(log), {})


if __name__ == "__main__":
    unittest.main()
