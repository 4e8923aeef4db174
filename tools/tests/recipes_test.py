#!/usr/bin/env python3
"""Runs the commands of tools/recipes/README.md: each gives a verdict, and a mistake in its kernel gives another.

The commands are run with --quick, and `assay` is $ASSAY (default: build/assay). What the recipes' Python hands to MLX and PyTorch is seen
by stand-ins.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

TOP = Path(__file__).resolve().parents[2]
RECIPES = TOP / "tools/recipes"
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
README = (RECIPES / "README.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(text.replace("\\\n", " ")) for text in re.findall(r"^ {4,}(assay validate (?:.*\\\n)*.*)$", README, re.MULTILINE)]

# Of each command of a kernel: the file, an edit, words of the verdict.
MISTAKES = [
    ("mlx_silu.metal", "v / (1.0f + metal::exp(-v))", "v / (1.0f + metal::exp(v))", "the sign of the exponent is wrong"),
    ("ggml_rms_norm.metal", "threadgroup_barrier(mem_flags::mem_threadgroup);", "", "with no barrier between"),
    ("torch_softshrink.metal", ": 0.0f", ": v", "results are wrong"),
    ("Tones/Sources/Tones/Tones.metal", "v < -arguments.cap ?", "false ?", "results are wrong"),
    ("Tones/Sources/Tones/Tones.metal", "i < arguments.count", "i + 1 < arguments.count", "results are wrong"),
]


def run(words: list[str], folder: Path) -> tuple[int, str]:
    done = subprocess.run([ASSAY, *words[1:], "--quick"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
    return done.returncode, done.stdout


class Commands(unittest.TestCase):
    def test_each_is_tried_with_a_mistake(self) -> None:
        self.assertEqual([c[2] for c in COMMANDS], [m[0] for m in MISTAKES] + ["."])

    def test_verdicts(self) -> None:
        for words in COMMANDS:
            with self.subTest(words[2]):
                code, page = run(words, RECIPES)
                self.assertEqual(code, 0, page)
                self.assertTrue(page.startswith("RIGHT") or f"{len(MISTAKES)} pass, 0 fail" in page, page)

    def test_mistakes(self) -> None:
        """Each is found by its recipe's command, and by the one for all."""
        for words, (name, old, new, says) in zip(COMMANDS, MISTAKES):
            with self.subTest(name=name, old=old), tempfile.TemporaryDirectory() as folder:
                tree = Path(folder) / "recipes"
                shutil.copytree(RECIPES, tree)
                text = (tree / name).read_text(encoding="utf-8")
                self.assertIn(old, text)
                (tree / name).write_text(text.replace(old, new), encoding="utf-8")
                code, page = run(words, tree)
                self.assertEqual(code, 1, page)
                self.assertIn(says, page)
                self.assertEqual(run(COMMANDS[-1], tree)[0], 1)

    def test_workflow(self) -> None:
        self.assertIn(f"bin/{shlex.join(COMMANDS[-1])}\n", README)
        self.assertTrue((RECIPES / str(re.search(r"kernels: (\S+)", README)[1])).is_file())  # type: ignore[index]


def load(name: str, modules: dict[str, object]) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__file__ = str(RECIPES / f"{name}.py")
    with mock.patch.dict(sys.modules, modules):  # type: ignore[arg-type]
        exec(compile((RECIPES / f"{name}.py").read_text(encoding="utf-8"), module.__file__, "exec"), module.__dict__)
    return module


class Python(unittest.TestCase):
    """What the commands say is what the recipes' Python says."""

    def test_mlx(self) -> None:
        core, package = mock.MagicMock(), mock.MagicMock()
        package.core = core
        module = load("mlx_silu", {"mlx": package, "mlx.core": core})
        made, options = core.fast.metal_kernel.call_args.kwargs, dict(zip(COMMANDS[0][5:], COMMANDS[0][6:]))
        self.assertEqual(made["source"], (RECIPES / "mlx_silu.metal").read_text(encoding="utf-8"))
        self.assertEqual((made["input_names"], made["output_names"]), ([options["--inputs"]], [options["--outputs"]]))
        module.silu(mock.MagicMock(size=300))
        call = core.fast.metal_kernel.return_value.call_args.kwargs
        self.assertEqual(call["grid"], (512, 1, 1))
        self.assertEqual(options["--grid"], "ceil_div(COUNT, 256) * 256, 1, 1")
        self.assertEqual(call["threadgroup"], tuple(int(n) for n in options["--group"].split(",")))

    def test_torch(self) -> None:
        torch = mock.MagicMock()
        module = load("torch_softshrink", {"torch": torch})
        with mock.patch.dict(sys.modules, {"torch": torch}):
            y = module.softshrink("x")
        self.assertEqual(torch.mps.compile_shader.call_args.args, ((RECIPES / "torch_softshrink.metal").read_text(encoding="utf-8"),))
        self.assertEqual(torch.mps.compile_shader.return_value.softshrink.call_args.args, (y, "x", module.BOUND))
        self.assertIn(f"value:       bound = {module.BOUND}\n", (RECIPES / "torch_softshrink.contract").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
