/* objc.h: GCC's <objc/objc.h>, with what Apple's compiler takes besides: nil as a null pointer of any type, and
 * weak_import, by which metal-cpp refers to constants that a system may lack (on Linux such a reference is weak). */
#ifndef SOFTMETAL_OBJC_OBJC_H
#define SOFTMETAL_OBJC_OBJC_H
#pragma GCC system_header
#include_next <objc/objc.h>

#include "values.h"

#define weak_import weak
#endif
