/* check_testing.h: for the tests of comparisons: an output with promises, and what of one component passes and
 * fails. */
#ifndef ASSAY_CHECK_TESTING_H
#define ASSAY_CHECK_TESTING_H
#include "check.h"
#include "expectation.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// clang-format off
#include <cmocka.h>
// clang-format on
#undef expect_any /* cmocka's macros for mocks; here the functions of reference.h are meant */
#undef expect_value

static const assay_type float1 = {SCALAR_FLOAT, 1, 4}, float3 = {SCALAR_FLOAT, 3, 16}, half1 = {SCALAR_HALF, 1, 2},
                        bfloat1 = {SCALAR_BFLOAT, 1, 2}, int1 = {SCALAR_INT, 1, 4}, uchar1 = {SCALAR_UCHAR, 1, 1},
                        ulong1 = {SCALAR_ULONG, 1, 8}, long1 = {SCALAR_LONG, 1, 8};
static const compare_rule bits = {.kind = COMPARE_BITS}, ulp1 = {.kind = COMPARE_ULP, .ulp = 1},
                          ulp4 = {.kind = COMPARE_ULP, .ulp = 4}, interval = {.kind = COMPARE_INTERVAL},
                          set = {.kind = COMPARE_SET};

/* An output of one component with its promise, made by `promise_`. */
typedef struct fixture {
    expectation *e;
    reference_call call;
} fixture;

static inline fixture output(assay_type type, size_t count)
{
    fixture f = {expectation_create(type, count), {0}};
    assert_non_null(f.e);
    f.call.type = type;
    f.call.count = count;
    f.call.out = f.e;
    return f;
}

static inline uint64_t encode(assay_type type, double value)
{
    return scalar_encode(type.scalar, value);
}

static inline check_result check_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    char data[8];
    check_result result;
    scalar_store(f->call.type.scalar, data, encoding);
    check_output(f->e, how, f->call.type, 1, data, NULL, 0, &result);
    assert_int_equal(result.judged, 1);
    return result;
}

static inline void passes_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    check_result result = check_bits(f, how, encoding);
    if (result.wrong)
        fail_msg("0x%llx rejected: got %s, expected %s", (unsigned long long)encoding, result.first[0].got,
                 result.first[0].expected);
}

static inline void fails_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    check_result result = check_bits(f, how, encoding);
    if (result.wrong != 1)
        fail_msg("0x%llx accepted", (unsigned long long)encoding);
    assert_int_equal(result.first_count, 1);
    assert_true(strlen(result.first[0].got) > 0);
    assert_true(strlen(result.first[0].expected) > 0);
}

static inline void passes(const fixture *f, const compare_rule *how, double value)
{
    passes_bits(f, how, encode(f->call.type, value));
}

static inline void fails(const fixture *f, const compare_rule *how, double value)
{
    fails_bits(f, how, encode(f->call.type, value));
}
#endif
