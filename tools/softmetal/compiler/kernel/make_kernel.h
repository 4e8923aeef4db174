/* make_kernel.h: one kernel, made by the compile helper or found in the cache, and loaded. */
#ifndef SOFTMETAL_MAKE_KERNEL_H
#define SOFTMETAL_MAKE_KERNEL_H
#include "../../engine/kernel.h"
#include "../make_library.h"

/* Code that is wanted of a kernel. */
typedef struct sm_request {
    bool vector;
    sm_shape shape;      /* of vector code */
    const sm_pack *tail; /* see kernel_request.h */
} sm_request;

/* Makes the kernel, or loads it from the cache. It has no code, but a refusal, if vector code cannot be made of it.
 * NULL on failure, with a sentence in *log (the caller frees it). */
sm_kernel *sm_kernel_make(const sm_library *library, const sm_library_entry *f, const sm_request *request, char **log);

/* The kernel of which content came; one without code if it was refused. */
sm_kernel *sm_kernel_load(const sm_library *library, const sm_library_entry *f, const sm_request *request,
                          sm_unpack *in, char **log);

/* Frees a kernel, but not what choice.h knows beside it. */
void sm_kernel_destroy(sm_kernel *kernel);
#endif
