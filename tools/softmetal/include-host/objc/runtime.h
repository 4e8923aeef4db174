/* runtime.h: GCC's <objc/runtime.h>, after this project's <objc/objc.h>. */
#ifndef SOFTMETAL_OBJC_RUNTIME_H
#define SOFTMETAL_OBJC_RUNTIME_H
#pragma GCC system_header
#include_next <objc/runtime.h>

#include "objc.h"
#endif
