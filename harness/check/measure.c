/* measure.c: compares an output with the real results that its reference recorded. Nothing is judged here. */
#include "measure.h"
#include "expectation.h"
#include <math.h>
#include <string.h>

int measure_class(double argument)
{
    uint64_t bits;
    memcpy(&bits, &argument, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023; /* no argument is subnormal as a double; INF and NaN have 1024 */
    int n = (exponent - MEASURE_FIRST) / MEASURE_WIDTH;
    return exponent < MEASURE_FIRST ? 0 : n < MEASURE_CLASSES ? n : MEASURE_CLASSES - 1;
}

static inline void measure_number(measurement *m, const float_facts *facts, double got, double truth, double argument)
{
    double error = fabs(got - truth) / ulp_of(facts, truth);
    int n = measure_class(argument);
    m->count++;
    if (error > m->classes[n])
        m->classes[n] = error;
    if (error > m->worst) {
        m->worst = error;
        m->argument = argument;
    }
}

void measurement_begin(measurement *m)
{
    *m = (measurement){.worst = -1};
    for (int n = 0; n < MEASURE_CLASSES; n++)
        m->classes[n] = -1;
}

/* Of arguments with the same error the one nearest to zero is told, so that it does not matter who measured first. */
static bool tells_more(const measurement *m, const measurement *more)
{
    double a = fabs(m->argument), b = fabs(more->argument);
    return more->worst > m->worst || (more->worst == m->worst && (b < a || (b == a && more->argument > m->argument)));
}

void measurement_add(measurement *m, const measurement *more)
{
    m->count += more->count;
    m->nearest += more->nearest;
    m->toward_zero += more->toward_zero;
    m->kept += more->kept;
    m->flushed += more->flushed;
    if (tells_more(m, more)) {
        m->worst = more->worst;
        m->argument = more->argument;
    }
    for (int n = 0; n < MEASURE_CLASSES; n++)
        if (more->classes[n] > m->classes[n])
            m->classes[n] = more->classes[n];
}

bool check_measure(const expectation *e, const void *got, measurement *m)
{
    const float_facts *facts = float_facts_of(e->type.scalar);
    size_t size = assay_scalar_size(e->type.scalar);
    measurement_begin(m);
    for (size_t k = 0; e->truth && facts && k < e->components; k++) {
        double truth = e->truth[k];
        if (isnan(truth) || fabs(truth) > facts->largest)
            continue;
        size_t offset = k / e->type.lanes * e->type.stride + k % e->type.lanes * size;
        uint64_t bits = scalar_load(e->type.scalar, (const char *)got + offset);
        double number = scalar_number(e->type.scalar, bits);
        bool small = truth != 0 && fabs(truth) < facts->smallest_normal;
        if (small && number == 0)
            m->flushed += fabs(truth) > facts->smallest_normal / 8; /* smaller ones may round to zero */
        else if (small)
            m->kept++;
        if (small || isnan(number) || isinf(number))
            continue;
        uint64_t nearest = scalar_encode(e->type.scalar, truth);
        bool above = fabs(scalar_number(e->type.scalar, nearest)) > fabs(truth);
        m->nearest += bits == nearest || number == truth;
        m->toward_zero += bits == nearest - above || number == truth;
        measure_number(m, facts, number, truth, e->argument[k]);
    }
    return m->count > 0;
}

/* One result that lies strictly inside its bound, so that INF, NaN and subnormal results never come here. */
void measure_right(measurement *m, float got, double truth, double argument)
{
    float nearest = (float)truth;
    uint32_t bits, nearest_bits;
    memcpy(&bits, &got, sizeof bits);
    memcpy(&nearest_bits, &nearest, sizeof nearest_bits);
    bool exact = got == truth, above = fabs((double)nearest) > fabs(truth);
    m->nearest += exact || bits == nearest_bits;
    m->toward_zero += exact || bits == nearest_bits - above;
    measure_number(m, float_facts_of(SCALAR_FLOAT), got, truth, argument);
}
