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

bool demands_met(const binding *b, assay_error *error)
{
    return check_constants(b, error) &&
           (b->several || (check_samplers(b, error) && check_threadgroup_memory(b, error)));
}
