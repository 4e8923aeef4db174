/* binding.c: binds a kernel to a contract: by `map`, otherwise by the parameters' names. */
#include "binding.h"
#include "../../case/declare/cursor.h"
#include "../../case/expression.h"
#include "../../case/internal.h"
#include "intent/intent.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

arena *binding_memory(const binding *b)
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

const char *binding_dispatched_name(const binding *b, const char *dispatch)
{
    size_t length = identifier_length(dispatch);
    const char *after = dispatch + length + strspn(dispatch + length, " ");
    return length && (*after == ':' || *after == '(') ? arena_text(binding_memory(b), dispatch, length) : NULL;
}

static bool choose_entry(binding *b, assay_error *error)
{
    const kernel_source *kernel = b->kernel;
    const char *name = kernel->says.entry;
    if (!name && kernel->says.dispatch_count)
        name = binding_dispatched_name(b, kernel->says.dispatches[0]);
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

bool binding_is_bound_kind(const kernel_parameter *p)
{
    return p->kind == PARAMETER_BUFFER || p->kind == PARAMETER_VALUE || p->kind == PARAMETER_TEXTURE;
}

/* Whether `args.x` names this member. */
static bool is_member(const char *path, const kernel_parameter *p)
{
    size_t length = strlen(p->holder);
    return strncmp(path, p->holder, length) == 0 && path[length] == '.' && strcmp(path + length + 1, p->name) == 0;
}

static const kernel_word *mapped(const binding *b, const kernel_parameter *p)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = says->map_count; i-- > 0;) {
        const contract_argument *argument = contract_argument_named(b->contract, says->maps[i].name);
        bool texture = argument && argument->format, is_texture = p->kind == PARAMETER_TEXTURE;
        bool here = p->holder ? is_member(says->maps[i].text, p) : atoi(says->maps[i].text) == p->index;
        if (texture == is_texture && here && (p->holder || !strchr(says->maps[i].text, '.')))
            return &says->maps[i];
    }
    return NULL;
}

/* Of `rows[1] float[8]` the length of `rows[1]`; of other lines that of the identifier. */
static size_t declared_length(const char *line)
{
    size_t length = identifier_length(line);
    size_t digits = line[length] == '[' ? strspn(line + length + 1, "0123456789") : 0;
    return digits && line[length + 1 + digits] == ']' ? length + digits + 2 : length;
}

/* Whether `@3 TYPE …` is this place: textures and samplers have indices of their own. */
static bool is_placed(const kernel_parameter *p, const char *at)
{
    char *type;
    bool here = strtol(at + 1, &type, 10) == p->index;
    type += strspn(type, " ");
    bool texture = strncmp(type, "texture", 7) == 0, sampler = strncmp(type, "sampler", 7) == 0;
    return here && !p->holder && !sampler && texture == (p->kind == PARAMETER_TEXTURE);
}

bool binding_declares(const kernel_parameter *p, const char *line)
{
    size_t length = declared_length(line);
    const char *at = line + length;
    return *at == '@' ? is_placed(p, at) : strlen(p->name) == length && !strncmp(p->name, line, length);
}

static bool declared_elsewhere(const binding *b, const kernel_parameter *p)
{
    const kernel_directives *says = &b->kernel->says;
    for (int list = 0; list < 2; list++) {
        const char **lines = list ? says->scratches : says->extras;
        size_t count = list ? says->scratch_count : says->extra_count;
        for (size_t i = 0; i < count; i++)
            if (binding_declares(p, lines[i]))
                return true;
    }
    return false;
}

const char *binding_declaration(const binding *b, const char *line)
{
    size_t length = declared_length(line), plain = identifier_length(line);
    return length == plain ? line
                           : arena_format(binding_memory(b), "%.*s_%.*s%s", (int)plain, line, (int)(length - plain - 2),
                                          line + plain + 1, line + length);
}

static const char *roles(const binding *b)
{
    const char *list = "";
    for (size_t i = 0; i < b->contract->argument_count; i++)
        list = arena_format(binding_memory(b), "%s%s%s", list, *list ? ", " : "", b->contract->arguments[i].name);
    return list;
}

const char *binding_plain_name(const binding *b, const char *name)
{
    while (*name == '_')
        name++;
    size_t length = strlen(name);
    while (length && name[length - 1] == '_')
        length--;
    return arena_text(binding_memory(b), name, length);
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

/* The word of a contract that stands for a number. */
static bool is_number_of(const binding *b, const char *name)
{
    const contract_argument *argument = contract_argument_named(b->contract, name);
    return (argument && argument->role == CONTRACT_VALUE) || contract_option_named(b->contract, name);
}

/* The members of a structure of numbers that follow one another as in C, as `{uint n, float eps}`; NULL of any
 * other. */
static const char *listed_members(const binding *b, const kernel_parameter *p)
{
    const char *list = "";
    size_t end = 0;
    bool open = false; /* behind a member that is T nothing is known of offsets */
    for (size_t i = 0; i < p->member_count; i++) {
        const kernel_parameter *m = &p->members[i];
        const char *scalar = m->kind == PARAMETER_VALUE ? binding_scalar(b, m, "T") : NULL;
        assay_type type;
        if (!scalar || kernel_lanes(b->kernel, b->function, m->type) > 1)
            return NULL;
        open |= !assay_type_from_name(scalar, &type);
        size_t size = open ? 1 : assay_scalar_size(type.scalar);
        end = (end + size - 1) / size * size;
        if (!open && (size_t)m->offset != end)
            return NULL;
        end += size;
        list = arena_format(binding_memory(b), "%s%s%s %s", list, *list ? ", " : "", scalar, m->name);
    }
    return *list ? arena_format(binding_memory(b), "{%s}", list) : NULL;
}

/* A struct of scalars whose members all have names that the contract knows is described by itself. A program that no
 * compiler took is told so later: until then its text says what is in it. */
static bool describe_struct(binding *b, const kernel_parameter *p)
{
    kernel_directives *says = &b->kernel->says;
    const char *members = p->writable       ? NULL
                          : p->member_count ? listed_members(b, p)
                                            : intent_members(b->kernel, b->function, p->type);
    if (!members)
        return false;
    cursor at = {members + 1, binding_memory(b), b->kernel->path, 0, NULL};
    do {
        const char *type = cursor_name(&at), *name = type ? cursor_name(&at) : NULL;
        if (!name || !is_number_of(b, binding_plain_name(b, name)))
            return false;
    } while (cursor_take(&at, ","));
    const char **line = ARENA_PUSH(binding_memory(b), says->extras, says->extra_count);
    *line = arena_format(binding_memory(b), "%s@%d %s", p->name, p->index, members);
    return true;
}

/* `buffer(3)`, or the argument buffer that it is in; and how `--map` says it. */
static const char *place_of(const binding *b, const kernel_parameter *p)
{
    return p->holder ? arena_format(binding_memory(b), "in argument buffer `%s`,", p->holder)
                     : arena_format(binding_memory(b), "%s(%d)", p->kind == PARAMETER_TEXTURE ? "texture" : "buffer",
                                    p->index);
}

static const char *mapping_of(const binding *b, const kernel_parameter *p)
{
    return p->holder ? arena_format(binding_memory(b), "%s.%s", p->holder, p->name)
                     : arena_format(binding_memory(b), "%d", p->index);
}

/* `constant int &W` where the contract has a size W, and tells it: H and W beside h and w. */
static const contract_argument *value_of_size(const binding *b, const kernel_parameter *p, const char *name)
{
    const contract *contract = b->contract;
    for (size_t i = 0; p->kind == PARAMETER_VALUE && i < contract->argument_count; i++)
        if (contract->arguments[i].role == CONTRACT_VALUE && strcmp(contract->arguments[i].initial, name) == 0)
            return &contract->arguments[i];
    return NULL;
}

static bool bind_parameter(binding *b, const kernel_parameter *p, assay_error *error)
{
    const contract *contract = b->contract;
    for (size_t i = 0; p->arguments && i < p->member_count; i++)
        if (!bind_parameter(b, &p->members[i], error))
            return false;
    if (p->arguments)
        return true;
    const kernel_word *map = mapped(b, p);
    const char *name = map ? map->name : binding_plain_name(b, p->name);
    const contract_argument *size = map ? NULL : value_of_size(b, p, name);
    const contract_argument *argument = size ? size : contract_argument_named(contract, name);
    const contract_option *option = size ? NULL : contract_option_named(contract, name);
    if (!map && declared_elsewhere(b, p))
        return true;
    if (option && (!argument || strcmp(argument->name, name) != 0)) {
        b->option[option - contract->options] = p;
        return true;
    }
    if (!argument && describe_struct(b, p))
        return true;
    if (!argument)
        return assay_fail(error, b->kernel->path, p->line,
                          "%s `%s` of kernel %s is nothing that contract %s knows (%s); say which it is with --map "
                          "ROLE=%s, or describe it in a line `//! extra:`",
                          place_of(b, p), p->name, b->function->name, contract->name, roles(b), mapping_of(b, p));
    if (!map && is_given_away(b, argument))
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` looks like `%s`, which --map gives to another; say what it is with --map ROLE=%s",
                          p->name, argument->name, mapping_of(b, p));
    const kernel_parameter **slot = &b->parameter[argument - contract->arguments];
    if (*slot)
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` and `%s` both look like `%s`; say which it is with --map %s=INDEX", (*slot)->name,
                          p->name, argument->name, argument->name);
    *slot = p;
    return true;
}

/* ---- Types */

const char *binding_scalar(const binding *b, const kernel_parameter *p, const char *type)
{
    return kernel_scalar(b->kernel, b->function, p->type, type);
}

static bool contract_takes(const contract *contract, const char *type)
{
    for (size_t i = 0; i < contract->type_count; i++)
        if (strcmp(contract->types[i], type) == 0)
            return true;
    return false;
}

/* Of `char` and `void`, which the contract does not mean: the type that the body casts it to, or NULL. */
static const char *type_of_bytes(const binding *b, const kernel_parameter *p, const char *type)
{
    const char *cast = intent_cast(b->kernel, b->function, p->name);
    return cast ? kernel_scalar(b->kernel, b->function, cast, type) : NULL;
}

static bool is_raw(const binding *b, const kernel_parameter *p)
{
    const char *scalar = binding_scalar(b, p, "T");
    return p->kind == PARAMETER_BUFFER &&
           (strcmp(p->type, "void") == 0 || (scalar && (strcmp(scalar, "char") == 0 || strcmp(scalar, "uchar") == 0) &&
                                             !contract_takes(b->contract, scalar)));
}

/* Integers of one size, of which one has a sign: what lies in memory is the contract's, whatever the kernel takes it
 * for. */
static bool differ_in_sign(const char *a, const char *b)
{
    bool with = *a != 'u', other = b && *b != 'u';
    return b && with != other && strcmp(a + !with, b + !other) == 0;
}

const char *binding_role_scalar(const binding *b, const contract_argument *a, const kernel_parameter *p,
                                const char *type)
{
    const char *scalar = binding_scalar(b, p, type);
    if (!a->type || (strcmp(a->type, "T") != 0 && !differ_in_sign(a->type, scalar)))
        return scalar;
    if (strcmp(a->type, "T") != 0)
        return a->type;
    if (is_raw(b, p)) {
        scalar = type_of_bytes(b, p, type);
        return scalar && contract_takes(b->contract, scalar) ? scalar : type;
    }
    bool bits = scalar && strcmp(type, "T") != 0 && (strcmp(scalar, "uint") == 0 || strcmp(scalar, "int") == 0);
    return bits && strcmp(type, "float") == 0 ? type : scalar; /* atomic_uint that holds the bits of a float */
}

static bool is_floating(const char *scalar)
{
    return strcmp(scalar, "float") == 0 || strcmp(scalar, "half") == 0 || strcmp(scalar, "bfloat") == 0;
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
    const char *scalar = binding_role_scalar(b, argument, p, "T");
    bool bytes = argument->type && strcmp(argument->type, "uchar") == 0; /* a struct of the kernel's own lies there */
    if (!scalar && !(bytes && p->kind == PARAMETER_BUFFER))
        return assay_fail(error, b->kernel->path, p->line,
                          "the type `%s` of `%s` is not known; say what it stands for with -D %s=float", p->type,
                          p->name, p->type);
    bool fixed = argument->type && strcmp(argument->type, "T") != 0 && !bytes;
    if (fixed && is_floating(scalar) != is_floating(argument->type))
        return assay_fail(error, b->kernel->path, p->line,
                          "`%s` of kernel %s is %s, but `%s` of contract %s is %s; say which parameter it is with "
                          "--map %s=INDEX",
                          p->name, b->function->name, p->type, argument->name, contract->name, argument->type,
                          argument->name);
    return true;
}

/* The parameter with the nth lowest index of those that the host binds. */
static const kernel_parameter *bound_parameter(const kernel_function *f, size_t n)
{
    for (size_t i = 0; i < f->parameter_count; i++) {
        size_t before = 0;
        for (size_t j = 0; j < f->parameter_count; j++)
            before += binding_is_bound_kind(&f->parameters[j]) && f->parameters[j].index < f->parameters[i].index;
        if (binding_is_bound_kind(&f->parameters[i]) && before == n)
            return &f->parameters[i];
    }
    return NULL;
}

/* `f(x, tmp): …` with the names of roles in place of aliases; what scratch is called counts before those. */
static const char *with_roles(const binding *b, const char *dispatch)
{
    const char *open = binding_dispatched_name(b, dispatch) ? strchr(dispatch, '(') : NULL, *at = open;
    const char *close = open ? strchr(open, ')') : NULL, *list = "";
    while (close && at < close) {
        size_t length = identifier_length(at += 1 + strspn(at + 1, " "));
        const char *name = arena_text(binding_memory(b), at, length);
        const kernel_parameter p = {.name = name, .index = -1};
        const contract_argument *role = declared_elsewhere(b, &p) ? NULL : contract_argument_named(b->contract, name);
        list = arena_format(binding_memory(b), "%s%s%s", list, *list ? ", " : "", role ? role->name : name);
        at += strcspn(at, ",)");
    }
    return !close ? dispatch
                  : arena_format(binding_memory(b), "%.*s%s%s", (int)(open + 1 - dispatch), dispatch, list, close);
}

const kernel_parameter *binding_given_parameter(const binding *b, const contract_argument *a)
{
    for (size_t i = 0; i < b->kernel->says.dispatch_count; i++) {
        const char *text = b->kernel->says.dispatches[i], *name = binding_dispatched_name(b, text);
        const kernel_function *f = name ? kernel_function_named(b->kernel, name) : NULL;
        const char *open = f ? strchr(text, '(') : NULL;
        size_t n = 0;
        for (const char *at = open; at && (*at == '(' || *at == ','); n++) {
            size_t length = identifier_length(at += 1 + strspn(at + 1, " "));
            if (strlen(a->name) == length && strncmp(at, a->name, length) == 0) /* no alias: scratch may be called so */
                return bound_parameter(f, n);
            at += strcspn(at, ",)");
        }
    }
    return NULL;
}

const char *binding_stated_type(const binding *b)
{
    for (size_t i = 0; i < b->contract->argument_count; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        const kernel_parameter *p = b->several ? binding_given_parameter(b, a) : b->parameter[i];
        const char *stated = a->type && strcmp(a->type, "T") == 0 && p ? binding_role_scalar(b, a, p, "T") : "T";
        if (!stated || strcmp(stated, "T") != 0)
            return stated;
    }
    return "T";
}

/* Bytes that nothing in the kernel gives a type are taken for the contract's first. */
static bool has_open_bytes(const binding *b)
{
    for (size_t i = 0; i < b->contract->argument_count; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        if (b->parameter[i] && a->type && strcmp(a->type, "T") == 0 && is_raw(b, b->parameter[i]))
            return true;
    }
    return false;
}

const char *const *binding_types(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    const char **list = NULL, *stated = binding_stated_type(b);
    size_t count = 0;
    if (stated && strcmp(stated, "T") != 0) {
        if (!contract_takes(b->contract, stated)) {
            assay_fail(error, b->kernel->path, b->function->line,
                       "kernel %s works on %s, which contract %s does not cover", b->function->name, stated,
                       b->contract->name);
            return NULL;
        }
        *ARENA_PUSH(binding_memory(b), list, count) = stated;
    } else {
        const char *const *from = says->type_count ? (const char *const *)says->types : b->contract->types;
        size_t most = says->type_count ? says->type_count : has_open_bytes(b) ? 1 : b->contract->type_count;
        for (size_t i = 0; i < most; i++) {
            if (!contract_takes(b->contract, from[i])) {
                assay_fail(error, b->kernel->path, 0, "contract %s does not cover the type %s", b->contract->name,
                           from[i]);
                return NULL;
            }
            *ARENA_PUSH(binding_memory(b), list, count) = from[i];
        }
    }
    *ARENA_PUSH(binding_memory(b), list, count) = NULL;
    return list;
}

static bool uses_word(const char *text, const char *word)
{
    return text && code_has_word(text, word);
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
    return true;
}

static bool has_member(const binding *b, const char *path)
{
    for (size_t i = 0; i < b->function->parameter_count; i++) {
        const kernel_parameter *p = &b->function->parameters[i];
        for (size_t j = 0; p->arguments && j < p->member_count; j++)
            if (is_member(path, &p->members[j]))
                return true;
    }
    return false;
}

static bool map_exists(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->map_count; i++) {
        const contract_argument *argument = contract_argument_named(b->contract, says->maps[i].name);
        char *end;
        long index = strtol(says->maps[i].text, &end, 10);
        bool exists = false;
        if (strchr(says->maps[i].text, '.')) {
            if (has_member(b, says->maps[i].text))
                continue;
            return assay_fail(error, b->kernel->path, b->function->line,
                              "--map %s=%s: kernel %s has no argument buffer with this member", says->maps[i].name,
                              says->maps[i].text, b->function->name);
        }
        if (*end || end == says->maps[i].text || index < 0)
            return assay_fail(error, b->kernel->path, 0, "--map %s=%s: the index of a buffer or texture is expected",
                              says->maps[i].name, says->maps[i].text);
        for (size_t j = 0; j < b->function->parameter_count; j++) {
            const kernel_parameter *p = &b->function->parameters[j];
            bool texture = p->kind == PARAMETER_TEXTURE, wants = argument && argument->format;
            exists |= binding_is_bound_kind(p) && texture == wants && p->index == index;
        }
        if (!exists)
            return assay_fail(error, b->kernel->path, b->function->line, "--map %s=%s: kernel %s has no %s(%s)",
                              says->maps[i].name, says->maps[i].text, b->function->name,
                              argument && argument->format ? "texture" : "buffer", says->maps[i].text);
    }
    return true;
}

static bool is_square(const char *dispatch)
{
    const char *comma = strchr(dispatch, ',');
    return comma && strstr(comma, "TG x TG");
}

/* The pipeline takes threadgroups of one shape alone. False if TG cannot be such that they are. */
static bool follow_requirement(binding *to, bool square)
{
    const unsigned *size = to->function->required;
    if (!size[0] || (square && (size[0] != size[1] || size[2] != 1)))
        return false;
    to->side = square ? size[0] : size[0] * size[1] * size[2];
    to->intent = arena_format(binding_memory(to), "is %u, by `required_threads_per_threadgroup(%u, %u, %u)`", to->side,
                              size[0], size[1], size[2]);
    return true;
}

/* What the pipeline takes counts where that is less than one of the contract's. */
static intent_array most_threads(const binding *b)
{
    intent_array most = intent_most_threads(b->kernel, b->function);
    unsigned allowed = b->function->most_threads;
    bool limits = false;
    for (size_t i = 0; i < b->contract->threadgroup_count; i++)
        limits |= allowed && strtoul(b->contract->threadgroups[i], NULL, 10) > allowed;
    return limits && (!most.size || allowed < most.size)
               ? (intent_array){"maxTotalThreadsPerThreadgroup", allowed, false}
               : most;
}

/* The threadgroups that the kernel is made for, where nobody says which it takes. */
static void follow_intent(binding *to)
{
    const kernel_directives *says = &to->kernel->says;
    const char *dispatch = says->dispatch_count ? says->dispatches[0] : to->contract->dispatch;
    if (!to->sized || says->threadgroup_count || to->several || follow_requirement(to, is_square(dispatch)))
        return;
    intent_array tile = intent_tile(to->kernel, to->function);
    intent_array most = most_threads(to);
    unsigned step = intent_step(to->kernel, to->function);
    bool square = is_square(dispatch);
    unsigned usual = to->contract->threadgroup_count ? (unsigned)strtoul(to->contract->threadgroups[0], NULL, 10) : 0;
    if (square && tile.name) {
        to->side = tile.size;
        to->intent = arena_format(binding_memory(to), "`%s` is made for %u", tile.name, tile.size);
    } else if (!square && step) {
        to->side = step;
        to->intent = arena_format(binding_memory(to), "is %u, the step of its loops from thread to thread", step);
    } else if ((to->launch = launch_read(to->kernel, to->function, square, usual)).count) {
        binding_launch(to, to->launch.size[0]);
    } else if (!square && most.size) {
        to->limit = most.size;
        to->intent = arena_format(binding_memory(to), "at most %u, by `%s`", most.size, most.name);
    }
}

void binding_launch(binding *b, unsigned size)
{
    b->side = size;
    b->intent = arena_format(binding_memory(b), "is %u, by the numbers in its text", size);
}

static bool is_over_all(const contract_argument *in, const contract_argument *out)
{
    return in->role == CONTRACT_IN && out->role == CONTRACT_OUT && in->type && out->type && in->sizes && out->sizes &&
           strcmp(in->type, out->type) == 0 && strcmp(in->sizes, out->sizes) == 0;
}

/* A kernel that takes one buffer for an input and the output of the same sizes works in place. */
static void find_in_place(binding *b)
{
    const contract *contract = b->contract;
    for (size_t i = 0; i < contract->argument_count; i++)
        for (size_t o = 0; o < contract->argument_count && !b->in_place; o++) {
            const kernel_parameter *in = b->parameter[i], *out = b->parameter[o];
            const kernel_parameter *one = in ? in : out;
            if (!is_over_all(&contract->arguments[i], &contract->arguments[o]) || !in == !out || !one->writable ||
                one->kind != PARAMETER_BUFFER || one->tensor || (!in && contract->arguments[i].absent))
                continue;
            b->parameter[i] = NULL;
            b->parameter[o] = one;
            b->in_place = &contract->arguments[i];
            b->overwritten = &contract->arguments[o];
        }
}

bool binding_begin(binding *to, const contract *contract, kernel_source *kernel, assay_error *error)
{
    *to = (binding){.contract = contract, .kernel = kernel};
    to->parameter = arena_take(&kernel->memory, contract->argument_count + 1, sizeof *to->parameter);
    to->option = arena_take(&kernel->memory, contract->option_count + 1, sizeof *to->option);
    return check_words(to, error) && choose_entry(to, error);
}

bool binding_make(binding *to, const contract *contract, kernel_source *kernel, assay_error *error)
{
    if (!binding_begin(to, contract, kernel, error))
        return false;
    const kernel_directives *says = &kernel->says;
    for (size_t i = 0; i < says->dispatch_count; i++) {
        says->dispatches[i] = with_roles(to, says->dispatches[i]);
        const char *after = says->dispatches[i] + identifier_length(says->dispatches[i]);
        to->several |= says->dispatch_count > 1 || after[strspn(after, " ")] == '(';
        to->sized |= uses_word(says->dispatches[i], "TG");
    }
    if (!says->dispatch_count && !contract->dispatch)
        return assay_fail(error, kernel->path, 0,
                          "does not say how it is dispatched; add a line `//! dispatch: groups …, "
                          "threadgroup …` or --dispatch");
    for (size_t i = 0; i < says->layout_count; i++) {
        const char *name = arena_text(binding_memory(to), says->layouts[i], identifier_length(says->layouts[i]));
        const contract_argument *role = contract_argument_named(contract, name);
        cursor at = {says->layouts[i] + strlen(name), binding_memory(to), kernel->path, 0, error};
        if (!role || role->role != CONTRACT_IN || to->several || !cursor_bracketed(&at, '(') ||
            !cursor_take(&at, "=") || !cursor_bracketed(&at, '(') || !cursor_end(&at))
            return assay_fail(error, kernel->path, 0,
                              "layout: `%s` is not an input's sizes and strides, as in a(M, K) = (1, M)",
                              says->layouts[i]);
    }
    to->sized |= !says->dispatch_count && uses_word(contract->dispatch, "TG");
    follow_intent(to);
    if (to->several)
        return true;
    if (!map_exists(to, error))
        return false;
    for (size_t i = 0; i < to->function->parameter_count; i++)
        if (binding_is_bound_kind(&to->function->parameters[i]) &&
            !bind_parameter(to, &to->function->parameters[i], error))
            return false;
    find_in_place(to);
    for (size_t i = 0; i < contract->argument_count; i++)
        if (&contract->arguments[i] != to->in_place &&
            !check_role(to, &contract->arguments[i], to->parameter[i], error))
            return false;
    return true;
}
