/* widen.h: a kernel with float in place of half and bfloat, except in memory that the host reads or writes. */
#ifndef ASSAY_VALIDATE_WIDEN_H
#define ASSAY_VALIDATE_WIDEN_H
#include "../read/kernel.h"
#include "../../base/text.h"

/* Writes the source with its variables, functions and threadgroup memory in float: `half`, `bfloat`, their vectors, and
 * what stands for `type` if that is one of them: template parameters of the entry, and `T` if `open`. Parameters of
 * kernels and what points to device or constant memory stay; casts to the short type change only if `casts` says so.
 * False if there is nothing to change. */
bool widen(const kernel_source *kernel, const kernel_function *entry, const char *type, bool open, bool casts,
           text *out);
#endif
