#!/usr/bin/env python3
"""What `assay validate` and `assay bench` say of times, and of a GPU."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from validating import ASSAY, ENVIRONMENT, LAYERNORM, TOP


class Bench(unittest.TestCase):
    def bench(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([ASSAY, "bench", *options], capture_output=True, text=True, timeout=240, check=False)

    def test_this_device_beside_the_published_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = self.bench("layernorm/naive", "--batches", "2,3", "--json", f"{folder}/b.json")
            data = json.loads(Path(folder, "b.json").read_text(encoding="utf-8"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"layernorm/naive +24 .* 7\.3471 ms +5 GB/s +1\.4700 ms +103 GB/s")
        self.assertEqual([row["batch"] for row in data["rows"]], [2, 3])
        for row in data["rows"]:
            self.assertAlmostEqual(row["gigabytes_per_second"], 24 * row["batch"] * 768 / row["seconds"] / 1e9)
        self.assertEqual(len(data["published"]), 15)

    def test_bad_input(self) -> None:
        for words, options in (("numbers of rows are expected", ["--batches", "3x"]), ("no kernel of the ladder has", ["nothing"])):
            done = self.bench(*options)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)


class Speed(unittest.TestCase):
    def test_the_first_size_is_no_outlier(self) -> None:
        """Its 256 rows take about a quarter of what the 1024 of the other one do."""
        kernel = LAYERNORM / "simd.metal"
        done = subprocess.run([ASSAY, "validate", str(kernel), "--contract", "layer_norm", "--types", "float", "--no-checked", "--math", "safe",
                               "--sizes", "(ROWS, N) in (3, 64)", "--json", "-"], capture_output=True, text=True, timeout=240, check=False, env=ENVIRONMENT)
        first, second = json.loads(done.stdout)["speed"]["rows"]
        self.assertEqual((first["sizes"], second["sizes"]), ("ROWS=256 N=768", "ROWS=1024 N=768"))
        self.assertLess(first["candidate"]["median"], 0.75 * second["candidate"]["median"])


class Gpu(unittest.TestCase):
    """The stub of a driver runs nothing, so what the GPU computes is wrong; what the CPU's engines compute is right."""

    BUILD = Path(ASSAY).resolve().parent

    @unittest.skipUnless((BUILD / "softmetal-cuda.bc").exists(), "softmetal has been built without code for GPUs")
    def test_a_gpu_has_no_checked_mode(self) -> None:
        gpu = ENVIRONMENT | {"SOFTMETAL_DEVICE": "cuda", "SOFTMETAL_CUDA": str(self.BUILD / "libcuda-stub.so"), "SOFTMETAL_CPU": ""}
        kernel = TOP / "tools/examples/my_norm.metal"
        done = subprocess.run([ASSAY, "validate", "--quick", "--json", "-", str(kernel)], capture_output=True, text=True, timeout=240,
                              check=False, env=gpu)
        self.assertEqual(done.returncode, 1, done.stderr)
        verdicts = {(t["check"], t["verdict"]) for t in json.loads(done.stdout)["trials"]}
        self.assertIn(("correctness", "fail"), verdicts)
        self.assertEqual({verdict for check, verdict in verdicts if check == "checked mode"}, {"pass"})


if __name__ == "__main__":
    unittest.main()
