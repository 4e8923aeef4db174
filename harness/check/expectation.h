/* expectation.h: how promises are stored, shared by the files of this module.
 *
 * One kind per component, and next to it dense arrays that exist from the first promise that needs them: an output of
 * exact values costs its own size and a byte per component. Floating outputs keep real bounds as doubles, integer
 * outputs in their own type. */
#ifndef ASSAY_EXPECTATION_H
#define ASSAY_EXPECTATION_H
#include "../../reference/core/reference.h"
#include <string.h>

typedef enum {
    PROMISED_NOTHING,
    PROMISED_BITS,            /* bits[k] */
    PROMISED_VALUE,           /* low[k]: a real value that the result is rounded from */
    PROMISED_INTERVAL,        /* low[k], high[k]; integers: bits[k], upper[k] */
    PROMISED_INTERVAL_OR_NAN, /* low[k], high[k] */
    PROMISED_NAN,
    PROMISED_ANY,    /* sets[set[k]]: how many, then the encodings */
    PROMISED_NEAR,   /* low[k]: value, high[k]: bound */
    PROMISED_ULPS,   /* low[k]: value, high[k]: how many ulp */
    PROMISED_CHOICE, /* sets[set[k]]: how many, then three words each: a permit's kind, a and b */
    PROMISED_KINDS
} promised;

struct expectation {
    assay_type type;
    size_t count, components; /* elements; count * lanes */
    uint8_t *kind;
    size_t kinds[PROMISED_KINDS]; /* components of each kind */
    void *bits, *upper;           /* in the output's scalar type, without padding */
    double *low, *high;
    double *argument, *truth; /* for the record: NULL, or what is measured; a truth of NaN is not */
    uint32_t *set;
    uint64_t *sets;
    size_t set_used, set_room;
    bool exhausted;                   /* memory ran out */
    bool bounds_wanted, bounds_given; /* a sweep: `low` holds the real value, `high` its bound, nothing else */
    reference_band band;              /* if given, it has the bounds, and `low` the real values */
};

expectation *expectation_create(assay_type type, size_t count);
void expectation_destroy(expectation *expectation);
/* Before it is filled: a reference that can may answer with real values and bounds alone (expects_bounds), which
 * check_quickly reads. Such an expectation may be filled again, for as many other arguments. */
void expectation_want_bounds(expectation *expectation);

/* Facts of a floating type (MSL 2.1, 8.4). */
typedef struct float_facts {
    int precision;   /* bits of the significand with the implicit one */
    int least, most; /* exponents of the smallest normal and the largest number */
    double smallest_normal, largest;
    uint64_t sign, infinity;
} float_facts;
const float_facts *float_facts_of(assay_scalar scalar); /* NULL for integers */

/* Permit i of a choice. */
reference_permit choice_permit(const uint64_t *choice, size_t i);

static inline double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* ulp(x) as MSL 8.4 defines it; x is finite. Between two neighbours their distance; on a number, the distance to the
 * nearer neighbour, which for a power of two lies below it. Beyond the largest number the last distance counts. */
static inline double ulp_of(const float_facts *facts, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    bool power = (bits & 0xfffffffffffff) == 0;
    if (exponent > facts->most)
        return power_of_two(facts->most - facts->precision + 1);
    if (power && exponent > facts->least)
        exponent--;
    if (exponent < facts->least)
        exponent = facts->least;
    return power_of_two(exponent - facts->precision + 1);
}
#endif
