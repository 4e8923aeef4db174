/* compose.c: writes the cases of a kernel that is bound. Names of sizes never reach the program, where they might mean
 * something else: every number is put into the header as digits. */
#include "compose.h"
#include "../../case/declare/cursor.h"
#include "../../case/expression.h"
#include "../../case/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIGHEST_BUFFER = 30 };

/* ---- Names */

static const char *value_of(const binding *b, const composition *what, const char *name, size_t length)
{
    const contract *contract = b->contract;
    for (size_t i = 0; i < what->sizes->name_count; i++)
        if (strlen(what->sizes->names[i]) == length && strncmp(what->sizes->names[i], name, length) == 0)
            return what->sizes->values[what->row * what->sizes->name_count + i];
    for (size_t i = 0; i < contract->option_count; i++)
        if (strlen(contract->options[i].name) == length && strncmp(contract->options[i].name, name, length) == 0)
            return what->options && what->options[i] ? what->options[i] : contract->options[i].usual;
    if (length == 1 && *name == 'T')
        return what->type;
    return length == 2 && strncmp(name, "TG", 2) == 0 ? what->threadgroup : NULL;
}

/* Replaces names of sizes, options, T and TG in `source`. The text belongs to the contract's arena. */
static const char *replace_names(const binding *b, const composition *what, const char *source)
{
    text out = {0};
    size_t length;
    bool identifier;
    for (const char *at = source; *at; at += length) {
        length = token_length(at, &identifier);
        const char *value = identifier ? value_of(b, what, at, length) : NULL;
        if (value)
            text_add(&out, value);
        else
            text_bytes(&out, at, length);
    }
    const char *result = arena_text(binding_memory(b), text_string(&out), out.length);
    text_free(&out);
    return result;
}

bool compose_number(const binding *b, const composition *what, const char *expression, double *value,
                    assay_error *error)
{
    const char *text = replace_names(b, what, expression);
    expression_scope scope = {.file = b->contract->path};
    expression_value result;
    if (!expression_evaluate(text, strlen(text), &scope, &result, error))
        return false;
    *value = result.number;
    return true;
}

bool compose_admits(const binding *b, const composition *what, bool *admits, assay_error *error)
{
    *admits = true;
    for (size_t i = 0; *admits && i < b->kernel->says.hold_count; i++) {
        const char *condition = b->kernel->says.holds[i];
        assay_error why;
        double value;
        if (!compose_number(b, what, condition, &value, &why))
            return assay_fail(error, b->kernel->path, 0, "holds: `%s` is no condition on %s: %s", condition,
                              compose_sizes(b, what), why.text);
        *admits = value != 0;
    }
    return true;
}

const char *compose_sizes(const binding *b, const composition *what)
{
    const char *list = "";
    for (size_t i = 0; i < what->sizes->name_count; i++)
        list = arena_format(binding_memory(b), "%s%s%s=%s", list, i ? " " : "", what->sizes->names[i],
                            what->sizes->values[what->row * what->sizes->name_count + i]);
    for (size_t i = 0; i < b->contract->option_count; i++)
        list = arena_format(binding_memory(b), "%s %s=%s", list, b->contract->options[i].name,
                            value_of(b, what, b->contract->options[i].name, strlen(b->contract->options[i].name)));
    return list;
}

bool compose_same_sizes(const contract *contract, const composition *a, const composition *b)
{
    size_t names = a->sizes->name_count;
    for (size_t i = 0; i < names; i++)
        if (strcmp(a->sizes->values[a->row * names + i], b->sizes->values[b->row * names + i]) != 0)
            return false;
    for (size_t i = 0; i < contract->option_count && a->options != b->options; i++)
        if (strcmp(a->options[i], b->options[i]) != 0)
            return false;
    return true;
}

/* ---- Arguments of the case */

static bool is_row_argument(const contract *contract, const char *name)
{
    for (size_t i = 0; i < contract->row_argument_count; i++)
        if (strcmp(contract->row_arguments[i], name) == 0)
            return true;
    return false;
}

/* What an argument holds in this composition. */
const char *compose_content(const binding *b, const composition *what, const contract_argument *a)
{
    for (size_t i = 0; what->inputs && i < what->inputs->setting_count; i++)
        if (contract_argument_named(b->contract, what->inputs->settings[i].name) == a)
            return what->inputs->settings[i].text;
    if (what->order == ROWS_AS_THEY_ARE || a->role != CONTRACT_IN || !is_row_argument(b->contract, a->name))
        return a->initial;
    const char *length = arena_format(binding_memory(b), "(%s) / (%s)", a->count, b->contract->rows);
    return what->order == ROWS_REPEATED
               ? arena_format(binding_memory(b), "rows_repeated(%s)", length)
               : arena_format(binding_memory(b), "rows_rotated(%s, %d)", length, what->order == ROWS_ROTATED);
}

static bool index_taken(const binding *b, int index)
{
    for (size_t i = 0; i < b->function->parameter_count; i++)
        if (binding_is_bound_kind(&b->function->parameters[i]) && b->function->parameters[i].index == index)
            return true;
    return false;
}

/* A member of an argument buffer has no index of its own. */
static const char *place_of(const binding *b, const kernel_parameter *p)
{
    return p->holder ? "" : arena_format(binding_memory(b), "@%d", p->index);
}

typedef struct composer {
    const binding *b;
    const composition *what;
    text *out;
    int spare;        /* a buffer index that the kernel does not have */
    const char *view; /* of the argument that is put: what the kernel gets in its place */
} composer;

static void put(composer *c, const char *key, const char *value)
{
    text_format(c->out, "//! %-12s %s\n", key, replace_names(c->b, c->what, value));
}

static int spare_index(composer *c)
{
    while (c->spare > 0 && index_taken(c->b, c->spare))
        c->spare--;
    return c->spare--;
}

/* Elements of several components stay what the contract says: `uchar4`. */
static const char *type_of(const composer *c, const contract_argument *a, const kernel_parameter *p)
{
    assay_type declared;
    if (a->type && assay_type_from_name(a->type, &declared) && declared.lanes > 1)
        return a->type;
    const char *scalar = p ? binding_role_scalar(c->b, a, p, c->what->type) : NULL;
    return scalar ? scalar : a->type ? a->type : "uint";
}

/* Whether one of several dispatches passes this argument. */
static bool is_passed(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->says.dispatch_count; i++) {
        const char *text = b->kernel->says.dispatches[i];
        const char *open = strchr(text, '('), *close = open ? strchr(open, ')') : NULL;
        if (close && code_has_word(arena_text(binding_memory(b), open, (size_t)(close - open)), a->name))
            return true;
    }
    return false;
}

/* What follows the role in a `layout` of it: `(M, K) = (1, M)`. */
static const char *layout_of(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->says.layout_count; i++) {
        const char *text = b->kernel->says.layouts[i];
        size_t length = identifier_length(text);
        if (contract_argument_named(b->contract, arena_text(binding_memory(b), text, length)) == a)
            return text + length;
    }
    return NULL;
}

/* The elements themselves go where the kernel does not look, for the reference; it gets a view of them. */
static void put_view(composer *c, const contract_argument *a, const kernel_parameter *p, const char *type,
                     const char *layout, char *place, size_t size)
{
    arena *memory = binding_memory(c->b);
    cursor at = {layout, memory, c->b->kernel->path, 0, NULL};
    const char *sizes = cursor_bracketed(&at, '('),
               *strides = cursor_take(&at, "=") ? cursor_bracketed(&at, '(') : NULL;
    const char *count = "1";
    if (!sizes || !strides)
        return;
    cursor d = {sizes, memory, NULL, 0, NULL}, s = {strides, memory, NULL, 0, NULL};
    do {
        const char *one = cursor_until(&d, ","), *stride = cursor_until(&s, ",");
        count = arena_format(memory, "%s + (%s - 1) * (%s)", count, one, stride);
    } while (cursor_take(&d, ",") && cursor_take(&s, ","));
    snprintf(place, size, "@%d", spare_index(c));
    c->view = arena_format(memory, "%s_view%s %s[%s] = view(%s, %s, %s)", a->name, place_of(c->b, p), type, count,
                           a->name, sizes, strides);
}

/* Three numbers in a row, which the kernel takes as one `uint3`: that has room for four. */
static bool is_padded(const binding *b, const contract_argument *a, const kernel_parameter *p)
{
    return p && p->kind == PARAMETER_VALUE && a->sizes && strcmp(a->sizes, "3") == 0 &&
           strncmp(p->type, "packed_", strlen("packed_")) != 0 && kernel_lanes(b->kernel, b->function, p->type) == 3;
}

static void put_argument(composer *c, const contract_argument *a, const kernel_parameter *p)
{
    static const char *const keys[] = {"in:", "out:", "inout:", "in:"};
    const binding *b = c->b;
    bool beside = a == b->in_place; /* for the reference: the kernel finds it where it writes */
    const char *initial = p || b->several || beside ? compose_content(b, c->what, a) : a->absent;
    char place[16] = "";
    if (b->several) {
        if (a->absent && !is_passed(b, a))
            return;
        p = binding_given_parameter(b, a);
    } else if (!p && !beside && (!a->absent || !*a->absent)) {
        return;
    }
    const char *type = type_of(c, a, p), *layout = b->several ? NULL : layout_of(b, a);
    if (layout && p)
        put_view(c, a, p, type, layout, place, sizeof place);
    else if (!b->several && p)
        snprintf(place, sizeof place, "%s", place_of(b, p));
    else if (!b->several)
        snprintf(place, sizeof place, "@%d", spare_index(c));
    const char *declared =
        a->role == CONTRACT_VALUE ? arena_format(binding_memory(b), "%s%s %s", a->name, place, type)
        : is_padded(b, a, p)      ? arena_format(binding_memory(b), "%s%s %s3[1]", a->name, place, type)
        : a->format ? arena_format(binding_memory(b), "%s%s %s(%s)[%s, %s]", a->name, place, a->type, a->format,
                                   a->width, a->height)
        : p && p->tensor && !layout
            ? arena_format(binding_memory(b), "%s%s tensor<%s>[%s]", a->name, place, type, a->extents)
            : arena_format(binding_memory(b), "%s%s %s[%s]", a->name, place, type, a->sizes);
    bool over = a == b->overwritten;
    if (over)
        initial = arena_format(binding_memory(b), "view(%s, %s, 1)", b->in_place->name, a->count);
    put(c, over ? "inout:" : keys[a->role],
        initial ? arena_format(binding_memory(b), "%s = %s", declared, initial) : declared);
    if (c->view)
        put(c, "in:", c->view);
    c->view = NULL;
}

static void put_options(composer *c)
{
    for (size_t i = 0; i < c->b->contract->option_count; i++) {
        const kernel_parameter *p = c->b->option[i];
        const contract_option *option = &c->b->contract->options[i];
        if (p)
            put(c, "in:",
                arena_format(binding_memory(c->b), "option_%zu%s %s = %s", i, place_of(c->b, p),
                             binding_scalar(c->b, p, c->what->type), option->name));
    }
}

/* Values that the kernel is not told stand in the expectation as numbers; in mistakes, which compute with them, all
 * do. */
static const char *with_values(const binding *b, const composition *what, const char *expect)
{
    text out = {0};
    size_t length;
    bool identifier;
    for (const char *at = expect; *at; at += length) {
        length = token_length(at, &identifier);
        const contract_argument *found = NULL;
        for (size_t i = 0; identifier && i < b->contract->argument_count; i++) {
            const contract_argument *a = &b->contract->arguments[i];
            if (a->role == CONTRACT_VALUE && strlen(a->name) == length && !strncmp(a->name, at, length) &&
                (what->expect || (b->several ? !is_passed(b, a) : !b->parameter[i])))
                found = a;
        }
        text_bytes(&out, found ? compose_content(b, what, found) : at,
                   found ? strlen(compose_content(b, what, found)) : length);
    }
    const char *result = arena_text(binding_memory(b), text_string(&out), out.length);
    text_free(&out);
    return result;
}

const char *compose_tolerance(const binding *b)
{
    return b->kernel->says.compare ? b->kernel->says.compare : b->contract->compare;
}

/* Paths are no expressions: no name in them is replaced. */
static void put_given(composer *c)
{
    const contract *contract = c->b->contract;
    for (size_t i = 0; i < contract->argument_count; i++)
        if (contract_judges(contract, &contract->arguments[i]))
            text_format(c->out, "//! expect:      %s = %s\n", contract->arguments[i].name,
                        c->what->given ? c->what->given[i] : "unjudged");
}

static void put_expectations(composer *c)
{
    if (compose_tolerance(c->b))
        put(c, "compare:", compose_tolerance(c->b));
    if (c->what->timed || (c->b->outside && !c->what->expect)) {
        put_given(c);
        return;
    }
    for (size_t i = 0; i < c->b->contract->expect_count; i++) {
        const contract_setting *e = &c->b->contract->expects[i];
        const char *reference = i == 0 && c->what->expect ? c->what->expect : e->text;
        put(c,
            "expect:", arena_format(binding_memory(c->b), "%s = %s", e->name, with_values(c->b, c->what, reference)));
    }
}

/* ---- The program's side */

static void put_macros(composer *c)
{
    const kernel_source *kernel = c->b->kernel;
    bool own_type = false, bound_type = false;
    for (size_t i = 0; i < kernel->says.macro_count; i++) {
        const kernel_word *macro = &kernel->says.macros[i];
        own_type |= strcmp(macro->name, "T") == 0;
        if (kernel_uses(kernel, macro->name))
            text_format(c->out, "//! macro:       %s = %s\n", macro->name, replace_names(c->b, c->what, macro->text));
    }
    for (size_t i = 0; i < c->b->function->type_count; i++)
        bound_type |= strcmp(c->b->function->types[i].name, "T") == 0;
    bool seems_open = strcmp(binding_stated_type(c->b), "T") == 0 && kernel_uses(kernel, "T");
    bool open = kernel->openness == OPENNESS_OPEN || (kernel->openness == OPENNESS_UNKNOWN && seems_open);
    if (c->what->type && !own_type && !bound_type && open)
        text_format(c->out, "//! macro:       T = %s\n", c->what->type);
}

static bool put_constants(composer *c, assay_error *error)
{
    const kernel_source *kernel = c->b->kernel;
    for (size_t i = 0; i < kernel->says.constant_count; i++) {
        const kernel_word *given = &kernel->says.constants[i];
        for (size_t j = 0; j < kernel->constant_count; j++) {
            const kernel_constant *one = &kernel->constants[j];
            if (strcmp(one->name, given->name) != 0)
                continue;
            const char *type = kernel_scalar(kernel, c->b->function, one->type, c->what->type);
            if (!type)
                return assay_fail(error, kernel->path, 0, "the type `%s` of function constant %s is not known",
                                  one->type, one->name);
            text_format(c->out, "//! constant:    %s(%u) %s = %s\n", one->name, one->index, type,
                        replace_names(c->b, c->what, given->text));
        }
    }
    return true;
}

/* `threadgroup TG` in the shape that the pipeline requires. */
static const char *shaped(const binding *b, const char *dispatch)
{
    const unsigned *size = b->function->required;
    size_t length = strlen(dispatch), last = strlen(" TG");
    bool follows = b->side && size[1] * size[2] > 1 && length > last && !strcmp(dispatch + length - last, " TG") &&
                   !strstr(dispatch, " x TG");
    return follows ? arena_format(binding_memory(b), "%.*s %u x %u x %u", (int)(length - last), dispatch, size[0],
                                  size[1], size[2])
                   : dispatch;
}

static void put_dispatches(composer *c)
{
    const kernel_directives *says = &c->b->kernel->says;
    const char *entry = c->b->function->name;
    bool plain = identifier_length(entry) == strlen(entry);
    for (size_t i = 0; i < says->dispatch_count || i == 0; i++) {
        const char *dispatch = says->dispatch_count ? says->dispatches[i] : c->b->contract->dispatch;
        bool named = binding_dispatched_name(c->b, dispatch) != NULL;
        dispatch = shaped(c->b, dispatch);
        put(c, "dispatch:", named || !plain ? dispatch : arena_format(binding_memory(c->b), "%s: %s", entry, dispatch));
    }
    for (size_t i = 0; i < says->memory_count; i++)
        put(c, "threadgroup:", says->threadgroup_memory[i]);
}

/* `{uint n, float eps}` without a content gets it member by member: what the contract's values and options are here. */
static bool put_extra(composer *c, const char *extra, assay_error *error)
{
    const binding *b = c->b;
    const char *open = strchr(extra, '{'), *close = open ? strchr(open, '}') : NULL, *types = "", *values = "";
    if (!close || strchr(close, '=')) {
        put(c, "in:", extra);
        return true;
    }
    cursor at = {arena_text(binding_memory(b), open + 1, (size_t)(close - open - 1)), binding_memory(b),
                 b->kernel->path, 0, error};
    do {
        const char *type = cursor_name(&at), *name = type ? cursor_name(&at) : NULL;
        const char *plain = name ? binding_plain_name(b, name) : "";
        const contract_argument *a = contract_argument_named(b->contract, plain);
        const contract_option *option = contract_option_named(b->contract, plain);
        if (!name || (!option && !(a && a->role == CONTRACT_VALUE)))
            return assay_fail(error, b->kernel->path, 0,
                              "extra: member `%s` of `%s` is no value that contract %s knows; say what is in it: "
                              "{…} = …, …",
                              name ? name : "", extra, b->contract->name);
        const char *more = *types ? ", " : "";
        types = arena_format(binding_memory(b), "%s%s%s", types, more, type);
        values = arena_format(binding_memory(b), "%s%s(%s)", values, more,
                              option ? option->name : compose_content(b, c->what, a));
    } while (cursor_take(&at, ","));
    put(c, "in:", arena_format(binding_memory(b), "%.*s{%s} = %s", (int)(open - extra), extra, types, values));
    return true;
}

/* How the case calls what is in a member: a role, an option, or what an `extra` or `scratch` line declares. */
static const char *name_of_member(const binding *b, const kernel_parameter *m)
{
    for (size_t i = 0; i < b->contract->argument_count; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        if (b->parameter[i] == m)
            return layout_of(b, a) ? arena_format(binding_memory(b), "%s_view", a->name) : a->name;
    }
    for (size_t i = 0; i < b->contract->option_count; i++)
        if (b->option[i] == m)
            return arena_format(binding_memory(b), "option_%zu", i);
    return binding_declaration(b, m->name);
}

/* Argument buffers, once all that they hold is declared. */
static void put_argument_buffers(composer *c)
{
    const binding *b = c->b;
    for (size_t i = 0; i < b->function->parameter_count && !b->several; i++) {
        const kernel_parameter *p = &b->function->parameters[i];
        const char *list = "";
        for (size_t j = 0; p->arguments && j < p->member_count; j++)
            list = arena_format(binding_memory(b), "%s%s%d %s", list, j ? ", " : "", p->members[j].index,
                                name_of_member(b, &p->members[j]));
        if (p->arguments)
            text_format(c->out, "//! in:          arguments_%d@%d arguments = %s\n", p->index, p->index, list);
    }
}

/* The kernels that the dispatches name, or the entry. */
static void put_questions(composer *c)
{
    const char *about = c->what->asks == ASKS_CONSTANTS ? "constants" : "arguments";
    const kernel_directives *says = &c->b->kernel->says;
    for (size_t i = 0; i < says->dispatch_count; i++) {
        const char *name = binding_dispatched_name(c->b, says->dispatches[i]);
        if (name && strcmp(name, c->b->function->name) != 0)
            text_format(c->out, "//! reflect:     %s: %s = recorded\n", name, about);
    }
    text_format(c->out, "//! reflect:     %s: %s = recorded\n", c->b->function->name, about);
}

bool compose(const binding *b, const composition *what, text *out, assay_error *error)
{
    composer c = {.b = b, .what = what, .out = out, .spare = HIGHEST_BUFFER};
    text_add(out, "//! title:       Candidate\n");
    put_macros(&c);
    if (what->asks != ASKS_CONSTANTS && !put_constants(&c, error))
        return false;
    if (what->asks) {
        put_questions(&c);
        text_add(out, b->kernel->text);
        return !out->failed || assay_fail(error, NULL, 0, "out of memory");
    }
    put_dispatches(&c);
    for (size_t i = 0; i < b->contract->argument_count; i++)
        put_argument(&c, &b->contract->arguments[i], b->parameter[i]);
    put_options(&c);
    for (size_t i = 0; i < b->kernel->says.extra_count; i++)
        if (!put_extra(&c, binding_declaration(b, b->kernel->says.extras[i]), error))
            return false;
    for (size_t i = 0; i < b->kernel->says.scratch_count; i++)
        put(&c, strchr(b->kernel->says.scratches[i], '=') ? "inout:" : "out:",
            binding_declaration(b, b->kernel->says.scratches[i]));
    put_argument_buffers(&c);
    put_expectations(&c);
    text_add(out, b->kernel->text);
    return !out->failed || assay_fail(error, NULL, 0, "out of memory");
}
