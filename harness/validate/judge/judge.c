/* judge.c: what each trial's end means by itself. What several mean together is relate.c's and diagnose.c's. */
#include "judge.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void first_values(const trial *one, text *out)
{
    const outcome *outcome = &one->outcome;
    for (uint64_t i = 0; i < outcome->first_count && i < 3; i++)
        text_format(out, "%s[%zu]: got %s, expected %s\n", outcome->output ? outcome->output : "output",
                    outcome->first[i].element, outcome->first[i].got, outcome->first[i].expected);
}

static void set_detail(finding *to, const char *detail)
{
    if (to && !to->detail && detail && *detail)
        to->detail = text_copy(detail);
}

/* `FILE:LINE:COLUMN: error: …` */
static void take_place(finding *to, const char *line, size_t length, bool own)
{
    const char *colon = memchr(line, ':', length);
    char *end = NULL;
    int number = colon ? (int)strtol(colon + 1, &end, 10) : 0;
    if (to->line || number <= 0 || *end != ':' || !strstr(end, "error:") || strstr(end, "error:") > line + length)
        return;
    to->line = number;
    to->file = own ? NULL : strndup(line, (size_t)(colon - line));
}

/* What the compiler said, about the kernel's own file by its path. */
static void set_diagnostics(const validation *v, finding *to, const char *message)
{
    static const char own[] = "program_source:";
    text out = {0};
    for (const char *line = message; to && line && *line;) {
        size_t length = strcspn(line, "\n");
        bool named = strncmp(line, own, strlen(own)) == 0;
        take_place(to, line, length, named);
        text_format(&out, "%s%.*s\n", named ? v->request->shown : "", (int)(length - (named ? strlen(own) - 1 : 0)),
                    line + (named ? strlen(own) - 1 : 0));
        line += length + (line[length] == '\n');
    }
    set_detail(to, text_string(&out));
    text_free(&out);
}

/* What checked mode found, which keeps such accesses from happening: results are what is left then. */
static bool explains_itself(const trial *one)
{
    bool found = false;
    for (uint64_t i = 0; one->stage == STAGE_CHECKED && i < one->outcome.finding_count; i++)
        found |= !finding_is(&one->outcome.findings[i], FINDING_NOTE);
    return found;
}

static void judge_failure(validation *v, const trial *one)
{
    const outcome *outcome = &one->outcome;
    char summary[2048];
    text values = {0};
    finding *found;
    stage stage = one->stage;
    switch (outcome->kind) {
    case FAILURE_COMPILE:
    case FAILURE_PIPELINE:
        found = validation_add(v, stage, true, one, "the kernel %s", outcome_summary(outcome, summary, sizeof summary));
        set_diagnostics(v, found, outcome->message);
        return;
    case FAILURE_GUARD:
        found = validation_add(v, stage, true, one, "the kernel writes where it must not");
        set_detail(found, outcome_summary(outcome, summary, sizeof summary));
        return;
    case FAILURE_FINDING: return; /* told one by one */
    default: break;
    }
    if (explains_itself(one))
        return;
    first_values(one, &values);
    if (outcome->unwritten && outcome->unwritten == outcome->wrong)
        found = validation_add(v, stage, true, one, "the kernel leaves results unwritten");
    else
        found = validation_add(v, stage, true, one, "results are wrong");
    set_detail(found, text_string(&values));
    text_free(&values);
}

/* Digits aside, since thread and address differ each time. */
static bool same_but_digits(const char *a, const char *b)
{
    const char *const digits = "0123456789abcdefx";
    while (*a && *b) {
        if (strspn(a, "0123456789") && strspn(b, "0123456789")) {
            a += strspn(a, digits);
            b += strspn(b, digits);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return !*a && !*b;
}

/* The device's sentence says `line 3 of put.h, thread …` of what the kernel includes. */
static void take_line(finding *to, int line)
{
    char said[32];
    snprintf(said, sizeof said, "line %d of ", line);
    const char *of = strstr(to->what, said), *comma = of ? strstr(of, ", thread ") : NULL;
    to->line = line;
    if (comma)
        to->file = strndup(of + strlen(said), (size_t)(comma - of) - strlen(said));
}

static void take_device_findings(validation *v, const trial *one)
{
    static const char shown_note[] = "note: "; /* the report says so itself */
    enum { MOST_SHOWN = 8 };
    size_t shown = 0;
    for (size_t i = 0; i < v->finding_count; i++)
        shown += v->findings[i].stage == STAGE_CHECKED;
    for (uint64_t i = 0; i < one->outcome.finding_count; i++) {
        const device_finding *from = &one->outcome.findings[i];
        bool known = false, note = finding_is(from, FINDING_NOTE);
        const char *text =
            from->text + (strncmp(from->text, shown_note, strlen(shown_note)) == 0 ? strlen(shown_note) : 0);
        for (size_t j = 0; j < v->finding_count && !known; j++)
            known = v->findings[j].stage == STAGE_CHECKED && same_but_digits(v->findings[j].what, text);
        finding *found =
            !known && shown++ < MOST_SHOWN ? validation_add(v, STAGE_CHECKED, !note, one, "%s", text) : NULL;
        if (found)
            take_line(found, (int)from->line);
    }
}

static void note_worst(stage_result *stage, const trial *one)
{
    const outcome *outcome = &one->outcome;
    if (!outcome->worst_unit || strcmp(outcome->worst_unit, "of bound") != 0)
        return;
    if (isnan(stage->worst) || outcome->worst > stage->worst) {
        stage->worst = outcome->worst;
        trial_describe(one, stage->worst_where, sizeof stage->worst_where);
    }
}

static void judge_skipped(stage_result *stage, const char *summary)
{
    stage->run--;
    stage->skipped++;
    if (!*stage->note)
        snprintf(stage->note, sizeof stage->note, "%.200s", summary);
}

/* The mode promises nothing for such inputs, or the reference says nothing; else the suite itself is at fault. */
static bool judge_unjudged(validation *v, const trial *one, const char *summary, assay_error *error)
{
    stage_result *stage = &v->stages[one->stage];
    char place[512];
    if (!trial_unjudged(one))
        return assay_fail(error, NULL, 0, "%s: %s", trial_describe(one, place, sizeof place), summary);
    stage->run--;
    *(one->unanswered ? &stage->unanswered : &stage->unpromised) += 1;
    if (one->unanswered)
        validation_add(v, one->stage, false, one, "not judged, since the reference says nothing: %s", one->unanswered);
    return true;
}

static bool judge_timeout(validation *v, const trial *one, const char *summary, assay_error *error)
{
    const double limit = v->request->run.timeout;
    if (one->outcome.phase == PHASE_COMPILE) /* a machine under load, perhaps: that says nothing of the kernel */
        return assay_fail(error, v->request->shown, 0, "is not compiled within %g s (%s); --timeout allows more", limit,
                          summary);
    if (one->seconds <= 0 || one->seconds >= limit)
        set_detail(validation_add(v, one->stage, true, one,
                                  "the kernel does not end within %g s; --timeout allows more", limit),
                   summary);
    else if (one->stage != STAGE_CHECKED) /* once one has hung, the rest get little time there: no news */
        set_detail(validation_add(v, one->stage, true, one,
                                  "the kernel does not end within %.0f s, far more than it takes otherwise",
                                  one->seconds),
                   summary);
    return true;
}

static void judge_breakdown(validation *v, const trial *one, const char *summary)
{
    bool compiler = one->outcome.cause == CAUSE_BREAKDOWN || one->outcome.phase == PHASE_COMPILE;
    set_detail(
        validation_add(v, one->stage, true, one, "%s", compiler ? "the compiler breaks down" : "the kernel crashes"),
        summary);
}

bool judge_trial(validation *v, const trial *one, assay_error *error)
{
    stage_result *stage = &v->stages[one->stage];
    const outcome *outcome = &one->outcome;
    char summary[2048];
    bool baseline = one->binding == &v->baseline;
    if (!one->ended)
        return true;
    outcome_summary(outcome, summary, sizeof summary);
    take_device_findings(v, one);
    stage->run++;
    stage->judged += outcome->judged;
    switch (outcome->verdict) {
    case VERDICT_PASS:
        stage->failed += explains_itself(one); /* a conversion, which fails no case */
        note_worst(stage, one);
        return true;
    case VERDICT_SKIP:
    case VERDICT_UNIMPLEMENTED: judge_skipped(stage, summary); return true;
    case VERDICT_INTERNAL_ERROR: return judge_unjudged(v, one, summary, error);
    default: break;
    }
    stage->failed++;
    note_worst(stage, one);
    if (stage_is_assumed(one->stage)) /* judge_assumed */
        return true;
    bool broke_off = outcome->verdict != VERDICT_FAIL && outcome->phase != PHASE_COMPILE;
    if (!baseline && broke_off && explains_itself(one))
        return true;
    if (baseline) {
        v->baseline_failed = true;
        set_detail(validation_add(v, STAGE_BASELINE, false, one, "the baseline is not right itself: %s", summary),
                   outcome->message);
        return true;
    }
    switch (outcome->verdict) {
    case VERDICT_TIMEOUT: return judge_timeout(v, one, summary, error);
    case VERDICT_CRASH:
    case VERDICT_DEVICE_ERROR: judge_breakdown(v, one, summary); return true;
    default: judge_failure(v, one); return true;
    }
}

/* The first trial of the stage that failed is worth knowing. */
static void note_assumed(validation *v, stage stage, const char *sentence, ...) __attribute__((format(printf, 3, 4)));
static void note_assumed(validation *v, stage stage, const char *sentence, ...)
{
    const trial *first = v->trials.item;
    char text_of[512], summary[2048];
    text detail = {0};
    if (!v->stages[stage].failed)
        return;
    while (first->stage != stage || !first->ended || trial_good(first) || trial_unjudged(first))
        first++;
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text_of, sizeof text_of, sentence, arguments);
    va_end(arguments);
    finding *found = validation_add(v, stage, false, first, "%s", text_of);
    first_values(first, &detail);
    set_detail(found, detail.length ? text_string(&detail) : outcome_summary(&first->outcome, summary, sizeof summary));
    text_free(&detail);
}

void judge_assumed(validation *v)
{
    const binding *b = &v->candidate;
    if (!validation_right(v))
        return;
    note_assumed(v, STAGE_PARTIAL,
                 "it takes all SIMD-groups to be full: it is wrong with threadgroups that are no multiple of %u; "
                 "--threadgroups says that it gets such, which makes this count",
                 b->lanes ? b->lanes : USUAL_SIMD_WIDTH);
    note_assumed(v, STAGE_UNNAMED,
                 "TG %s, and it is wrong with others; --threadgroups says that it gets such, which makes this count",
                 b->intent ? b->intent : "");
}
