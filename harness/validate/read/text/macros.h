/* macros.h: kernels that macros make. A reader of parameter lists sees the program as the preprocessor leaves it, as
 * far as declarations go: bodies of functions stay as they are, and so do macros that are plain values. */
#ifndef ASSAY_MACROS_H
#define ASSAY_MACROS_H
#include "../../../base/arena.h"

/* `code` (without comments) with the macros in its declarations expanded: those with parameters, and those without
 * whose text has `kernel`, an attribute or an address space. Lines keep their numbers. Of a macro that is defined
 * several times the last definition counts; conditions are not evaluated. */
const char *macros_expand(const char *code, arena *memory);
#endif
