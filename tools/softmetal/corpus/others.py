"""Kernels of AppleNumericalComputing, gpt-oss, candle and liuliu's example_matmul_metal4."""

from __future__ import annotations

import numpy as np

from job import EPSILON, Bench, Check, float32, int32, int64, row, softmax, sum_bound

OSS = "gpt_oss/metal/source/"
OSS_INCLUDE = "gpt_oss/metal/source/include"
OSS_ARGUMENTS = "kernel-args.h"
CANDLE = "candle-metal-kernels/src/metal_src/"


# ---- AppleNumericalComputing
@row("prefix sum by shuffles under a condition", "04_prefix_sum/metal/prefix_sum_recursive.metal")
def _(bench: Bench) -> list[Check]:
    count, threads = 3000, 256
    groups = -(-count // threads)
    x = bench.random.integers(-1000, 1000, count).astype(np.int32)
    out, sums, bases, size = np.zeros_like(x), np.zeros(groups, np.int32), np.zeros(groups, np.int32), int32(count)
    sizes = {"groups": (groups, 1, 1), "group": (threads, 1, 1)}
    bench.dispatch("scan_threadgroupwise_intermediate_32_X_int", [x, out, sums, size], **sizes)
    bench.dispatch("scan_threadgroupwise_intermediate_32_X_int", [sums, bases, bytes(4), int32(groups)], groups=(1, 1, 1), group=(threads, 1, 1))
    bench.dispatch("add_base_32_X_int", [out, bases, size], **sizes)
    # lanes above d take simd_shuffle_up(x, d) inside `if (lane >= d)`: from lanes that are not active there
    return [bench.finding("inactive-lane")]


@row("dot product, atomic", "03_dot/metal/dot.metal")
def _(bench: Bench) -> list[Check]:
    x, y, out = bench.normal(5000), bench.normal(5000), np.zeros(1, np.float32)
    bench.dispatch("dot_type6_atomic_simd_add", [x, y, out, int32(5000)], groups=(1, 1, 1), group=(512, 1, 1), memory={0: 128})
    bench.run()
    terms = x.astype(np.float64) * y
    return [Check("sum", out, terms.sum(keepdims=True), sum_bound(terms))]


@row("n bodies", "06_nbody/metal/nbody.metal")
def _(bench: Bench) -> list[Check]:
    count, gravity, step = 100, 0.5, 0.01
    bodies = np.zeros((count, 4, 4), np.float32)  # p0, p1, v, acceleration and mass
    bodies[:, 0, :3], bodies[:, 2, :3], bodies[:, 3, 3] = bench.normal(count, 3), bench.normal(count, 3), 1 + bench.random.random(count)
    before = bodies.astype(np.float64)
    bench.dispatch("nbody_naive_p0_to_p1", [bodies, int32(count) + float32(1e-5, gravity, step)], threads=(count, 1, 1), group=(32, 1, 1))
    bench.run()
    position, mass = before[:, 0, :3], before[:, 3, 3]
    distance = position[None] - position[:, None]
    pull = distance * ((distance**2).sum(-1) + 1e-5)[..., None] ** -1.5 * mass[None, :, None]
    velocity = before[:, 2, :3] + pull.sum(1) * (mass * gravity * step)[:, None]
    bound = 30 * sum_bound(pull, axis=1)
    return [Check("accelerations", bodies[:, 3, :3], pull.sum(1), bound), Check("positions", bodies[:, 1, :3], position + velocity * step, bound + 1e-6)]


@row("FFT of 512 points", "13_fft/metal/fft.metal")
def _(bench: Bench) -> list[Check]:
    real, imaginary, got_real, got_imaginary = bench.normal(512), bench.normal(512), np.zeros(512, np.float32), np.zeros(512, np.float32)
    reversed_bits = np.array([int(f"{i:09b}"[::-1], 2) for i in range(512)], np.int32)
    angle = -2 * np.pi * np.arange(256) / 512
    tables = [np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)]
    bench.dispatch("fft_512_radix_2", [real, imaginary, got_real, got_imaginary, reversed_bits, *tables], groups=(1, 1, 1), group=(512, 1, 1))
    # between reading its partner's value and writing its own there is no barrier
    return [bench.finding("race")]


@row("saxpy", "02_saxpy/metal/saxpy.metal")
def _(bench: Bench) -> list[Check]:
    x, y = bench.normal(1000), bench.normal(1000)
    before = y.astype(np.float64)
    bench.dispatch("saxpy", [x, y, float32(1.5), int32(1000)], threads=(256, 1, 1), group=(64, 1, 1))
    bench.run()
    return [Check("sums", y, 1.5 * x.astype(np.float64) + before, EPSILON * 2 * (1.5 * np.abs(x) + np.abs(before)))]


# ---- gpt-oss
def to_bfloat(x: np.ndarray) -> np.ndarray:
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


@row("RMS norm with bfloat weights", OSS + "rmsnorm.metal", OSS_INCLUDE)
def _(bench: Bench) -> list[Check]:
    x, weights, out = bench.normal(3, 2880), to_bfloat(bench.normal(2880)), np.zeros((3, 2880), np.float32)
    args = bench.structure(OSS_ARGUMENTS, "gptoss_rmsnorm_args", num_vecs=720, num_channels=2880.0, epsilon=1e-5)
    bench.dispatch("gptoss_f32_bf16w_rmsnorm", [args, x, weights, out, int32(0)], groups=(3, 1, 1), group=(1024, 1, 1))
    bench.run()
    wide = x.astype(np.float64)
    want = wide / np.sqrt((wide**2).mean(-1, keepdims=True) + np.float32(1e-5)) * (weights.astype(np.uint32) << 16).view(np.float32)
    return [Check("normalised", out, want, np.abs(want) * EPSILON * 2880)]


@row("four best of 128, softmax", OSS + "topk.metal", OSS_INCLUDE)
def _(bench: Bench) -> list[Check]:
    x, out = bench.normal(11, 128), np.zeros((11, 4), np.dtype([("expert", np.uint32), ("score", np.float32)]))
    args = bench.structure(OSS_ARGUMENTS, "gptoss_topk_args", num_vecs_per_token=32)
    bench.dispatch("gptoss_f32_topk_softmax_e128_k4", [args, x, out.view(np.uint8), int32(0)], groups=(11, 1, 1), group=(32, 1, 1))
    bench.run()
    best = np.argsort(-x, axis=1)[:, :4]
    want = softmax(np.take_along_axis(x, best, 1).astype(np.float64))
    return [Check("experts", out["expert"], best), Check("scores", out["score"], want, want * EPSILON * 40)]


@row("RoPE with interpolation", OSS + "rope.metal", OSS_INCLUDE)
def _(bench: Bench) -> list[Check]:
    heads, tokens, first = 4, 5, 7
    x = bench.normal(tokens, heads * 32, 2)
    before, cache = x.astype(np.float64), np.zeros(64, np.float32)
    scale = -np.log(150000.0) / 32
    args = bench.structure(OSS_ARGUMENTS, "gptoss_rope_args", token_stride=heads * 32, token_offset=first, max_tokens=64, freq_scale=scale,
                           interpolation_scale=1 / 32, yarn_offset=-0.8, yarn_scale=0.1, yarn_multiplier=1.3)
    bench.dispatch("gptoss_f32_rope", [args, x, cache, int32(0)], threads=(heads * 32, tokens, 1), group=(32, 1, 1))
    bench.run()
    pair = np.arange(heads * 32) % 32
    frequency = np.exp(pair * np.float64(np.float32(scale)))
    alpha = np.clip(pair * 0.1 - 0.8, 0, 1)
    angle = (first + np.arange(tokens))[:, None] * (frequency + (frequency / 32 - frequency) * alpha)
    turned = (before[..., 0] + 1j * before[..., 1]) * 1.3 * np.exp(1j * angle)
    bound = (EPSILON * (20 + 20 * angle) * 1.3 * 2 * np.abs(before).max())[..., None]
    return [Check("rotated", x, np.stack([turned.real, turned.imag], -1), bound)]


@row("random numbers (squares)", OSS + "random.metal", OSS_INCLUDE)
def _(bench: Bench) -> list[Check]:
    count, offset, seed = 1000, 12345, 0xFD4E1B7C3A9285D1
    out = np.zeros(count, np.uint32)
    args = bench.structure(OSS_ARGUMENTS, "gptoss_u32_fill_random_args", num_vecs_per_threadgroup=300, num_vecs=count, offset=offset, seed=seed)
    bench.dispatch("gptoss_u32_fill_random", [args, out], groups=(4, 1, 1), group=(64, 1, 1))
    bench.run()

    def squares(counter: int) -> int:
        mask = 2**64 - 1
        y = x = counter * seed & mask
        z = y + seed & mask
        for add in (y, z, y):
            x = x * x + add & mask
            x = (x >> 32 | x << 32) & mask
        return (x * x + z & mask) >> 32

    return [Check("numbers", out, np.array([squares(offset + i) for i in range(count)], np.uint32))]


# ---- candle
@row("argsort, padded", CANDLE + "sort.metal")
def _(bench: Bench) -> list[Check]:
    x, out = bench.random.permutation(4 * 90).reshape(4, 90).astype(np.float32), np.zeros((4, 90), np.uint32)
    bench.dispatch("asort_desc_f32", [x, out, int64(90), int64(128)], groups=(1, 4, 1), group=(128, 1, 1), memory={0: 512})
    bench.run()
    return [Check("order", out, np.argsort(-x, axis=1))]


@row("softmax, online", CANDLE + "reduce.metal")
def _(bench: Bench) -> list[Check]:
    x, out = 3 * bench.normal(5, 300), np.zeros((5, 300), np.float32)
    bench.dispatch("softmax_f32", [int32(1500), int32(300), x, out], groups=(5, 1, 1), group=(128, 1, 1))
    bench.run()
    want = softmax(x.astype(np.float64))
    return [Check("shares", out, want, want * EPSILON * 200)]


# ---- liuliu's products by tensors. C's extents are the wrong way round: it has 64 rows, 128 elements apart, so the lower threadgroups would have nowhere to go.
@row("matrix × matrix by tensors, four kinds of slices", "Sources/matmul/shader.metal")
def _(bench: Bench) -> list[Check]:
    m, n, k, step = 64, 64, 256, 16
    a, b = bench.normal(2 * m, k, kind=np.float16), bench.normal(k, n, kind=np.float16)
    kinds = [f"matmul_{slices}_slice_{extents}_extents" for slices in ("auto", "static") for extents in ("dynamic", "static")]
    outs = {kind: np.zeros((m, 2 * n), np.float16) for kind in kinds}
    for kind, out in outs.items():
        bench.dispatch(kind, [a, b, out], groups=(n // 32, m // 64, 1), group=(128, 1, 1))
    bench.run()
    terms = a[:m].astype(np.float64)[:, :, None] * b[None]
    want, beside = terms.sum(1), np.zeros((m, n))
    bound = sum_bound(terms, axis=1) + 2.0**-11 * np.abs(want)
    # with static slices the products of 16 of K at a time are added to halves
    sums = np.abs(np.cumsum(terms.reshape(m, k // step, step, n).sum(2), axis=1)).sum(1)
    bounds = {kind: bound if "auto" in kind else bound + 2.0**-11 * 1.01 * sums for kind in kinds}
    checks = [Check(kind, out[:, :n], want, bounds[kind]) for kind, out in outs.items()]
    return checks + [Check(f"{kind}, beside", out[:, n:], beside) for kind, out in outs.items()]
