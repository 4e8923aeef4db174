/* grid.c: what the attributes of a kernel's parameters give to each thread (MSL 5.2.3.6), stored at the thread's index
 * in the grid. Outputs have one to three components: the leading ones of the attribute. */
#include "../core/arguments.h"

typedef void attribute(const reference_dispatch *dispatch, const reference_thread *thread, uint32_t value[3]);

static void expect_attribute(reference_call *call, attribute *of)
{
    if (!arguments_are(call, ""))
        return;
    for (size_t i = 0; i < call->count; i++) {
        reference_thread thread;
        uint32_t value[3] = {0};
        reference_thread_at(call->dispatch, i, &thread);
        of(call->dispatch, &thread, value);
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_bits(call, i * call->type.lanes + lane, value[lane]);
    }
}

#define ATTRIBUTE(name)                                                                                                \
    static void name##_value(const reference_dispatch *, const reference_thread *, uint32_t[3]);                       \
    REFERENCE(name)                                                                                                    \
    {                                                                                                                  \
        expect_attribute(call, name##_value);                                                                          \
    }                                                                                                                  \
    static void name##_value(const reference_dispatch *dispatch, const reference_thread *thread, uint32_t value[3])

ATTRIBUTE(thread_position_in_grid)
{
    (void)dispatch;
    for (int d = 0; d < 3; d++)
        value[d] = thread->position[d];
}

ATTRIBUTE(threadgroup_position_in_grid)
{
    (void)dispatch;
    for (int d = 0; d < 3; d++)
        value[d] = thread->group[d];
}

ATTRIBUTE(thread_position_in_threadgroup)
{
    (void)dispatch;
    for (int d = 0; d < 3; d++)
        value[d] = thread->in_group[d];
}

/* The actual size: threadgroups at the far edges of the grid are smaller. */
ATTRIBUTE(threads_per_threadgroup)
{
    for (int d = 0; d < 3; d++) {
        uint32_t left = dispatch->grid[d] - thread->group[d] * dispatch->threadgroup[d];
        value[d] = left < dispatch->threadgroup[d] ? left : dispatch->threadgroup[d];
    }
}

ATTRIBUTE(dispatch_threads_per_threadgroup)
{
    (void)thread;
    for (int d = 0; d < 3; d++)
        value[d] = dispatch->threadgroup[d];
}

ATTRIBUTE(threadgroups_per_grid)
{
    (void)thread;
    for (int d = 0; d < 3; d++)
        value[d] = (dispatch->grid[d] + dispatch->threadgroup[d] - 1) / dispatch->threadgroup[d];
}

ATTRIBUTE(thread_index_in_threadgroup)
{
    (void)dispatch;
    value[0] = thread->index_in_group;
}

ATTRIBUTE(threads_per_grid)
{
    (void)thread;
    for (int d = 0; d < 3; d++)
        value[d] = dispatch->grid[d];
}

/* ---- Numbers of SIMD-groups and quad-groups: threads fill both in the order of their index in the threadgroup. */

ATTRIBUTE(thread_index_in_simdgroup)
{
    (void)dispatch;
    value[0] = thread->lane;
}

ATTRIBUTE(simdgroup_index_in_threadgroup)
{
    (void)dispatch;
    value[0] = thread->simdgroup;
}

ATTRIBUTE(place_in_simdgroup)
{
    (void)dispatch;
    value[0] = thread->simdgroup;
    value[1] = thread->lane;
}

ATTRIBUTE(thread_index_in_quadgroup)
{
    (void)dispatch;
    value[0] = thread->index_in_group % 4;
}

ATTRIBUTE(quadgroup_index_in_threadgroup)
{
    (void)dispatch;
    value[0] = thread->index_in_group / 4;
}

ATTRIBUTE(simdgroups_per_threadgroup)
{
    value[0] = (thread->group_size + dispatch->simd_width - 1) / dispatch->simd_width;
}

ATTRIBUTE(quadgroups_per_threadgroup)
{
    (void)dispatch;
    value[0] = (thread->group_size + 3) / 4;
}

static uint32_t dispatched_threads(const reference_dispatch *dispatch)
{
    return dispatch->threadgroup[0] * dispatch->threadgroup[1] * dispatch->threadgroup[2];
}

ATTRIBUTE(dispatch_simdgroups_per_threadgroup)
{
    (void)thread;
    value[0] = (dispatched_threads(dispatch) + dispatch->simd_width - 1) / dispatch->simd_width;
}

ATTRIBUTE(dispatch_quadgroups_per_threadgroup)
{
    (void)thread;
    value[0] = (dispatched_threads(dispatch) + 3) / 4;
}
