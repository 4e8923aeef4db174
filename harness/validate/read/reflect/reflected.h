/* reflected.h: what a device's reflection tells of a kernel, put in the place of what its text seems to say. */
#ifndef ASSAY_REFLECTED_H
#define ASSAY_REFLECTED_H
#include "../kernel.h"

/* Takes places, types and members of a kernel's parameters from a signature (harness/metal/signature.c). `other` is
 * that of the same program with another T, whose types tell what depends on T; NULL: it has no T, or nobody knows.
 * `open`: it has one. */
void reflected_take(kernel_source *source, kernel_function *function, const char *signature, const char *other,
                    bool open);

/* Takes types and indices of function constants from what the library tells of one function
 * (metal_library_constants). */
void reflected_constants(kernel_source *source, const char *told);
#endif
