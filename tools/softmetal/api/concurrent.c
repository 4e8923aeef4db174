/* concurrent.c: the order in which the dispatches of a concurrent encoder (MTLDispatchTypeConcurrent) run.
 *
 * Metal runs them in any order, or at once, except those that a barrier keeps apart. Here the latest runs first, as far
 * as barriers permit: where a barrier is missing, or covers something else, results are wrong, and the same each time.
 * A barrier keeps a dispatch before it and one behind it apart if it covers something that both may reach. */
#include "concurrent.h"
#include "../engine/stage_in.h"

/* ---- what a dispatch reaches */

typedef struct barrier {
    mtl_command command;
    NSUInteger scope;    /* MTLBarrierScope; 0: these resources */
    sm_memory *resource; /* in the command buffer's memory */
    size_t count;
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
        uint32_t first = sm_kernel_argument_index(kernel, n);
        if (!sm_kernel_argument_active(kernel, n))
            continue;
        if (argument->kind == SM_BUFFER && holds(memory, dispatch->dispatch.buffer[first].address))
            return true;
        for (uint32_t i = first; argument->kind == SM_TEXTURE && i < first + argument->count && i < SM_MAX_TEXTURES;
             i++)
            if (dispatch->dispatch.texture[i] && holds(memory, dispatch->dispatch.texture[i]->level[0].pixels))
                return true;
    }
    return false;
}

static bool reaches(const mtl_dispatch *dispatch, const sm_memory *memory)
{
    const sm_stage_in *stage_in = dispatch->pipeline->stage_in;
    for (uint32_t n = 0; stage_in && n < stage_in->count; n++)
        if (holds(memory, dispatch->dispatch.buffer[stage_in->input[n].buffer].address))
            return true;
    return dispatch->roams || is_argument(dispatch, memory) ||
           (dispatch->indirect && holds(memory, dispatch->indirect->bytes)) ||
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
    mtl_texture *texture = (mtl_texture *)resource;
    if (!mtl_is(resource, &mtl_texture_class))
        return (sm_memory){((mtl_buffer *)resource)->bytes, ((mtl_buffer *)resource)->length};
    while (texture->parent)
        texture = texture->parent;
    if (texture->buffer)
        return memory_of((id)texture->buffer);
    return (sm_memory){texture->image.level[0].pixels, texture->resource.size};
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

/* ---- order */

enum { WINDOW = SM_MAX_COMPANY }; /* dispatches that may change places with each other: bits of a mask */

typedef struct window {
    mtl_dispatch *dispatch[WINDOW];
    uint64_t before[WINDOW]; /* which of the others must have run */
    size_t count;
} window;

/* Takes dispatches up to the window's end, or the section's; returns where the next window begins. */
static mtl_command *collect(window *w, mtl_command *command)
{
    w->count = 0;
    for (; command && (w->count < WINDOW || command->run == run_barrier); command = command->next) {
        if (command->run == run_barrier)
            continue;
        w->before[w->count] = 0;
        w->dispatch[w->count++] = (mtl_dispatch *)command;
    }
    return command;
}

static void keep_apart(window *w, const barrier *barrier, size_t position)
{
    uint64_t covered = 0, earlier = position < WINDOW ? ((uint64_t)1 << position) - 1 : UINT64_MAX;
    for (size_t n = 0; n < w->count; n++)
        covered |= (uint64_t)covers(barrier, w->dispatch[n]) << n;
    for (size_t n = position; n < w->count; n++)
        if (covered >> n & 1)
            w->before[n] |= covered & earlier;
}

static void apply_barriers(window *w, const mtl_command *command, const mtl_command *end)
{
    size_t position = 0;
    for (; command != end; command = command->next) {
        if (command->run == run_barrier)
            keep_apart(w, (const barrier *)command, position);
        else
            position++;
    }
}

/* Tells checked mode which of them nothing orders, directly or by others between. */
static void introduce(window *w, sm_company *company)
{
    uint64_t before[WINDOW];
    for (size_t n = 0; n < w->count; n++) {
        sm_dispatch *dispatch = &w->dispatch[n]->dispatch;
        before[n] = w->before[n];
        for (size_t i = 0; i < n; i++)
            before[n] |= w->before[n] >> i & 1 ? before[i] : 0;
        company->label[n] = dispatch->label;
        dispatch->company = company;
        dispatch->number = (uint32_t)n;
        dispatch->beside = 0;
        for (size_t i = 0; i < n; i++) {
            if (before[n] >> i & 1)
                continue;
            dispatch->beside |= (uint64_t)1 << i;
            w->dispatch[i]->dispatch.beside |= (uint64_t)1 << n;
        }
    }
}

static void append(window *w, mtl_command_buffer *buffer)
{
    uint64_t pending = w->count < WINDOW ? ((uint64_t)1 << w->count) - 1 : UINT64_MAX;
    while (pending) {
        size_t n = w->count - 1;
        while (!(pending >> n & 1) || (w->before[n] & pending))
            n--; /* the first one that is pending waits for none */
        pending &= ~((uint64_t)1 << n);
        *buffer->last = &w->dispatch[n]->command;
        buffer->last = &w->dispatch[n]->command.next;
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
