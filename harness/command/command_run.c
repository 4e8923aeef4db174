/* command_run.c: `assay run`. Hands the planned cases to the pool and tells what becomes of them: as TAP, or on a
 * terminal as a live line with the failures above it. */
#include "subcommands.h"
#include "../base/clock.h"
#include "../output/progress.h"
#include "../output/tap.h"
#include "../run/session.h"
#include "shrink.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum { REPORT_TAP, REPORT_LIVE, REPORT_QUIET } report_kind;

typedef struct run_report {
    session session;
    report_kind kind;
    tap tap;
    progress progress;
    size_t *order;      /* of the plan's cases: order[n] is the n-th to run */
    size_t *plan_index; /* of each job */
    size_t *file_left;  /* cases of each file that have not ended */
    bool stopped;       /* by --fail-fast */
} run_report;

/* ---- TAP: a file is written when its last case has ended */

static void report_file(run_report *report, size_t file)
{
    const plan *plan = &report->session.plan;
    size_t first = 0, count = 0;
    while (first < plan->count && plan->item[first].file != file)
        first++;
    while (first + count < plan->count && plan->item[first + count].file == file)
        count++;
    tap_case *cases = calloc(count + 1, sizeof *cases);
    text *reruns = calloc(count + 1, sizeof *reruns);
    size_t used = 0;
    for (size_t i = 0; cases && reruns && i < count; i++) {
        const planned *planned = &plan->item[first + i];
        const outcome *outcome = &report->session.outcomes[first + i];
        if (!report->session.ended[first + i])
            continue;
        if (verdict_is_bad(outcome->verdict))
            record_rerun(&reruns[used], report->session.options->program, report->session.options, planned, outcome);
        cases[used] = (tap_case){planned->it->name, outcome, reruns[used].data};
        used++;
    }
    char stem[512];
    if (used)
        tap_file(&report->tap, case_stem(plan->item[first].it, stem, sizeof stem), cases, used);
    for (size_t i = 0; reruns && i < used; i++)
        text_free(&reruns[i]);
    free(cases);
    free(reruns);
}

/* ---- Terminal */

static void report_failure(run_report *report, size_t n)
{
    const planned *planned = &report->session.plan.item[n];
    const outcome *outcome = &report->session.outcomes[n];
    char summary[2048];
    text out = {0};
    text_format(&out, "%s  %s\n      %s\n", verdict_name(outcome->verdict), planned->it->name,
                outcome_summary(outcome, summary, sizeof summary));
    if (outcome->line)
        text_format(&out, "      %s:%llu\n", case_file_path(planned->it->file), (unsigned long long)outcome->line);
    if (outcome->subcase && *outcome->subcase)
        text_format(&out, "      subcase %s\n", outcome->subcase);
    for (uint64_t i = 0; i < outcome->first_count && i < 3; i++)
        text_format(&out, "      %s[%zu].%u: got %s, expected %s\n", outcome->output ? outcome->output : "output",
                    outcome->first[i].element, outcome->first[i].lane, outcome->first[i].got,
                    outcome->first[i].expected);
    const char *details = outcome_details(outcome, summary);
    if (details)
        text_format(&out, "%s%s", details, details[strlen(details) - 1] == '\n' ? "" : "\n");
    text_add(&out, "      rerun: ");
    record_rerun(&out, report->session.options->program, report->session.options, planned, outcome);
    text_add(&out, "\n");
    progress_print(&report->progress, text_string(&out));
    text_free(&out);
}

/* ---- Events of the pool */

static void ended(run_report *report, size_t n)
{
    const planned *planned = &report->session.plan.item[n];
    verdict verdict = report->session.outcomes[n].verdict;
    bool bad = verdict_is_bad(verdict);
    report->progress.done++;
    report->progress.failed += bad;
    report->progress.skipped += verdict == VERDICT_SKIP;
    if (bad && report->kind != REPORT_TAP)
        report_failure(report, n);
    if (--report->file_left[planned->file] == 0 && report->kind == REPORT_TAP)
        report_file(report, planned->file);
    report->stopped |= bad && report->session.options->fail_fast;
}

static bool done(void *context, size_t job, outcome *outcome)
{
    run_report *report = context;
    size_t n = report->plan_index[job];
    session_take(&report->session, n, outcome);
    session_done(&report->session, n);
    ended(report, n);
    return !report->stopped;
}

static void begun(void *context, size_t job)
{
    run_report *report = context;
    size_t n = report->plan_index[job];
    if (report->session.options->first_light && case_file_alone(report->session.plan.item[n].it->file))
        session_begin(&report->session, n);
}

static void swept(void *context, size_t job, const char *state)
{
    run_report *report = context;
    session_swept(&report->session, report->plan_index[job], state);
}

static void tick(void *context, double now)
{
    run_report *report = context;
    progress_tick(&report->progress, now);
}

/* ---- The command */

static report_kind choose_report(const options *options)
{
    if (options->quiet)
        return REPORT_QUIET;
    return options->tap || !isatty(STDOUT_FILENO) ? REPORT_TAP : REPORT_LIVE;
}

static void begin_report(run_report *report)
{
    const plan *plan = &report->session.plan;
    const options *options = report->session.options;
    report->kind = choose_report(options);
    progress_begin(&report->progress, stdout, report->kind == REPORT_LIVE, plan->count, monotonic_seconds());
    if (report->kind == REPORT_TAP)
        tap_begin(&report->tap, stdout, options->tap == 14 ? 14 : 13, plan->file_count);
    for (size_t i = 0; i < plan->count; i++)
        report->file_left[plan->item[i].file]++;
    for (size_t i = 0; i < plan->count; i++) /* what a resumed log has already decided */
        if (report->session.ended[i])
            ended(report, i);
}

static const char *skip_reason(const session *session, size_t n)
{
    const outcome *outcome = &session->outcomes[n];
    bool skipped = session->ended[n] && outcome->verdict == VERDICT_SKIP;
    return skipped && outcome->reason ? outcome->reason : NULL;
}

/* Files of which some cases ended and some never will. */
static void report_rest(run_report *report)
{
    for (size_t file = 0; report->kind == REPORT_TAP && file < report->session.plan.file_count; file++)
        if (report->file_left[file])
            report_file(report, file);
}

static bool same_reason(const char *one, const char *other)
{
    return other && strcmp(one, other) == 0;
}

/* On a terminal nothing else tells why cases were left out: each reason once, with how many share it. */
static void describe_skips(const run_report *report, text *out)
{
    const session *session = &report->session;
    for (size_t i = 0; i < session->plan.count; i++) {
        const char *reason = skip_reason(session, i);
        size_t same = 1;
        for (size_t j = 0; reason && j < i; j++)
            if (same_reason(reason, skip_reason(session, j)))
                reason = NULL; /* told already */
        for (size_t j = i + 1; reason && j < session->plan.count; j++)
            same += same_reason(reason, skip_reason(session, j));
        if (reason)
            text_format(out, "skipped %zu: %s\n", same, reason);
    }
}

static void print_ledger(run_report *report, bool complete, const char *why)
{
    char time[64];
    text out = {0};
    if (report->kind != REPORT_TAP)
        describe_skips(report, &out);
    session_describe_waivers(&report->session, &out);
    if (report->progress.failed)
        text_format(&out, "this device deviates: %zu case%s, beyond what is known\n", report->progress.failed,
                    report->progress.failed == 1 ? "" : "s");
    ledger_describe(&report->session.ledger, &out);
    double seconds = monotonic_seconds() - report->session.started;
    text_format(&out, "%s on %s\n", progress_duration(seconds, time, sizeof time),
                pool_device(report->session.pool)->name);
    progress_end(&report->progress);
    if (report->kind == REPORT_TAP)
        tap_comment(&report->tap, text_string(&out));
    else
        fputs(text_string(&out), stdout);
    if (!complete && report->kind == REPORT_TAP)
        tap_bail_out(&report->tap, why);
    else if (!complete)
        printf("%s: %zu cases did not run\n", why, report->progress.total - report->progress.done);
    fflush(stdout);
    text_free(&out);
}

static void say(run_report *report, const char *line)
{
    if (report->kind == REPORT_TAP)
        tap_comment(&report->tap, line);
    else
        progress_print(&report->progress, line);
}

/* A random program that failed is made small, one for each case file, and printed as a case file of its own. */
static void shrink_failures(run_report *report)
{
    const session *session = &report->session;
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < session->plan.count; i++) {
        const planned *planned = &session->plan.item[i];
        text file = {0};
        if (!session->ended[i] || planned->file == last ||
            !shrink_failure(session->options, planned, &session->outcomes[i], pool_device(session->pool)->simd_width,
                            &file))
            continue;
        last = planned->file;
        text line = {0};
        text_format(&line, "%s, shrunk, as a case file:\n%s", planned->it->name, text_string(&file));
        say(report, text_string(&line));
        text_free(&line);
        text_free(&file);
    }
}

/* Jobs for the cases of `order` from `first` to `last` that have not ended. With `alone` nothing runs beside each, and
 * what hangs the device does so once. */
static size_t make_jobs(run_report *report, size_t first, size_t last, bool alone, pool_job *jobs)
{
    const session *session = &report->session;
    size_t count = 0;
    for (size_t n = first; n < last; n++) {
        size_t i = report->order[n];
        if (session->ended[i])
            continue;
        report->plan_index[count] = i;
        jobs[count] = (pool_job){.wire = plan_job(&session->plan, i, session->options), .alone = alone, .once = alone};
        jobs[count++].wire.swept = session->swept[i];
    }
    return count;
}

/* ---- First light */

enum { SELFCHECK_SECONDS = 120 };

/* False if the device does not fit what the harness asks of it; the cases are run all the same. */
static bool first_check(run_report *report)
{
    session *session = &report->session;
    text said = {0}, line = {0};
    worker_options worker = session_worker(session->options);
    bool agrees = worker_selfcheck(&worker, SELFCHECK_SECONDS, &said);
    text_format(&line, "first light: selfcheck %s\n%s", agrees ? "passed" : "FAILED; what follows may come from that",
                text_string(&said));
    say(report, text_string(&line));
    record_selfcheck(&session->line, agrees, text_string(&said));
    session_log(session);
    text_free(&said);
    text_free(&line);
    return agrees;
}

static bool run_first_light(run_report *report, pool_job *jobs, const pool_events *events, assay_error *error)
{
    static const char *const what[FIRST_LIGHT_PHASES] = {"one case of each area", "the rest, except what could hang",
                                                         "what could hang the device, one at a time"};
    const plan *plan = &report->session.plan;
    size_t begin[FIRST_LIGHT_PHASES + 1];
    bool alive = true;
    plan_first_light(plan, report->order, begin);
    for (int phase = 0; phase < FIRST_LIGHT_PHASES && alive && !report->stopped; phase++) {
        bool alone = phase == FIRST_LIGHT_ALONE;
        size_t count = make_jobs(report, begin[phase], begin[phase + 1], alone, jobs);
        text line = {0};
        text_format(&line, "first light, phase %d of %d: %s: %zu case%s\n", phase + 1, FIRST_LIGHT_PHASES, what[phase],
                    count, count == 1 ? "" : "s");
        if (count)
            say(report, text_string(&line));
        text_free(&line);
        alive = pool_run(report->session.pool, jobs, count, events, error);
    }
    return alive;
}

static int run(run_report *report)
{
    session *session = &report->session;
    assay_error error = {0};
    pool_job *jobs = calloc(session->plan.count + 1, sizeof *jobs);
    report->order = calloc(session->plan.count + 1, sizeof *report->order);
    report->plan_index = calloc(session->plan.count + 1, sizeof *report->plan_index);
    report->file_left = calloc(session->plan.file_count + 1, sizeof *report->file_left);
    if (!jobs || !report->order || !report->plan_index || !report->file_left) {
        free(jobs);
        return EXIT_INTERNAL;
    }
    begin_report(report);
    pool_events events = {.context = report, .done = done, .begun = begun, .swept = swept, .tick = tick};
    bool alive, agrees = true;
    if (session->options->first_light) {
        agrees = first_check(report);
        alive = run_first_light(report, jobs, &events, &error);
    } else {
        for (size_t i = 0; i < session->plan.count; i++)
            report->order[i] = i;
        alive = pool_run(session->pool, jobs, make_jobs(report, 0, session->plan.count, false, jobs), &events, &error);
    }
    bool complete = alive && report->progress.done == session->plan.count;
    report_rest(report);
    if (complete)
        shrink_failures(report);
    const char *why = report->stopped ? "stopped at the first failure" : *error.text ? error.text : "interrupted";
    print_ledger(report, complete, why);
    int code = session_finish(session, !complete);
    free(jobs);
    return *error.text || !agrees ? EXIT_INTERNAL : code;
}

int command_run(const options *options)
{
    run_report report = {0};
    int code = session_open(&report.session, options);
    if (code == EXIT_PASS)
        code = run(&report);
    free(report.order);
    free(report.plan_index);
    free(report.file_left);
    session_close(&report.session);
    return code;
}
