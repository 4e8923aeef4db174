/* runtime.c: the table of functions that compiled kernels call by name.
 *
 * Mathematics: the headers call `__msl_<name>`; this file says which function of SLEEF stands behind each name and, so
 * that loops over lanes vectorise, which of SLEEF's vector functions computes the same for 4, 8 or 16 lanes. All come
 * from its deterministic family without fused multiply-add (`cinz`), and for one number the function for 4 is called,
 * since some of those for one (3.5.1: cos, tan, sinh, cosh, exp2, exp10, pow) have other bits: a result has the same
 * bits whatever the width and whatever the host, so engines and machines can be compared. The 3.5 ulp versions are
 * preferred where the bound of the specification (MSL 8.1 to 8.3) allows: a device that rounds every result correctly
 * would exercise no bound. */
#include "runtime.h"
#include "../include/__msl/engine_math.h"
#include "functions/math_functions.h"
#include "texture/texture_access.h"
#include <stdbool.h>

/* SLEEF's header leaves most of these names out. Here only addresses are taken, so the types of arguments do not
 * matter. */
#define ROW(name, function, variants) {"__msl_" #name, (void (*)(void))(function), variants},
#define VARIANT(function) {#function, (void (*)(void))(function), NULL},
#define LISTED(isa, lanes, arguments, name, function) "_ZGV" isa "N" #lanes arguments "___msl_" #name "(" #function ")"

/* The same for every CPU. */
#define COMMON                                                                                                         \
    ROW(fmod, sm_fmod, NULL)                                                                                           \
    ROW(texture_read, sm_texture_read, NULL)                                                                           \
    ROW(texture_read_clamped, sm_texture_read_clamped, NULL)                                                           \
    ROW(texture_write, sm_texture_write, NULL)                                                                         \
    ROW(texture_sample, sm_texture_sample, NULL)                                                                       \
    ROW(texture_gather, sm_texture_gather, NULL)                                                                       \
    ROW(texture_gradient_lod, sm_texture_gradient_lod, NULL)                                                           \
    ROW(texture_address, sm_texture_address, NULL)                                                                     \
    ROW(texture_query, sm_texture_query, NULL)

#if defined(__x86_64__)
#define FOUR(base, ulp) Sleef_cinz_##base##4##ulp##sse2
#elif defined(__aarch64__)
#define FOUR(base, ulp) Sleef_cinz_##base##4##ulp##advsimdnofma
#else
#error softmetal runs on x86-64 and AArch64
#endif

#define ALL(x) ((sm_float4){x, x, x, x})
#define OF_ONE_1(name, base, ulp, ...)                                                                                 \
    sm_float4 FOUR(base, ulp)(sm_float4 x);                                                                            \
    static float one_##name(float x)                                                                                   \
    {                                                                                                                  \
        return FOUR(base, ulp)(ALL(x))[0];                                                                             \
    }
#define OF_ONE_2(name, base, ulp, ...)                                                                                 \
    sm_float4 FOUR(base, ulp)(sm_float4 x, sm_float4 y);                                                               \
    static float one_##name(float x, float y)                                                                          \
    {                                                                                                                  \
        return FOUR(base, ulp)(ALL(x), ALL(y))[0];                                                                     \
    }
__MSL_ENGINE_MATH(OF_ONE_1, OF_ONE_2)

#if defined(__x86_64__)
#define DECLARE(name, base, ulp, ...)                                                                                  \
    void Sleef_cinz_##base##8##ulp##avx(void), Sleef_cinz_##base##16##ulp##avx512fnofma(void);
__MSL_ENGINE_MATH(DECLARE, DECLARE)

#define LIST4(name, arguments, base, ulp) LISTED("b", 4, arguments, name, Sleef_cinz_##base##4##ulp##sse2)
#define LIST8(name, arguments, base, ulp)                                                                              \
    LIST4(name, arguments, base, ulp) "," LISTED("d", 8, arguments, name, Sleef_cinz_##base##8##ulp##avx)
#define LIST16(name, arguments, base, ulp)                                                                             \
    LIST8(name, arguments, base, ulp) "," LISTED("e", 16, arguments, name, Sleef_cinz_##base##16##ulp##avx512fnofma)
#define SSE2(name, one, arguments, base, ulp)                                                                          \
    ROW(name, one, LIST4(name, arguments, base, ulp)) VARIANT(Sleef_cinz_##base##4##ulp##sse2)
#define AVX2(name, one, arguments, base, ulp)                                                                          \
    ROW(name, one, LIST8(name, arguments, base, ulp))                                                                  \
    VARIANT(Sleef_cinz_##base##4##ulp##sse2) VARIANT(Sleef_cinz_##base##8##ulp##avx)
#define AVX512(name, one, arguments, base, ulp)                                                                        \
    ROW(name, one, LIST16(name, arguments, base, ulp))                                                                 \
    VARIANT(Sleef_cinz_##base##4##ulp##sse2)                                                                           \
    VARIANT(Sleef_cinz_##base##8##ulp##avx) VARIANT(Sleef_cinz_##base##16##ulp##avx512fnofma)

#define SSE2_1(name, base, ulp, ...) SSE2(name, one_##name, "v", base, ulp)
#define SSE2_2(name, base, ulp, ...) SSE2(name, one_##name, "vv", base, ulp)
#define AVX2_1(name, base, ulp, ...) AVX2(name, one_##name, "v", base, ulp)
#define AVX2_2(name, base, ulp, ...) AVX2(name, one_##name, "vv", base, ulp)
#define AVX512_1(name, base, ulp, ...) AVX512(name, one_##name, "v", base, ulp)
#define AVX512_2(name, base, ulp, ...) AVX512(name, one_##name, "vv", base, ulp)

#define RSQRT4 LISTED("b", 4, "v", rsqrt, sm_rsqrt4)
#define RSQRT8 RSQRT4 "," LISTED("d", 8, "v", rsqrt, sm_rsqrt8)
#define RSQRT16 RSQRT8 "," LISTED("e", 16, "v", rsqrt, sm_rsqrt16)

static const sm_runtime_symbol sse2[] = {__MSL_ENGINE_MATH(SSE2_1, SSE2_2) ROW(rsqrt, sm_rsqrt, RSQRT4)
                                             VARIANT(sm_rsqrt4) COMMON};
static const sm_runtime_symbol avx2[] = {__MSL_ENGINE_MATH(AVX2_1, AVX2_2) ROW(rsqrt, sm_rsqrt, RSQRT8)
                                             VARIANT(sm_rsqrt4) VARIANT(sm_rsqrt8) COMMON};
static const sm_runtime_symbol avx512[] = {__MSL_ENGINE_MATH(AVX512_1, AVX512_2) ROW(rsqrt, sm_rsqrt, RSQRT16)
                                               VARIANT(sm_rsqrt4) VARIANT(sm_rsqrt8) VARIANT(sm_rsqrt16) COMMON};

#define TABLE(table) (*count = sizeof(table) / sizeof *(table), table)

const sm_runtime_symbol *sm_runtime_symbols(size_t *count)
{
    bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (fused && __builtin_cpu_supports("avx512f"))
        return TABLE(avx512);
    return fused ? TABLE(avx2) : TABLE(sse2);
}

#else
#define NEON(name, one, arguments, base, ulp)                                                                          \
    ROW(name, one, LISTED("n", 4, arguments, name, Sleef_cinz_##base##4##ulp##advsimdnofma))                           \
    VARIANT(Sleef_cinz_##base##4##ulp##advsimdnofma)
#define NEON_1(name, base, ulp, ...) NEON(name, one_##name, "v", base, ulp)
#define NEON_2(name, base, ulp, ...) NEON(name, one_##name, "vv", base, ulp)

static const sm_runtime_symbol neon[] = {__MSL_ENGINE_MATH(NEON_1, NEON_2) ROW(rsqrt, sm_rsqrt, NULL) COMMON};

const sm_runtime_symbol *sm_runtime_symbols(size_t *count)
{
    *count = sizeof neon / sizeof *neon;
    return neon;
}
#endif
