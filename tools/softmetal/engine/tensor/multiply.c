/* multiply.c: four rows and four vectors of columns at a time where the machine has registers for as many sums, or two
 * vectors. The same code for each kind of machine; which one this is, is asked once a call. */
#include "multiply.h"
#include "../functions/half.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

/* Columns n of row k of b, from b or from where b is yet to be copied from. */
#define STORED(x, k, n, LOAD, STORE, FETCH) x = LOAD(b + (k)*columns + (n))
#define COPIED(x, k, n, LOAD, STORE, FETCH)                                                                            \
    {                                                                                                                  \
        x = FETCH(from + (k)*across + (n));                                                                            \
        STORE(b + (k)*columns + (n), x);                                                                               \
    }
/* One block of ROWS rows and WIDE vectors of columns. */
#define BLOCK(ROWS, WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE, GET, FETCH)                                         \
    {                                                                                                                  \
        VECTOR sum[ROWS][WIDE];                                                                                        \
        UNROLLED for (size_t r = 0; r < (ROWS); r++) UNROLLED for (size_t v = 0; v < (WIDE); v++) sum[r][v] =          \
            LOAD(c + (i + r) * columns + j + v * (LANES));                                                             \
        for (size_t k = 0; k < inner; k++) {                                                                           \
            VECTOR right[WIDE];                                                                                        \
            UNROLLED for (size_t v = 0; v < (WIDE); v++) GET(right[v], k, j + v * (LANES), LOAD, STORE, FETCH);        \
            UNROLLED for (size_t r = 0; r < (ROWS); r++)                                                               \
            {                                                                                                          \
                VECTOR x = SPLAT(a[(i + r) * down + k]);                                                               \
                UNROLLED for (size_t v = 0; v < (WIDE); v++) sum[r][v] = FUSE(x, right[v], sum[r][v]);                 \
            }                                                                                                          \
        }                                                                                                              \
        UNROLLED for (size_t r = 0; r < (ROWS); r++) UNROLLED for (size_t v = 0; v < (WIDE); v++)                      \
            STORE(c + (i + r) * columns + j + v * (LANES), sum[r][v]);                                                 \
    }
/* All rows of WIDE vectors of columns. */
#define COLUMNS(WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE)                                                         \
    {                                                                                                                  \
        size_t i = 0;                                                                                                  \
        for (; i + 4 <= rows; i += 4)                                                                                  \
            BLOCK(4, WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE, STORED, LOAD)                                      \
        for (; i < rows; i++)                                                                                          \
            BLOCK(1, WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE, STORED, LOAD)                                      \
    }
#define MULTIPLY(NAME, WIDE, TYPE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE)                                            \
    static void NAME(const TYPE *a, size_t down, const TYPE *b, TYPE *c, size_t rows, size_t inner, size_t columns)    \
    {                                                                                                                  \
        size_t j = 0;                                                                                                  \
        for (; j + (WIDE) * (LANES) <= columns; j += (WIDE) * (LANES))                                                 \
            COLUMNS(WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE)                                                     \
        for (; j < columns; j += 2 * (LANES))                                                                          \
            COLUMNS(2, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE)                                                        \
    }
/* Four rows, while b is copied: what is fetched from afar comes while the products before it are added. */
#define MULTIPLY_COPYING(NAME, WIDE, FROM, FETCH, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE)                             \
    static void NAME(const float *a, size_t down, const FROM *from, size_t across, float *b, float *c, size_t inner,   \
                     size_t columns)                                                                                   \
    {                                                                                                                  \
        const size_t i = 0;                                                                                            \
        size_t j = 0;                                                                                                  \
        for (; j + (WIDE) * (LANES) <= columns; j += (WIDE) * (LANES))                                                 \
            BLOCK(4, WIDE, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE, COPIED, FETCH)                                     \
        for (; j < columns; j += 2 * (LANES))                                                                          \
            BLOCK(4, 2, VECTOR, LANES, LOAD, STORE, SPLAT, FUSE, COPIED, FETCH)                                        \
    }

static uint32_t load_integer(const uint32_t *p)
{
    return *p;
}
static void store_integer(uint32_t *p, uint32_t x)
{
    *p = x;
}
static uint32_t same_integer(uint32_t x)
{
    return x;
}
static uint32_t fuse_integers(uint32_t x, uint32_t y, uint32_t z)
{
    return x * y + z;
}
MULTIPLY(integers_anywhere, 2, uint32_t, uint32_t, 1, load_integer, store_integer, same_integer, fuse_integers)

#if defined(__aarch64__)
#include <arm_neon.h>
static float32x4_t fuse_neon(float32x4_t x, float32x4_t y, float32x4_t z)
{
    return vfmaq_f32(z, x, y);
}
MULTIPLY(floats_anywhere, 4, float, float32x4_t, 4, vld1q_f32, vst1q_f32, vdupq_n_f32, fuse_neon)
#else
static float load_float(const float *p)
{
    return *p;
}
static void store_float(float *p, float x)
{
    *p = x;
}
static float same_float(float x)
{
    return x;
}
MULTIPLY(floats_anywhere, 2, float, float, 1, load_float, store_float, same_float, fmaf)
#endif

static void halves_anywhere(const uint16_t *halves, float *floats, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = sm_half_to_float_bits(halves[i]);
        memcpy(&floats[i], &bits, sizeof bits);
    }
}

/* Rows of halves into the rows of a tight matrix, zeros behind them; COPY is inline in it. */
#define ROWS(NAME, COPY)                                                                                               \
    static void NAME(const uint16_t *from, long down, float *to, size_t padded, size_t rows, size_t columns)           \
    {                                                                                                                  \
        for (size_t r = 0; r < rows; r++) {                                                                            \
            COPY(from + (long)r * down, to + r * padded, columns);                                                     \
            for (size_t n = columns; n < padded; n++)                                                                  \
                to[r * padded + n] = 0;                                                                                \
        }                                                                                                              \
    }
ROWS(rows_anywhere, halves_anywhere)

#if defined(__x86_64__)
#include <immintrin.h>
#define LOAD_INTEGERS(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE_INTEGERS(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define SPLAT_INTEGER(x) _mm256_set1_epi32((int)(x))
#define FUSE_INTEGERS(x, y, z) _mm256_add_epi32(_mm256_mullo_epi32(x, y), z)
#define LOAD_INTEGERS_16(p) _mm512_loadu_si512(p)
#define STORE_INTEGERS_16(p, x) _mm512_storeu_si512(p, x)
#define SPLAT_INTEGER_16(x) _mm512_set1_epi32((int)(x))
#define FUSE_INTEGERS_16(x, y, z) _mm512_add_epi32(_mm512_mullo_epi32(x, y), z)

#define AVX2 __attribute__((target("avx2,fma,f16c")))
#define AVX512 __attribute__((target("avx512f,fma,f16c")))
AVX2 MULTIPLY(floats_avx2, 2, float, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_fmadd_ps)
AVX2 MULTIPLY(integers_avx2, 2, uint32_t, __m256i, 8, LOAD_INTEGERS, STORE_INTEGERS, SPLAT_INTEGER, FUSE_INTEGERS)
AVX512 MULTIPLY(floats_avx512, 4, float, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_fmadd_ps)
AVX512 MULTIPLY(integers_avx512, 4, uint32_t, __m512i, 16, LOAD_INTEGERS_16, STORE_INTEGERS_16, SPLAT_INTEGER_16,
                FUSE_INTEGERS_16)

#define HALVES(p) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define HALVES_16(p) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
AVX2 MULTIPLY_COPYING(copying_floats_avx2, 2, float, _mm256_loadu_ps, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps,
                      _mm256_set1_ps, _mm256_fmadd_ps)
AVX2 MULTIPLY_COPYING(copying_halves_avx2, 2, uint16_t, HALVES, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps,
                      _mm256_set1_ps, _mm256_fmadd_ps)
AVX512 MULTIPLY_COPYING(copying_floats_avx512, 4, float, _mm512_loadu_ps, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps,
                        _mm512_set1_ps, _mm512_fmadd_ps)
AVX512 MULTIPLY_COPYING(copying_halves_avx512, 4, uint16_t, HALVES_16, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps,
                        _mm512_set1_ps, _mm512_fmadd_ps)

AVX512 static inline void halves_avx512(const uint16_t *halves, float *floats, size_t count)
{
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        _mm512_storeu_ps(floats + i, HALVES_16(halves + i));
    halves_anywhere(halves + i, floats + i, count - i);
}
AVX512 ROWS(rows_avx512, halves_avx512)

AVX2 static inline void halves_avx2(const uint16_t *halves, float *floats, size_t count);
AVX2 ROWS(rows_avx2, halves_avx2)
AVX2 static inline void halves_avx2(const uint16_t *halves, float *floats, size_t count)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm256_storeu_ps(floats + i, HALVES(halves + i));
    halves_anywhere(halves + i, floats + i, count - i);
}

/* 2: AVX-512, 1: AVX2, with what came with it. */
static int best(void)
{
    bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    return fused ? __builtin_cpu_supports("avx512f") ? 2 : 1 : 0;
}
#else
static int best(void)
{
    return 0;
}
#define floats_avx2 floats_anywhere
#define floats_avx512 floats_anywhere
#define integers_avx2 integers_anywhere
#define integers_avx512 integers_anywhere
#define copying_floats_avx2(...) (void)0
#define copying_floats_avx512(...) (void)0
#define copying_halves_avx2(...) (void)0
#define copying_halves_avx512(...) (void)0
#define rows_avx2 rows_anywhere
#define rows_avx512 rows_anywhere
#endif

static int most_used = 2;

int sm_multiply_for(int most)
{
    most_used = most;
    return best();
}

static int machine(void)
{
    int there = best();
    return there < most_used ? there : most_used;
}
#define BEST(anywhere, avx2, avx512) (machine() == 2 ? avx512 : machine() ? avx2 : anywhere)

void sm_multiply_floats(const float *a, size_t down, const float *b, float *c, size_t rows, size_t inner,
                        size_t columns)
{
    BEST(floats_anywhere, floats_avx2, floats_avx512)(a, down, b, c, rows, inner, columns);
}

void sm_multiply_integers(const uint32_t *a, size_t down, const uint32_t *b, uint32_t *c, size_t rows, size_t inner,
                          size_t columns)
{
    BEST(integers_anywhere, integers_avx2, integers_avx512)(a, down, b, c, rows, inner, columns);
}

#define MULTIPLIES_COPYING(NAME, FROM, AVX2_CODE, AVX512_CODE)                                                         \
    bool NAME(const float *a, size_t down, const FROM *from, size_t across, float *b, float *c, size_t inner,          \
              size_t columns)                                                                                          \
    {                                                                                                                  \
        switch (machine()) {                                                                                           \
        case 2: AVX512_CODE(a, down, from, across, b, c, inner, columns); return true;                                 \
        case 1: AVX2_CODE(a, down, from, across, b, c, inner, columns); return true;                                   \
        default: return false;                                                                                         \
        }                                                                                                              \
    }
MULTIPLIES_COPYING(sm_multiply_copying_floats, float, copying_floats_avx2, copying_floats_avx512)
MULTIPLIES_COPYING(sm_multiply_copying_halves, uint16_t, copying_halves_avx2, copying_halves_avx512)

void sm_copy_halves(const uint16_t *from, long down, float *to, size_t padded, size_t rows, size_t columns)
{
    BEST(rows_anywhere, rows_avx2, rows_avx512)(from, down, to, padded, rows, columns);
}

void sm_copy_floats(const float *from, long down, float *to, size_t padded, size_t rows, size_t columns)
{
    for (size_t r = 0; r < rows; r++, from += down, to += padded) {
        memcpy(to, from, columns * sizeof *to);
        memset(to + columns, 0, (padded - columns) * sizeof *to);
    }
}
