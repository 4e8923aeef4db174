/* gpu_math.c: the mathematics behind MSL's headers (include/__msl/engine_math.h), from libclc, whose errors are
 * within OpenCL's bounds and, with them, within those of MSL 8.1. */
#include "gpu_thread.h"
#include "../../../include/__msl/engine_math.h"

#define F1(name, sleef, ulp, function)                                                                                 \
    float clc_##name(float x) __asm__(function);                                                                       \
    DEVICE float __msl_##name(float x)                                                                                 \
    {                                                                                                                  \
        return clc_##name(x);                                                                                          \
    }
#define F2(name, sleef, ulp, function)                                                                                 \
    float clc_##name(float x, float y) __asm__(function);                                                              \
    DEVICE float __msl_##name(float x, float y)                                                                        \
    {                                                                                                                  \
        return clc_##name(x, y);                                                                                       \
    }

__MSL_ENGINE_MATH(F1, F2)
F2(fmod, , , "_Z4fmodff")

/* Correctly rounded: that of a double, rounded once more, differs only where the exact value is as good as a tie, which
 * no float's is. */
DEVICE float __msl_rsqrt(float x)
{
    return (float)(1.0 / __builtin_sqrt((double)x));
}
