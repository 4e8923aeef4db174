/* values.h: nil, Nil, YES and NO as Apple's compiler takes them. Without a guard: GNUstep's headers define them
 * again. */
#pragma GCC system_header
#undef nil
#undef Nil
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#define Nil nullptr
#elif defined(__cplusplus)
#define nil __null
#define Nil __null
#else
#define nil ((void *)0)
#define Nil ((void *)0)
#endif

/* In brackets, so that @YES is a number. */
#undef YES
#undef NO
#define YES ((BOOL)1)
#define NO ((BOOL)0)
