/* gpu_math.c: the mathematics behind MSL's headers (engine/runtime.c has the list), from libclc, whose errors are
 * within OpenCL's bounds and, with them, within those of MSL 8.1. */
#include "gpu_thread.h"

#define F1(name, function)                                                                                             \
    float clc_##name(float x) __asm__(function);                                                                       \
    DEVICE float __msl_##name(float x)                                                                                 \
    {                                                                                                                  \
        return clc_##name(x);                                                                                          \
    }
#define F2(name, function)                                                                                             \
    float clc_##name(float x, float y) __asm__(function);                                                              \
    DEVICE float __msl_##name(float x, float y)                                                                        \
    {                                                                                                                  \
        return clc_##name(x, y);                                                                                       \
    }

F1(sin, "_Z3sinf")
F1(cos, "_Z3cosf")
F1(tan, "_Z3tanf")
F1(sinpi, "_Z5sinpif")
F1(cospi, "_Z5cospif")
F1(asin, "_Z4asinf")
F1(acos, "_Z4acosf")
F1(atan, "_Z4atanf")
F1(asin_fast, "_Z4asinf")
F1(acos_fast, "_Z4acosf")
F1(sinh, "_Z4sinhf")
F1(cosh, "_Z4coshf")
F1(tanh, "_Z4tanhf")
F1(asinh, "_Z5asinhf")
F1(acosh, "_Z5acoshf")
F1(atanh, "_Z5atanhf")
F1(exp, "_Z3expf")
F1(exp2, "_Z4exp2f")
F1(exp10, "_Z5exp10f")
F1(log, "_Z3logf")
F1(log2, "_Z4log2f")
F1(log10, "_Z5log10f")
F2(atan2, "_Z5atan2ff")
F2(pow, "_Z3powff")
F2(fmod, "_Z4fmodff")

/* Correctly rounded: that of a double, rounded once more, differs only where the exact value is as good as a tie, which
 * no float's is. */
DEVICE float __msl_rsqrt(float x)
{
    return (float)(1.0 / __builtin_sqrt((double)x));
}
