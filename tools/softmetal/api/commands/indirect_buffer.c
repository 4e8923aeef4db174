/* indirect_buffer.c: MTLIndirectCommandBuffer, its descriptor, and the commands that the host encodes into it.
 *
 * The commands lie in a buffer, as include/__msl/indirect_command.h says, where kernels may encode them too; an object
 * for a command is a view of its place. Nothing that a command names is retained: what is gone when it is executed is
 * a mistake. */
#include "indirect.h"
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include <string.h>

/* ---- descriptor */

PROPERTY(mtl_indirect_descriptor, NSUInteger, types)
PROPERTY(mtl_indirect_descriptor, NSUInteger, buffers)
PROPERTY(mtl_indirect_descriptor, NSUInteger, lengths)
PROPERTY(mtl_indirect_descriptor, BOOL, inherit_buffers)
PROPERTY(mtl_indirect_descriptor, BOOL, inherit_pipeline)
PROPERTY(mtl_indirect_descriptor, BOOL, strides)

static id descriptor_init(METHOD_ARGUMENTS(mtl_indirect_descriptor))
{
    self->buffers = SM_MAX_BUFFERS;
    self->lengths = SM_MAX_BUFFERS;
    self->inherit_buffers = self->inherit_pipeline = YES;
    return (id)self;
}

COPY(mtl_indirect_descriptor, descriptor_copy, nil)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_indirect_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("commandTypes", "setCommandTypes:", "Q", types),
    OPTION("maxKernelBufferBindCount", "setMaxKernelBufferBindCount:", "Q", buffers),
    OPTION("maxKernelThreadgroupMemoryBindCount", "setMaxKernelThreadgroupMemoryBindCount:", "Q", lengths),
    OPTION("inheritBuffers", "setInheritBuffers:", "C", inherit_buffers),
    OPTION("supportDynamicAttributeStride", "setSupportDynamicAttributeStride:", "C", strides),
    OPTION("inheritPipelineState", "setInheritPipelineState:", "C", inherit_pipeline),
    END_OF_METHODS,
};
const mtl_class mtl_indirect_descriptor_class = {.name = "MTLIndirectCommandBufferDescriptor",
                                                 .size = sizeof(mtl_indirect_descriptor),
                                                 .methods = descriptor_methods};

/* ---- buffer */

enum { COMPUTE = MTLIndirectCommandTypeConcurrentDispatch | MTLIndirectCommandTypeConcurrentDispatchThreads };

static const char *problem_of(const mtl_indirect_descriptor *descriptor, NSUInteger count)
{
    enum { MOST = 16384 };
    return !mtl_is((id)descriptor, &mtl_indirect_descriptor_class) ? "there is no descriptor"
           : !descriptor->types                                    ? "the descriptor has no commandTypes"
           : descriptor->types & ~(NSUInteger)COMPUTE              ? "softmetal has commands for compute alone"
           : descriptor->buffers > SM_MAX_BUFFERS                  ? "maxKernelBufferBindCount is above 31"
           : descriptor->lengths > SM_MAX_BUFFERS                  ? "maxKernelThreadgroupMemoryBindCount is above 31"
           : count == 0 || count > MOST                            ? "it needs 1 to 16384 commands"
                                                                   : NULL;
}

id mtl_indirect_buffer_create(mtl_device *device, id given, NSUInteger count, NSUInteger options)
{
    const mtl_indirect_descriptor *descriptor = (const mtl_indirect_descriptor *)given;
    const char *problem = problem_of(descriptor, count);
    mtl_buffer *storage =
        problem
            ? NULL
            : mtl_buffer_create(
                  device, sizeof(struct __msl_indirect_commands) + count * sizeof(struct __msl_indirect_command), 0);
    if (!storage) {
        mtl_complain("newIndirectCommandBufferWithDescriptor: %s; it returns nil", problem ? problem : "no memory");
        return nil;
    }
    mtl_indirect_buffer *made = mtl_new(&mtl_indirect_buffer_class);
    made->resource.device = device;
    made->resource.options = options;
    made->resource.size = storage->length;
    made->descriptor = *descriptor;
    made->storage = storage;
    made->count = count;
    ((struct __msl_indirect_commands *)(void *)storage->bytes)->__count = count;
    return (id)made;
}

uint64_t mtl_indirect_address(id commands)
{
    const mtl_indirect_buffer *self = (const mtl_indirect_buffer *)commands;
    mtl_identity_add(self->storage->bytes, commands);
    return (uintptr_t)self->storage->bytes;
}

struct __msl_indirect_command *mtl_indirect_at(const mtl_indirect_buffer *self, NSUInteger index)
{
    void *first = self->storage->bytes + sizeof(struct __msl_indirect_commands);
    return (struct __msl_indirect_command *)first + index;
}

bool mtl_indirect_has(const mtl_indirect_buffer *self, NSRange range)
{
    return range.location <= self->count && range.length <= self->count - range.location;
}

static void buffer_finish(void *object)
{
    mtl_indirect_buffer *self = object;
    mtl_identity_remove(self->storage->bytes);
    mtl_release((id)self->storage);
}

static id buffer_command(METHOD_ARGUMENTS(mtl_indirect_buffer), NSUInteger index)
{
    if (index >= self->count) {
        mtl_complain("%s the index %lu is not below the %lu commands; it returns nil", sel_getName(_cmd),
                     (unsigned long)index, (unsigned long)self->count);
        return nil;
    }
    mtl_indirect_command *made = mtl_new(&mtl_indirect_command_class);
    made->owner = (mtl_indirect_buffer *)mtl_retain((id)self);
    made->at = mtl_indirect_at(self, index);
    return mtl_autorelease((id)made);
}

static void buffer_reset(METHOD_ARGUMENTS(mtl_indirect_buffer), NSRange range)
{
    if (mtl_indirect_has(self, range))
        memset(mtl_indirect_at(self, range.location), 0, range.length * sizeof(struct __msl_indirect_command));
    else
        mtl_complain("%s %lu commands from index %lu are not among the %lu; nothing is reset", sel_getName(_cmd),
                     (unsigned long)range.length, (unsigned long)range.location, (unsigned long)self->count);
}

GETTER(mtl_indirect_buffer, NSUInteger, buffer_size, self->count)
GETTER(mtl_indirect_buffer, MTLResourceID, buffer_identity, (MTLResourceID){mtl_indirect_address((id)self)})

static const mtl_method buffer_methods[] = {
    METHOD("size", "Q@:", buffer_size),
    METHOD("gpuResourceID", "{?=Q}@:", buffer_identity),
    METHOD("resetWithRange:", "v@:{_NSRange=QQ}", buffer_reset),
    METHOD("indirectComputeCommandAtIndex:", "@@:Q", buffer_command),
    END_OF_METHODS,
};
static const char *const buffer_protocols[] = {"MTLIndirectCommandBuffer", "MTLResource", NULL};
const mtl_class mtl_indirect_buffer_class = {.name = "SoftmetalIndirectCommandBuffer",
                                             .size = sizeof(mtl_indirect_buffer),
                                             .methods = buffer_methods,
                                             .finish = buffer_finish,
                                             .parent = &mtl_resource_class,
                                             .protocols = buffer_protocols};

/* ---- command */

FINISH(mtl_indirect_command, command_finish, (id)self->owner)

/* Says why a call has no effect. */
static void refuse(SEL selector, const char *why)
{
    mtl_complain("%s %s; the command stays as it was", sel_getName(selector), why);
}

static void command_set_pipeline(METHOD_ARGUMENTS(mtl_indirect_command), id given)
{
    mtl_pipeline *pipeline = (mtl_pipeline *)given;
    if (!mtl_is(given, &mtl_pipeline_class))
        refuse(_cmd, "the pipeline is nil");
    else if (self->owner->descriptor.inherit_pipeline)
        refuse(_cmd, "the descriptor's inheritPipelineState is YES");
    else if (!pipeline->indirect)
        refuse(_cmd, "the pipeline was made without supportIndirectCommandBuffers");
    else
        self->at->__pipeline = mtl_pipeline_identity(pipeline)._impl;
}

static void command_set_buffer(METHOD_ARGUMENTS(mtl_indirect_command), id given, NSUInteger offset, NSUInteger index)
{
    const mtl_buffer *buffer = (const mtl_buffer *)given;
    if (self->owner->descriptor.inherit_buffers)
        refuse(_cmd, "the descriptor's inheritBuffers is YES");
    else if (index >= self->owner->descriptor.buffers)
        refuse(_cmd, "the index is not below maxKernelBufferBindCount");
    else if (given && !mtl_is(given, &mtl_buffer_class))
        refuse(_cmd, "the object is no buffer");
    else if (buffer && offset >= buffer->length)
        refuse(_cmd, "the offset is not below the buffer's length");
    else {
        self->at->__buffer[index] = buffer ? (uintptr_t)buffer->bytes + offset : 0;
        self->at->__stride[index] = 0;
    }
}

static void command_set_buffer_stride(METHOD_ARGUMENTS(mtl_indirect_command), id given, NSUInteger offset,
                                      NSUInteger stride, NSUInteger index)
{
    command_set_buffer(self, _cmd, given, offset, index);
    if (!self->owner->descriptor.strides)
        refuse(_cmd, "the descriptor's supportDynamicAttributeStride is NO");
    else if (index < self->owner->descriptor.buffers)
        self->at->__stride[index] = (uint32_t)stride;
}

static void command_set_length(METHOD_ARGUMENTS(mtl_indirect_command), NSUInteger length, NSUInteger index)
{
    if (index >= self->owner->descriptor.lengths)
        refuse(_cmd, "the index is not below maxKernelThreadgroupMemoryBindCount");
    else if (length > UINT32_MAX)
        refuse(_cmd, "the length is more than the device's 32768 bytes");
    else
        self->at->__threadgroup_length[index] = (uint32_t)length;
}

static bool take_size(uint32_t to[3], MTLSize size)
{
    if (size.width > UINT32_MAX || size.height > UINT32_MAX || size.depth > UINT32_MAX)
        return false;
    to[0] = (uint32_t)size.width, to[1] = (uint32_t)size.height, to[2] = (uint32_t)size.depth;
    return true;
}

static void set_action(mtl_indirect_command *self, SEL selector, uint32_t action, MTLSize grid, MTLSize group)
{
    if (take_size(self->at->__grid, grid) && take_size(self->at->__group, group))
        self->at->__action = action;
    else
        refuse(selector, "the grid is too large");
}

static void command_dispatch_groups(METHOD_ARGUMENTS(mtl_indirect_command), MTLSize groups, MTLSize group)
{
    set_action(self, _cmd, __MSL_INDIRECT_GROUPS, groups, group);
}

static void command_dispatch_threads(METHOD_ARGUMENTS(mtl_indirect_command), MTLSize threads, MTLSize group)
{
    set_action(self, _cmd, __MSL_INDIRECT_THREADS, threads, group);
}

static void command_set_region(METHOD_ARGUMENTS(mtl_indirect_command), MTLRegion region)
{
    MTLSize origin = MTLSizeMake(region.origin.x, region.origin.y, region.origin.z);
    if (take_size(self->at->__region, origin) && take_size(self->at->__region + 3, region.size))
        self->at->__has_region = 1;
    else
        refuse(_cmd, "the region is too large");
}

static void command_set_barrier(METHOD_ARGUMENTS(mtl_indirect_command))
{
    self->at->__barrier = 1;
}

static void command_clear_barrier(METHOD_ARGUMENTS(mtl_indirect_command))
{
    self->at->__barrier = 0;
}

static void command_reset(METHOD_ARGUMENTS(mtl_indirect_command))
{
    memset(self->at, 0, sizeof *self->at);
}

static const mtl_method command_methods[] = {
    METHOD("setComputePipelineState:", "v@:@", command_set_pipeline),
    METHOD("setKernelBuffer:offset:atIndex:", "v@:@QQ", command_set_buffer),
    METHOD("setKernelBuffer:offset:attributeStride:atIndex:", "v@:@QQQ", command_set_buffer_stride),
    METHOD("setThreadgroupMemoryLength:atIndex:", "v@:QQ", command_set_length),
    METHOD("concurrentDispatchThreadgroups:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", command_dispatch_groups),
    METHOD("concurrentDispatchThreads:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", command_dispatch_threads),
    METHOD("setStageInRegion:", "v@:{?={?=QQQ}{?=QQQ}}", command_set_region),
    METHOD("setBarrier", "v@:", command_set_barrier),
    METHOD("clearBarrier", "v@:", command_clear_barrier),
    METHOD("reset", "v@:", command_reset),
    END_OF_METHODS,
};
static const char *const command_protocols[] = {"MTLIndirectComputeCommand", NULL};
const mtl_class mtl_indirect_command_class = {.name = "SoftmetalIndirectComputeCommand",
                                              .size = sizeof(mtl_indirect_command),
                                              .methods = command_methods,
                                              .finish = command_finish,
                                              .protocols = command_protocols};
