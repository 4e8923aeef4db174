"""What the tests of `assay validate` share: where things are, and how a kernel is validated.

Runs $ASSAY (default: build/assay) on its default device.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
FIXTURES = TOP / "harness/validate/fixtures"
SEEDS, WRONG, RIGHT = FIXTURES / "seeds", FIXTURES / "wrong", FIXTURES / "right"
LAYERNORM = TOP / "cases/kernels/layernorm"
MATMUL = TOP / "cases/kernels/matmul"
README = TOP / "cases/contracts/README.md"

# Hundreds of small files per run: in memory where there is such a place.
TEMPORARY = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)  # also of what is killed
# One thread: what a kernel with a race does by itself is then the same each time, so which hints hold is too.
ENVIRONMENT = os.environ | {"TMPDIR": TEMPORARY.name, "SOFTMETAL_THREADS": "1"}
STDLIB = "#include <metal_stdlib>\nusing namespace metal;\n"


def validate(kernel: Path, contract: str, *options: str) -> tuple[int, str]:
    """Exit code, and what was printed."""
    done = subprocess.run([ASSAY, "validate", str(kernel), "--contract", contract, "--no-speed", "--jobs", "1", *options], capture_output=True,
                          text=True, timeout=240, check=False, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


class Validations(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, text: str) -> Path:
        """A kernel's file with this text."""
        path = self.folder / "kernel.metal"
        path.write_text(text, encoding="utf-8")
        return path

    def assert_found(self, kernel: Path, contract: str, options: list[str], words: list[str]) -> str:
        code, said = validate(kernel, contract, *options)
        self.assertEqual(code, 1, said)
        for word in words:
            self.assertIn(word, said)
        return said

    def assert_right(self, kernel: Path, contract: str, *options: str) -> str:
        with self.subTest(kernel.name, options=options):
            code, said = validate(kernel, contract, *options)
            self.assertEqual(code, 0, said)
        return said
