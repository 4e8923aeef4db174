/* execute.h: one case on one device, from its file to its outcome. Runs in a worker process. */
#ifndef ASSAY_EXECUTE_H
#define ASSAY_EXECUTE_H
#include "../case/case.h"
#include "../metal/metal.h"
#include "wire.h"

/* The device of a worker and what it needs to know about the run. */
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

/* execute_case with this language version (0: as the case says). `only_build`: compiles and makes pipelines, no more.
 */
void execute_as(const executor *on, const assay_case *it, const case_mutant *mutant, const wire_job *job, uint32_t msl,
                bool only_build, outcome *outcome);
/* Runs all subcases of a case, or of one of its mutants (NULL: the case itself). Never fails: whatever happens is an
 * outcome. */
void execute_case(const executor *on, const assay_case *it, const case_mutant *mutant, const wire_job *job,
                  outcome *outcome);
#endif
