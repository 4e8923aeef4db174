/* commands4.c: a command buffer by Metal 4's path: what commands.c does with an encoder's bindings, done with an
 * argument table, a residency set and barriers.
 *
 * A Metal 4 command buffer has no status. Its queue tells the outcome to a handler, which is a block. */
#include "commands4.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BYTES = 64 };
struct commands4 {
    metal_device *device;
    id object, encoder, allocator, table, set;
    metal_order order;
    bool follows; /* a dispatch of this encoder goes before the next one */
    bool ended, failed;
    metal_buffer *bytes[MOST_BYTES]; /* what metal_set_bytes was given */
    size_t byte_count;
    metal_result *result;
    _Atomic bool told;
};

/* ---- whether the device has it */

bool commands4_open(metal_device *device, assay_error *error)
{
    id pool = runtime_pool_open();
    bool has = metal_device_has_family(device, MTLGPUFamilyMetal4) &&
               runtime_responds(device->object, METHOD_device_new_queue4) &&
               runtime_responds(device->object, METHOD_device_new_table) && runtime_class(CLASS_MTL4CommitOptions) &&
               runtime_class(CLASS_MTL4ArgumentTableDescriptor) && device->stack_block;
    if (has && !device->queue4)
        device->queue4 = device_new_queue4(device->object);
    runtime_pool_close(pool);
    return device->queue4 || assay_fail(error, NULL, 0,
                                        "%s has no Metal 4 command queue, which this needs: macOS 26 and a "
                                        "GPU of family metal4",
                                        device->name);
}

bool metal_use_host4(metal_device *device, assay_error *error)
{
    device->host4 = commands4_open(device, error);
    return device->host4;
}

bool metal_uses_host4(const metal_device *device)
{
    return device->host4;
}

/* ---- start and end */

static id new_table(metal_device *device)
{
    enum { BUFFERS = 31, TEXTURES = 128, SAMPLERS = 16 }; /* the most that Metal has */
    id descriptor = ns_new(runtime_class(CLASS_MTL4ArgumentTableDescriptor));
    table_descriptor_set_buffers(descriptor, BUFFERS);
    table_descriptor_set_textures(descriptor, TEXTURES);
    table_descriptor_set_samplers(descriptor, SAMPLERS);
    table_descriptor_set_initialize(descriptor, 1);
    id table = device_new_table(device->object, descriptor, NULL);
    ns_release(descriptor);
    return table;
}

static id new_set(metal_device *device)
{
    id descriptor = ns_new(runtime_class(CLASS_MTLResidencySetDescriptor));
    id set = device_new_residency_set(device->object, descriptor, NULL);
    ns_release(descriptor);
    return set;
}

static void begin_encoder(commands4 *commands)
{
    commands->encoder = commands4_compute_encoder(commands->object);
    commands->ended = !commands->encoder;
    commands->follows = false;
    if (!commands->encoder)
        return;
    ns_retain(commands->encoder);
    encoder4_set_table(commands->encoder, commands->table);
}

commands4 *commands4_create(metal_device *device, metal_order order)
{
    commands4 *commands = calloc(1, sizeof *commands);
    if (!commands)
        return NULL;
    commands->device = device;
    commands->order = order;
    commands->ended = true;
    commands->object = device_new_commands4(device->object);
    commands->allocator = device_new_allocator(device->object);
    commands->table = new_table(device);
    commands->set = new_set(device);
    if (commands->object && commands->allocator && commands->table && commands->set) {
        commands4_begin(commands->object, commands->allocator);
        begin_encoder(commands);
    }
    if (commands->encoder)
        return commands;
    commands4_destroy(commands);
    return NULL;
}

static void end_encoder(commands4 *commands)
{
    if (commands->encoder && !commands->ended)
        encoder_end(commands->encoder);
    commands->ended = true;
}

static void release(id object)
{
    if (object)
        ns_release(object);
}

void commands4_destroy(commands4 *commands)
{
    bool in_flight = commands->result && !atomic_load(&commands->told);
    if (in_flight) /* the feedback may still come, and writes here */
        return;
    end_encoder(commands);
    release(commands->encoder);
    release(commands->object);
    release(commands->allocator);
    release(commands->table);
    release(commands->set);
    for (size_t i = 0; i < commands->byte_count; i++)
        metal_buffer_destroy(commands->bytes[i]);
    free(commands);
}

/* What follows waits for all encoders before it, as on Metal 3. */
bool commands4_next_encoder(commands4 *commands)
{
    end_encoder(commands);
    release(commands->encoder);
    begin_encoder(commands);
    if (commands->encoder)
        encoder4_barrier_queue(commands->encoder, MTLStageDispatch, MTLStageDispatch, MTL4VisibilityOptionDevice);
    return commands->encoder != NULL;
}

/* ---- binding */

static void keep_resident(commands4 *commands, id allocation)
{
    set_add(commands->set, allocation);
}

void commands4_pipeline(commands4 *commands, const metal_pipeline *pipeline)
{
    encoder4_set_pipeline(commands->encoder, pipeline->object);
}

void commands4_buffer(commands4 *commands, const metal_buffer *buffer, size_t offset, uint32_t index)
{
    table_set_address(commands->table, buffer_address(buffer->object) + offset, index);
    keep_resident(commands, buffer->object);
}

void commands4_bytes(commands4 *commands, const void *bytes, size_t length, uint32_t index)
{
    metal_buffer *buffer =
        commands->byte_count < MOST_BYTES ? metal_buffer_create(commands->device, length, NULL) : NULL;
    commands->failed |= !buffer;
    if (!buffer)
        return;
    memcpy(metal_buffer_contents(buffer), bytes, length);
    commands->bytes[commands->byte_count++] = buffer;
    commands4_buffer(commands, buffer, 0, index);
}

void commands4_texture(commands4 *commands, const metal_texture *texture, uint32_t index)
{
    const MTLResourceID none = {0}; /* of no texture */
    table_set_texture(commands->table, texture ? texture_identity(texture->object) : none, index);
    if (texture)
        keep_resident(commands, texture->backing ? texture->backing : texture->object);
}

void commands4_sampler(commands4 *commands, const metal_sampler *sampler, uint32_t index)
{
    table_set_sampler(commands->table, sampler_identity(sampler->object), index);
}

void commands4_functions(commands4 *commands, const metal_table *table, uint32_t index)
{
    if (!table) {
        table_set_address(commands->table, 0, index);
        return;
    }
    table_set_resource(commands->table, functions_identity(table->object), index);
    keep_resident(commands, table->object);
}

void commands4_tensor(commands4 *commands, const metal_tensor *tensor, uint32_t index)
{
    table_set_resource(commands->table, tensor_identity(tensor->object), index);
    keep_resident(commands, tensor->object);
    keep_resident(commands, tensor->buffer->object);
    if (tensor->scales)
        keep_resident(commands, tensor->scales->object);
}

void commands4_arguments(commands4 *commands, const metal_arguments *arguments, uint32_t index)
{
    commands4_buffer(commands, arguments->storage, 0, index);
    for (size_t i = 0; i < arguments->used_count; i++)
        keep_resident(commands, arguments->used[i]);
}

void commands4_threadgroup_memory(commands4 *commands, size_t length, uint32_t index)
{
    encoder4_set_threadgroup_memory(commands->encoder, length, index);
}

/* ---- dispatches, which wait for each other only where a barrier says so */

void commands4_barrier(commands4 *commands)
{
    encoder4_barrier(commands->encoder, MTLStageDispatch, MTLStageDispatch, MTL4VisibilityOptionDevice);
}

/* A copy waits for all that is before it, and all that follows for the copy. */
static void barrier_of_all(const commands4 *commands)
{
    encoder4_barrier(commands->encoder, MTLStageDispatch | MTLStageBlit, MTLStageDispatch | MTLStageBlit,
                     MTL4VisibilityOptionDevice);
}

id commands4_blit_begin(commands4 *commands)
{
    barrier_of_all(commands);
    return commands->encoder;
}

void commands4_blit_end(commands4 *commands)
{
    barrier_of_all(commands);
}

void commands4_keep(commands4 *commands, id allocation)
{
    keep_resident(commands, allocation);
}

static void order(commands4 *commands)
{
    if (commands->follows && commands->order == METAL_SERIAL)
        commands4_barrier(commands);
    commands->follows = true;
}

void commands4_threads(commands4 *commands, MTLSize threads, MTLSize threadgroup)
{
    order(commands);
    encoder4_dispatch_threads(commands->encoder, threads, threadgroup);
}

void commands4_groups(commands4 *commands, MTLSize groups, MTLSize threadgroup)
{
    order(commands);
    encoder4_dispatch_groups(commands->encoder, groups, threadgroup);
}

/* ---- running */

/* What is told ends the wait, and with it the commands. */
static void hear(const client_block *self, id feedback)
{
    commands4 *commands = self->context;
    id pool = runtime_pool_open();
    client_take_outcome(feedback4_error(feedback), feedback, commands->result);
    commands->result->gpu_seconds = feedback4_gpu_end(feedback) - feedback4_gpu_start(feedback);
    runtime_pool_close(pool);
    atomic_store(&commands->told, true);
}

static bool is_told(void *context)
{
    return atomic_load(&((commands4 *)context)->told);
}

void commands4_run(commands4 *commands, double seconds, metal_result *result)
{
    static const double NEVER = 0;
    end_encoder(commands);
    set_commit(commands->set);
    commands4_use_set(commands->object, commands->set);
    commands4_end(commands->object);
    if (commands->failed) {
        *result = (metal_result){.status = METAL_ERROR, .gpu_seconds = NEVER};
        snprintf(result->message, sizeof result->message, "no memory for the bytes of an argument");
        return;
    }
    metal_result *answer = calloc(1, sizeof *answer); /* outlives this call if the feedback comes late */
    id options = ns_new(runtime_class(CLASS_MTL4CommitOptions));
    static const client_block_layout layout = {0, sizeof(client_block), "v16@?0@8"};
    client_block handler = client_block_make(commands->device, &layout, (void (*)(void))hear, commands);
    commands->result = answer;
    options4_add_handler(options, (id)&handler);
    queue4_commit(commands->device->queue4, &commands->object, 1, options);
    ns_release(options);
    if (client_wait_until(is_told, commands, seconds)) {
        *result = *answer;
        free(answer);
        return;
    }
    *result = (metal_result){.status = METAL_TIMED_OUT};
    snprintf(result->message, sizeof result->message, "the device did not finish within %g s", seconds);
}
