#!/usr/bin/env python3
"""Tests of what `assay validate` tries a kernel with: types, what lies in memory, inputs for other threadgroups."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from validating import FIXTURES, Validations, validate

EXAMPLES = FIXTURES / "examples"


class Trials(Validations):
    def test_dispatched_kernels_state_their_type(self) -> None:
        """They are tried with that alone, and a template of theirs may call its parameter T."""
        text = """//! scratch: tmp int[COUNT]
//! dispatch: first(input, tmp, count): groups ceil_div(COUNT, TG), threadgroup TG
//! dispatch: second(tmp, total, count): groups 1, threadgroup 1
#include <metal_stdlib>
using namespace metal;
template <typename T> static T same(T x) { return x; }
kernel void first(device const int *input, device int *tmp, constant uint &count, uint i [[thread_position_in_grid]])
{ if (i < count) tmp[i] = same(input[i]); }
kernel void second(device const int *tmp, device int *total, constant uint &count)
{ for (uint i = 0; i < count; i++) total[0] += tmp[i]; }
"""
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "two.metal")
            kernel.write_text(text, encoding="utf-8")
            code, said = validate(kernel, "sum", "--quick")
            self.assertEqual(code, 0, said)
            code, said = validate(kernel, "sum", "--quick", "--types", "float")
            self.assertEqual(code, 2, said)

    def test_the_contract_says_what_lies_in_memory(self) -> None:
        """Bytes that it gives a sign keep it, and three numbers become a uint3, which has room for four."""
        example = EXAMPLES / "int8.metal"
        text = example.read_text(encoding="utf-8").replace("./int8.contract", str(example.with_suffix(".contract")))
        self.assertIn("device const char *b", text)
        shaped = """#include <metal_stdlib>
using namespace metal;
kernel void product(device const float *a, device const float *b, device float *c, constant uint3 &shape, uint2 i [[thread_position_in_grid]])
{
    if (i.y >= shape.x || i.x >= shape.z) return;
    float sum = 0;
    for (uint k = 0; k < shape.y; k++) sum += a[i.y * shape.y + k] * b[k * shape.z + i.x];
    c[i.y * shape.z + i.x] = sum;
}
"""
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "k.metal")
            kernel.write_text(text.replace("device const char *b", "device const uchar *b"), encoding="utf-8")
            self.assert_found(kernel, str(example.with_suffix(".contract")), [], ["results are wrong"])
            kernel.write_text(shaped, encoding="utf-8")
            code, said = validate(kernel, "matmul", "--quick")
            self.assertEqual(code, 0, said)

    def test_other_threadgroups_get_what_provokes_and_are_watched(self) -> None:
        """What only some threadgroups do wrong may show in inputs for every place, in many small threadgroups, or in checked mode alone."""
        softmax = """#include <metal_stdlib>
using namespace metal;
kernel void softmax(device const float *x, device float *y, constant uint &n, uint row [[threadgroup_position_in_grid]],
                    uint t [[thread_index_in_threadgroup]], uint tg [[threads_per_threadgroup]])
{
    threadgroup float s[1024];
    float m = -INFINITY, sum = 0;
    for (uint i = t; i < n; i += tg) m = max(m, x[row * n + i]);
    s[t] = m;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint i = 0; i < min(tg, 256u); i++) m = max(m, s[i]); // of the threads beyond, each knows its own
    threadgroup_barrier(mem_flags::mem_threadgroup);
    s[t] = m;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    m = s[0];
    for (uint i = 0; i < n; i++) sum += exp(x[row * n + i] - m);
    for (uint i = t; i < n; i += tg) y[row * n + i] = exp(x[row * n + i] - m) / sum;
}
"""
        total = """//! scratch: partials int[ceil_div(COUNT, TG)]
//! extra: sums uint = ceil_div(COUNT, TG)
//! dispatch: first(input, partials, count): groups ceil_div(COUNT, TG), threadgroup TG
//! dispatch: second(partials, total, sums): groups 1, threadgroup 512
#include <metal_stdlib>
using namespace metal;
kernel void first(device const int *input, device int *partials, constant uint &count, uint i [[thread_position_in_grid]],
                  uint t [[thread_index_in_threadgroup]], uint tg [[threads_per_threadgroup]], uint g [[threadgroup_position_in_grid]])
{
    int sum = 0;
    for (uint j = i; t == 0 && j < min(i + tg, count); j++) sum += input[j];
    if (t == 0) partials[g] = sum;
}
kernel void second(device const int *partials, device atomic_int *total, constant uint &sums, uint t [[thread_index_in_threadgroup]])
{ if (t < sums) atomic_fetch_add_explicit(total, partials[t], memory_order_relaxed); }
"""
        barrier = """//! threadgroups: 32 256
#include <metal_stdlib>
using namespace metal;
kernel void sums(device const int *input, device int *partials, constant uint &n, uint i [[thread_position_in_grid]], uint g [[threadgroup_position_in_grid]],
                 uint lane [[thread_index_in_simdgroup]], uint simd [[simdgroup_index_in_threadgroup]], uint simds [[simdgroups_per_threadgroup]])
{
    threadgroup int s[32];
    int sum = simd_sum(i < n ? input[i] : 0);
    if (lane == 0) s[simd] = sum;
    simdgroup_barrier(mem_flags::mem_threadgroup); // the last SIMD-group comes last, by chance
    sum = 0;
    for (uint j = 0; j < simds; j++) sum += s[j];
    if (lane == 0 && simd + 1 == simds) partials[g] = sum;
}
"""
        ties = """#include <metal_stdlib>
using namespace metal;
kernel void best(device const float *x, device float *values, device uint *indices, constant uint &n, constant uint &k,
                 uint row [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]], uint tg [[threads_per_threadgroup]])
{
    x += row * n;
    for (uint i = t; i < n; i += tg) {
        uint rank = 0;
        for (uint j = 0; j < n; j++) rank += x[j] > x[i] || (x[j] == x[i] && (t < 32 ? j < i : j > i));
        if (rank < k) { values[row * k + rank] = x[i]; indices[row * k + rank] = i; }
    }
}
"""
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "k.metal")
            for contract, text, words in (("softmax", softmax, ["every place", "right with 32, wrong with 1024"]), ("sum", total, ["COUNT=100003, threadgroup 32"]),
                                          ("top_k", ties, ["threadgroup 256, many equal elements", "right with 32, wrong with 256"]),
                                          ("group_sums", barrier, ["of threadgroup memory, which thread 0 of the same threadgroup wrote"])):
                with self.subTest(contract):
                    kernel.write_text(text, encoding="utf-8")
                    self.assert_found(kernel, contract, [], words)

    def test_partial_simd_groups_count_if_somebody_says_so(self) -> None:
        text = """#include <metal_stdlib>
using namespace metal;
kernel void group_sums(device const int *input [[buffer(0)]], device int *partials [[buffer(1)]], constant uint &count [[buffer(2)]],
                       uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]], uint threads [[threads_per_threadgroup]],
                       uint lane [[thread_index_in_simdgroup]], uint one [[simdgroup_index_in_threadgroup]])
{
    threadgroup int sums[32];
    int value = simd_sum(i < count ? input[i] : 0);
    if (lane == 0)
        sums[one] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    value = simd_sum(lane < threads / 32 ? sums[lane] : 0);
    if (lane == 0 && one == 0)
        partials[group] = value;
}
"""
        note = "it takes all SIMD-groups to be full: it is wrong with threadgroups that are no multiple of 32"
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "sums.metal")
            kernel.write_text(text, encoding="utf-8")
            code, said = validate(kernel, "group_sums")
            self.assertEqual(code, 0, said)
            self.assertIn(note, said)
            self.assertRegex(said, r"threadgroups of 256 32 64 96 128 1024, math")
            self.assert_found(kernel, "group_sums", ["--threadgroups", "256 1000"], ["results are wrong", "no multiple of 32"])
            kernel.write_text(text.replace("threads / 32", "(threads + 31) / 32"), encoding="utf-8")
            code, said = validate(kernel, "group_sums")
            self.assertEqual(code, 0, said)
            self.assertNotIn(note, said)
            self.assertRegex(said, r"threadgroups of 256 32 64 96 128 1024 1000, math")
            kernel.write_text(text.replace("lane < threads / 32 ? sums[lane] : 0", "sums[0]"), encoding="utf-8")
            self.assert_found(kernel, "group_sums", [], ["results are wrong (correctness"])
            self.assertNotIn(note, validate(kernel, "group_sums")[1])

    def test_threadgroups_are_as_many_as_a_loop_goes_on(self) -> None:
        """A kernel that nobody tells how many threads there are has the number in its loops."""
        text = """#include <metal_stdlib>
using namespace metal;
#define THREADS 128
kernel void f(device const float *x, device float *y, constant int &n, uint row [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]])
{
    threadgroup float s[THREADS];
    float m = -INFINITY, sum = 0;
    for (int i = int(t); i < n; i += THREADS) m = max(m, x[row * n + i]);
    s[t] = m;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int i = 0; i < THREADS; i++) m = max(m, s[i]);
    for (int i = 0; i < n; i++) sum += exp(x[row * n + i] - m);
    for (int i = int(t); i < n; i += THREADS) y[row * n + i] = exp(x[row * n + i] - m) / sum;
}
"""
        said = self.assert_right(self.written(text), "softmax", "--quick")
        self.assertIn("not varied: TG is 128, the step of its loops from thread to thread", said)
        self.assert_found(self.written(text.replace("s[THREADS]", "s[64]")), "softmax", ["--quick"], ["line 9", "threadgroup"])

    def test_what_runs_away_is_stopped_with_its_line(self) -> None:
        """A loop that never ends and leaves its memory; an array of a thread's own that is too short."""
        below = """#include <metal_stdlib>
using namespace metal;
kernel void f(device const float *input, device float *total, constant uint &count, uint t [[thread_index_in_threadgroup]])
{
    float sum = 0;
    for (uint i = count - 1; i >= 0; i--)
        sum += input[i];
    if (t == 0) total[0] = sum;
}
"""
        beyond = """#include <metal_stdlib>
using namespace metal;
kernel void f(device const float *input, device float *output, constant uint &count, uint i [[thread_position_in_grid]])
{
    float x[4];
    for (uint j = 0; j <= 4; j++)
        x[j] = i < count ? input[i] : 0;
    if (i < count) output[i] = x[i & 3] / (1 + exp(-x[0]));
}
"""
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "k.metal")
            for contract, text, words in (("sum", below, ["line 7, thread (0, 0, 0): reads 4 bytes"]),
                                          ("silu", beyond, ["line 7, thread (0, 0, 0): writes memory at offset 16 of an array of its own"])):
                with self.subTest(contract):
                    kernel.write_text(text, encoding="utf-8")
                    self.assert_found(kernel, contract, [], words)

    def test_arrays_are_left_by_any_way(self) -> None:
        """An array of a thread's own, by an index that never changes, by a pointer, and a row of it; a constant table."""
        text = """#include <metal_stdlib>
using namespace metal;
constant float table[4] = {1, 1, 1, 1};
kernel void f(device const float *input, device float *output, constant uint &count, uint i [[thread_position_in_grid]])
{
    if (i >= count) return;
    float x[4] = {input[i], 1, 0, 2}, m[2][2] = {{1, 2}, {3, 4}}, sum = m[i % 2][1] + table[i % 4];
    for (thread float *p = x; p < x + 4; p++) sum += *p;
    output[i] = x[0] / (x[1] + exp(-x[0])) + 0 * sum;
}
"""
        kernel = self.written(text)
        self.assert_right(kernel, "silu", "--math", "fast")
        for right, wrong, words in (("0 * sum", "0 * sum + 0 * x[4]", "line 9, thread (0, 0, 0): reads memory at offset 16 of an array of its own, which has 16 bytes"),
                                    ("p < x + 4", "p <= x + 4", "line 8, thread (0, 0, 0): reads memory at offset 16 of an array of its own, which has 16 bytes"),
                                    ("m[i % 2][1]", "m[0][i % 2 + 1]", "line 7, thread (1, 0, 0): reads memory at offset 8 of an array of its own, which has 8 bytes"),
                                    ("table[i % 4]", "table[i % 5]", "line 7, thread (4, 0, 0): reads memory at offset 16 of a constant array, which has 16 bytes")):
            with self.subTest(wrong):
                self.assert_found(self.written(text.replace(right, wrong)), "silu", ["--math", "fast", "--quick"], [words])

    def test_an_option_that_a_line_hands_on_takes_all_its_values(self) -> None:
        contract = self.folder / "scaled.contract"
        contract.write_text("""//! title: Once or twice
//! types: float
//! sizes: COUNT in 1 33
//! option: TWICE in 0 1 | also twice
//! in: a float[COUNT] = random(1, 4)
//! out: b float[COUNT]
//! value: n = COUNT
//! expect: b = formula((1 + TWICE) * a)
//! dispatch: groups COUNT, threadgroup 1
""", encoding="utf-8")
        parts = {"member": ("//! extra: p@2 {uint n, uint twice}\n", "struct args { uint n, twice; };\n", "constant args &p [[buffer(2)]]", "p.twice"),
                 "value": ("//! extra: p@2 {uint, uint} = COUNT, TWICE\n", "struct args { uint n, t; };\n", "constant args &p [[buffer(2)]]", "p.t"),
                 "macro": ("//! macro: FLAG=TWICE\n", "", "constant uint &n [[buffer(2)]]", "FLAG"),
                 "constant": ("//! constant: FLAG=TWICE\n", "constant uint FLAG [[function_constant(0)]];\n", "constant uint &n [[buffer(2)]]", "FLAG")}
        for name, (line, before, parameter, told) in parts.items():
            for factor, expected in ((f"(1 + {told})", 0), ("1", 1)):
                with self.subTest(name, factor=factor):
                    kernel = f"{line}#include <metal_stdlib>\nusing namespace metal;\n{before}kernel void f(device const float *a, device float *b, {parameter}, " \
                             f"uint i [[thread_position_in_grid]])\n{{\n    b[i] = {factor} * a[i] + 0 * float({told});\n}}\n"
                    code, said = validate(self.written(kernel), str(contract))
                    self.assertEqual(code, expected, said)

    def test_grids_may_be_smaller_than_the_data(self) -> None:
        text = """#include <metal_stdlib>
using namespace metal;
kernel void f(device const float *input, device float *output, constant uint &count, uint i [[thread_position_in_grid]],
              uint total [[threads_per_grid]], uint size [[threads_per_threadgroup]])
{
    for (uint j = i; j < count; j += total) output[j] = input[j] / (1 + exp(-input[j]));
}
"""
        options = ["--quick", "--types", "float", "--dispatch", "groups 3, threadgroup TG"]
        self.assert_right(self.written(text), "silu", *options)
        for step, words in (("1024", "unwritten"), ("size", "in the same dispatch"), ("total / 2", "in the same dispatch"), ("count", "unwritten")):
            with self.subTest(step):
                self.assert_found(self.written(text.replace("j += total", f"j += {step}")), "silu", options, [words])

    def test_steps_of_several_dispatches(self) -> None:
        """What is wrong in the first is found in what the second makes of it, or before."""
        text = """//! scratch: part int[40]
//! extra: blocks uint = 40
//! dispatch: first(input, part, count): groups 40, threadgroup 64
//! dispatch: second(part, total, blocks): groups 1, threadgroup 32
#include <metal_stdlib>
using namespace metal;
kernel void first(device const int *in, device int *part, constant uint &n, uint i [[thread_position_in_grid]], uint all [[threads_per_grid]],
                  uint t [[thread_index_in_threadgroup]], uint g [[threadgroup_position_in_grid]], uint size [[threads_per_threadgroup]])
{
    threadgroup int s[64];
    int v = 0;
    for (uint k = i; k < n; k += all) v += in[k];
    s[t] = v;
    for (uint d = size / 2; d > 0; d /= 2) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) part[g] = s[0];
}
kernel void second(device const int *part, device int *total, constant uint &blocks, uint t [[thread_index_in_threadgroup]])
{
    int v = 0;
    for (uint k = t; k < blocks; k += 32) v += part[k];
    v = simd_sum(v);
    if (t == 0) total[0] = v;
}
"""
        self.assert_right(self.written(text), "sum")
        for right, wrong, words in (("k += all", "k += size", "results are wrong"), ("k += all", "k += 4096", "results are wrong"), ("part[g] = s[0]", "part[i] = s[0]", "wrote outside part"),
                                    ("        threadgroup_barrier(mem_flags::mem_threadgroup);\n", "", "no barrier between"),
                                    ("for (uint k = t; k < blocks; k += 32) v += part[k];", "v = part[t];", "results are wrong")):
            with self.subTest(wrong):
                self.assertEqual(text.count(right), 1)
                self.assert_found(self.written(text.replace(right, wrong)), "sum", [], [words])

    def test_a_step_takes_an_argument_buffer(self) -> None:
        """Which holds what a line `extra` says."""
        text = """//! scratch: tmp float[COUNT]
//! extra: a arguments = 0 input, 1 tmp, 2 count
//! dispatch: first(a): groups ceil_div(COUNT, TG), threadgroup TG
//! dispatch: second(tmp, y, n): groups ceil_div(COUNT, TG), threadgroup TG
#include <metal_stdlib>
using namespace metal;
struct Args { device const float *x; device float *t; uint n; };
kernel void first(constant Args &a [[buffer(0)]], uint i [[thread_position_in_grid]]) { if (i < a.n) a.t[i] = exp(-a.x[i]); }
kernel void second(device const float *t, device float *y, constant uint &n, uint i [[thread_position_in_grid]])
{ if (i < n) y[i] = -log(t[i]) / (1 + t[i]); }
"""
        self.assert_right(self.written(text), "silu", "--quick", "--near", "1e-4 1e-3", "--sizes", "COUNT in 1 33 300")
        self.assert_found(self.written(text.replace("i < a.n", "i + 1 < a.n")), "silu", ["--quick", "--near", "1e-4 1e-3"], ["results are wrong", "tmp float[64]"])

    def test_memory_that_nobody_wrote_is_seen_in_results(self) -> None:
        """Scratch begins as NaN; and it may be called like a role, `cols` for n."""
        text = """//! scratch: cols float[COUNT]
//! dispatch: first(input, cols, count): groups ceil_div(COUNT, 64), threadgroup 64
//! dispatch: second(cols, output, count): groups ceil_div(COUNT, 64), threadgroup 64
#include <metal_stdlib>
using namespace metal;
kernel void first(device const float *x, device float *cols, constant int &n, uint i [[thread_position_in_grid]])
{ if (int(i) < n) cols[i] = exp(-x[i]); }
kernel void second(device float *cols, device float *y, constant int &n, uint i [[thread_position_in_grid]])
{ if (int(i) < n) y[i] = 1 / (1 + cols[i]); }
"""
        contract = self.folder / "sigmoid.contract"
        contract.write_text("""//! title: Sigmoid
//! types: float
//! sizes: COUNT in 1 33 100
//! in: input float[COUNT] = random(-4, 4)
//! out: output float[COUNT]
//! value: count = COUNT | also cols
//! expect: output = formula(1 / (1 + exp(-input)))
//! dispatch: groups COUNT, threadgroup 1
""", encoding="utf-8")
        self.assert_right(self.written(text), str(contract))
        zeros = text.replace("if (int(i) < n) cols[i]", "if (int(i) < n && x[i] < 3) cols[i]")  # elsewhere it is so small that it does not matter
        self.assert_found(self.written(zeros), str(contract), [], ["results are wrong", "nan"])


if __name__ == "__main__":
    unittest.main()
