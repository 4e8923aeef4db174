/* CoreFoundation.h: what Metal's clients take from it: types, a clock, retain and release, and the headers of C that
 * Apple's brings with it. An object of Foundation is one of Core Foundation; there are no classes of its own. */
#ifndef SOFTMETAL_COREFOUNDATION_H
#define SOFTMETAL_COREFOUNDATION_H
#include <Availability.h>
#include <TargetConditionals.h>
#include <assert.h>
#include <ctype.h>
#include <dispatch/dispatch.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include <objc/message.h>
#include <objc/runtime.h>

#define CF_INLINE static inline
#ifdef __cplusplus
#define CF_EXPORT extern "C"
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXPORT extern
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif
#define CF_RETURNS_RETAINED
#define CF_RETURNS_NOT_RETAINED
#define CF_CONSUMED
#define CF_BRIDGED_TYPE(class)

typedef const void *CFTypeRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const struct __CFData *CFDataRef;
typedef struct __CFError *CFErrorRef;
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef unsigned char Boolean;
typedef signed long CFIndex;
typedef unsigned long CFTypeID, CFOptionFlags, CFHashCode;
typedef double CFTimeInterval, CFAbsoluteTime;
typedef struct {
    CFIndex location, length;
} CFRange;

/* Seconds since 2001-01-01. */
static inline CFAbsoluteTime CFAbsoluteTimeGetCurrent(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)(now.tv_sec - 978307200) + (double)now.tv_nsec * 1e-9;
}

/* These are objc_retain and objc_release, called by the names with which ARC does not interfere. */
#ifdef __cplusplus
extern "C" {
#endif
extern CFTypeRef CFRetain(CFTypeRef object);
extern void CFRelease(CFTypeRef object);
#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
/* A constant string, which Apple's compiler lays out and metal-cpp's MTLSTR asks for: here it is made when first used, and stays. */
static inline CFStringRef sm_constant_string(const char *text)
{
    id string = reinterpret_cast<id (*)(Class, SEL)>(objc_msgSend)(objc_lookUpClass("NSString"), sel_registerName("alloc"));
    string = reinterpret_cast<id (*)(id, SEL, const char *)>(objc_msgSend)(string, sel_registerName("initWithUTF8String:"), text);
    return reinterpret_cast<CFStringRef>(string);
}
#define __builtin___CFStringMakeConstantString(text)                                                                                 \
    ([] {                                                                                                                            \
        static const CFStringRef string = sm_constant_string(text);                                                                  \
        return string;                                                                                                               \
    }())
#define CFSTR(text) __builtin___CFStringMakeConstantString("" text "")
#endif
#endif
