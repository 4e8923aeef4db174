"""check-headers against a small library that is written here: what it declares compiles, what it lacks or forbids does not."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
TOOL = Path(__file__).resolve().parents[1].joinpath("check-headers")
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))

LIBRARY = {
    "metal_config": "// abilities\n#define __HAVE_THRICE__ 1\n",
    "metal_types": "// types\n#include <metal_extended_vector>\n#include <metal_packed_vector>\n"
                   "#define METAL_FUNC inline __attribute__((__always_inline__))\n"
                   "#define METAL_OLD(M...) __attribute__((deprecated(M)))\n",
    "metal_math": """// functions
#include <metal_types>
namespace metal {
METAL_FUNC float twice(float x) METAL_OLD("no longer")
{
    return __metal_twice(x, "a body that { no compiler has");
}
#if __METAL_VERSION__ >= 300 && defined(__HAVE_THRICE__)
METAL_FUNC int thrice(int x) { return __metal_thrice(x); }
#endif
template <typename T>
METAL_FUNC T halved(T x) __attribute__((enable_if(sizeof(T) == 4, "four bytes")))
{
    return x / 2;
}
#define WHOLE 4
struct counter {
    METAL_FUNC int next() thread { return __metal_next(this); }
    METAL_FUNC int next() device;
    int n;
};
}
""",
    "metal_stdlib": "// all\n#include <metal_types>\n#include <metal_math>\n",
}

# A condition on an argument is part of a function's name, and no demangler reads it.
GUARDED = """
namespace metal {
template <typename T> METAL_FUNC T same(T x) __attribute__((enable_if(x == 1, "one")));
template <typename T> METAL_FUNC T other(T x) __attribute__((enable_if(x == 1, "one")));
}
"""

CASE = """//! title:    a program for a test
{key}//! dispatch: threads 4, threadgroup 4
//! out:      result int[4]
//! expect:   result = values 1 …
#include <metal_stdlib>
using namespace metal;
{before}kernel void test(device int *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{{
    {body}
}}
"""


@unittest.skipUnless(shutil.which("clang-22") and Path(ASSAY).exists(), "no clang-22, or assay is not built")
class CheckHeaders(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.build = tempfile.mkdtemp(prefix="check-headers-")  # keeps the rewriter

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.build)

    def check(self, body: str, key: str = "", before: str = "", library: dict[str, str] = LIBRARY, options: tuple[str, ...] = ()) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            headers = Path(folder) / "metal"
            headers.mkdir()
            for name, text in library.items():
                (headers / name).write_text(text)
            program = Path(folder) / "program.metal"
            program.write_text(CASE.format(body=body, key=key, before=before))
            done = subprocess.run([sys.executable, TOOL, headers, *options, program], capture_output=True, text=True,
                                  env=dict(os.environ, ASSAY=ASSAY, ASSAY_BUILD=self.build))
            return done.returncode, done.stdout + done.stderr

    def takes(self, body: str, **given: str) -> None:
        status, output = self.check(body, **given)
        self.assertEqual(status, 0, output)
        self.assertIn("1 programs compile, 0 cases do not", output)

    def refuses(self, body: str, message: str, **given: str) -> None:
        status, output = self.check(body, **given)
        self.assertEqual(status, 1, output)
        self.assertIn(message, output)
        self.assertIn("1 cases do not", output)

    def test_what_there_is(self) -> None:
        self.takes("result[i] = twice(2.0f) + thrice(3) + halved(4);")

    def test_a_function_that_is_missing(self) -> None:
        self.refuses("result[i] = sin(2.0f);", "program_source:9:17: error: use of undeclared identifier 'sin'")

    def test_a_constraint(self) -> None:
        self.refuses("result[i] = halved(short(4));", "no matching function for call to 'halved'")

    def test_a_version(self) -> None:
        self.takes("result[i] = thrice(3);", key="//! msl:      3.0\n")
        self.refuses("result[i] = thrice(3);", "'thrice'", key="//! msl:      2.4\n")

    def test_the_lowest_version(self) -> None:
        status, output = self.check("result[i] = thrice(3);", options=("--low",))
        self.assertEqual(status, 1, output)

    def test_members_by_address_space(self) -> None:
        self.takes("counter c; result[i] = c.next();")
        self.refuses("result[i] = kept.next();", "'next'", before="constant counter kept = {1};\n")

    def test_a_name_of_both(self) -> None:
        self.refuses("result[i] = twice(2.0f);", "call to 'twice' is ambiguous", before="float twice(float x) { return x + x; }\n")

    def test_a_program_that_must_not_compile(self) -> None:
        key = "//! reject:\n//! control:  replace `sin(2.0f)` with `twice(2.0f)`\n"
        body = "result[i] = sin(2.0f); // reject"
        with_reject = self.check(body, key=key)
        self.assertEqual(with_reject[0], 0, with_reject[1])
        self.assertIn("0 programs to refuse are taken", with_reject[1])
        self.assertIn("1 programs to refuse are taken", self.check(body.replace("sin", "twice"), key=key.replace("sin", "twice", 1).replace(
            "with `twice", "with `halved"))[1])

    def test_a_refusal_that_is_recorded(self) -> None:
        status, output = self.check("result[i] = sin(2.0f);", key="//! refusal:  not everybody has it\n")
        self.assertEqual(status, 0, output)
        self.assertIn("1 do not and say so", output)

    def test_an_area_of_4_1(self) -> None:
        status, output = self.check("result[i] = 1;", options=("packed_numeric/sizes",))
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"; [1-9]\d* cases are newer than the headers")

    def test_what_no_case_uses(self) -> None:
        status, output = self.check("result[i] = twice(2.0f); // thrice(3)", options=("--unused",))
        self.assertEqual(status, 0, output)
        self.assertIn("headers: no case uses 2 of 3 overloads, 1 of 1 templates and members, 1 of 1 names, 1 of 1 macros", output)
        for missing in ("overload: metal::thrice(__private int)", "overload: metal::counter::next()", "template or member: metal::halved(T)", "name: metal::counter", "macro: WHOLE"):
            self.assertIn(f"unused {missing}", output)

    def test_a_template_and_a_member_that_a_case_uses(self) -> None:
        status, output = self.check("counter c; result[i] = c.next() + halved(WHOLE) + same<int>(1) + thrice(4);", options=("--unused",), library={
            **LIBRARY, "metal_math": LIBRARY["metal_math"] + GUARDED})
        self.assertEqual(status, 0, output)
        self.assertIn("headers: no case uses 1 of 3 overloads, 1 of 3 templates and members, 0 of 1 names, 0 of 1 macros", output)
        self.assertIn("unused template or member: metal::other(T)", output)

    def test_no_headers(self) -> None:
        status, output = self.check("", library={})
        self.assertEqual(status, 2)
        self.assertIn("has no metal_stdlib", output)

    def test_headers_that_clang_refuses(self) -> None:
        status, output = self.check("result[i] = 1;", library=LIBRARY | {"metal_math": "// broken\nnamespace metal { int f(unknown); }\n"})
        self.assertEqual(status, 2, output)
        self.assertIn("clang does not take the headers of version", output)


if __name__ == "__main__":
    unittest.main()
