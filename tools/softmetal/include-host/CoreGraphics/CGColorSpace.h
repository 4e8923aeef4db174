/* CGColorSpace.h: a name that Metal's C++ bindings mention; softmetal has no colour spaces. */
#ifndef SOFTMETAL_CGCOLORSPACE_H
#define SOFTMETAL_CGCOLORSPACE_H
typedef struct CGColorSpace *CGColorSpaceRef;
#endif
