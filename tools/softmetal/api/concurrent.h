/* concurrent.h: dispatches and barriers of an encoder as commands, and the order in which a concurrent encoder's run.
 */
#ifndef SOFTMETAL_CONCURRENT_H
#define SOFTMETAL_CONCURRENT_H
#include "objects.h"

typedef struct mtl_dispatch {
    mtl_command command;
    mtl_pipeline *pipeline;
    id label;                        /* the encoder's, for findings */
    const uint8_t *indirect;         /* where the number of threadgroups is read when the command runs, or NULL */
    bool indirect_threads;           /* there are threads of the grid and of a threadgroup instead */
    struct mtl_residency *residency; /* Metal 4: what must hold all that it reaches; or NULL */
    mtl_buffer *stage_region;        /* likewise the region of stage-in */
    size_t stage_region_offset;
    NSUInteger scope; /* in a concurrent encoder: MTLBarrierScope of what it may reach */
    bool roams;       /* likewise: through argument buffers it may reach anything */
    sm_dispatch dispatch;
} mtl_dispatch;

/* Runs one. */
bool mtl_dispatch_run(mtl_command *command, mtl_command_buffer *buffer);

/* Notes what a dispatch may reach; `texture` is what is bound. */
void mtl_concurrent_note(mtl_dispatch *dispatch, mtl_texture *const texture[SM_MAX_TEXTURES]);

/* Adds a barrier to the command buffer. */
void mtl_concurrent_barrier_scope(mtl_command_buffer *buffer, NSUInteger scope);
/* False if one of the objects is no resource. */
bool mtl_concurrent_barrier_resources(mtl_command_buffer *buffer, const id *resources, NSUInteger count);

/* Puts the commands from `*section` to the buffer's end, dispatches and barriers, into the order in which they run. */
void mtl_concurrent_order(mtl_command_buffer *buffer, mtl_command **section);
#endif
