/* function.c: MTLFunction, MTLFunctionDescriptor and the values of function constants.
 *
 * A function is a name in a library, together with the constants it is specialised with; code is made when a pipeline
 * is. */
#include "../objects.h"
#include "../objc/property.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- function constants */

static const struct data_type {
    NSUInteger first; /* the scalar; vectors of 2, 3 and 4 follow it */
    uint32_t size;    /* of the scalar */
    const char *name;
} data_types[] = {
    {MTLDataTypeFloat, 4, "float"},   {MTLDataTypeHalf, 2, "half"}, {MTLDataTypeBFloat, 2, "bfloat"},
    {MTLDataTypeInt, 4, "int"},       {MTLDataTypeUInt, 4, "uint"}, {MTLDataTypeShort, 2, "short"},
    {MTLDataTypeUShort, 2, "ushort"}, {MTLDataTypeChar, 1, "char"}, {MTLDataTypeUChar, 1, "uchar"},
    {MTLDataTypeBool, 1, "bool"},     {MTLDataTypeLong, 8, "long"}, {MTLDataTypeULong, 8, "ulong"},
};

static const struct data_type *data_type_row(NSUInteger data_type, uint32_t *width)
{
    for (size_t n = 0; n < sizeof data_types / sizeof *data_types; n++) {
        if (data_type < data_types[n].first || data_type > data_types[n].first + 3)
            continue;
        *width = (uint32_t)(data_type - data_types[n].first) + 1;
        return data_types + n;
    }
    return NULL;
}

size_t mtl_data_type_size(NSUInteger data_type, size_t *significant)
{
    uint32_t width;
    const struct data_type *row = data_type_row(data_type, &width);
    if (!row)
        return 0;
    if (significant)
        *significant = (size_t)row->size * width;
    return (size_t)row->size * (width == 3 ? 4 : width);
}

static void data_type_name(NSUInteger data_type, char text[16])
{
    uint32_t width;
    const struct data_type *row = data_type_row(data_type, &width);
    if (row && width > 1)
        snprintf(text, 16, "%s%u", row->name, (unsigned)width);
    else
        snprintf(text, 16, "%s", row ? row->name : "no type");
}

static id values_init(METHOD_ARGUMENTS(mtl_constant_values))
{
    return (id)self;
}

static sm_constant_value *values_slot(mtl_constant_values *self, const char *name, uint32_t index)
{
    for (size_t n = 0; n < self->count; n++) {
        sm_constant_value *value = self->value + n;
        if (name ? value->name && strcmp(value->name, name) == 0 : !value->name && value->index == index)
            return value;
    }
    if (self->count == self->capacity) {
        size_t capacity = self->capacity ? 2 * self->capacity : 8;
        sm_constant_value *grown = realloc(self->value, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        self->value = grown;
        self->capacity = capacity;
    }
    sm_constant_value *value = self->value + self->count++;
    *value = (sm_constant_value){.name = name ? strdup(name) : NULL, .index = index};
    return value;
}

static void values_set(mtl_constant_values *self, const void *bytes, NSUInteger type, const char *name, uint32_t index)
{
    size_t significant = 0, size = mtl_data_type_size(type, &significant);
    if (size == 0 || size > sizeof self->value->bytes || !bytes) {
        mtl_complain(
            "MTLFunctionConstantValues: %lu is no type that a function constant can have; the value is ignored",
            (unsigned long)type);
        return;
    }
    sm_constant_value *value = values_slot(self, name, index);
    if (!value)
        return;
    value->data_type = (uint32_t)type;
    value->size = size;
    memset(value->bytes, 0, sizeof value->bytes);
    memcpy(value->bytes, bytes, significant);
}

static void values_set_at_index(METHOD_ARGUMENTS(mtl_constant_values), const void *bytes, NSUInteger type,
                                NSUInteger index)
{
    values_set(self, bytes, type, NULL, (uint32_t)index);
}

static void values_set_with_name(METHOD_ARGUMENTS(mtl_constant_values), const void *bytes, NSUInteger type, id name)
{
    values_set(self, bytes, type, mtl_text(name), 0);
}

static void values_set_range(METHOD_ARGUMENTS(mtl_constant_values), const void *bytes, NSUInteger type, NSRange range)
{
    size_t size = mtl_data_type_size(type, NULL);
    for (NSUInteger n = 0; n < range.length; n++)
        values_set(self, (const uint8_t *)bytes + n * size, type, NULL, (uint32_t)(range.location + n));
}

static void values_reset(METHOD_ARGUMENTS(mtl_constant_values))
{
    for (size_t n = 0; n < self->count; n++)
        free((char *)self->value[n].name);
    self->count = 0;
}

static void values_finish(void *object)
{
    mtl_constant_values *self = object;
    values_reset(self, NULL);
    free(self->value);
}

static id values_copy(METHOD_ARGUMENTS(mtl_constant_values), void *zone UNUSED)
{
    mtl_constant_values *copy = mtl_new(&mtl_constant_values_class);
    for (size_t n = 0; n < self->count; n++) {
        const sm_constant_value *from = self->value + n;
        sm_constant_value *to = values_slot(copy, from->name, from->index);
        if (!to)
            break;
        const char *name = to->name;
        *to = *from;
        to->name = name;
    }
    return (id)copy;
}

static const mtl_method values_methods[] = {
    METHOD("init", "@@:", values_init),
    METHOD("copyWithZone:", "@@:^v", values_copy),
    METHOD("setConstantValue:type:atIndex:", "v@:r^vQQ", values_set_at_index),
    METHOD("setConstantValue:type:withName:", "v@:r^vQ@", values_set_with_name),
    METHOD("setConstantValues:type:withRange:", "v@:r^vQ{_NSRange=QQ}", values_set_range),
    METHOD("reset", "v@:", values_reset),
    END_OF_METHODS,
};
const mtl_class mtl_constant_values_class = {.name = "MTLFunctionConstantValues",
                                             .size = sizeof(mtl_constant_values),
                                             .methods = values_methods,
                                             .finish = values_finish};

/* One row of functionConstantsDictionary. */
typedef struct mtl_function_constant {
    Class isa;
    id name;
    NSUInteger type, index;
    BOOL required;
} mtl_function_constant;

GETTER(mtl_function_constant, id, constant_name, self->name)
GETTER(mtl_function_constant, NSUInteger, constant_type, self->type)
GETTER(mtl_function_constant, NSUInteger, constant_index, self->index)
GETTER(mtl_function_constant, BOOL, constant_required, self->required)

FINISH(mtl_function_constant, constant_finish, self->name)

static const mtl_method constant_methods[] = {
    METHOD("name", "@@:", constant_name),
    METHOD("type", "Q@:", constant_type),
    METHOD("index", "Q@:", constant_index),
    METHOD("required", "C@:", constant_required),
    END_OF_METHODS,
};
const mtl_class mtl_function_constant_class = {.name = "MTLFunctionConstant",
                                               .size = sizeof(mtl_function_constant),
                                               .methods = constant_methods,
                                               .finish = constant_finish};

/* ---- functions */

GETTER(mtl_function, id, function_name, self->name)
OBJECT_PROPERTY(mtl_function, label, mtl_assign_copy)

GETTER(mtl_function, id, function_device, (id)self->library->device)
GETTER(mtl_function, NSUInteger, function_type,
       self->function->kind == SM_FUNCTION_VISIBLE ? MTLFunctionTypeVisible : MTLFunctionTypeKernel)
GETTER(mtl_function, NSUInteger, function_options, MTLFunctionOptionNone)
GETTER(mtl_function, NSInteger, function_patch, 0)

static id function_constants(METHOD_ARGUMENTS(mtl_function))
{
    size_t count = self->function->constant_count;
    id *names = calloc(count + 1, sizeof *names), *rows = calloc(count + 1, sizeof *rows);
    for (size_t n = 0; names && rows && n < count; n++) {
        const sm_constant *from = self->function->constant + n;
        mtl_function_constant *row = mtl_new(&mtl_function_constant_class);
        row->name = mtl_string_retained(from->name);
        row->type = from->data_type;
        row->index = from->index;
        row->required = from->required;
        names[n] = row->name;
        rows[n] = mtl_autorelease((id)row);
    }
    id dictionary = names && rows ? mtl_dictionary(names, rows, count) : nil;
    free(names);
    free(rows);
    return dictionary;
}

static id function_stage_attributes(METHOD_ARGUMENTS(mtl_function))
{
    return mtl_stage_attributes(self);
}

static void function_finish(void *object)
{
    mtl_function *self = object;
    free(self->value);
    mtl_release(self->name);
    mtl_release(self->label);
    mtl_release((id)self->library);
}

GETTER(mtl_function, id, function_vertex_attributes, nil)

static const mtl_method function_methods[] = {
    METHOD("name", "@@:", function_name),
    PROPERTY_METHODS(mtl_function, "label", "setLabel:", "@", label),
    METHOD("device", "@@:", function_device),
    METHOD("functionType", "Q@:", function_type),
    METHOD("options", "Q@:", function_options),
    METHOD("patchType", "Q@:", function_patch),
    METHOD("patchControlPointCount", "q@:", function_patch),
    METHOD("functionConstantsDictionary", "@@:", function_constants),
    METHOD("stageInputAttributes", "@@:", function_stage_attributes),
    METHOD("vertexAttributes", "@@:", function_vertex_attributes),
    END_OF_METHODS,
};
static const char *const function_protocols[] = {"MTLFunction", NULL};
const mtl_class mtl_function_class = {.name = "SoftmetalFunction",
                                      .size = sizeof(mtl_function),
                                      .methods = function_methods,
                                      .finish = function_finish,
                                      .protocols = function_protocols};

/* ---- specialisation */

mtl_function *mtl_function_create(mtl_library *library, const sm_function *from)
{
    mtl_function *function = mtl_new(&mtl_function_class);
    function->library = (mtl_library *)mtl_retain((id)library);
    function->function = from;
    function->name = mtl_string_retained(from->name);
    function->specialised = from->constant_count == 0;
    return function;
}

static const sm_constant_value *value_for(const mtl_constant_values *values, const sm_constant *constant)
{
    for (size_t n = 0; values && n < values->count; n++) {
        const sm_constant_value *value = values->value + n;
        if (value->name ? constant->name && strcmp(value->name, constant->name) == 0 : value->index == constant->index)
            return value;
    }
    return NULL;
}

/* The fault api_constant_stale: an index keeps the first value that any function of the process was given. */
static void make_stale(sm_constant_value *value)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static sm_constant_value first[64];
    if (value->index >= sizeof first / sizeof *first)
        return;
    pthread_mutex_lock(&lock);
    if (first[value->index].size == value->size)
        memcpy(value->bytes, first[value->index].bytes, sizeof value->bytes);
    else
        first[value->index] = *value;
    pthread_mutex_unlock(&lock);
}

/* What a constant is that was given no value: without Metal's validation layer, zero. */
static sm_constant_value zero_for(const mtl_function *function, const sm_constant *constant)
{
    char sentence[300];
    snprintf(sentence, sizeof sentence, "%s: the function constant %s (index %u) has no value and is zero",
             function->function->name, constant->name, constant->index);
    mtl_complain_once(sentence);
    return (sm_constant_value){.data_type = constant->data_type, .size = mtl_data_type_size(constant->data_type, NULL)};
}

bool mtl_function_specialise(mtl_function *function, const mtl_constant_values *values, id *error)
{
    const sm_function *of = function->function;
    function->value = calloc(of->constant_count + 1, sizeof *function->value);
    for (size_t n = 0; function->value && n < of->constant_count; n++) {
        const sm_constant *constant = of->constant + n;
        const sm_constant_value *value = value_for(values, constant);
        sm_constant_value zero;
        if (!value && constant->required && !sm_device_settings()->validation) {
            zero = zero_for(function, constant);
            value = &zero;
        }
        if (!value && constant->required) {
            mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                      "%s: the function constant %s (index %u) has no value", of->name, constant->name,
                      constant->index);
            return false;
        }
        if (!value)
            continue;
        if (value->data_type != constant->data_type) {
            char given[16], wanted[16];
            data_type_name(value->data_type, given);
            data_type_name(constant->data_type, wanted);
            mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                      "%s: the function constant %s (index %u) is of type %s, but its value of type %s", of->name,
                      constant->name, constant->index, wanted, given);
            return false;
        }
        sm_constant_value *own = function->value + function->value_count++;
        *own = *value;
        own->name = NULL;
        own->index = constant->index;
        if (sm_fault(SM_FAULT_api_constant_stale))
            make_stale(own);
    }
    function->specialised = function->value != NULL;
    return function->specialised;
}

/* ---- function descriptor */

OBJECT_PROPERTY(mtl_function_descriptor, name, mtl_assign_copy)
OBJECT_PROPERTY(mtl_function_descriptor, specialized_name, mtl_assign_copy)
OBJECT_PROPERTY(mtl_function_descriptor, values, mtl_assign_copy)
OBJECT_PROPERTY(mtl_function_descriptor, archives, mtl_assign_copy)
PROPERTY(mtl_function_descriptor, NSUInteger, options)

FINISH(mtl_function_descriptor, function_descriptor_finish, self->name, self->specialized_name, self->values,
       self->archives)

static id function_descriptor_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_function_descriptor_class));
}

static const mtl_method function_descriptor_methods[] = {
    PROPERTY_METHODS(mtl_function_descriptor, "name", "setName:", "@", name),
    PROPERTY_METHODS(mtl_function_descriptor, "specializedName", "setSpecializedName:", "@", specialized_name),
    PROPERTY_METHODS(mtl_function_descriptor, "constantValues", "setConstantValues:", "@", values),
    PROPERTY_METHODS(mtl_function_descriptor, "binaryArchives", "setBinaryArchives:", "@", archives),
    PROPERTY_METHODS(mtl_function_descriptor, "options", "setOptions:", "Q", options),
    END_OF_METHODS,
};
static const mtl_method function_descriptor_class_methods[] = {
    METHOD("functionDescriptor", "@@:", function_descriptor_make), END_OF_METHODS};
const mtl_class mtl_function_descriptor_class = {.name = "MTLFunctionDescriptor",
                                                 .size = sizeof(mtl_function_descriptor),
                                                 .methods = function_descriptor_methods,
                                                 .class_methods = function_descriptor_class_methods,
                                                 .finish = function_descriptor_finish};
