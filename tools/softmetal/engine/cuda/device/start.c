/* start.c: where a launch begins on the GPU: the thread finds out who it is and runs the kernel's code. Compiled for
 * nvptx64 and linked into each kernel, in which everything here is inlined; the structures then dissolve into
 * registers. */
#include "gpu_thread.h"

extern uint8_t sm_shared[] __attribute__((address_space(3), aligned(16))); /* all of the threadgroup's memory */

/* The launch's address, for functions that are not inlined into the entry. A number: LLVM keeps a pointer even if
 * nobody reads it. */
static uint64_t current __attribute__((address_space(3), loader_uninitialized));

void sm_body(sm_thread *thread); /* the kernel, compiled: its entry */

static inline void place_threadgroup(sm_threadgroup *g, const sm_launch *launch)
{
    const sm_dispatch *d = &launch->dispatch;
    const uint32_t block[3] = {__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(),
                               __nvvm_read_ptx_sreg_ctaid_z()};
    uint32_t nominal = d->group[0] * d->group[1] * d->group[2], count = __nvvm_read_ptx_sreg_ntid_x();
    for (int a = 0; a < 3; a++) {
        g->position[a] = launch->first[a] + block[a];
        g->origin[a] = g->position[a] * d->group[a];
        g->size[a] = launch->size[a];
        g->dispatch_size[a] = d->group[a];
        g->grid[a] = d->grid[a];
        g->groups[a] = launch->groups[a];
        g->stage_size[a] = d->stage_size[a] == 0 || d->stage_size[a] == UINT32_MAX ? d->grid[a] : d->stage_size[a];
    }
    g->dispatch = d;
    g->memory = (uint8_t *)sm_shared;
    for (int i = 0; i < SM_MAX_BUFFERS; i++)
        g->argument[i] = (uint8_t *)sm_shared + launch->argument[i];
    g->simd_width = 32;
    g->simdgroups = (count + 31) / 32;
    g->quadgroups = (count + 3) / 4;
    g->dispatch_simdgroups = (nominal + 31) / 32;
    g->dispatch_quadgroups = (nominal + 3) / 4;
    g->ticks = TICKS;
    g->cached = 1;
}

static inline void place_thread(sm_thread *t, sm_threadgroup *g)
{
    uint32_t n = __nvvm_read_ptx_sreg_tid_x(), x = n, y = 0, z = 0;
    if (g->size[1] != 1 || g->size[2] != 1) { /* the same for all threads */
        uint32_t row = n / g->size[0];
        x = n % g->size[0];
        y = row % g->size[1];
        z = row / g->size[1];
    }
    t->group = g;
    t->position[0] = x;
    t->position[1] = y;
    t->position[2] = z;
    t->index = n;
    t->lane = n % 32;
    t->simdgroup = n / 32;
    t->path = NULL;
}

__attribute__((nvptx_kernel)) void sm_start(sm_launch launch)
{
    sm_threadgroup group;
    sm_thread thread;
    current = (uint64_t)&launch; /* by each thread, which is the first that reads it */
    place_threadgroup(&group, &launch);
    place_thread(&thread, &group);
    sm_body(&thread);
}

DEVICE sm_thread *sm_cuda_find_thread(sm_thread *thread, sm_threadgroup *group)
{
    place_threadgroup(group, (const sm_launch *)current);
    place_thread(thread, group);
    return thread;
}

/* ---- loops that may not end (compiler/backend/passes/loops.c) */

static inline bool is_told_to_end(const sm_threadgroup *group)
{
    const sm_launch *launch =
        (const sm_launch *)(const void *)((const char *)group->dispatch - offsetof(sm_launch, dispatch));
    return *(const volatile uint32_t *)launch->stop != 0;
}

/* At an exit of a loop: whether to take it now. */
DEVICE uint32_t sm_watch(sm_threadgroup *group)
{
    if (--group->ticks >= 0)
        return 0;
    group->ticks = TICKS;
    return is_told_to_end(group);
}

/* The same, of a loop that surely ends if `ends`: LLVM makes two loops of it, one without this. */
DEVICE uint32_t sm_watch_unless(sm_threadgroup *group, uint32_t ends)
{
    return ends ? 0 : sm_watch(group);
}

/* In a loop without an exit. */
DEVICE void sm_tick(sm_threadgroup *group)
{
    if (is_told_to_end(group))
        __nvvm_exit();
    group->ticks = TICKS;
}
