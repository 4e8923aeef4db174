/* executor.h: the device of a worker, and what it needs to know about the run. */
#ifndef ASSAY_EXECUTOR_H
#define ASSAY_EXECUTOR_H
#include "../case/case.h"
#include "../metal/metal.h"
#include "workers/wire.h"

typedef struct executor {
    metal_device *device;
    const metal_facts *facts;
    uint32_t simd_width; /* of an empty kernel */
    bool checked;
    int lock;                                                   /* descriptor whose lock covers dispatches, or -1 */
    void (*report)(void *context, phase phase, size_t subcase); /* may be NULL */
    void (*swept)(void *context, const char *state);            /* how far a sweep has come; may be NULL */
    void *context;
} executor;
#endif
