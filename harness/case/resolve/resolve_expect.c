/* resolve_expect.c: expectations, and what is swept. */
#include "resolve.h"
#include "../declare/cursor.h"
#include "../internal.h"
#include "../declare/promise.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool real_of(case_box *box, const char *text, int line, double *value, assay_error *error)
{
    expression_value result;
    if (!expression_evaluate(text, strlen(text), resolve_at_line(box, line), &result, error))
        return false;
    *value = result.number;
    return *value >= 0 || assay_fail(error, box->scope.file, line, "the bound `%s` is negative", text);
}

static bool compare_of(case_box *box, const case_file *file, const declared_text *from, case_expectation *to,
                       assay_error *error)
{
    cursor c = resolve_cursor_in(box, from->text, from->line, error);
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
    int32_t argument = resolve_argument_named(&box->instance, from->name);
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

bool resolve_expectations(case_box *box, const case_file *file, assay_error *error)
{
    case_expectation *list = arena_take(&box->memory, file->expect_count, sizeof *list);
    for (size_t i = 0; i < file->expect_count; i++)
        if (!expectation_of(box, file, &file->expects[i], &list[i], error))
            return false;
    for (size_t i = 0; i < file->compare_count; i++) {
        const char *name = file->compares[i].name;
        if (name && resolve_argument_named(&box->instance, name) < 0)
            return assay_fail(error, box->scope.file, file->compares[i].line, "`%s` is no output of this case", name);
    }
    box->instance.expectations = list;
    box->instance.expectation_count = file->expect_count;
    return true;
}

/* What can be swept: one buffer of floats in, one out, an element of both for each thread. */
bool resolve_swept(case_box *box, const case_file *file, assay_error *error)
{
    case_instance *instance = &box->instance;
    if (!file->sweep.name)
        return true;
    instance->sweep = resolve_argument_named(instance, file->sweep.name);
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
