/* indirect_run.c: executing, resetting and copying the commands of an indirect command buffer.
 *
 * When the execution runs, each command becomes a dispatch by the checks of a compute encoder that has what the command
 * sets, or inherits. Only when all of them are good, they run, as those of a concurrent encoder do: the latest first,
 * as far as the barriers of the commands permit. */
#include "concurrent.h"
#include "indirect.h"
#include "../metal4/metal4.h"
#include <string.h>

typedef struct execution {
    mtl_command command;
    mtl_indirect_buffer *commands; /* the command buffer keeps it */
    NSRange range;
    const uint8_t *ranges; /* where the range lies when the command runs, or NULL */
    SEL selector;
    mtl_compute_encoder inherited; /* what was bound when it was encoded */
} execution;

/* ---- from a command to an encoder */

static bool take_pipeline(const execution *run, const struct __msl_indirect_command *from, NSUInteger index,
                          mtl_compute_encoder *to)
{
    id found = run->commands->descriptor.inherit_pipeline ? mtl_retain((id)to->pipeline)
                                                          : mtl_identity_object((MTLResourceID){from->__pipeline});
    bool good = mtl_is(found, &mtl_pipeline_class) && ((mtl_pipeline *)found)->indirect;
    if (good) {
        to->pipeline = (mtl_pipeline *)found;
        mtl_command_keep(to->encoder.buffer, found);
    } else {
        mtl_encoder_fail(&to->encoder, run->selector, "command %lu has %s", (unsigned long)index,
                         mtl_is(found, &mtl_pipeline_class) ? "a pipeline made without supportIndirectCommandBuffers"
                                                            : "no pipeline, or one that is gone");
    }
    mtl_release(found);
    return good;
}

static bool take_buffers(const execution *run, const struct __msl_indirect_command *from, NSUInteger index,
                         mtl_compute_encoder *to)
{
    if (run->commands->descriptor.inherit_buffers)
        return true;
    memset(to->buffer, 0, sizeof to->buffer);
    memset(to->state.buffer, 0, sizeof to->state.buffer);
    memcpy(to->state.stage_stride, from->__stride, sizeof to->state.stage_stride);
    for (uint32_t n = 0; n < SM_MAX_BUFFERS; n++) {
        uint64_t address = from->__buffer[n];
        if (!address)
            continue;
        if (n >= run->commands->descriptor.buffers)
            return mtl_encoder_fail(&to->encoder, run->selector,
                                    "command %lu sets buffer(%u), but maxKernelBufferBindCount is %lu",
                                    (unsigned long)index, n, (unsigned long)run->commands->descriptor.buffers);
        if (from->__stride[n] && !run->commands->descriptor.strides)
            return mtl_encoder_fail(
                &to->encoder, run->selector,
                "command %lu sets buffer(%u) with a stride, but supportDynamicAttributeStride is NO",
                (unsigned long)index, n);
        to->state.buffer[n] = mtl_device_find(mtl_the_device(), address);
        if (!to->state.buffer[n].address)
            return mtl_encoder_fail(&to->encoder, run->selector,
                                    "command %lu sets buffer(%u) to memory of no buffer that is there",
                                    (unsigned long)index, n);
    }
    return true;
}

static bool take_lengths(const execution *run, const struct __msl_indirect_command *from, NSUInteger index,
                         mtl_compute_encoder *to)
{
    for (uint32_t n = 0; n < SM_MAX_BUFFERS; n++) {
        uint32_t length = from->__threadgroup_length[n];
        if (length % 16 || length > SM_MAX_THREADGROUP_MEMORY || (length && n >= run->commands->descriptor.lengths))
            return mtl_encoder_fail(&to->encoder, run->selector,
                                    "command %lu sets threadgroup(%u) to %u bytes: it must be a multiple of 16, up to "
                                    "32768, and the index below maxKernelThreadgroupMemoryBindCount",
                                    (unsigned long)index, n, length);
        to->state.threadgroup_length[n] = sm_fault(SM_FAULT_api_indirect_lengths) ? 0 : length;
    }
    return true;
}

static bool is_permitted(const execution *run, uint32_t action)
{
    NSUInteger types = run->commands->descriptor.types;
    return action == __MSL_INDIRECT_GROUPS ? types & MTLIndirectCommandTypeConcurrentDispatch
                                           : types & MTLIndirectCommandTypeConcurrentDispatchThreads;
}

/* Adds the dispatch of one command; false with the mistake noted. */
static bool add_command(const execution *run, NSUInteger index, mtl_command_buffer *buffer)
{
    struct __msl_indirect_command *from = mtl_indirect_at(run->commands, index);
    mtl_compute_encoder to = run->inherited;
    if (from->__action != __MSL_INDIRECT_GROUPS && from->__action != __MSL_INDIRECT_THREADS)
        return true;
    if (!is_permitted(run, from->__action))
        return mtl_encoder_fail(&to.encoder, run->selector, "command %lu is of a type that commandTypes lacks",
                                (unsigned long)index);
    if (!take_pipeline(run, from, index, &to) || !take_buffers(run, from, index, &to) ||
        !take_lengths(run, from, index, &to))
        return false;
    if (from->__has_region && !sm_fault(SM_FAULT_api_indirect_region_ignored)) {
        memcpy(to.state.stage_origin, from->__region, sizeof to.state.stage_origin);
        memcpy(to.state.stage_size, from->__region + 3, sizeof to.state.stage_size);
    }
    if (from->__barrier && !sm_fault(SM_FAULT_api_indirect_barrier_ignored))
        mtl_concurrent_barrier_scope(buffer, MTLBarrierScopeBuffers | MTLBarrierScopeTextures);
    MTLSize grid = MTLSizeMake(from->__grid[0], from->__grid[1], from->__grid[2]),
            group = MTLSizeMake(from->__group[0], from->__group[1], from->__group[2]);
    if (from->__action == __MSL_INDIRECT_GROUPS)
        mtl_compute_dispatch_groups(&to, run->selector, grid, group);
    else
        mtl_compute_dispatch_threads(&to, run->selector, grid, group);
    return !buffer->error_text;
}

/* ---- execution */

static bool read_range(const execution *run, NSRange *range)
{
    MTLIndirectCommandBufferExecutionRange own;
    *range = run->range;
    if (!run->ranges)
        return true;
    memcpy(&own, run->ranges, sizeof own);
    *range = (NSRange){own.location, own.length};
    return mtl_indirect_has(run->commands, *range) ||
           mtl_encoder_fail((mtl_encoder *)&run->inherited, run->selector,
                            "the buffer asks for %u commands from index %u, of %lu", own.length, own.location,
                            (unsigned long)run->commands->count);
}

/* Makes the dispatches of a range, in their order; NULL if there are none, or with the mistake noted. */
static mtl_command *prepare(const execution *run, mtl_command_buffer *buffer, bool *good)
{
    mtl_command *first = buffer->first, **last = buffer->last, *made;
    NSRange range;
    buffer->first = NULL;
    buffer->last = &buffer->first;
    *good = read_range(run, &range);
    for (NSUInteger n = 0; *good && n < range.length; n++)
        *good = add_command(run, (sm_fault(SM_FAULT_api_indirect_first) ? 0 : range.location) + n, buffer) ||
                !sm_device_settings()->validation;
    mtl_concurrent_order(buffer, &buffer->first);
    made = buffer->first;
    buffer->first = first;
    buffer->last = last;
    return made;
}

static bool run_execution(mtl_command *base, mtl_command_buffer *buffer)
{
    const execution *run = (const execution *)base;
    bool good;
    mtl_command *command = prepare(run, buffer, &good);
    for (; good && command; command = command->next)
        good = command->run(command, buffer);
    return good || !buffer->error_text;
}

static execution *add_execution(mtl_compute_encoder *encoder, SEL selector, id commands)
{
    if (!mtl_encoder_is_open(&encoder->encoder, selector))
        return NULL;
    if (!mtl_is(commands, &mtl_indirect_buffer_class)) {
        mtl_encoder_fail(&encoder->encoder, selector, "the indirect command buffer is nil");
        return NULL;
    }
    execution *run = mtl_command_add(encoder->encoder.buffer, sizeof *run, run_execution);
    if (!run)
        return NULL;
    run->command.stage = 0;
    run->commands = (mtl_indirect_buffer *)commands;
    run->selector = selector;
    run->inherited = *encoder;
    run->inherited.dispatch_type = MTLDispatchTypeConcurrent;
    memset(run->inherited.texture, 0, sizeof run->inherited.texture);
    memset(run->inherited.state.texture, 0, sizeof run->inherited.state.texture);
    memset(run->inherited.state.sampler, 0, sizeof run->inherited.state.sampler);
    mtl_command_keep(encoder->encoder.buffer, commands);
    mtl_command_keep(encoder->encoder.buffer, encoder->encoder.label);
    return run;
}

static bool check_range(mtl_encoder *encoder, SEL selector, const mtl_indirect_buffer *commands, NSRange range)
{
    return mtl_indirect_has(commands, range) ||
           mtl_encoder_fail(encoder, selector, "%lu commands from index %lu are not among the buffer's %lu",
                            (unsigned long)range.length, (unsigned long)range.location, (unsigned long)commands->count);
}

static void encoder_execute(mtl_compute_encoder *encoder, SEL selector, id commands, NSRange range)
{
    if (mtl_is(commands, &mtl_indirect_buffer_class) &&
        !check_range(&encoder->encoder, selector, (mtl_indirect_buffer *)commands, range))
        return;
    execution *run = add_execution(encoder, selector, commands);
    if (run)
        run->range = range;
}

static void encoder_execute_at(mtl_compute_encoder *encoder, SEL selector, id commands, id given, NSUInteger offset)
{
    const mtl_buffer *ranges = (const mtl_buffer *)given;
    if (!mtl_is(given, &mtl_buffer_class) || offset % 4 || offset > ranges->length ||
        ranges->length - offset < sizeof(MTLIndirectCommandBufferExecutionRange)) {
        mtl_encoder_fail(&encoder->encoder, selector,
                         "needs a buffer with 8 bytes from an offset that is a multiple of 4; the offset is %lu",
                         (unsigned long)offset);
        return;
    }
    execution *run = add_execution(encoder, selector, commands);
    if (!run)
        return;
    run->ranges = ranges->bytes + offset;
    mtl_command_keep(encoder->encoder.buffer, given);
}

/* ---- what a blit encoder does */

typedef struct transfer {
    mtl_command command;
    struct __msl_indirect_command *to;
    const struct __msl_indirect_command *from; /* NULL: reset */
    size_t count;
} transfer;

static bool run_transfer(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const transfer *t = (const transfer *)base;
    if (t->from)
        memmove(t->to, t->from, t->count * sizeof *t->to);
    else
        memset(t->to, 0, t->count * sizeof *t->to);
    return true;
}

/* The first command of a range; NULL with the mistake noted. */
static struct __msl_indirect_command *place_of(mtl_encoder *encoder, SEL selector, id given, NSRange range)
{
    const mtl_indirect_buffer *commands = (const mtl_indirect_buffer *)given;
    if (!mtl_encoder_is_open(encoder, selector))
        return NULL;
    if (!mtl_is(given, &mtl_indirect_buffer_class)) {
        mtl_encoder_fail(encoder, selector, "the indirect command buffer is nil");
        return NULL;
    }
    if (!check_range(encoder, selector, commands, range))
        return NULL;
    mtl_command_keep(encoder->buffer, given);
    return mtl_indirect_at(commands, range.location);
}

static void encoder_reset(mtl_encoder *encoder, SEL selector, id commands, NSRange range)
{
    struct __msl_indirect_command *to = place_of(encoder, selector, commands, range);
    transfer *t = to ? mtl_command_add(encoder->buffer, sizeof *t, run_transfer) : NULL;
    if (!t)
        return;
    t->to = to;
    t->count = range.length;
}

static void encoder_copy(mtl_encoder *encoder, SEL selector, id from, NSRange range, id given, NSUInteger index)
{
    const struct __msl_indirect_command *source = place_of(encoder, selector, from, range);
    struct __msl_indirect_command *to =
        source ? place_of(encoder, selector, given, (NSRange){index, range.length}) : NULL;
    transfer *t = to ? mtl_command_add(encoder->buffer, sizeof *t, run_transfer) : NULL;
    if (!t)
        return;
    t->to = to;
    t->from = source;
    t->count = range.length;
}

static const mtl_method compute_indirect_methods[] = {
    METHOD("executeCommandsInBuffer:withRange:", "v@:@{_NSRange=QQ}", encoder_execute),
    METHOD("executeCommandsInBuffer:indirectBuffer:indirectBufferOffset:", "v@:@@Q", encoder_execute_at),
    END_OF_METHODS,
};
const mtl_addition mtl_compute_indirect_addition = {&mtl_compute_encoder_class, compute_indirect_methods};

static const mtl_method blit_indirect_methods[] = {
    METHOD("resetCommandsInBuffer:withRange:", "v@:@{_NSRange=QQ}", encoder_reset),
    METHOD("copyIndirectCommandBuffer:sourceRange:destination:destinationIndex:", "v@:@{_NSRange=QQ}@Q", encoder_copy),
    END_OF_METHODS,
};
const mtl_addition mtl_blit_indirect_addition = {&mtl_blit_encoder_class, blit_indirect_methods};
