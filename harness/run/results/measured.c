/* measured.c: a measurement becomes one member of the log's `measured`, written where it is made: the wire and the
 * parent carry it as text. */
#include "measured.h"
#include "../../check/expectation.h"
#include "../../check/measure.h"
#include "../../base/json.h"
#include "../../base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_curve(text *out, const measurement *m)
{
    json_open(out, "curve", '[');
    for (int n = 0; n < MEASURE_CLASSES; n++) {
        if (m->classes[n] < 0)
            continue;
        json_open(out, NULL, '[');
        json_number(out, NULL, MEASURE_FIRST + MEASURE_WIDTH * n);
        json_number(out, NULL, m->classes[n]);
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void write_measurement(text *out, const char *output, const measurement *m, assay_scalar scalar)
{
    char argument[48];
    snprintf(argument, sizeof argument, "%a", m->argument);
    json_open(out, output, '{');
    json_string(out, "type", assay_scalar_name(scalar));
    json_unsigned(out, "count", m->count);
    json_unsigned(out, "nearest", m->nearest);
    json_unsigned(out, "toward_zero", m->toward_zero);
    json_unsigned(out, "kept", m->kept);
    json_unsigned(out, "flushed", m->flushed);
    json_number(out, "worst", m->worst);
    json_string(out, "argument", argument);
    write_curve(out, m);
    json_close(out, '}');
}

void measured_note(const expectation *promise, const void *got, const char *output, char **members)
{
    measurement m;
    char key[128];
    snprintf(key, sizeof key, "\"%s\":{", output);
    if ((*members && strstr(*members, key)) || !check_measure(promise, got, &m))
        return;
    text out = {0};
    if (*members)
        text_format(&out, "%s", *members);
    write_measurement(&out, output, &m, promise->type.scalar);
    free(*members);
    *members = text_copy(text_string(&out));
    text_free(&out);
}

void measured_replace(const measurement *m, assay_scalar scalar, const char *output, char **members)
{
    text out = {0};
    write_measurement(&out, output, m, scalar);
    free(*members);
    *members = text_copy(text_string(&out));
    text_free(&out);
}
