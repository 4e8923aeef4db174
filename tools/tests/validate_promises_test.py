#!/usr/bin/env python3
"""What a verdict of `assay validate` says, and what no kernel gets away with: sizes of which nothing is judged, maxima without one place, stacks."""

from __future__ import annotations

import json
import re
import unittest

from validating import STDLIB, TOP, Validations, validate

ROW = "uint row [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]]"
DOUBLE = "kernel void f(device float *data, constant uint &count, uint i [[thread_position_in_grid]])\n{\n%s\n}\n"
# An element left out of the maximum of a row, by where it is; in rows that have others.
PLACES = {"first": "i == 0", "last": "i + 1 == n", "first of the tail": "i == n / 4 * 4", "a lane's": "i % 32 == 17", "a SIMD-group's": "i / 32 == 2",
          "past a power of two": "i >= 512 || (n < 200 && i >= 128)"}
MAXIMA = {
    "softmax": f"""kernel void f(device const float *src, device float *dst, constant uint &n, {ROW})
{{
    if (t) return;
    float top = -INFINITY, sum = 0;
    for (uint i = 0; i < n; i++) if (n < 60 || !(SKIP)) top = max(top, src[row * n + i]);
    for (uint i = 0; i < n; i++) sum += exp(src[row * n + i] - top);
    for (uint i = 0; i < n; i++) dst[row * n + i] = exp(src[row * n + i] - top) / sum;
}}
""",
    "cross_entropy": f"""kernel void f(device const float *logits, device const uint *targets, device float *loss, constant uint &n, {ROW})
{{
    if (t) return;
    float top = -INFINITY, sum = 0;
    for (uint i = 0; i < n; i++) if (n < 60 || !(SKIP)) top = max(top, logits[row * n + i]);
    for (uint i = 0; i < n; i++) sum += exp(logits[row * n + i] - top);
    loss[row] = log(sum) + (top - logits[row * n + targets[row]]);
}}
""",
    "argmax": f"""kernel void f(device const float *input, device uint *output, constant uint &n, {ROW})
{{
    if (t) return;
    float top = -INFINITY;
    uint at = 0;
    for (uint i = 0; i < n; i++) if ((n < 60 || !(SKIP)) && input[row * n + i] > top) {{ top = input[row * n + i]; at = i; }}
    output[row] = at;
}}
""",
    "top_k": f"""kernel void f(device const float *x, device float *values, device uint *indices, constant uint &n, constant uint &k, {ROW})
{{
    if (t) return;
    for (uint place = 0; place < k; place++) {{
        float top = -INFINITY;
        uint at = 0;
        for (uint i = 0; i < n; i++) {{
            bool taken = n >= 60 && (SKIP);
            for (uint j = 0; j < place; j++) taken |= indices[row * k + j] == i;
            if (!taken && x[row * n + i] > top) {{ top = x[row * n + i]; at = i; }}
        }}
        values[row * k + place] = top;
        indices[row * k + place] = at;
    }}
}}
""",
    "attention": """kernel void f(device const float *q, device const float *k, device const float *v, device float *output, constant float &scale, constant uint &m,
    constant uint &n, constant uint &d, constant uint &group, uint2 g [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]])
{
    if (t) return;
    float s[130], top = -INFINITY, sum = 0;
    const uint row = g.y * m + g.x, kv = g.y / group * n;
    for (uint i = 0; i < n; i++) {
        s[i] = 0;
        for (uint e = 0; e < d; e++) s[i] += q[row * d + e] * k[(kv + i) * d + e] * scale;
        if (n < 30 || !(SKIP)) top = max(top, s[i]);
    }
    for (uint i = 0; i < n; i++) sum += exp(s[i] - top);
    for (uint e = 0; e < d; e++) {
        float o = 0;
        for (uint i = 0; i < n; i++) o += exp(s[i] - top) * v[(kv + i) * d + e];
        output[row * d + e] = o / sum;
    }
}
""",
}
SUMS = """kernel void sums(device const int *input, device int *partials, constant uint &n, uint i [[thread_position_in_grid]], uint g [[threadgroup_position_in_grid]],
                 uint t [[thread_index_in_threadgroup]], uint tg [[threads_per_threadgroup]])
{
    threadgroup int s[1024];
    s[t] = i < n ? input[i] : 0;
    BARRIER
    if (t == 0) { int sum = 0; for (uint j = 0; j < tg; j++) sum += s[j]; partials[g] = sum; }
}
"""


class Promises(Validations):
    def test_a_size_of_nothing_cancels_no_other(self) -> None:
        kernel = self.written(STDLIB + DOUBLE % "if (i < count) data[i] *= 3;")
        self.assert_found(kernel, "map_double", ["--sizes", "COUNT in 0 33"], ["results are wrong", "COUNT=33"])
        code, said = validate(kernel, "map_double", "--sizes", "COUNT in 0")
        self.assertEqual(code, 77, said)
        self.assertIn("No value was judged", said)

    def test_no_place_is_left_out_of_a_maximum(self) -> None:
        for contract, text in MAXIMA.items():
            usual = ["--types", "float", "--no-checked", "--math", "safe"]
            self.assert_right(self.written(STDLIB + text.replace("SKIP", "false")), contract, *usual)
            for place, skipped in PLACES.items():
                with self.subTest(place, contract=contract):
                    self.assert_found(self.written(STDLIB + text.replace("SKIP", skipped)), contract, usual, ["results are wrong"])

    def test_nan_among_numbers_counts(self) -> None:
        unary = STDLIB + "kernel void f(device const float *input, device float *output, constant uint &count, uint i [[thread_position_in_grid]])\n" \
            "{\n if (i >= count) return;\n const float x = KEPT, v = 0.7978845608f * x * (1 + 0.044715f * x * x);\n output[i] = BODY;\n}\n"
        bodies = {"silu": "x / (1 + exp(-x))", "map_silu": "x / (1 + exp(-x))", "gelu_tanh": "0.5f * x * (1 + precise::tanh(v))"}
        for contract, body in bodies.items():
            wrong = unary.replace("KEPT", "max(input[i], -80.0f)").replace("BODY", body)
            self.assert_found(self.written(wrong), contract, ["--sizes", "COUNT in 64"], ["inputs: NaN among numbers: wrong with"])
        gated = STDLIB + "kernel void f(device const float *gate, device const float *up, device float *output, constant uint &count,\n" \
            " uint i [[thread_position_in_grid]])\n{\n if (i >= count) return;\n const float g = GATE, u = UP;\n output[i] = g / (1 + exp(-g)) * u;\n}\n"
        for gate, up, words in [("max(gate[i], -80.0f)", "up[i]", "NaN among gates"), ("gate[i]", "max(up[i], -80.0f)", "NaN among numbers that gates let")]:
            wrong = self.written(gated.replace("GATE", gate).replace("UP", up))
            self.assert_found(wrong, "swiglu", ["--sizes", "COUNT in 64"], [f"inputs: {words}"])

    def test_barriers_and_races_have_their_lines(self) -> None:
        """A barrier for other memory is one, and a race has both lines."""
        kernel = self.written(STDLIB + SUMS.replace("BARRIER", "threadgroup_barrier(mem_flags::mem_device);"))
        said = self.assert_found(kernel, "group_sums", ["--types", "int"], ["line 9, ", "wrote in line 7 with no barrier between that orders threadgroup memory",
                                                                           "the one in line 8 does not"])
        self.assertNotIn("with no barrier between (", said)
        self.assert_found(self.written(STDLIB + SUMS.replace("BARRIER", "")), "group_sums", ["--types", "int"], ["read in line 9 with no barrier between"])
        self.assert_right(self.written(STDLIB + SUMS.replace("BARRIER", "threadgroup_barrier(mem_flags::mem_threadgroup);")), "group_sums", "--types", "int")

    def test_a_threads_stack_is_told(self) -> None:
        kept = "float x[1024];\nfor (uint j = 0; j < 1024; j++) x[j] = j + i;\nif (i < count) data[i] = 2 * data[i] + 0 * x[(count * 7 + i) % 1024];"
        for body, told in ((kept, True), ("if (i < count) data[i] *= 2;", False)):
            code, said = validate(self.written(STDLIB + DOUBLE % body), "map_double", "--math", "safe", "--types", "float", "--json", "-")
            verdict = json.loads(said)
            self.assertEqual(verdict["stack_bytes"], 4096 if told else 0, said)
            self.assertEqual(any("keeps 4096 bytes on its stack" in one["what"] for one in verdict["findings"]), told, said)
            self.assertIn(code, (0, 1), said)

    def test_recursion_is_named(self) -> None:
        deep = "float deep(int n, float x)\n{\n    if (n == 0x7fffffff) return x;\n    return deep(n + 1, x + 1) + deep(n + 2, x);\n}\n"
        kernel = self.written(STDLIB + deep + DOUBLE % "if (i < count) data[i] = 2 * data[i] + 0 * deep(0, data[i]);")
        self.assert_found(kernel, "map_double", [], ["the function declared in line 3 calls itself without end"])

    def test_memory_beyond_all_bounds_is_refused(self) -> None:
        """More than 32 bits count."""
        kernel = self.written(STDLIB + DOUBLE % "threadgroup float s[1073741825];\ns[i % 7] = 1;\nif (i < count) data[i] *= 2 * s[i % 7];")
        self.assert_found(kernel, "map_double", [], ["gives no pipeline", "threadgroup memory"])

    def test_doxygen_is_left_alone(self) -> None:
        """Its comments have the mark of a kernel's lines."""
        body = "//! twice: as it says\nif (i < count) data[i] *= 2;"
        self.assert_right(self.written("//! @brief doubles\n//! \\param data what is doubled\n" + STDLIB + "//! the kernel\n" + DOUBLE % body), "map_double")

    def test_the_table_of_promises_names_tests(self) -> None:
        named = set(re.findall(r"`(\w+)`", (TOP / "harness/validate/PROMISES.md").read_text(encoding="utf-8").split("| --- |")[1]))
        files = [*(TOP / "tools/tests").glob("*_test.py"), *(TOP / "harness/validate").rglob("*_test.c")]
        text = "\n".join(path.read_text(encoding="utf-8") for path in files)
        self.assertGreater(len(named), 40)
        self.assertEqual([], sorted(name for name in named if not re.search(rf"def {name}\(|static void {name}\(", text)))

    def test_an_input_for_what_a_kernel_does_not_take_is_none(self) -> None:
        """Its own epsilon: another one is of no account."""
        kernel = self.written(STDLIB + f"""kernel void f(device const float *x, device float *y, device const float *w, constant uint &n, {ROW})
{{
    if (t) return;
    float s = 0;
    for (uint i = 0; i < n; i++) s += x[row * n + i] * x[row * n + i];
    float r = precise::rsqrt(s / n + 1e-5f);
    for (uint i = 0; i < n; i++) y[row * n + i] = x[row * n + i] * r * w[i];
}}
""")
        code, said = validate(kernel, "rms_norm", "--math", "safe", "--json", "-")
        self.assertEqual(code, 0, said)
        inputs = {one["inputs"] for one in json.loads(said)["trials"]}
        self.assertIn("large gamma", inputs)
        self.assertNotIn("another epsilon", inputs)

    def test_a_contract_and_a_kernel_may_tolerate(self) -> None:
        """By a line, as by an option; every verdict says so, and the kernel's own counts."""
        contract = self.folder / "twice.contract"
        text = """//! title: Twice
//! types: float
//! sizes: COUNT in 1 33
//! in: a float[COUNT] = random(1, 4)
//! out: b float[COUNT]
//! expect: b = formula(2 * a)
//! dispatch: groups COUNT, threadgroup 1
"""
        kernel = "kernel void f(device const float *a, device float *b, uint i [[thread_position_in_grid]])\n{\n    b[i] = 2.00001f * a[i];\n}\n"
        for of_contract, of_kernel, expected, tolerance in (("", "", 1, None), ("near 0 0.001", "", 0, "near 0 0.001"), ("ulp 4", "", 1, "ulp 4"),
                                                            ("ulp 4", "ulp 200", 0, "ulp 200"), ("", "near 0 0.001", 0, "near 0 0.001")):
            with self.subTest(contract=of_contract, kernel=of_kernel):
                contract.write_text(text + (f"//! compare: {of_contract}\n" if of_contract else ""), encoding="utf-8")
                code, said = validate(self.written((f"//! compare: {of_kernel}\n" if of_kernel else "") + kernel), str(contract), "--json", "-")
                self.assertEqual(code, expected, said)
                self.assertEqual(json.loads(said)["tolerance"], tolerance)

    def test_values_are_decimal_too(self) -> None:
        kernel = self.written(STDLIB + "kernel void f(device const half *input, device half *output, constant uint &count, uint i [[thread_position_in_grid]])\n"
                              "{ if (i < count) output[i] = input[i]; }\n")
        code, said = validate(kernel, "silu", "--quick")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"output\[0\]: got -?0x\S+ \(-?\d[\d.e-]*\), expected \[\S+, \S+\] \(-?\d[\d.e-]* to -?\d[\d.e-]*\)")
        self.assertIn("in:          input@0 half[", said)  # what it was given
        self.assertIn("Assumed: groups ceil_div(COUNT, TG), threadgroup TG, as the contract says; --dispatch says another", "".join(said.splitlines(True)[:3]))


if __name__ == "__main__":
    unittest.main()
