/* indirect.c: indirect command buffers for compute, whose commands the host or a kernel encodes (MSL 6.17). Every
 * command has a pipeline and buffers of its own. */
#include "../client.h"
#include <stdlib.h>

enum { MOST_BUFFERS = 31 };

metal_indirect *metal_indirect_create(metal_device *device, size_t count, assay_error *error)
{
    id pool = runtime_pool_open(), descriptor = ns_new(runtime_class(CLASS_MTLIndirectCommandBufferDescriptor));
    metal_indirect *commands = calloc(1, sizeof *commands);
    indirect_set_types(descriptor,
                       MTLIndirectCommandTypeConcurrentDispatch | MTLIndirectCommandTypeConcurrentDispatchThreads);
    indirect_set_inherit_pipeline(descriptor, NO);
    indirect_set_inherit_buffers(descriptor, NO);
    indirect_set_buffers(descriptor, MOST_BUFFERS);
    if (runtime_responds(descriptor, METHOD_indirect_set_lengths))
        indirect_set_lengths(descriptor, MOST_BUFFERS);
    if (runtime_responds(descriptor, METHOD_indirect_set_strides))
        indirect_set_strides(descriptor, YES);
    if (commands)
        commands->object = device_new_indirect(device->object, descriptor, count, MTLResourceStorageModeShared);
    ns_release(descriptor);
    runtime_pool_close(pool);
    if (commands && commands->object) {
        commands->count = count;
        return commands;
    }
    free(commands);
    assay_fail(error, NULL, 0, "the device makes no indirect command buffer of %zu commands", count);
    return NULL;
}

void metal_indirect_destroy(metal_indirect *commands)
{
    if (!commands)
        return;
    id pool = runtime_pool_open();
    ns_release(commands->object);
    runtime_pool_close(pool);
    free(commands);
}

void metal_indirect_reset(metal_indirect *commands)
{
    id pool = runtime_pool_open();
    indirect_reset(commands->object, (NSRange){0, commands->count});
    runtime_pool_close(pool);
}

/* ---- Encoding by the host */

void metal_command_begin(metal_indirect *commands, uint32_t n, metal_pipeline *pipeline, bool barrier)
{
    id pool = runtime_pool_open(), command = indirect_command(commands->object, n);
    command_set_pipeline(command, pipeline->object);
    if (barrier)
        command_set_barrier(command);
    runtime_pool_close(pool);
}

void metal_command_buffer(metal_indirect *commands, uint32_t n, metal_buffer *buffer, size_t offset, uint32_t index)
{
    id pool = runtime_pool_open();
    command_set_buffer(indirect_command(commands->object, n), buffer->object, offset, index);
    runtime_pool_close(pool);
}

void metal_command_dispatch(metal_indirect *commands, uint32_t n, bool groups, const uint32_t extent[3],
                            const uint32_t threadgroup[3])
{
    id pool = runtime_pool_open(), command = indirect_command(commands->object, n);
    MTLSize grid = {extent[0], extent[1], extent[2]}, group = {threadgroup[0], threadgroup[1], threadgroup[2]};
    if (groups)
        command_dispatch_groups(command, grid, group);
    else
        command_dispatch_threads(command, grid, group);
    runtime_pool_close(pool);
}

/* ---- For kernels that encode */

void metal_arguments_commands(metal_arguments *arguments, metal_indirect *commands, uint32_t id_)
{
    id pool = runtime_pool_open();
    arguments_set_indirect(arguments->encoder, commands->object, id_);
    if (arguments->used_count < MOST_ENCODED)
        arguments->used[arguments->used_count++] = commands->object;
    runtime_pool_close(pool);
}

void metal_arguments_pipeline(metal_arguments *arguments, metal_pipeline *pipeline, uint32_t id_)
{
    id pool = runtime_pool_open();
    arguments_set_pipeline(arguments->encoder, pipeline->object, id_);
    runtime_pool_close(pool);
}

/* ---- Execution */

void metal_use_buffer(metal_commands *commands, metal_buffer *buffer)
{
    id pool = runtime_pool_open();
    encoder_use_resource(commands->encoder, buffer->object, MTLResourceUsageRead | MTLResourceUsageWrite);
    runtime_pool_close(pool);
}

void metal_execute(metal_commands *commands, metal_indirect *from, uint32_t first, uint32_t count)
{
    id pool = runtime_pool_open();
    encoder_execute(commands->encoder, from->object, (NSRange){first, count});
    runtime_pool_close(pool);
}
