/* check.h: what must come out, and the decision whether it did.
 *
 * An expectation holds one promise per scalar component of an output; comparing gives counts, the first differences and
 * the worst error. Storage is dense and lazy: 2^24 exact values cost their own size. */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H
#include "expectation.h"

/* How an output is compared (`compare:` of a case). */
typedef enum {
    COMPARE_BITS,
    COMPARE_ULP,
    COMPARE_INTERVAL,
    COMPARE_SET,
    COMPARE_NEAR,
    COMPARE_PERMUTATION,
    COMPARE_STATISTIC,
    COMPARE_KINDS
} compare_kind;
typedef struct compare_rule {
    compare_kind kind;
    double ulp, absolute, relative;
    double total; /* statistic: what all counts add up to */
} compare_rule;
const char *compare_name(compare_kind kind); /* "bits", "ulp", … */
bool compare_from_name(const char *name, compare_kind *kind);

typedef struct check_difference {
    size_t element;
    uint8_t lane;
    char got[48], expected[96];
    double error;
} check_difference;
typedef struct check_result {
    size_t judged, unjudged, wrong,
        unwritten; /* components; what is unwritten counts as wrong too, unless it is unjudged */
    check_difference first[8];
    size_t first_count;
    uint64_t forbidden; /* statistic: instances that ended in outcomes promised never to happen */
    uint64_t never;     /* statistic: these outcomes, a bit each (of the first 64) */
    double worst;
    size_t worst_element;
    const char *unit; /* largest error: "ulp" or "of bound" (error / bound) or "" */
} check_result;

/* What is expected of one component, in words, as in check_difference. */
void expectation_describe(const expectation *expectation, const compare_rule *how, size_t element, unsigned lane,
                          char *text, size_t size);

/* Compares an output; `type` and `count` are the expectation's. Errors that have no number (NaN for a number) are
 * INFINITY. `other` is the output of a second run with the complementary poison, or NULL: a component equal to the
 * poison in both is unwritten. */
void check_output(const expectation *expectation, const compare_rule *how, assay_type type, size_t count,
                  const void *got, const void *other, uint8_t poison, check_result *result);

/* Whether this encoding would do for component k. */
bool check_encoding(const expectation *expectation, const compare_rule *how, size_t k, uint64_t bits);
/* Whether component k may be one of several encodings: within a bound, of a set, rounded either way. */
bool expectation_has_bound(const expectation *expectation, const compare_rule *how, size_t k);
/* With `statistic`: whether no instance may end in outcome k. */
bool expectation_forbids(const expectation *expectation, size_t k);
#endif
