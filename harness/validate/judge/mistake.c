/* mistake.c: a contract names well-known mistakes by what a kernel that makes them computes, as a case would expect it.
 * The outputs of failed trials are compared with that; nothing is run again. */
#include "../../run/subcase/argument_memory.h"
#include "../../run/results/expect.h"
#include "mistake.h"
#include <stdlib.h>

typedef enum { FITS, FITS_NOT, NOTHING_EXPECTED } fit;

/* Whether what the trial wrote to the contract's first output is what its case expects of it. */
static fit output_fits(const trial *one, const case_file *file, uint64_t seed)
{
    assay_error error = {0};
    size_t count, size;
    const assay_case *cases = case_file_cases(file, &count);
    assay_case changed = cases[0];
    changed.math = one->math;
    changed.functions = one->functions;
    case_instance *instance = case_instantiate(&changed, 0, USUAL_SIMD_WIDTH, &error);
    const case_expectation *what = instance ? &instance->expectations[0] : NULL;
    const case_argument *out = what ? &instance->arguments[what->argument] : NULL;
    void *got = out ? trial_output(one, out->name, &size) : NULL, **inputs = NULL;
    fit fits = FITS_NOT;
    if (got && size == out->count * out->type.stride)
        inputs = calloc(instance->argument_count + 1, sizeof *inputs);
    bool good = inputs != NULL;
    for (size_t i = 0; good && i < instance->argument_count; i++) {
        const case_argument *a = &instance->arguments[i];
        if (a->role == ROLE_OUT)
            continue;
        inputs[i] = malloc(a->count * a->type.stride + 1);
        good = inputs[i] && case_generate(instance, a, seed, inputs[i], &error);
    }
    expectation *promise = good ? expectation_create(out->type, out->count) : NULL;
    const reference_dispatch seen = instance ? arguments_dispatch(instance, USUAL_SIMD_WIDTH) : (reference_dispatch){0};
    if (promise && expectation_fill(promise, instance, what, (const void *const *)inputs, &seen, &error)) {
        check_result result = {0};
        check_output(promise, &what->how, out->type, out->count, got, NULL, POISON, &result);
        fits = result.wrong ? FITS_NOT : result.judged ? FITS : NOTHING_EXPECTED;
    }
    expectation_destroy(promise);
    for (size_t i = 0; inputs && i < instance->argument_count; i++)
        free(inputs[i]);
    free(inputs);
    free(got);
    case_instance_destroy(instance);
    return fits;
}

static fit explains(validation *v, const char *expect, const trial *one)
{
    trial other = *one;
    assay_error error = {0};
    other.what.expect = expect;
    other.keep = false;
    size_t index = trials_add(&v->trials, &other, &error);
    fit fits = index == SIZE_MAX ? FITS_NOT : output_fits(one, v->trials.item[index].read, v->request->run.seed);
    if (v->trials.count) /* it was never meant to run */
        v->trials.item[v->trials.count - 1].stage = STAGE_COUNT;
    return fits;
}

bool mistake_explains(validation *v, const char *expect, const size_t *failed, size_t count)
{
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++) {
        const trial one = v->trials.item[failed[i]]; /* the list may move */
        fit fits = explains(v, expect, &one);
        if (fits == FITS_NOT)
            return false;
        fitting += fits == FITS;
    }
    return fitting > 0;
}
