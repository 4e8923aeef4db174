/* declare_argument.c: keys that say what goes in and what comes out. */
#include "declare_keys.h"
#include "cursor.h"
#include "../internal.h"
#include <string.h>

/* What is expected: "`[WIDTH, HEIGHT]` or `[WIDTH, HEIGHT, LEVELS]`". */
static const char *sizes_expected(cursor *c, const char *sizes)
{
    const char *one = "", *expected = "";
    for (; *sizes; sizes++) {
        const char *word = *sizes == 'w'   ? "WIDTH"
                           : *sizes == 'h' ? "HEIGHT"
                           : *sizes == 'd' ? "DEPTH"
                           : *sizes == 'n' ? "LAYERS"
                           : *sizes == 's' ? "SAMPLES"
                                           : "LEVELS";
        one = arena_format(c->memory, "%s%s%s", one, *one ? ", " : "", word);
        if (!sizes[1] || sizes[1] == 'l')
            expected = arena_format(c->memory, "%s%s`[%s]`", expected, *expected ? " or " : "", one);
    }
    return expected;
}

/* `texturecube_array<half>(FORMAT)[W, H, LAYERS, LEVELS]` and the like, after the name. */
static bool texture_argument(declared_argument *argument, cursor *c)
{
    argument->kind = ARGUMENT_TEXTURE;
    argument->type = cursor_until(c, "(=");
    if (!argument->type)
        return false;
    argument->class =
        metal_texture_class_find(arena_text(c->memory, argument->type, identifier_length(argument->type)));
    if (!argument->class)
        return cursor_fail(c, "a case has no textures of the class `%s`", argument->type);
    cursor_blanks(c);
    if (*c->at == '=') /* none */
        return true;
    argument->format = cursor_bracketed(c, '(');
    cursor_blanks(c);
    if (argument->format && *c->at == '=') /* a view */
        return true;
    const char *size = argument->format ? cursor_bracketed(c, '[') : NULL;
    if (!size)
        return false;
    const char *sizes = argument->class->sizes;
    size_t count = 0;
    cursor s = {size, c->memory, c->file, c->line, c->error};
    do {
        argument->size[count] = cursor_until(&s, ",");
        if (!argument->size[count] || !*argument->size[count])
            break;
        count++;
    } while (sizes[count] && cursor_take(&s, ","));
    return ((!sizes[count] || sizes[count] == 'l') && count && cursor_end(&s)) ||
           cursor_fail(c, "%s is expected, not `[%s]`", sizes_expected(c, sizes), size);
}

/* `tensor<TYPE>[EXTENT, …]` or `tensor<TYPE>(STRIDE, …)[EXTENT, …]`, after the name: a buffer that is bound as one.
 * `tensor<TYPE, SCALES>…` has a plane of scales, which the argument SCALES holds. */
static bool tensor_argument(declared_argument *argument, cursor *c)
{
    argument->kind = ARGUMENT_BUFFER;
    c->at += strlen("tensor");
    argument->type = cursor_bracketed(c, '<');
    if (!argument->type)
        return false;
    cursor inside = {argument->type, c->memory, c->file, c->line, c->error};
    argument->type = cursor_until(&inside, ",");
    if (cursor_take(&inside, ",") && (!(argument->scales = cursor_name(&inside)) || !cursor_end(&inside)))
        return cursor_fail(c, "`tensor<TYPE, SCALES>` names the argument that holds the scales of `%s`",
                           argument->name);
    cursor_blanks(c);
    if (*c->at == '(' && !(argument->strides = cursor_bracketed(c, '(')))
        return false;
    argument->extents = cursor_bracketed(c, '[');
    return argument->extents != NULL;
}

/* `TYPE[COUNT]` of a buffer, or `TYPE` or `{TYPE, …}` of a value. */
static bool data_argument(declared_argument *argument, cursor *c)
{
    if (*c->at == '{') {
        const char *fields = cursor_bracketed(c, '{');
        argument->type = fields ? arena_format(c->memory, "{%s}", fields) : NULL;
    } else {
        argument->type = cursor_until(c, "[=");
    }
    if (!argument->type)
        return false;
    if (!*argument->type)
        return cursor_fail(c, "the type of `%s` is missing", argument->name);
    cursor_blanks(c);
    argument->kind = *c->at == '[' ? ARGUMENT_BUFFER : ARGUMENT_BYTES;
    if (argument->kind == ARGUMENT_BYTES)
        return true;
    argument->count = cursor_bracketed(c, '[');
    return argument->count &&
           (*argument->count || cursor_fail(c, "the number of elements of `%s` is missing", argument->name));
}

/* A kind that has a word: `sampler = filter linear, …`, `functions = NAME, …`, `arguments = ID NAME, …`,
 * `compute_pipeline_state = KERNEL`, whose content is read later, or `command_buffer[N]`. */
static bool worded_argument(declared_argument *argument, cursor *c)
{
    bool bound = argument_facts_of(argument->kind)->bound;
    argument->type = cursor_name(c);
    argument->member = !bound;
    if (bound && argument->role != ROLE_IN)
        return cursor_fail(c, "`%s` is no output: declare it with `in:`", argument->name);
    if (!bound && (argument->role != ROLE_IN || argument->placed))
        return cursor_fail(c, "`%s` is bound by an argument buffer alone: declare it with `in:`, without an index",
                           argument->name);
    if (argument->kind != ARGUMENT_COMMANDS)
        return true;
    argument->count = cursor_bracketed(c, '[');
    return argument->count &&
           (*argument->count || cursor_fail(c, "the number of commands of `%s` is missing", argument->name));
}

static bool argument_initial(declared_argument *argument, cursor *c)
{
    if (cursor_take(c, "=")) {
        cursor_blanks(c);
        argument->initial = c->at;
        c->at += strlen(c->at);
        if (!*argument->initial)
            return cursor_fail(c, "the content of `%s` is missing after `=`", argument->name);
    }
    if (!cursor_end(c))
        return *c->at == '@' ? cursor_fail(c, "the index `@n` stands after the name: `%s@n`", argument->name)
                             : cursor_fail(c, "`%s` is left over in the declaration of `%s`", c->at, argument->name);
    if (argument->role == ROLE_OUT && argument->initial)
        return cursor_fail(c, "the out `%s` has no initial content; write `inout:` if the kernel reads it",
                           argument->name);
    if (argument->role != ROLE_OUT && !argument->initial && argument->kind != ARGUMENT_COMMANDS)
        return cursor_fail(c, "`%s` needs a content: `= random`, `= iota`, …", argument->name);
    if (argument->role != ROLE_IN && argument->kind == ARGUMENT_BYTES)
        return cursor_fail(c, "an output is a buffer or a texture: write `%s %s[1]`", argument->name, argument->type);
    return true;
}

bool declare_key_argument(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_argument *argument = ARENA_PUSH(&file->memory, file->arguments, file->argument_count);
    argument->line = entry->line;
    argument->role = entry->key[0] == 'o' ? ROLE_OUT : entry->key[2] ? ROLE_INOUT : ROLE_IN;
    argument->name = cursor_name(&c);
    if (!argument->name)
        return cursor_fail(&c, "the name of the argument is expected");
    argument->placed = *c.at == '@' && c.at++;
    if (argument->placed && !cursor_index(&c, 127, &argument->index))
        return false;
    cursor_blanks(&c);
    bool texture = strncmp(c.at, "texture", 7) == 0 || strncmp(c.at, "depth", 5) == 0;
    bool tensor = strncmp(c.at, "tensor<", 7) == 0;
    return (texture                                         ? texture_argument(argument, &c)
            : tensor                                        ? tensor_argument(argument, &c)
            : argument_kind_declared(c.at, &argument->kind) ? worded_argument(argument, &c)
                                                            : data_argument(argument, &c)) &&
           argument_initial(argument, &c);
}
