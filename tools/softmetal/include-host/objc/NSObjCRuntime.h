/* NSObjCRuntime.h: Foundation's integers and enumerations, for programs in C and C++ that include no Foundation. */
#ifndef SOFTMETAL_NSOBJCRUNTIME_H
#define SOFTMETAL_NSOBJCRUNTIME_H
#ifdef __OBJC__
#include <Foundation/Foundation.h>
#else
#include <limits.h>
#include <objc/objc.h>
#include <stdint.h>

typedef intptr_t NSInteger;
typedef uintptr_t NSUInteger;
#define NSIntegerMax INTPTR_MAX
#define NSIntegerMin INTPTR_MIN
#define NSUIntegerMax UINTPTR_MAX
#define NSINTEGER_DEFINED 1
#ifdef __cplusplus
#define NS_ENUM(type, name)                                                                                                          \
    type name;                                                                                                                       \
    enum : type
#else
#define NS_ENUM(type, name)                                                                                                          \
    type name;                                                                                                                       \
    enum
#endif
#define NS_OPTIONS(type, name) NS_ENUM(type, name)
#endif
#endif
