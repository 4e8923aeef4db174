/* stage_in.h: per-thread inputs of a kernel (MSL 5.2.4): members of a structure, fetched from buffers and converted
 * from the format that they are stored in. */
#ifndef SOFTMETAL_STAGE_IN_H
#define SOFTMETAL_STAGE_IN_H
#include "../engine.h"

struct sm_threadgroup;

enum { SM_MAX_ATTRIBUTES = 31 };
#define SM_STRIDE_DYNAMIC UINT32_MAX /* the dispatch has it, in stage_stride */

/* One member. */
typedef struct sm_stage_input {
    uint32_t buffer, offset;           /* index of the buffer; bytes into an element */
    uint32_t format;                   /* MTLAttributeFormat */
    uint32_t stride;                   /* bytes from one element to the next, or SM_STRIDE_DYNAMIC */
    uint32_t step, rate;               /* MTLStepFunction: which element a thread reads */
    uint32_t member_offset, data_type; /* in the structure; MTLDataType */
} sm_stage_input;

typedef struct sm_stage_in {
    sm_stage_input input[SM_MAX_ATTRIBUTES];
    uint32_t count;
    uint32_t index_buffer, index_bytes; /* of the indexed step functions: 2 or 4 bytes an index */
} sm_stage_in;

/* Whether a format exists, and, if so, whether a member of the type can take it: integers go to integers, the rest to
 * float and half. NULL if so, otherwise why not. */
const char *sm_stage_in_problem(uint32_t format, uint32_t data_type);
/* Whether softmetal has the MTLAttributeFormat. */
bool sm_stage_in_has(uint32_t format);

/* Whether the elements that the member takes are those that the index buffer names. */
bool sm_stage_in_is_indexed(const sm_stage_input *input);

/* Called by kernels: fills `structure`, which is zeroed, for the thread at this position in the grid. What lies beyond
 * a buffer or outside the region stays zero. */
void sm_stage_in_fetch(const struct sm_threadgroup *group, uint32_t x, uint32_t y, uint32_t z, void *structure);
#endif
