/* compute_encoder.c: MTLComputeCommandEncoder. It holds what is bound; a dispatch checks that against what the kernel
 * takes, as Metal's validation layer does, and appends a copy to the command buffer. */
#include "../../engine/functions/stage_in.h"
#include "concurrent.h"
#include "dispatch_run.h"
#include "../objc/property.h"
#include "../resources/tensor.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_SET_BYTES = 4096, THREADGROUP_MEMORY_UNIT = 16 };

/* ---- what a kernel needs against what is bound */

typedef struct check {
    mtl_compute_encoder *encoder;
    SEL selector;
    const char *kernel;
} check;

/* Nothing bound is a null tensor. */
static bool check_tensor(const check *of, const sm_argument *argument)
{
    const mtl_tensor *tensor = of->encoder->buffer[argument->index].tensor;
    char problem[160];
    if (!of->encoder->state.buffer[argument->index].address ||
        (tensor && mtl_tensor_fits(tensor, argument->texture_type, argument->type_name, problem, sizeof problem)))
        return true;
    return mtl_encoder_fail(&of->encoder->encoder, of->selector, "%s: what is bound to buffer(%u) for %s is %s",
                            of->kernel, argument->index, argument->name, tensor ? problem : "no tensor");
}

static bool check_buffer(const check *of, const sm_argument *argument)
{
    mtl_encoder *encoder = &of->encoder->encoder;
    const sm_memory *memory = of->encoder->state.buffer + argument->index;
    const mtl_function_table *table = of->encoder->buffer[argument->index].table;
    if (argument->data_type == SM_DATA_TENSOR)
        return check_tensor(of, argument);
    bool takes_table = argument->data_type == SM_DATA_FUNCTION_TABLE;
    if (takes_table && !memory->address) /* a null table (MSL 2.15) */
        return true;
    if (memory->address && takes_table != (table != NULL))
        return mtl_encoder_fail(encoder, of->selector, "%s: buffer(%u) is %sa table of visible functions, but %s is %s",
                                of->kernel, argument->index, table ? "" : "not ", argument->name,
                                table ? "none" : "one");
    if (table && table->pipeline != of->encoder->pipeline)
        return mtl_encoder_fail(encoder, of->selector, "%s: the table at buffer(%u) was made by another pipeline",
                                of->kernel, argument->index);
    if (of->encoder->buffer[argument->index].tensor)
        return mtl_encoder_fail(encoder, of->selector, "%s: buffer(%u) is a tensor, but %s is none", of->kernel,
                                argument->index, argument->name);
    if (!memory->address)
        return mtl_encoder_object_to(encoder, of->selector, "%s: nothing is bound to buffer(%u), which %s needs",
                                     of->kernel, argument->index, argument->name);
    if (of->encoder->buffer[argument->index].bytes && argument->writable)
        return mtl_encoder_object_to(encoder, of->selector, "%s: buffer(%u) has bytes that %s could write to",
                                     of->kernel, argument->index, argument->name);
    if (argument->data_alignment > 1 && (uintptr_t)memory->address % argument->data_alignment)
        return mtl_encoder_object_to(encoder, of->selector,
                                     "%s: the offset %zu of buffer(%u) is not a multiple of %u, the alignment of %s",
                                     of->kernel, of->encoder->buffer[argument->index].offset, argument->index,
                                     argument->data_alignment, argument->name);
    if (argument->data_size > memory->length)
        return mtl_encoder_object_to(encoder, of->selector,
                                     "%s: buffer(%u) has %zu bytes from offset %zu, but one element of %s has %u",
                                     of->kernel, argument->index, memory->length,
                                     of->encoder->buffer[argument->index].offset, argument->name, argument->data_size);
    return true;
}

static bool check_texture(const check *of, const sm_argument *argument)
{
    mtl_encoder *encoder = &of->encoder->encoder;
    if (argument->count > 1) /* elements that the kernel does not touch may stay unbound */
        return true;
    const mtl_texture *texture = of->encoder->texture[argument->index];
    if (!texture && of->encoder->null_texture[argument->index]) /* MSL 6.13.18 */
        return true;
    if (!of->encoder->state.texture[argument->index])
        return mtl_encoder_object_to(encoder, of->selector, "%s: nothing is bound to texture(%u), which %s needs",
                                     of->kernel, argument->index, argument->name);
    if (texture->image->type != argument->texture_type)
        return mtl_encoder_object_to(encoder, of->selector, "%s: texture(%u) is of another type than %s", of->kernel,
                                     argument->index, argument->name);
    bool reads = argument->texture_access != MTLArgumentAccessWriteOnly;
    bool writes = argument->texture_access != MTLArgumentAccessReadOnly;
    if (texture->usage != MTLTextureUsageUnknown && ((reads && !(texture->usage & MTLTextureUsageShaderRead)) ||
                                                     (writes && !(texture->usage & MTLTextureUsageShaderWrite))))
        return mtl_encoder_object_to(
            encoder, of->selector, "%s: the usage of texture(%u) lacks MTLTextureUsageShader%s for %s", of->kernel,
            argument->index, writes && !(texture->usage & MTLTextureUsageShaderWrite) ? "Write" : "Read",
            argument->name);
    return true;
}

static bool check_argument(const check *of, const sm_argument *argument)
{
    mtl_encoder *encoder = &of->encoder->encoder;
    const sm_dispatch *state = &of->encoder->state;
    switch (argument->kind) {
    case SM_BUFFER: return check_buffer(of, argument);
    case SM_TEXTURE: return check_texture(of, argument);
    case SM_THREADGROUP:
        if (state->threadgroup_length[argument->index] == 0)
            return mtl_encoder_object_to(
                encoder, of->selector,
                "%s: threadgroup(%u) has no length; %s needs setThreadgroupMemoryLength:atIndex:", of->kernel,
                argument->index, argument->name);
        return true;
    case SM_SAMPLER:
        if (argument->count <= 1 && !state->sampler[argument->index])
            return mtl_encoder_object_to(encoder, of->selector, "%s: nothing is bound to sampler(%u), which %s needs",
                                         of->kernel, argument->index, argument->name);
        return true;
    default: return true;
    }
}

static bool check_stage_in(const check *of)
{
    const sm_stage_in *stage_in = of->encoder->pipeline->stage_in;
    for (uint32_t n = 0; stage_in && n < stage_in->count; n++) {
        if (!of->encoder->state.buffer[stage_in->input[n].buffer].address)
            return mtl_encoder_object_to(
                &of->encoder->encoder, of->selector,
                "%s: nothing is bound to buffer(%u), which a [[stage_in]] attribute is read from", of->kernel,
                stage_in->input[n].buffer);
        if (stage_in->input[n].stride == SM_STRIDE_DYNAMIC && stage_in->input[n].step != MTLStepFunctionConstant &&
            !of->encoder->state.stage_stride[stage_in->input[n].buffer])
            return mtl_encoder_object_to(
                &of->encoder->encoder, of->selector,
                "%s: buffer(%u) has a dynamic stride: bind it with one, by a method with attributeStride:", of->kernel,
                stage_in->input[n].buffer);
    }
    return true;
}

static bool check_threadgroup_memory(const check *of)
{
    const sm_function *function = of->encoder->pipeline->function->function;
    uint64_t total = sm_kernel_static_threadgroup_memory(of->encoder->pipeline->kernel);
    for (size_t n = 0; n < function->argument_count; n++)
        if (function->argument[n].kind == SM_THREADGROUP && sm_kernel_argument_active(of->encoder->pipeline->kernel, n))
            total += of->encoder->state.threadgroup_length[sm_kernel_argument_index(of->encoder->pipeline->kernel, n)];
    if (total <= SM_MAX_THREADGROUP_MEMORY)
        return true;
    return mtl_encoder_fail(&of->encoder->encoder, of->selector,
                            "%s: %llu bytes of threadgroup memory are more than the device's %d", of->kernel,
                            (unsigned long long)total, SM_MAX_THREADGROUP_MEMORY);
}

static bool check_group(const check *of, MTLSize group)
{
    mtl_encoder *encoder = &of->encoder->encoder;
    const mtl_pipeline *pipeline = of->encoder->pipeline;
    const uint32_t *required = pipeline->required;
    const unsigned long width = group.width, height = group.height, depth = group.depth;
    if (width == 0 || height == 0 || depth == 0)
        return mtl_encoder_fail(encoder, of->selector, "%s: a threadgroup of %lu x %lu x %lu has no threads",
                                of->kernel, width, height, depth);
    if (width > SM_MAX_THREADS || height > SM_MAX_THREADS || depth > SM_MAX_THREADS ||
        width * height * depth > pipeline->max_threads)
        return mtl_encoder_fail(encoder, of->selector,
                                "%s: a threadgroup of %lu x %lu x %lu threads is larger than the pipeline's "
                                "maxTotalThreadsPerThreadgroup of %u",
                                of->kernel, width, height, depth, pipeline->max_threads);
    if (required[0] && (width != required[0] || height != required[1] || depth != required[2]))
        return mtl_encoder_fail(encoder, of->selector,
                                "%s requires threadgroups of %u x %u x %u threads, not %lu x %lu x %lu", of->kernel,
                                required[0], required[1], required[2], width, height, depth);
    return true;
}

static bool check_dispatch(mtl_compute_encoder *self, SEL selector, MTLSize group)
{
    if (!mtl_encoder_is_open(&self->encoder, selector))
        return false;
    if (!self->pipeline)
        return mtl_encoder_fail(&self->encoder, selector, "before setComputePipelineState:");
    const sm_function *function = self->pipeline->function->function;
    check of = {self, selector, function->name};
    if (!check_group(&of, group) || !check_threadgroup_memory(&of) || !check_stage_in(&of))
        return false;
    for (size_t n = 0; n < function->argument_count; n++) {
        sm_argument argument = function->argument[n];
        argument.index = sm_kernel_argument_index(self->pipeline->kernel, n);
        if (sm_kernel_argument_active(self->pipeline->kernel, n) && !check_argument(&of, &argument))
            return false;
    }
    return true;
}

/* ---- faults: the ways in which this file can be wrong on purpose */

static void spoil(sm_dispatch *dispatch)
{
    if (sm_fault(SM_FAULT_api_threadgroup_lengths_swapped) && dispatch->threadgroup_length[1]) {
        uint32_t first = dispatch->threadgroup_length[0];
        dispatch->threadgroup_length[0] = dispatch->threadgroup_length[1];
        dispatch->threadgroup_length[1] = first;
    }
}

static void spoil_threads(uint32_t grid[3], const uint32_t group[3])
{
    for (int n = 0; n < 3; n++) {
        if (sm_fault(SM_FAULT_api_threads_rounded_up))
            grid[n] = (grid[n] + group[n] - 1) / group[n] * group[n];
        if (sm_fault(SM_FAULT_api_threads_rounded_down) && grid[n] > group[n])
            grid[n] = grid[n] / group[n] * group[n];
    }
}

/* The fault api_dispatch_order: the second dispatch of a command buffer runs before the first. */
static void move_to_front(mtl_command_buffer *buffer)
{
    mtl_command *first = buffer->first, *second = first->next;
    if (!second || second->next || first->run != mtl_dispatch_run)
        return;
    second->next = first;
    first->next = NULL;
    buffer->first = second;
    buffer->last = &first->next;
}

/* ---- the three dispatches */

static mtl_dispatch *add_dispatch(mtl_compute_encoder *self, MTLSize group)
{
    mtl_command_buffer *buffer = self->encoder.buffer;
    mtl_dispatch *command = mtl_command_add(buffer, sizeof *command, mtl_dispatch_run);
    if (!command)
        return NULL;
    command->command.stage = MTLStageDispatch;
    command->pipeline = self->pipeline;
    command->residency = self->residency;
    command->label = self->encoder.label;
    mtl_command_keep(buffer, command->label);
    command->dispatch = self->state;
    command->dispatch.stage_in = self->pipeline->stage_in;
    command->stage_region = self->stage_region;
    command->stage_region_offset = self->stage_region_offset;
    command->dispatch.label = self->pipeline->function->function->name;
    command->dispatch.group[0] = (uint32_t)group.width;
    command->dispatch.group[1] = (uint32_t)group.height;
    command->dispatch.group[2] = (uint32_t)group.depth;
    spoil(&command->dispatch);
    if (self->dispatch_type == MTLDispatchTypeConcurrent)
        mtl_concurrent_note(command, self->texture);
    if (sm_fault(SM_FAULT_api_dispatch_order))
        move_to_front(buffer);
    return command;
}

static bool check_extent(mtl_compute_encoder *self, SEL selector, MTLSize extent, MTLSize unit)
{
    const unsigned long sizes[3] = {extent.width, extent.height, extent.depth},
                        units[3] = {unit.width, unit.height, unit.depth};
    for (int n = 0; n < 3; n++)
        if (sizes[n] > UINT32_MAX / units[n])
            return mtl_encoder_fail(&self->encoder, selector,
                                    "a grid of %lu x %lu threads in one dimension is too large", sizes[n], units[n]);
    /* Metal runs nothing for an empty grid, and its validation layer takes none. */
    return (sizes[0] && sizes[1] && sizes[2]) ||
           mtl_encoder_object_to(&self->encoder, selector, "a grid of %lu x %lu x %lu has nothing to run", sizes[0],
                                 sizes[1], sizes[2]);
}

void mtl_compute_dispatch_threads(METHOD_ARGUMENTS(mtl_compute_encoder), MTLSize threads, MTLSize group)
{
    if (!check_dispatch(self, _cmd, group) || !check_extent(self, _cmd, threads, MTLSizeMake(1, 1, 1)))
        return;
    mtl_dispatch *command = add_dispatch(self, group);
    if (!command)
        return;
    uint32_t *grid = command->dispatch.grid;
    grid[0] = (uint32_t)threads.width;
    grid[1] = (uint32_t)threads.height;
    grid[2] = (uint32_t)threads.depth;
    spoil_threads(grid, command->dispatch.group);
}

void mtl_compute_dispatch_groups(METHOD_ARGUMENTS(mtl_compute_encoder), MTLSize groups, MTLSize group)
{
    if (!check_dispatch(self, _cmd, group) || !check_extent(self, _cmd, groups, group))
        return;
    mtl_dispatch *command = add_dispatch(self, group);
    if (!command)
        return;
    uint32_t *grid = command->dispatch.grid;
    bool plain = sm_fault(SM_FAULT_api_threadgroups_as_threads);
    grid[0] = (uint32_t)(groups.width * (plain ? 1 : group.width));
    grid[1] = (uint32_t)(groups.height * (plain ? 1 : group.height));
    grid[2] = (uint32_t)(groups.depth * (plain ? 1 : group.depth));
}

static void encoder_dispatch_indirect(METHOD_ARGUMENTS(mtl_compute_encoder), id given, NSUInteger offset, MTLSize group)
{
    if (!check_dispatch(self, _cmd, group))
        return;
    mtl_buffer *indirect = (mtl_buffer *)given;
    if (!mtl_is(given, &mtl_buffer_class) || offset % 4 || offset > indirect->length ||
        indirect->length - offset < sizeof(MTLDispatchThreadgroupsIndirectArguments)) {
        mtl_encoder_fail(&self->encoder, _cmd,
                         "needs a buffer with 12 bytes from an offset that is a multiple of 4; the offset is %lu",
                         (unsigned long)offset);
        return;
    }
    mtl_dispatch *command = add_dispatch(self, group);
    if (!command)
        return;
    command->indirect = indirect->bytes + (sm_fault(SM_FAULT_api_indirect_offset) ? 0 : offset);
    command->scope |= MTLBarrierScopeBuffers;
    mtl_command_keep(self->encoder.buffer, given);
}

void mtl_compute_dispatch_at(mtl_compute_encoder *self, SEL selector, const uint8_t *indirect, MTLSize group)
{
    mtl_dispatch *command = check_dispatch(self, selector, group) ? add_dispatch(self, group) : NULL;
    if (command)
        command->indirect = indirect;
}

void mtl_compute_dispatch_threads_at(mtl_compute_encoder *self, SEL selector, const uint8_t *indirect)
{
    mtl_dispatch *command =
        check_dispatch(self, selector, MTLSizeMake(1, 1, 1)) ? add_dispatch(self, MTLSizeMake(1, 1, 1)) : NULL;
    if (!command)
        return;
    command->indirect = indirect;
    command->indirect_threads = true;
}

/* ---- binding */

static bool check_index(mtl_compute_encoder *self, SEL selector, NSUInteger index, NSUInteger limit)
{
    if (!mtl_encoder_is_open(&self->encoder, selector))
        return false;
    if (index < limit)
        return true;
    return mtl_encoder_fail(&self->encoder, selector, "the index %lu is above %lu", (unsigned long)index,
                            (unsigned long)limit - 1);
}

static void encoder_set_pipeline(METHOD_ARGUMENTS(mtl_compute_encoder), id pipeline)
{
    if (!mtl_encoder_is_open(&self->encoder, _cmd))
        return;
    if (!mtl_is(pipeline, &mtl_pipeline_class)) {
        mtl_encoder_fail(&self->encoder, _cmd, "the pipeline is nil");
        return;
    }
    self->pipeline = (mtl_pipeline *)pipeline;
    mtl_command_keep(self->encoder.buffer, pipeline);
}

/* Defines the methods that bind an object at an index, and several from an index on. */
#define BIND_METHODS(one, several, bind)                                                                               \
    static void one(METHOD_ARGUMENTS(mtl_compute_encoder), id object, NSUInteger index)                                \
    {                                                                                                                  \
        bind(self, _cmd, object, index);                                                                               \
    }                                                                                                                  \
    static void several(METHOD_ARGUMENTS(mtl_compute_encoder), const id *objects, NSRange range)                       \
    {                                                                                                                  \
        for (NSUInteger n = 0; n < range.length; n++)                                                                  \
            bind(self, _cmd, objects[n], range.location + n);                                                          \
    }

static void bind_buffer(mtl_compute_encoder *self, SEL selector, id given, NSUInteger offset, NSUInteger index)
{
    if (!check_index(self, selector, index, SM_MAX_BUFFERS))
        return;
    if (given && !mtl_is(given, &mtl_buffer_class)) {
        mtl_encoder_fail(&self->encoder, selector, "the object at index %lu is no buffer", (unsigned long)index);
        return;
    }
    mtl_buffer *buffer = (mtl_buffer *)given;
    self->buffer[index].object = buffer;
    self->buffer[index].table = NULL;
    self->buffer[index].bytes = false;
    self->buffer[index].offset = offset;
    self->state.stage_stride[index] = 0;
    self->state.buffer[index] = (sm_memory){NULL, 0};
    if (!buffer)
        return;
    if (offset >= buffer->length) {
        mtl_encoder_fail(&self->encoder, selector,
                         "the offset %lu is not below the length %zu of the buffer at index %lu", (unsigned long)offset,
                         buffer->length, (unsigned long)index);
        return;
    }
    self->state.buffer[index] = (sm_memory){buffer->bytes + offset, buffer->length - offset};
    mtl_command_keep(self->encoder.buffer, given);
}

static void encoder_set_buffer(METHOD_ARGUMENTS(mtl_compute_encoder), id buffer, NSUInteger offset, NSUInteger index)
{
    bind_buffer(self, _cmd, buffer, sm_fault(SM_FAULT_api_buffer_offset_ignored) ? 0 : offset, index);
}

static void encoder_set_buffers(METHOD_ARGUMENTS(mtl_compute_encoder), const id *buffers, const NSUInteger *offsets,
                                NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        bind_buffer(self, _cmd, buffers[n], offsets[n], range.location + n);
}

/* What these bind has the stride, where the pipeline's layout has MTLBufferLayoutStrideDynamic. */
static void set_stride(mtl_compute_encoder *self, NSUInteger stride, NSUInteger index)
{
    if (index < SM_MAX_BUFFERS)
        self->state.stage_stride[index] = (uint32_t)stride;
}

static void encoder_set_buffer_stride(METHOD_ARGUMENTS(mtl_compute_encoder), id buffer, NSUInteger offset,
                                      NSUInteger stride, NSUInteger index)
{
    bind_buffer(self, _cmd, buffer, offset, index);
    set_stride(self, stride, index);
}

static void encoder_set_buffers_strides(METHOD_ARGUMENTS(mtl_compute_encoder), const id *buffers,
                                        const NSUInteger *offsets, const NSUInteger *strides, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_buffer_stride(self, _cmd, buffers[n], offsets[n], strides[n], range.location + n);
}

static void bind_table(mtl_compute_encoder *self, SEL selector, id given, NSUInteger index)
{
    mtl_function_table *table = (mtl_function_table *)given;
    if (!check_index(self, selector, index, SM_MAX_BUFFERS))
        return;
    if (given && !mtl_is(given, &mtl_function_table_class)) {
        mtl_encoder_fail(&self->encoder, selector, "the object at index %lu is no table of visible functions",
                         (unsigned long)index);
        return;
    }
    bind_buffer(self, selector, table ? (id)table->storage : nil, 0, index);
    self->buffer[index].table = table;
    mtl_command_keep(self->encoder.buffer, given);
}

BIND_METHODS(encoder_set_table, encoder_set_tables, bind_table)

static void encoder_set_offset(METHOD_ARGUMENTS(mtl_compute_encoder), NSUInteger offset, NSUInteger index)
{
    if (!check_index(self, _cmd, index, SM_MAX_BUFFERS) || sm_fault(SM_FAULT_api_offset_update_ignored))
        return;
    if (self->buffer[index].object)
        bind_buffer(self, _cmd, (id)self->buffer[index].object, offset, index);
    else
        mtl_encoder_fail(&self->encoder, _cmd, "no buffer is bound at index %lu", (unsigned long)index);
}

static void encoder_set_bytes(METHOD_ARGUMENTS(mtl_compute_encoder), const void *bytes, NSUInteger length,
                              NSUInteger index)
{
    if (!check_index(self, _cmd, index, SM_MAX_BUFFERS))
        return;
    if (!bytes || length == 0) {
        mtl_encoder_fail(&self->encoder, _cmd, "there are no bytes for index %lu", (unsigned long)index);
        return;
    }
    if (length > MAX_SET_BYTES &&
        !mtl_encoder_object_to(&self->encoder, _cmd, "%lu bytes at index %lu: up to %d are possible",
                               (unsigned long)length, (unsigned long)index, MAX_SET_BYTES))
        return;
    if (sm_fault(SM_FAULT_api_set_bytes_stale) && self->state.buffer[index].address && !self->buffer[index].object)
        return;
    void *copy = mtl_command_memory(self->encoder.buffer, length);
    if (!copy)
        return;
    size_t n = sm_fault(SM_FAULT_api_set_bytes_truncated) ? 4 : sm_fault(SM_FAULT_api_set_bytes_256) ? 256 : length;
    bool words = sm_fault(SM_FAULT_api_set_bytes_words) && length > 4;
    memcpy(copy, bytes, n < length ? n : words ? length & ~(NSUInteger)3 : length);
    memset(&self->buffer[index], 0, sizeof self->buffer[index]);
    self->buffer[index].bytes = true;
    self->state.stage_stride[index] = 0;
    self->state.buffer[index] = (sm_memory){copy, length};
}

static void encoder_set_offset_stride(METHOD_ARGUMENTS(mtl_compute_encoder), NSUInteger offset, NSUInteger stride,
                                      NSUInteger index)
{
    encoder_set_offset(self, _cmd, offset, index);
    set_stride(self, stride, index);
}

static void encoder_set_bytes_stride(METHOD_ARGUMENTS(mtl_compute_encoder), const void *bytes, NSUInteger length,
                                     NSUInteger stride, NSUInteger index)
{
    encoder_set_bytes(self, _cmd, bytes, length, index);
    set_stride(self, stride, index);
}

static void encoder_set_threadgroup_memory(METHOD_ARGUMENTS(mtl_compute_encoder), NSUInteger length, NSUInteger index)
{
    if (!check_index(self, _cmd, index, SM_MAX_BUFFERS))
        return;
    if (!sm_device_settings()->validation)
        length = (length + THREADGROUP_MEMORY_UNIT - 1) / THREADGROUP_MEMORY_UNIT * THREADGROUP_MEMORY_UNIT;
    if (length % THREADGROUP_MEMORY_UNIT || length > SM_MAX_THREADGROUP_MEMORY) {
        mtl_encoder_fail(
            &self->encoder, _cmd, "the length %lu at index %lu is %s", (unsigned long)length, (unsigned long)index,
            length > SM_MAX_THREADGROUP_MEMORY ? "more than the device's 32768 bytes" : "not a multiple of 16");
        return;
    }
    self->state.threadgroup_length[index] = (uint32_t)length;
}

static void bind_texture(mtl_compute_encoder *self, SEL selector, id given, NSUInteger index)
{
    if (!check_index(self, selector, index, SM_MAX_TEXTURES))
        return;
    if (given && !mtl_is(given, &mtl_texture_class)) {
        mtl_encoder_fail(&self->encoder, selector, "the object at index %lu is no texture", (unsigned long)index);
        return;
    }
    mtl_texture *texture = (mtl_texture *)given;
    self->texture[index] = texture;
    self->null_texture[index] = !texture;
    self->state.texture[index] = texture ? texture->image : NULL;
    mtl_command_keep(self->encoder.buffer, given);
}

BIND_METHODS(encoder_set_texture, encoder_set_textures, bind_texture)

static void bind_sampler(mtl_compute_encoder *self, SEL selector, id given, NSUInteger index)
{
    if (!check_index(self, selector, index, SM_MAX_SAMPLERS))
        return;
    if (given && !mtl_is(given, &mtl_sampler_class)) {
        mtl_encoder_fail(&self->encoder, selector, "the object at index %lu is no sampler", (unsigned long)index);
        return;
    }
    self->state.sampler[index] = given ? ((mtl_sampler *)given)->sampler : NULL;
    mtl_command_keep(self->encoder.buffer, given);
}

BIND_METHODS(encoder_set_sampler, encoder_set_samplers, bind_sampler)

/* ---- stage-in: which threads receive it; all, unless the client says so */

static void encoder_set_stage_region(METHOD_ARGUMENTS(mtl_compute_encoder), MTLRegion region)
{
    const uint32_t all[6] = {(uint32_t)region.origin.x,   (uint32_t)region.origin.y,    (uint32_t)region.origin.z,
                             (uint32_t)region.size.width, (uint32_t)region.size.height, (uint32_t)region.size.depth};
    if (!mtl_encoder_is_open(&self->encoder, _cmd))
        return;
    self->stage_region = NULL;
    memcpy(self->state.stage_origin, all, sizeof self->state.stage_origin);
    memcpy(self->state.stage_size, all + 3, sizeof self->state.stage_size);
}

static void encoder_set_stage_region_indirect(METHOD_ARGUMENTS(mtl_compute_encoder), id given, NSUInteger offset)
{
    mtl_buffer *buffer = (mtl_buffer *)given;
    if (!mtl_encoder_is_open(&self->encoder, _cmd))
        return;
    if (!mtl_is(given, &mtl_buffer_class) || offset % 4 || offset > buffer->length ||
        buffer->length - offset < sizeof(MTLStageInRegionIndirectArguments)) {
        mtl_encoder_fail(&self->encoder, _cmd,
                         "needs a buffer with 24 bytes from an offset that is a multiple of 4; the offset is %lu",
                         (unsigned long)offset);
        return;
    }
    self->stage_region = buffer;
    self->stage_region_offset = offset;
    mtl_command_keep(self->encoder.buffer, given);
}

/* A sampler with other limits for the level of detail: a copy that the command buffer owns. */
static void bind_clamped_sampler(mtl_compute_encoder *self, SEL selector, id given, float lowest, float highest,
                                 NSUInteger index)
{
    bind_sampler(self, selector, given, index);
    if (index >= SM_MAX_SAMPLERS || !self->state.sampler[index])
        return;
    sm_sampler *clamped = mtl_command_memory(self->encoder.buffer, sizeof *clamped);
    if (!clamped)
        return;
    *clamped = *self->state.sampler[index];
    clamped->lod_min = lowest;
    clamped->lod_max = highest;
    self->state.sampler[index] = clamped;
}

static void encoder_set_clamped_sampler(METHOD_ARGUMENTS(mtl_compute_encoder), id sampler, float lowest, float highest,
                                        NSUInteger index)
{
    bind_clamped_sampler(self, _cmd, sampler, lowest, highest, index);
}

static void encoder_set_clamped_samplers(METHOD_ARGUMENTS(mtl_compute_encoder), const id *samplers, const float *lowest,
                                         const float *highest, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        bind_clamped_sampler(self, _cmd, samplers[n], lowest[n], highest[n], range.location + n);
}

/* ---- order */

static bool takes_barrier(mtl_compute_encoder *self, SEL selector)
{
    return mtl_encoder_is_open(&self->encoder, selector) && self->dispatch_type == MTLDispatchTypeConcurrent &&
           !sm_fault(SM_FAULT_api_barrier_ignored);
}

static void encoder_barrier(METHOD_ARGUMENTS(mtl_compute_encoder), NSUInteger scope)
{
    if (takes_barrier(self, _cmd))
        mtl_concurrent_barrier_scope(self->encoder.buffer, scope);
}

static void encoder_barrier_resources(METHOD_ARGUMENTS(mtl_compute_encoder), const id *resources, NSUInteger count)
{
    if (sm_fault(SM_FAULT_api_barrier_first_resource) && count > 1)
        count = 1;
    if (takes_barrier(self, _cmd) && !mtl_concurrent_barrier_resources(self->encoder.buffer, resources, count))
        mtl_encoder_fail(&self->encoder, _cmd, "one of the %lu objects is no resource", (unsigned long)count);
}

static void encoder_end(METHOD_ARGUMENTS(mtl_compute_encoder))
{
    if (mtl_encoder_end(&self->encoder, _cmd) && self->dispatch_type == MTLDispatchTypeConcurrent)
        mtl_concurrent_order(self->encoder.buffer, self->section);
}

/* ---- what is resident anyway */

static void encoder_use_resource(METHOD_ARGUMENTS(mtl_compute_encoder), id resource, NSUInteger usage UNUSED)
{
    if (mtl_encoder_is_open(&self->encoder, _cmd))
        mtl_command_keep(self->encoder.buffer, resource);
}

static void encoder_use_resources(METHOD_ARGUMENTS(mtl_compute_encoder), const id *resources, NSUInteger count,
                                  NSUInteger usage)
{
    for (NSUInteger n = 0; n < count; n++)
        encoder_use_resource(self, _cmd, resources[n], usage);
}

static void encoder_use_heap(METHOD_ARGUMENTS(mtl_compute_encoder), id heap)
{
    encoder_use_resource(self, _cmd, heap, 0);
}

static void encoder_use_heaps(METHOD_ARGUMENTS(mtl_compute_encoder), const id *heaps, NSUInteger count)
{
    encoder_use_resources(self, _cmd, heaps, count, 0);
}

GETTER(mtl_compute_encoder, NSUInteger, encoder_dispatch_type, self->dispatch_type)

static const mtl_method compute_encoder_methods[] = {
    METHOD("dispatchType", "Q@:", encoder_dispatch_type),
    METHOD("setComputePipelineState:", "v@:@", encoder_set_pipeline),
    METHOD("setBuffer:offset:atIndex:", "v@:@QQ", encoder_set_buffer),
    METHOD("setBuffers:offsets:withRange:", "v@:r^@r^Q{_NSRange=QQ}", encoder_set_buffers),
    METHOD("setBufferOffset:atIndex:", "v@:QQ", encoder_set_offset),
    METHOD("setBytes:length:atIndex:", "v@:r^vQQ", encoder_set_bytes),
    METHOD("setBuffer:offset:attributeStride:atIndex:", "v@:@QQQ", encoder_set_buffer_stride),
    METHOD("setBuffers:offsets:attributeStrides:withRange:", "v@:r^@r^Qr^Q{_NSRange=QQ}", encoder_set_buffers_strides),
    METHOD("setBufferOffset:attributeStride:atIndex:", "v@:QQQ", encoder_set_offset_stride),
    METHOD("setBytes:length:attributeStride:atIndex:", "v@:r^vQQQ", encoder_set_bytes_stride),
    METHOD("setVisibleFunctionTable:atBufferIndex:", "v@:@Q", encoder_set_table),
    METHOD("setVisibleFunctionTables:withBufferRange:", "v@:r^@{_NSRange=QQ}", encoder_set_tables),
    METHOD("setThreadgroupMemoryLength:atIndex:", "v@:QQ", encoder_set_threadgroup_memory),
    METHOD("setTexture:atIndex:", "v@:@Q", encoder_set_texture),
    METHOD("setTextures:withRange:", "v@:r^@{_NSRange=QQ}", encoder_set_textures),
    METHOD("setSamplerState:atIndex:", "v@:@Q", encoder_set_sampler),
    METHOD("setSamplerStates:withRange:", "v@:r^@{_NSRange=QQ}", encoder_set_samplers),
    METHOD("setSamplerState:lodMinClamp:lodMaxClamp:atIndex:", "v@:@ffQ", encoder_set_clamped_sampler),
    METHOD("setSamplerStates:lodMinClamps:lodMaxClamps:withRange:", "v@:r^@r^fr^f{_NSRange=QQ}",
           encoder_set_clamped_samplers),
    METHOD("dispatchThreads:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", mtl_compute_dispatch_threads),
    METHOD("dispatchThreadgroups:threadsPerThreadgroup:", "v@:{?=QQQ}{?=QQQ}", mtl_compute_dispatch_groups),
    METHOD("dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", "v@:@Q{?=QQQ}",
           encoder_dispatch_indirect),
    METHOD("setStageInRegion:", "v@:{?={?=QQQ}{?=QQQ}}", encoder_set_stage_region),
    METHOD("setStageInRegionWithIndirectBuffer:indirectBufferOffset:", "v@:@Q", encoder_set_stage_region_indirect),
    METHOD("endEncoding", "v@:", encoder_end),
    METHOD("memoryBarrierWithScope:", "v@:Q", encoder_barrier),
    METHOD("memoryBarrierWithResources:count:", "v@:r^@Q", encoder_barrier_resources),
    METHOD("useResource:usage:", "v@:@Q", encoder_use_resource),
    METHOD("useResources:count:usage:", "v@:r^@QQ", encoder_use_resources),
    METHOD("useHeap:", "v@:@", encoder_use_heap),
    METHOD("useHeaps:count:", "v@:r^@Q", encoder_use_heaps),
    END_OF_METHODS,
};
static const char *const compute_encoder_protocols[] = {"MTLComputeCommandEncoder", "MTLCommandEncoder", NULL};
const mtl_class mtl_compute_encoder_class = {.name = "SoftmetalComputeCommandEncoder",
                                             .size = sizeof(mtl_compute_encoder),
                                             .methods = compute_encoder_methods,
                                             .parent = &mtl_encoder_class,
                                             .protocols = compute_encoder_protocols};
