#!/usr/bin/env python3
"""`assay validate` of kernels as people write them, of contracts of their own, and of bad input."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from validating import ASSAY, ENVIRONMENT, LAYERNORM, MATMUL, RIGHT, SEEDS, Validations, validate


STRIDED = """
uint row = thread_position_in_grid.y, column = thread_position_in_grid.x;
if (row >= uint(a_shape[0]) || column >= uint(b_shape[1]) || a_ndim != 2)
    return;
float sum = 0.0f;
for (int p = 0; p < a_shape[1]; p++)
    sum += float(a[row * a_strides[0] + p * a_strides[1]]) * float(b[p * b_strides[0] + column * b_strides[1]]);
c[row * b_shape[1] + column] = TYPE(sum * SCALE);
"""


DOUBLED = """//! title: Twice\n//! types: float half\n//! sizes: COUNT in 1 33 257\n//! in: a T[COUNT] = random\n//! out: b T[COUNT]
//! value: n = COUNT\n//! expect: b = doubled(a)\n//! dispatch: groups ceil_div(COUNT, TG), threadgroup TG\n"""
PARAMETERS = "device const T *a [[buffer(0)]], device T *b [[buffer(1)]], constant uint &n [[buffer(2)]], uint i [[thread_position_in_grid]]"
BODY = "{ if (i < n) b[i] = a[i] + a[i]; }"
# what stands in the file behind `using namespace metal`, lines of its header, exit code, words
AS_WRITTEN = [
    ("template <typename T> kernel void twice(P) B\ntemplate [[host_name(\"twice_f\")]] [[kernel]] decltype(twice<float>) twice<float>;", [], 0, "kernel twice_f"),
    ("template <typename T> [[kernel]] void twice(P) B\ntypedef decltype(twice<half>) type;\ntemplate [[host_name(\"twice_\" \"h\")]] kernel type twice<half>;", [], 0, "kernel twice_h"),
    ("template <typename T> kernel void twice(P) B\n#define instantiate_kernel(name, f, ...) \\\n  template [[host_name(name)]] [[kernel]] decltype(f<__VA_ARGS__>) f<__VA_ARGS__>;\n"
     "#define instantiate(name, T) instantiate_kernel(\"twice_\" #name, twice, T)\ninstantiate(f32, float)", [], 0, "kernel twice_f32"),
    ("#define DEFINE(NAME, T) kernel void twice_##NAME(P) \\\n  B\nDEFINE(float, float)", [], 0, "kernel twice_float"),
    ("#define ENTRY kernel void\n#define AT(n) [[buffer(n)]]\nnamespace mine {\nENTRY twice(device const float *a AT(0), device float *b AT(1), constant uint &n AT(2), "
     "uint i [[thread_position_in_grid]]) B\n}", [], 0, "kernel twice"),
    ("//! \\brief Doubles.\n//! @param a what\n//! note: quick\nkernel void twice(P) B".replace("P", PARAMETERS.replace("T *", "float *")), [], 0, "kernel twice"),
    ("struct Args { uint n; float scale; };\nkernel void twice(device const float *a, device float *b, constant Args &p [[buffer(5)]], uint i [[thread_position_in_grid]])\n"
     "{ if (i < p.n) b[i] = p.scale * a[i]; }", ["extra: p@5 {uint n, float scale} = COUNT, 2"], 0, "kernel twice"),
    ("constant uint WIDTH [[function_constant(0)]];\nkernel void twice(device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]])\n"
     "{ if (i < n && WIDTH) b[i] = 2 * a[i]; }", [], 2, "function constant WIDTH has no value; give it with --constant WIDTH=VALUE"),
    ("constant uint LAST [[function_constant(0)]];\nkernel void twice(device const float *a, device float *b, uint i [[thread_position_in_grid]])\n"
     "{ if (i <= LAST) b[i] = FACTOR * a[i]; }", ["constant: LAST=COUNT - 1", "macro: FACTOR=(COUNT + COUNT) / COUNT"], 0, "kernel twice"),
    ("#define FC_BASE 300\n#define FC(i, TYPE, name) constant TYPE name [[function_constant(FC_BASE + i)]];\nFC(0, int, WIDTH)\nFC(1, bool, FAST)\n"
     "kernel void twice(device const float *a, device float *b, uint i [[thread_position_in_grid]])\n"
     "{ if (int(i) < WIDTH) b[i] = (is_function_constant_defined(FAST) && FAST ? 2 : 2.0f) * a[i]; }", ["constant: WIDTH=COUNT"], 0, "kernel twice"),
    ("#define FC_BASE 300\nconstant int WIDTH [[function_constant(FC_BASE + 0)]];\nkernel void twice(device const float *a, device float *b, uint i [[thread_position_in_grid]])\n"
     "{ if (int(i) < WIDTH) b[i] = 2 * a[i]; }", ["constant: WIDE=COUNT"], 2, "has no function constant `WIDE`"),
    ("kernel void twice(device const float *a, device float *b, constant uint2 &n, uint i [[thread_position_in_grid]]) { if (i < n.x) b[i] = 2 * a[i]; }", [], 2,
     "is uint2, but `n` of contract"),
    ("kernel void twice(device const float *a, device float *b, constant uchar &n, uint i [[thread_position_in_grid]]) { if (i < n) b[i] = 2 * a[i]; }", [], 2,
     "is uchar, which does not hold the 257 that contract"),
    ("kernel void twice(device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]]) { if (i < n) b[i] = 3 * a[i]; }", [], 1,
     "Assumed: groups ceil_div(COUNT, TG), threadgroup TG, as the contract says; --dispatch says another\nAssumed: TG is "),
]

ARGUMENTS = "device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]]"
AS_WRITTEN += [
    ("int deep(int n, device float *b) { if (n > 0) { b[0] = n; return deep(n + 1, b) + deep(n - 1, b); } return n; }\n"
     f"kernel void twice({ARGUMENTS}) {{ if (i < n) b[i] = 2 * a[i] + deep(n, b); }}", [], 1, "the function declared in line 3 calls itself without end"),
    (f"kernel void twice({ARGUMENTS}) {{ threadgroup float big[0x40000001]; big[i] = 1; if (i < n) b[i] = 2 * a[i]; }}", [], 1,
     "threadgroup memory size (4294967295) of function 'twice' exceeds"),
    (f"kernel void twice({ARGUMENTS}) {{ device const float4 *v = (device const float4 *)(a + 1); if (4 * i + 4 < n) {{ float4 x = v[i];\n"
     "b[4 * i + 1] = 2 * x.x; b[4 * i + 2] = 2 * x.y; b[4 * i + 3] = 2 * x.z; b[4 * i + 4] = 2 * x.w; }\n"
     "if (i == 0) for (uint j = 0; j < n; j++) if (j == 0 || j > (n - 1) / 4 * 4) b[j] = 2 * a[j]; }", [], 1, "is not a multiple of"),
]
STAGED = ARGUMENTS + ", uint t [[thread_position_in_threadgroup]]"
MEET = "s[t] = a[i]; threadgroup_barrier(mem_flags::mem_threadgroup); b[i] = 2 * s[t];"
AS_WRITTEN += [
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i >= n)\nreturn;\n{MEET}\n}}", [], 0,
     "has returned in line 6 when others of its threadgroup wait at this barrier"),
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i < n) {{\n{MEET}\n}}\n}}", [], 1,
     "line 6, thread (1, 0, 0): ends without coming to this barrier, at which others of its threadgroup wait"),
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i < n) {{\n{MEET}\n}} else {{\ns[t] = 0;\n}}\n}}", [], 1,
     "ends without coming to this barrier"),
]


class AsWritten(Validations):
    def test_kernels_are_found_however_they_are_declared(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            kernel, contract = Path(folder, "twice.metal"), Path(folder, "twice.contract")
            contract.write_text(DOUBLED, encoding="utf-8")
            for text, lines, expected, words in AS_WRITTEN:
                header = "".join(f"//! {line}\n" for line in lines)
                code = text.replace("(P)", f"({PARAMETERS})").replace(") B", f") {BODY}").replace("\n  B", f"\n  {BODY}")
                kernel.write_text(f"{header}#include <metal_stdlib>\nusing namespace metal;\n{code}\n", encoding="utf-8")
                with self.subTest(text):
                    code, said = validate(kernel, str(contract))
                    self.assertEqual(code, expected, said)
                    self.assertIn(words, said)


class Mlx(Validations):
    def validate(self, body: str, *options: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "body.metal"
            path.write_text(body, encoding="utf-8")
            return validate(path, "matmul", "--mlx", "--inputs", "a,b", "--outputs", "c", "--grid", "N, M, 1", "--group", "8, 8, 1",
                            "--template", "TYPE=float,SCALE=1", "--types", "float", "--math", "safe", *options)

    def test_strides_shapes_and_template_parameters(self) -> None:
        code, said = self.validate(STRIDED, "--no-row-contiguous")
        self.assertEqual(code, 0, said)
        code, said = self.validate(STRIDED, "--no-row-contiguous", "--template", "TYPE=float,SCALE=2")
        self.assertEqual(code, 1, said)

    def test_a_body_that_ignores_strides(self) -> None:
        body = STRIDED.replace("p * a_strides[1]", "p")
        code, said = self.validate(body, "--no-row-contiguous")
        self.assertEqual(code, 1, said)
        self.assertIn("not row-contiguous", said)
        code, said = self.validate(body)
        self.assertEqual(code, 0, said)


class Own(Validations):
    """Contracts that a user writes."""

    def test_a_contract_of_ones_own_needs_no_c(self) -> None:
        contract = """//! title: exponentials, of one half each\n//! types: float half\n//! sizes: (ROWS, N) in (1, 1) (3, 33)
//! in: a T[ROWS * N] = random(-4, 4) | also x\n//! out: y T[ROWS * N]\n//! value: n = ROWS * N\n//! expect: y = exp(a, 0)
//! mistake: the base is 2 | exp2(a, 0)\n//! dispatch: groups ceil_div(ROWS * N, TG), threadgroup TG\n"""
        kernel = """#include <metal_stdlib>\nusing namespace metal;\nkernel void f(device const T *x, device T *y, constant uint &n,
uint i [[thread_position_in_grid]])\n{\n    if (i < n)\n        y[i] = exp(x[i]);\n}\n"""
        with tempfile.TemporaryDirectory() as folder:
            path, mine = Path(folder) / "f.metal", Path(folder) / "exponentials.contract"
            mine.write_text(contract, encoding="utf-8")
            path.write_text(kernel, encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 0, said)
            path.write_text(kernel.replace("exp(", "exp2("), encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 1, said)
            self.assertIn("the base is 2: the results are just those", said)
            mine.write_text(contract.replace("exp(a, 0)", "expp(a, 0)"), encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 2, said)
            self.assertIn("expp", said)


SILU = """#include <metal_stdlib>
using namespace metal;
kernel void my_silu(device const float *x, device float *y, constant uint &n, uint i [[thread_position_in_grid]])
{ if (i < n) y[i] = x[i] / (1 + exp(-x[i])); }
"""
SIGMOID = """//! title: x
//! types: float
//! sizes: COUNT in 1 33
//! in: input float[COUNT] = random | also x
//! out: output float[COUNT] | also y
//! value: count = COUNT | also n
//! expect: output = formula(input / (1 + exp(-input)))
//! dispatch: groups ceil_div(COUNT, 64), threadgroup 64
"""
# of a contract: text, in its place, line and words
MISWRITTEN = [
    ("= random", "= radnom", ":4: unknown generator `radnom`; did you mean random"), ("input float", "input flaot", ":4: `flaot` is no type"),
    ("exp(-input)", "epx(-input)", ":7: formula: `epx` is no function of 1 arguments"), ("exp(-input)", "exp(-inptu)", ":7: unknown name `inptu`"),
    ("expect: output", "expect: outptu", ":7: `expect: outptu` names no output"), ("threadgroup 64", "threadgruop 64", ":8: `threads"),
    ("count = COUNT", "count = CUONT", ":6: unknown name `CUONT`"), ("output float[COUNT]", "output float[CUONT]", ":5: unknown name `CUONT`"),
    ("float\n//! sizes", "float quarter\n//! sizes", ":2: `quarter` is no type"), ("1 33", "1 x", ":3: `x` is no whole number"),
    ("threadgroup 64\n", "threadgroup 64\n//! inputs: odd | input = radnom\n", ":9: unknown generator"), ("threadgroup 64\n", "threadgroup 64\n//! threadgroups: 64 x\n", ":9: `x` is no number"),
    ("threadgroup 64\n", "threadgroup 64\n//! compare: near x\n", ":9: `near ABSOLUTE RELATIVE`"),
    ("threadgroup 64\n", "threadgroup 64\n//! mistake: odd | formula(inptu)\n", ":9: unknown name `inptu`"), ("threadgroup 64\n", "threadgroup 64\n//! split: COUNT > X | odd\n", ":9: "),
]
# key of a `//!` line and of an option, value, words
MISSAID = [
    ("dispatch", "groups COUNT", "`threadgroup …` is missing"), ("dispatch", "groups CUONT, threadgroup 1", "unknown name `CUONT`"), ("extra", "n@2 flaot = 1", "unknown type `flaot`"),
    ("scratch", "n@2 float", "an output is a buffer"), ("threadgroups", "64 x", "`x` is no number of threads"), ("constant", "NONE", "`NAME=VALUE` is expected"),
    ("threadgroup", "0 4 * X", "unknown name `X`"),
]
SURPLUS = [("extra", "q@9 uint = 1"), ("extra", "q uint = 1"), ("scratch", "q@9 float[4]"), ("extra", "s@0 sampler = filter linear")]


class Miswritten(Validations):
    """What is found only in the case that comes of it all is told of the line, or the option, that it comes from."""

    def test_a_contract(self) -> None:
        kernel, contract = self.written(SILU), self.folder / "c.contract"
        for text, other, words in MISWRITTEN:
            with self.subTest(other):
                self.assertEqual(SIGMOID.count(text), 1)
                contract.write_text(SIGMOID.replace(text, other), encoding="utf-8")
                code, said = validate(kernel, str(contract), "--quick")
                self.assertEqual(code, 2, said)
                self.assertIn(f"c.contract{words}", said)

    def test_what_no_kernel_takes(self) -> None:
        for key, value in SURPLUS:
            with self.subTest(key, value=value):
                words = f"`{value}`: kernel my_silu takes no such argument; it takes x@0, y@1, n@2"
                code, said = validate(self.written(f"//! note: x\n//! {key}: {value}\n{SILU}"), "silu", "--quick")
                self.assertEqual(code, 2, said)
                self.assertIn(f"kernel.metal:2: {words}", said)
                code, said = validate(self.written(SILU), "silu", "--quick", f"--{key}", value)
                self.assertEqual(code, 2, said)
                self.assertIn(f"--{key} {words}", said)

    def test_lines_and_options(self) -> None:
        for key, value, words in MISSAID:
            with self.subTest(key, value=value):
                code, said = validate(self.written(f"//! note: x\n//! {key}: {value}\n{SILU}"), "silu", "--quick")
                self.assertEqual(code, 2, said)
                self.assertIn("kernel.metal:2: ", said)
                self.assertIn(words, said)
                code, said = validate(self.written(SILU), "silu", "--quick", f"--{key}", value)
                self.assertEqual(code, 2, said)
                self.assertIn(words, said)
                self.assertNotIn("kernel.metal: ", said)
        for option, value, words in (("--ulp", "x", "--ulp 'x': "), ("--near", "1", "--near '1': "), ("--types", "flaot", "does not cover the type flaot"), ("--sizes", "COUNT in x", "`x` is no whole")):
            code, said = validate(self.written(SILU), "silu", "--quick", option, value)
            self.assertEqual(code, 2, said)
            self.assertIn(words, said)

    def test_what_a_dispatch_passes(self) -> None:
        """As many as the kernel takes, by the names of roles or those that kernels give them."""
        for passed, expected, words in (("x, y, n", 0, "RIGHT"), ("input, y, count", 0, "RIGHT"), ("x, y", 2, "takes 3 buffers and textures, and `my_silu(input, output)"), ("x, y, n, n", 2, "passes 4"),
                                        ("x, z, n", 2, "passes `z`, which is no in, out or inout")):
            code, said = validate(self.written(SILU), "silu", "--quick", "--dispatch", f"my_silu({passed}): groups ceil_div(COUNT, 64), threadgroup 64")
            self.assertEqual(code, expected, said)
            self.assertIn(words, said)


class Input(Validations):
    def assert_refused(self, words: str, kernel: Path, contract: str, *options: str) -> None:
        code, said = validate(kernel, contract, *options)
        self.assertEqual(code, 2, said)
        self.assertIn(words, said)
        self.assertEqual(len(said.strip().splitlines()), 1, said)

    def kernel(self, parameters: str, body: str = "", first: str = "") -> Path:
        path = self.folder / "kernel.metal"
        path.write_text(f"{first}#include <metal_stdlib>\nusing namespace metal;\nkernel void f({parameters})\n{{\n{body}\n}}\n", encoding="utf-8")
        return path

    def test_what_does_not_fit_the_contract(self) -> None:
        naive = LAYERNORM / "naive.metal"
        self.assert_refused("there is no contract `layernorm`; did you mean layer_norm", naive, "layernorm")
        self.assert_refused("has no kernel `other`", naive, "layer_norm", "--entry", "other")
        self.assert_refused("has no role `gama`", naive, "layer_norm", "--map", "gama=2")
        self.assert_refused("takes nothing that is `dst`", self.kernel("device const float *src [[buffer(0)]]"), "layer_norm")
        self.assert_refused("is const, but", self.kernel("device const float *src, device const float *dst"), "layer_norm")
        self.assert_refused("is nothing that contract", self.kernel("device const float *src, device float *dst, device float *what"), "layer_norm")
        self.assert_refused("which --types leaves out", self.kernel("device const float *src, device float *dst"), "layer_norm", "--types", "half")
        self.assert_refused("say how many bytes, as in --threadgroup '0 4 * TG'",
                            self.kernel("device const float *src, device float *dst, threadgroup float *sums [[threadgroup(0)]]"), "layer_norm")
        self.assert_refused("works on int, which", self.kernel("device const int *src, device int *dst"), "layer_norm")
        self.assert_refused("has no kernel", SEEDS / "gemm_body.metal", "matmul")
        library, source = self.folder / "a.metallib", ["--source", str(MATMUL / "naive.metal")]
        library.write_bytes(b"MTLB")
        self.assert_refused("add --source KERNEL.metal", library, "matmul")
        self.assert_refused("is compiled for one type", library, "matmul", *source)
        self.assert_refused("does not run compiled libraries", library, "matmul", *source, "--types", "float")
        self.assert_refused("cannot be read", self.folder / "b.metallib", "matmul", *source)
        self.assert_refused("--source goes with a .metallib", naive, "layer_norm", *source)
        self.assert_refused("a baseline is given as source", naive, "layer_norm", "--baseline", str(library))
        simd = LAYERNORM / "simd.metal"
        for words, options in (
                ("GPUs have 32768", ["--threadgroup", "0 99999"]),
                ("is expected, not `foo`", ["--dispatch", "foo"]),
                ("the index of a buffer or texture is expected", ["--map", "gamma=x"]),
                ("has no buffer(17)", ["--map", "gamma=17"]),
                ("does not cover the type int", ["--types", "int"]),
                ("has no option `Q`", ["--set", "Q=1"]),
                ("did you mean --constant?", ["--constnat", "none=1"]),
                ("has no function constant `none`", ["--constant", "none=1"]),
                ("write -D NAME=TEXT", ["-D", "X"]),
                ("leaves no size", ["--holds", "N == 0"]),
                ("`N %` is no condition", ["--holds", "N %"]),
                ("unknown name `WIDTH`", ["--holds", "WIDTH == 4"]),
                ("looks like `gamma`, which --map gives to another", ["--map", "gamma=3"]),
                ("`NAME=VALUE` is expected, not `gamma`", ["--map", "gamma"]),
                ("is no index and bytes", ["--threadgroup", "x"]),
                ("--grid goes with --mlx", ["--grid", "1, 1, 1"]),
                ("-I nowhere: No such file", ["-I", "nowhere"]),
                ("has no contracts", ["--contract", "nothing", "--contracts", str(self.folder)]),
                ("cannot be read", ["--baseline", str(self.folder / "nowhere.metal")]),
                ("needs --inputs", ["--mlx"]),
                ("--grid wants three", ["--mlx", "--inputs", "src", "--outputs", "dst", "--grid", "N, 1", "--group", "1, 1, 1"]),
                ("is no role of contract", ["--mlx", "--inputs", "Q", "--outputs", "dst", "--grid", "N, 1, 1", "--group", "1, 1, 1"])):
            self.assert_refused(words, simd, "layer_norm", *options)
        self.assert_refused("cannot be read", self.folder / "nowhere.metal", "layer_norm")
        done = subprocess.run([ASSAY, "validate", str(simd)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("or a line `//! contract:` in the kernel", done.stderr)
        self.assert_refused("cannot be read", simd, str(self.folder / "nowhere.contract"))
        self.assert_refused("threads; no device takes more", self.kernel("device const float *src, device float *dst"), "layer_norm",
                            "--dispatch", "groups ROWS, threadgroup 4096")

    def test_a_verdict_that_cannot_be_written_is_still_printed(self) -> None:
        nowhere = str(self.folder / "nowhere/verdict")
        for words, option in (("cannot be written: No such file", "--json"), (f"{nowhere}: No such file", "--report")):
            code, said = validate(RIGHT / "silu.metal", "map_silu", "--types", "float", "--no-checked", option, nowhere)
            self.assertEqual(code, 2, said)
            self.assertIn("RIGHT", said)
            self.assertIn(words, said)

    def test_a_kernel_that_never_ends_is_its_own_verdict(self) -> None:
        path = self.kernel("device const float *a, device const float *b, device float *c, uint i [[thread_position_in_grid]]",
                           "volatile device float *p = c; while (p[0] != 12345.0f) p[0] = a[i];")
        code, said = validate(path, "map_add", "--timeout", "3")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, "does not end within 3 s|crashes")

    def test_a_crash_is_run_again_for_its_line(self) -> None:
        path = self.kernel("device float *data, constant uint &count, uint i [[thread_position_in_grid]]",
                           "if (i < count)\n    data[i] *= 2;\nif (count == 1000)\n    data[i * 100000000u] = 3;")
        code, said = validate(path, "map_double", "--json", "-")
        verdict = json.loads(said)
        self.assertEqual(code, 1, said)
        found = [finding for finding in verdict["findings"] if "bytes into buffer 0" in finding["what"]]
        self.assertEqual([finding["check"] for finding in found], ["checked mode"], said)
        self.assertNotIn("results are wrong", [finding["what"] for finding in verdict["findings"]])  # what the crash left is no second defect
        self.assertIn("COUNT=1000", found[0]["where"])
        self.assertIn("100000000u", path.read_text(encoding="utf-8").splitlines()[found[0]["line"] - 1])

    def test_what_does_not_compile_is_told_by_the_kernels_own_path(self) -> None:
        path = self.kernel("device float *data, constant uint &count, uint i [[thread_position_in_grid]]", "if (i < count)\n    data[i] *= ;")
        code, said = validate(path, "map_double", "--json", "-")
        finding = json.loads(said)["findings"][0]
        self.assertEqual(code, 1, said)
        self.assertIn("*= ;", path.read_text(encoding="utf-8").splitlines()[finding["line"] - 1])
        self.assertIn(f"{path}:{finding['line']}:", finding["detail"])

    def test_names_includes_and_json(self) -> None:
        (self.folder / "add.h").write_text("#pragma once\nstatic float add(float x, float y) { return x + y; }\n", encoding="utf-8")
        path = self.kernel("device const float *p, device const float *q, device float *r, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) r[i] = add(p[i], q[i]);", '#include "add.h"\n')
        code, said = validate(path, "map_add", "--map", "a=0,b=1,c=2", "--json", "-")
        self.assertEqual(code, 0, said)
        self.assertEqual(json.loads(said)["verdict"], "RIGHT")

    def test_a_finding_names_its_file(self) -> None:
        (self.folder / "put.h").write_text("#pragma once\nstatic void put(device float *r, uint i, float x) {\n    r[i + 1] = x;\n}\n", encoding="utf-8")
        path = self.kernel("device const float *a, device const float *b, device float *c, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) put(c, i, a[i] + b[i]);", '#include "put.h"\n')
        for before, after, words in (("r[i + 1] = x", "r[i + 1] = x", r"line 3 of \S*put\.h, thread"), ("r[i + 1] = x", "r[i] = y", "put\\.h:3:.*undeclared")):
            put = self.folder / "put.h"
            put.write_text(put.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
            told = self.folder / "told.json"
            code, said = validate(path, "map_add", "--quick", "--json", str(told), "--annotate", "github")
            self.assertEqual(code, 1, said)
            self.assertRegex(said, words)
            places = {(Path(f["file"]).name, f["line"]) for f in json.loads(told.read_text(encoding="utf-8"))["findings"] if f["line"]}
            self.assertEqual(places, {("put.h", 3)})
            self.assertRegex(said, r"(?m)^::error file=\S*put\.h,line=3,title=defect::")

    def test_an_object_that_becomes_generic_is_a_hint(self) -> None:
        path = self.kernel("device const float *a, device const float *b, device float *c, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) { pair p; p.first() = a[i]; c[i] = p.first() + b[i]; }", "struct pair { float x; thread float &first() { return x; } };\n")
        code, said = validate(path, "map_add")
        self.assertEqual(code, 0, said)
        self.assertIn("from MSL 4.1 on `first`", said)

    def test_a_kernel_names_its_contract(self) -> None:
        path = self.kernel("device const float *p, device float *q, uint i [[thread_position_in_grid]]", "q[i] = p[i] + p[i];",
                           "//! contract: %s\n//! map: src=0, dst=1\n")
        source = path.read_text(encoding="utf-8")
        contract = "//! title: twice\n//! types: float\n//! sizes: COUNT in 1 33\n//! in: src float[COUNT] = random(-4, 4)\n" \
                   "//! out: dst float[COUNT]\n//! expect: dst = add(src, src)\n//! dispatch: groups COUNT, threadgroup 1\n"
        (self.folder / "twice.contract").write_text(contract, encoding="utf-8")
        for named, code, words in (("twice.contract", 0, "RIGHT"), ("./twice.contract", 0, "RIGHT"), ("thrice.contract", 2, "cannot be read"),
                                   ("map_dubble", 2, "did you mean map_double")):
            path.write_text(source % named, encoding="utf-8")
            done = subprocess.run([ASSAY, "validate", str(path), "--no-speed"], capture_output=True, text=True, check=False, env=ENVIRONMENT)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn(words, done.stdout + done.stderr)

    def test_a_baseline_that_writes_textures_is_the_reference(self) -> None:
        text = """#include <metal_stdlib>
using namespace metal;
kernel void invert(texture2d<float, access::read> source [[texture(0)]], texture2d<float, access::write> target [[texture(1)]],
                   uint2 at [[thread_position_in_grid]])
{
    float4 c = source.read(at);
    target.write(float4(1 - c.rgb, c.a), at);
}
"""
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder, "old.metal"), Path(folder, "new.metal")
            old.write_text(text, encoding="utf-8")
            for change, expected in (("1 - c.rgb", 0), ("0.99 - c.rgb", 1)):
                new.write_text(text.replace("1 - c.rgb", change), encoding="utf-8")
                code, said = validate(new, "image_invert", "--baseline", str(old), "--as-reference")
                self.assertEqual(code, expected, said)
                self.assertIn("Judged by what", said)
                self.assertEqual("target[0]: got" in said, expected == 1, said)

    def test_a_baseline_is_compared(self) -> None:
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(LAYERNORM / "shared.metal"), "--types", "float")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, "closer to the truth|equally close")
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(SEEDS / "k2_tree.metal"), "--types", "float")
        self.assertIn("the baseline is not right itself", said)


if __name__ == "__main__":
    unittest.main()
