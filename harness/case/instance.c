/* instance.c: one subcase with all its expressions computed. Texts of the header get their parameters' values first
 * (types, formats, generators, names of kernels); numbers are evaluated in the order in which they can depend on each
 * other: dispatches, then all else. */
#include "cursor.h"
#include "format.h"
#include "internal.h"
#include "promise.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, MOST_THREADGROUP_MEMORY = 1 << 20, MOST_BYTES = 4096 };
enum {
    LARGEST_TEXTURE = 16384,
    LARGEST_DEPTH = 2048,
    LARGEST_TEXTURE_BUFFER = 1 << 24,
    MOST_LEVELS = 15,
    MOST_SAMPLES = 8
};
#define MOST_ELEMENTS (INT64_C(1) << 32)
enum { MOST_COMMANDS = 16384 }; /* of an indirect command buffer */

static expression_scope *at_line(case_box *box, int line)
{
    box->scope.line = line;
    return &box->scope;
}

static cursor cursor_in(case_box *box, const char *text, int line, assay_error *error)
{
    return (cursor){text, &box->memory, box->scope.file, line, error};
}

/* ---- Parameters inside texts */

/* Writes `text` with parameters replaced to `to`, or only measures with NULL. */
static size_t replaced(const expression_scope *scope, const char *text, char *to)
{
    size_t written = 0, length;
    bool identifier;
    for (const char *at = text; *at; at += length) {
        length = token_length(at, &identifier);
        const char *value = identifier ? expression_text(scope, at, length) : NULL;
        size_t size = value ? strlen(value) : length;
        if (to)
            memcpy(to + written, value ? value : at, size);
        written += size;
    }
    return written;
}

static const char *substitute(case_box *box, const char *text)
{
    char *result = arena_take(&box->memory, replaced(&box->scope, text, NULL) + 1, 1);
    replaced(&box->scope, text, result);
    return result;
}

static void set_name(case_box *box, const char *name, int64_t value)
{
    expression_name *names = box->names;
    size_t i = 0;
    while (i < box->scope.name_count && strcmp(names[i].name, name) != 0)
        i++;
    names[i] = (expression_name){name, value};
    if (i == box->scope.name_count)
        box->scope.name_count++;
}

static void set_names(case_box *box, const char *const names[4], const uint32_t value[3])
{
    set_name(box, names[0], (int64_t)value[0] * value[1] * value[2]);
    for (int d = 0; d < 3; d++)
        set_name(box, names[1 + d], value[d]);
}

static const char *const grid_names[] = {"threads", "grid.x", "grid.y", "grid.z"};
static const char *const groups_names[] = {"groups", "groups.x", "groups.y", "groups.z"};
static const char *const threadgroup_names[] = {"threadgroup", "threadgroup.x", "threadgroup.y", "threadgroup.z"};

/* ---- Dispatches */

static bool three(case_box *box, const char *const text[3], const char *what, int64_t least, uint32_t result[3],
                  int line, assay_error *error)
{
    for (int d = 0; d < 3; d++) {
        int64_t value = 1;
        if (text[d] && !expression_integer(text[d], at_line(box, line), least, UINT32_MAX, what, &value, error))
            return false;
        result[d] = (uint32_t)value;
    }
    return (double)result[0] * result[1] * result[2] <= 0x1p40 ||
           assay_fail(error, box->scope.file, line, "%s is too large", what);
}

static bool grid_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    uint32_t other[3];
    to->groups = from->groups;
    if (!three(box, from->extent, from->groups ? "groups" : "threads", 0, to->extent, from->line, error))
        return false;
    set_names(box, from->groups ? groups_names : grid_names, to->extent);
    if (!three(box, from->threadgroup, "threadgroup", 1, to->threadgroup, from->line, error))
        return false;
    set_names(box, threadgroup_names, to->threadgroup);
    uint64_t size = (uint64_t)to->threadgroup[0] * to->threadgroup[1] * to->threadgroup[2];
    if (size > MOST_THREADS)
        return assay_fail(error, box->scope.file, from->line,
                          "a threadgroup of %llu threads; no device takes more than %d", (unsigned long long)size,
                          MOST_THREADS);
    for (int d = 0; d < 3; d++) {
        uint64_t extent = to->extent[d], group = to->threadgroup[d];
        uint64_t value = from->groups ? extent * group : (extent + group - 1) / group;
        if (value > UINT32_MAX)
            return assay_fail(error, box->scope.file, from->line,
                              "the grid has more than 2^32 threads in one dimension");
        other[d] = (uint32_t)value;
    }
    set_names(box, from->groups ? grid_names : groups_names, other);
    return true;
}

static bool grids(case_box *box, const case_file *file, assay_error *error)
{
    case_dispatch *list = arena_take(&box->memory, file->dispatch_count, sizeof *list);
    for (size_t i = 0; i < file->dispatch_count; i++) {
        const char *kernel = file->dispatches[i].kernel;
        list[i].kernel = kernel ? substitute(box, kernel) : NULL;
        if (!grid_of(box, &file->dispatches[i], &list[i], error))
            return false;
    }
    box->instance.dispatches = list;
    box->instance.dispatch_count = file->dispatch_count;
    return true;
}

static int32_t argument_named(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

/* Places of a list: in order, buffers and textures apart, an @n continues from there; without a list as declared. */
static bool bind(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    const case_instance *instance = &box->instance;
    size_t count = from->named ? from->argument_count : instance->argument_count;
    uint32_t *indices = arena_take(&box->memory, count, sizeof *indices);
    uint32_t *places = arena_take(&box->memory, count, sizeof *places), next[TABLE_COUNT] = {0};
    size_t bound = 0;
    for (size_t n = 0; n < count; n++) {
        int32_t index = from->named ? argument_named(instance, from->argument[n]) : (int32_t)n;
        size_t i = bound;
        if (!from->named && box->instance.of->file->arguments[n].member)
            continue;
        if (index < 0)
            return assay_fail(error, box->scope.file, from->line,
                              "the dispatch passes `%s`, which is no in, out or inout", from->argument[n]);
        const case_argument *argument = &instance->arguments[index];
        if (argument->kind == ARGUMENT_COMMANDS || argument->kind == ARGUMENT_PIPELINE)
            return assay_fail(error, box->scope.file, from->line, "`%s` is bound by an argument buffer alone",
                              argument->name);
        argument_table table = case_argument_table(argument->kind);
        indices[i] = (uint32_t)index;
        places[i] = !from->named ? argument->index : from->place[n] >= 0 ? (uint32_t)from->place[n] : next[table];
        next[table] = places[i] + 1;
        for (size_t j = 0; j < i; j++)
            if (places[j] == places[i] && case_argument_table(instance->arguments[indices[j]].kind) == table)
                return assay_fail(error, box->scope.file, from->line, "`%s` and `%s` share the index %u",
                                  argument->name, instance->arguments[indices[j]].name, (unsigned)places[i]);
        bound++;
    }
    to->arguments = indices;
    to->places = places;
    to->argument_count = bound;
    return true;
}

/* ---- Types and arguments */

/* A type's name, or vec<SCALAR, N>, which for one component is the scalar, so that a case may go through all widths. */
static bool type_from_text(case_box *box, const char *text, int line, assay_type *type, assay_error *error)
{
    const char *name = substitute(box, text);
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
    cursor c = cursor_in(box, from->type, from->line, error);
    const char *inside = cursor_bracketed(&c, '{');
    cursor i = cursor_in(box, inside, from->line, error);
    size_t count = 0, offset = 0, largest = 1;
    do {
        const char *member = cursor_until(&i, ","), *name = member ? member_type(box, member) : NULL;
        struct_field *field = ARENA_PUSH(&box->memory, *fields, count);
        if (!name || !type_from_text(box, name, from->line, &field->type, error))
            return false;
        bool packed = strncmp(substitute(box, name), "packed_", 7) == 0;
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
    to->none = !from->format;
    if (to->none) {
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->count = 0;
        return strcmp(to->generator, "none") == 0 ||
               assay_fail(error, box->scope.file, from->line,
                          "a texture without a format and sizes is `none`, not `%s`", to->generator);
    }
    to->format = substitute(box, from->format);
    if (!pixel_format(to->format, &to->type, block)) {
        const char *close = pixel_format_nearest(to->format);
        return assay_fail(error, box->scope.file, from->line, "unknown pixel format `%s`%s%s", to->format,
                          close ? "; did you mean " : "", close ? close : "");
    }
    for (; count < 4 && from->size[count]; count++) {
        int64_t value, most;
        const char *what = size_name(from->class->sizes[count], to->of_buffer, &most);
        if (!expression_integer(from->size[count], at_line(box, from->line), 1, most, what, &value, error))
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

/* Names of visible functions, each with one of `separators` or the end after it. */
static bool names_of(case_box *box, const char *text, const char *separators, int line, const char *const **names,
                     size_t *count, assay_error *error)
{
    cursor c = cursor_in(box, text, line, error);
    const char **list = NULL;
    do {
        c.at += strspn(c.at, separators);
        const char *name = cursor_name(&c);
        if (!name || (*c.at && !strchr(separators, *c.at)))
            return cursor_fail(&c, "names of visible functions are expected, not `%s`", text);
        *ARENA_PUSH(&box->memory, list, *count) = name;
        c.at += strspn(c.at, separators);
    } while (*c.at);
    *names = list;
    return true;
}

/* `filter linear, address repeat` */
static bool sampler_state(case_box *box, case_argument *to, assay_error *error)
{
    cursor c = cursor_in(box, to->generator, to->line, error);
    do {
        const char *one = cursor_until(&c, ",");
        cursor part = cursor_in(box, one, to->line, error);
        const char *property = one ? cursor_word(&part) : NULL, *word = property ? cursor_word(&part) : NULL;
        if (!one)
            return false;
        if (!word || !cursor_end(&part) || !metal_sampling_set(&to->sampling, property, word))
            return cursor_fail(&c,
                               "a property of samplers and its state are expected, `filter linear`, not `%s`; "
                               "harness/metal/constants.def lists all",
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
    cursor c = cursor_in(box, to->generator, to->line, error);
    case_member *members = NULL;
    do {
        const char *text = cursor_until(&c, ","), *blank = strrchr(text, ' ');
        case_member *member = ARENA_PUSH(&box->memory, members, to->member_count);
        const char *id = arena_text(&box->memory, text, (size_t)(blank - text));
        int64_t value;
        if (!expression_integer(id, at_line(box, to->line), 0, UINT32_MAX, "an id", &value, error))
            return false;
        *member = (case_member){(uint32_t)value, (uint32_t)argument_named(&box->instance, blank + 1)};
    } while (cursor_take(&c, ","));
    to->members = members;
    return ids_good(box, to, error);
}

/* Numbers between commas; `*count` of them, at most as many as a tensor has dimensions. */
static bool sizes_of(case_box *box, const char *text, int line, const char *what, uint32_t sizes[CASE_MOST_RANK],
                     uint32_t *count, assay_error *error)
{
    cursor c = cursor_in(box, text, line, error);
    *count = 0;
    do {
        const char *one = cursor_until(&c, ",");
        int64_t value;
        if (*count == CASE_MOST_RANK)
            return cursor_fail(&c, "a tensor has at most %d dimensions", CASE_MOST_RANK);
        if (!one || !expression_integer(one, at_line(box, line), 1, MOST_ELEMENTS, what, &value, error))
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
    const char *name = substitute(box, type);
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
    if ((!format && !type_from_text(box, from->type, from->line, &to->type, error)) ||
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
    cursor c = cursor_in(box, from->count, from->line, error);
    uint32_t sizes[CASE_MOST_RANK];
    int64_t count = 1;
    if (!cursor_until(&c, ","))
        return false;
    if (cursor_end(&c)) {
        bool good = expression_integer(from->count, at_line(box, from->line), 0, MOST_ELEMENTS,
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

static bool argument_of(case_box *box, const declared_argument *from, struct_field **fields, case_argument *to,
                        assay_error *error)
{
    *to = (case_argument){.kind = from->kind,
                          .role = from->role,
                          .name = from->name,
                          .index = from->index,
                          .line = from->line,
                          .count = 1,
                          .scales = -1};
    to->generator = from->initial ? substitute(box, from->initial) : NULL;
    if (from->kind == ARGUMENT_TEXTURE)
        return texture_type(box, from, to, error);
    if (from->kind == ARGUMENT_FUNCTIONS || from->kind == ARGUMENT_PIPELINE) {
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->count = 0;
        return (from->kind == ARGUMENT_FUNCTIONS && strcmp(to->generator, "none") == 0) ||
               names_of(box, to->generator, ", ", to->line, &to->functions, &to->function_count, error);
    }
    if (from->kind == ARGUMENT_SAMPLER || from->kind == ARGUMENT_ARGUMENTS) {
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        to->count = 0;
        return from->kind == ARGUMENT_ARGUMENTS || sampler_state(box, to, error);
    }
    if (from->kind == ARGUMENT_COMMANDS) {
        int64_t commands = 0;
        to->type = (assay_type){SCALAR_UCHAR, 1, 1};
        bool good = expression_integer(from->count, at_line(box, from->line), 1, MOST_COMMANDS,
                                       "the number of commands", &commands, error);
        to->count = (size_t)commands;
        return good;
    }
    if (from->extents)
        return tensor_type(box, from, to, error);
    if (from->type[0] == '{')
        return from->kind == ARGUMENT_BYTES
                   ? struct_type(box, from, fields, to, error)
                   : assay_fail(error, box->scope.file, from->line,
                                "buffers of structs are written as buffers of their members' type");
    if (!type_from_text(box, from->type, from->line, &to->type, error))
        return false;
    to->count = 1;
    return !from->count || elements_of(box, from, to, error);
}

/* A scale for each 32 elements of a row. */
static bool plane_of(case_box *box, case_argument *tensor, const char *name, assay_error *error)
{
    tensor->scales = argument_named(&box->instance, name);
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

static bool arguments(case_box *box, const case_file *file, assay_error *error)
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
        if (!bind(box, &file->dispatches[i], (case_dispatch *)&box->instance.dispatches[i], error))
            return false;
    return true;
}

/* ---- Macros, constants, threadgroup memory */

/* A number where the text computes one, otherwise the text with its parameters replaced. */
static const char *macro_value(case_box *box, const declared_text *macro)
{
    expression_value value;
    if (!expression_evaluate(macro->text, strlen(macro->text), at_line(box, macro->line), &value, NULL))
        return substitute(box, macro->text);
    if (!value.real)
        return arena_format(&box->memory, "%lld", (long long)value.integer);
    const char *text = arena_format(&box->memory, "%.17g", value.number);
    return strpbrk(text, ".en") ? text : arena_format(&box->memory, "%s.0", text);
}

static void macros(case_box *box, const case_file *file)
{
    const expression_scope *scope = &box->scope;
    metal_macro *list =
        arena_take(&box->memory, scope->parameter_count + scope->variable_count + file->macro_count, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < scope->parameter_count + scope->variable_count; i++) {
        const case_value *value =
            i < scope->parameter_count ? &scope->parameters[i] : &scope->variables[i - scope->parameter_count];
        if (code_has_word(file->code, value->name))
            list[count++] = (metal_macro){value->name, value->value};
    }
    for (size_t i = 0; i < file->macro_count; i++)
        list[count++] = (metal_macro){file->macros[i].name, macro_value(box, &file->macros[i])};
    box->instance.macros = list;
    box->instance.macro_count = count;
}

/* MTLDataType of a scalar; vectors of two to four follow it directly. */
static uint32_t data_type(assay_type type)
{
    static const uint32_t first[] = {
        [SCALAR_BOOL] = 53,   [SCALAR_CHAR] = 45, [SCALAR_UCHAR] = 49,   [SCALAR_SHORT] = 37,
        [SCALAR_USHORT] = 41, [SCALAR_INT] = 29,  [SCALAR_UINT] = 33,    [SCALAR_LONG] = 81,
        [SCALAR_ULONG] = 85,  [SCALAR_HALF] = 16, [SCALAR_BFLOAT] = 121, [SCALAR_FLOAT] = 3};
    return first[type.scalar] + type.lanes - 1u;
}

/* The components, separated by commas, one behind the other. */
static bool constant_of(case_box *box, const declared_constant *from, metal_constant *to, assay_error *error)
{
    assay_type type;
    if (!type_from_text(box, from->type, from->line, &type, error))
        return false;
    const char *text = substitute(box, from->value);
    const expression_scope *scope = at_line(box, from->line);
    size_t size = assay_scalar_size(type.scalar);
    char *bytes = arena_take(&box->memory, 4, sizeof(uint64_t));
    for (unsigned lane = 0; lane < type.lanes; lane++) {
        literal value;
        uint64_t bits;
        text += strspn(text, " ");
        size_t length = lane + 1u < type.lanes ? strcspn(text, ",") : strlen(text);
        if (!literal_parse(text, length, scope, &value, error) ||
            !literal_encode(&value, type.scalar, scope, &bits, error))
            return false;
        scalar_store(type.scalar, bytes + lane * size, bits);
        text += length + (text[length] == ',');
    }
    *to = (metal_constant){from->name, from->index, data_type(type), bytes};
    return true;
}

static bool constants(case_box *box, const case_file *file, assay_error *error)
{
    metal_constant *list = arena_take(&box->memory, file->constant_count, sizeof *list);
    for (size_t i = 0; i < file->constant_count; i++)
        if (!constant_of(box, &file->constants[i], &list[i], error))
            return false;
    for (size_t i = 0; i < file->constant_count && box->instance.options.constants_by_index; i++)
        list[i].name = NULL;
    box->instance.constants = list;
    box->instance.constant_count = file->constant_count;
    return true;
}

static bool threadgroup_memory(case_box *box, const case_file *file, assay_error *error)
{
    case_threadgroup_memory *list = arena_take(&box->memory, file->threadgroup_count, sizeof *list);
    for (size_t i = 0; i < file->threadgroup_count; i++) {
        const declared_text *from = &file->threadgroups[i];
        int64_t bytes;
        if (!expression_integer(from->text, at_line(box, from->line), 1, MOST_THREADGROUP_MEMORY, "threadgroup memory",
                                &bytes, error))
            return false;
        list[i] = (case_threadgroup_memory){from->index, (uint32_t)((bytes + 15) / 16 * 16)};
    }
    box->instance.threadgroup_memory = list;
    box->instance.threadgroup_memory_count = file->threadgroup_count;
    return true;
}

/* ---- What the API is asked for */

/* `NUMBER FORMAT ARGUMENT` */
static bool attribute_of(case_box *box, cursor *c, case_options *to)
{
    metal_attribute *list = (metal_attribute *)to->pipeline.attributes;
    metal_attribute *attribute = ARENA_PUSH(&box->memory, list, to->pipeline.attribute_count);
    to->pipeline.attributes = list;
    *attribute = (metal_attribute){0};
    if (!cursor_index(c, 30, &attribute->attribute))
        return false;
    const char *format = cursor_word(c), *name = format ? cursor_word(c) : NULL;
    int32_t index = name ? argument_named(&box->instance, name) : -1;
    if (index < 0 || box->instance.arguments[index].kind != ARGUMENT_BUFFER ||
        !metal_attribute_format(format, &attribute->format))
        return cursor_fail(
            c, "`attribute NUMBER FORMAT BUFFER` is expected, with a format of harness/metal/constants.def");
    attribute->buffer = box->instance.arguments[index].index;
    attribute->stride = box->instance.arguments[index].type.stride;
    return true;
}

/* `W x H x D` */
static bool size_of(case_box *box, cursor *c, const char *what, uint32_t size[3])
{
    const char *at = c->at;
    for (int d = 0; d < 3; d++) {
        const char *end = at ? strstr(at, " x ") : NULL;
        int64_t value = 1;
        const char *text = !at ? NULL : end ? arena_text(&box->memory, at, (size_t)(end - at)) : at;
        if (text && !expression_integer(text, at_line(box, c->line), 1, UINT32_MAX, what, &value, c->error))
            return false;
        size[d] = (uint32_t)value;
        at = end ? end + 3 : NULL;
    }
    return !at || cursor_fail(c, "%s has at most three dimensions", what);
}

/* The argument that is an indirect command buffer with command `n`; -1 with an error. */
static int32_t commands_named(case_box *box, cursor *c, const char *name, uint32_t n)
{
    int32_t index = name ? argument_named(&box->instance, name) : -1;
    const case_argument *commands = index < 0 ? NULL : &box->instance.arguments[index];
    if (commands && commands->kind == ARGUMENT_COMMANDS && n < commands->count)
        return index;
    cursor_fail(c, "`%s` is no command_buffer[…] with a command %u", name ? name : "", (unsigned)n);
    return -1;
}

/* `NAME FIRST COUNT` */
static bool execution_of(case_box *box, cursor *c, case_options *to)
{
    to->execute = cursor_name(c);
    cursor_blanks(c);
    bool good = to->execute && cursor_index(c, MOST_COMMANDS, &to->execute_first);
    cursor_blanks(c);
    if (!good || !cursor_index(c, MOST_COMMANDS, &to->execute_count) || !cursor_end(c) || !to->execute_count)
        return cursor_fail(c, "`execute NAME FIRST COUNT` is expected");
    return commands_named(box, c, to->execute, to->execute_first + to->execute_count - 1) >= 0;
}

/* `max_threads N`, `required_threads W x H x D`, `optimize size` or `optimize speed`, `legacy_math`, `default_math`,
 * `concurrent`, `constants_by_index`, `link F …`, `groups G …`, `attribute NUMBER FORMAT BUFFER`, `region W x H x D` */
static bool option_of(case_box *box, const char *text, int line, case_options *to, assay_error *error)
{
    cursor c = cursor_in(box, text, line, error);
    const char *name = cursor_name(&c);
    int64_t value;
    cursor_blanks(&c);
    if (name && strcmp(name, "optimize") == 0 && (strcmp(c.at, "size") == 0 || strcmp(c.at, "speed") == 0)) {
        to->for_size = strcmp(c.at, "size") == 0;
        return true;
    }
    if (name && strcmp(name, "legacy_math") == 0 && !*c.at)
        return to->legacy_math = true;
    if (name && strcmp(name, "default_math") == 0 && !*c.at)
        return to->default_math = true;
    if (name && strcmp(name, "concurrent") == 0 && !*c.at)
        return to->concurrent = true;
    if (name && strcmp(name, "logging") == 0 && !*c.at)
        return to->logging = true;
    if (name && strcmp(name, "log_level") == 0 && metal_log_level(c.at, &to->log.level))
        return true;
    if (name && (strcmp(name, "log_buffer") == 0 || strcmp(name, "log_overflow") == 0)) {
        to->log_overflow = strcmp(name, "log_overflow") == 0;
        bool good = expression_integer(c.at, at_line(box, line), 1024, 1 << 30, "bytes", &value, error);
        to->log.bytes = good ? (uint32_t)value : 0;
        return good;
    }
    if (name && strcmp(name, "attribute") == 0)
        return attribute_of(box, &c, to);
    if (name && strcmp(name, "link") == 0)
        return names_of(box, c.at, " ", line, &to->pipeline.linked, &to->pipeline.linked_count, error);
    if (name && strcmp(name, "groups") == 0)
        return names_of(box, c.at, " ", line, &to->pipeline.groups, &to->pipeline.group_count, error);
    if (name && strcmp(name, "execute") == 0)
        return execution_of(box, &c, to);
    if (name && strcmp(name, "region") == 0)
        return size_of(box, &c, "the region", to->region);
    if (name && strcmp(name, "required_threads") == 0)
        return size_of(box, &c, "the threadgroup", to->pipeline.required_threads);
    if (name && strcmp(name, "constants_by_index") == 0 && !*c.at)
        return to->constants_by_index = true;
    if (!name || strcmp(name, "max_threads") != 0)
        return cursor_fail(&c,
                           "unknown option `%s`; there are max_threads N, required_threads W x H x D, "
                           "optimize size|speed, constants_by_index, link, groups, attribute, region, execute, "
                           "legacy_math, default_math, concurrent, logging, log_level, log_buffer, log_overflow",
                           text);
    if (!expression_integer(c.at, at_line(box, line), 1, UINT32_MAX, "threads", &value, error))
        return false;
    to->max_threads = (uint32_t)value;
    return true;
}

static bool is_linked(const case_options *options, const char *function)
{
    for (size_t i = 0; i < options->pipeline.linked_count; i++)
        if (strcmp(options->pipeline.linked[i], function) == 0)
            return true;
    return false;
}

/* What a table holds is linked: a pipeline has handles of nothing else. */
static bool tables_linked(case_box *box, assay_error *error)
{
    for (size_t i = 0; i < box->instance.argument_count; i++) {
        const case_argument *table = &box->instance.arguments[i];
        for (size_t n = 0; n < table->function_count && table->kind == ARGUMENT_FUNCTIONS; n++)
            if (!is_linked(&box->instance.options, table->functions[n]))
                return assay_fail(error, box->scope.file, table->line,
                                  "the function `%s` of a table is not linked: name it in `options: link …`",
                                  table->functions[n]);
    }
    return true;
}

static bool options(case_box *box, const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < box->instance.argument_count; i++)
        box->instance.options.pipeline.indirect |= box->instance.arguments[i].kind == ARGUMENT_COMMANDS;
    if (!file->options.text)
        return tables_linked(box, error);
    cursor c = cursor_in(box, substitute(box, file->options.text), file->options.line, error);
    do {
        const char *one = cursor_until(&c, ",");
        if (!one || !option_of(box, one, c.line, &box->instance.options, error))
            return false;
    } while (cursor_take(&c, ","));
    return tables_linked(box, error);
}

/* ---- What keeps dispatches apart */

/* `buffers`, `textures`, or arguments. */
static bool barrier_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    cursor c = cursor_in(box, substitute(box, from->after), from->line, error);
    uint32_t *list = NULL;
    while (!cursor_end(&c)) {
        const char *name = cursor_word(&c);
        int32_t index = argument_named(&box->instance, name);
        argument_kind kind = index < 0 ? ARGUMENT_BYTES : box->instance.arguments[index].kind;
        if (strcmp(name, "buffers") == 0)
            to->after_buffers = true;
        else if (strcmp(name, "textures") == 0)
            to->after_textures = true;
        else if (kind == ARGUMENT_BUFFER || kind == ARGUMENT_TEXTURE)
            *ARENA_PUSH(&box->memory, list, to->after_count) = (uint32_t)index;
        else
            return cursor_fail(&c, "`after` takes `buffers`, `textures` or arguments that are one, not `%s`", name);
    }
    to->after = list;
    if (to->after_count && (to->after_buffers || to->after_textures))
        return cursor_fail(&c, "a barrier is of a scope or of arguments, not of both");
    return to->after_count <= METAL_MOST_BARRED ||
           cursor_fail(&c, "a barrier takes at most %d arguments", METAL_MOST_BARRED);
}

/* The buffer of three numbers that an indirect dispatch takes. */
static bool indirect_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    to->indirect = from->indirect ? argument_named(&box->instance, from->indirect) : -1;
    if (!from->indirect)
        return true;
    const case_argument *argument = to->indirect < 0 ? NULL : &box->instance.arguments[to->indirect];
    if (!argument || argument->kind != ARGUMENT_BUFFER || argument->type.scalar != SCALAR_UINT ||
        argument->count * argument->type.lanes < 3)
        return assay_fail(error, box->scope.file, from->line,
                          "`indirect %s` needs an in or inout of that name with three uint", from->indirect);
    return to->groups ||
           assay_fail(error, box->scope.file, from->line,
                      "an indirect dispatch is one of threadgroups: say `groups …`, what the buffer holds");
}

/* `NAME N` or `NAME N barrier`: the dispatch becomes a command, which takes buffers alone. */
static bool command_of(case_box *box, const declared_dispatch *from, case_dispatch *to, assay_error *error)
{
    to->commands = -1;
    if (!from->command)
        return true;
    cursor c = cursor_in(box, substitute(box, from->command), from->line, error);
    const char *name = cursor_name(&c);
    cursor_blanks(&c);
    if (!cursor_index(&c, MOST_COMMANDS, &to->command))
        return false;
    cursor_blanks(&c);
    to->command_barrier = strcmp(c.at, "barrier") == 0;
    if (*c.at && !to->command_barrier)
        return cursor_fail(&c, "`command NAME N` or `command NAME N barrier` is expected");
    for (size_t i = 0; i < to->argument_count; i++)
        if (box->instance.arguments[to->arguments[i]].kind != ARGUMENT_BUFFER)
            return cursor_fail(&c, "a command takes buffers alone, not `%s`",
                               box->instance.arguments[to->arguments[i]].name);
    if (from->indirect || from->after || from->new_encoder)
        return cursor_fail(&c, "a command is not encoded with `indirect`, `after` or `new encoder`");
    to->commands = commands_named(box, &c, name, to->command);
    return to->commands >= 0;
}

static bool barriers(case_box *box, const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->dispatch_count; i++) {
        const declared_dispatch *from = &file->dispatches[i];
        case_dispatch *to = (case_dispatch *)&box->instance.dispatches[i];
        to->new_encoder = from->new_encoder;
        if (!indirect_of(box, from, to, error) || !command_of(box, from, to, error))
            return false;
        if ((from->after || from->new_encoder) && !i)
            return assay_fail(error, box->scope.file, from->line, "no dispatch comes before the first");
        if (from->after && from->new_encoder)
            return assay_fail(error, box->scope.file, from->line, "a new encoder needs no barrier in front");
        if (from->after && !box->instance.options.concurrent)
            return assay_fail(error, box->scope.file, from->line,
                              "`after` orders dispatches that are concurrent: say `options: concurrent`");
        if (from->after && !barrier_of(box, from, to, error))
            return false;
    }
    return true;
}

/* ---- What reflection says */

/* `"…"` at the end of a line; NULL for anything else. */
static const char *quoted(case_box *box, const char *text)
{
    size_t length = strlen(text);
    if (length < 2 || text[0] != '"' || strchr(text + 1, '"') != text + length - 1)
        return NULL;
    return arena_format(&box->memory, "%.*s", (int)length - 2, text + 1);
}

/* `PATH = NUMBER`, `PATH = absent`, `annotation = "TEXT"` */
static bool reflection_of(case_box *box, const declared_text *from, case_reflection *to, assay_error *error)
{
    cursor c = cursor_in(box, substitute(box, from->text), from->line, error);
    *to = (case_reflection){.kernel = from->name ? substitute(box, from->name) : NULL, .line = from->line};
    to->path = cursor_until(&c, "=");
    int64_t value = 0;
    if (!to->path)
        return false;
    if (!*to->path || !cursor_take(&c, "="))
        return cursor_fail(&c, "`PATH = NUMBER` or `PATH = absent` is expected, not `%s`", from->text);
    cursor_blanks(&c);
    to->absent = strcmp(c.at, "absent") == 0;
    to->text = quoted(box, c.at);
    bool annotation = strcmp(to->path, "annotation") == 0;
    if (annotation ? !to->kernel || !(to->text || to->absent) : to->text != NULL)
        return cursor_fail(&c, "`KERNEL: annotation` is a text in quotes or `absent`, and nothing else is a text");
    if (!to->absent && !to->text &&
        !expression_integer(c.at, at_line(box, from->line), 0, UINT32_MAX, to->path, &value, error))
        return false;
    to->value = (uint32_t)value;
    return true;
}

static bool logs(case_box *box, const case_file *file)
{
    case_log *list = arena_take(&box->memory, file->log_count, sizeof *list);
    for (size_t i = 0; i < file->log_count; i++)
        list[i] = (case_log){file->logs[i].text ? substitute(box, file->logs[i].text) : NULL, file->logs[i].line};
    box->instance.logs = list;
    box->instance.log_count = file->log_count;
    return true;
}

static bool reflections(case_box *box, const case_file *file, assay_error *error)
{
    case_reflection *list = arena_take(&box->memory, file->reflect_count, sizeof *list);
    for (size_t i = 0; i < file->reflect_count; i++)
        if (!reflection_of(box, &file->reflects[i], &list[i], error))
            return false;
    box->instance.reflections = list;
    box->instance.reflection_count = file->reflect_count;
    return true;
}

/* ---- Expectations */

static bool real_of(case_box *box, const char *text, int line, double *value, assay_error *error)
{
    expression_value result;
    if (!expression_evaluate(text, strlen(text), at_line(box, line), &result, error))
        return false;
    *value = result.number;
    return *value >= 0 || assay_fail(error, box->scope.file, line, "the bound `%s` is negative", text);
}

static bool compare_of(case_box *box, const case_file *file, const declared_text *from, case_expectation *to,
                       assay_error *error)
{
    cursor c = cursor_in(box, from->text, from->line, error);
    const char *word = cursor_name(&c);
    word = word ? word : "";
    if (!compare_from_name(word, &to->how.kind))
        return cursor_fail(&c,
                           "unknown comparison `%s`; there are bits, ulp N, interval, set, permutation, statistic N, "
                           "near ABS REL",
                           word);
    if (to->how.kind == COMPARE_ULP) {
        cursor_blanks(&c);
        return *c.at ? real_of(box, c.at, from->line, &to->how.ulp, error) : cursor_fail(&c, "`ulp` needs a number");
    }
    if (to->how.kind == COMPARE_NEAR) {
        if (file->in_tree)
            return cursor_fail(
                &c, "`near` is for files outside the tree: here a reference derives its bound (expect_near)");
        const char *absolute = cursor_word(&c), *relative = cursor_word(&c);
        if (!absolute || !relative)
            return cursor_fail(&c, "`near ABSOLUTE RELATIVE` is expected");
        if (!real_of(box, absolute, from->line, &to->how.absolute, error) ||
            !real_of(box, relative, from->line, &to->how.relative, error))
            return false;
    } else if (to->how.kind == COMPARE_STATISTIC) {
        cursor_blanks(&c);
        return *c.at ? real_of(box, c.at, from->line, &to->how.total, error)
                     : cursor_fail(&c, "`statistic` needs the number that the counts add up to");
    }
    return cursor_end(&c) || cursor_fail(&c, "`%s` is left over after the comparison", c.at);
}

static bool expectation_of(case_box *box, const case_file *file, const declared_text *from, case_expectation *to,
                           assay_error *error)
{
    int32_t argument = argument_named(&box->instance, from->name);
    if (argument < 0 || box->instance.arguments[argument].role == ROLE_IN)
        return assay_fail(error, box->scope.file, from->line,
                          "`%s` is no output of this case; declare `out: %s TYPE[COUNT]`", from->name, from->name);
    *to = (case_expectation){.argument = (uint32_t)argument, .text = from->text, .line = from->line};
    to->recorded = strncmp(from->text, "recorded ", strlen("recorded ")) == 0;
    to->text += to->recorded ? strlen("recorded ") : 0;
    const declared_text *compare = NULL;
    for (size_t i = 0; i < file->compare_count; i++) {
        const declared_text *one = &file->compares[i];
        if (one->name && strcmp(one->name, from->name) == 0)
            compare = one;
        else if (!one->name && !compare)
            compare = one;
    }
    case_promise promise;
    return (!compare || compare_of(box, file, compare, to, error)) &&
           promise_parse(&box->instance, to, &box->memory, &promise, error);
}

static bool expectations(case_box *box, const case_file *file, assay_error *error)
{
    case_expectation *list = arena_take(&box->memory, file->expect_count, sizeof *list);
    for (size_t i = 0; i < file->expect_count; i++)
        if (!expectation_of(box, file, &file->expects[i], &list[i], error))
            return false;
    for (size_t i = 0; i < file->compare_count; i++) {
        const char *name = file->compares[i].name;
        if (name && argument_named(&box->instance, name) < 0)
            return assay_fail(error, box->scope.file, file->compares[i].line, "`%s` is no output of this case", name);
    }
    box->instance.expectations = list;
    box->instance.expectation_count = file->expect_count;
    return true;
}

/* What can be swept: one buffer of floats in, one out, an element of both for each thread. */
static bool swept(case_box *box, const case_file *file, assay_error *error)
{
    case_instance *instance = &box->instance;
    if (!file->sweep.name)
        return true;
    instance->sweep = argument_named(instance, file->sweep.name);
    const case_argument *in = instance->arguments, *out = instance->arguments + 1;
    bool fits = instance->argument_count == 2 && instance->sweep == 0 && in->role == ROLE_IN && out->role == ROLE_OUT &&
                instance->dispatch_count == 1 && instance->expectation_count == 1;
    fits = fits && in->kind == ARGUMENT_BUFFER && in->type.scalar == SCALAR_FLOAT &&
           in->type.stride == 4 * in->type.lanes && out->kind == ARGUMENT_BUFFER &&
           memcmp(&in->type, &out->type, sizeof in->type) == 0;
    const case_dispatch *dispatch = instance->dispatches;
    fits = fits && !dispatch->groups && dispatch->extent[0] == in->count && in->count == out->count;
    return fits || assay_fail(error, file->path, file->sweep.line,
                              "a sweep needs one dispatch, one input and one output, both buffers of float, float2 or "
                              "float4 with an element for each thread");
}

/* ---- All of it */

/* The file with its header, so that lines count from its top; a program that says itself where its lines stand goes
 * without, and files that differ in their headers alone are compiled once. */
static const char *program_of(const case_file *file)
{
    const char *body = file->source + file->body;
    return strncmp(body, "#line", 5) == 0 ? body : file->source;
}

static void start(case_box *box, const assay_case *of, size_t subcase, uint32_t simd_width)
{
    const case_file *file = of->file;
    size_t variables = axes_name_count(&file->subcases);
    case_value *values = arena_take(&box->memory, variables + 1, sizeof *values);
    axes_row(&file->subcases, subcase, values);
    box->scope = (expression_scope){.file = file->path,
                                    .parameters = of->parameters,
                                    .parameter_count = of->parameter_count,
                                    .variables = values,
                                    .variable_count = variables,
                                    .names = box->names};
    set_name(box, "simd_width", simd_width);
    if (of->msl) /* as __METAL_VERSION__: 320 */
        set_name(box, "msl", 100 * (of->msl >> 16) + 10 * (of->msl & 0xffff));
    box->instance = (case_instance){.of = of,
                                    .variables = values,
                                    .variable_count = variables,
                                    .sweep = -1,
                                    .source = program_of(file),
                                    .must_reject = file->must_reject,
                                    .no_pipeline = file->no_pipeline,
                                    .reject_words = file->reject_words,
                                    .reject_line = file->reject_line,
                                    .control = file->control,
                                    .grade = file->grade,
                                    .refusal = file->refusal};
}

case_instance *case_instantiate(const assay_case *of, size_t subcase, uint32_t simd_width, assay_error *error)
{
    const case_file *file = of->file;
    case_box *box = calloc(1, sizeof *box);
    if (!box || subcase >= of->subcase_count) {
        assay_fail(error, file->path, 0, box ? "`%s` has no subcase %zu" : "out of memory for `%s`, subcase %zu",
                   of->name, subcase);
        free(box);
        return NULL;
    }
    start(box, of, subcase, simd_width);
    macros(box, file);
    if (grids(box, file, error) && arguments(box, file, error) && options(box, file, error) &&
        constants(box, file, error) && threadgroup_memory(box, file, error) && barriers(box, file, error) &&
        reflections(box, file, error) && logs(box, file) && expectations(box, file, error) && swept(box, file, error))
        return &box->instance;
    case_instance_destroy(&box->instance);
    return NULL;
}

void case_instance_destroy(case_instance *instance)
{
    if (!instance)
        return;
    case_box *box = (case_box *)instance;
    arena_free(&box->memory);
    free(box);
}
