/* concurrent.c: the order in which the dispatches of a concurrent encoder (MTLDispatchTypeConcurrent) run.
 *
 * Metal runs them in any order, or at once, except those that a barrier keeps apart. Here the latest runs first, as far
 * as barriers permit: where a barrier is missing, or covers something else, results are wrong, and the same each time.
 * A barrier keeps a dispatch before it and one behind it apart if it covers something that both may reach. */
#include "concurrent.h"
#include "dispatch_run.h"
#include "../metal4/metal4.h"
#include "../../engine/functions/stage_in.h"

/* ---- what a dispatch reaches */

typedef struct barrier {
    mtl_command command;
    NSUInteger scope;    /* MTLBarrierScope; 0: these resources */
    sm_memory *resource; /* in the command buffer's memory */
    size_t count;
    bool of_stages; /* Metal 4's, of which follows the rest */
    mtl_barrier_kind kind;
    mtl_barrier_stages stages;
    id fence; /* the command buffer keeps it; or nil */
} barrier;

/* Whether a buffer argument holds numbers alone, and no pointers or textures. */
static bool is_plain(const sm_argument *argument)
{
    return mtl_data_type_size(argument->data_type, NULL) != 0;
}

static const sm_function *function_of(const mtl_dispatch *dispatch)
{
    return dispatch->pipeline->function->function;
}

void mtl_concurrent_note(mtl_dispatch *dispatch, mtl_texture *const texture[SM_MAX_TEXTURES])
{
    const sm_function *function = function_of(dispatch);
    bool buffers = dispatch->stage_region || dispatch->pipeline->stage_in, textures = false;
    for (size_t n = 0; n < function->argument_count; n++) {
        const sm_argument *argument = function->argument + n;
        buffers |= argument->kind == SM_BUFFER;
        textures |= argument->kind == SM_TEXTURE;
        dispatch->roams |= argument->kind == SM_BUFFER && !is_plain(argument);
    }
    for (size_t n = 0; n < SM_MAX_TEXTURES; n++)
        buffers |= texture[n] && texture[n]->buffer;
    dispatch->scope = (buffers || dispatch->roams ? MTLBarrierScopeBuffers : 0) |
                      (textures || dispatch->roams ? MTLBarrierScopeTextures : 0);
}

static bool holds(const sm_memory *memory, const void *address)
{
    return address && (uintptr_t)address - (uintptr_t)memory->address < memory->length;
}

/* Whether one of the kernel's arguments lies there. */
static bool is_argument(const mtl_dispatch *dispatch, const sm_memory *memory)
{
    const sm_function *function = function_of(dispatch);
    const sm_kernel *kernel = dispatch->pipeline->kernel;
    for (size_t n = 0; n < function->argument_count; n++) {
        const sm_argument *argument = function->argument + n;
        uint32_t first = sm_kernel_argument_index(kernel, n),
                 count = sm_fault(SM_FAULT_api_barrier_first_texture) ? 1 : argument->count;
        if (!sm_kernel_argument_active(kernel, n))
            continue;
        if (argument->kind == SM_BUFFER && holds(memory, dispatch->dispatch.buffer[first].address))
            return true;
        for (uint32_t i = first; argument->kind == SM_TEXTURE && i < first + count && i < SM_MAX_TEXTURES; i++)
            if (dispatch->dispatch.texture[i] && holds(memory, dispatch->dispatch.texture[i]->level[0].pixels))
                return true;
    }
    return false;
}

/* Whether its stage-in data lies there, or the indices of that. */
static bool is_stage_in(const mtl_dispatch *dispatch, const sm_memory *memory)
{
    const sm_stage_in *stage_in = dispatch->pipeline->stage_in;
    const sm_memory *buffer = dispatch->dispatch.buffer;
    for (uint32_t n = 0; stage_in && n < stage_in->count; n++) {
        const sm_stage_input *input = stage_in->input + n;
        if (holds(memory, buffer[input->buffer].address) ||
            (sm_stage_in_is_indexed(input) && holds(memory, buffer[stage_in->index_buffer].address)))
            return true;
    }
    return false;
}

static bool reaches(const mtl_dispatch *dispatch, const sm_memory *memory)
{
    if (sm_fault(SM_FAULT_api_barrier_own_arguments))
        return is_argument(dispatch, memory);
    return dispatch->roams || is_stage_in(dispatch, memory) || is_argument(dispatch, memory) ||
           (dispatch->indirect && holds(memory, dispatch->indirect)) ||
           (dispatch->stage_region && holds(memory, dispatch->stage_region->bytes));
}

static bool covers(const barrier *barrier, const mtl_dispatch *dispatch)
{
    for (size_t n = 0; n < barrier->count; n++)
        if (reaches(dispatch, barrier->resource + n))
            return true;
    return (barrier->scope & dispatch->scope) != 0;
}

/* ---- barriers */

/* Marks a barrier in the list of commands; there is nothing to run. */
static bool run_barrier(mtl_command *command UNUSED, mtl_command_buffer *buffer UNUSED)
{
    return true;
}

void mtl_concurrent_barrier_scope(mtl_command_buffer *buffer, NSUInteger scope)
{
    barrier *command = mtl_command_add(buffer, sizeof *command, run_barrier);
    if (command)
        command->scope = scope;
}

static sm_memory memory_of(id resource)
{
    if (mtl_is(resource, &mtl_texture_class))
        return mtl_texture_memory((mtl_texture *)resource);
    return (sm_memory){((mtl_buffer *)resource)->bytes, ((mtl_buffer *)resource)->length};
}

bool mtl_concurrent_barrier_resources(mtl_command_buffer *buffer, const id *resources, NSUInteger count)
{
    barrier *command = mtl_command_add(buffer, sizeof *command, run_barrier);
    sm_memory *list = command ? mtl_command_memory(buffer, (count + 1) * sizeof *list) : NULL;
    for (NSUInteger n = 0; list && n < count; n++) {
        if (!mtl_is(resources[n], &mtl_buffer_class) && !mtl_is(resources[n], &mtl_texture_class))
            return false;
        list[n] = memory_of(resources[n]);
        command->count++;
    }
    if (list)
        command->resource = list;
    return true;
}

void mtl_concurrent_barrier_stages(mtl_command_buffer *buffer, mtl_barrier_kind kind, mtl_barrier_stages stages,
                                   id fence)
{
    barrier *command = mtl_command_add(buffer, sizeof *command, run_barrier);
    if (!command)
        return;
    command->command.stage = 0;
    command->of_stages = true;
    command->kind = kind;
    command->stages = stages;
    command->fence = fence;
    mtl_command_keep(buffer, fence);
}

/* ---- order */

enum { WINDOW = SM_MAX_COMPANY }; /* dispatches that may change places with each other: bits of a mask */

/* A command and what orders it. A section of Metal 3's has dispatches alone. */
typedef struct window {
    mtl_command *item[WINDOW];
    uint64_t before[WINDOW]; /* which of the others must have run */
    size_t count;
} window;

static mtl_dispatch *dispatch_at(const window *w, size_t n)
{
    return w->item[n]->run == mtl_dispatch_run ? (mtl_dispatch *)w->item[n] : NULL;
}

static uint64_t below(size_t position)
{
    return position < WINDOW ? ((uint64_t)1 << position) - 1 : UINT64_MAX;
}

/* Takes commands up to the window's end, or the section's; returns where the next window begins. */
static mtl_command *collect(window *w, mtl_command *command)
{
    uint64_t fixed = 0; /* those that keep their place */
    w->count = 0;
    for (; command; command = command->next) {
        if (command->run == run_barrier)
            continue;
        if (w->count >= WINDOW)
            break;
        w->before[w->count] = command->stage ? fixed : below(w->count);
        fixed |= command->stage ? 0 : (uint64_t)1 << w->count;
        w->item[w->count++] = command;
    }
    return command;
}

static void keep_apart(window *w, uint64_t early, uint64_t late)
{
    for (size_t n = 0; n < w->count; n++)
        if (late >> n & 1)
            w->before[n] |= early & below(n);
}

static void apply_resources(window *w, const barrier *barrier, size_t position)
{
    uint64_t covered = 0;
    for (size_t n = 0; n < w->count; n++)
        covered |= (uint64_t)(dispatch_at(w, n) && covers(barrier, dispatch_at(w, n))) << n;
    keep_apart(w, covered & below(position), covered & ~below(position));
}

/* Commands of these stages from which passes on, and up to which. */
static uint64_t of_stages(const window *w, NSUInteger stages, uint32_t first_pass, uint32_t last_pass)
{
    uint64_t found = 0;
    if (sm_fault(SM_FAULT_api_barrier_stages))
        stages = MTLStageAll;
    for (size_t n = 0; n < w->count; n++) {
        const mtl_command *command = w->item[n];
        found |= (uint64_t)(command->stage & stages && command->pass >= first_pass && command->pass <= last_pass) << n;
    }
    return found;
}

/* What the fence's last update before a barrier covers. */
static uint64_t before_update(const window *w, const mtl_command *command, const barrier *wait)
{
    uint64_t covered = 0;
    size_t position = 0;
    for (; command != &wait->command; command = command->next) {
        const barrier *update = (const barrier *)command;
        if (command->run != run_barrier)
            position++;
        else if (update->kind == MTL_BARRIER_UPDATE && update->fence == wait->fence)
            covered = of_stages(w, update->stages.after, 0, UINT32_MAX) & below(position);
    }
    return covered;
}

static void apply_stages(window *w, const mtl_command *first, const barrier *barrier, size_t position)
{
    uint32_t pass = barrier->command.pass;
    NSUInteger after = barrier->stages.after, before = barrier->stages.before;
    uint64_t behind = ~below(position);
    switch (barrier->kind) {
    case MTL_BARRIER_ENCODER:
        keep_apart(w, of_stages(w, after, pass, pass) & below(position), of_stages(w, before, pass, pass) & behind);
        break;
    case MTL_BARRIER_CONSUMER:
        keep_apart(w, of_stages(w, after, 0, pass - 1), of_stages(w, before, pass, UINT32_MAX) & behind);
        break;
    case MTL_BARRIER_PRODUCER:
        keep_apart(w, of_stages(w, after, 0, pass) & below(position), of_stages(w, before, pass + 1, UINT32_MAX));
        break;
    case MTL_BARRIER_WAIT:
        keep_apart(w, before_update(w, first, barrier), of_stages(w, before, pass, pass) & behind);
        break;
    case MTL_BARRIER_UPDATE: break;
    }
}

static void apply_barriers(window *w, const mtl_command *first, const mtl_command *end)
{
    size_t position = 0;
    for (const mtl_command *command = first; command != end; command = command->next) {
        const barrier *here = (const barrier *)command;
        if (command->run != run_barrier)
            position++;
        else if (here->of_stages)
            apply_stages(w, first, here, position);
        else
            apply_resources(w, here, position);
    }
}

/* Tells checked mode which of them nothing orders, directly or by others between. */
static void introduce(window *w, sm_company *company)
{
    uint64_t before[WINDOW];
    for (size_t n = 0; n < w->count; n++) {
        mtl_dispatch *one = dispatch_at(w, n);
        before[n] = w->before[n];
        for (size_t i = 0; i < n; i++)
            before[n] |= w->before[n] >> i & 1 ? before[i] : 0;
        if (!one)
            continue;
        sm_dispatch *dispatch = &one->dispatch;
        company->label[n] = dispatch->label;
        dispatch->company = company;
        dispatch->number = (uint32_t)n;
        dispatch->beside = 0;
        for (size_t i = 0; i < n; i++) {
            if (before[n] >> i & 1 || !dispatch_at(w, i))
                continue;
            dispatch->beside |= (uint64_t)1 << i;
            dispatch_at(w, i)->dispatch.beside |= (uint64_t)1 << n;
        }
    }
}

static void append(window *w, mtl_command_buffer *buffer)
{
    uint64_t pending = below(w->count);
    while (pending) {
        size_t n = w->count - 1;
        while (!(pending >> n & 1) || (w->before[n] & pending))
            n--; /* the first one that is pending waits for none */
        pending &= ~((uint64_t)1 << n);
        *buffer->last = w->item[n];
        buffer->last = &w->item[n]->next;
    }
}

void mtl_concurrent_order(mtl_command_buffer *buffer, mtl_command **section)
{
    mtl_command *next = *section;
    sm_company *company;
    buffer->last = section;
    while (next) {
        window w;
        mtl_command *first = next;
        next = collect(&w, first);
        apply_barriers(&w, first, next);
        if (buffer->queue->device->settings->target.checked && w.count > 1 &&
            (company = mtl_command_memory(buffer, sizeof *company)))
            introduce(&w, company);
        append(&w, buffer);
    }
    *buffer->last = NULL;
}
