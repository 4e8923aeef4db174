/* validation.c: findings, what all of them mean for the verdict, and the workers of the trials. */
#include "validation.h"
#include "../run/ledger.h"
#include "../run/workers/pool.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

finding *validation_add(validation *to, stage stage, bool defect, const trial *where, const char *format, ...)
{
    char sentence[2048], place[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < to->finding_count; i++)
        if (strcmp(to->findings[i].what, sentence) == 0) { /* told once, by the check that saw it first */
            to->findings[i].count++;
            return &to->findings[i];
        }
    finding *grown = realloc(to->findings, (to->finding_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    to->findings = grown;
    finding *one = &grown[to->finding_count++];
    *one = (finding){.stage = stage, .defect = defect, .what = text_copy(sentence), .count = 1};
    if (where)
        one->where = text_copy(trial_describe(where, place, sizeof place));
    return one;
}

bool validation_right(const validation *v)
{
    for (size_t i = 0; i < v->finding_count; i++)
        if (v->findings[i].defect)
            return false;
    return true;
}

bool validation_judged(const validation *v)
{
    return v->stages[STAGE_CORRECTNESS].judged > 0;
}

int validation_exit_code(const validation *v)
{
    if (!validation_right(v))
        return EXIT_FAIL;
    for (size_t i = 0; i < v->speed.count; i++)
        if (v->speed.row[i].verdict > 0)
            return EXIT_SLOWER;
    return validation_judged(v) ? EXIT_PASS : EXIT_SKIPPED;
}

/* A GPU behind softmetal has neither checked mode nor weak memory or an order: the engines on the CPU have. */
static bool needs_cpu(const validation *v, schedule schedule, bool checked)
{
    return v->software && !v->processors && (checked || schedule != SCHEDULE_ANY);
}

pool *validation_pool(const validation *v, schedule schedule, bool checked, unsigned workers, assay_error *error)
{
    static const struct {
        const char *order, *weak, *layout;
    } settings[] = {
#define X(constant, meaning, order, weak, layout) {order, weak, layout},
        VALIDATE_SCHEDULES(X)
#undef X
    };
    const options *run = &v->request->run;
    pool_options options = {.worker = {.device = run->device,
                                       .checked = checked,
                                       .on_cpu = needs_cpu(v, schedule, checked),
                                       .profile = run->profile,
                                       .personality = run->personality,
                                       .fault = run->fault,
                                       .order = settings[schedule].order,
                                       .weak = settings[schedule].weak,
                                       .layout = settings[schedule].layout,
                                       .engine = run->engine},
                            .workers = workers,
                            .timeout = run->timeout};
    return pool_start(&options, error);
}

void validation_clear(validation *v)
{
    trials_clear(&v->trials);
    for (size_t i = 0; i < v->finding_count; i++) {
        free(v->findings[i].what);
        free(v->findings[i].where);
        free(v->findings[i].detail);
        free(v->findings[i].file);
    }
    free(v->findings);
    speed_clear(&v->speed);
    kernel_destroy(v->candidate_source);
    kernel_destroy(v->baseline_source);
    contract_destroy(v->contract);
    *v = (validation){0};
}
