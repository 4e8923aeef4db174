/* bench_machine.h: what one core could do, for the shares that tools/bench prints. */
#ifndef SOFTMETAL_BENCH_MACHINE_H
#define SOFTMETAL_BENCH_MACHINE_H
#include "bench.h"

/* ---- what the machine could do */
#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 12")
#endif
#define PEAK(NAME, WIDE, ...)                                                                                          \
    __VA_ARGS__ static float NAME(float x, int rounds)                                                                 \
    {                                                                                                                  \
        typedef float lanes __attribute__((vector_size(WIDE)));                                                        \
        lanes sum[12] = {{0}}, factor = {0};                                                                           \
        factor += x;                                                                                                   \
        for (int i = 0; i < 12; i++) /* no two chains are the same */                                                  \
            sum[i] += x * (float)i;                                                                                    \
        for (int n = 0; n < rounds; n++) {                                                                             \
            UNROLLED for (int i = 0; i < 12; i++) sum[i] = sum[i] * factor + factor;                                   \
            __asm__ volatile("" : "+r"(n));                                                                            \
        }                                                                                                              \
        for (int i = 1; i < 12; i++)                                                                                   \
            sum[0] += sum[i];                                                                                          \
        return sum[0][0];                                                                                              \
    }
PEAK(peak_16, 16, )
#if defined(__x86_64__)
PEAK(peak_32, 32, __attribute__((target("avx2,fma"), optimize("fp-contract=fast"))))
PEAK(peak_64, 64, __attribute__((target("avx512f,fma"), optimize("fp-contract=fast"))))
#endif

/* The fused multiply-adds that one core does in a second in registers, in billions. */
static inline double bench_peak(void)
{
    enum { ROUNDS = 2000000 };
    float (*loop)(float, int) = peak_16;
    int lanes = 4;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        loop = peak_64;
        lanes = 16;
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        loop = peak_32;
        lanes = 8;
    }
#endif
    double best = 1e9;
    volatile float sink = 0;
    for (int r = 0; r < REPEATS; r++) {
        double start = bench_now_ms();
        sink += loop(0.5f, ROUNDS);
        double ms = bench_now_ms() - start;
        best = ms < best ? ms : best;
    }
    return 12.0 * lanes * ROUNDS / best * 1e-6;
}

/* Bytes that memcpy reads and writes in a second, in billions, between buffers of this size. */
static inline double bench_copy(size_t size)
{
    char *from = malloc(size), *to = malloc(size);
    double best = 1e9;
    size_t rounds = 1 + ((size_t)1 << 28) / size;
    if (from && to)
        memset(from, 1, size);
    for (int r = 0; from && to && r < REPEATS; r++) {
        double start = bench_now_ms();
        for (size_t n = 0; n < rounds; n++) {
            memcpy(to, from, size);
            from[n % size] = to[size - 1 - n % size]; /* each copy has something to do */
        }
        double ms = (bench_now_ms() - start) / (double)rounds;
        best = ms < best ? ms : best;
    }
    free(from);
    free(to);
    return 2 * (double)size / best * 1e-6;
}
#endif
