/* resolve_argument.c: types, sizes and places of arguments. */
#include "resolve.h"
#include "../declare/cursor.h"
#include "../format.h"
#include "../internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A type's name, or vec<SCALAR, N>, which for one component is the scalar, so that a case may go through all widths. */
bool resolve_type_from_text(case_box *box, const char *text, int line, assay_type *type, assay_error *error)
{
    const char *name = resolve_substitute(box, text);
    char scalar[16], lanes;
    if (sscanf(name, "vec<%15[a-z],%*[ ]%c>", scalar, &lanes) == 2 ||
        sscanf(name, "vec<%15[a-z],%c>", scalar, &lanes) == 2)
        name = lanes == '1' ? arena_text(&box->memory, scalar, strlen(scalar))
                            : arena_format(&box->memory, "%s%c", scalar, lanes);
    return assay_type_from_name(name, type) ||
           assay_fail(error, box->scope.file, line,
                      "unknown type `%s`; scalar, vector and packed vector types are known", name);
}

/* A member's type, which a name may follow: `uint n`. */
static const char *member_type(case_box *box, const char *member)
{
    const char *blank = strrchr(member, ' ');
    bool named = blank && blank > member &&
                 blank[1 + strspn(blank + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] == 0;
    return named ? arena_text(&box->memory, member, (size_t)(blank - member)) : member;
}

/* Members laid out as C does: each at the next multiple of its alignment, which for vectors is their size (MSL 2.2). */
static bool struct_type(case_box *box, const declared_argument *from, struct_field **fields, case_argument *to,
                        assay_error *error)
{
    cursor c = resolve_cursor_in(box, from->type, from->line, error);
    const char *inside = cursor_bracketed(&c, '{');
    cursor i = resolve_cursor_in(box, inside, from->line, error);
    size_t count = 0, offset = 0, largest = 1;
    do {
        const char *member = cursor_until(&i, ","), *name = member ? member_type(box, member) : NULL;
        struct_field *field = ARENA_PUSH(&box->memory, *fields, count);
        if (!name || !resolve_type_from_text(box, name, from->line, &field->type, error))
            return false;
        bool packed = strncmp(resolve_substitute(box, name), "packed_", 7) == 0;
        size_t alignment = packed ? assay_scalar_size(field->type.scalar) : field->type.stride;
        offset = (offset + alignment - 1) / alignment * alignment;
        field->offset = (uint32_t)offset;
        offset += field->type.stride;
        largest = alignment > largest ? alignment : largest;
    } while (cursor_take(&i, ","));
    *ARENA_PUSH(&box->memory, *fields, count) = (struct_field){0};
    to->type = (assay_type){SCALAR_UCHAR, 1, 1};
    to->count = (offset + largest - 1) / largest * largest;
    return to->count <= MOST_BYTES || cursor_fail(&c, "a value of more than %d bytes; use a buffer", MOST_BYTES);
}

static const char *size_name(char size, bool of_buffer, int64_t *most)
{
    *most = size == 'l'                  ? MOST_LEVELS
            : size == 's'                ? MOST_SAMPLES
            : size == 'd' || size == 'n' ? LARGEST_DEPTH
            : of_buffer                  ? LARGEST_TEXTURE_BUFFER
                                         : LARGEST_TEXTURE;
    return size == 'w'   ? "width"
           : size == 'h' ? "height"
           : size == 'd' ? "depth"
           : size == 'n' ? "layers"
           : size == 's' ? "samples"
                         : "levels";
}

static bool texture_type(case_box *box, const declared_argument *from, case_argument *to, assay_error *error)
{
    uint32_t size[4], count = 0, block[2];
    to->of_buffer = strcmp(from->class->name, "texture_buffer") == 0;
    if (!from->size[0]) {
        bool is_view = to->generator && strncmp(to->generator, "view of ", 8) == 0;
        to->none = !is_view;
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->count = 0;
        return is_view ? resolve_view(box, from, to, error)
                       : (to->generator && !from->format && strcmp(to->generator, "none") == 0) ||
                             assay_fail(error, box->scope.file, from->line,
                                        "a texture without sizes is `none` or a `view of` another");
    }
    to->format = resolve_substitute(box, from->format);
    if (!pixel_format(to->format, &to->type, block)) {
        const char *close = pixel_format_nearest(to->format);
        return assay_fail(error, box->scope.file, from->line, "unknown pixel format `%s`%s%s", to->format,
                          close ? "; did you mean " : "", close ? close : "");
    }
    for (; count < 4 && from->size[count]; count++) {
        int64_t value, most;
        const char *what = size_name(from->class->sizes[count], to->of_buffer, &most);
        if (!expression_integer(from->size[count], resolve_at_line(box, from->line), 1, most, what, &value, error))
            return false;
        size[count] = (uint32_t)value;
    }
    to->shape = metal_shape_of(from->class, size, count);
    memcpy(to->shape.block, block, sizeof block);
    const metal_shape shape = to->shape;
    to->count = metal_shape_pixels(&shape);
    return !((shape.width | shape.height | shape.depth) >> (shape.levels - 1))
               ? assay_fail(error, box->scope.file, from->line, "a texture of %u x %u has fewer than %u levels",
                            shape.width, shape.height, shape.levels)
               : true;
}

/* `filter linear, address repeat` */
static bool sampler_state(case_box *box, case_argument *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, to->generator, to->line, error);
    do {
        const char *one = cursor_until(&c, ",");
        cursor part = resolve_cursor_in(box, one, to->line, error);
        const char *property = one ? cursor_word(&part) : NULL, *word = property ? cursor_word(&part) : NULL;
        if (!one)
            return false;
        if (!word || !cursor_end(&part) || !metal_sampling_set(&to->sampling, property, word))
            return cursor_fail(&c,
                               "a property of samplers and its state are expected, `filter linear`, not `%s`; "
                               "harness/words/constants.def lists all",
                               one);
    } while (cursor_take(&c, ","));
    return true;
}

/* Of a buffer with tensors the members are words, one behind the other: no encoder knows tensors. */
static bool ids_good(const case_box *box, const case_argument *argument, assay_error *error)
{
    bool tensors = false, good = true;
    for (size_t n = 0; n < argument->member_count; n++) {
        const case_member *member = &argument->members[n];
        tensors |= box->instance.arguments[member->argument].rank != 0;
        good = good && member->id < argument->member_count;
        for (size_t i = 0; i < n; i++)
            good = good && argument->members[i].id != member->id;
    }
    return !tensors || good ||
           assay_fail(error, box->scope.file, argument->line,
                      "`%s`: the ids of an argument buffer with tensors count from 0 on, each once", argument->name);
}

/* `ID NAME, …` */
static bool members_of(case_box *box, case_argument *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, to->generator, to->line, error);
    case_member *members = NULL;
    do {
        const char *text = cursor_until(&c, ","), *blank = strrchr(text, ' ');
        case_member *member = ARENA_PUSH(&box->memory, members, to->member_count);
        const char *id = arena_text(&box->memory, text, (size_t)(blank - text));
        int64_t value;
        if (!expression_integer(id, resolve_at_line(box, to->line), 0, UINT32_MAX, "an id", &value, error))
            return false;
        *member = (case_member){(uint32_t)value, (uint32_t)resolve_argument_named(&box->instance, blank + 1)};
    } while (cursor_take(&c, ","));
    to->members = members;
    return ids_good(box, to, error);
}

/* Numbers between commas; `*count` of them, at most as many as a tensor has dimensions. */
static bool sizes_of(case_box *box, const char *text, int line, const char *what, uint32_t sizes[CASE_MOST_RANK],
                     uint32_t *count, assay_error *error)
{
    cursor c = resolve_cursor_in(box, text, line, error);
    *count = 0;
    do {
        const char *one = cursor_until(&c, ",");
        int64_t value;
        if (*count == CASE_MOST_RANK)
            return cursor_fail(&c, "a tensor has at most %d dimensions", CASE_MOST_RANK);
        if (!one || !expression_integer(one, resolve_at_line(box, line), 1, MOST_ELEMENTS, what, &value, error))
            return false;
        sizes[(*count)++] = (uint32_t)value;
    } while (cursor_take(&c, ","));
    return true;
}

/* The formats of MSL table 2.24 that a tensor's elements may have. */
static const struct tensor_format {
    const char *name;
    uint32_t type, bits; /* MTLTensorDataType */
} tensor_formats[] = {
    {"int4b_format", 143, 4},          {"uint4b_format", 144, 4},         {"int2b_format", 150, 2},
    {"uint2b_format", 149, 2},         {"metal_fp4_e2m1_format", 148, 4}, {"metal_fp8_e4m3_format", 142, 8},
    {"metal_fp8_e5m2_format", 141, 8},
};
enum { TENSOR_ROW = 128 /* bytes, of which a row of a format is a multiple (MSL 2.22.2.7) */ };

static const struct tensor_format *tensor_format(case_box *box, const char *type)
{
    const char *name = resolve_substitute(box, type);
    for (size_t n = 0; n < sizeof tensor_formats / sizeof *tensor_formats; n++)
        if (strcmp(tensor_formats[n].name, name) == 0)
            return &tensor_formats[n];
    return NULL;
}

/* Its content is all memory that it spans, in the order of memory. */
static bool tensor_type(case_box *box, const declared_argument *from, case_argument *to, assay_error *error)
{
    uint32_t strides = 0;
    const struct tensor_format *format = tensor_format(box, from->type);
    if (format) {
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->tensor_type = format->type;
    }
    if ((!format && !resolve_type_from_text(box, from->type, from->line, &to->type, error)) ||
        !sizes_of(box, from->extents, from->line, "an extent of a tensor", to->extents, &to->rank, error) ||
        (from->strides &&
         !sizes_of(box, from->strides, from->line, "a stride of a tensor", to->strides, &strides, error)))
        return false;
    if (from->strides && (strides != to->rank || to->strides[0] != 1))
        return assay_fail(error, box->scope.file, from->line,
                          "a tensor has a stride for each extent, the first of which is 1");
    uint64_t count = 1;
    for (uint32_t n = 0; n < to->rank && count <= MOST_ELEMENTS; n++) {
        to->strides[n] = strides ? to->strides[n] : (uint32_t)count;
        count = (uint64_t)to->strides[n] * to->extents[n];
        uint64_t unit = format && n == 0 ? TENSOR_ROW * 8 / format->bits : 1;
        count = (count + unit - 1) / unit * unit;
    }
    to->count = (size_t)(format ? count * format->bits / 8 : count);
    return count <= MOST_ELEMENTS ||
           assay_fail(error, box->scope.file, from->line, "a tensor of more than %d elements", (int)MOST_ELEMENTS);
}

/* `COUNT`, or the sizes of an array of several dimensions, whose product it is. */
static bool elements_of(case_box *box, const declared_argument *from, case_argument *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, from->count, from->line, error);
    uint32_t sizes[CASE_MOST_RANK];
    int64_t count = 1;
    if (!cursor_until(&c, ","))
        return false;
    if (cursor_end(&c)) {
        bool good = expression_integer(from->count, resolve_at_line(box, from->line), 0, MOST_ELEMENTS,
                                       "the number of elements", &count, error);
        to->count = (size_t)count;
        return good;
    }
    if (!sizes_of(box, from->count, from->line, "a size of an array", sizes, &to->dimensions, error))
        return false;
    for (uint32_t i = 0; i < to->dimensions && i < CASE_MOST_DIMENSIONS && count <= MOST_ELEMENTS; i++)
        count *= to->dimension[i] = sizes[i];
    to->count = (size_t)count;
    return (to->dimensions <= CASE_MOST_DIMENSIONS && count <= MOST_ELEMENTS) ||
           assay_fail(error, box->scope.file, from->line,
                      "`%s[%s]`: an array has at most %d dimensions and 2^32 elements", from->type, from->count,
                      CASE_MOST_DIMENSIONS);
}

/* What its declaration says of an argument that has no data. Members of argument buffers are resolved when all
 * arguments are known. */
static bool object_of(case_box *box, const declared_argument *from, case_argument *to, assay_error *error)
{
    int64_t commands = 0;
    switch (from->kind) {
    case ARGUMENT_SAMPLER: return sampler_state(box, to, error);
    case ARGUMENT_FUNCTIONS:
        if (strcmp(to->generator, "none") == 0)
            return true;
        return resolve_names_of(box, to->generator, ", ", to->line, &to->functions, &to->function_count, error);
    case ARGUMENT_PIPELINE:
        return resolve_names_of(box, to->generator, ", ", to->line, &to->functions, &to->function_count, error);
    case ARGUMENT_COMMANDS:
        if (!expression_integer(from->count, resolve_at_line(box, from->line), 1, MOST_COMMANDS,
                                "the number of commands", &commands, error))
            return false;
        to->count = (size_t)commands;
        return true;
    case ARGUMENT_ARGUMENTS:
    case ARGUMENT_BUFFER:
    case ARGUMENT_BYTES:
    case ARGUMENT_TEXTURE: break;
    }
    return true;
}

static bool argument_of(case_box *box, const declared_argument *from, struct_field **fields, case_argument *to,
                        assay_error *error)
{
    *to = (case_argument){.kind = from->kind,
                          .role = from->role,
                          .name = from->name,
                          .index = from->index,
                          .line = from->line,
                          .count = 1,
                          .viewed = -1,
                          .scales = -1};
    to->generator = from->initial ? resolve_substitute(box, from->initial) : NULL;
    if (from->kind == ARGUMENT_TEXTURE)
        return texture_type(box, from, to, error);
    if (!argument_facts_of(from->kind)->content) {
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->count = 0;
        return object_of(box, from, to, error);
    }
    if (from->extents)
        return tensor_type(box, from, to, error);
    if (from->type[0] == '{')
        return from->kind == ARGUMENT_BYTES
                   ? struct_type(box, from, fields, to, error)
                   : assay_fail(error, box->scope.file, from->line,
                                "buffers of structs are written as buffers of their members' type");
    if (!resolve_type_from_text(box, from->type, from->line, &to->type, error))
        return false;
    to->count = 1;
    return !from->count || elements_of(box, from, to, error);
}

/* A scale for each 32 elements of a row. */
static bool plane_of(case_box *box, case_argument *tensor, const char *name, assay_error *error)
{
    tensor->scales = resolve_argument_named(&box->instance, name);
    case_argument *plane = (case_argument *)&box->instance.arguments[tensor->scales];
    plane->is_plane = true;
    size_t count = 1;
    for (uint32_t n = 0; n < tensor->rank; n++)
        count *= n == 0 ? tensor->extents[n] / 32 : tensor->extents[n];
    return (plane->type.scalar == SCALAR_UCHAR && plane->type.lanes == 1 && plane->count == count &&
            tensor->extents[0] % 32 == 0) ||
           assay_fail(error, box->scope.file, tensor->line,
                      "tensor `%s` has a scale for each 32 elements of a row: `%s uchar[%zu]`", tensor->name, name,
                      count);
}

bool resolve_arguments(case_box *box, const case_file *file, assay_error *error)
{
    size_t count = file->argument_count;
    case_argument *list = arena_take(&box->memory, count, sizeof *list);
    box->fields = arena_take(&box->memory, count + 1, sizeof *box->fields);
    box->instance.arguments = list;
    box->instance.argument_count = count;
    for (size_t i = 0; i < count; i++)
        if (!argument_of(box, &file->arguments[i], &box->fields[i], &list[i], error) ||
            (case_has_content(&list[i]) && !generator_check(&box->instance, &list[i], error)))
            return false;
    for (size_t i = 0; i < count; i++)
        if ((list[i].kind == ARGUMENT_ARGUMENTS && !members_of(box, &list[i], error)) ||
            (file->arguments[i].scales && !plane_of(box, &list[i], file->arguments[i].scales, error)))
            return false;
    for (size_t i = 0; i < file->dispatch_count; i++)
        if (!resolve_bind(box, &file->dispatches[i], (case_dispatch *)&box->instance.dispatches[i], error))
            return false;
    return true;
}
