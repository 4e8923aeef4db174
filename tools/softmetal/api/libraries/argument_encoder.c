/* argument_encoder.c: MTLArgumentDescriptor and MTLArgumentEncoder, from descriptors or from the type of a kernel's
 * argument.
 *
 * An argument buffer is a structure as the kernel declares it: addresses of buffers, resource ids of textures and
 * samplers (8 bytes each) and plain values. An encoder knows at which offset each id lies and writes there; a client
 * may as well write gpuAddress and gpuResourceID itself. */
#include "../objects.h"
#include "../objc/property.h"
#include <stdlib.h>
#include <string.h>

typedef struct mtl_argument_descriptor {
    Class isa;
    NSUInteger data_type, index, array_length, access, texture_type, block_alignment;
} mtl_argument_descriptor;

PROPERTY(mtl_argument_descriptor, NSUInteger, data_type)
PROPERTY(mtl_argument_descriptor, NSUInteger, index)
PROPERTY(mtl_argument_descriptor, NSUInteger, array_length)
PROPERTY(mtl_argument_descriptor, NSUInteger, access)
PROPERTY(mtl_argument_descriptor, NSUInteger, texture_type)
PROPERTY(mtl_argument_descriptor, NSUInteger, block_alignment)

static id descriptor_make(id self UNUSED, SEL _cmd UNUSED)
{
    mtl_argument_descriptor *made = mtl_new(&mtl_argument_descriptor_class);
    made->texture_type = MTLTextureType2D;
    return mtl_autorelease((id)made);
}

COPY(mtl_argument_descriptor, descriptor_copy, nil)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_argument_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("dataType", "setDataType:", "Q", data_type),
    OPTION("index", "setIndex:", "Q", index),
    OPTION("arrayLength", "setArrayLength:", "Q", array_length),
    OPTION("access", "setAccess:", "Q", access),
    OPTION("textureType", "setTextureType:", "Q", texture_type),
    OPTION("constantBlockAlignment", "setConstantBlockAlignment:", "Q", block_alignment),
    END_OF_METHODS,
};
static const mtl_method descriptor_class_methods[] = {METHOD("argumentDescriptor", "@@:", descriptor_make),
                                                      END_OF_METHODS};
const mtl_class mtl_argument_descriptor_class = {.name = "MTLArgumentDescriptor",
                                                 .size = sizeof(mtl_argument_descriptor),
                                                 .methods = descriptor_methods,
                                                 .class_methods = descriptor_class_methods};

/* ---- encoder */

typedef struct member {
    uint32_t index, count; /* ids index … index + count - 1 */
    uint32_t data_type;
    size_t offset, stride;  /* bytes */
    const sm_type *pointee; /* of a pointer, if the type is known */
} member;

typedef struct mtl_argument_encoder {
    Class isa;
    mtl_device *device;
    id label;
    mtl_library *library; /* whose types the members name, or NULL */
    member *member;       /* sorted by index */
    size_t member_count, member_room;
    size_t length, alignment;
    mtl_buffer *buffer; /* to encode into */
    size_t start;
} mtl_argument_encoder;

static bool is_resource(NSUInteger data_type)
{
    return data_type == MTLDataTypePointer || data_type == MTLDataTypeTexture || data_type == MTLDataTypeSampler ||
           data_type == MTLDataTypeVisibleFunctionTable || data_type == MTLDataTypeIndirectCommandBuffer ||
           data_type == MTLDataTypeComputePipeline;
}

static int by_index(const void *a, const void *b)
{
    const member *first = a, *second = b;
    return first->index < second->index ? -1 : first->index > second->index;
}

/* Offsets as a structure with these members, in order of id, has them. */
static void lay_out(mtl_argument_encoder *self)
{
    qsort(self->member, self->member_count, sizeof *self->member, by_index);
    self->length = 0;
    self->alignment = 8;
    for (size_t n = 0; n < self->member_count; n++) {
        member *row = self->member + n;
        row->stride = is_resource(row->data_type) ? 8 : mtl_data_type_size(row->data_type, NULL);
        if (row->stride > self->alignment)
            self->alignment = row->stride;
        self->length = (self->length + row->stride - 1) / row->stride * row->stride;
        row->offset = self->length;
        self->length += row->stride * row->count;
    }
    self->length = (self->length + self->alignment - 1) / self->alignment * self->alignment;
}

static bool add_member(mtl_argument_encoder *self, const mtl_argument_descriptor *from)
{
    if (!mtl_is((id)from, &mtl_argument_descriptor_class) ||
        (!is_resource(from->data_type) && mtl_data_type_size(from->data_type, NULL) == 0))
        return false;
    self->member[self->member_count++] = (member){.index = (uint32_t)from->index,
                                                  .count = from->array_length ? (uint32_t)from->array_length : 1,
                                                  .data_type = (uint32_t)from->data_type};
    return true;
}

id mtl_argument_encoder_create(mtl_device *device, id descriptors)
{
    size_t count = mtl_array_count(descriptors);
    mtl_argument_encoder *encoder = mtl_new(&mtl_argument_encoder_class);
    encoder->device = device;
    encoder->member = calloc(count + 1, sizeof *encoder->member);
    for (size_t n = 0; encoder->member && n < count; n++) {
        if (add_member(encoder, (const mtl_argument_descriptor *)mtl_array_object(descriptors, n)))
            continue;
        mtl_complain("newArgumentEncoderWithArguments: descriptor %zu has no type that an argument buffer can hold; "
                     "it returns nil",
                     n);
        mtl_release((id)encoder);
        return nil;
    }
    lay_out(encoder);
    return (id)encoder;
}

/* ---- from a type */

enum { MAX_MEMBERS = 1 << 20 };

static bool is_leaf(const sm_type *type)
{
    return type->kind != SM_TYPE_ARRAY && type->kind != SM_TYPE_STRUCT;
}

static void add_leaves(mtl_argument_encoder *self, const sm_type *type, uint32_t count, size_t offset, size_t stride,
                       uint32_t index)
{
    if (self->member_count == self->member_room) {
        size_t room = 2 * self->member_room + 16;
        member *grown = room <= MAX_MEMBERS ? realloc(self->member, room * sizeof *grown) : NULL;
        if (!grown)
            return;
        self->member = grown;
        self->member_room = room;
    }
    self->member[self->member_count++] = (member){.index = index,
                                                  .count = count,
                                                  .data_type = type->data_type,
                                                  .offset = offset,
                                                  .stride = stride,
                                                  .pointee = type->kind == SM_TYPE_POINTER ? type->element : NULL};
}

/* Adds everything that has an id of its own. */
static void add_type(mtl_argument_encoder *self, const sm_type *type, size_t offset, uint32_t index)
{
    if (type->kind == SM_TYPE_ARRAY && is_leaf(type->element)) {
        add_leaves(self, type->element, type->count, offset, type->stride, index);
    } else if (type->kind == SM_TYPE_ARRAY) {
        for (uint32_t n = 0; n < type->count && self->member_count < MAX_MEMBERS; n++)
            add_type(self, type->element, offset + (size_t)n * type->stride, index + n * mtl_type_ids(type->element));
    } else if (type->kind == SM_TYPE_STRUCT) {
        uint32_t next = 0;
        for (size_t n = 0; n < type->member_count; n++) {
            const sm_member *from = type->member + n;
            uint32_t own = mtl_member_id(from, next);
            add_type(self, from->type, offset + from->offset, index + own);
            next = own + mtl_type_ids(from->type);
        }
    } else {
        add_leaves(self, type, 1, offset, type->size, index);
    }
}

static id encoder_for_type(mtl_library *library, const sm_type *type)
{
    mtl_argument_encoder *encoder = mtl_new(&mtl_argument_encoder_class);
    encoder->device = library->device;
    encoder->library = (mtl_library *)mtl_retain((id)library);
    add_type(encoder, type, 0, 0);
    qsort(encoder->member, encoder->member_count, sizeof *encoder->member, by_index);
    encoder->length = type->size;
    encoder->alignment = type->alignment;
    return (id)encoder;
}

static const sm_type *buffer_type(const mtl_function *function, NSUInteger index)
{
    const sm_function *of = function->function;
    for (size_t n = 0; n < of->argument_count; n++) {
        if (of->argument[n].kind != SM_BUFFER || of->argument[n].index != index)
            continue;
        const sm_type *type = sm_library_argument_type(function->library->library, of, n);
        return type && type->kind == SM_TYPE_POINTER ? type->element : NULL;
    }
    return NULL;
}

id mtl_argument_encoder_create_for_buffer(const mtl_function *function, NSUInteger index)
{
    const sm_type *type = buffer_type(function, index);
    if (type && mtl_type_is_argument_buffer(type))
        return encoder_for_type(function->library, type);
    mtl_complain("newArgumentEncoderWithBufferIndex: buffer(%lu) of %s is no argument buffer: it has no buffers, "
                 "textures or samplers and no [[id]]; it returns nil",
                 (unsigned long)index, function->function->name);
    return nil;
}

id mtl_argument_encoder_create_for_binding(id binding)
{
    mtl_library *library = NULL;
    const sm_type *type = mtl_argument_element(binding, &library);
    if (type && mtl_type_is_argument_buffer(type))
        return encoder_for_type(library, type);
    mtl_complain("newArgumentEncoderWithBufferBinding: the binding is no argument buffer; it returns nil");
    return nil;
}

static const member *find_member(const mtl_argument_encoder *self, NSUInteger index)
{
    for (size_t n = 0; n < self->member_count; n++)
        if (index >= self->member[n].index && index < self->member[n].index + self->member[n].count)
            return self->member + n;
    return NULL;
}

/* Where an id's value goes; NULL, after a complaint, if it cannot be. `kind` 0 stands for plain values. */
static uint8_t *place_of(mtl_argument_encoder *self, SEL selector, NSUInteger index, NSUInteger kind)
{
    const member *row = find_member(self, index);
    const char *problem = !self->buffer ? "has no argument buffer to write to; call setArgumentBuffer:offset:"
                          : !row        ? "has no argument of this index"
                          : (is_resource(row->data_type) ? row->data_type : 0) != kind
                              ? "has an argument of another kind there"
                              : NULL;
    if (problem) {
        mtl_complain("%s the argument encoder %s (index %lu)", sel_getName(selector), problem, (unsigned long)index);
        return NULL;
    }
    return self->buffer->bytes + self->start + row->offset + (index - row->index) * row->stride;
}

static void write_value(mtl_argument_encoder *self, SEL selector, NSUInteger index, NSUInteger kind, uint64_t value)
{
    uint8_t *place = place_of(self, selector, index, kind);
    if (place)
        memcpy(place, &value, sizeof value);
}

static void set_argument_buffer(mtl_argument_encoder *self, SEL selector, id given, NSUInteger offset)
{
    mtl_buffer *buffer = (mtl_buffer *)given;
    bool fits = !given || (mtl_is(given, &mtl_buffer_class) && offset % self->alignment == 0 &&
                           offset <= buffer->length && self->length <= buffer->length - offset);
    if (!fits) {
        mtl_complain("%s the buffer has no room for %zu bytes at a multiple of %zu from offset %lu",
                     sel_getName(selector), self->length, self->alignment, (unsigned long)offset);
        given = nil;
    }
    mtl_assign((id *)&self->buffer, given);
    self->start = offset;
}

static void encoder_set_argument_buffer(METHOD_ARGUMENTS(mtl_argument_encoder), id buffer, NSUInteger offset)
{
    set_argument_buffer(self, _cmd, buffer, offset);
}

static void encoder_set_argument_buffer_element(METHOD_ARGUMENTS(mtl_argument_encoder), id buffer, NSUInteger start,
                                                NSUInteger element)
{
    set_argument_buffer(self, _cmd, buffer, start + element * self->length);
}

static void encoder_set_buffer(METHOD_ARGUMENTS(mtl_argument_encoder), id buffer, NSUInteger offset, NSUInteger index)
{
    uint64_t address = mtl_is(buffer, &mtl_buffer_class) ? (uintptr_t)((mtl_buffer *)buffer)->bytes + offset : 0;
    write_value(self, _cmd, index, MTLDataTypePointer, address);
}

static void encoder_set_buffers(METHOD_ARGUMENTS(mtl_argument_encoder), const id *buffers, const NSUInteger *offsets,
                                NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_buffer(self, _cmd, buffers[n], offsets[n], range.location + n);
}

static void encoder_set_texture(METHOD_ARGUMENTS(mtl_argument_encoder), id texture, NSUInteger index)
{
    uint64_t value = mtl_is(texture, &mtl_texture_class) ? (uintptr_t)((mtl_texture *)texture)->image : 0;
    write_value(self, _cmd, index, MTLDataTypeTexture, value);
}

static void encoder_set_textures(METHOD_ARGUMENTS(mtl_argument_encoder), const id *textures, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_texture(self, _cmd, textures[n], range.location + n);
}

static void encoder_set_sampler(METHOD_ARGUMENTS(mtl_argument_encoder), id sampler, NSUInteger index)
{
    uint64_t value = mtl_is(sampler, &mtl_sampler_class) ? (uintptr_t)((mtl_sampler *)sampler)->sampler : 0;
    write_value(self, _cmd, index, MTLDataTypeSampler, value);
}

static void encoder_set_samplers(METHOD_ARGUMENTS(mtl_argument_encoder), const id *samplers, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_sampler(self, _cmd, samplers[n], range.location + n);
}

static void encoder_set_table(METHOD_ARGUMENTS(mtl_argument_encoder), id table, NSUInteger index)
{
    uint64_t value =
        mtl_is(table, &mtl_function_table_class) ? (uintptr_t)((mtl_function_table *)table)->storage->bytes : 0;
    write_value(self, _cmd, index, MTLDataTypeVisibleFunctionTable, value);
}

static void encoder_set_tables(METHOD_ARGUMENTS(mtl_argument_encoder), const id *tables, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_table(self, _cmd, tables[n], range.location + n);
}

static void encoder_set_commands(METHOD_ARGUMENTS(mtl_argument_encoder), id commands, NSUInteger index)
{
    uint64_t value = mtl_is(commands, &mtl_indirect_buffer_class) ? mtl_indirect_address(commands) : 0;
    write_value(self, _cmd, index, MTLDataTypeIndirectCommandBuffer, value);
}

static void encoder_set_several_commands(METHOD_ARGUMENTS(mtl_argument_encoder), const id *commands, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_commands(self, _cmd, commands[n], range.location + n);
}

static void encoder_set_pipeline(METHOD_ARGUMENTS(mtl_argument_encoder), id pipeline, NSUInteger index)
{
    uint64_t value = mtl_is(pipeline, &mtl_pipeline_class) ? mtl_pipeline_identity((mtl_pipeline *)pipeline)._impl : 0;
    write_value(self, _cmd, index, MTLDataTypeComputePipeline, value);
}

static void encoder_set_pipelines(METHOD_ARGUMENTS(mtl_argument_encoder), const id *pipelines, NSRange range)
{
    for (NSUInteger n = 0; n < range.length; n++)
        encoder_set_pipeline(self, _cmd, pipelines[n], range.location + n);
}

static void *encoder_constant_data(METHOD_ARGUMENTS(mtl_argument_encoder), NSUInteger index)
{
    return place_of(self, _cmd, index, 0);
}

/* An encoder for the argument buffer that a member points to. */
static id encoder_nested(METHOD_ARGUMENTS(mtl_argument_encoder), NSUInteger index)
{
    const member *row = find_member(self, index);
    if (row && row->pointee && mtl_type_is_argument_buffer(row->pointee))
        return encoder_for_type(self->library, row->pointee);
    mtl_complain("%s the argument of index %lu does not point to an argument buffer; it returns nil", sel_getName(_cmd),
                 (unsigned long)index);
    return nil;
}

GETTER(mtl_argument_encoder, NSUInteger, encoder_length, self->length)
GETTER(mtl_argument_encoder, NSUInteger, encoder_alignment, self->alignment)
GETTER(mtl_argument_encoder, id, encoder_device, (id)self->device)
OBJECT_PROPERTY(mtl_argument_encoder, label, mtl_assign_copy)

static void encoder_finish(void *object)
{
    mtl_argument_encoder *self = object;
    free(self->member);
    mtl_release((id)self->library);
    mtl_release((id)self->buffer);
    mtl_release(self->label);
}

#define RANGE "{_NSRange=QQ}"
static const mtl_method encoder_methods[] = {
    METHOD("device", "@@:", encoder_device),
    PROPERTY_METHODS(mtl_argument_encoder, "label", "setLabel:", "@", label),
    METHOD("encodedLength", "Q@:", encoder_length),
    METHOD("alignment", "Q@:", encoder_alignment),
    METHOD("setArgumentBuffer:offset:", "v@:@Q", encoder_set_argument_buffer),
    METHOD("setArgumentBuffer:startOffset:arrayElement:", "v@:@QQ", encoder_set_argument_buffer_element),
    METHOD("setBuffer:offset:atIndex:", "v@:@QQ", encoder_set_buffer),
    METHOD("setBuffers:offsets:withRange:", "v@:r^@r^Q" RANGE, encoder_set_buffers),
    METHOD("setTexture:atIndex:", "v@:@Q", encoder_set_texture),
    METHOD("setTextures:withRange:", "v@:r^@" RANGE, encoder_set_textures),
    METHOD("setVisibleFunctionTable:atIndex:", "v@:@Q", encoder_set_table),
    METHOD("setVisibleFunctionTables:withRange:", "v@:r^@" RANGE, encoder_set_tables),
    METHOD("setSamplerState:atIndex:", "v@:@Q", encoder_set_sampler),
    METHOD("setSamplerStates:withRange:", "v@:r^@" RANGE, encoder_set_samplers),
    METHOD("setIndirectCommandBuffer:atIndex:", "v@:@Q", encoder_set_commands),
    METHOD("setIndirectCommandBuffers:withRange:", "v@:r^@" RANGE, encoder_set_several_commands),
    METHOD("setComputePipelineState:atIndex:", "v@:@Q", encoder_set_pipeline),
    METHOD("setComputePipelineStates:withRange:", "v@:r^@" RANGE, encoder_set_pipelines),
    METHOD("constantDataAtIndex:", "^v@:Q", encoder_constant_data),
    METHOD("newArgumentEncoderForBufferAtIndex:", "@@:Q", encoder_nested),
    END_OF_METHODS,
};
static const char *const encoder_protocols[] = {"MTLArgumentEncoder", NULL};
const mtl_class mtl_argument_encoder_class = {.name = "SoftmetalArgumentEncoder",
                                              .size = sizeof(mtl_argument_encoder),
                                              .methods = encoder_methods,
                                              .finish = encoder_finish,
                                              .protocols = encoder_protocols};

static id function_new_argument_encoder(METHOD_ARGUMENTS(mtl_function), NSUInteger index)
{
    return mtl_argument_encoder_create_for_buffer(self, index);
}

static const mtl_method function_encoders_methods[] = {
    METHOD("newArgumentEncoderWithBufferIndex:", "@@:Q", function_new_argument_encoder),
    END_OF_METHODS,
};
const mtl_addition mtl_function_encoders_addition = {&mtl_function_class, function_encoders_methods};
