/* metal4_table.c: MTL4ArgumentTable: addresses and ids by index, which an encoder binds when it dispatches. */
#include "metal4.h"
#include "../objc/property.h"
#include "../resources/tensor.h"
#include <string.h>

/* ---- descriptor */

typedef struct mtl4_table_descriptor {
    Class isa;
    id label;
    NSUInteger buffers, textures, samplers;
    BOOL initializes, strides;
} mtl4_table_descriptor;

OBJECT_PROPERTY(mtl4_table_descriptor, label, mtl_assign_copy)
PROPERTY(mtl4_table_descriptor, NSUInteger, buffers)
PROPERTY(mtl4_table_descriptor, NSUInteger, textures)
PROPERTY(mtl4_table_descriptor, NSUInteger, samplers)
PROPERTY(mtl4_table_descriptor, BOOL, initializes)
PROPERTY(mtl4_table_descriptor, BOOL, strides)
FINISH(mtl4_table_descriptor, descriptor_finish, self->label)
COPY(mtl4_table_descriptor, descriptor_copy, self->label)

static const mtl_method descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    PROPERTY_METHODS(mtl4_table_descriptor, "label", "setLabel:", "@", label),
    PROPERTY_METHODS(mtl4_table_descriptor, "maxBufferBindCount", "setMaxBufferBindCount:", "Q", buffers),
    PROPERTY_METHODS(mtl4_table_descriptor, "maxTextureBindCount", "setMaxTextureBindCount:", "Q", textures),
    PROPERTY_METHODS(mtl4_table_descriptor, "maxSamplerStateBindCount", "setMaxSamplerStateBindCount:", "Q", samplers),
    PROPERTY_METHODS(mtl4_table_descriptor, "initializeBindings", "setInitializeBindings:", "C", initializes),
    PROPERTY_METHODS(mtl4_table_descriptor, "supportAttributeStrides", "setSupportAttributeStrides:", "C", strides),
    END_OF_METHODS,
};
const mtl_class mtl4_table_descriptor_class = {.name = "MTL4ArgumentTableDescriptor",
                                               .size = sizeof(mtl4_table_descriptor),
                                               .methods = descriptor_methods,
                                               .finish = descriptor_finish};

mtl4_table *mtl4_table_create(id given, id *error)
{
    const mtl4_table_descriptor *descriptor = (const mtl4_table_descriptor *)given;
    if (error)
        *error = nil;
    if (!mtl_is(given, &mtl4_table_descriptor_class)) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "newArgumentTableWithDescriptor:error: needs an MTL4ArgumentTableDescriptor");
        return NULL;
    }
    if (descriptor->buffers > SM_MAX_BUFFERS || descriptor->textures > SM_MAX_TEXTURES ||
        descriptor->samplers > SM_MAX_SAMPLERS) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "an argument table binds up to %d buffers, %d textures and %d samplers; %lu, %lu and %lu are wanted",
                  SM_MAX_BUFFERS, SM_MAX_TEXTURES, SM_MAX_SAMPLERS, (unsigned long)descriptor->buffers,
                  (unsigned long)descriptor->textures, (unsigned long)descriptor->samplers);
        return NULL;
    }
    mtl4_table *table = mtl_new(&mtl4_table_class);
    mtl_assign(&table->label, descriptor->label);
    table->buffers = descriptor->buffers;
    table->textures = descriptor->textures;
    table->samplers = descriptor->samplers;
    return table;
}

/* ---- setting */

static bool is_below(NSUInteger index, NSUInteger limit, SEL selector)
{
    if (index < limit)
        return true;
    mtl_complain("%s the index %lu is not below the table's %lu; the call has no effect", sel_getName(selector),
                 (unsigned long)index, (unsigned long)limit);
    return false;
}

static void table_set_address(METHOD_ARGUMENTS(mtl4_table), MTLGPUAddress address, NSUInteger index)
{
    if (!is_below(index, self->buffers, _cmd))
        return;
    self->buffer[index].address = address;
    self->buffer[index].is_identity = false;
}

static void table_set_resource(METHOD_ARGUMENTS(mtl4_table), MTLResourceID identity, NSUInteger index)
{
    if (!is_below(index, self->buffers, _cmd))
        return;
    self->buffer[index].address = identity._impl;
    self->buffer[index].is_identity = true;
}

static void table_set_texture(METHOD_ARGUMENTS(mtl4_table), MTLResourceID identity, NSUInteger index)
{
    if (!is_below(index, self->textures, _cmd))
        return;
    self->texture[index] = identity._impl;
    self->null_texture[index] = !identity._impl;
}

static void table_set_sampler(METHOD_ARGUMENTS(mtl4_table), MTLResourceID identity, NSUInteger index)
{
    if (is_below(index, self->samplers, _cmd))
        self->sampler[index] = identity._impl;
}

GETTER(mtl4_table, id, table_label, self->label)
GETTER(mtl4_table, id, table_device, (id)mtl_the_device())
FINISH(mtl4_table, table_finish, self->label)

static const mtl_method table_methods[] = {
    METHOD("device", "@@:", table_device),
    METHOD("label", "@@:", table_label),
    METHOD("setAddress:atIndex:", "v@:QQ", table_set_address),
    METHOD("setResource:atBufferIndex:", "v@:{?=Q}Q", table_set_resource),
    METHOD("setTexture:atIndex:", "v@:{?=Q}Q", table_set_texture),
    METHOD("setSamplerState:atIndex:", "v@:{?=Q}Q", table_set_sampler),
    END_OF_METHODS,
};
static const char *const table_protocols[] = {"MTL4ArgumentTable", NULL};
const mtl_class mtl4_table_class = {.name = "Softmetal4ArgumentTable",
                                    .size = sizeof(mtl4_table),
                                    .methods = table_methods,
                                    .finish = table_finish,
                                    .protocols = table_protocols};

/* ---- binding */

/* The object of an id, which the command buffer keeps; nil with the mistake noted. */
static id identified(mtl_compute_encoder *encoder, SEL selector, uint64_t identity, const mtl_class *class,
                     const char *what, NSUInteger index)
{
    id object = mtl_identity_object((MTLResourceID){identity});
    bool fits = object && mtl_is(object, class);
    if (fits)
        mtl_command_keep(encoder->encoder.buffer, object);
    else
        mtl_encoder_fail(&encoder->encoder, selector, "the argument table has the id of no living %s at index %lu",
                         what, (unsigned long)index);
    mtl_release(object);
    return fits ? object : nil;
}

static bool bind_buffer(const mtl4_table *table, NSUInteger index, mtl_compute_encoder *encoder, SEL selector)
{
    uint64_t address = table->buffer[index].address;
    sm_memory *memory = encoder->state.buffer + index;
    if (!address || !table->buffer[index].is_identity) {
        *memory = address ? mtl_device_find(mtl_the_device(), address) : (sm_memory){NULL, 0};
        if (sm_fault(SM_FAULT_api_table_address_rounded) && memory->address)
            *memory = mtl_device_find(mtl_the_device(), address / 256 * 256);
        return !address || memory->length > 0 ||
               mtl_encoder_fail(&encoder->encoder, selector,
                                "the address 0x%llx at buffer index %lu of the argument table is in no buffer",
                                (unsigned long long)address, (unsigned long)index);
    }
    id bound = identified(encoder, selector, address, &mtl_resource_class, "table of functions or tensor", index);
    const mtl_buffer *storage = NULL;
    if (mtl_is(bound, &mtl_function_table_class)) {
        encoder->buffer[index].table = (mtl_function_table *)bound;
        storage = encoder->buffer[index].table->storage;
    } else if (mtl_is(bound, &mtl_tensor_class)) {
        encoder->buffer[index].tensor = (mtl_tensor *)bound;
        storage = encoder->buffer[index].tensor->handle;
    }
    if (storage)
        *memory = (sm_memory){storage->bytes, storage->length};
    if (storage || !bound)
        return storage != NULL;
    return mtl_encoder_fail(&encoder->encoder, selector,
                            "what the argument table has at buffer index %lu is no table of functions and no tensor",
                            (unsigned long)index);
}

static bool bind_texture(const mtl4_table *table, NSUInteger index, mtl_compute_encoder *encoder, SEL selector)
{
    mtl_texture *texture = NULL;
    if (table->texture[index] && !(texture = (mtl_texture *)identified(encoder, selector, table->texture[index],
                                                                       &mtl_texture_class, "texture", index)))
        return false;
    encoder->texture[index] = texture;
    encoder->null_texture[index] = table->null_texture[index];
    encoder->state.texture[index] = texture ? texture->image : NULL;
    return true;
}

static bool bind_sampler(const mtl4_table *table, NSUInteger index, mtl_compute_encoder *encoder, SEL selector)
{
    mtl_sampler *sampler = NULL;
    if (table->sampler[index] && !(sampler = (mtl_sampler *)identified(encoder, selector, table->sampler[index],
                                                                       &mtl_sampler_class, "sampler", index)))
        return false;
    encoder->state.sampler[index] = sampler ? sampler->sampler : NULL;
    return true;
}

bool mtl4_table_apply(const mtl4_table *table, mtl_compute_encoder *encoder, SEL selector)
{
    memset(encoder->buffer, 0, sizeof encoder->buffer);
    memset(encoder->state.buffer, 0, sizeof encoder->state.buffer);
    memset(encoder->texture, 0, sizeof encoder->texture);
    memset(encoder->state.texture, 0, sizeof encoder->state.texture);
    memset(encoder->state.sampler, 0, sizeof encoder->state.sampler);
    for (NSUInteger n = 0; table && n < table->buffers; n++)
        if (!bind_buffer(table, n, encoder, selector))
            return false;
    for (NSUInteger n = 0; table && n < table->textures; n++)
        if (!bind_texture(table, n, encoder, selector))
            return false;
    for (NSUInteger n = 0; table && n < table->samplers; n++)
        if (!bind_sampler(table, n, encoder, selector))
            return false;
    return true;
}
