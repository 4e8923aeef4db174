/* CoreFoundation.h: what Metal's C++ bindings expect of it, which is types and a few other headers. There are no functions: softmetal works with GNUstep Base alone. */
#ifndef SOFTMETAL_COREFOUNDATION_H
#define SOFTMETAL_COREFOUNDATION_H
#include <dispatch/dispatch.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef const void *CFTypeRef;
typedef long CFIndex;
typedef double CFTimeInterval;
#endif
