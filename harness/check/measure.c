/* measure.c: compares an output with the real results that its reference recorded. Nothing is judged here. */
#include "measure.h"
#include "expectation.h"
#include <math.h>

static int class_of(double argument)
{
    if (isinf(argument) || isnan(argument))
        return MEASURE_CLASSES - 1;
    int exponent = argument == 0 ? MEASURE_FIRST : ilogb(argument);
    int n = (exponent - MEASURE_FIRST) / MEASURE_WIDTH;
    return n < 0 ? 0 : n < MEASURE_CLASSES ? n : MEASURE_CLASSES - 1;
}

static void measure_number(measurement *m, const float_facts *facts, double got, double truth, double argument)
{
    double error = fabs(got - truth) / ulp_of(facts, truth);
    int n = class_of(argument);
    m->count++;
    if (error > m->classes[n])
        m->classes[n] = error;
    if (error > m->worst) {
        m->worst = error;
        m->argument = argument;
    }
}

bool check_measure(const expectation *e, const void *got, measurement *m)
{
    const float_facts *facts = float_facts_of(e->type.scalar);
    size_t size = assay_scalar_size(e->type.scalar);
    *m = (measurement){.worst = -1};
    for (int n = 0; n < MEASURE_CLASSES; n++)
        m->classes[n] = -1;
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
