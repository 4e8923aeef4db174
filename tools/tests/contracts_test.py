#!/usr/bin/env python3
"""Tests of the shipped contracts that are written as formulas: of each a kernel that keeps it, and mistakes that it must find."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from validating import ASSAY, ENVIRONMENT, TOP, validate
from validating import FIXTURES as ALL

FIXTURES, RIGHT, SHOWN = ALL / "contracts", ALL / "right", ALL / "examples"
SCHEMA = TOP / "cases/contracts/validation.schema.json"

# The worked examples of cases/contracts/README.md: file, an edit, words of which each must be in the verdict.
EXAMPLES = [
    ("two_steps", "value += partials[i];", "value = partials[i];", ["results are wrong", "float, COUNT=100003"]),
    ("constants", "WEIGHTED ? gamma[i] : 1", "WEIGHTED ? gamma[0] : 1", ["results are wrong"]),
    ("threadgroup_memory", "//! threadgroup: 0 4 * TG", "//! threadgroup: 0 16", ["past its end"]),
    ("batches", "p.z * strides.batch + p.y * strides.row", "p.z * m * k + p.y * k", ["only inputs that are not row-contiguous fail"]),
    ("int8", "sum += int(a[p.y * k + i]) * int(b[i * n + p.x]);", "sum += char(a[p.y * k + i] * b[i * n + p.x]);", ["products are kept in char: the results are just those"]),
    ("bfloat", "bfloat((float(from[i]) - mean) * factor", "bfloat((float(from[i]) - mean) * float(bfloat(factor * 1.02f))", ["results are wrong"]),
]

CLASH = """//! title:   Sums of rows
//! types:   float
//! sizes:   (ROWS, N) in (1, 5) (3, 4)
//! in:      a float[ROWS, N] = random(-4, 4)
//! out:     y float[ROWS]
//! value:   n = N
//! expect:  y = formula(EXPECTED)
//! dispatch: groups ROWS, threadgroup TG
"""


def prove(folder: Path) -> tuple[int, str]:
    done = subprocess.run([ASSAY, "prove", str(folder), "--jobs", "2"], capture_output=True, text=True, timeout=600, check=False, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


class Formulas(unittest.TestCase):
    def test_right_ones_are_right(self) -> None:
        for kernel in sorted(FIXTURES.glob("*.metal")):
            with self.subTest(kernel.stem):
                code, said = validate(kernel, kernel.stem)
                self.assertEqual(code, 0, said)

    def test_every_mutant_is_found(self) -> None:
        """Each shipped contract has some."""
        proven = set()
        for folder in (FIXTURES, RIGHT):
            mutants = named = 0
            for path in folder.glob("*.metal"):
                lines = re.findall(r"^//! (contract|mutant): +(\S.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
                contracts = [value for key, value in lines if key == "contract"]
                proven |= set(contracts if len(lines) > 1 else [])
                mutants += len(lines) - len(contracts)
                named += len(contracts)
            code, said = prove(folder)
            self.assertEqual(code, 0, said)
            self.assertIn(f"# {mutants + named} pass, 0 fail", said)
        self.assertLessEqual({path.stem for path in (TOP / "cases/contracts").glob("*.contract")}, proven)

    def test_a_mutant_may_survive(self) -> None:
        """Each way in which a proof proves nothing is told, with the line of the mutant."""
        good = (FIXTURES / "gather.metal").read_text(encoding="utf-8").split("\n\n", 1)[1]
        for mutant, expected, words in (
                ("replace `ids[p.y]` with `0 + ids[p.y]`", 1, "the mutant survives: it counts as right"),
                ("replace `ids[p.y]` with `ids[p.y`", 1, "the mutant survives: no value was judged"),
                ("replace `ids[p.y]` with `ids[p.x]` | says blue", 1, "the mutant is found, but its verdict does not say `blue`"),
                ("replace `ids[p.y]` with `p.y % rows` | says rows in their order", 0, "2 pass, 0 fail"),
                ("replace `ids[p.z]` with `ids[p.x]`", 2, "k.metal:2: `ids[p.z]` stands only in a comment of the program"),
                ("replace `ids[p.y]` with `ids[p.x]` | blue", 2, "k.metal:2: ` | says WORDS` is expected behind the edit, not ` | blue`")):
            with self.subTest(mutant), tempfile.TemporaryDirectory() as folder:
                Path(folder, "k.metal").write_text(f"//! contract: gather\n//! mutant: {mutant}\n{good}", encoding="utf-8")
                code, said = prove(Path(folder))
                self.assertEqual(code, expected, said)
                self.assertIn(words, said)


class Examples(unittest.TestCase):
    """Those of the README: each is right by the contract that it names, and an edit of it is not."""

    def test_they_are_right(self) -> None:
        done = subprocess.run([ASSAY, "validate", str(SHOWN), "--jobs", "2"], capture_output=True, text=True, timeout=600, check=False, env=ENVIRONMENT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(EXAMPLES)} pass, 0 fail", done.stdout)

    def test_mutants(self) -> None:
        readme = (TOP / "cases/contracts/README.md").read_text(encoding="utf-8")
        for name, old, new, words in EXAMPLES:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.assertIn(f"`{name}.metal`", readme)
                source = (SHOWN / f"{name}.metal").read_text(encoding="utf-8")
                for line in (line for line in source.splitlines() if line.startswith("//! ") and "contract:" not in line and "types:" not in line):
                    self.assertIn(line, readme)
                for contract in SHOWN.glob("*.contract"):
                    (Path(folder) / contract.name).write_text(contract.read_text(encoding="utf-8"), encoding="utf-8")
                self.assertIn(old, source)
                kernel = Path(folder) / f"{name}.metal"
                kernel.write_text(source.replace(old, new), encoding="utf-8")
                done = subprocess.run([ASSAY, "validate", str(kernel), "--no-speed", "--jobs", "1"], capture_output=True, text=True, timeout=240,
                                      check=False, env=ENVIRONMENT)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                for word in words:
                    self.assertIn(word, done.stdout)


class OptionsOfADay(unittest.TestCase):
    def test_indices_are_no_roles(self) -> None:
        kernel = str(next(FIXTURES.glob("*.metal")))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "clash.contract"
            for formula, said in (("each(n < ROWS: sum(k < N: a[n, k]))", "clash.contract:7: `n` is an index in this formula and a role of the contract (line 6)"),
                                  ("each(i < ROWS: sum(a < N: a[i, a]))", "clash.contract:7: `a` is an index in this formula and a role of the contract (line 4)"),
                                  ("each(i < ROWS, n < N: a[i, n])", "clash.contract:7: `n` is an index"),
                                  ("each(i < ROWS: max(n < 3 ? 1 : 2, sum(k < N: a[i, k])))", "kernel")):
                path.write_text(CLASH.replace("EXPECTED", formula))
                code, page = validate(Path(kernel), str(path))
                self.assertEqual(code, 2, page)
                self.assertIn(said, page)

    def test_sizes(self) -> None:
        code, said = validate(FIXTURES / "gather.metal", "gather", "--sizes", "(COUNT, ROWS, N) in (3, 4, 5)")
        self.assertEqual(code, 0, said)
        self.assertIn("COUNT=3 ROWS=4 N=5", said)
        code, said = validate(FIXTURES / "gather.metal", "gather", "--sizes", "M in 3")
        self.assertEqual(code, 2, said)
        self.assertIn("has the sizes (COUNT, ROWS, N)", said)

    def test_annotations(self) -> None:
        source = (FIXTURES / "gather.metal").read_text(encoding="utf-8").replace("ids[p.y]", "ids[p.x]")
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "a,b.metal")
            kernel.write_text(source, encoding="utf-8")
            code, said = validate(kernel, "gather", "--quick", "--annotate", "github")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"(?m)^::error file=\S*a%2Cb\.metal,line=\d+,title=defect::\S.*%0A")
        code, said = validate(kernel, "gather", "--annotate", "elsewhere")
        self.assertEqual(code, 2, said)

    def check(self, value: object, schema: dict, where: str) -> None:
        """As much of JSON Schema as the file uses."""
        kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None)}
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        self.assertTrue(any(isinstance(value, kinds[one]) for one in types), f"{where}: {value!r} is none of {types}")
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        if isinstance(value, dict):
            self.assertEqual(set(schema.get("required", [])) - set(value), set(), where)
            self.assertEqual(set(value) - set(schema["properties"]), set(), where)
            for name, one in value.items():
                self.check(one, schema["properties"][name], f"{where}.{name}")
        if isinstance(value, list):
            for one in value:
                self.check(one, schema["items"], f"{where}[]")

    def test_json_is_as_its_schema_says(self) -> None:
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        for edit in ("ids[p.y]", "ids[p.x]"):
            source = (FIXTURES / "gather.metal").read_text(encoding="utf-8").replace("ids[p.y]", edit)
            with tempfile.TemporaryDirectory() as folder:
                kernel, told = Path(folder, "k.metal"), Path(folder, "told.json")
                kernel.write_text(source, encoding="utf-8")
                validate(kernel, "gather", "--quick", "--json", str(told))
                self.check(json.loads(told.read_text(encoding="utf-8")), schema, "validation")


if __name__ == "__main__":
    unittest.main()
