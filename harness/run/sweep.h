/* sweep.h: a function of one float over all of its 2^32 arguments (`sweep:` of a case, --exhaustive).
 *
 * The encodings are cut into 256 chunks of 2^24, and those into slices. While the device computes one, the CPU compares
 * the one before, with as many threads as it has cores: arguments whose result is certainly right are done with
 * quickly, all others are judged as in any case. What was found in whole chunks can be written as a line of text, from
 * which a later run goes on. */
#ifndef ASSAY_SWEEP_H
#define ASSAY_SWEEP_H
#include "../case/case.h"
#include "../check/check.h"
#include "../check/measure.h"
#include "../metal/metal.h"
#include "../base/text.h"

enum { SWEEP_CHUNK = 1 << 24, SWEEP_CHUNKS = 256 };

typedef struct sweep_totals {
    uint32_t next; /* first chunk that is not in these totals */
    uint64_t judged, unjudged, wrong;
    check_difference first[8]; /* of the smallest encodings; `element` is the argument's encoding */
    size_t first_count;
    measurement measured;
} sweep_totals;

typedef struct sweep sweep;

/* A sweep over part `part` (from 1) of `parts`: every parts-th chunk. `state` is what sweep_state wrote, or "". */
sweep *sweep_create(metal_device *device, const case_instance *instance, uint32_t simd_width, uint32_t part,
                    uint32_t parts, const char *state, assay_error *error);
void sweep_destroy(sweep *sweep);
/* Encodes the dispatch of the next slice; false if there is none. */
bool sweep_encode(sweep *sweep, metal_commands *commands, metal_pipeline *pipeline);
/* Begins to compare the slice that the device finished last, beside the caller; sweep_wait waits for it. */
void sweep_compare(sweep *sweep);
bool sweep_wait(sweep *sweep, assay_error *error);
/* The slice encoded last has been computed. */
void sweep_computed(sweep *sweep);
const sweep_totals *sweep_found(const sweep *sweep);
/* The totals as text. Nothing is written once something was wrong: such a sweep begins anew. */
void sweep_state(const sweep_totals *totals, text *out);
#endif
