/* stage_input.c: MTLStageInputOutputDescriptor and its parts, and what a pipeline makes of one: where each member of
 * the kernel's stage-in structure is fetched from. */
#include "../../engine/functions/stage_in.h"
#include "../../engine/visible.h"
#include "../objects.h"
#include "../objc/property.h"
#include <stdlib.h>

/* ---- an attribute, a layout */

typedef struct mtl_attribute_descriptor {
    Class isa;
    NSUInteger format, offset, buffer;
} mtl_attribute_descriptor;

PROPERTY(mtl_attribute_descriptor, NSUInteger, format)
PROPERTY(mtl_attribute_descriptor, NSUInteger, offset)
PROPERTY(mtl_attribute_descriptor, NSUInteger, buffer)

COPY(mtl_attribute_descriptor, attribute_copy, nil)

static const mtl_method attribute_methods[] = {
    METHOD("copyWithZone:", "@@:^v", attribute_copy),
    PROPERTY_METHODS(mtl_attribute_descriptor, "format", "setFormat:", "Q", format),
    PROPERTY_METHODS(mtl_attribute_descriptor, "offset", "setOffset:", "Q", offset),
    PROPERTY_METHODS(mtl_attribute_descriptor, "bufferIndex", "setBufferIndex:", "Q", buffer),
    END_OF_METHODS,
};
const mtl_class mtl_attribute_descriptor_class = {
    .name = "MTLAttributeDescriptor", .size = sizeof(mtl_attribute_descriptor), .methods = attribute_methods};

typedef struct mtl_layout_descriptor {
    Class isa;
    NSUInteger stride, step, rate;
} mtl_layout_descriptor;

PROPERTY(mtl_layout_descriptor, NSUInteger, stride)
PROPERTY(mtl_layout_descriptor, NSUInteger, step)
PROPERTY(mtl_layout_descriptor, NSUInteger, rate)

static id layout_init(METHOD_ARGUMENTS(mtl_layout_descriptor))
{
    self->step = MTLStepFunctionPerVertex;
    self->rate = 1;
    return (id)self;
}

COPY(mtl_layout_descriptor, layout_copy, nil)

static const mtl_method layout_methods[] = {
    METHOD("init", "@@:", layout_init),
    METHOD("copyWithZone:", "@@:^v", layout_copy),
    PROPERTY_METHODS(mtl_layout_descriptor, "stride", "setStride:", "Q", stride),
    PROPERTY_METHODS(mtl_layout_descriptor, "stepFunction", "setStepFunction:", "Q", step),
    PROPERTY_METHODS(mtl_layout_descriptor, "stepRate", "setStepRate:", "Q", rate),
    END_OF_METHODS,
};
const mtl_class mtl_layout_descriptor_class = {
    .name = "MTLBufferLayoutDescriptor", .size = sizeof(mtl_layout_descriptor), .methods = layout_methods};

/* ---- arrays of them, whose elements come into being when asked for */

typedef struct mtl_stage_array {
    Class isa;
    id element[SM_MAX_ATTRIBUTES];
} mtl_stage_array;

static id array_get(METHOD_ARGUMENTS(mtl_stage_array), NSUInteger index)
{
    if (index >= SM_MAX_ATTRIBUTES)
        return nil;
    if (!self->element[index] && mtl_is((id)self, &mtl_attributes_class))
        self->element[index] = mtl_new(&mtl_attribute_descriptor_class);
    else if (!self->element[index])
        self->element[index] = layout_init(mtl_new(&mtl_layout_descriptor_class), NULL);
    return self->element[index];
}

static void array_set(METHOD_ARGUMENTS(mtl_stage_array), id element, NSUInteger index)
{
    if (index < SM_MAX_ATTRIBUTES)
        mtl_assign_copy(&self->element[index], element);
}

static void array_finish(void *object)
{
    for (size_t n = 0; n < SM_MAX_ATTRIBUTES; n++)
        mtl_release(((mtl_stage_array *)object)->element[n]);
}

static const mtl_method array_methods[] = {
    METHOD("objectAtIndexedSubscript:", "@@:Q", array_get),
    METHOD("setObject:atIndexedSubscript:", "v@:@Q", array_set),
    END_OF_METHODS,
};
const mtl_class mtl_attributes_class = {.name = "MTLAttributeDescriptorArray",
                                        .size = sizeof(mtl_stage_array),
                                        .methods = array_methods,
                                        .finish = array_finish};
const mtl_class mtl_layouts_class = {.name = "MTLBufferLayoutDescriptorArray",
                                     .size = sizeof(mtl_stage_array),
                                     .methods = array_methods,
                                     .finish = array_finish};

/* ---- the descriptor */

typedef struct mtl_stage_descriptor {
    Class isa;
    mtl_stage_array *attributes, *layouts;
    NSUInteger index_type, index_buffer;
} mtl_stage_descriptor;

PROPERTY(mtl_stage_descriptor, NSUInteger, index_type)
PROPERTY(mtl_stage_descriptor, NSUInteger, index_buffer)

static id stage_attributes(METHOD_ARGUMENTS(mtl_stage_descriptor))
{
    if (!self->attributes)
        self->attributes = mtl_new(&mtl_attributes_class);
    return (id)self->attributes;
}

static id stage_layouts(METHOD_ARGUMENTS(mtl_stage_descriptor))
{
    if (!self->layouts)
        self->layouts = mtl_new(&mtl_layouts_class);
    return (id)self->layouts;
}

FINISH(mtl_stage_descriptor, stage_finish, (id)self->attributes, (id)self->layouts)

static void stage_reset(METHOD_ARGUMENTS(mtl_stage_descriptor))
{
    stage_finish(self);
    *self = (mtl_stage_descriptor){.isa = self->isa};
}

static void copy_array(mtl_stage_array *to, const mtl_stage_array *from)
{
    for (NSUInteger n = 0; from && n < SM_MAX_ATTRIBUTES; n++)
        array_set(to, NULL, from->element[n], n);
}

static id stage_copy(METHOD_ARGUMENTS(mtl_stage_descriptor), void *zone UNUSED)
{
    mtl_stage_descriptor *copy = mtl_new(&mtl_stage_descriptor_class);
    copy->index_type = self->index_type;
    copy->index_buffer = self->index_buffer;
    copy_array((mtl_stage_array *)stage_attributes(copy, NULL), self->attributes);
    copy_array((mtl_stage_array *)stage_layouts(copy, NULL), self->layouts);
    return (id)copy;
}

static id stage_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_stage_descriptor_class));
}

static const mtl_method stage_methods[] = {
    METHOD("copyWithZone:", "@@:^v", stage_copy),
    METHOD("reset", "v@:", stage_reset),
    METHOD("attributes", "@@:", stage_attributes),
    METHOD("layouts", "@@:", stage_layouts),
    PROPERTY_METHODS(mtl_stage_descriptor, "indexType", "setIndexType:", "Q", index_type),
    PROPERTY_METHODS(mtl_stage_descriptor, "indexBufferIndex", "setIndexBufferIndex:", "Q", index_buffer),
    END_OF_METHODS,
};
static const mtl_method stage_class_methods[] = {METHOD("stageInputOutputDescriptor", "@@:", stage_make),
                                                 END_OF_METHODS};
const mtl_class mtl_stage_descriptor_class = {.name = "MTLStageInputOutputDescriptor",
                                              .size = sizeof(mtl_stage_descriptor),
                                              .methods = stage_methods,
                                              .class_methods = stage_class_methods,
                                              .finish = stage_finish};

/* ---- the structure that a kernel takes, and how it is filled */

static const sm_type *stage_structure(const mtl_function *function)
{
    const sm_function *of = function->function;
    for (size_t n = 0; n < of->argument_count; n++) {
        if (of->argument[n].stage_in)
            return sm_library_argument_type(function->library->library, of, n);
    }
    return NULL;
}

static bool is_in_grid(NSUInteger step)
{
    return step == MTLStepFunctionConstant ||
           (step >= MTLStepFunctionThreadPositionInGridX && step <= MTLStepFunctionThreadPositionInGridYIndexed);
}

static bool lacks_format(const mtl_stage_descriptor *from, const sm_member *member)
{
    const mtl_attribute_descriptor *attribute = from->attributes && member->attribute < SM_MAX_ATTRIBUTES
                                                    ? (void *)from->attributes->element[member->attribute]
                                                    : NULL;
    return attribute && attribute->format != MTLAttributeFormatInvalid && !sm_stage_in_has((uint32_t)attribute->format);
}

static const char *add_input(sm_stage_in *all, const mtl_stage_descriptor *from, const sm_member *member)
{
    const mtl_attribute_descriptor *attribute =
        from->attributes ? (void *)from->attributes->element[member->attribute] : NULL;
    if (!attribute || attribute->format == MTLAttributeFormatInvalid)
        return member->optional ? NULL : "the descriptor has no format for it";
    if (attribute->buffer >= SM_MAX_BUFFERS || !from->layouts || !from->layouts->element[attribute->buffer])
        return "the descriptor has no layout for its buffer";
    const mtl_layout_descriptor *layout = (void *)from->layouts->element[attribute->buffer];
    const char *problem = sm_stage_in_problem((uint32_t)attribute->format, member->type->data_type);
    if (problem || !is_in_grid(layout->step))
        return problem ? problem : "the step function of its layout is not one of compute";
    all->input[all->count++] = (sm_stage_input){.buffer = (uint32_t)attribute->buffer,
                                                .offset = (uint32_t)attribute->offset,
                                                .format = (uint32_t)attribute->format,
                                                .stride = (uint32_t)layout->stride,
                                                .step = (uint32_t)layout->step,
                                                .rate = (uint32_t)layout->rate,
                                                .member_offset = member->offset,
                                                .data_type = member->type->data_type};
    return NULL;
}

sm_stage_in *mtl_stage_in_create(const mtl_function *function, id given, id *error)
{
    const sm_type *structure = stage_structure(function);
    const char *name = function->function->name;
    if (!structure || structure->kind != SM_TYPE_STRUCT || !mtl_is(given, &mtl_stage_descriptor_class)) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "%s has [[stage_in]]: its pipeline needs a descriptor with a stageInputDescriptor", name);
        return NULL;
    }
    const mtl_stage_descriptor *from = (const mtl_stage_descriptor *)given;
    sm_stage_in *all = sm_visible_allocate(sizeof *all);
    if (!all)
        return NULL;
    all->index_buffer = from->index_buffer < SM_MAX_BUFFERS ? (uint32_t)from->index_buffer : 0;
    all->index_bytes = from->index_type == MTLIndexTypeUInt32 ? 4 : 2;
    for (size_t n = 0; n < structure->member_count; n++) {
        const sm_member *member = structure->member + n;
        const char *problem = member->attribute >= SM_MAX_ATTRIBUTES ? "its attribute index is missing or above 30"
                              : all->count == SM_MAX_ATTRIBUTES      ? "there are too many attributes"
                                                                     : add_input(all, from, member);
        if (!problem)
            continue;
        if (lacks_format(from, member))
            mtl_gap(error, "%s: stage-in member %s: %s", name, member->name, problem);
        else
            mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported, "%s: stage-in member %s: %s", name,
                      member->name, problem);
        sm_visible_free(all, sizeof *all);
        return NULL;
    }
    return all;
}

/* ---- reflection: MTLAttribute */

typedef struct mtl_attribute {
    Class isa;
    id name;
    NSUInteger index, type;
} mtl_attribute;

id mtl_stage_attributes(const mtl_function *function)
{
    const sm_type *structure = stage_structure(function);
    size_t count = structure ? structure->member_count : 0, made = 0;
    id *list = calloc(count + 1, sizeof *list);
    for (size_t n = 0; list && n < count; n++) {
        if (structure->member[n].attribute == SM_NO_INDEX)
            continue;
        mtl_attribute *attribute = mtl_new(&mtl_attribute_class);
        attribute->name = mtl_string_retained(structure->member[n].name);
        attribute->index = structure->member[n].attribute;
        attribute->type = structure->member[n].type->data_type;
        list[made++] = mtl_autorelease((id)attribute);
    }
    id array = made ? mtl_array(list, made) : nil;
    free(list);
    return array;
}

GETTER(mtl_attribute, id, reflected_name, self->name)
GETTER(mtl_attribute, NSUInteger, reflected_index, self->index)
GETTER(mtl_attribute, NSUInteger, reflected_type, self->type)
GETTER(mtl_attribute, BOOL, reflected_active, YES)
GETTER(mtl_attribute, BOOL, reflected_patch, NO)

FINISH(mtl_attribute, reflected_finish, self->name)

static const mtl_method reflected_methods[] = {
    METHOD("name", "@@:", reflected_name),
    METHOD("attributeIndex", "Q@:", reflected_index),
    METHOD("attributeType", "Q@:", reflected_type),
    METHOD("isActive", "C@:", reflected_active),
    METHOD("isPatchData", "C@:", reflected_patch),
    METHOD("isPatchControlPointData", "C@:", reflected_patch),
    END_OF_METHODS,
};
const mtl_class mtl_attribute_class = {
    .name = "MTLAttribute", .size = sizeof(mtl_attribute), .methods = reflected_methods, .finish = reflected_finish};
