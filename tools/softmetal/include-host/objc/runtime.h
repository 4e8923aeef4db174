/* runtime.h: GCC's <objc/runtime.h>, after this project's <objc/objc.h>. */
#ifndef SOFTMETAL_OBJC_RUNTIME_H
#define SOFTMETAL_OBJC_RUNTIME_H
#pragma GCC system_header
#include "objc.h"

/* An inline function there looks into an object, which ARC does not permit: with ARC these functions take structures. */
#ifdef __has_feature
#if __has_feature(objc_arc)
#define SM_OBJC_ARC
#define id struct objc_object *
#endif
#endif
#include_next <objc/runtime.h>
#ifdef SM_OBJC_ARC
#undef id
#define object_getClass(object) object_getClass((__bridge struct objc_object *)(object))
#endif

#include "objc.h"
#endif
