/* resolve_options.c: macros, constants, and what the API is asked for and says. */
#include "resolve.h"
#include "../declare/cursor.h"
#include "../format.h"
#include "../internal.h"
#include "../declare/promise.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Macros, constants, threadgroup memory */

/* A number where the text computes one, otherwise the text with its parameters replaced. */
static const char *macro_value(case_box *box, const declared_text *macro)
{
    expression_value value;
    if (!expression_evaluate(macro->text, strlen(macro->text), resolve_at_line(box, macro->line), &value, NULL))
        return resolve_substitute(box, macro->text);
    if (!value.real)
        return arena_format(&box->memory, "%lld", (long long)value.integer);
    const char *text = arena_format(&box->memory, "%.17g", value.number);
    return strpbrk(text, ".en") ? text : arena_format(&box->memory, "%s.0", text);
}

void resolve_macros(case_box *box, const case_file *file)
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
    if (!resolve_type_from_text(box, from->type, from->line, &type, error))
        return false;
    const char *text = resolve_substitute(box, from->value);
    const expression_scope *scope = resolve_at_line(box, from->line);
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

bool resolve_constants(case_box *box, const case_file *file, assay_error *error)
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

bool resolve_threadgroup_memory(case_box *box, const case_file *file, assay_error *error)
{
    case_threadgroup_memory *list = arena_take(&box->memory, file->threadgroup_count, sizeof *list);
    for (size_t i = 0; i < file->threadgroup_count; i++) {
        const declared_text *from = &file->threadgroups[i];
        int64_t bytes;
        if (!expression_integer(from->text, resolve_at_line(box, from->line), 1, MOST_THREADGROUP_MEMORY,
                                "threadgroup memory", &bytes, error))
            return false;
        list[i] = (case_threadgroup_memory){from->index, (uint32_t)((bytes + 15) / 16 * 16)};
    }
    box->instance.threadgroup_memory = list;
    box->instance.threadgroup_memory_count = file->threadgroup_count;
    return true;
}

/* ---- What the API is asked for */

/* From one element of an attribute to the next: a row, where the buffer has several dimensions. */
static uint32_t row_stride(const case_argument *buffer)
{
    uint32_t stride = buffer->type.stride;
    for (uint32_t d = 1; d < buffer->dimensions; d++)
        stride *= buffer->dimension[d];
    return stride;
}

/* `NUMBER FORMAT BUFFER`, then how threads step through it, and whether the stride comes with the buffer. */
static bool attribute_of(case_box *box, cursor *c, case_options *to)
{
    metal_attribute *list = (metal_attribute *)to->pipeline.attributes;
    metal_attribute *attribute = ARENA_PUSH(&box->memory, list, to->pipeline.attribute_count);
    to->pipeline.attributes = list;
    *attribute = (metal_attribute){0};
    if (!cursor_index(c, 30, &attribute->attribute) || !metal_attribute_step("x", &attribute->step))
        return false;
    const char *format = cursor_word(c), *name = format ? cursor_word(c) : NULL, *word;
    int32_t index = name ? resolve_argument_named(&box->instance, name) : -1;
    bool good = index >= 0 && box->instance.arguments[index].kind == ARGUMENT_BUFFER &&
                metal_attribute_format(format, &attribute->format);
    for (cursor_blanks(c); good && *c->at && (word = cursor_word(c)); cursor_blanks(c)) {
        if (strcmp(word, "dynamic") == 0)
            attribute->dynamic = true;
        else
            good = metal_attribute_step(word, &attribute->step);
    }
    if (!good)
        return cursor_fail(c, "`attribute NUMBER FORMAT BUFFER`, then perhaps a step function and `dynamic`, is "
                              "expected, with words of harness/words/constants.def");
    attribute->buffer = box->instance.arguments[index].index;
    attribute->stride = row_stride(&box->instance.arguments[index]);
    return true;
}

/* `BUFFER` of ushort or uint */
static bool indices_of(case_box *box, cursor *c, case_options *to)
{
    const char *name = cursor_name(c);
    int32_t index = name ? resolve_argument_named(&box->instance, name) : -1;
    const case_argument *buffer = index < 0 ? NULL : &box->instance.arguments[index];
    if (!buffer || buffer->kind != ARGUMENT_BUFFER || (buffer->type.stride != 2 && buffer->type.stride != 4))
        return cursor_fail(c, "`indices BUFFER` is expected, a buffer of ushort or uint");
    to->pipeline.index_buffer = buffer->index;
    to->pipeline.index_bytes = buffer->type.stride;
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
        if (text && !expression_integer(text, resolve_at_line(box, c->line), 1, UINT32_MAX, what, &value, c->error))
            return false;
        size[d] = (uint32_t)value;
        at = end ? end + 3 : NULL;
    }
    return !at || cursor_fail(c, "%s has at most three dimensions", what);
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
    return resolve_commands_named(box, c, to->execute, to->execute_first + to->execute_count - 1) >= 0;
}

/* `max_threads N`, `required_threads W x H x D`, `optimize size` or `optimize speed`, `legacy_math`, `default_math`,
 * `concurrent`, `constants_by_index`, `link F …`, `groups G …`, `attribute NUMBER FORMAT BUFFER`, `indices BUFFER`,
 * `region W x H x D` */
static bool option_of(case_box *box, const char *text, int line, case_options *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, text, line, error);
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
        bool good = expression_integer(c.at, resolve_at_line(box, line), 1024, 1 << 30, "bytes", &value, error);
        to->log.bytes = good ? (uint32_t)value : 0;
        return good;
    }
    if (name && strcmp(name, "attribute") == 0)
        return attribute_of(box, &c, to);
    if (name && strcmp(name, "indices") == 0)
        return indices_of(box, &c, to);
    if (name && strcmp(name, "link") == 0)
        return resolve_names_of(box, c.at, " ", line, &to->pipeline.linked, &to->pipeline.linked_count, error);
    if (name && strcmp(name, "groups") == 0)
        return resolve_names_of(box, c.at, " ", line, &to->pipeline.groups, &to->pipeline.group_count, error);
    if (name && strcmp(name, "execute") == 0)
        return execution_of(box, &c, to);
    if (name && strcmp(name, "region") == 0)
        return size_of(box, &c, "the region", to->region);
    if (name && strcmp(name, "required_threads") == 0)
        return size_of(box, &c, "the threadgroup", to->pipeline.required_threads);
    if (name && strcmp(name, "constants_by_index") == 0 && !*c.at)
        return to->constants_by_index = true;
    if (!name || strcmp(name, "max_threads") != 0)
        return cursor_fail(
            &c,
            "unknown option `%s`; there are max_threads N, required_threads W x H x D, "
            "optimize size|speed, constants_by_index, link, groups, attribute, indices, region, execute, "
            "legacy_math, default_math, concurrent, logging, log_level, log_buffer, log_overflow",
            text);
    if (!expression_integer(c.at, resolve_at_line(box, line), 1, UINT32_MAX, "threads", &value, error))
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

bool resolve_options(case_box *box, const case_file *file, assay_error *error)
{
    for (size_t i = 0; i < box->instance.argument_count; i++)
        box->instance.options.pipeline.indirect |= box->instance.arguments[i].kind == ARGUMENT_COMMANDS;
    if (!file->options.text)
        return tables_linked(box, error);
    cursor c = resolve_cursor_in(box, resolve_substitute(box, file->options.text), file->options.line, error);
    do {
        const char *one = cursor_until(&c, ",");
        if (!one || !option_of(box, one, c.line, &box->instance.options, error))
            return false;
    } while (cursor_take(&c, ","));
    return tables_linked(box, error);
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

/* `PATH = NUMBER`, `PATH = absent`, `annotation = "TEXT"`, `arguments = recorded`, `constants = recorded` */
static bool reflection_of(case_box *box, const declared_text *from, case_reflection *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, resolve_substitute(box, from->text), from->line, error);
    *to = (case_reflection){.kernel = from->name ? resolve_substitute(box, from->name) : NULL, .line = from->line};
    to->path = cursor_until(&c, "=");
    int64_t value = 0;
    if (!to->path)
        return false;
    if (!*to->path || !cursor_take(&c, "="))
        return cursor_fail(&c, "`PATH = NUMBER` or `PATH = absent` is expected, not `%s`", from->text);
    cursor_blanks(&c);
    to->absent = strcmp(c.at, "absent") == 0;
    to->recorded = strcmp(c.at, "recorded") == 0;
    bool told = strcmp(to->path, "arguments") == 0 || strcmp(to->path, "constants") == 0;
    if (to->recorded ? !told || !to->kernel : strcmp(to->path, "arguments") == 0)
        return cursor_fail(&c, "`KERNEL: arguments` and `KERNEL: constants` are `recorded`, and nothing else is");
    to->text = quoted(box, c.at);
    bool annotation = strcmp(to->path, "annotation") == 0;
    if (annotation ? !to->kernel || !(to->text || to->absent) : to->text != NULL)
        return cursor_fail(&c, "`KERNEL: annotation` is a text in quotes or `absent`, and nothing else is a text");
    if (!to->absent && !to->text && !to->recorded &&
        !expression_integer(c.at, resolve_at_line(box, from->line), 0, UINT32_MAX, to->path, &value, error))
        return false;
    to->value = (uint32_t)value;
    return true;
}

bool resolve_logs(case_box *box, const case_file *file)
{
    case_log *list = arena_take(&box->memory, file->log_count, sizeof *list);
    for (size_t i = 0; i < file->log_count; i++)
        list[i] =
            (case_log){file->logs[i].text ? resolve_substitute(box, file->logs[i].text) : NULL, file->logs[i].line};
    box->instance.logs = list;
    box->instance.log_count = file->log_count;
    return true;
}

bool resolve_reflections(case_box *box, const case_file *file, assay_error *error)
{
    case_reflection *list = arena_take(&box->memory, file->reflect_count, sizeof *list);
    for (size_t i = 0; i < file->reflect_count; i++)
        if (!reflection_of(box, &file->reflects[i], &list[i], error))
            return false;
    box->instance.reflections = list;
    box->instance.reflection_count = file->reflect_count;
    return true;
}
