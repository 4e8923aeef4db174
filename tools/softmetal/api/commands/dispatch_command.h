/* dispatch_command.h: a dispatch of an encoder as a command. */
#ifndef SOFTMETAL_DISPATCH_COMMAND_H
#define SOFTMETAL_DISPATCH_COMMAND_H
#include "../objects.h"

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
#endif
