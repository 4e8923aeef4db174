/* expect.c: a promise as parsed (case/declare/promise.c) becomes one for each component: values that the case states,
 * or what its reference says. */
#include "expect.h"
#include "../../case/declare/promise.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a promise is filled from. */
typedef struct filling {
    const case_instance *instance;
    const case_expectation *what;
    const case_promise *promise;
    const void *const *inputs;
    const char *file;
    const assay_type *type; /* of all arguments, of which there are call.count elements; NULL: as declared */
    reference_call call;
} filling;

static reference_array array_of(const filling *f, int32_t index)
{
    const case_argument *argument = &f->instance->arguments[index];
    reference_array array = {.name = argument->name,
                             .type = argument->type,
                             .count = argument->count,
                             .data = f->inputs[index],
                             .width = argument->shape.width,
                             .height = argument->shape.height,
                             .format = argument->format,
                             .dimensions = argument->dimensions};
    memcpy(array.dimension, argument->dimension, sizeof array.dimension);
    if (f->type) {
        array.type = *f->type;
        array.count = f->call.count;
        array.dimensions = 0;
    }
    return array;
}

static bool fill_reference(filling *f, assay_error *error)
{
    reference_array arrays[PROMISE_MOST_ARGUMENTS];
    reference_argument given[PROMISE_MOST_ARGUMENTS];
    for (size_t i = 0; i < f->promise->given_count; i++) {
        int32_t index = f->promise->given[i].argument;
        given[i] = (reference_argument){NULL, f->promise->given[i].number};
        if (index < 0)
            continue;
        if (!f->inputs[index])
            return assay_fail(error, f->file, f->what->line, "`%s` has no content for the reference to read",
                              f->instance->arguments[index].name);
        arrays[i] = array_of(f, index);
        given[i] = (reference_argument){&arrays[i], 0};
    }
    f->call.argument = given;
    f->call.argument_count = f->promise->given_count;
    f->call.text = f->promise->text;
    f->call.names = f->promise->names;
    f->promise->reference->function(&f->call);
    return true;
}

static bool fill_same(filling *f, assay_error *error)
{
    if (!f->inputs[f->promise->same])
        return assay_fail(error, f->file, f->what->line, "`%s` has no content to be the same as",
                          f->instance->arguments[f->promise->same].name);
    reference_array array = array_of(f, f->promise->same);
    for (size_t i = 0; i < f->call.count; i++)
        expect_element(&f->call, i, &array, i);
    return true;
}

/* A real number stays one where the comparison has a bound; otherwise it is the nearest value of the type. */
static bool fill_value(filling *f, size_t k, const literal *value, const expression_scope *scope, assay_error *error)
{
    uint64_t bits;
    bool floating = assay_scalar_is_float(f->call.type.scalar);
    bool bounded = f->what->how.kind == COMPARE_ULP || f->what->how.kind == COMPARE_NEAR;
    if (value->kind == LITERAL_NAN)
        expect_nan(&f->call, k);
    else if (floating && bounded && value->kind == LITERAL_NUMBER)
        expect_value(&f->call, k, value->value.number);
    else if (literal_encode(value, f->call.type.scalar, scope, &bits, error))
        expect_bits(&f->call, k, bits);
    else
        return false;
    return true;
}

static bool fill_values(filling *f, const expression_scope *scope, assay_error *error)
{
    size_t components = f->call.count * f->call.type.lanes, last = f->promise->literal_count - 1;
    for (size_t k = 0; k < components; k++)
        if (!fill_value(f, k, &f->promise->literals[k < last ? k : last], scope, error))
            return false;
    return true;
}

enum { LARGEST_SET = 256 };

static bool fill_set(filling *f, const expression_scope *scope, assay_error *error)
{
    uint64_t bits[LARGEST_SET];
    size_t components = f->call.count * f->call.type.lanes, n = f->promise->literal_count;
    if (n > LARGEST_SET)
        return assay_fail(error, f->file, f->what->line, "a set of more than %d values", LARGEST_SET);
    for (size_t i = 0; i < n; i++)
        if (!literal_encode(&f->promise->literals[i], f->call.type.scalar, scope, &bits[i], error))
            return false;
    for (size_t k = 0; k < components; k++)
        expect_any(&f->call, k, bits, n);
    return true;
}

static bool all_finite(const case_argument *a, const void *data)
{
    for (size_t i = 0; i < a->count; i++)
        for (unsigned lane = 0; lane < a->type.lanes; lane++) {
            const char *at = (const char *)data + i * a->type.stride + lane * assay_scalar_size(a->type.scalar);
            if (!isfinite(scalar_number(a->type.scalar, scalar_load(a->type.scalar, at))))
                return false;
        }
    return true;
}

/* Fast math promises nothing of infinities and NaNs (MSL 1.6.3), nor of anything computed from one. */
static bool reads_non_finite(const filling *f)
{
    bool finite = true;
    for (size_t i = 0; finite && f->call.fast_math && i < f->instance->argument_count; i++) {
        const case_argument *a = &f->instance->arguments[i];
        if (f->inputs[i] && assay_scalar_is_float(a->type.scalar))
            finite = all_finite(a, f->inputs[i]);
    }
    return !finite;
}

/* Eight bytes for each component: of a floating type the double, otherwise the integer. */
static bool fill_file(filling *f, const expression_scope *scope, assay_error *error)
{
    size_t components = f->call.count * f->call.type.lanes;
    bool floating = assay_scalar_is_float(f->call.type.scalar), nothing = reads_non_finite(f), good = true;
    FILE *file = fopen(f->promise->text, "rb");
    for (size_t k = 0; good && k < components; k++) {
        literal value = {.kind = floating ? LITERAL_NUMBER : LITERAL_BITS, .text = f->promise->text};
        good = file && fread(&value.bits, sizeof value.bits, 1, file) == 1;
        if (floating) {
            double number;
            memcpy(&number, &value.bits, sizeof number);
            value.value = (expression_value){true, 0, number};
            value.kind = isnan(number) ? LITERAL_NAN : LITERAL_NUMBER;
            if (f->call.fast_math && !isfinite(number))
                continue;
        }
        good = good && (nothing || fill_value(f, k, &value, scope, error));
    }
    bool whole = good && file && fgetc(file) == EOF;
    if (file)
        fclose(file);
    if (!whole && !*error->text)
        assay_fail(error, f->file, f->what->line, "`%s` does not hold the %zu components that are expected",
                   f->promise->text, components);
    return whole;
}

static bool fill(filling *f, assay_error *error)
{
    expression_scope scope = {.file = f->file, .line = f->what->line};
    switch (f->promise->kind) {
    case PROMISE_UNJUDGED: return true;
    case PROMISE_REFERENCE: return fill_reference(f, error);
    case PROMISE_SAME: return fill_same(f, error);
    case PROMISE_VALUES: return fill_values(f, &scope, error);
    case PROMISE_SET: return fill_set(f, &scope, error);
    case PROMISE_FILE: return fill_file(f, &scope, error);
    }
    return true;
}

static bool fill_all(expectation *e, const case_instance *instance, const case_expectation *what,
                     const case_promise *promise, const void *const *inputs, const reference_dispatch *dispatch,
                     bool part, assay_error *error)
{
    const case_argument *out = &instance->arguments[what->argument];
    const char *file = case_file_path(instance->of->file);
    filling f = {.instance = instance, .what = what, .promise = promise, .inputs = inputs, .file = file};
    f.type = part ? &e->type : NULL;
    f.call = (reference_call){.dispatch = dispatch,
                              .type = e->type,
                              .count = e->count,
                              .width = out->shape.width,
                              .height = out->shape.height,
                              .format = out->format,
                              .fast_math = instance->of->math == METAL_MATH_FAST,
                              .relaxed_math = instance->of->math == METAL_MATH_RELAXED,
                              .fast_functions = instance->of->functions == METAL_FUNCTIONS_FAST,
                              .out = e};
    bool good = fill(&f, error);
    if (good && f.call.error)
        good = assay_fail(error, file, what->line, "%s%s%s", promise->reference ? promise->reference->name : "",
                          promise->reference ? ": " : "", f.call.error);
    if (good && e->exhausted)
        good = assay_fail(error, file, what->line, "out of memory for what `%s` must be", out->name);
    return good;
}

bool expectation_fill(expectation *e, const case_instance *instance, const case_expectation *what,
                      const void *const *inputs, const reference_dispatch *dispatch, assay_error *error)
{
    arena memory = {NULL};
    case_promise promise;
    bool good = promise_parse(instance, what, &memory, &promise, error) &&
                fill_all(e, instance, what, &promise, inputs, dispatch, false, error);
    arena_free(&memory);
    return good;
}

/* ---- By parts */

struct expectation_parts {
    const case_instance *instance;
    const case_expectation *what;
    case_promise promise;
    arena memory; /* of the promise */
};

expectation_parts *expectation_parts_create(const case_instance *instance, const case_expectation *what,
                                            assay_error *error)
{
    expectation_parts *parts = calloc(1, sizeof *parts);
    if (!parts) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    parts->instance = instance;
    parts->what = what;
    if (promise_parse(instance, what, &parts->memory, &parts->promise, error))
        return parts;
    expectation_parts_destroy(parts);
    return NULL;
}

void expectation_parts_destroy(expectation_parts *parts)
{
    if (parts)
        arena_free(&parts->memory);
    free(parts);
}

bool expectation_parts_fill(const expectation_parts *parts, expectation *e, const void *const *inputs,
                            const reference_dispatch *dispatch, assay_error *error)
{
    return fill_all(e, parts->instance, parts->what, &parts->promise, inputs, dispatch, true, error);
}
