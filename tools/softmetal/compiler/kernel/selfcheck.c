/* selfcheck.c: compiles every operator, conversion and built-in that LLVM makes into code of the host, runs them on
 * special values, as code of threads, quickly made and optimised, and as vector code, and compares with plain C, bit
 * by bit but for NaNs. LLVM has been wrong on single CPUs (backend/passes/cures.c); a host on which it is gets code for
 * a lower level.
 *
 * One list per kind of operand gives both sides: MSL of `x` and `y`, and C of the same names. */
#include "selfcheck.h"
#include "../../engine/settings.h"
#include "../../engine/engine.h"
#include "../../engine/functions/half.h"
#include "../store/cache.h"
#include "choice.h"
#include "../compiler.h"
#include "../process/toolchain.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? 0x7fc00000 : bits;
}

static uint64_t of_half(float x) /* rounded to half */
{
    return x != x ? 0x7e00 : sm_float_to_half_bits((uint32_t)of_float(x));
}

static float float_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static float half_of(uint64_t bits)
{
    return float_of(sm_half_to_float_bits((uint16_t)bits));
}

/* Toward zero, kept within [low, high]; a NaN is 0. high + 1 is a power of two. */
static uint64_t to_signed(float x, int bits)
{
    float limit = ldexpf(1, bits - 1);
    if (x != x)
        return 0;
    if (x >= limit)
        return (uint64_t)((INT64_C(1) << (bits - 2)) - 1 + (INT64_C(1) << (bits - 2)));
    return (uint64_t)(x < -limit ? -(INT64_C(1) << (bits - 2)) * 2 : (int64_t)x);
}

static uint64_t to_unsigned(float x, int bits)
{
    if (!(x > 0))
        return 0;
    return x >= ldexpf(1, bits) ? UINT64_MAX >> (64 - bits) : (uint64_t)x;
}

static float less_of(float x, float y)
{
    return x != x ? y : y != y ? x : y < x ? y : x;
}
static float more_of(float x, float y)
{
    return x != x ? y : y != y ? x : x < y ? y : x;
}

#define CONVERSIONS(R)                                                                                                 \
    R("char(x)", to_signed(x, 8))                                                                                      \
    R("uchar(x)", to_unsigned(x, 8))                                                                                   \
    R("short(x)", to_signed(x, 16))                                                                                    \
    R("ushort(x)", to_unsigned(x, 16))                                                                                 \
    R("int(x)", to_signed(x, 32))                                                                                      \
    R("uint(x)", to_unsigned(x, 32))                                                                                   \
    R("long(x)", to_signed(x, 64))                                                                                     \
    R("ulong(x)", to_unsigned(x, 64))                                                                                  \
    R("bool(x)", x != 0)                                                                                               \
    R("x < y", x < y)                                                                                                  \
    R("x <= y", x <= y)                                                                                                \
    R("x == y", x == y)                                                                                                \
    R("x != y", x != y)                                                                                                \
    R("x > y", x > y)                                                                                                  \
    R("x >= y", x >= y)                                                                                                \
    R("isnan(x)", isnan(x) != 0)                                                                                       \
    R("isinf(x)", isinf(x) != 0)                                                                                       \
    R("signbit(x)", signbit(x) != 0)

#define ARITHMETIC(R, of)                                                                                              \
    R("x + y", of(x + y))                                                                                              \
    R("x - y", of(x - y))                                                                                              \
    R("x * y", of(x *y))                                                                                               \
    R("x / y", of(x / y))                                                                                              \
    R("-x", of(-x))                                                                                                    \
    R("fabs(x)", of(fabsf(x)))                                                                                         \
    R("fmin(x, y)", of(less_of(x, y)))                                                                                 \
    R("fmax(x, y)", of(more_of(x, y)))                                                                                 \
    R("floor(x)", of(floorf(x)))                                                                                       \
    R("ceil(x)", of(ceilf(x)))                                                                                         \
    R("trunc(x)", of(truncf(x)))                                                                                       \
    R("rint(x)", of(rintf(x)))                                                                                         \
    R("round(x)", of(roundf(x)))                                                                                       \
    R("sqrt(x)", of(sqrtf(x)))                                                                                         \
    R("copysign(x, y)", of(copysignf(x, y)))

#define FLOATS(R)                                                                                                      \
    ARITHMETIC(R, of_float)                                                                                            \
    CONVERSIONS(R)                                                                                                     \
    R("fma(x, y, x)", of_float(fmaf(x, y, x)))                                                                         \
    R("half(x)", of_half(x))                                                                                           \
    R("float(bfloat(x))", of_float(x != x ? x : float_of(to_bfloat(x))))

#define HALVES(R)                                                                                                      \
    ARITHMETIC(R, of_half)                                                                                             \
    CONVERSIONS(R)                                                                                                     \
    R("fma(x, y, x)", of_half(half_fma(x, y)))                                                                         \
    R("float(x)", of_float(x))

/* Of integers: U is T without its sign, wide both in 64 bits, B the number of bits. */
#define INTEGERS(R, T, U, wide, B)                                                                                     \
    R("T(x + y)", (T)((U)x + (U)y))                                                                                    \
    R("T(x - y)", (T)((U)x - (U)y))                                                                                    \
    R("T(x * y)", (T)((uint64_t)x * (uint64_t)y))                                                                      \
    R("y == 0 || y == T(-1) ? T(0) : T(x / y)", y == 0 || y == (T)-1 ? 0 : (T)(x / y))                                 \
    R("y == 0 || y == T(-1) ? T(0) : T(x % y)", y == 0 || y == (T)-1 ? 0 : (T)(x % y))                                 \
    R("T(x << (y & (sizeof(T) * 8 - 1)))", (T)((U)x << ((U)y & (B - 1))))                                              \
    R("T(x >> (y & (sizeof(T) * 8 - 1)))", (T)(x >> ((U)y & (B - 1))))                                                 \
    R("x < y", x < y)                                                                                                  \
    R("min(x, y)", x < y ? x : y)                                                                                      \
    R("max(x, y)", x < y ? y : x)                                                                                      \
    R("clz(x)", count_leading((U)x, B))                                                                                \
    R("ctz(x)", count_trailing((U)x, B))                                                                               \
    R("popcount(x)", __builtin_popcountll((U)x))                                                                       \
    R("rotate(x, y)", (T)((U)((U)x << ((U)y & (B - 1))) | (U)((U)x >> (-(U)y & (B - 1)))))                             \
    R("addsat(x, y)", wide##_sum(x, y, B))                                                                             \
    R("subsat(x, y)", wide##_difference(x, y, B))                                                                      \
    R("mulhi(x, y)", (T)(((wide)x * (wide)y) >> B))                                                                    \
    R("float(x)", of_float((float)x))                                                                                  \
    R("half(x)", of_half((float)x))

__extension__ typedef __int128 wide_signed;
__extension__ typedef unsigned __int128 wide_unsigned;

static uint64_t within(wide_signed x, wide_signed low, wide_signed high)
{
    return (uint64_t)(x < low ? low : x > high ? high : x);
}

#define SIGNED_RANGE(B) -((wide_signed)1 << (B - 1)), ((wide_signed)1 << (B - 1)) - 1
#define UNSIGNED_RANGE(B) 0, ((wide_signed)1 << B) - 1
#define wide_signed_sum(x, y, B) within((wide_signed)x + y, SIGNED_RANGE(B))
#define wide_signed_difference(x, y, B) within((wide_signed)x - y, SIGNED_RANGE(B))
#define wide_unsigned_sum(x, y, B) within((wide_signed)x + y, UNSIGNED_RANGE(B))
#define wide_unsigned_difference(x, y, B) within((wide_signed)x - y, UNSIGNED_RANGE(B))

static uint64_t count_leading(uint64_t x, int bits)
{
    return x ? (uint64_t)(__builtin_clzll(x) - (64 - bits)) : (uint64_t)bits;
}

static uint64_t count_trailing(uint64_t x, int bits)
{
    return x ? (uint64_t)__builtin_ctzll(x) : (uint64_t)bits;
}

/* The bits of the float that x rounds to as a bfloat. */
static uint64_t to_bfloat(float x)
{
    uint32_t bits = (uint32_t)of_float(x);
    return (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
}

/* x * y + x of halves: exact in double but for what cannot reach the bits of a half; rounded to odd on the way. */
static float half_fma(float x, float y)
{
    double exact = (double)x * y, sum = exact + x;
    float rounded = (float)sum;
    uint32_t bits;
    if (!isfinite(sum) || (double)rounded == sum)
        return rounded;
    rounded = fabsf(rounded) > fabs(sum) ? nextafterf(rounded, 0) : rounded;
    memcpy(&bits, &rounded, sizeof bits);
    return float_of(bits | 1);
}

/* ---- Both sides of each list */

#define TEXT(msl, c) "    r[k++ * pairs + i] = bits(" msl ");\n"
#define NAME(msl, c) msl,
#define EXPECT(msl, c) *at++ = (uint64_t)(c);

typedef struct kind {
    const char *type; /* MSL's, of the operands */
    size_t size;      /* bytes of one */
    const char *body;
    const char *const *row;
    size_t rows;
    void (*expect)(uint64_t x_bits, uint64_t y_bits, uint64_t *at); /* a result for each row */
    const uint64_t *operand;                                        /* bits; of integers the lower ones */
    size_t operands;
} kind;

static void expect_floats(uint64_t x_bits, uint64_t y_bits, uint64_t *at)
{
    const float x = float_of(x_bits), y = float_of(y_bits);
    FLOATS(EXPECT)
}

static void expect_halves(uint64_t x_bits, uint64_t y_bits, uint64_t *at)
{
    const float x = half_of(x_bits), y = half_of(y_bits);
    HALVES(EXPECT)
}

#define EACH_INTEGER(M)                                                                                                \
    M(char, int8_t, uint8_t, wide_signed, 8)                                                                           \
    M(uchar, uint8_t, uint8_t, wide_unsigned, 8)                                                                       \
    M(short, int16_t, uint16_t, wide_signed, 16)                                                                       \
    M(ushort, uint16_t, uint16_t, wide_unsigned, 16)                                                                   \
    M(int, int32_t, uint32_t, wide_signed, 32)                                                                         \
    M(uint, uint32_t, uint32_t, wide_unsigned, 32)                                                                     \
    M(long, int64_t, uint64_t, wide_signed, 64)                                                                        \
    M(ulong, uint64_t, uint64_t, wide_unsigned, 64)

#define EXPECT_INTEGERS(msl, T, U, wide, B)                                                                            \
    static void expect_##msl(uint64_t x_bits, uint64_t y_bits, uint64_t *at)                                           \
    {                                                                                                                  \
        const T x = (T)x_bits, y = (T)y_bits;                                                                          \
        INTEGERS(EXPECT, T, U, wide, B)                                                                                \
    }
EACH_INTEGER(EXPECT_INTEGERS)

static const char *const float_rows[] = {FLOATS(NAME)}, *const half_rows[] = {HALVES(NAME)},
                         *const integer_rows[] = {INTEGERS(NAME, , , , )};

/* Zeros, subnormals, limits of the type and of the integers it converts to, ties, infinities, NaN. */
static const uint64_t floats[] = {
    0,          0x80000000, 1,          0x007fffff, 0x00800000, 0x3effffff, 0x3f000000, 0xbf000000, 0x3f800000,
    0xbf800000, 0x3f800001, 0x3fc00000, 0x40200000, 0xc0200000, 0x40490fdb, 0x42fe8000, 0x43000000, 0xc3008000,
    0xc3010000, 0x437f8000, 0x43800000, 0x46fffe00, 0x47000000, 0xc7000100, 0x477fe000, 0x477fefff, 0x477ff000,
    0x477fff80, 0x47800000, 0x4b000001, 0x4b800000, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff,
    0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0xdf000001, 0x5f7fffff, 0x5f800000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0x33000000, 0x33000001, 0x38800000, 0x387fc000};
static const uint64_t halves[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x37ff, 0x3800, 0xb800,
                                  0x3c00, 0xbc00, 0x3c01, 0x3e00, 0x4100, 0xc100, 0x57f4, 0x5800, 0xd804,
                                  0xd808, 0x5bfc, 0x5c00, 0x6400, 0x6401, 0x77ff, 0x7800, 0xf800, 0xf801,
                                  0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x3555, 0x1001};
#define EDGES(n) ((UINT64_C(1) << n) - 1), (UINT64_C(1) << n), ((UINT64_C(1) << n) + 1)
static const uint64_t integers[] = {0,
                                    1,
                                    2,
                                    3,
                                    10,
                                    EDGES(7),
                                    EDGES(8),
                                    EDGES(11),
                                    EDGES(15),
                                    EDGES(16),
                                    EDGES(24),
                                    EDGES(31),
                                    EDGES(32),
                                    EDGES(53),
                                    EDGES(63),
                                    UINT64_MAX,
                                    UINT64_MAX - 1,
                                    UINT64_MAX - 9,
                                    0x55aa55aa55aa55aa};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define INTEGER_KIND(msl, T, U, wide, B)                                                                               \
    {#msl,         sizeof(T), INTEGERS(TEXT, , , , ), integer_rows, COUNT(integer_rows),                               \
     expect_##msl, integers,  COUNT(integers)},
static const kind kinds[] = {
    {"float", sizeof(float), FLOATS(TEXT), float_rows, COUNT(float_rows), expect_floats, floats, COUNT(floats)},
    {"half", sizeof(uint16_t), HALVES(TEXT), half_rows, COUNT(half_rows), expect_halves, halves, COUNT(halves)},
    EACH_INTEGER(INTEGER_KIND)};

/* ---- Running */

static const char head[] = "#include <metal_stdlib>\n"
                           "using namespace metal;\n"
                           "template <class T> static ulong bits(T v) { return ulong(long(v)); }\n"
                           "template <> ulong bits(ulong v) { return v; }\n"
                           "template <> ulong bits(bool v) { return v ? 1 : 0; }\n"
                           "template <> ulong bits(float v) { return v != v ? 0x7fc00000 : as_type<uint>(v); }\n"
                           "template <> ulong bits(half v) { return v != v ? 0x7e00 : as_type<ushort>(v); }\n";

static char *program_text(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs(head, out);
    for (const kind *k = kinds; k < kinds + COUNT(kinds); k++)
        fprintf(out,
                "kernel void check_%s(device const %s *xs [[buffer(0)]], device const %s *ys [[buffer(1)]],\n"
                "    device ulong *r [[buffer(2)]], constant uint &pairs [[buffer(3)]],\n"
                "    uint i [[thread_position_in_grid]])\n"
                "{\n    typedef %s T;\n    T x = xs[i], y = ys[i];\n    uint k = 0;\n%s}\n",
                k->type, k->type, k->type, k->type, k->body);
    return fclose(out) == 0 ? text : NULL;
}

static sm_kernel *kernel_for(sm_library *library, const kind *k, const char *cpu, char **log)
{
    const char *name, prefix[] = "check_";
    for (size_t i = 0; i < sm_library_function_count(library); i++) {
        name = sm_library_function(library, i)->name;
        if (strncmp(name, prefix, sizeof prefix - 1) == 0 && strcmp(name + sizeof prefix - 1, k->type) == 0)
            return sm_kernel_choose(library, sm_library_function(library, i), cpu, NULL, 0, NULL, 0, log);
    }
    return NULL;
}

static bool same_results(const kind *k, const uint64_t *got, const char *engine, char *problem, size_t room)
{
    uint64_t expected[64];
    const size_t n = k->operands, pairs = n * n;
    for (size_t i = 0; i < pairs; i++) {
        uint64_t x = k->operand[i / n], y = k->operand[i % n];
        k->expect(x, y, expected);
        for (size_t row = 0; row < k->rows; row++) {
            if (got[row * pairs + i] == expected[row])
                continue;
            snprintf(problem, room, "%s of %s (%s code), x = 0x%llx, y = 0x%llx: got 0x%llx, expected 0x%llx",
                     k->row[row], k->type, engine, (unsigned long long)x, (unsigned long long)y,
                     (unsigned long long)got[row * pairs + i], (unsigned long long)expected[row]);
            return false;
        }
    }
    return true;
}

static bool run(const kind *k, sm_kernel *kernel, const char *engine, char *problem, size_t room)
{
    const size_t n = k->operands, pairs = n * n, size = pairs * k->size, results = k->rows * pairs * sizeof(uint64_t);
    char *xs = calloc(2, size), *ys = xs ? xs + size : NULL;
    uint64_t *got = malloc(results);
    uint32_t count = (uint32_t)pairs;
    sm_outcome outcome = {.status = SM_NO_MEMORY};
    for (size_t i = 0; xs && i < pairs; i++) { /* the lower bytes come first: x86-64 and AArch64 */
        memcpy(xs + i * k->size, &k->operand[i / n], k->size);
        memcpy(ys + i * k->size, &k->operand[i % n], k->size);
    }
    const sm_dispatch dispatch = {.buffer = {{xs, size}, {ys, size}, {got, results}, {&count, sizeof count}},
                                  .grid = {count, 1, 1},
                                  .group = {64, 1, 1}};
    if (xs && got)
        sm_engine_run(sm_kernel_for(kernel, &dispatch), &dispatch, &outcome);
    bool good = outcome.status == SM_DONE && same_results(k, got, engine, problem, room);
    if (outcome.status != SM_DONE)
        snprintf(problem, room, "the check did not run: %s", outcome.message);
    free(xs);
    free(got);
    return good;
}

/* The part of the check that one engine runs. */
typedef struct part_check {
    const char *source, *cpu;
    sm_engine engine;
    bool good;
    char problem[500];
} part_check;

static void check_kinds(part_check *check, sm_library *library)
{
    static const char *const names[] = {
        [SM_ENGINE_AUTO] = "quick", [SM_ENGINE_FIBER] = "thread", [SM_ENGINE_VECTOR] = "vector"};
    for (size_t i = 0; i < COUNT(kinds) && check->good; i++) {
        char *log = NULL;
        sm_kernel *kernel = kernel_for(library, &kinds[i], check->cpu, &log);
        check->good = kernel && run(&kinds[i], kernel, names[check->engine], check->problem, sizeof check->problem);
        if (!kernel)
            snprintf(check->problem, sizeof check->problem, "the check has no kernel: %.300s",
                     log ? log : kinds[i].type);
        sm_kernel_release(kernel);
        free(log);
    }
}

static void *check_engine(void *context)
{
    part_check *check = context;
    const sm_compile_options options = {.language_version = 3 << 16 | 1,
                                        .math = SM_MATH_SAFE,
                                        .functions = SM_FUNCTIONS_PRECISE,
                                        .target = {.simd_width = 32, .engine = check->engine}};
    char *log = NULL;
    sm_library *library = sm_library_create(check->source, strlen(check->source), &options, &log);
    check->good = library != NULL;
    if (library)
        check_kinds(check, library);
    else
        snprintf(check->problem, sizeof check->problem, "the check does not compile: %.300s", log ? log : "");
    sm_library_release(library);
    free(log);
    return NULL;
}

bool sm_selfcheck(const char *cpu, char *problem, size_t room)
{
    char *source = program_text();
    part_check checks[] = {{.source = source, .cpu = cpu, .engine = SM_ENGINE_AUTO},
                           {.source = source, .cpu = cpu, .engine = SM_ENGINE_FIBER},
                           {.source = source, .cpu = cpu, .engine = SM_ENGINE_VECTOR}};
    part_check *vector = &checks[2];
    pthread_t thread;
    if (!source) {
        snprintf(problem, room, "there is no memory for the check");
        return false;
    }
    bool beside = pthread_create(&thread, NULL, check_engine, vector) == 0;
    for (part_check *part = checks; part < vector; part++)
        check_engine(part);
    if (beside)
        pthread_join(thread, NULL);
    else
        check_engine(vector);
    const part_check *first = checks;
    while (first < vector && first->good)
        first++;
    if (!first->good)
        snprintf(problem, room, "%s", first->problem);
    free(source);
    return first->good;
}

/* ---- Once per host: the outcome is in the cache */

static bool level_passes(const char *cpu, char *problem, size_t room)
{
    sm_pack key = {0};
    sm_bytes cached;
    sm_pack_string(&key, "self-check");
    sm_pack_raw(&key, &sm_toolchain_find()->front, sizeof(sm_hash));
    sm_pack_raw(&key, &sm_toolchain_find()->back, sizeof(sm_hash));
    sm_pack_raw(&key, &sm_toolchain_find()->rewriter, sizeof(sm_hash));
    sm_pack_string(&key, cpu);
    sm_hash hash = sm_hash_bytes(key.data, key.size);
    free(key.data);
    *problem = 0;
    if (sm_cache_read(hash, "selfcheck", &cached)) {
        size_t n = cached.size < room ? cached.size : room - 1;
        memcpy(problem, cached.data, n);
        problem[n] = 0;
        sm_cache_free(cached);
        return !*problem;
    }
    bool good = sm_selfcheck(cpu, problem, room);
    sm_cache_write(hash, "selfcheck", (sm_bytes){(const uint8_t *)problem, strlen(problem)});
    return good;
}

const char *sm_selfcheck_choose(const char *const *levels, size_t count, sm_level_check *passes)
{
    char problem[500] = "";
    size_t i = 0;
    while (i + 1 < count && !passes(levels[i], problem, sizeof problem)) {
        fprintf(stderr, "softmetal: code for %s%s is wrong (%s); kernels are compiled for %s\n",
                *levels[i] ? "the level " : "this CPU", levels[i], problem, levels[i + 1]);
        i++;
    }
    return levels[i];
}

static bool is_faulty(void)
{
    uint64_t any = 0;
    for (int i = 0; i < SM_FAULT_WORDS; i++)
        any |= sm_fault_set()[i];
    return any != 0;
}

static struct {
    pthread_once_t once;
    const char *cpu;
} chosen = {.once = PTHREAD_ONCE_INIT};

/* A planted fault is wrong on purpose, and a CPU that is named is wanted. */
static void choose_once(void)
{
    static const char *const levels[] = {
        "",
#if defined(__x86_64__)
        "x86-64-v3",
        "x86-64-v2"
#else
        "generic"
#endif
    };
    const char *named = sm_device_settings()->cpu;
    chosen.cpu = *named || is_faulty() ? named : sm_selfcheck_choose(levels, COUNT(levels), level_passes);
}

const char *sm_selfcheck_cpu(void)
{
    pthread_once(&chosen.once, choose_once);
    return chosen.cpu;
}
