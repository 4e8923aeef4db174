/* commands.c: one command buffer with its compute encoders, from the first binding to what the device says of its
 * end. ending.c waits for that. */
#include "commands4.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static id new_encoder(id object, metal_order order)
{
    return order == METAL_CONCURRENT ? commands_typed_encoder(object, MTLDispatchTypeConcurrent)
                                     : commands_compute_encoder(object);
}

static id logging_buffer(metal_device *device, metal_log *log)
{
    id descriptor = ns_new(runtime_class(CLASS_MTLCommandBufferDescriptor));
    commands_set_log(descriptor, client_log_state(log));
    id buffer = queue_described_buffer(device->queue, descriptor);
    ns_release(descriptor);
    return buffer;
}

static metal_commands *create(metal_device *device, metal_order order, bool four, metal_log *log, assay_error *error)
{
    metal_commands *commands = calloc(1, sizeof *commands);
    if (!commands) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    id pool = runtime_pool_open();
    commands->four = four ? commands4_create(device, order) : NULL;
    id object = four ? NULL : log ? logging_buffer(device, log) : queue_command_buffer(device->queue);
    id encoder = object ? new_encoder(object, order) : NULL;
    commands->order = order;
    commands->object = object ? ns_retain(object) : NULL;
    commands->encoder = encoder ? ns_retain(encoder) : NULL;
    runtime_pool_close(pool);
    if (encoder || commands->four)
        return commands;
    assay_fail(error, NULL, 0, "the device makes no compute command encoder");
    metal_commands_destroy(commands);
    return NULL;
}

metal_commands *metal_commands_create(metal_device *device, metal_order order, assay_error *error)
{
    return create(device, order, device->host4, NULL, error);
}

metal_commands *metal_commands_create4(metal_device *device, metal_order order, assay_error *error)
{
    return commands4_open(device, error) ? create(device, order, true, NULL, error) : NULL;
}

metal_commands *metal_commands_create_logging(metal_device *device, metal_order order, metal_log *log,
                                              assay_error *error)
{
    return create(device, order, false, log, error);
}

static void end_encoding(metal_commands *commands)
{
    if (commands->encoder && !commands->ended)
        encoder_end(commands->encoder); /* Metal insists, even on an encoder that is thrown away */
    commands->ended = true;
}

bool metal_next_encoder(metal_commands *commands, assay_error *error)
{
    id pool = runtime_pool_open();
    if (commands->four) {
        bool good = commands4_next_encoder(commands->four);
        runtime_pool_close(pool);
        return good || assay_fail(error, NULL, 0, "the device makes no further compute command encoder");
    }
    end_encoding(commands);
    ns_release(commands->encoder);
    commands->encoder = new_encoder(commands->object, commands->order);
    commands->ended = !commands->encoder;
    if (commands->encoder)
        ns_retain(commands->encoder);
    runtime_pool_close(pool);
    return commands->encoder || assay_fail(error, NULL, 0, "the device makes no further compute command encoder");
}

void metal_commands_destroy(metal_commands *commands)
{
    if (!commands)
        return;
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_destroy(commands->four);
    end_encoding(commands);
    if (commands->encoder)
        ns_release(commands->encoder);
    if (commands->object)
        ns_release(commands->object);
    runtime_pool_close(pool);
    free(commands);
}

/* ---- Encoding */

void metal_set_pipeline(metal_commands *commands, metal_pipeline *pipeline)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_pipeline(commands->four, pipeline);
    else
        encoder_set_pipeline(commands->encoder, pipeline->object);
    runtime_pool_close(pool);
}

void metal_set_buffer(metal_commands *commands, metal_buffer *buffer, size_t offset, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_buffer(commands->four, buffer, offset, index);
    else
        encoder_set_buffer(commands->encoder, buffer->object, offset, index);
    runtime_pool_close(pool);
}

void metal_set_bytes(metal_commands *commands, const void *bytes, size_t length, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_bytes(commands->four, bytes, length, index);
    else
        encoder_set_bytes(commands->encoder, bytes, length, index);
    runtime_pool_close(pool);
}

void metal_set_texture(metal_commands *commands, metal_texture *texture, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_texture(commands->four, texture, index);
    else
        encoder_set_texture(commands->encoder, texture ? texture->object : NULL, index);
    runtime_pool_close(pool);
}

void metal_set_sampler(metal_commands *commands, metal_sampler *sampler, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_sampler(commands->four, sampler, index);
    else
        encoder_set_sampler(commands->encoder, sampler->object, index);
    runtime_pool_close(pool);
}

void metal_set_tensor(metal_commands *commands, metal_tensor *tensor, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_tensor(commands->four, tensor, index);
    runtime_pool_close(pool);
}

void metal_set_table(metal_commands *commands, metal_table *table, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_functions(commands->four, table, index);
    else
        encoder_set_table(commands->encoder, table ? table->object : NULL, index);
    runtime_pool_close(pool);
}

void metal_set_arguments(metal_commands *commands, metal_arguments *arguments, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four) {
        commands4_arguments(commands->four, arguments, index);
        runtime_pool_close(pool);
        return;
    }
    encoder_set_buffer(commands->encoder, arguments->storage->object, 0, index);
    for (size_t i = 0; i < arguments->used_count; i++)
        encoder_use_resource(commands->encoder, arguments->used[i], MTLResourceUsageRead | MTLResourceUsageWrite);
    runtime_pool_close(pool);
}

void metal_set_stage_in_region(metal_commands *commands, const uint32_t size[3])
{
    id pool = runtime_pool_open();
    if (!commands->four) /* Metal 4 has none: no case that needs one comes here */
        encoder_set_region(commands->encoder, (MTLRegion){{0, 0, 0}, {size[0], size[1], size[2]}});
    runtime_pool_close(pool);
}

void metal_set_threadgroup_memory(metal_commands *commands, size_t length, uint32_t index)
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_threadgroup_memory(commands->four, length, index);
    else
        encoder_set_threadgroup_memory(commands->encoder, length, index);
    runtime_pool_close(pool);
}

static MTLSize size_of(const uint32_t extent[3])
{
    return (MTLSize){extent[0], extent[1], extent[2]};
}

void metal_dispatch_threads(metal_commands *commands, const uint32_t threads[3], const uint32_t threadgroup[3])
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_threads(commands->four, size_of(threads), size_of(threadgroup));
    else
        encoder_dispatch_threads(commands->encoder, size_of(threads), size_of(threadgroup));
    runtime_pool_close(pool);
}

void metal_dispatch_groups(metal_commands *commands, const uint32_t groups[3], const uint32_t threadgroup[3])
{
    id pool = runtime_pool_open();
    if (commands->four)
        commands4_groups(commands->four, size_of(groups), size_of(threadgroup));
    else
        encoder_dispatch_groups(commands->encoder, size_of(groups), size_of(threadgroup));
    runtime_pool_close(pool);
}

void metal_dispatch_indirect(metal_commands *commands, metal_buffer *buffer, size_t offset,
                             const uint32_t threadgroup[3])
{
    id pool = runtime_pool_open();
    encoder_dispatch_indirect(commands->encoder, buffer->object, offset, size_of(threadgroup));
    runtime_pool_close(pool);
}

void metal_barrier(metal_commands *commands, bool buffers, bool textures)
{
    id pool = runtime_pool_open();
    if (commands->four) /* its barriers know stages, no kinds of resources */
        commands4_barrier(commands->four);
    else
        encoder_memory_barrier(commands->encoder,
                               (buffers ? MTLBarrierScopeBuffers : 0u) | (textures ? MTLBarrierScopeTextures : 0u));
    runtime_pool_close(pool);
}

void metal_barrier_of(metal_commands *commands, const metal_resource *resources, size_t count)
{
    id pool = runtime_pool_open(), object[METAL_MOST_BARRED];
    for (size_t i = 0; i < count; i++)
        object[i] = resources[i].buffer ? resources[i].buffer->object : resources[i].texture->object;
    if (commands->four)
        commands4_barrier(commands->four);
    else
        encoder_barrier_resources(commands->encoder, object, count);
    runtime_pool_close(pool);
}

/* ---- Running */

static void take_result(id object, metal_result *result)
{
    bool failed = commands_status(object) == MTLCommandBufferStatusError;
    id error = failed ? commands_error(object) : NULL;
    if (failed && !error)
        client_take_error(NULL, result);
    client_take_outcome(error, object, result);
    result->gpu_seconds = commands_gpu_end(object) - commands_gpu_start(object);
}

void metal_commands_run(metal_commands *commands, double seconds, metal_result *result)
{
    *result = (metal_result){.status = METAL_COMPLETED};
    id pool = runtime_pool_open();
    if (commands->four) {
        commands4_run(commands->four, seconds, result);
        runtime_pool_close(pool);
        return;
    }
    end_encoding(commands);
    commands_commit(commands->object);
    if (client_wait(commands->object, seconds)) {
        take_result(commands->object, result);
    } else {
        result->status = METAL_TIMED_OUT;
        snprintf(result->message, sizeof result->message, "the device did not finish within %g s", seconds);
    }
    runtime_pool_close(pool);
}
