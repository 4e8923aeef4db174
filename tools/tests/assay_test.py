#!/usr/bin/env python3
"""End-to-end tests of the `assay` command: what users give it that is wrong, what devices do to it, and what is left afterwards.

Runs $ASSAY (default: build/assay) on its default device. Each test makes its own case files.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))

HEADER = """\
//! title:    a kernel for a test
//! dispatch: threads 100, threadgroup 32
//! in:       data int[threads] = iota
//! out:      result int[threads]
//! expect:   result = values 7 …
#include <metal_stdlib>
using namespace metal;
kernel void test(device const int *data [[buffer(0)]], device int *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
"""


class Assay(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def case(self, name: str, body: str) -> str:
        path = self.folder / f"{name}.metal"
        path.write_text(HEADER + body + "\n}\n", encoding="utf-8")
        return str(path)

    def run_assay(self, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
        return subprocess.run([ASSAY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, cwd=self.folder, check=False, **options)

    def expect(self, code: int, says: str, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
        result = self.run_assay(*arguments, **options)
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stdout}{result.stderr}")
        self.assertIn(says, result.stdout + result.stderr)
        return result

    def records(self, log: Path, kind: str) -> list[dict]:
        lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
        return [line for line in lines if line["type"] == kind]


class BadInput(Assay):
    """Exit code 2 and one sentence on standard error, before anything runs."""

    def refuse(self, says: str, *arguments: str, **options) -> None:
        result = self.expect(2, says, *arguments, **options)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_words(self) -> None:
        self.refuse("no case matches `nosuch`", "run", "nosuch")
        self.refuse("is no option of run", "run", "--nosuch")
        self.refuse("did you mean --checked?", "run", "--chekced")
        self.refuse("needs a value", "run", "--seed")
        self.refuse("write I/N", "run", "--shard", "3/2")
        self.refuse("whole number from 1", "run", "--jobs", "0")
        self.refuse("choose safe, relaxed or fast", "run", "--math", "quick")
        self.refuse("leave out --log", "run", "--log", "a", "--resume", "b")
        self.refuse("no device is called `nosuch`", "run", "--device", "nosuch", self.case("a", ""))
        self.refuse("cannot read the log", "run", "--resume", "nosuch.jsonl", self.case("a", ""))
        self.refuse("cannot read the settings", "run", "--stress", "nosuch.tsv", self.case("a", ""))
        self.refuse("cannot read the settings", "run", "--stress", ".", self.case("a", ""))
        self.refuse("cannot be written", "tune", "litmus/mp_relaxed_data", "--trials", "1", "--stress", "nosuch/stress.tsv")
        self.refuse("--quiet takes no value", "run", "--quiet=1")
        self.refuse("needs the name of a file", "run", "--log", "")
        self.refuse("did you mean simd/vote?", "run", "simd/voet")
        self.refuse("goes with --selfcheck", "devices", "--device", "softmetal")

    def test_a_query_may_be_a_path_into_the_tree(self) -> None:
        below = self.run_assay("list", str(TOP / "cases/quad")).stdout
        self.assertEqual(below, self.run_assay("list", "quad").stdout)
        self.assertIn("quad/", below)

    def test_a_directory_of_cases_without_requirements(self) -> None:
        (self.folder / "area").mkdir()
        shutil.copy(TOP / "cases/kernels/vector_add.metal", self.folder / "area/one.metal")
        self.expect(1, "requirements.tsv: cannot be read", "lint", "--cases", ".")
        self.refuse("requirements.tsv: cannot be read", "run", "--cases", ".")

    def test_settings_of_softmetal(self) -> None:
        for option in ("--fault", "--profile", "--personality"):
            with self.subTest(option):
                self.refuse("nosuch", "run", option, "nosuch", self.case("a", ""))

    def test_files(self) -> None:
        (self.folder / "empty.metal").touch()
        (self.folder / "binary.metal").write_bytes(bytes(range(256)) * 16)
        (self.folder / "latin.metal").write_bytes(HEADER.encode() + b"// caf\xe9\n}\n")
        (self.folder / "folder.metal").mkdir()
        with (self.folder / "big.metal").open("wb") as file:
            file.truncate(100_000_000)
        (self.folder / "key.metal").write_text("//! title: x\n//! nosuch: y\nkernel void k() {}\n", encoding="utf-8")
        (self.folder / "reference.metal").write_text(HEADER.replace("values 7 …", "nosuch(data)") + "}\n", encoding="utf-8")
        for name, says in (("empty", "is empty"), ("binary", "is binary"), ("latin", "byte 7 of the line is 0xe9; save the file as UTF-8"), ("folder", "is a directory"), ("big", "100000000 bytes"),
                           ("missing", "cannot be read"), ("key", "nosuch"), ("reference", "nosuch")):
            with self.subTest(name):
                self.refuse(says, "run", f"./{name}.metal")

    def test_waivers(self) -> None:
        cases = self.folder / "cases"
        (cases / "area").mkdir(parents=True)
        shutil.copy(TOP / "cases/requirements.tsv", cases)
        stem = (TOP / "cases/kernels/vector_add.metal").read_text(encoding="utf-8")
        (cases / "area/one.metal").write_text(stem, encoding="utf-8")
        row = "*\t*\t{}\thttps://example.org\t2020-01-01\t{}\tno\treason\n"
        for case, date, says in (("area/one*", "2020-01-01", "expired"), ("area/two*", "2999-01-01", "matches no case")):
            (cases / "waivers.tsv").write_text("chip\tos\tcase\tlink\tsince\texpires\tflaky\treason\n" + row.format(case, date), encoding="utf-8")
            self.refuse(says, "run", "--cases", str(cases))
        (cases / "waivers.tsv").write_text("chip\tos\tcase\tlink\tsince\texpires\tflaky\treason\n" + row.format("area/one*", "2999-01-01"), encoding="utf-8")
        self.expect(1, "unexpected pass", "run", "--cases", str(cases))


class Waivers(Assay):
    """Each waiver that comes with the suite, on a device that has what it waives, and on one that has not."""

    KNOWN = {
        "integer_division_known_numerator": ("integer/constant_numerator:NUMBER=3221225472", "integer/constant_numerator:NUMBER=2147483648",
                                             "integer/constant_numerator:NUMBER=4294967295"),
        "load_bytes_aligned": ("pack/unpack_unaligned:F=unpack_unorm2x16_to_float,*",),
        "barrier_small_maximum": ("barrier/early_return_maximum:MOST=25", "barrier/early_return_maximum:MOST=32"),
        "barrier_dynamic_memory": ("barrier/allocate_and_broadcast:KERNEL=in_dynamic_memory",),
        "subscript_unchecked": ("types/matrix_index:M=float4x4,C=4,R=0",),
        "texture_local_unchecked": ("types/texture_local_written:ACCESS=write",),
        "math_fast_sine_nan": ("language/fast_sine_of_nan:F=sin,math=relaxed,*", "math/bounded:F=cos,math=safe", "math/sincos:math=safe",
                               "math/every_float:F=sin,NAMESPACE=fast,*", "math/selection:F=sin,math=safe,functions=fast"),
        "simd_half_extremes": ("simd/min_max:FUNCTION=simd_max,T=half",),
    }
    PROFILES = {"simd_half_extremes": "apple8"}  # of which only one family is known to have it

    def test_each_covers_what_it_says(self) -> None:
        used = set()
        for fault, cases in self.KNOWN.items():
            with self.subTest(fault):
                log = self.folder / f"{fault}.jsonl"
                done = self.expect(0, "known deviation of this chip or OS", "run", "--profile", self.PROFILES.get(fault, "apple"), "--fault", fault,
                                   "--log", str(log), *cases)
                self.assertNotIn("unused waiver", done.stdout)
                self.assertEqual({case["verdict"] for case in self.records(log, "case")}, {"waived"})
                used |= {case["name"] for case in self.records(log, "case")}
        waived = [row.split("\t")[2] for row in (TOP / "cases/waivers.tsv").read_text(encoding="utf-8").splitlines() if row[0] != "#"][1:]
        for pattern in waived:
            self.assertTrue(any(fnmatch.fnmatchcase(name, pattern) for name in used), pattern)

    def test_a_device_without_the_deviation_needs_none(self) -> None:
        case = "integer/constant_numerator:NUMBER=3221225472"
        done = self.expect(0, "unused waiver: ", "run", "--profile", "apple", case)
        self.assertIn("1 pass", done.stdout)

    def test_another_device_gets_none(self) -> None:
        case, fault = "integer/constant_numerator:NUMBER=3221225472", "integer_division_known_numerator"
        done = self.expect(1, "this device deviates: 1 case, beyond what is known", "run", "--fault", fault, case)
        self.assertNotIn("known deviation", done.stdout)


class Profiles(Assay):
    """A spread of cases, one an area, as Macs of each family see them: what the family lacks skips with a reason, all else passes."""

    CASES = ("kernels/vector_add*", "language/loop_guards_store", "types/literals", "conversion/float_to_half:math=safe", "operators/integer_division:T=int2",
             "address_space/threadgroup_memory*", "function_constant/values*", "dispatch/bytes_of_few_groups", "common/clamp:math=fast", "integer/one_operand:T=int",
             "relational/select_special:T=half,math=safe", "math/half_bounded:F=sqrt,math=safe", "matrix/transpose:M=half2x2,*",
             "simdgroup_matrix/multiply:T=half", "geometric/cross_width", "barrier/threadgroup_exchange", "simd/sum:T=float", "quad/sum:T=int",
             "pack/unpack_unaligned:F=unpack_unorm2x16_to_float,*", "atomic/fetch_add*", "litmus/mp_fence:*")
    FROM_8 = ("simd/shuffle_and_fill:*T=int", "atomic/min_max_64:*")

    def test_each(self) -> None:
        for profile in ("apple7", "apple8", "apple9", "apple10"):
            with self.subTest(profile):
                log = self.folder / f"{profile}.jsonl"
                self.expect(0, " 0 fail", "run", "--profile", profile, "--log", str(log), *self.CASES, *self.FROM_8)
                cases = self.records(log, "case")
                self.assertLessEqual({case["verdict"] for case in cases}, {"pass", "skip", "not demonstrated"})
                skipped = {case["name"]: case["reason"] for case in cases if case["verdict"] == "skip"}
                lacked = {case["name"] for case in cases if any(fnmatch.fnmatchcase(case["name"], query) for query in self.FROM_8)}
                self.assertGreaterEqual(len(lacked), 2)
                self.assertEqual(set(skipped), lacked if profile == "apple7" else set())
                for reason in skipped.values():
                    self.assertRegex(reason, "lacks feature (simd_shuffle_and_fill|atomic_ulong_min_max)")
                families = self.records(log, "run")[0]["device"]["families"]
                self.assertIn(profile, families)
                self.assertNotIn(f"apple{int(profile[5:]) + 1}", families)

    def test_what_a_family_lacks_gives_no_pipeline(self) -> None:
        body = "result[i] = simd_shuffle_and_fill_down(data[i], 7, ushort(32)) * 0 + 7;"
        kernel = self.case("fill", body)
        self.expect(0, "1 pass", "run", "--profile", "apple8", kernel)
        self.expect(1, "from family Apple8 on", "run", "--profile", "apple7", kernel)


class Kernels(Assay):
    """What a kernel can do to its run."""

    def verdict(self, code: int, verdict: str, says: str, body: str, *arguments: str) -> None:
        log = self.folder / "log.jsonl"
        self.expect(code, says, "run", self.case("kernel", body), "--log", str(log), *arguments)
        self.assertEqual([case["verdict"] for case in self.records(log, "case")], [verdict])
        self.assertEqual(self.records(log, "end")[0]["ledger"]["discovered"], 1)

    def test_right(self) -> None:
        self.verdict(0, "pass", "ok 1", "result[i] = 7;")

    def test_wrong(self) -> None:
        self.verdict(1, "fail", "expected 7", "result[i] = i == 50 ? 8 : 7;")

    def test_unwritten(self) -> None:
        self.verdict(1, "fail", "1 of them never written", "if (i != 50) result[i] = 7;")

    def test_writes_behind_its_buffer(self) -> None:
        self.verdict(1, "fail", "wrote outside result", "result[i] = 7; result[i + 1] = 7;")

    def test_writes_before_its_buffer(self) -> None:
        self.verdict(1, "fail", "wrote outside result", "result[i] = 7; if (i == 0) result[-1] = 7;")

    def test_does_not_compile(self) -> None:
        self.verdict(1, "fail", "program_source:10:", "result[i] = ;")

    def test_touches_unmapped_memory(self) -> None:
        self.verdict(1, "device error", "device error", "result[long(i) << 40] = 7;")

    def test_never_ends(self) -> None:
        self.verdict(1, "timeout", "timeout", "volatile int k = 0; while (k >= 0) k = k & 7; result[i] = 7;")


class Logs(Assay):
    def setUp(self) -> None:
        super().setUp()
        self.log = self.folder / "log.jsonl"
        body = "result[i] = 7;"
        self.files = [self.case(f"case{n}", body) for n in range(6)]

    def test_what_cannot_be_written_is_told(self) -> None:
        self.expect(3, "cannot write the log", "run", self.files[0], "--log", "/proc/nosuch/log")
        if Path("/dev/full").exists():
            result = self.expect(3, "the log is incomplete", "run", self.files[0], "--log", "/dev/full")
            self.assertIn("ok 1", result.stdout)  # nothing computed is lost
            with open("/dev/full", "w", encoding="utf-8") as full:
                result = subprocess.run([ASSAY, "list", "kernels"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((result.returncode, "standard output" in result.stderr), (3, True), result.stderr)

    def test_a_log_overwrites_only_logs(self) -> None:
        self.expect(3, "is no log and would be overwritten", "run", self.files[0], "--log", self.files[1])
        self.expect(0, "1 pass", "run", self.files[1])
        for _ in range(2):
            self.expect(0, "1 pass", "run", self.files[0], "--log", str(self.log))

    def test_a_failure_of_each_kind_has_its_page(self) -> None:
        kinds = [self.case("differs", "result[i] = 8;"), self.case("unwritten", "if (i != 50) result[i] = 7;"),
                 self.case("broken", "result[i] = ;"), self.case("outside", "result[i] = 7; result[i + 1] = 7;")]
        self.expect(1, "4 fail", "run", "--log", str(self.log), *kinds)
        reports = [str(TOP / "tools/python"), str(TOP / "reports"), str(self.log), "-o", str(self.folder / "report")]
        drawn = subprocess.run(reports, capture_output=True, text=True, check=False)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))

    def test_resume_after_sigkill(self) -> None:
        slow = self.case("slow", "volatile int k = 0; while (k < 200000000) k = k + 1; result[i] = 7;")
        process = subprocess.Popen([ASSAY, "run", "--jobs", "1", "--log", str(self.log), *self.files, slow], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not self.log.exists() or self.log.read_text(encoding="utf-8").count('"case"') < 3):
            time.sleep(0.01)
        process.kill()
        process.wait()
        before = [case["name"] for case in self.records(self.log, "case")]
        self.assertGreaterEqual(len(before), 3)
        with self.log.open("a", encoding="utf-8") as file:
            file.write('{"type":"case","na')  # as a kill in the middle of a write would leave it
        Path(slow).unlink()
        self.expect(0, "6 discovered = 6 run", "run", "--resume", str(self.log), *self.files)
        after = [case["name"] for case in self.records(self.log, "case")]
        self.assertEqual(sorted(set(after)), [f"case{n}" for n in range(6)])
        self.assertEqual(len(after), len(set(after)))  # nothing ran twice
        self.assertTrue(self.records(self.log, "run")[1]["resumed"])

    def test_resume_by_the_log_alone(self) -> None:
        """Options and queries are those of the run that wrote the log; what is given now counts."""
        log = str(self.log)
        self.expect(0, "2 discovered", "run", "--seed", "3", "--log", log, "--math=safe", *self.files[:2])
        again = self.expect(0, "2 discovered = 2 run", "run", "--resume", log)
        self.assertIn("2 pass", again.stdout)
        self.assertEqual(len(self.records(self.log, "case")), 2)  # kept: same seed, same mode
        run = self.records(self.log, "run")[1]
        self.assertEqual((run["seed"], run["math"], run["resumed"]), (3, "safe", True))
        self.expect(0, "2 discovered", "run", "--resume", log, "--seed", "4")
        self.assertEqual((len(self.records(self.log, "case")), self.records(self.log, "run")[2]["math"]), (4, "safe"))
        self.expect(0, "1 discovered", "run", "--resume", log, self.files[0])
        self.assertIsNone(self.records(self.log, "run")[3]["math"])  # with queries the command line is the given one
        self.log.write_text('{"type":"run","command":["assay","prove","x"]}\n', encoding="utf-8")
        self.expect(2, "which `assay run` wrote it", "run", "--resume", log)

    def test_resume_runs_what_changed(self) -> None:
        self.expect(0, "6 pass", "run", "--log", str(self.log), *self.files)
        self.case("case2", "result[i] = 7 + 0;")
        self.expect(0, "6 pass", "run", "--resume", str(self.log), *self.files)
        self.assertEqual([case["name"] for case in self.records(self.log, "case")].count("case2"), 2)
        self.expect(0, "6 pass", "run", "--resume", str(self.log), "--seed", "2", *self.files)
        self.assertEqual(len(self.records(self.log, "case")), 13)  # another seed keeps nothing

    def alone(self, name: str, body: str) -> str:
        path = Path(self.case(name, body))
        path.write_text("//! alone: it may hang\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        return str(path)

    def test_first_light(self) -> None:
        hangs = self.alone("hangs", "volatile int k = 0; while (k == 0 || i < 200) k = k + 2; result[i] = 7;")
        last = self.alone("last", "result[i] = 7;")
        done = self.expect(1, "7 pass, 0 fail, 1 timeout", "run", "--first-light", "--timeout", "1", "--log", str(self.log), hangs, last, *self.files)
        for says in ("first light: selfcheck passed", "phase 1 of 3: one case of each area: 1 case\n", "phase 2 of 3: the rest, except what could hang: 5 cases",
                     "phase 3 of 3: what could hang the device, one at a time: 2 cases"):
            self.assertIn(says, done.stdout)
        self.assertEqual([case["name"] for case in self.records(self.log, "case")][-2:], ["hangs", "last"])
        self.assertEqual(self.records(self.log, "case")[-2]["attempt"], 1)  # a hang costs one case, once
        self.assertEqual([case["name"] for case in self.records(self.log, "begin")], ["hangs", "last"])
        self.assertTrue(self.records(self.log, "selfcheck")[0]["agrees"])

    def test_what_took_the_machine_down_is_not_tried_again(self) -> None:
        last = self.alone("last", "result[i] = 7;")
        self.expect(0, "7 pass", "run", "--first-light", "--log", str(self.log), *self.files, last)
        lines = self.log.read_text(encoding="utf-8").splitlines()
        begun = next(n for n, line in enumerate(lines) if '"begin"' in line)
        self.log.write_text("\n".join(lines[:begun + 1]) + "\n", encoding="utf-8")
        self.expect(1, "the machine went down", "run", "--first-light", "--resume", str(self.log), *self.files, last)
        self.assertEqual([case["verdict"] for case in self.records(self.log, "case")], 6 * ["pass"] + ["crash"])

    def test_resume_counts_what_the_log_has(self) -> None:
        wrong = self.case("wrong", "result[i] = i == 3 ? 8 : 7;")
        first = self.expect(1, "6 pass, 1 fail", "run", "--log", str(self.log), *self.files, wrong)
        again = self.expect(1, "6 pass, 1 fail", "run", "--resume", str(self.log), *self.files, wrong)
        counts = [re.findall(r"judged .* values", result.stdout) for result in (first, again)]
        self.assertEqual(counts[0], counts[1])
        self.assertEqual(len(counts[0]), 1)
        self.assertEqual(len(self.records(self.log, "case")), 7)  # nothing ran twice
        self.assertRegex(again.stdout, "(?m)not ok .*wrong")
        self.assertIn("found so in the log", again.stdout)

    def test_what_had_begun_when_a_run_was_ended_in_order_runs_again(self) -> None:
        last = self.alone("last", "result[i] = 7;")
        self.expect(0, "7 pass", "run", "--first-light", "--log", str(self.log), *self.files, last)
        lines = self.log.read_text(encoding="utf-8").splitlines()
        begun = next(n for n, line in enumerate(lines) if '"begin"' in line)
        end = next(line for line in lines if '"type":"end"' in line.replace(" ", ""))
        self.log.write_text("\n".join(lines[:begun + 1] + [end]) + "\n", encoding="utf-8")
        self.expect(0, "7 pass", "run", "--first-light", "--resume", str(self.log), *self.files, last)

    def test_what_ended_is_not_taken_for_begun(self) -> None:
        last = self.alone("last", "result[i] = 7;")
        self.expect(0, "7 pass", "run", "--first-light", "--log", str(self.log), *self.files, last)
        lines = self.log.read_text(encoding="utf-8").splitlines()
        done = max(n for n, line in enumerate(lines) if '"case"' in line)
        begun = next(n for n, line in enumerate(lines) if '"begin"' in line)
        order = [*lines[:begun], lines[done], lines[begun]]  # two workers write as they come
        self.log.write_text("\n".join(order) + "\n", encoding="utf-8")
        self.expect(0, "7 pass", "run", "--first-light", "--resume", str(self.log), *self.files, last)

    def test_interrupt(self) -> None:
        slow = [self.case(f"slow{n}", f"volatile int k = {n}; while (k < 100000000) k = k + 1; result[i] = 7;") for n in range(50)]
        process = subprocess.Popen([ASSAY, "run", "--jobs", "2", "--log", str(self.log), *self.files, *slow], stdout=subprocess.PIPE, text=True, start_new_session=True)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not self.log.exists() or '"case"' not in self.log.read_text(encoding="utf-8")):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("discovered", output)
        self.assertIn("Bail out! interrupted", output)
        end = self.records(self.log, "end")
        self.assertEqual([line["interrupted"] for line in end], [True])
        self.assertEqual(end[0]["ledger"]["run"], len(self.records(self.log, "case")))

    def test_shards_make_the_whole(self) -> None:
        names: list[str] = []
        for shard in range(1, 4):
            self.expect(0, "", "run", "--shard", f"{shard}/3", "--log", str(self.log), *self.files)
            names += [case["name"] for case in self.records(self.log, "case")]
        self.assertEqual(sorted(names), [f"case{n}" for n in range(6)])


class Tuning(Assay):
    """`assay tune` keeps the settings that show a device's weak memory best; later runs add them."""

    def tune(self, *arguments: str) -> tuple[int, str, list[list[str]]]:
        file = self.folder / "stress.tsv"
        result = self.run_assay("tune", "litmus/mp_relaxed_data", "--weak", "3", "--trials", "3", "--stress", str(file), *arguments)
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(rows[0], ["device", "case", "settings", "shown"], result.stderr)
        return result.returncode, result.stdout, rows[1:]

    def test_what_was_found_is_used(self) -> None:
        code, _, rows = self.tune()
        self.assertEqual((code, [row[1] for row in rows]), (0, ["litmus/mp_relaxed_data"]))
        self.assertRegex(rows[0][3], r"^line \d+: [1-9]\d* of 4096$")
        log = self.folder / "log.jsonl"
        common = ["litmus/mp_relaxed_data", "--weak", "3", "--log", str(log)]
        self.expect(0, "1 pass", "run", *common)
        without = self.records(log, "case")[0]["subcases"][0]
        self.expect(0, "1 pass", "run", *common, "--stress", str(self.folder / "stress.tsv"))
        self.assertEqual(self.records(log, "case")[0]["subcases"][0], without + 1)
        again = self.tune("--seed", "2")
        self.assertEqual((again[0], len(again[2])), (0, 1), "a second tuning replaces the first")

    def test_a_setting_that_shows_a_fault_is_kept(self) -> None:
        code, told, rows = self.tune("--fault", "weak_release_ignored")
        self.assertEqual(code, 1)
        self.assertIn("fail  litmus/mp_relaxed_data with " + rows[0][2].split(") ")[0], told)

    def test_bad_input(self) -> None:
        file = self.folder / "stress.tsv"
        self.expect(2, "none of these cases has a `tune`", "tune", "simd/vote", "--stress", str(file))
        self.expect(2, "from 1 to 100000", "tune", "--trials", "0")
        for text, says in (("x\n", "must name the columns"), ("device\tcase\tsettings\tshown\na\tb\n", "four columns"),
                           ("device\tcase\tsettings\tshown\nsoftmetal\tlitmus/none\t(1)\t\n", "no case is called `litmus/none`")):
            file.write_text(text, encoding="utf-8")
            self.expect(2, says, "run", "litmus/mp_relaxed_data", "--stress", str(file))
        file.write_text("device\tcase\tsettings\tshown\nsoftmetal\tlitmus/mp_relaxed_data\t(7, 0, 1, 1, 0)\tnothing\n", encoding="utf-8")
        self.expect(3, "does not permit ACROSS = 7; run `assay tune` again", "run", "litmus/mp_relaxed_data", "--stress", str(file))


class Shrinking(Assay):
    """A random program that fails comes out small, as a case file that fails for the same reason and needs nothing else."""

    def test_the_shrunk_program_is_a_case_of_its_own(self) -> None:
        fault = ["--fault", "reconvergence_natural_loops"]
        result = self.expect(1, "shrunk, as a case file:", "run", "simd/reconvergence:BLOCK=0,*", *fault)
        lines = result.stdout.partition("shrunk, as a case file:\n")[2].splitlines()
        sums = (" discovered = ", "# 0 pass", "# this device deviates")
        program = [line[2:] for line in lines if line.startswith("# ") and not any(words in line for words in sums)]
        file = self.folder / "small.metal"
        file.write_text("\n".join(program[:-1]) + "\n", encoding="utf-8")
        self.assertLess(len(program), 80, result.stdout)
        self.expect(1, " wrong", "run", str(file), *fault)
        self.expect(0, "1 pass", "run", str(file))


class Barriers(Assay):
    """Checked mode has to report a race where a mutant takes a barrier away."""

    CASE = """\
//! title:    neighbours exchange
//! verifies: barrier.threadgroup.execution
//! dispatch: threads 64, threadgroup 64
//! out:      result uint[64]
//! expect:   result = values 2 …
//! mutant:   barrier.threadgroup.execution | replace `threadgroup_barrier(mem_flags::mem_threadgroup); result[i] = slot` with `result[i] = 1 + slot`
#include <metal_stdlib>
using namespace metal;
kernel void exchange(device uint *result [[buffer(0)]], uint i [[thread_index_in_threadgroup]])
{
    threadgroup uint slot[64];
    slot[i] = 2;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = slot[INDEX];
}
"""

    def test_a_barrier_that_nothing_needs_is_told(self) -> None:
        (self.folder / "cases/barrier").mkdir(parents=True)
        shutil.copy(TOP / "cases/requirements.tsv", self.folder / "cases")
        file = self.folder / "cases/barrier/exchange.metal"
        common = ["prove", "--cases", str(self.folder / "cases")]
        file.write_text(self.CASE.replace("INDEX", "63 - i"), encoding="utf-8")
        self.expect(0, "1 of 1 mutants without a barrier are races", *common, "--checked")
        file.write_text(self.CASE.replace("INDEX", "i"), encoding="utf-8")
        self.expect(0, "0 survivors", *common)
        self.expect(1, "checked mode reports no race without this barrier", *common, "--checked")


class Output(Assay):
    def test_prove_reads_the_tap(self) -> None:
        if not shutil.which("prove"):
            self.skipTest("no prove(1)")
        right, wrong = self.case("right", "result[i] = 7;"), self.case("wrong", "result[i] = 8;")
        for files, good in (((right,), True), ((right, wrong), False)):
            for version in ("--tap", "--tap=14"):
                tap = self.folder / "out.tap"
                tap.write_text(self.run_assay("run", version, *files).stdout, encoding="utf-8")
                result = subprocess.run(["prove", "-e", "cat", str(tap)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                if version == "--tap":
                    self.assertEqual(result.returncode == 0, good, result.stdout)
                    self.assertNotIn("Parse errors", result.stdout)
                self.assertTrue(tap.read_text(encoding="utf-8").startswith(f"TAP version {'14' if '14' in version else '13'}\n1..{len(files)}\n"))

    def test_tap_py_reads_the_tap(self) -> None:
        try:
            from tap.parser import Parser  # type: ignore[import-not-found]
        except ImportError:
            self.skipTest("no tap.py")
        output = self.run_assay("run", self.case("right", "result[i] = 7;"), self.case("wrong", "result[i] = 8;")).stdout
        tests = [line for line in Parser().parse_text(output) if line.category == "test"]
        self.assertEqual([test.ok for test in tests], [True, False])

    def test_fail_fast(self) -> None:
        files = [self.case(f"wrong{n}", "result[i] = 8;") for n in range(8)]
        result = self.expect(1, "Bail out! stopped at the first failure", "run", "--fail-fast", "--jobs", "1", *files)
        self.assertEqual(result.stdout.count("\nnot ok"), 1)

    def test_quiet(self) -> None:
        result = self.expect(0, "1 pass", "run", "--quiet", self.case("right", "result[i] = 7;"))
        self.assertNotIn("ok 1", result.stdout)

    def test_the_rerun_command_reruns(self) -> None:
        output = self.run_assay("run", "--seed", "5", "--timeout", "30", self.case("it's wrong", "result[i] = 8;")).stdout
        command = next(line.split("rerun: ")[1] for line in output.splitlines() if "rerun: " in line)
        self.assertIn("--seed 5 --device default --timeout 30", command)
        again = subprocess.run(command, shell=True, stdout=subprocess.PIPE, text=True, cwd=self.folder, check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn("1 fail", again.stdout)

    def test_help_names_exit_codes(self) -> None:
        for command in ("devices", "list", "show", "run", "prove", "tune", "validate", "bench", "lint", "coverage"):
            with self.subTest(command):
                self.expect(0, "interrupted", command, "--help")
                self.expect(0, "interrupted", command, "-h")

    def test_commands_without_a_device(self) -> None:
        listed = self.expect(0, "kernels/vector_add", "list", "kernels").stdout.split()
        for part in ("Program", "verifies", "dispatch", "expect", "\n  reference/kernels/image.c:"):
            self.expect(0, part, "show", listed[0])
        self.expect(2, "show takes one case", "show")
        for case, place in (("simd/shuffle_down:T=half", "threads/lanes"), ("math/half_bounded:F=asinh,math=fast", "core/real_functions"),
                            ("operators/arithmetic:V=uint2,*", "functions/operators")):
            found = re.findall(r"^  reference/(\S+)\.(?:c|def):\d+$", self.run_assay("show", case).stdout, re.MULTILINE)
            self.assertEqual(set(found), {place}, case)
        self.expect(0, "(8 of 19 subcases shown)", "show", "conversion/constant_to_vector")
        self.assertIn("Subcase 18", self.expect(0, "Subcase 9", "show", "--all", "conversion/constant_to_vector").stdout)

    def test_coverage_is_what_the_report_counts(self) -> None:
        sys.path.insert(0, str(TOP))
        from reports import compute, read
        requirements = read.read_requirements(TOP / "cases/requirements.tsv")
        uncovered = read.read_uncovered(TOP / "cases/uncovered.tsv", requirements)
        rows = [json.loads(line) for line in self.expect(0, "", "coverage", "--json").stdout.splitlines()]
        run = read.Run(read.Device()) # in which every case passes and every mutant is killed
        for row in rows:
            if row["files"] and row["state"] != "unjudged":
                run.cases[row["id"]] = read.Case(row["id"], verdict="pass", verifies=(row["id"],))
        run.mutants = [read.Mutant(row["id"], (row["id"],), killed=True) for row in rows if "own" in row]
        counted = {name: 0 for name in ("proven", "passing", "listed", "missing")}
        for section in compute.coverage(run, requirements, uncovered):
            for name in counted:
                counted[name] += getattr(section, name)
        states = [row["state"] for row in rows]
        self.assertEqual(list(counted.values()), [states.count(s) for s in ("own", "shared", "listed", "nowhere")])
        self.expect(0, "judged", "coverage")
        self.expect(0, "simd.sum.full", "coverage", "simd/sum")
        self.expect(2, "no requirement is named so", "coverage", "simd.sums")
        self.expect(2, "choose own", "coverage", "--list", "all")

    def tree(self, *headers: str) -> str:
        """A directory of cases, one for each header, that write 7 to all of `result`, and the rows t.a to t.c."""
        (self.folder / "types").mkdir()
        columns = "id section line kind grade reading msl family os statement check"
        rows = [columns] + [f"t.{x} 1 1 value - plain 1.0 - - s c" for x in "abc"]
        (self.folder / "requirements.tsv").write_text("".join(row.replace(" ", "\t") + "\n" for row in rows), encoding="utf-8")
        for number, header in enumerate(headers):
            text = HEADER.replace("a kernel for a test", f"case {number}") + "    result[i] = 7;\n    result[i] += 0;\n}\n"
            (self.folder / f"types/case{number}.metal").write_text(header + text, encoding="utf-8")
        return str(self.folder)

    def test_strict_proof_wants_a_mutant_for_each_id(self) -> None:
        seven, nothing = "replace `= 7` with `= 8`", "replace `+= 0` with `-= 0`"
        tree = self.tree(f"//! verifies: t.a t.b\n//! mutant: t.a t.b | {seven}\n//! mutant: t.a | {seven.replace('8', '9')}\n",
                         f"//! verifies: t.b t.c\n//! mutant: t.b | {seven}\n//! mutant: t.b t.c | {seven.replace('8', '9')}\n",
                         f"//! verifies: t.b\n//! mutant: t.b | {nothing}\n")
        self.expect(0, "1 of 1 ids have a mutant of their own that was killed; 1 more", "prove", "--strict", "--cases", tree, "types/case0")
        self.expect(0, "0 survivors", "prove", "--cases", tree, "types/case1")
        shared = self.expect(1, "1 of 2 ids have", "prove", "--strict", "--cases", tree, "types/case1").stdout
        self.assertIn("unproved  t.c", shared)
        self.assertIn("types/case1.metal:3: each mutant that violates it violates others, too", shared)
        self.expect(1, "its own mutant survived in 1 of 1 cases", "prove", "--strict", "--cases", tree, "types/case2")
        self.expect(2, "outside the tree", "prove", "--strict", self.case("own", "result[i] = 7;"))

    def test_strict_proof_of_cases_that_do_not_run(self) -> None:
        tree = self.tree("//! verifies: t.a\n//! requires: msl 99.0\n//! mutant: t.a | replace `= 7` with `= 8`\n",
                         "//! verifies: t.b\n//! mutant: t.b | replace `= 7` with `= 8`\n")
        self.expect(1, "did not run, for types/case0 did not pass", "prove", "--strict", "--cases", tree)

    @unittest.skipUnless(sys.platform == "linux", "softmetal can be such a device; another is what it is")
    def test_textures_of_a_device_with_memory_of_its_own(self) -> None:
        self.expect(0, "2 pass, 0 fail", "run", "--personality", "discrete", "kernels/invert_image")
        self.expect(77, "this one has its own", "run", "--personality", "discrete", "types/texture_buffer_beyond")

    def test_skips_are_no_passes(self) -> None:
        path = Path(self.case("new", "result[i] = 7;"))
        path.write_text("//! requires: msl 99.0\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        self.expect(77, "skipped 1: ", "run", "--quiet", str(path))


if __name__ == "__main__":
    unittest.main()
