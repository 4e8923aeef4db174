/* testing.h: for the tests of references: one call of a reference, and how many components of a result it refuses. */
#ifndef ASSAY_REFERENCE_TESTING_H
#define ASSAY_REFERENCE_TESTING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../../harness/check/check.h"
#include "reference.h"
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    reference_argument argument[24];
    reference_array array[24];
    size_t arguments;
    reference_dispatch dispatch;
    bool fast_math, fast_functions, relaxed_math;
    const char *text;         /* of a formula */
    const char *const *names; /* of its arguments */
    uint32_t width, height;   /* of an output texture */
    size_t unjudged;          /* after refused(): components of which nothing was promised */
} trial;

static inline void trial_array(trial *t, const char *type, const void *data, size_t count)
{
    reference_array *array = &t->array[t->arguments];
    *array = (reference_array){.data = data, .count = count};
    assert_true(assay_type_from_name(type, &array->type));
    t->argument[t->arguments++].array = array;
}

/* rows * columns elements, declared so. */
static inline void trial_matrix(trial *t, const char *type, const void *data, uint32_t rows, uint32_t columns)
{
    trial_array(t, type, data, (size_t)rows * columns);
    reference_array *array = &t->array[t->arguments - 1];
    array->dimensions = 2;
    array->dimension[0] = rows;
    array->dimension[1] = columns;
}

static inline void trial_number(trial *t, double number)
{
    t->argument[t->arguments++].number = number;
}

/* A one-dimensional grid with SIMD-groups of 32. */
static inline void trial_grid(trial *t, uint32_t threads, uint32_t threadgroup)
{
    t->dispatch = (reference_dispatch){
        {threads, 1, 1}, {threadgroup, 1, 1}, {(threads + threadgroup - 1) / threadgroup, 1, 1}, false, 32};
}

/* The trial may be a copy, whose arguments point into the one it was copied from. */
static inline reference_call call_of(trial *t, size_t count)
{
    for (size_t n = 0; n < t->arguments; n++)
        if (t->argument[n].array)
            t->argument[n].array = &t->array[n];
    return (reference_call){.argument = t->argument,
                            .argument_count = t->arguments,
                            .dispatch = &t->dispatch,
                            .count = count,
                            .width = t->width,
                            .height = t->height,
                            .text = t->text,
                            .names = t->names,
                            .fast_math = t->fast_math,
                            .fast_functions = t->fast_functions,
                            .relaxed_math = t->relaxed_math};
}

/* Components of `got` that the reference refuses. */
static inline size_t refused(trial *t, const char *reference, const char *type, const void *got, size_t count)
{
    reference_call call = call_of(t, count);
    const reference_entry *entry = reference_find(reference);
    assert_non_null(entry);
    assert_true(assay_type_from_name(type, &call.type));
    call.out = expectation_create(call.type, count);
    assert_non_null(call.out);
    entry->function(&call);
    if (call.error)
        fail_msg("%s: %s", reference, call.error);
    check_result result;
    compare_rule how = {.kind = COMPARE_BITS};
    check_output(call.out, &how, call.type, count, got, NULL, 0, &result);
    expectation_destroy(call.out);
    t->unjudged = result.unjudged;
    return result.wrong;
}

/* The words are taken; with the last bit of one changed, just that component is refused. */
static inline void only_words(trial *t, const char *reference, const char *type, const uint32_t *right, size_t words,
                              size_t count)
{
    uint32_t other[64];
    assert_true(words <= sizeof other / sizeof *other);
    assert_int_equal(refused(t, reference, type, right, count), 0);
    assert_int_equal(t->unjudged, 0);
    memcpy(other, right, words * sizeof *other);
    for (size_t k = 0; k < words; k++) {
        other[k] ^= 1;
        if (refused(t, reference, type, other, count) != 1)
            fail_msg("%s: component %zu may be %u", reference, k, (unsigned)other[k]);
        other[k] ^= 1;
    }
}
#define ONLY_WORDS(t, reference, ...)                                                                                  \
    do {                                                                                                               \
        static const uint32_t right_words[] = {__VA_ARGS__};                                                           \
        const size_t words = sizeof right_words / sizeof *right_words;                                                 \
        only_words(t, reference, "uint", right_words, words, words);                                                   \
    } while (0)

/* The error that a reference reports for these arguments. */
static inline const char *complaint(trial *t, const char *reference, const char *type, size_t count)
{
    reference_call call = call_of(t, count);
    assert_true(assay_type_from_name(type, &call.type));
    call.out = expectation_create(call.type, count);
    reference_find(reference)->function(&call);
    expectation_destroy(call.out);
    return call.error;
}

/* The inputs of a case's own generator. Bytes that it leaves out, padding too, are UNTOUCHED, and so are those behind
 * the last element. */
enum { UNTOUCHED = 0xa5 };
static inline void generate(const char *input, const char *type, void *data, size_t count, const double *argument,
                            size_t arguments)
{
    input_call call = {.count = count, .argument = argument, .argument_count = arguments, .seed = 1};
    assert_true(assay_type_from_name(type, &call.type));
    size_t stride = call.type.stride;
    unsigned char *elements = malloc((count + 1) * stride);
    assert_non_null(elements);
    memset(elements, UNTOUCHED, (count + 1) * stride);
    call.data = elements;
    input_find(input)(&call);
    assert_null(call.error);
    memcpy(data, elements, count * stride);
    for (size_t byte = count * stride; byte < (count + 1) * stride; byte++)
        assert_int_equal(elements[byte], UNTOUCHED);
    free(elements);
}

static inline float next_up(float x)
{
    return nextafterf(x, INFINITY);
}
#endif
