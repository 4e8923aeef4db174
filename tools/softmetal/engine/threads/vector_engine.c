/* vector_engine.c: the fast engine. A SIMD-group is one call of vector code, which works out for itself which lanes
 * go where, so that all this has to do is to let SIMD-groups wait at threadgroup barriers: each then is a fiber,
 * which runs until its next barrier. Kernels without barriers need no fibers at all. */
#include "vector_engine.h"
#include "../tensor/matmul.h"
#include "../functions/simd.h"
#include "../settings.h"

uint32_t sm_vector_row(const uint32_t size[3], uint32_t whole, uint32_t simd_width)
{
    if ((uint64_t)size[0] * size[1] * size[2] % simd_width)
        return 0;
    if (size[0] % simd_width == 0 && whole % simd_width == 0)
        return simd_width;
    bool rows = size[0] >= 8 && size[0] == whole && simd_width % size[0] == 0 && size[1] % (simd_width / size[0]) == 0;
    return rows ? size[0] : 1;
}

enum { MOST_ROWS = 16 }; /* of vectoriser.h */

sm_shape sm_vector_wide(const uint32_t size[3], uint32_t simd_width, uint32_t most)
{
    uint64_t lanes = (uint64_t)size[0] * size[1];
    bool fits = size[2] == 1 && lanes > simd_width && lanes <= most && (lanes & (lanes - 1)) == 0;
    return fits && size[0] >= 8 && size[1] <= MOST_ROWS ? (sm_shape){size[0], (uint32_t)lanes} : (sm_shape){0};
}

static bool runs(sm_shape shape, const uint32_t size[3], uint32_t whole, uint32_t simd_width)
{
    if (shape.lanes)
        return size[0] == shape.row && size[0] * size[1] == shape.lanes && size[2] == 1;
    uint32_t threadgroup = sm_vector_row(size, whole, simd_width);
    return shape.row == 0 || shape.row == threadgroup || (shape.row == 1 && threadgroup);
}

bool sm_vector_covers(sm_shape shape, const sm_dispatch *d, uint32_t simd_width)
{
    for (unsigned edges = 0; edges < 8; edges++) { /* threadgroups at the grid's end may be smaller */
        uint32_t size[3];
        bool any = true;
        for (int a = 0; a < 3; a++) {
            bool edge = edges >> a & 1;
            size[a] = edge ? d->grid[a] % d->group[a] : d->group[a];
            any &= edge ? size[a] != 0 : d->grid[a] >= d->group[a];
        }
        if (any && !runs(shape, size, d->group[0], simd_width))
            return false;
    }
    return true;
}

void sm_vector_place(sm_team *team, uint32_t threads)
{
    const uint32_t *size = team->group.size, simd_width = team->kernel->simd_width;
    const sm_kernel *k = team->run_kernel;
    k = team->kernel = runs(k->shape, size, team->group.dispatch_size[0], simd_width) ? k : k->rest;
    uint32_t width = k->shape.lanes ? k->shape.lanes : simd_width, known = width < 64 ? width : 64;
    team->simdgroups = (threads + width - 1) / width;
    bool reversed = sm_device_settings()->order == SM_ORDER_REVERSED;
    for (uint32_t s = 0; s < team->simdgroups; s++) {
        sm_simd_lanes *lanes = &team->lanes[reversed ? team->simdgroups - 1 - s : s]; /* they run in this order */
        lanes->group = &team->group;
        lanes->first = s * width;
        lanes->simdgroup = s;
        lanes->all = sm_lanes_of(threads, width, s); /* of more than 64 all exist, and code does not ask */
        for (uint32_t lane = 0; lane < known; lane++)
            sm_place_thread(size, s * width + lane, &lanes->position[0][lane], &lanes->position[1][lane],
                            &lanes->position[2][lane]);
    }
}

static void run_simdgroup(sm_team *team, uint32_t n)
{
    sm_simd_lanes *lanes = &team->lanes[n];
    team->kernel->vector(lanes, lanes->all);
}

void sm_vector_run(sm_team *team)
{
    sm_team_begin(team);
    if (!team->kernel->fibers) {
        for (uint32_t s = 0; s < team->simdgroups; s++)
            run_simdgroup(team, s);
        return;
    }
    team->left = team->simdgroups < 64 ? (UINT64_C(1) << team->simdgroups) - 1 : ~UINT64_C(0);
    sm_team_resume(team, 0);
}

/* The SIMD-group that runs when this one cannot: the next one, and after the last the first, for which all others then
 * have come to its barrier or ended. So barriers cost one switch for each SIMD-group. */
static uint32_t next_of(const sm_team *team, uint32_t simdgroup)
{
    uint64_t later = team->left & (~UINT64_C(1) << simdgroup);
    return (uint32_t)__builtin_ctzll(later ? later : team->left);
}

uint32_t sm_vector_body(sm_team *team, uint32_t simdgroup)
{
    run_simdgroup(team, simdgroup);
    team->left &= ~(UINT64_C(1) << simdgroup);
    return team->left ? next_of(team, simdgroup) : SM_MAX_THREADS;
}

void sm_vector_meet(sm_threadgroup *group, uint32_t site, uint64_t mask, uint64_t *operands)
{
    sm_team *team = sm_team_of(group);
    const sm_kernel *k = team->kernel;
    uint32_t width = k->simd_width;
    sm_lanes lanes = {operands, operands + width, operands + 2 * width, operands + 3 * width, 8, width};
    sm_meeting meeting = {
        .site = &k->site[site], .lanes = &lanes, .mask = mask, .apple = k->apple, .shared = &team->factor};
    if (sm_is_tensor_operation(meeting.site))
        sm_tensor_perform(&meeting);
    else
        sm_simd_perform(meeting.site, &lanes, mask, k->apple);
}

void sm_vector_wait(sm_threadgroup *group)
{
    sm_team *team = sm_team_of(group);
    sm_team_spend(team, 16);
    sm_team_switch(team, next_of(team, team->current));
}
