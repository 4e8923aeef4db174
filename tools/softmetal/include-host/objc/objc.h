/* objc.h: GCC's <objc/objc.h>, with what Apple's compiler takes besides: nil as a null pointer of any type, and weak_import, by which
 * metal-cpp refers to constants that a system may lack (on Linux such a reference is weak). */
#ifndef SOFTMETAL_OBJC_OBJC_H
#define SOFTMETAL_OBJC_OBJC_H
#pragma GCC system_header
#include_next <objc/objc.h>

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

#define weak_import weak
#endif
