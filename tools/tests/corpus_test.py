"""tools/corpus: which includes are put in place, and values for function constants, vectors and those of macros."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools" / "softmetal" / "corpus"))
from flatten import flatten  # noqa: E402


class Corpus(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.at = Path(self.folder.name)

    def write(self, name: str, text: str) -> Path:
        (self.at / name).write_text(text)
        return self.at / name

    def test_takes_active_branches(self) -> None:
        self.write("a.h", "#pragma once\nint a;\n")
        self.write("b.h", "int b;\n")
        main = self.write(
            "m.metal",
            '#ifdef OTHER\n#include "a.h"\n#include "b.h"\n#else\n#include "a.h"\n#include "a.h"\n#include "c.h"\n#endif\n',
        )
        text = flatten(main, [])
        self.assertNotIn("once", text)  # a warning in what has no other file
        self.assertEqual((text.count("int a;"), text.count("int b;"), text.count("c.h")), (1, 0, 1))
        self.assertLess(text.index("#else"), text.index("int a;"))
        self.assertEqual(flatten(main, [], None, ["OTHER"]).count("int b;"), 1)

    def test_takes_an_include_with_a_comment_behind(self) -> None:
        self.write("a.h", "int a;\n")
        text = flatten(self.write("m.metal", '#include "a.h"  // what it has\nint m;\n'), [])
        self.assertIn("int a;", text)
        self.assertNotIn("#include", text)

    def test_keeps_the_order(self) -> None:
        self.write("type.h", "#pragma once\nint type;\n")
        self.write("use.h", '#include "type.h"\nint use;\n')
        text = flatten(self.write("m.metal", '#include "use.h"\n#include "type.h"\n'), [])
        self.assertLess(text.index("int type;"), text.index("int use;"))

    def test_takes_names_by_macros_and_from_other_directories(self) -> None:
        (self.at / "in").mkdir()
        self.write("in/x.h", '#include "y.h"\nint x;\n')
        self.write("in/y.h", "#define SIZE 3\n")
        main = self.write("m.metal", f'#define TEXT(s) #s\n#define STRING(s) TEXT(s)\n#include STRING({self.at}/in/x.h)\nint z;\n')
        text = flatten(main, [])
        self.assertIn("int x;", text)
        self.assertIn("#define SIZE 3", text)
        self.assertIn('#line 4 "m.metal"\nint z;', text)

    def test_gives_function_constants_values(self) -> None:
        self.write(
            "v.metal",
            "#include <metal_stdlib>\nusing namespace metal;\nconstant float4 w [[function_constant(1)]];\n"
            "constant half3 h [[function_constant(2)]];\nconstant uchar2 u [[function_constant(3)]];\n"
            "#define GIVEN(name, index) constant int name##_given [[function_constant(index)]];\nGIVEN(i, 4)\n"
            "[[kernel, max_total_threads_per_threadgroup(64)]]\nkernel void k(device float *o) { o[0] = w.w + h.z + u.y + i_given; }\n",
        )
        build = os.environ.get("ASSAY_BUILD", str(TOP / "build"))
        done = subprocess.run(
            [sys.executable, str(TOP / "tools" / "corpus"), str(self.at), "--build", build, "--seconds"], capture_output=True, text=True, check=False
        )
        self.assertIn("100.0 %", done.stdout, done.stderr)
        self.assertRegex(done.stdout, r" s  k\n")


if __name__ == "__main__":
    unittest.main()
