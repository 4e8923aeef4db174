/* thread.h: what compiled code sees of the threads it runs for. Read by the engine and, of the compiler, by
 * thread_abi.c alone, through which passes emit code with these offsets: changing a structure here changes
 * SM_LAYOUT_VERSION. */
#ifndef SOFTMETAL_THREAD_H
#define SOFTMETAL_THREAD_H
#include "kernel.h"

/* A threadgroup in flight, shared by its threads. */
struct sm_threadgroup {
    const sm_dispatch *dispatch;
    uint8_t *memory;                   /* static threadgroup memory */
    uint8_t *argument[SM_MAX_BUFFERS]; /* [[threadgroup(n)]] */
    uint32_t origin[3];                /* position in the grid of its first thread */
    uint32_t position[3];              /* threadgroup_position_in_grid */
    uint32_t size[3];                  /* threads_per_threadgroup: the actual one */
    uint32_t dispatch_size[3], grid[3], groups[3];
    uint32_t simdgroups, dispatch_simdgroups, quadgroups, dispatch_quadgroups, simd_width;
    uint32_t stage_size[3]; /* grid_size: of the region of stage-in, the grid without one */
    int32_t spins;          /* back edges of loops that wait for others, until the thread must yield */
    int64_t ticks;          /* other back edges, until sm_tick is asked */
    uint64_t cached;        /* of a range: 0 if what it stores had better go past the caches */
};

/* One thread. */
struct sm_thread {
    sm_threadgroup *group;
    uint64_t a, b, result; /* operands and result of the operation it waits at */
    uint32_t c, site;
    uint32_t position[3], index; /* in its threadgroup */
    uint32_t lane, simdgroup;
    struct sm_path *path; /* call sites that lead to it; NULL: none yet */
    uint32_t counter[];   /* loop counters */
};

/* One SIMD-group of the vector engine: what its lanes would find in their threads, side by side. Code for a threadgroup
 * at once knows that by itself. */
struct sm_simd_lanes {
    _Alignas(64) uint32_t position[3][64];
    sm_threadgroup *group;
    uint32_t first, simdgroup; /* index of its first thread; of itself */
    uint64_t all;              /* the lanes that exist */
};
#endif
