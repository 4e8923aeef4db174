/* selfcheck.h: the parts of selfcheck.c that its tests need. */
#ifndef ASSAY_METAL_SELFCHECK_H
#define ASSAY_METAL_SELFCHECK_H
#include "metal.h"
#include <stddef.h>

/* Brings a method's type encoding to a form that Apple's and GCC's runtimes agree on: offsets, qualifiers, class names
 * and struct names dropped; `long` is q, BOOL is B, a pointer is ^@ (to an object) or ^v. */
void selfcheck_normalise(const char *encoding, char *out, size_t size);

/* metal_selfcheck for a device that is open. */
bool selfcheck_device(metal_device *device, assay_error *error);
#endif
