/* CGBase.h: the number type of Core Graphics. */
#ifndef SOFTMETAL_CGBASE_H
#define SOFTMETAL_CGBASE_H
#ifdef __OBJC__
#include <Foundation/Foundation.h>
#else
typedef double CGFloat;
#endif
#define CGFLOAT_IS_DOUBLE 1
#endif
