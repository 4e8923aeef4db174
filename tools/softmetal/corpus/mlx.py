"""Kernels of MLX. Names of kernels say their types and tile sizes; shapes and strides are 32- and 64-bit integers."""

from __future__ import annotations

import numpy as np

from job import EPSILON, Bench, Check, float32, int32, int64, pack_members, row, softmax, sum_bound

KERNELS = "mlx/backend/metal/kernels/"


@row("RMS norm", KERNELS + "rms_norm.metal", ".")
def _(bench: Bench) -> list[Check]:
    x, weights, out = bench.normal(7, 1000), bench.normal(1000), np.zeros((7, 1000), np.float32)
    bench.constants(has_w="bool=1")
    bench.dispatch("rmsfloat32", [x, weights, out, float32(1e-5), int32(1000), int32(1)], groups=(7, 1, 1), group=(256, 1, 1))
    bench.run()
    wide = x.astype(np.float64)
    want = wide / np.sqrt((wide**2).mean(-1, keepdims=True) + np.float32(1e-5)) * weights
    return [Check("normalised", out, want, np.abs(want) * EPSILON * 1000)]


@row("softmax in one block", KERNELS + "softmax.metal", ".")
def _(bench: Bench) -> list[Check]:
    x, out = 5 * bench.normal(6, 515), np.zeros((6, 515), np.float32)
    bench.dispatch("block_softmax_float32", [x, out, int32(515)], groups=(6, 1, 1), group=(160, 1, 1))
    bench.run()
    want = softmax(x.astype(np.float64))
    # fast exp: an error of 3 + |2 x| units (MSL 8.2), then a sum and a division
    bound = want * EPSILON * (2 * (3 + 2 * (x.max() - x.min())) + 60)
    return [Check("shares", out, want, bound)]


@row("argmax", KERNELS + "arg_reduce.metal", ".")
def _(bench: Bench) -> list[Check]:
    x, out = bench.normal(9, 777), np.zeros(9, np.uint32)
    x[3, 100] = x[3, 700] = 50  # the first of two equals counts
    bench.dispatch("argmax_float32", [x, out, int32(9), int64(777), int64(1), int64(1), int64(1), int64(777)], threads=(64, 9, 1), group=(64, 1, 1))
    bench.run()
    return [Check("index", out, x.argmax(1))]


@row("inclusive scan of int32", KERNELS + "scan.metal", ".")
def _(bench: Bench) -> list[Check]:
    x = bench.random.integers(-1000, 1000, (5, 1501)).astype(np.int32)
    out = np.zeros_like(x)
    bench.dispatch("contig_scan_inclusive_sum_int32_int32", [x, out, int64(1501)], groups=(1, 5, 1), group=(128, 1, 1))
    bench.run()
    return [Check("sums", out, x.cumsum(1))]


@row("reverse exclusive scan, maximum", KERNELS + "scan.metal", ".")
def _(bench: Bench) -> list[Check]:
    x, out = bench.normal(4, 700), np.zeros((4, 700), np.float32)
    bench.dispatch("contig_scan_reverse_exclusive_max_float32_float32", [x, out, int64(700)], groups=(1, 4, 1), group=(64, 1, 1))
    bench.run()
    want = np.maximum.accumulate(x[:, ::-1], axis=1)[:, ::-1]
    return [Check("maxima", out, np.concatenate([want[:, 1:], np.full((4, 1), -np.inf)], axis=1))]


@row("merge sort of a block, indices", KERNELS + "sort.metal", ".")
def _(bench: Bench) -> list[Check]:
    x, out = bench.random.permutation(3 * 500).reshape(3, 500).astype(np.float32), np.zeros((3, 500), np.uint32)
    bench.dispatch("carg_block_sort_float32_uint32_bn128_tn4", [x, out, int32(500), int32(1), int32(1), int32(500), int32(500)], groups=(1, 3, 1), group=(128, 1, 1))
    bench.run()
    return [Check("order", out, x.argsort(1))]


@row("matrix × vector", KERNELS + "gemv.metal", ".")
def _(bench: Bench) -> list[Check]:
    matrix, vector, out = bench.normal(70, 300), bench.normal(300), np.zeros(70, np.float32)
    unused = bytes(16)
    buffers = [matrix, vector, unused, out, int32(300), int32(70), int32(300), float32(1), float32(0), int32(1), int32(1), int64(0), int64(0), int64(0), int32(0)]
    bench.dispatch("gemv_float32_bm4_bn1_sm1_sn32_tm4_tn4_nc0_axpby0", buffers, groups=(-(-70 // 16), 1, 1), group=(32, 1, 4))
    bench.run()
    terms = matrix.astype(np.float64) * vector
    return [Check("products", out, terms.sum(1), sum_bound(terms))]


@row("attention of one query (64)", KERNELS + "scaled_dot_product_attention.metal", ".")
def _(bench: Bench) -> list[Check]:
    heads, shared, past, size = 4, 2, 75, 64
    q, k, v, out = bench.normal(heads, size), bench.normal(shared, past, size), bench.normal(shared, past, size), np.zeros((heads, size), np.float32)
    names = ("has_mask", "query_transposed", "do_causal", "bool_mask", "float_mask", "has_sinks")
    bench.constants(**{name: "bool=0" for name in names})
    stride = [int64(past * size), int64(size)]
    bench.dispatch("sdpa_vector_float_64_64", [q, k, v, out, int32(heads // shared), int32(past), *stride, *stride, float32(0.125)], groups=(heads, 1, 1), group=(1024, 1, 1))
    bench.run()
    wide = [np.repeat(a.astype(np.float64), heads // shared, axis=0) for a in (k, v)]
    share = softmax(0.125 * np.einsum("hd,hnd->hn", q.astype(np.float64), wide[0]))
    terms = share[..., None] * wide[1]
    # a score is off by 64 roundings of its terms, fast exp by 3 + |2 x| units
    return [Check("attended", out, terms.sum(1), EPSILON * 400 * np.abs(terms).sum(1))]


@row("matrix × matrix in SIMD-group matrices, ragged", KERNELS + "steel/gemm/kernels/steel_gemm_fused.metal", ".")
def _(bench: Bench) -> list[Check]:
    m, n, k = 75, 50, 40
    a, b, out = bench.normal(m, k), bench.normal(k, n), np.zeros((m, n), np.float32)
    text = (bench.project / KERNELS / "steel/gemm/params.h").read_text(encoding="utf-8")
    members = text.partition("struct GEMMParams {")[2].partition("};")[0]
    params = pack_members(members, {"M": m, "N": n, "K": k, "lda": k, "ldb": n, "ldd": n, "tiles_n": -(-n // 32), "tiles_m": -(-m // 32), "gemm_k_iterations_aligned": k // 16})
    bench.constants(has_batch="bool=0", use_out_source="bool=0", do_axpby="bool=0", align_M="bool=0", align_N="bool=0", align_K="bool=0")
    bench.dispatch("steel_gemm_fused_nn_float32_float32_bm32_bn32_bk16_wm2_wn2", {0: a, 1: b, 3: out, 4: params}, groups=(-(-n // 32), -(-m // 32), 1), group=(32, 2, 2))
    bench.run()
    terms = a.astype(np.float64)[:, :, None] * b[None]
    return [Check("products", out, terms.sum(1), sum_bound(terms, axis=1))]


def gemm_params(bench: Bench, **values: int) -> bytes:
    text = (bench.project / KERNELS / "steel/gemm/params.h").read_text(encoding="utf-8")
    return pack_members(text.partition("struct GEMMParams {")[2].partition("};")[0], values)


def rounded_to_half(want: np.ndarray, terms: np.ndarray, axis: int = -1) -> np.ndarray:
    """The bound of a float sum of products of halves that is rounded to half."""
    return sum_bound(terms, axis=axis) + np.abs(want) * 2.0**-11 + 2.0**-25


TENSORS = "steel/gemm/kernels/steel_gemm_fused_nax.metal"


@row("matrix × matrix by tensors, ragged, transposed or not", KERNELS + TENSORS, ".")
def _(bench: Bench) -> list[Check]:
    m, n, k = 75, 100, 300
    a, b = bench.normal(m, k, kind=np.float16), bench.normal(k, n, kind=np.float16)
    bench.constants(has_batch="bool=0", use_out_source="bool=0", do_axpby="bool=0", align_M="bool=0", align_N="bool=0", align_K="bool=0")
    outs = {}
    for turned in ("nn", "nt", "tn", "tt"):
        left, right = (np.ascontiguousarray(x.T) if t == "t" else x for x, t in zip((a, b), turned))
        outs[turned] = np.zeros((m, n), np.float16)
        params = gemm_params(bench, M=m, N=n, K=k, lda=left.shape[1], ldb=right.shape[1], ldd=n, tiles_n=-(-n // 64), tiles_m=-(-m // 64), gemm_k_iterations_aligned=k // 256)
        bench.dispatch(f"steel_gemm_fused_nax_{turned}_float16_float16_bm64_bn64_bk256_wm2_wn2", {0: left, 1: right, 3: outs[turned], 4: params},
                       groups=(-(-n // 64), -(-m // 64), 1), group=(32, 2, 2))
    bench.run()
    terms = a.astype(np.float64)[:, :, None] * b[None]
    want = terms.sum(1)
    return [Check(turned, out, want, rounded_to_half(want, terms, 1)) for turned, out in outs.items()]


@row("attention by tensors (64), causal or not", KERNELS + "steel/attn/kernels/steel_attention_nax.metal", ".")
def _(bench: Bench) -> list[Check]:
    heads, shared, ours, past, size = 2, 1, 70, 90, 64
    q, k, v = bench.normal(heads, ours, size, kind=np.float16), bench.normal(shared, past, size, kind=np.float16), bench.normal(shared, past, size, kind=np.float16)
    text = (bench.project / KERNELS / "steel/attn/params.h").read_text(encoding="utf-8")
    members = text.partition("struct AttnParams {")[2].partition("};")[0]
    steps = {f"{x}_strides": [heads * n * size, n * size, size] for x, n in (("Q", ours), ("K", past), ("V", past), ("O", ours))}
    params = pack_members(members.replace("///<", "//"), {"B": 1, "H": heads, "D": size, "qL": ours, "kL": past, "gqa_factor": heads // shared, "scale": 0.125,
                                    "NQ": -(-ours // 64), "NK": -(-past // 32), "NQ_aligned": ours // 64, "NK_aligned": past // 32, "qL_rem": ours % 64,
                                    "kL_rem": past % 32, "qL_off": past - ours, **steps})
    bench.constants(align_Q="bool=0", align_K="bool=0", has_mask="bool=0", has_sinks="bool=0")
    outs = []
    for causal in (0, 1):
        outs.append(np.zeros((heads, ours, size), np.float16))
        bench.constants(do_causal=f"bool={causal}")
        bench.dispatch("steel_attention_float16_bq64_bk32_bd64_wm4_wn1_maskfloat16", [q, k, v, outs[-1], params], groups=(-(-ours // 64), heads, 1), group=(32, 4, 1))
    bench.run()
    wide = [np.repeat(x.astype(np.float64), heads // shared, axis=0) for x in (k, v)]
    scores = 0.125 * np.einsum("hqd,hnd->hqn", q.astype(np.float64), wide[0])
    checks = []
    for name, out, hidden in zip(("all", "causal"), outs, (False, np.arange(past)[None] > np.arange(ours)[:, None] + past - ours)):
        share = softmax(np.where(hidden, -np.inf, scores))
        want = np.einsum("hqn,hnd->hqd", share, wide[1])
        # shares are rounded to half before they meet the values; a score is off by 64 roundings of its terms, fast exp by 3 + |2 x| units
        spread = np.einsum("hqn,hnd->hqd", share, np.abs(wide[1]))
        checks.append(Check(name, out, want, (2 * 2.0**-11 + EPSILON * 400) * spread + 2.0**-20))
    return checks


@row("quantised matrix × matrix by tensors (4 bits)", KERNELS + "quantized_nax.metal", ".")
def _(bench: Bench) -> list[Check]:
    m, n, k, group = 40, 70, 128, 64
    codes = bench.random.integers(0, 16, (n, k))
    packed = (codes.reshape(n, k // 8, 8).astype(np.uint32) << (4 * np.arange(8, dtype=np.uint32))).sum(-1, dtype=np.uint32)
    scales, biases = bench.normal(n, k // group, kind=np.float16), bench.normal(n, k // group, kind=np.float16)
    x, out, unused = bench.normal(m, k, kind=np.float16), np.zeros((m, n), np.float16), bytes(64)
    buffers = [packed, scales, biases, x, out, int32(k), int32(n), int32(m), int32(0), unused, unused, int32(0), unused, unused, unused, unused]
    bench.dispatch("affine_qmm_t_nax_float16_t_gs_64_b_4_bm64_bn64_bk64_wm2_wn2_alN_false_batch_0", buffers, groups=(-(-n // 64), -(-m // 64), 1), group=(32, 2, 2))
    bench.run()
    weights = codes * np.repeat(scales.astype(np.float64), group, 1) + np.repeat(biases.astype(np.float64), group, 1)
    terms, want = x.astype(np.float64)[:, None] * weights[None], x.astype(np.float64) @ weights.T
    # weights are computed in half: a product and a sum are rounded
    size = np.abs(x.astype(np.float64)) @ (np.abs(codes * np.repeat(scales.astype(np.float64), group, 1)) + np.abs(np.repeat(biases.astype(np.float64), group, 1))).T
    return [Check("products", out, want, rounded_to_half(want, terms) + 2 * 2.0**-11 * size)]


def threefry(key: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Threefry-2x32 with twenty rounds, as its authors define it."""
    rotations = [13, 15, 26, 6, 17, 29, 16, 24]
    keys = [int(key[0]), int(key[1]), int(key[0]) ^ int(key[1]) ^ 0x1BD11BDA]
    x, y = ((count[:, i].astype(np.uint64) + keys[i]) % 2**32 for i in (0, 1))
    for turn in range(20):
        x = (x + y) % 2**32
        by = rotations[turn % 8]
        y = ((y << np.uint64(by) | y >> np.uint64(32 - by)) % 2**32) ^ x
        if turn % 4 == 3:
            x, y = (x + keys[(turn // 4 + 1) % 3]) % 2**32, (y + keys[(turn // 4 + 2) % 3] + turn // 4 + 1) % 2**32
    return np.stack([x, y], 1)


@row("random bits (threefry)", KERNELS + "random.metal", ".")
def _(bench: Bench) -> list[Check]:
    keys, half = bench.random.integers(0, 2**32, (3, 2), dtype=np.uint32), 33
    out = np.zeros((3, 2 * half), np.uint32)
    bench.dispatch("rbitsc", [keys, out, bytes(1), int64(8 * half)], threads=(3, half, 1), group=(1, 32, 1))
    bench.run()
    counts = np.stack([np.arange(half), np.arange(half) + half], 1)
    return [Check("bits", out, np.stack([threefry(key, counts).T.reshape(-1) for key in keys]))]
