/* message.h: GCC's <objc/message.h>, and Apple's way of sending a message, which libsoftmetal provides
 * (api/objc/message.c). As on Apple's systems, cast objc_msgSend to the type of the method: ((MTLSize (*)(id,
 * SEL))objc_msgSend)(device, selector). A structure of more than 16 bytes is returned through objc_msgSend_stret on
 * x86-64 and through objc_msgSend on arm64. */
#ifndef SOFTMETAL_OBJC_MESSAGE_H
#define SOFTMETAL_OBJC_MESSAGE_H
#pragma GCC system_header
#include_next <objc/message.h>

#include "objc.h"

#ifdef __cplusplus
extern "C" {
#endif
extern void objc_msgSend(void);
#if defined(__x86_64__)
extern void objc_msgSend_stret(void);
extern void objc_msgSend_fpret(void);
#endif
extern id objc_retain(id object);
extern void objc_release(id object);
extern id objc_autorelease(id object);
extern void *objc_autoreleasePoolPush(void);
extern void objc_autoreleasePoolPop(void *pool);
#ifdef __cplusplus
}
#elif !defined(__clang__)
/* GCC replaces a call of a function through another type by a trap; it does not look through a call. */
#define SM_HIDE(name)                                                                                                  \
    static inline void (*sm_##name(void))(void)                                                                        \
    {                                                                                                                  \
        return name;                                                                                                   \
    }
SM_HIDE(objc_msgSend)
#define objc_msgSend (sm_objc_msgSend())
#if defined(__x86_64__)
SM_HIDE(objc_msgSend_stret)
SM_HIDE(objc_msgSend_fpret)
#define objc_msgSend_stret (sm_objc_msgSend_stret())
#define objc_msgSend_fpret (sm_objc_msgSend_fpret())
#endif
#undef SM_HIDE
#endif
#endif
