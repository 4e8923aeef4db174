/* declare.c: what each key of a header means, as far as it can be said before parameters have values. One function per
 * key, one table of keys; rules that join several keys stand at the end. Names and expressions are checked later, when
 * a case is instantiated. */
#include "cursor.h"
#include "families.h"
#include "internal.h"
#include "nearest.h"
#include <string.h>

static cursor cursor_on(case_file *file, const header_entry *entry, assay_error *error)
{
    return (cursor){entry->value, &file->memory, file->path, entry->line, error};
}

/* Words separated by blanks. */
static bool words(cursor *c, const char ***list, size_t *count)
{
    for (const char *word; (word = cursor_word(c));)
        *ARENA_PUSH(c->memory, *list, *count) = word;
    return *count > 0 || cursor_fail(c, "the value is missing");
}

static bool distinct(cursor *c, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(list[i], list[j]) == 0)
                return cursor_fail(c, "`%s` is named twice", list[i]);
    return true;
}

/* ---- What it is about */

static bool key_title(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->title = entry->value;
    file->title_line = entry->line;
    return *file->title || cursor_fail(&c, "the title is empty; say the behaviour in one sentence");
}

static bool key_verifies(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->verifies_line = entry->line;
    return words(&c, &file->verifies, &file->verifies_count) && distinct(&c, file->verifies, file->verifies_count);
}

/* sweep: INPUT */
static bool key_sweep(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->sweep = (declared_text){.name = cursor_name(&c), .line = entry->line};
    return file->sweep.name ? cursor_end(&c) || cursor_fail(&c, "`%s` is left over after the input", c.at)
                            : cursor_fail(&c, "the name of the input to sweep is expected");
}

/* generate: NAME(INPUT) */
static bool key_generate(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    const char *name = cursor_name(&c), *inside = name ? cursor_bracketed(&c, '(') : NULL;
    if (!name || !inside || !cursor_end(&c))
        return *error->text ? false : cursor_fail(&c, "``generate: NAME(INPUT)`` is expected");
    nearest search = nearest_to(name, strlen(name));
    file->generate = (declared_text){.name = name, .text = inside, .line = entry->line};
    for (const program_entry *entry_ = program_all(); entry_->name; entry_++) {
        if (strcmp(entry_->name, name) == 0)
            return true;
        nearest_offer(&search, entry_->name);
    }
    return cursor_fail(&c, "unknown generator of programs `%s`%s%s; reference/programs.def lists all", name,
                       search.best ? "; did you mean " : "", search.best ? search.best : "");
}

static bool key_note(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)file, (void)entry, (void)error;
    return true;
}

/* ---- What it needs */

static bool version(cursor *c, unsigned shift, uint32_t *result)
{
    uint32_t major, minor = 0;
    if (!cursor_index(c, 255, &major) || (*c->at == '.' && (c->at++, !cursor_index(c, 255, &minor))))
        return false;
    *result = major << shift | minor;
    return true;
}

static bool need_msl(case_file *file, cursor *c)
{
    return version(c, 16, &file->requires.msl_min);
}

static bool need_msl_before(case_file *file, cursor *c)
{
    return version(c, 16, &file->requires.msl_before);
}

static bool need_os(case_file *file, cursor *c)
{
    return version(c, 8, &file->requires.os);
}

static bool need_threads(case_file *file, cursor *c)
{
    return cursor_index(c, 1024, &file->requires.threads);
}

static bool need_simd_width(case_file *file, cursor *c)
{
    return cursor_index(c, 64, &file->requires.simd_width);
}

static bool need_family(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    uint32_t family;
    if (!name || !metal_family_from_name(name, &family))
        return cursor_fail(c, "unknown GPU family `%s`; families are apple1 …, mac2, common1 …, metal3 …",
                           name ? name : "");
    uint32_t *list = (uint32_t *)file->requires.families;
    *ARENA_PUSH(&file->memory, list, file->requires.family_count) = family;
    file->requires.families = list;
    return true;
}

static bool need_feature(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    if (!name)
        return cursor_fail(c, "the feature's name is missing");
    nearest search = nearest_to(name, strlen(name));
    for (const case_feature *feature = case_features(); feature->name; feature++) {
        nearest_offer(&search, feature->name);
        if (strcmp(feature->name, name) != 0)
            continue;
        const char **list = (const char **)file->requires.features;
        *ARENA_PUSH(&file->memory, list, file->requires.feature_count) = feature->name;
        file->requires.features = list;
        return true;
    }
    return cursor_fail(c, "unknown feature `%s`%s%s; harness/case/features.def lists all", name,
                       search.best ? "; did you mean " : "", search.best ? search.best : "");
}

static const struct {
    const char *name;
    bool (*read)(case_file *, cursor *);
} needs[] = {
    {"msl-before", need_msl_before}, {"msl", need_msl}, {"family", need_family},
    {"feature", need_feature},       {"os", need_os},   {"threads", need_threads},
    {"simd_width", need_simd_width},
};

static bool need(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    if (!name)
        return cursor_fail(c, "a requirement is missing between commas");
    nearest search = nearest_to(name, strlen(name));
    for (size_t n = 0; n < sizeof needs / sizeof *needs; n++) {
        nearest_offer(&search, needs[n].name);
        if (strcmp(needs[n].name, name) == 0)
            return needs[n].read(file, c) && (cursor_end(c) || cursor_fail(c, "`%s` is left over", c->at));
    }
    return cursor_fail(c, "unknown requirement `%s`%s%s", name, search.best ? "; did you mean " : "",
                       search.best ? search.best
                                   : ": there are msl, msl-before, family, feature, os, threads, simd_width");
}

static bool key_requires(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    do {
        const char *one = cursor_until(&c, ",");
        cursor part = {one, c.memory, c.file, c.line, error};
        if (!one || !need(file, &part))
            return false;
    } while (cursor_take(&c, ","));
    return true;
}

/* ---- Axes */

static bool axis_words(case_file *file, const header_entry *entry, const char *const *known, const char ***list,
                       size_t *count, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    if (!words(&c, list, count) || !distinct(&c, *list, *count))
        return false;
    for (size_t i = 0; i < *count; i++) {
        size_t k = 0;
        while (known[k] && strcmp(known[k], (*list)[i]) != 0)
            k++;
        if (!known[k])
            return cursor_fail(&c, "unknown value `%s` of %s; there are: %s %s %s", (*list)[i], entry->key, known[0],
                               known[1], known[2] ? known[2] : "");
    }
    return true;
}

static bool key_math(case_file *file, const header_entry *entry, assay_error *error)
{
    file->math_line = entry->line;
    return axis_words(file, entry, metal_math_names, &file->math, &file->math_count, error);
}

static bool key_functions(case_file *file, const header_entry *entry, assay_error *error)
{
    file->functions_line = entry->line;
    return axis_words(file, entry, metal_functions_names, &file->functions, &file->functions_count, error);
}

static bool key_msl(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->msl_line = entry->line;
    if (!words(&c, &file->msl, &file->msl_count) || !distinct(&c, file->msl, file->msl_count))
        return false;
    for (size_t i = 0; i < file->msl_count; i++) {
        cursor one = {file->msl[i], c.memory, c.file, c.line, error};
        uint32_t value;
        if (!version(&one, 16, &value) || !cursor_end(&one))
            return cursor_fail(&c, "`%s` is no language version; write `2.4`, `3.0`, …", file->msl[i]);
    }
    return true;
}

static bool key_for(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->parameters, entry->value, entry->line, error);
}

static bool key_subcases(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->subcases, entry->value, entry->line, error);
}

static bool key_tune(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->tune, entry->value, entry->line, error);
}

/* ---- How it is dispatched */

/* `W x H x D`; a multiplication sign serves too. Commas never reach here. */
static bool dimensions(cursor *c, const char *text, const char **three)
{
    size_t count = 0;
    const char *start = text, *at = text;
    for (int depth = 0;; at++) {
        depth += (*at == '(') - (*at == ')');
        size_t skip = strncmp(at, " x ", 3) == 0 ? 3 : strncmp(at, "\xc3\x97", 2) == 0 ? 2 : 0;
        if (*at && (depth || !skip))
            continue;
        if (count == 3)
            return cursor_fail(c, "a grid has at most three dimensions");
        size_t length = (size_t)(at - start);
        while (length && start[length - 1] == ' ')
            length--;
        if (!length)
            return cursor_fail(c, "a dimension is missing in `%s`", text);
        three[count++] = arena_text(c->memory, start, length);
        if (!*at)
            return true;
        at += skip - 1;
        start = at + 1;
    }
}

static bool dispatch_part(declared_dispatch *dispatch, cursor *c, const char *part)
{
    cursor p = {part, c->memory, c->file, c->line, c->error};
    const char *what = cursor_name(&p);
    cursor_blanks(&p);
    if (what && strcmp(what, "threadgroup") == 0)
        return dispatch->threadgroup[0] ? cursor_fail(c, "the threadgroup is given twice")
                                        : dimensions(c, p.at, dispatch->threadgroup);
    if (what && strcmp(what, "after") == 0 && *p.at)
        return dispatch->after ? cursor_fail(c, "`after` is given twice") : (dispatch->after = p.at) != NULL;
    if (what && strcmp(what, "indirect") == 0 && *p.at)
        return dispatch->indirect ? cursor_fail(c, "`indirect` is given twice") : (dispatch->indirect = p.at) != NULL;
    if (what && strcmp(what, "command") == 0 && *p.at)
        return dispatch->command ? cursor_fail(c, "`command` is given twice") : (dispatch->command = p.at) != NULL;
    if (strcmp(part, "new encoder") == 0)
        return dispatch->new_encoder = true;
    bool groups = what && strcmp(what, "groups") == 0;
    if (!groups && !(what && strcmp(what, "threads") == 0))
        return cursor_fail(c,
                           "`threads …`, `groups …`, `threadgroup …`, `indirect …`, `command …`, `after …` or "
                           "`new encoder` is expected, not `%s`; dimensions are joined by ` x `",
                           part);
    if (dispatch->extent[0])
        return cursor_fail(c, "the grid is given twice");
    dispatch->groups = groups;
    return dimensions(c, p.at, dispatch->extent);
}

static bool dispatch_arguments(declared_dispatch *dispatch, cursor *c)
{
    const char *inside = cursor_bracketed(c, '(');
    if (!inside)
        return false;
    size_t places = 0;
    dispatch->named = true;
    for (cursor p = {inside, c->memory, c->file, c->line, c->error}; !cursor_end(&p);) {
        const char *name = cursor_name(&p);
        if (!name)
            return cursor_fail(c, "the name of an argument is expected at `%s`", p.at);
        uint32_t place = 0;
        bool placed = *p.at == '@' && p.at++;
        if (placed && !cursor_index(&p, 127, &place))
            return false;
        *ARENA_PUSH(c->memory, dispatch->place, places) = placed ? (int32_t)place : -1;
        *ARENA_PUSH(c->memory, dispatch->argument, dispatch->argument_count) = name;
        if (!cursor_take(&p, ",") && !cursor_end(&p))
            return cursor_fail(c, "`,` is missing at `%s`", p.at);
    }
    return true;
}

/* `KERNEL:` or `KERNEL(a, b):` in front; a value that starts with `threads` or `groups` has none. */
static bool dispatch_kernel(declared_dispatch *dispatch, cursor *c)
{
    cursor ahead = *c;
    const char *name = cursor_name(&ahead);
    cursor_blanks(&ahead);
    if (!name || (*ahead.at != ':' && *ahead.at != '('))
        return true;
    if (*ahead.at == '(' && !dispatch_arguments(dispatch, &ahead))
        return false;
    if (!cursor_take(&ahead, ":"))
        return cursor_fail(c, "`:` is expected after the kernel's name and arguments");
    dispatch->kernel = name;
    *c = ahead;
    return true;
}

static bool key_dispatch(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    declared_dispatch *dispatch = ARENA_PUSH(&file->memory, file->dispatches, file->dispatch_count);
    dispatch->line = entry->line;
    if (!dispatch_kernel(dispatch, &c))
        return false;
    do {
        const char *part = cursor_until(&c, ",");
        if (!part || !dispatch_part(dispatch, &c, part))
            return false;
    } while (cursor_take(&c, ","));
    if (!dispatch->extent[0])
        return cursor_fail(&c, "`threads …` or `groups …` is missing");
    return dispatch->threadgroup[0] || cursor_fail(&c, "`threadgroup …` is missing");
}

static bool key_threadgroup(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    declared_text *memory = ARENA_PUSH(&file->memory, file->threadgroups, file->threadgroup_count);
    memory->line = entry->line;
    if (!cursor_index(&c, 30, &memory->index))
        return false;
    cursor_blanks(&c);
    memory->text = c.at;
    return *memory->text || cursor_fail(&c, "`index bytes` is expected");
}

static bool key_constant(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    declared_constant *constant = ARENA_PUSH(&file->memory, file->constants, file->constant_count);
    constant->line = entry->line;
    constant->name = cursor_name(&c);
    if (!constant->name || !cursor_take(&c, "(") || !cursor_index(&c, 65535, &constant->index) || !cursor_take(&c, ")"))
        return cursor_fail(&c, "`NAME(index) TYPE = EXPR` is expected");
    constant->type = cursor_until(&c, "=");
    if (!constant->type || !*constant->type || !cursor_take(&c, "="))
        return cursor_fail(&c, "`NAME(index) TYPE = EXPR` is expected");
    cursor_blanks(&c);
    constant->value = c.at;
    return *constant->value || cursor_fail(&c, "the value of `%s` is missing", constant->name);
}

static bool key_macro(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    declared_text *macro = ARENA_PUSH(&file->memory, file->macros, file->macro_count);
    macro->line = entry->line;
    macro->name = cursor_name(&c);
    if (!macro->name || !cursor_take(&c, "="))
        return cursor_fail(&c, "`NAME = EXPR` is expected");
    cursor_blanks(&c);
    macro->text = c.at;
    return true;
}

/* ---- What goes in and what comes out */

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

/* `sampler = filter linear, …`, `functions = NAME, …` or `arguments = ID NAME, …`: their content is read later. */
static bool other_argument(declared_argument *argument, cursor *c)
{
    argument->type = cursor_until(c, "[=");
    if (!argument->type)
        return false;
    argument->kind = strcmp(argument->type, "sampler") == 0     ? ARGUMENT_SAMPLER
                     : strcmp(argument->type, "functions") == 0 ? ARGUMENT_FUNCTIONS
                                                                : ARGUMENT_ARGUMENTS;
    return argument->role == ROLE_IN || cursor_fail(c, "`%s` is no output: declare it with `in:`", argument->name);
}

/* `command_buffer[N]` or `compute_pipeline_state = KERNEL`, which only an argument buffer or a command takes. */
static bool command_argument(declared_argument *argument, cursor *c)
{
    argument->type = cursor_name(c);
    argument->kind = strcmp(argument->type, "command_buffer") == 0 ? ARGUMENT_COMMANDS : ARGUMENT_PIPELINE;
    argument->member = true;
    if (argument->role != ROLE_IN || argument->placed)
        return cursor_fail(c, "`%s` is bound by an argument buffer alone: declare it with `in:`, without an index",
                           argument->name);
    if (argument->kind == ARGUMENT_PIPELINE)
        return true;
    argument->count = cursor_bracketed(c, '[');
    return argument->count &&
           (*argument->count || cursor_fail(c, "the number of commands of `%s` is missing", argument->name));
}

static bool starts_with_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && identifier_length(text) == length;
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

static bool key_argument(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
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
    bool other =
        starts_with_word(c.at, "sampler") || starts_with_word(c.at, "arguments") || starts_with_word(c.at, "functions");
    bool tensor = strncmp(c.at, "tensor<", 7) == 0;
    bool commands = starts_with_word(c.at, "command_buffer") || starts_with_word(c.at, "compute_pipeline_state");
    return (texture    ? texture_argument(argument, &c)
            : tensor   ? tensor_argument(argument, &c)
            : other    ? other_argument(argument, &c)
            : commands ? command_argument(argument, &c)
                       : data_argument(argument, &c)) &&
           argument_initial(argument, &c);
}

/* ---- What is expected */

static bool key_expect(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    declared_text *expect = ARENA_PUSH(&file->memory, file->expects, file->expect_count);
    expect->line = entry->line;
    expect->name = cursor_name(&c);
    if (!expect->name || !cursor_take(&c, "="))
        return cursor_fail(&c, "`OUT = reference(…)`, `values …`, `same NAME`, `set {…}` or `unjudged` is expected");
    cursor_blanks(&c);
    expect->text = c.at;
    return *expect->text || cursor_fail(&c, "what `%s` must be is missing", expect->name);
}

static bool key_compare(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error), ahead = c;
    declared_text *compare = ARENA_PUSH(&file->memory, file->compares, file->compare_count);
    compare->line = entry->line;
    const char *name = cursor_name(&ahead);
    if (name && cursor_take(&ahead, ":")) {
        compare->name = name;
        c = ahead;
    }
    cursor_blanks(&c);
    compare->text = c.at;
    return *compare->text || cursor_fail(&c, "`bits`, `ulp N`, `interval`, `set` or `near ABS REL` is expected");
}

static bool key_reject(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    file->must_reject = true;
    file->reject_words = entry->value;
    file->reject_at = entry->line;
    return true;
}

/* no_pipeline: WORDS, of the error that the only kernel gives instead of a pipeline */
static bool key_no_pipeline(case_file *file, const header_entry *entry, assay_error *error)
{
    if (file->must_reject)
        return assay_fail(error, file->path, entry->line, "`reject` and `no_pipeline` exclude each other");
    file->no_pipeline = true;
    return key_reject(file, entry, error);
}

static bool key_options(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->options = (declared_text){.text = entry->value, .line = entry->line};
    return *entry->value ||
           cursor_fail(&c, "`max_threads N`, `required_threads W x H x D` or `optimize size` is expected");
}

/* reflect: [KERNEL:] PATH = VALUE [, …] */
static bool key_reflect(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error), ahead = c;
    const char *kernel = cursor_name(&ahead);
    bool named = kernel && cursor_take(&ahead, ":");
    if (named)
        c = ahead;
    do {
        const char *text = cursor_until(&c, ",");
        if (!text)
            return false;
        *ARENA_PUSH(&file->memory, file->reflects, file->reflect_count) =
            (declared_text){.name = named ? kernel : NULL, .text = text, .line = entry->line};
    } while (cursor_take(&c, ","));
    return true;
}

/* expect_log: LEVEL [SUBSYSTEM:CATEGORY] TEXT, or `none` */
static bool key_expect_log(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error), ahead = c;
    const char *level = cursor_name(&ahead);
    uint32_t number;
    bool none = level && strcmp(level, "none") == 0 && cursor_end(&ahead);
    if (!none && (!level || !metal_log_level(level, &number) || !cursor_take(&ahead, "[") || !strchr(ahead.at, ':') ||
                  !strstr(ahead.at, "] ")))
        return cursor_fail(&c, "`LEVEL [SUBSYSTEM:CATEGORY] TEXT` or `none` is expected; levels are debug, info, "
                               "default, error and fault");
    *ARENA_PUSH(&file->memory, file->logs, file->log_count) =
        (declared_text){.text = none ? NULL : entry->value, .line = entry->line};
    return true;
}

static bool key_control(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    file->control_edit = entry->value;
    file->control_line = entry->line;
    return true;
}

static bool key_grade(case_file *file, const header_entry *entry, assay_error *error)
{
    static const char *const known[] = {"error stated", "rule stated", "inferred"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], entry->value) == 0) {
            file->grade = known[i];
            return true;
        }
    return assay_fail(error, file->path, entry->line,
                      "unknown grade `%s`; there are: error stated, rule stated, inferred", entry->value);
}

/* refusal: WHY */
static bool key_refusal(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->refusal = entry->value;
    return *entry->value || cursor_fail(&c, "say why a compiler may refuse the program");
}

/* alone: WHY */
static bool key_alone(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->alone = entry->value;
    return *entry->value || cursor_fail(&c, "say why the case could hang a device");
}

/* before: WHY */
static bool key_before(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = cursor_on(file, entry, error);
    file->before = entry->value;
    return *entry->value || cursor_fail(&c, "say why an older language version may take the program");
}

static bool key_mutant(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    declared_text *mutant = ARENA_PUSH(&file->memory, file->mutant_texts, file->mutant_text_count);
    mutant->line = entry->line;
    mutant->text = entry->value;
    return true;
}

/* ---- The table */

static const struct {
    const char *name;
    bool once;
    bool (*read)(case_file *, const header_entry *, assay_error *);
} keys[] = {
    {"title", true, key_title},        {"verifies", true, key_verifies},
    {"requires", true, key_requires},  {"msl", true, key_msl},
    {"math", true, key_math},          {"functions", true, key_functions},
    {"for", false, key_for},           {"subcases", true, key_subcases},
    {"constant", false, key_constant}, {"macro", false, key_macro},
    {"dispatch", false, key_dispatch}, {"threadgroup", false, key_threadgroup},
    {"in", false, key_argument},       {"out", false, key_argument},
    {"inout", false, key_argument},    {"expect", false, key_expect},
    {"compare", false, key_compare},   {"reject", true, key_reject},
    {"control", true, key_control},    {"grade", true, key_grade},
    {"refusal", true, key_refusal},    {"mutant", false, key_mutant},
    {"note", false, key_note},         {"generate", true, key_generate},
    {"tune", true, key_tune},          {"no_pipeline", true, key_no_pipeline},
    {"options", true, key_options},    {"reflect", false, key_reflect},
    {"sweep", true, key_sweep},        {"alone", true, key_alone},
    {"before", true, key_before},      {"expect_log", false, key_expect_log},
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static bool declare(case_file *file, const header_entry *entry, int *seen, assay_error *error)
{
    nearest search = nearest_to(entry->key, strlen(entry->key));
    for (int k = 0; k < KEY_COUNT; k++) {
        nearest_offer(&search, keys[k].name);
        if (strcmp(keys[k].name, entry->key) != 0)
            continue;
        if (seen[k] && keys[k].once)
            return assay_fail(error, file->path, entry->line, "`%s` stands twice; it was given on line %d", entry->key,
                              seen[k]);
        seen[k] = entry->line;
        return keys[k].read(file, entry, error);
    }
    return assay_fail(error, file->path, entry->line, "unknown key `%s`%s%s%s", entry->key,
                      search.best ? "; did you mean `" : "; cases/README.md lists the keys",
                      search.best ? search.best : "", search.best ? "`?" : "");
}

/* ---- Rules that join keys */

static bool missing(const case_file *file, const char *key, const char *why, assay_error *error)
{
    return assay_fail(error, file->path, 1, "the key `%s` is missing: %s", key, why);
}

static bool complete(const case_file *file, assay_error *error)
{
    if (!file->title)
        return missing(file, "title", "say the behaviour in one sentence", error);
    if (file->in_tree && !file->verifies_count)
        return missing(file, "verifies", "name the ids of cases/requirements.tsv that it verifies", error);
    if (file->must_reject && file->refusal)
        return assay_fail(error, file->path, file->reject_at,
                          "a program that must be refused needs no `refusal`; `grade: inferred` records it");
    if (file->must_reject)
        return file->control_edit || missing(file, "control", "give the edit that makes the program compile", error);
    if (file->control_edit)
        return assay_fail(error, file->path, file->control_line,
                          "`control` belongs to `reject` or `no_pipeline`, which are missing");
    if (file->grade)
        return assay_fail(error, file->path, 1, "`grade` belongs to `reject`, which is missing");
    if (!file->dispatch_count && (!file->reflect_count || file->expect_count))
        return missing(file, "dispatch", "say how many threads run, `threads N, threadgroup M`", error);
    if (!file->expect_count && !file->reflect_count && !file->log_count)
        return missing(file, "expect", "a case that judges nothing proves nothing", error);
    return !file->in_tree || file->mutant_text_count ||
           missing(file, "mutant", "show for each verified id an edit of the program that makes the case fail", error);
}

bool name_reserved(const char *name)
{
    static const char *const names[] = {"threads",   "groups", "threadgroup", "simd_width", "grid", "math",
                                        "functions", "msl",    "true",        "false",      "x",    "in",
                                        "values",    "same",   "set",         "unjudged"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Every name once, whatever it names. */
static bool unique_name(case_file *file, const char ***names, size_t *count, const char *name, int line,
                        assay_error *error)
{
    if (name_reserved(name))
        return assay_fail(error, file->path, line, "`%s` has a meaning of its own in headers; take another name", name);
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*names)[i], name) == 0)
            return assay_fail(error, file->path, line, "the name `%s` is given twice", name);
    *ARENA_PUSH(&file->memory, *names, *count) = name;
    return true;
}

static bool axes_unique(case_file *file, const case_axes *axes, const char ***names, size_t *count, assay_error *error)
{
    for (size_t a = 0; a < axes->count; a++)
        for (size_t n = 0; n < axes->axis[a].name_count; n++)
            if (!unique_name(file, names, count, axes->axis[a].names[n], axes->axis[a].line, error))
                return false;
    return true;
}

static bool names_unique(case_file *file, assay_error *error)
{
    const char **names = NULL;
    size_t count = 0;
    if (!axes_unique(file, &file->parameters, &names, &count, error) ||
        !axes_unique(file, &file->subcases, &names, &count, error))
        return false;
    for (size_t i = 0; i < file->macro_count; i++)
        if (!unique_name(file, &names, &count, file->macros[i].name, file->macros[i].line, error))
            return false;
    for (size_t i = 0; i < file->argument_count; i++)
        if (!unique_name(file, &names, &count, file->arguments[i].name, file->arguments[i].line, error))
            return false;
    return true;
}

argument_table case_argument_table(argument_kind kind)
{
    return kind == ARGUMENT_TEXTURE ? TABLE_TEXTURES : kind == ARGUMENT_SAMPLER ? TABLE_SAMPLERS : TABLE_BUFFERS;
}

static declared_argument *declared_named(case_file *file, const char *name)
{
    for (size_t i = 0; i < file->argument_count; i++)
        if (strcmp(file->arguments[i].name, name) == 0)
            return &file->arguments[i];
    return NULL;
}

/* Marks what tensors have as planes. */
static bool mark_planes(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->argument_count; i++) {
        const declared_argument *tensor = &file->arguments[i];
        declared_argument *plane = tensor->scales ? declared_named(file, tensor->scales) : NULL;
        if (!tensor->scales)
            continue;
        if (!plane || plane->kind != ARGUMENT_BUFFER || plane->extents || plane->role != ROLE_IN || plane->member)
            return assay_fail(error, file->path, tensor->line,
                              "the scales of tensor `%s` are in a buffer of its own, `in: %s uchar[…]`", tensor->name,
                              tensor->scales);
        plane->member = true;
    }
    return true;
}

/* Marks what argument buffers hold, `ID NAME, …`. */
static bool mark_members(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->argument_count; i++) {
        const declared_argument *argument = &file->arguments[i];
        if (argument->kind != ARGUMENT_ARGUMENTS)
            continue;
        cursor c = {argument->initial, &file->memory, file->path, argument->line, error};
        bool tensors = false, others = false;
        do {
            const char *text = cursor_until(&c, ","), *blank = text ? strrchr(text, ' ') : NULL;
            declared_argument *member = blank ? declared_named(file, blank + 1) : NULL;
            if (!text)
                return false;
            if (!member || member->kind == ARGUMENT_ARGUMENTS)
                return cursor_fail(&c,
                                   "`ID NAME` with the name of a buffer, value, texture, sampler, table or tensor is "
                                   "expected, not `%s`",
                                   text);
            member->member = true;
            tensors |= member->extents != NULL;
            others |= member->kind != ARGUMENT_BUFFER;
        } while (cursor_take(&c, ","));
        if (tensors && others)
            return cursor_fail(&c, "`%s`: an argument buffer with tensors holds tensors and buffers alone",
                               argument->name);
    }
    return true;
}

/* Arguments take the indices of their table in order of declaration, an @n continues from there. */
static bool place_arguments(case_file *file, assay_error *error)
{
    static const uint32_t last[] = {[TABLE_BUFFERS] = 30, [TABLE_TEXTURES] = 127, [TABLE_SAMPLERS] = 15};
    uint32_t next[TABLE_COUNT] = {0};
    for (size_t i = 0; i < file->argument_count; i++) {
        declared_argument *argument = &file->arguments[i];
        argument_table table = case_argument_table(argument->kind);
        if (argument->member)
            continue;
        if (!argument->placed)
            argument->index = next[table];
        next[table] = argument->index + 1;
        if (argument->index > last[table])
            return assay_fail(error, file->path, argument->line, "index %u of `%s` is beyond the last of its table, %u",
                              (unsigned)argument->index, argument->name, (unsigned)last[table]);
    }
    return true;
}

/* With the rule above two arguments may meet at an index only if dispatches name their arguments; then instance.c
 * decides. */
static bool check_outs(case_file *file, assay_error *error)
{
    for (size_t i = 0; i < file->expect_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(file->expects[i].name, file->expects[j].name) == 0)
                return assay_fail(error, file->path, file->expects[i].line, "`%s` has two expectations",
                                  file->expects[i].name);
    return true;
}

bool declare_all(case_file *file, const header_entry *entries, size_t count, assay_error *error)
{
    int seen[KEY_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        if (!declare(file, &entries[i], seen, error))
            return false;
    return families_verified(file, error) && complete(file, error) && names_unique(file, error) &&
           mark_planes(file, error) && mark_members(file, error) && tune_good(file, error) &&
           place_arguments(file, error) && check_outs(file, error);
}
