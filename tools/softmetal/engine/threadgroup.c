/* threadgroup.c: one threadgroup of a grid: where it lies, its size, its memory. */
#include "threadgroup.h"
#include "fault.h"
#include "settings.h"
#include "threads/fiber.h"
#include "threads/vector_engine.h"
#include <string.h>

enum { POISON = 0x7f };

static void set_threads(sm_team *team, uint32_t threads)
{
    const uint32_t *size = team->group.size, width = team->kernel->simd_width;
    for (uint32_t i = 0; i < threads; i++) {
        sm_thread *t = sm_team_thread(team, i);
        t->group = &team->group;
        sm_place_thread(size, i, &t->position[0], &t->position[1], &t->position[2]);
        t->index = i;
        t->lane = i % width;
        t->simdgroup = i / width;
    }
    team->threads = threads;
}

void sm_threadgroup_place(sm_team *team, const sm_run *run, uint64_t n, bool threads)
{
    sm_threadgroup *g = &team->group;
    uint32_t size[3], count = 1;
    g->position[0] = (uint32_t)(n % run->groups[0]);
    g->position[1] = (uint32_t)(n / run->groups[0] % run->groups[1]);
    g->position[2] = (uint32_t)(n / run->groups[0] / run->groups[1]);
    for (int a = 0; a < 3; a++) {
        g->origin[a] = g->position[a] * g->dispatch_size[a];
        uint32_t left = g->grid[a] - g->origin[a];
        size[a] = left < g->dispatch_size[a] && !sm_fault(SM_FAULT_partial_threadgroup_not_clipped)
                      ? left
                      : g->dispatch_size[a];
        count *= size[a];
    }
    if (sm_fault(SM_FAULT_position_off_by_one) && g->position[0] == run->groups[0] - 1)
        g->origin[0]++;
    if (memcmp(size, g->size, sizeof size) != 0 || team->threads != count) {
        memcpy(g->size, size, sizeof size);
        g->simdgroups = sm_divide_up(count, g->simd_width);
        g->quadgroups = sm_divide_up(count, 4);
        if (team->kernel->vector)
            sm_vector_place(team, count);
        else if (threads)
            set_threads(team, count);
        team->threads = count;
    }
    if (run->memory)
        memset(g->memory, POISON, run->memory);
    if (sm_fault(SM_FAULT_threads_per_threadgroup_nominal))
        memcpy(g->size, g->dispatch_size, sizeof g->size);
}

void sm_threadgroup_prepare(sm_team *team, sm_run *run)
{
    sm_threadgroup *g = &team->group;
    const sm_dispatch *d = run->dispatch;
    *g = (sm_threadgroup){
        .dispatch = d, .simd_width = run->kernel->simd_width, .ticks = SM_TICKS, .spins = SM_SPINS, .cached = 1};
    uint32_t count = d->group[0] * d->group[1] * d->group[2];
    for (int a = 0; a < 3; a++) {
        g->dispatch_size[a] = d->group[a];
        g->grid[a] = d->grid[a];
        g->stage_size[a] = d->stage_size[a] == 0 || d->stage_size[a] == UINT32_MAX ? d->grid[a] : d->stage_size[a];
        g->groups[a] = run->groups[a];
    }
    g->dispatch_simdgroups = sm_divide_up(count, g->simd_width);
    g->dispatch_quadgroups = sm_divide_up(count, 4);
    /* without validation what lies past it, up to the most that a threadgroup may have, is memory that nobody uses */
    uint32_t room = sm_device_settings()->validation ? run->memory : SM_MAX_THREADGROUP_MEMORY;
    g->memory = team->memory_end - ((room > run->memory ? room : run->memory) + 63) / 64 * 64;
    for (int i = 0; i < SM_MAX_BUFFERS; i++)
        g->argument[i] = g->memory + run->argument_offset[i];
    if (sm_fault(SM_FAULT_threadgroup_memory_overlaps) && d->threadgroup_length[0] && d->threadgroup_length[1])
        g->argument[1] = g->argument[0];
    memset(g->memory, POISON, run->memory);
    team->stopped = &run->stopped;
    team->memory_used = run->memory;
    team->body = run->kernel->vector ? sm_vector_body : sm_fiber_body;
    team->yield = sm_spin;
    team->threads = 0;
}
