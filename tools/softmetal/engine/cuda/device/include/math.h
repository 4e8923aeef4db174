/* math.h: for files of the engine that are also compiled for the GPU: what LLVM has instructions for, and libclc. */
#ifndef SOFTMETAL_DEVICE_MATH_H
#define SOFTMETAL_DEVICE_MATH_H
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(x) ((x) != (x))
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf
#define copysignf __builtin_copysignf
#define floor __builtin_floor
#define floorf __builtin_floorf
#define truncf __builtin_truncf
#define nearbyintf __builtin_nearbyintf
#define fmaxf __builtin_fmaxf
#define fminf __builtin_fminf
float ldexpf(float x, int e) __asm__("_Z5ldexpfi");
float frexpf(float x, int *e) __asm__("_Z5frexpfPi");
double log2(double x) __asm__("_Z4log2d");
#endif
