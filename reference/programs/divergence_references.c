/* divergence_references.c: what the programs leave behind: (seeds, data, program, slots). */
#include "../core/arguments.h"
#include "divergence.h"

typedef void group_done(reference_call *call, const divergence_group *group, size_t first);

static void simulate_groups(reference_call *call, group_done *done)
{
    enum { MOST_SLOTS = 64 };
    if (!arguments_are(call, "aann"))
        return;
    const reference_dispatch *dispatch = call->dispatch;
    const reference_array *seeds = argument_array(call, 0), *data = argument_array(call, 1);
    size_t number = argument_size(call, 2), slots = argument_size(call, 3), grid = 1, size = 1;
    uint32_t room[DIVERGENCE_THREADS][MOST_SLOTS];
    divergence_program program;
    for (int a = 0; a < 3; a++) {
        grid *= dispatch->grid[a];
        size *= dispatch->threadgroup[a];
    }
    if (number >= seeds->count || slots > MOST_SLOTS || size > DIVERGENCE_THREADS || data->count < grid) {
        call->error = "no such program, more than 64 slots, more than 128 threads in a threadgroup, or too few data";
        return;
    }
    if (dispatch->grid[0] != grid && (dispatch->grid[0] != dispatch->threadgroup[0] || dispatch->grid[2] != 1)) {
        call->error = "threadgroups have to follow each other along x, or to fill x and follow each other along y";
        return;
    }
    divergence_grow(&program, array_bits(seeds, number, 0));
    for (size_t first = 0, threads; first < grid; first += threads) {
        threads = grid - first < size ? grid - first : size;
        divergence_group group = {.width = dispatch->simd_width,
                                  .threads = (uint32_t)threads,
                                  .number = (uint32_t)(first / size),
                                  .slots = (uint32_t)slots};
        for (size_t thread = 0; thread < threads; thread++) {
            group.h[thread] = (uint32_t)array_bits(data, first + thread, 0);
            group.trace[thread] = room[thread];
        }
        divergence_simulate(&program, &group);
        if (group.missed_barrier)
            call->error = "not all threads come by a barrier of the program";
        done(call, &group, first);
    }
}

static void expect_traces(reference_call *call, const divergence_group *group, size_t first)
{
    for (uint32_t thread = 0; thread < group->threads; thread++)
        for (uint32_t n = 0; n < group->noted[thread] && n < group->slots; n++)
            expect_bits(call, (first + thread) * group->slots + n, group->trace[thread][n]);
}

static void expect_ends(reference_call *call, const divergence_group *group, size_t first)
{
    for (uint32_t thread = 0; thread < group->threads; thread++)
        expect_bits(call, first + thread, group->h[thread]);
}

/* The results that each thread saw, in order; the rest of its trace is unjudged. */
REFERENCE(divergence_trace)
{
    simulate_groups(call, expect_traces);
}

REFERENCE(divergence_end)
{
    simulate_groups(call, expect_ends);
}
