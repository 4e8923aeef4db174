/* compose.c: binds a kernel to a contract and writes the cases. Names of sizes never reach the program, where they
 * might mean something else: every number is put into the header as digits. */
#include "compose.h"
#include "../case/cursor.h"
#include "../case/expression.h"
#include "../case/internal.h"
#include "../case/nearest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HIGHEST_BUFFER = 30 };

static arena *scratch(const binding *b)
{
    return &b->kernel->memory;
}

/* ---- The entry */

static const char *list_functions(const kernel_source *kernel)
{
    const char *list = "";
    for (size_t i = 0; i < kernel->function_count; i++)
        list = arena_format((arena *)&kernel->memory, "%s%s%s", list, *list ? ", " : "", kernel->functions[i].name);
    return list;
}

/* `NAME` of `NAME(args): groups …` or `NAME: groups …`, or NULL. */
static const char *dispatched_name(const binding *b, const char *dispatch)
{
    size_t length = identifier_length(dispatch);
    const char *after = dispatch + length + strspn(dispatch + length, " ");
    return length && (*after == ':' || *after == '(') ? arena_text(scratch(b), dispatch, length) : NULL;
}

static bool choose_entry(binding *b, assay_error *error)
{
    const kernel_source *kernel = b->kernel;
    const char *name = kernel->says.entry;
    if (!name && kernel->says.dispatch_count)
        name = dispatched_name(b, kernel->says.dispatches[0]);
    if (!name && kernel->function_count == 1) {
        b->function = &kernel->functions[0];
        return true;
    }
    if (!name)
        return assay_fail(error, kernel->path, 0, "has %zu kernels: %s; choose one with --entry",
                          kernel->function_count, list_functions(kernel));
    b->function = kernel_function_named(kernel, name);
    return b->function ||
           assay_fail(error, kernel->path, 0, "has no kernel `%s`; it has %s", name, list_functions(kernel));
}

/* ---- Roles */

static bool is_bound_kind(const kernel_parameter *p)
{
    return p->kind == PARAMETER_BUFFER || p->kind == PARAMETER_VALUE || p->kind == PARAMETER_TEXTURE;
}

static const kernel_word *mapped(const binding *b, const kernel_parameter *p)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = says->map_count; i-- > 0;) {
        const contract_argument *argument = contract_argument_named(b->contract, says->maps[i].name);
        bool texture = argument && argument->format, is_texture = p->kind == PARAMETER_TEXTURE;
        if (texture == is_texture && atoi(says->maps[i].text) == p->index)
            return &says->maps[i];
    }
    return NULL;
}

/* Whether an `extra` or `scratch` line speaks for this place. */
static bool declared_elsewhere(const binding *b, const kernel_parameter *p)
{
    const kernel_directives *says = &b->kernel->says;
    for (int list = 0; list < 2; list++) {
        const char **lines = list ? says->scratches : says->extras;
        size_t count = list ? says->scratch_count : says->extra_count;
        for (size_t i = 0; i < count; i++) {
            const char *at = lines[i] + identifier_length(lines[i]);
            size_t length = (size_t)(at - lines[i]);
            if (*at == '@' ? atoi(at + 1) == p->index
                           : strlen(p->name) == length && !strncmp(p->name, lines[i], length))
                return true;
        }
    }
    return false;
}

static const char *roles(const binding *b)
{
    const char *list = "";
    for (size_t i = 0; i < b->contract->argument_count; i++)
        list = arena_format(scratch(b), "%s%s%s", list, *list ? ", " : "", b->contract->arguments[i].name);
    return list;
}

static const char *plain_name(const binding *b, const char *name)
{
    while (*name == '_')
        name++;
    size_t length = strlen(name);
    while (length && name[length - 1] == '_')
        length--;
    return arena_text(scratch(b), name, length);
}

/* Whether --map gives this role to another parameter. */
static bool is_given_away(const binding *b, const contract_argument *argument)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->map_count; i++)
        if (contract_argument_named(b->contract, says->maps[i].name) == argument)
            return true;
    return false;
}

static bool bind_parameter(binding *b, const kernel_parameter *p, assay_error *error)
{
    const contract *contract = b->contract;
    const kernel_word *map = mapped(b, p);
    const char *name = map ? map->name : plain_name(b, p->name);
    const contract_argument *argument = contract_argument_named(contract, name);
    const contract_option *option = contract_option_named(contract, name);
    if (!map && declared_elsewhere(b, p))
        return true;
    if (option && (!argument || strcmp(argument->name, name) != 0)) {
        b->option[option - contract->options] = p;
        return true;
    }
    if (!argument)
        return assay_fail(error, b->kernel->path, p->line,
                          "%s(%d) `%s` of kernel %s is nothing that contract %s knows (%s); say which it is with --map "
                          "ROLE=%d, or describe it in a line `//! extra:`",
                          p->kind == PARAMETER_TEXTURE ? "texture" : "buffer", p->index, p->name, b->function->name,
                          contract->name, roles(b), p->index);
    if (!map && is_given_away(b, argument))
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` looks like `%s`, which --map gives to another; say what it is with --map ROLE=%d",
                          p->name, argument->name, p->index);
    const kernel_parameter **slot = &b->parameter[argument - contract->arguments];
    if (*slot)
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` and `%s` both look like `%s`; say which it is with --map %s=INDEX", (*slot)->name,
                          p->name, argument->name, argument->name);
    *slot = p;
    return true;
}

/* ---- Types */

const char *compose_scalar(const binding *b, const kernel_parameter *p, const char *type)
{
    return kernel_scalar(b->kernel, b->function, p->type, type);
}

static bool check_role(const binding *b, const contract_argument *argument, const kernel_parameter *p,
                       assay_error *error)
{
    const contract *contract = b->contract;
    if (!p) {
        if (argument->absent)
            return true;
        return assay_fail(error, b->kernel->path, b->function->line,
                          "kernel %s takes nothing that is `%s` of contract %s; say its index with --map %s=INDEX",
                          b->function->name, argument->name, contract->name, argument->name);
    }
    if ((argument->format != NULL) != (p->kind == PARAMETER_TEXTURE))
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` of kernel %s is a %s, but contract %s wants a %s for `%s`", p->name, b->function->name,
                          p->kind == PARAMETER_TEXTURE ? "texture" : "buffer", contract->name,
                          argument->format ? "texture" : "buffer", argument->name);
    if (p->tensor && !argument->extents)
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` of kernel %s is a tensor, but contract %s gives no extents for `%s`: take a buffer",
                          p->name, b->function->name, contract->name, argument->name);
    bool writes = argument->role == CONTRACT_OUT || argument->role == CONTRACT_INOUT;
    if (writes && !p->writable)
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` of kernel %s is const, but `%s` is what contract %s has it write", p->name,
                          b->function->name, argument->name, contract->name);
    if (argument->format)
        return true;
    if (argument->role == CONTRACT_VALUE && kernel_lanes(b->kernel, b->function, p->type) > 1)
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` of kernel %s is %s, but `%s` of contract %s is one number; describe it in a line "
                          "`//! extra:` and map it elsewhere, or rename it",
                          p->name, b->function->name, p->type, argument->name, contract->name);
    const char *scalar = compose_scalar(b, p, "T");
    if (!scalar)
        return assay_fail(error, b->kernel->path, p->line,
                          "the type `%s` of `%s` is not known; say what it stands for with -D %s=float", p->type,
                          p->name, p->type);
    return true;
}

static bool contract_takes(const contract *contract, const char *type)
{
    for (size_t i = 0; i < contract->type_count; i++)
        if (strcmp(contract->types[i], type) == 0)
            return true;
    return false;
}

/* The type of the first argument that the contract declares with T; "T" itself if the kernel leaves it open. */
static const char *stated_type(const binding *b)
{
    for (size_t i = 0; i < b->contract->argument_count; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        if (a->type && strcmp(a->type, "T") == 0 && b->parameter[i])
            return compose_scalar(b, b->parameter[i], "T");
    }
    return "T";
}

const char *const *binding_types(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    const char **list = NULL, *stated = stated_type(b);
    size_t count = 0;
    if (stated && strcmp(stated, "T") != 0) {
        if (!contract_takes(b->contract, stated)) {
            assay_fail(error, b->kernel->path, b->function->line,
                       "kernel %s works on %s, which contract %s does not cover", b->function->name, stated,
                       b->contract->name);
            return NULL;
        }
        *ARENA_PUSH(scratch(b), list, count) = stated;
    } else {
        const char *const *from = says->type_count ? (const char *const *)says->types : b->contract->types;
        size_t most = says->type_count ? says->type_count : b->contract->type_count;
        for (size_t i = 0; i < most; i++) {
            if (!contract_takes(b->contract, from[i])) {
                assay_fail(error, b->kernel->path, 0, "contract %s does not cover the type %s", b->contract->name,
                           from[i]);
                return NULL;
            }
            *ARENA_PUSH(scratch(b), list, count) = from[i];
        }
    }
    *ARENA_PUSH(scratch(b), list, count) = NULL;
    return list;
}

static bool uses_word(const char *text, const char *word)
{
    return text && code_has_word(text, word);
}

const char *const *binding_threadgroups(const binding *b)
{
    const kernel_directives *says = &b->kernel->says;
    const char *const *from =
        says->threadgroup_count ? (const char *const *)says->threadgroups : b->contract->threadgroups;
    size_t most = says->threadgroup_count ? says->threadgroup_count : b->contract->threadgroup_count, count = 0;
    const char **list = NULL;
    for (size_t i = 0; i < most && (i == 0 || b->sized); i++)
        *ARENA_PUSH(scratch(b), list, count) = from[i];
    *ARENA_PUSH(scratch(b), list, count) = NULL;
    return list;
}

/* ---- All of it */

static bool check_words(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->map_count; i++)
        if (!contract_argument_named(b->contract, says->maps[i].name) &&
            !contract_option_named(b->contract, says->maps[i].name))
            return assay_fail(error, NULL, 0, "--map: contract %s has no role `%s`; it has %s", b->contract->name,
                              says->maps[i].name, roles(b));
    for (size_t i = 0; i < says->set_count; i++)
        if (!contract_option_named(b->contract, says->sets[i].name))
            return assay_fail(error, NULL, 0, "--set: contract %s has no option `%s`", b->contract->name,
                              says->sets[i].name);
    for (size_t i = 0; i < says->constant_count; i++) {
        size_t j = 0;
        while (j < b->kernel->constant_count && strcmp(b->kernel->constants[j].name, says->constants[i].name) != 0)
            j++;
        if (j == b->kernel->constant_count)
            return assay_fail(error, b->kernel->path, 0, "has no function constant `%s`", says->constants[i].name);
    }
    return true;
}

static bool map_exists(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->map_count; i++) {
        const contract_argument *argument = contract_argument_named(b->contract, says->maps[i].name);
        char *end;
        long index = strtol(says->maps[i].text, &end, 10);
        bool exists = false;
        if (*end || end == says->maps[i].text || index < 0)
            return assay_fail(error, b->kernel->path, 0, "--map %s=%s: the index of a buffer or texture is expected",
                              says->maps[i].name, says->maps[i].text);
        for (size_t j = 0; j < b->function->parameter_count; j++) {
            const kernel_parameter *p = &b->function->parameters[j];
            bool texture = p->kind == PARAMETER_TEXTURE, wants = argument && argument->format;
            exists |= is_bound_kind(p) && texture == wants && p->index == index;
        }
        if (!exists)
            return assay_fail(error, b->kernel->path, b->function->line, "--map %s=%s: kernel %s has no %s(%s)",
                              says->maps[i].name, says->maps[i].text, b->function->name,
                              argument && argument->format ? "texture" : "buffer", says->maps[i].text);
    }
    return true;
}

/* Threadgroup memory that is a parameter gets its size from the host. */
static bool check_threadgroup_memory(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->memory_count; i++) {
        const char *text = says->threadgroup_memory[i];
        size_t digits = strspn(text, "0123456789");
        if (!digits || text[digits] != ' ' || !text[digits + strspn(text + digits, " ")])
            return assay_fail(error, b->kernel->path, 0,
                              "threadgroup: `%s` is no index and bytes, as in --threadgroup '0 4 * TG'", text);
    }
    for (size_t i = 0; i < b->function->parameter_count; i++) {
        const kernel_parameter *p = &b->function->parameters[i];
        bool given = p->kind != PARAMETER_THREADGROUP;
        for (size_t j = 0; !given && j < says->memory_count; j++)
            given = atoi(says->threadgroup_memory[j]) == p->index;
        if (!given)
            return assay_fail(error, b->kernel->path, p->line,
                              "kernel %s has `%s` in threadgroup(%d), whose size the host gives; say how many bytes, "
                              "as in --threadgroup '%d 4 * TG'",
                              b->function->name, p->name, p->index, p->index);
    }
    return true;
}

bool binding_make(binding *to, const contract *contract, kernel_source *kernel, assay_error *error)
{
    *to = (binding){.contract = contract, .kernel = kernel};
    to->parameter = arena_take(&kernel->memory, contract->argument_count + 1, sizeof *to->parameter);
    to->option = arena_take(&kernel->memory, contract->option_count + 1, sizeof *to->option);
    if (!check_words(to, error) || !choose_entry(to, error))
        return false;
    const kernel_directives *says = &kernel->says;
    for (size_t i = 0; i < says->dispatch_count; i++) {
        const char *after = says->dispatches[i] + identifier_length(says->dispatches[i]);
        to->several |= says->dispatch_count > 1 || after[strspn(after, " ")] == '(';
        to->sized |= uses_word(says->dispatches[i], "TG");
    }
    if (!says->dispatch_count && !contract->dispatch)
        return assay_fail(error, kernel->path, 0,
                          "does not say how it is dispatched; add a line `//! dispatch: groups …, "
                          "threadgroup …` or --dispatch");
    for (size_t i = 0; i < says->layout_count; i++) {
        const char *name = arena_text(scratch(to), says->layouts[i], identifier_length(says->layouts[i]));
        const contract_argument *role = contract_argument_named(contract, name);
        cursor at = {says->layouts[i] + strlen(name), scratch(to), kernel->path, 0, error};
        if (!role || role->role != CONTRACT_IN || to->several || !cursor_bracketed(&at, '(') ||
            !cursor_take(&at, "=") || !cursor_bracketed(&at, '(') || !cursor_end(&at))
            return assay_fail(error, kernel->path, 0,
                              "layout: `%s` is not an input's sizes and strides, as in a(M, K) = (1, M)",
                              says->layouts[i]);
    }
    to->sized |= !says->dispatch_count && uses_word(contract->dispatch, "TG");
    if (to->several)
        return true;
    if (!map_exists(to, error) || !check_threadgroup_memory(to, error))
        return false;
    for (size_t i = 0; i < to->function->parameter_count; i++)
        if (is_bound_kind(&to->function->parameters[i]) && !bind_parameter(to, &to->function->parameters[i], error))
            return false;
    for (size_t i = 0; i < contract->argument_count; i++)
        if (!check_role(to, &contract->arguments[i], to->parameter[i], error))
            return false;
    return true;
}

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
    const char *result = arena_text(scratch(b), text_string(&out), out.length);
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
        list = arena_format(scratch(b), "%s%s%s=%s", list, i ? " " : "", what->sizes->names[i],
                            what->sizes->values[what->row * what->sizes->name_count + i]);
    for (size_t i = 0; i < b->contract->option_count; i++)
        list = arena_format(scratch(b), "%s %s=%s", list, b->contract->options[i].name,
                            value_of(b, what, b->contract->options[i].name, strlen(b->contract->options[i].name)));
    return list;
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
    const char *length = arena_format(scratch(b), "(%s) / (%s)", a->count, b->contract->rows);
    return what->order == ROWS_REPEATED
               ? arena_format(scratch(b), "rows_repeated(%s)", length)
               : arena_format(scratch(b), "rows_rotated(%s, %d)", length, what->order == ROWS_ROTATED);
}

static bool index_taken(const binding *b, int index)
{
    for (size_t i = 0; i < b->function->parameter_count; i++)
        if (is_bound_kind(&b->function->parameters[i]) && b->function->parameters[i].index == index)
            return true;
    return false;
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
    const char *scalar = p ? compose_scalar(c->b, p, c->what->type) : NULL;
    return scalar ? scalar : a->type ? a->type : "uint";
}

/* Whether one of several dispatches passes this argument. */
static bool is_passed(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->says.dispatch_count; i++) {
        const char *text = b->kernel->says.dispatches[i];
        const char *open = strchr(text, '('), *close = open ? strchr(open, ')') : NULL;
        if (close && uses_word(arena_text(scratch(b), open, (size_t)(close - open)), a->name))
            return true;
    }
    return false;
}

/* The parameter of this name in any of several kernels, for its type. */
static const kernel_parameter *parameter_named(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->function_count; i++) {
        const kernel_function *f = &b->kernel->functions[i];
        for (size_t j = 0; j < f->parameter_count; j++)
            if (contract_argument_named(b->contract, plain_name(b, f->parameters[j].name)) == a)
                return &f->parameters[j];
    }
    return NULL;
}

/* What follows the role in a `layout` of it: `(M, K) = (1, M)`. */
static const char *layout_of(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->says.layout_count; i++) {
        const char *text = b->kernel->says.layouts[i];
        size_t length = identifier_length(text);
        if (contract_argument_named(b->contract, arena_text(scratch(b), text, length)) == a)
            return text + length;
    }
    return NULL;
}

/* The elements themselves go where the kernel does not look, for the reference; it gets a view of them. */
static void put_view(composer *c, const contract_argument *a, const kernel_parameter *p, const char *type,
                     const char *layout, char *place, size_t size)
{
    arena *memory = scratch(c->b);
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
    c->view = arena_format(memory, "%s_view@%d %s[%s] = view(%s, %s, %s)", a->name, p->index, type, count, a->name,
                           sizes, strides);
}

static void put_argument(composer *c, const contract_argument *a, const kernel_parameter *p)
{
    static const char *const keys[] = {"in:", "out:", "inout:", "in:"};
    const binding *b = c->b;
    const char *initial = p || b->several ? compose_content(b, c->what, a) : a->absent;
    char place[16] = "";
    if (b->several) {
        if (a->absent && !is_passed(b, a))
            return;
        p = parameter_named(b, a);
    } else if (!p && (!a->absent || !*a->absent)) {
        return;
    }
    const char *type = type_of(c, a, p), *layout = b->several ? NULL : layout_of(b, a);
    if (layout && p)
        put_view(c, a, p, type, layout, place, sizeof place);
    else if (!b->several)
        snprintf(place, sizeof place, "@%d", p ? p->index : spare_index(c));
    const char *declared =
        a->role == CONTRACT_VALUE ? arena_format(scratch(b), "%s%s %s", a->name, place, type)
        : a->format
            ? arena_format(scratch(b), "%s%s %s(%s)[%s, %s]", a->name, place, a->type, a->format, a->width, a->height)
        : p && p->tensor && !layout ? arena_format(scratch(b), "%s%s tensor<%s>[%s]", a->name, place, type, a->extents)
                                    : arena_format(scratch(b), "%s%s %s[%s]", a->name, place, type, a->count);
    put(c, keys[a->role], initial ? arena_format(scratch(b), "%s = %s", declared, initial) : declared);
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
                arena_format(scratch(c->b), "option_%zu@%d %s = %s", i, p->index,
                             compose_scalar(c->b, p, c->what->type), option->name));
    }
}

/* Values that the kernel is not told stand in the expectation as numbers. */
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
                (b->several ? !is_passed(b, a) : !b->parameter[i]))
                found = a;
        }
        text_bytes(&out, found ? compose_content(b, what, found) : at,
                   found ? strlen(compose_content(b, what, found)) : length);
    }
    const char *result = arena_text(scratch(b), text_string(&out), out.length);
    text_free(&out);
    return result;
}

const char *compose_tolerance(const binding *b)
{
    return b->kernel->says.compare ? b->kernel->says.compare : b->contract->compare;
}

static void put_expectations(composer *c)
{
    if (compose_tolerance(c->b))
        put(c, "compare:", compose_tolerance(c->b));
    for (size_t i = 0; i < c->b->contract->expect_count; i++) {
        const contract_setting *e = &c->b->contract->expects[i];
        const char *reference = i == 0 && c->what->expect ? c->what->expect : e->text;
        put(c, "expect:", arena_format(scratch(c->b), "%s = %s", e->name, with_values(c->b, c->what, reference)));
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
    if (!own_type && !bound_type && strcmp(stated_type(c->b), "T") == 0 && kernel_uses(kernel, "T"))
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

static void put_dispatches(composer *c)
{
    const kernel_directives *says = &c->b->kernel->says;
    const char *entry = c->b->function->name;
    bool plain = identifier_length(entry) == strlen(entry);
    for (size_t i = 0; i < says->dispatch_count || i == 0; i++) {
        const char *dispatch = says->dispatch_count ? says->dispatches[i] : c->b->contract->dispatch;
        bool named = dispatched_name(c->b, dispatch) != NULL;
        put(c, "dispatch:", named || !plain ? dispatch : arena_format(scratch(c->b), "%s: %s", entry, dispatch));
    }
    for (size_t i = 0; i < says->memory_count; i++)
        put(c, "threadgroup:", says->threadgroup_memory[i]);
}

bool compose(const binding *b, const composition *what, text *out, assay_error *error)
{
    composer c = {.b = b, .what = what, .out = out, .spare = HIGHEST_BUFFER};
    text_add(out, "//! title:       Candidate\n");
    put_macros(&c);
    if (!put_constants(&c, error))
        return false;
    put_dispatches(&c);
    for (size_t i = 0; i < b->contract->argument_count; i++)
        put_argument(&c, &b->contract->arguments[i], b->parameter[i]);
    put_options(&c);
    for (size_t i = 0; i < b->kernel->says.extra_count; i++)
        put(&c, "in:", b->kernel->says.extras[i]);
    for (size_t i = 0; i < b->kernel->says.scratch_count; i++)
        put(&c, strchr(b->kernel->says.scratches[i], '=') ? "inout:" : "out:", b->kernel->says.scratches[i]);
    put_expectations(&c);
    text_add(out, b->kernel->text);
    return !out->failed || assay_fail(error, NULL, 0, "out of memory");
}
