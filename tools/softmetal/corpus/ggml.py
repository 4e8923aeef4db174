"""Kernels of ggml-metal. Tensors have up to four dimensions ne*, with strides nb* in bytes, the first dimension fastest; suffix 0 is the first operand,
1 the second, none the result."""

from __future__ import annotations

import numpy as np

from job import EPSILON, Bench, Check, row, softmax, sum_bound

FILE = "ggml-metal/ggml-metal.metal"
ARGUMENTS = "ggml-metal-impl.h"


def shape(suffix: str, sizes: tuple[int, ...], element: int, block: int = 1) -> dict[str, int]:
    """ne and nb of a tensor whose first dimension is stored in blocks of `block` values and `element` bytes."""
    sizes = (*sizes, *[1] * (4 - len(sizes)))
    strides = [element, element * sizes[0] // block]
    strides += [strides[1] * sizes[1], strides[1] * sizes[1] * sizes[2]]
    return {f"ne{suffix}{i}": n for i, n in enumerate(sizes)} | {f"nb{suffix}{i}": n for i, n in enumerate(strides)}


def arguments(bench: Bench, name: str, **values: object) -> bytes:
    """The structure, filled with those of the values that it has."""
    text = next(bench.project.rglob(ARGUMENTS)).read_text(encoding="utf-8")
    body = text[: text.index("} ggml_metal_kargs_" + name + ";")].rpartition("typedef struct")[2]
    return bench.structure(ARGUMENTS, "ggml_metal_kargs_" + name, **{k: v for k, v in values.items() if f" {k};" in body or f" {k}[" in body})


def random_q4_0(bench: Bench, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Blocks of 32: a half scale and 16 bytes; the low nibbles are the first 16 values, eight is zero."""
    blocks = np.zeros((rows, columns // 32), np.dtype([("d", np.float16), ("qs", np.uint8, 16)]))
    blocks["d"] = bench.random.uniform(0.01, 0.1, blocks.shape).astype(np.float16)
    blocks["qs"] = bench.random.integers(0, 256, (*blocks.shape, 16))
    q = np.concatenate([blocks["qs"] & 15, blocks["qs"] >> 4], axis=-1).astype(np.float64) - 8
    return blocks.view(np.uint8), (q * blocks["d"].astype(np.float64)[..., None]).reshape(rows, columns)


def random_q4_k(bench: Bench, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Blocks of 256: eight groups of 32, each with a scale and a minimum of six bits, packed into twelve bytes."""
    blocks = np.zeros((rows, columns // 256), np.dtype([("d", np.float16), ("dmin", np.float16), ("scales", np.uint8, 12), ("qs", np.uint8, 128)]))
    blocks["d"] = bench.random.uniform(0.001, 0.01, blocks.shape).astype(np.float16)
    blocks["dmin"] = bench.random.uniform(0.001, 0.01, blocks.shape).astype(np.float16)
    for member, size in (("scales", 12), ("qs", 128)):
        blocks[member] = bench.random.integers(0, 256, (*blocks.shape, size))
    packed, values = blocks["scales"].astype(int), np.zeros((rows, columns // 256, 8, 32))
    for group in range(8):
        low, high, top = (packed[..., i] for i in (group % 4, group % 4 + 4, group % 4 + 8))
        scale = low & 63 if group < 4 else top & 15 | low >> 6 << 4
        minimum = high & 63 if group < 4 else top >> 4 | high >> 6 << 4
        nibbles = blocks["qs"][..., 32 * (group // 2) : 32 * (group // 2) + 32] >> (4 * (group % 2)) & 15
        values[..., group, :] = (blocks["d"].astype(float) * scale)[..., None] * nibbles - (blocks["dmin"].astype(float) * minimum)[..., None]
    return blocks.view(np.uint8), values.reshape(rows, columns)


def matvec(bench: Bench, kernel: str, blocks: np.ndarray, weights: np.ndarray, element: int, block: int, per_simd: int) -> list[Check]:
    rows, columns = weights.shape
    y, out, simds = bench.normal(3, columns), np.zeros((3, rows), np.float32), 2
    bench.constants(FC_mul_mv_nsg=f"short={simds}", FC_mul_mv_ne12="short=1", FC_mul_mv_r2="short=1", FC_mul_mv_r3="short=1")
    args = arguments(bench, "mul_mv", **shape("0", (columns, rows), element, block), **shape("1", (columns, 3), 4), ne0=rows, ne1=3, nr0=per_simd, r2=1, r3=1)
    bench.dispatch(kernel, [args, blocks, y, out], groups=(-(-rows // (per_simd * simds)), 3, 1), group=(32, simds, 1), memory={0: 1024})
    bench.run()
    terms = y[:, None, :].astype(np.float64) * weights[None]
    # q·y and the offset of the quantisation are summed apart: the bound grows by the offset's magnitude
    return [Check("products", out, terms.sum(-1), 16 * sum_bound(terms))]


@row("quantised matrix × vector (q4_0)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    blocks, weights = random_q4_0(bench, 61, 512)
    return matvec(bench, "kernel_mul_mv_q4_0_f32", blocks, weights, 18, 32, 4)


@row("quantised matrix × vector (q4_K)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    blocks, weights = random_q4_k(bench, 60, 1024)
    return matvec(bench, "kernel_mul_mv_q4_K_f32", blocks, weights, 144, 256, 2)


def matmul(bench: Bench, kernel: str, first: np.ndarray, weights: np.ndarray, element: int, block: int, columns: int, tensors: bool = False) -> list[Check]:
    rows, inner = weights.shape
    if tensors:
        bench.defines.append("GGML_METAL_HAS_TENSOR")
    tile = (128, 64) if tensors else (32, 64)
    second, out = bench.normal(columns, inner), np.zeros((columns, rows), np.float32)
    ragged = int(rows % tile[1] != 0 or columns % tile[0] != 0)
    bench.constants(FC_mul_mm_bc_inp=f"bool={int(inner % 32 != 0)}", FC_mul_mm_bc_out=f"bool={ragged}", FC_mul_mm_ne12="short=1", FC_mul_mm_ne13="short=1",
                    FC_mul_mm_r2="short=1", FC_mul_mm_r3="short=1")
    args = arguments(bench, "mul_mm", **shape("0", (inner, rows), element, block), **shape("1", (inner, columns), 4), ne0=rows, ne1=columns, r2=1, r3=1)
    bench.dispatch(kernel, [args, first, second, out], groups=(-(-columns // tile[0]), -(-rows // tile[1]), 1), group=(128, 1, 1), memory={0: 4096 if tensors else 8192})
    bench.run()
    terms = second[:, None, :].astype(np.float64) * weights[None]
    half = 2.0**-11  # both operands are rounded to half first; by tensors, floats lose as much by relaxed precision as two roundings
    return [Check("products", out, terms.sum(-1), 2.2 * half * np.abs(terms).sum(-1) + sum_bound(terms))]


@row("matrix × matrix in SIMD-group matrices (f16)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    weights = bench.normal(64, 128, kind=np.float16)
    return matmul(bench, "kernel_mul_mm_f16_f32", weights, weights.astype(np.float64), 2, 1, 64)


@row("matrix × matrix with ragged edges (f16)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    weights = bench.normal(93, 72, kind=np.float16)
    return matmul(bench, "kernel_mul_mm_f16_f32", weights, weights.astype(np.float64), 2, 1, 41)


@row("quantised matrix × matrix (q4_0)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    blocks, weights = random_q4_0(bench, 128, 256)
    return matmul(bench, "kernel_mul_mm_q4_0_f32", blocks, weights, 18, 32, 33)


@row("matrix × matrix by tensors, ragged (f16)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    weights = bench.normal(93, 72, kind=np.float16)
    return matmul(bench, "kernel_mul_mm_f16_f32", weights, weights.astype(np.float64), 2, 1, 141, tensors=True)


@row("quantised matrix × matrix by tensors (q4_0)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    blocks, weights = random_q4_0(bench, 128, 256)
    return matmul(bench, "kernel_mul_mm_q4_0_f32", blocks, weights, 18, 32, 33, tensors=True)


@row("softmax with mask", FILE, ".")
def _(bench: Bench) -> list[Check]:
    x, mask = 4 * bench.normal(3, 5, 133), bench.normal(1, 5, 133)
    mask[bench.random.random(mask.shape) < 0.3] = -np.inf
    out = np.zeros_like(x)
    size = shape("0", (133, 5, 3), 4)
    result = {k.replace("nb0", "nb"): v for k, v in size.items() if k.startswith("nb")}
    args = arguments(bench, "soft_max", **size, **shape("1", (133, 5, 1), 4), **result, scale=0.5)
    bench.dispatch("kernel_soft_max_f32", [args, x, mask, x, out], groups=(5, 3, 1), group=(64, 1, 1), memory={0: 128})
    bench.run()
    # the argument is rounded (relative to its size), exp is good to four units and its argument's error, then the sum and a division
    want = softmax(0.5 * x.astype(np.float64) + mask)
    return [Check("shares", out, want, want * EPSILON * 200 + 1e-30)]


@row("argsort, bitonic", FILE, ".")
def _(bench: Bench) -> list[Check]:
    x = bench.random.permutation(7 * 100).reshape(7, 100).astype(np.float32)
    checks = []
    up, down = np.zeros((7, 100), np.int32), np.zeros((7, 100), np.int32)
    args = arguments(bench, "argsort", **shape("0", (100, 7), 4), ne0=100, ne1=7, ne2=1, ne3=1, top_k=100)
    for kernel, out in (("asc", up), ("desc", down)):
        bench.dispatch(f"kernel_argsort_f32_i32_{kernel}", [args, x, out], groups=(7, 1, 1), group=(128, 1, 1), memory={0: 512})
    bench.run()
    checks.append(Check("ascending", up, np.argsort(x, axis=1)))
    checks.append(Check("descending", down, np.argsort(-x, axis=1)))
    return checks


@row("RoPE", FILE, ".")
def _(bench: Bench) -> list[Check]:
    x, positions = bench.normal(6, 4, 64), np.array([0, 1, 2, 17, 100, 511], np.int32)
    out = np.zeros_like(x)
    size = shape("0", (64, 4, 6), 4)
    args = arguments(bench, "rope", **size, **{k.replace("0", "", 1): v for k, v in size.items()}, n_dims=48, n_ctx_orig=4096, freq_base=10000.0,
                     freq_scale=1.0, attn_factor=1.0, beta_fast=32.0, beta_slow=1.0)
    bench.constants(FC_rope_is_imrope="bool=0", FC_rope_is_back="bool=0")
    bench.dispatch("kernel_rope_norm_f32", [args, x, positions, x, out], groups=(4, 6, 1), group=(32, 1, 1))
    bench.run()
    angle = positions[:, None] * 10000.0 ** (-np.arange(0, 48, 2) / 48)
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    want = x.astype(np.float64)
    even, odd = x[..., 0:48:2].astype(np.float64), x[..., 1:48:2].astype(np.float64)
    want[..., 0:48:2], want[..., 1:48:2] = even * cosine - odd * sine, even * sine + odd * cosine
    # the angle is a float with an error of pow: up to 16 units of 511; fast sin and cos are good to 2^-11 only for large arguments
    bound = np.zeros_like(want)
    bound[..., 0:48] = (np.repeat(angle, 2, axis=1) * 32 * EPSILON + 2.0**-13)[:, None] * 2 * np.abs(x[..., 0:48]).max()
    return [Check("rotated", out, want, bound)]


@row("RMS norm × weights", FILE, ".")
def _(bench: Bench) -> list[Check]:
    x, weights, out = bench.normal(9, 200), bench.normal(200), np.zeros((9, 200), np.float32)
    args = arguments(bench, "norm", ne00=200, ne00_t=200, nb1=800, nb2=7200, nb3=7200, eps=1e-5, nef1=[9, 1, 1], nef2=[1, 1, 1], nef3=[1, 1, 1],
                     nbf1=[800, 800, 800], nbf2=[7200, 800, 800], nbf3=[7200, 800, 800])
    bench.dispatch("kernel_rms_norm_mul_f32", [args, x, weights, weights, out], groups=(9, 1, 1), group=(96, 1, 1), memory={0: 128})
    bench.run()
    wide = x.astype(np.float64)
    want = wide / np.sqrt((wide**2).mean(-1, keepdims=True) + np.float32(1e-5)) * weights
    return [Check("normalised", out, want, np.abs(want) * EPSILON * (200 + 20))]


@row("cumulative sum over blocks", FILE, ".")
def _(bench: Bench) -> list[Check]:
    count, threads = 1000, 128
    blocks = -(-count // threads)
    x, out, sums, total = bench.normal(3, count), np.zeros((3, count), np.float32), np.zeros((3, blocks), np.float32), np.zeros((3, blocks), np.float32)
    size, temporary = shape("0", (count, 3), 4), shape("t", (blocks, 3), 4)
    inner = {k.replace("t", "0"): v for k, v in temporary.items()}
    first = arguments(bench, "cumsum_blk", **size, **temporary, outb=True)
    second = arguments(bench, "cumsum_blk", **inner, **temporary, outb=False)
    third = arguments(bench, "cumsum_add", **size, **temporary)
    group = {"group": (threads, 1, 1)}
    bench.dispatch("kernel_cumsum_blk_f32", [first, x, sums, out], groups=(3 * blocks, 1, 1), memory={0: 128}, **group)
    bench.dispatch("kernel_cumsum_blk_f32", [second, sums, total, total], groups=(3, 1, 1), memory={0: 128}, **group)
    bench.dispatch("kernel_cumsum_add_f32", [third, total, out], groups=(3 * blocks, 1, 1), **group)
    bench.run()
    wide = x.astype(np.float64)
    return [Check("sums", out, wide.cumsum(1), EPSILON * count * np.abs(wide).cumsum(1))]


@row("rows of a quantised table (q4_0)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    blocks, values = random_q4_0(bench, 50, 256)
    index, out = np.array([3, 0, 49, 3, 17], np.int32), np.zeros((5, 256), np.float32)
    args = arguments(bench, "get_rows", ne00t=16, ne00=256, nb01=144, nb02=144 * 50, nb03=144 * 50, ne10=5, nb10=4, nb11=20, nb12=20, nb1=1024, nb2=5120, nb3=5120)
    bench.dispatch("kernel_get_rows_q4_0", [args, blocks, index, out], groups=(5, 1, 1), group=(16, 1, 1))
    bench.run()
    return [Check("rows", out, values[index], np.abs(values[index]) * 2.0**-10 + 2.0**-12)]


@row("copy with quantisation (q8_0)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    x = bench.normal(11, 128)
    out = np.zeros((11, 4), np.dtype([("d", np.float16), ("qs", np.int8, 32)]))
    args = arguments(bench, "cpy", nk0=4, **shape("0", (128, 11), 4), ne0=128, ne1=11, ne2=1, ne3=1, nb0=34, nb1=136, nb2=136 * 11, nb3=136 * 11)
    raw = out.view(np.uint8)
    bench.dispatch("kernel_cpy_f32_q8_0", [args, x, raw], groups=(11, 1, 1), group=(4, 1, 1))
    bench.run()
    parts = x.reshape(11, 4, 32).astype(np.float64)
    scale = np.abs(parts).max(-1) / 127
    q = parts / scale[..., None]
    return [Check("scales", out["d"], scale.astype(np.float16), scale * 2.0**-10), Check("values", out["qs"], q, 0.5 + 1e-4)]


@row("flash attention in SIMD-group matrices (f16, 64)", FILE, ".")
def _(bench: Bench) -> list[Check]:
    heads, tokens, past, size = 2, 11, 128, 64
    q, k, v = bench.normal(heads, tokens, size), bench.normal(heads, past, size, kind=np.float16), bench.normal(heads, past, size, kind=np.float16)
    out = np.zeros((tokens, heads, size), np.float32)
    false = ("has_mask", "has_sinks", "has_bias", "has_scap", "has_kvpad", "bc_mask")
    bench.constants(**{f"FC_flash_attn_ext_{name}": "bool=0" for name in false}, FC_flash_attn_ext_ns10="int=64", FC_flash_attn_ext_ns20="int=64",
                    FC_flash_attn_ext_nsg="int=4")
    row_bytes, head_bytes = size * 2, size * 2 * past
    args = arguments(bench, "flash_attn_ext", ne01=tokens, ne02=heads, ne03=1, nb01=size * 4, nb02=size * 4 * tokens, nb03=size * 4 * tokens * heads, ne11=past,
                     ne_12_2=heads, ne_12_3=1, ns10=size, nb11=row_bytes, nb12=head_bytes, nb13=head_bytes * heads, ns20=size, nb21=row_bytes, nb22=head_bytes,
                     nb23=head_bytes * heads, ne31=1, ne32=1, ne33=1, ne1=heads, ne2=tokens, ne3=1, scale=0.125)
    unused = np.zeros(64, np.uint8)
    bench.dispatch("kernel_flash_attn_ext_f16_dk64_dv64", [args, q, k, v, unused, unused, unused, unused, out], groups=(-(-tokens // 8), heads, 1),
                   group=(32, 4, 1), memory={0: 8 * (size + 2 * size + 4 * 64) * 2})
    bench.run()
    score = 0.125 * q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1)
    want = softmax(score) @ v.astype(np.float64)
    # queries and shares are rounded to half: the error of a score moves its share, the sum is of bounded values
    bound = 2.0**-11 * (np.abs(q).max() * np.abs(k.astype(float)).sum(-1).max() * 0.125 + 4) * np.abs(v.astype(float)).max()
    return [Check("attended", out, want.transpose(1, 0, 2), bound)]
