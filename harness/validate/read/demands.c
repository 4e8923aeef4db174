/* demands.c: what a kernel needs from its host that no contract knows. */
#include "demands.h"
#include "../../case/expression.h"
#include <stdlib.h>
#include <string.h>

/* Each that is given is there, and each that needs a value has one. */
static bool check_constants(const binding *b, assay_error *error)
{
    const kernel_source *kernel = b->kernel;
    const kernel_directives *says = &kernel->says;
    for (size_t i = 0; i < says->constant_count; i++) {
        size_t j = 0;
        while (j < kernel->constant_count && strcmp(kernel->constants[j].name, says->constants[i].name) != 0)
            j++;
        if (j == kernel->constant_count)
            return assay_fail(error, kernel->path, 0, "has no function constant `%s`", says->constants[i].name);
    }
    for (size_t i = 0; i < kernel->constant_count; i++) {
        bool given = !kernel->constants[i].required;
        for (size_t j = 0; j < says->constant_count; j++)
            given |= strcmp(says->constants[j].name, kernel->constants[i].name) == 0;
        if (!given)
            return assay_fail(error, kernel->path, b->function->line,
                              "there is no kernel %s as long as its function constant %s has no value; give it with "
                              "--constant %s=VALUE",
                              b->function->name, kernel->constants[i].name, kernel->constants[i].name);
    }
    return true;
}

/* A contract knows no samplers. */
static bool check_samplers(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < b->function->parameter_count; i++) {
        const kernel_parameter *p = &b->function->parameters[i];
        bool described = strcmp(p->type, "sampler") != 0;
        for (size_t k = 0; k < says->extra_count; k++)
            described |= strncmp(says->extras[k], p->name, strlen(p->name)) == 0 &&
                         identifier_length(says->extras[k]) == strlen(p->name);
        if (!described)
            return assay_fail(error, b->kernel->path, p->line,
                              "kernel %s takes a sampler, `%s`; say which in a line like "
                              "`//! extra: %s@0 sampler = filter linear`",
                              b->function->name, p->name, p->name);
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

static size_t names_in(const char *list)
{
    size_t count = 0;
    for (const char *at = list + strspn(list, " "); *at && *at != ')'; at += strcspn(at, ",)"), at += *at == ',')
        count++;
    return count;
}

/* A dispatch that names a kernel passes all that it takes; arguments with an index of their own are there anyway. */
static bool check_passed(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    bool placed = b->kernel->constant_count > 0; /* they may take arguments away */
    for (size_t i = 0; i < says->extra_count + says->scratch_count; i++) {
        const char *line = i < says->extra_count ? says->extras[i] : says->scratches[i - says->extra_count];
        placed |= line[identifier_length(line)] == '@';
    }
    for (size_t i = 0; i < says->dispatch_count && !placed; i++) {
        const char *name = binding_dispatched_name(b, says->dispatches[i]), *open = strchr(says->dispatches[i], '(');
        const kernel_function *f = name && open ? kernel_function_named(b->kernel, name) : NULL;
        size_t takes = 0, passed = f ? names_in(open + 1) : 0;
        for (size_t n = 0; f && n < f->parameter_count; n++)
            takes += binding_is_bound_kind(&f->parameters[n]);
        if (takes != passed)
            return assay_fail(
                error, b->kernel->path, f->line,
                "kernel %s takes %zu buffers and textures, and `%s` passes %zu; name one for each, in the "
                "order of their indices",
                name, takes, says->dispatches[i], passed);
    }
    return true;
}

/* ---- What lines declare is taken */

static bool takes(const kernel_function *f, const char *line)
{
    const char *type = strchr(line, ' ');
    bool sampler = type && strncmp(type + strspn(type, " "), "sampler", strlen("sampler")) == 0;
    for (size_t i = 0; i < f->parameter_count; i++) {
        const kernel_parameter *p = &f->parameters[i];
        bool named = identifier_length(line) == strlen(p->name) && strncmp(line, p->name, strlen(p->name)) == 0;
        bool many = strncmp(p->type, "array", strlen("array")) == 0; /* has more places than its first */
        if (many || binding_declares(p, line) || (sampler && named && strcmp(p->type, "sampler") == 0))
            return true;
        for (size_t j = 0; p->arguments && j < p->member_count; j++)
            if (binding_declares(&p->members[j], line))
                return true;
    }
    return false;
}

/* Of several dispatches each names what it is passed; only places may be nobody's. */
static bool is_taken(const binding *b, const char *line)
{
    const kernel_directives *says = &b->kernel->says;
    if (!b->several)
        return takes(b->function, line);
    for (size_t i = 0; i < says->dispatch_count; i++) {
        const char *name = binding_dispatched_name(b, says->dispatches[i]);
        const kernel_function *f = name ? kernel_function_named(b->kernel, name) : b->function;
        if (!f || takes(f, line))
            return true;
    }
    return !strchr(line, '@') || strchr(line, '@') > strchr(line, ' ');
}

/* Its buffers and textures, as lines name them. */
static const char *places_of(const binding *b)
{
    const char *list = "";
    for (size_t i = 0; i < b->function->parameter_count; i++) {
        const kernel_parameter *p = &b->function->parameters[i];
        if (binding_is_bound_kind(p))
            list = arena_format(binding_memory(b), "%s%s%s@%d", list, *list ? ", " : "", p->name, p->index);
    }
    return list;
}

/* As far as somebody knows what it takes: a program that does not compile is told so. */
static bool check_declared(const binding *b, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->said_count && b->kernel->openness != OPENNESS_UNKNOWN; i++) {
        const kernel_said *said = &says->said[i];
        bool declares = strcmp(said->key, "extra") == 0 || strcmp(said->key, "scratch") == 0;
        if (!declares || is_taken(b, said->text))
            continue;
        const char *given = said->line ? "" : arena_format(binding_memory(b), "--%s ", said->key);
        return assay_fail(error, b->kernel->path, said->line ? said->line : b->function->line,
                          "%s`%s`: kernel %s takes no such argument; it takes %s", given, said->text, b->function->name,
                          places_of(b));
    }
    return true;
}

bool demands_met(const binding *b, assay_error *error)
{
    if (!check_declared(b, error))
        return false;
    return check_constants(b, error) &&
           (b->several ? check_passed(b, error) : (check_samplers(b, error) && check_threadgroup_memory(b, error)));
}
