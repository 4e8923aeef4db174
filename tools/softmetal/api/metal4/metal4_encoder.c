/* metal4_encoder.c: MTL4ComputeCommandEncoder: dispatches of what an argument table holds, copies, and barriers.
 *
 * Its commands run in any order but for the barriers, also against those of other encoders of the command buffer: all
 * of them are put into order when the command buffer ends (concurrent.c). */
#include "metal4.h"
#include "../objc/property.h"

typedef struct mtl4_encoder {
    mtl_compute_encoder compute;
    mtl4_commands *commands; /* retained */
    mtl4_table *table;       /* likewise; or NULL */
} mtl4_encoder;

id mtl4_encoder_create(mtl4_commands *commands, mtl_command_buffer *buffer)
{
    mtl4_encoder *encoder = mtl_encoder_create(&mtl4_encoder_class, buffer);
    encoder->commands = (mtl4_commands *)mtl_retain((id)commands);
    encoder->compute.dispatch_type = MTLDispatchTypeConcurrent;
    encoder->compute.residency = commands->residency;
    return (id)encoder;
}

FINISH(mtl4_encoder, encoder_finish, (id)self->table, (id)self->commands)

static void encoder_set_table(METHOD_ARGUMENTS(mtl4_encoder), id table)
{
    if (!mtl_encoder_is_open(&self->compute.encoder, _cmd))
        return;
    if (table && !mtl_is(table, &mtl4_table_class))
        mtl_encoder_fail(&self->compute.encoder, _cmd, "the object is no argument table");
    else
        mtl_assign((id *)(void *)&self->table, table);
}

/* ---- dispatches: the table's contents count as they are now */

static bool bind(mtl4_encoder *self, SEL selector)
{
    if (sm_fault(SM_FAULT_api_table_stale) && self->compute.state.buffer[0].address)
        return true;
    return mtl_encoder_is_open(&self->compute.encoder, selector) &&
           mtl4_table_apply(self->table, &self->compute, selector);
}

static void encoder_dispatch_threads(METHOD_ARGUMENTS(mtl4_encoder), MTLSize threads, MTLSize group)
{
    if (bind(self, _cmd))
        mtl_compute_dispatch_threads(&self->compute, _cmd, threads, group);
}

static void encoder_dispatch_groups(METHOD_ARGUMENTS(mtl4_encoder), MTLSize groups, MTLSize group)
{
    if (bind(self, _cmd))
        mtl_compute_dispatch_groups(&self->compute, _cmd, groups, group);
}

static const uint8_t *indirect_at(mtl4_encoder *self, SEL selector, MTLGPUAddress address, size_t size)
{
    sm_memory memory = mtl_device_find(mtl_the_device(), address);
    if (address % 4 == 0 && memory.length >= size)
        return memory.address;
    mtl_encoder_fail(&self->compute.encoder, selector,
                     "needs the address of %zu bytes of a buffer that is a multiple of 4; it is 0x%llx", size,
                     (unsigned long long)address);
    return NULL;
}

static void encoder_dispatch_indirect(METHOD_ARGUMENTS(mtl4_encoder), MTLGPUAddress address, MTLSize group)
{
    const uint8_t *at = indirect_at(self, _cmd, address, sizeof(MTLDispatchThreadgroupsIndirectArguments));
    if (at && bind(self, _cmd))
        mtl_compute_dispatch_at(&self->compute, _cmd, at, group);
}

static void encoder_dispatch_threads_indirect(METHOD_ARGUMENTS(mtl4_encoder), MTLGPUAddress address)
{
    const uint8_t *at = indirect_at(self, _cmd, address, sizeof(MTLDispatchThreadsIndirectArguments));
    if (at && bind(self, _cmd))
        mtl_compute_dispatch_threads_at(&self->compute, _cmd, at);
}

/* ---- order */

static void add_barrier(mtl4_encoder *self, SEL selector, mtl_barrier_kind kind, NSUInteger after, NSUInteger before,
                        id fence)
{
    if (mtl_encoder_is_open(&self->compute.encoder, selector) && !sm_fault(SM_FAULT_api_barrier_ignored))
        mtl_concurrent_barrier_stages(self->compute.encoder.buffer, kind, (mtl_barrier_stages){after, before}, fence);
}

static void encoder_barrier(METHOD_ARGUMENTS(mtl4_encoder), NSUInteger after, NSUInteger before,
                            NSUInteger visibility UNUSED)
{
    add_barrier(self, _cmd, MTL_BARRIER_ENCODER, after, before, nil);
}

static void encoder_barrier_consumer(METHOD_ARGUMENTS(mtl4_encoder), NSUInteger after, NSUInteger before,
                                     NSUInteger visibility UNUSED)
{
    if (!sm_fault(SM_FAULT_api_barrier_consumer))
        add_barrier(self, _cmd, MTL_BARRIER_CONSUMER, after, before, nil);
}

static void encoder_barrier_producer(METHOD_ARGUMENTS(mtl4_encoder), NSUInteger after, NSUInteger before,
                                     NSUInteger visibility UNUSED)
{
    if (!sm_fault(SM_FAULT_api_barrier_producer))
        add_barrier(self, _cmd, MTL_BARRIER_PRODUCER, after, before, nil);
}

static bool is_fence(mtl4_encoder *self, SEL selector, id fence)
{
    return mtl_is(fence, &mtl_fence_class) || mtl_encoder_fail(&self->compute.encoder, selector, "the fence is nil");
}

static void encoder_update_fence(METHOD_ARGUMENTS(mtl4_encoder), id fence, NSUInteger after)
{
    if (is_fence(self, _cmd, fence))
        add_barrier(self, _cmd, MTL_BARRIER_UPDATE, after, 0, fence);
}

static void encoder_wait_fence(METHOD_ARGUMENTS(mtl4_encoder), id fence, NSUInteger before)
{
    if (is_fence(self, _cmd, fence))
        add_barrier(self, _cmd, MTL_BARRIER_WAIT, 0, before, fence);
}

/* ---- the rest */

static void encoder_timestamp(METHOD_ARGUMENTS(mtl4_encoder), NSInteger granularity UNUSED, id heap, NSUInteger index)
{
    if (mtl_encoder_is_open(&self->compute.encoder, _cmd))
        mtl4_counter_note(self->compute.encoder.buffer, heap, index, _cmd);
}

static NSUInteger encoder_stages(METHOD_ARGUMENTS(mtl4_encoder))
{
    const mtl_command_buffer *buffer = self->compute.encoder.buffer;
    NSUInteger stages = 0;
    for (const mtl_command *command = buffer->first; command; command = command->next)
        stages |= command->pass == buffer->pass ? command->stage : 0;
    return stages;
}

GETTER(mtl4_encoder, id, encoder_commands, (id)self->commands)

static const mtl_method encoder_methods[] = {
    METHOD("commandBuffer", "@@:", encoder_commands),
    METHOD("setArgumentTable:", "v@:@", encoder_set_table),
    METHOD("dispatchThreads:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", encoder_dispatch_threads),
    METHOD("dispatchThreadgroups:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", encoder_dispatch_groups),
    METHOD("dispatchThreadgroupsWithIndirectBuffer:threadsPerThreadgroup:", "v@:Q{?=QQQ}", encoder_dispatch_indirect),
    METHOD("dispatchThreadsWithIndirectBuffer:", "v@:Q", encoder_dispatch_threads_indirect),
    METHOD("barrierAfterEncoderStages:beforeEncoderStages:visibilityOptions:", "v@:QQQ", encoder_barrier),
    METHOD("barrierAfterQueueStages:beforeStages:visibilityOptions:", "v@:QQQ", encoder_barrier_consumer),
    METHOD("barrierAfterStages:beforeQueueStages:visibilityOptions:", "v@:QQQ", encoder_barrier_producer),
    METHOD("updateFence:afterEncoderStages:", "v@:@Q", encoder_update_fence),
    METHOD("waitForFence:beforeEncoderStages:", "v@:@Q", encoder_wait_fence),
    METHOD("writeTimestampWithGranularity:intoHeap:atIndex:", "v@:q@Q", encoder_timestamp),
    METHOD("stages", "Q@:", encoder_stages),
    END_OF_METHODS,
};
static const char *const of_compute[] = {"setComputePipelineState:", "setThreadgroupMemoryLength:atIndex:", NULL};
static const char *const of_blit[] = {
    "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:",
    "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
    "destinationLevel:destinationOrigin:",
    "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
    "destinationLevel:destinationOrigin:options:",
    "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
    "destinationBytesPerRow:destinationBytesPerImage:",
    "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
    "destinationBytesPerRow:destinationBytesPerImage:options:",
    "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"
    "destinationOrigin:",
    "copyFromTexture:toTexture:",
    "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:levelCount:",
    "generateMipmapsForTexture:",
    "fillBuffer:range:value:",
    "copyFromTensor:sourceOrigin:sourceDimensions:toTensor:destinationOrigin:destinationDimensions:",
    "optimizeContentsForGPUAccess:",
    "optimizeContentsForGPUAccess:slice:level:",
    "optimizeContentsForCPUAccess:",
    "optimizeContentsForCPUAccess:slice:level:",
    NULL};
static const mtl_likeness likes[] = {
    {&mtl_compute_encoder_class, of_compute}, {&mtl_blit_encoder_class, of_blit}, {NULL, NULL}};
static const char *const encoder_protocols[] = {"MTL4ComputeCommandEncoder", "MTL4CommandEncoder", NULL};
const mtl_class mtl4_encoder_class = {.name = "Softmetal4ComputeCommandEncoder",
                                      .size = sizeof(mtl4_encoder),
                                      .methods = encoder_methods,
                                      .likes = likes,
                                      .finish = encoder_finish,
                                      .parent = &mtl_encoder_class,
                                      .protocols = encoder_protocols};
