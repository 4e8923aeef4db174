/* engine_math.h: the mathematics that headers leave to the engine as `__msl_<name>`: F1 takes one argument, F2 two. Behind
 * the name stand SLEEF's function and its accuracy (engine/runtime.c), and libclc's, on a GPU
 * (engine/cuda/device/gpu_math.c). */
#ifndef __MSL_ENGINE_MATH_H
#define __MSL_ENGINE_MATH_H
/* Functions of one argument that are the engine's as they are. A row is all that they need there: metal_math takes its
 * definitions and its list from here. */
#define __MSL_PLAIN_MATH(F1) \
    F1(atan, atanf, _u35, "_Z4atanf") \
    F1(exp2, exp2f, _u35, "_Z4exp2f") \
    F1(log2, log2f, _u35, "_Z4log2f")
/* Those that are so with precise functions only. */
#define __MSL_PRECISE_MATH(F1) \
    F1(tan, tanf, _u35, "_Z3tanf") \
    F1(asin, asinf, _u10, "_Z4asinf") \
    F1(acos, acosf, _u10, "_Z4acosf") \
    F1(exp10, exp10f, _u35, "_Z5exp10f") \
    F1(log10, log10f, _u10, "_Z5log10f") \
    F1(tanh, tanhf, _u35, "_Z4tanhf") \
    F1(atanh, atanhf, _u10, "_Z5atanhf")
#define __MSL_ENGINE_MATH(F1, F2) \
    __MSL_PLAIN_MATH(F1) __MSL_PRECISE_MATH(F1) \
    F1(sin, sinf, _u35, "_Z3sinf") \
    F1(cos, cosf, _u35, "_Z3cosf") \
    F1(sinpi, sinpif, _u05, "_Z5sinpif") \
    F1(cospi, cospif, _u05, "_Z5cospif") \
    F1(asin_fast, asinf, _u35, "_Z4asinf") \
    F1(acos_fast, acosf, _u35, "_Z4acosf") \
    F1(sinh, sinhf, _u35, "_Z4sinhf") \
    F1(cosh, coshf, _u35, "_Z4coshf") \
    F1(asinh, asinhf, _u10, "_Z5asinhf") \
    F1(acosh, acoshf, _u10, "_Z5acoshf") \
    F1(exp, expf, _u10, "_Z3expf") \
    F1(log, logf, _u35, "_Z3logf") \
    F2(atan2, atan2f, _u35, "_Z5atan2ff") \
    F2(pow, powf, _u10, "_Z3powff")
#endif
