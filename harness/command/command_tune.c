/* command_tune.c: `assay tune`. A litmus case says something about a device only if the device shows the forbidden
 * outcomes of its mutants, and how often it does so depends on where the threads of an instance run and where its
 * locations lie. So each case runs with settings drawn at random from those that its `tune` permits; for each mutant
 * the one that showed most is kept in a file, which later runs read (run/plan/stress.h). */
#include "subcommands.h"
#include "../base/clock.h"
#include "../base/file.h"
#include "../output/progress.h"
#include "../run/session.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_SETTING = 128, LONGEST_LIST = 2048 };

typedef struct trial {
    size_t planned;
    char setting[LONGEST_SETTING];
} trial;

typedef struct best {
    const trial *trial; /* NULL: the mutant never showed a forbidden outcome */
    uint64_t shown;
} best;

/* What became of the trials of one case. */
typedef struct finding {
    best *mutant; /* in the order of outcome.shown: those of the file's that apply */
    size_t mutant_count;
    uint64_t instances;  /* of one trial */
    const trial *failed; /* the case itself showed a forbidden outcome */
    bool ran, told;      /* told: why it did not run */
} finding;

typedef struct tuning {
    session session;
    progress progress;
    trial *trials;
    size_t trial_count;
    finding *findings; /* per planned case */
    bool broken;       /* a case failed, or a trial ended in an error */
} tuning;

/* ---- Trials */

/* The settings of a case's trials follow from the seed and its name. */
static void draw_setting(const planned *planned, uint64_t seed, size_t n, trial *trial)
{
    const uint64_t key[] = {planned->it->seed_key, seed, n};
    size_t count = case_file_setting_count(planned->it->file);
    case_file_setting(planned->it->file, text_hash(key, sizeof key) % count, trial->setting, sizeof trial->setting);
}

static size_t applying_mutants(const assay_case *it)
{
    size_t count, applying = 0;
    const case_mutant *mutants = case_file_mutants(it->file, &count);
    for (size_t i = 0; i < count; i++)
        applying += case_mutant_applies(&mutants[i], it, SIZE_MAX);
    return applying;
}

static bool plan_trials(tuning *tuning)
{
    const session *session = &tuning->session;
    const plan *plan = &session->plan;
    unsigned each = session->options->trials;
    tuning->trials = calloc(plan->count * each + 1, sizeof *tuning->trials);
    tuning->findings = calloc(plan->count + 1, sizeof *tuning->findings);
    if (!tuning->trials || !tuning->findings)
        return false;
    for (size_t i = 0; i < plan->count; i++) {
        finding *finding = &tuning->findings[i];
        finding->mutant_count = applying_mutants(plan->item[i].it);
        finding->mutant = calloc(finding->mutant_count + 1, sizeof *finding->mutant);
        if (!finding->mutant)
            return false;
        for (unsigned n = 0; case_file_setting_count(plan->item[i].it->file) && n < each; n++) {
            trial *trial = &tuning->trials[tuning->trial_count++];
            trial->planned = i;
            draw_setting(&plan->item[i], session->options->seed, n, trial);
        }
    }
    return true;
}

/* ---- Their outcomes */

static void tell(tuning *tuning, const trial *trial, const outcome *outcome)
{
    char summary[1024];
    text line = {0};
    text_format(&line, "%s  %s with %s\n      %s\n", verdict_name(outcome->verdict),
                tuning->session.plan.item[trial->planned].it->name, trial->setting,
                outcome_summary(outcome, summary, sizeof summary));
    progress_print(&tuning->progress, text_string(&line));
    text_free(&line);
}

static void take_shown(finding *finding, const trial *trial, const outcome *outcome)
{
    finding->ran = true;
    finding->instances = 0;
    for (uint64_t i = 0; i < outcome->histogram_count; i++)
        finding->instances += outcome->histogram[i];
    for (uint64_t i = 0; i < outcome->shown_count && i < finding->mutant_count; i++) {
        best *best = &finding->mutant[i];
        bool earlier = outcome->shown[i] && outcome->shown[i] == best->shown && trial < best->trial;
        if (outcome->shown[i] > best->shown || earlier)
            *best = (struct best){trial, outcome->shown[i]};
    }
}

static bool done(void *context, size_t job, outcome *outcome)
{
    tuning *tuning = context;
    const trial *trial = &tuning->trials[job];
    finding *finding = &tuning->findings[trial->planned];
    tuning->progress.done++;
    if (outcome->verdict == VERDICT_PASS || outcome->verdict == VERDICT_NOT_DEMONSTRATED) {
        take_shown(finding, trial, outcome);
        return true;
    }
    if (verdict_is_bad(outcome->verdict)) {
        tuning->progress.failed++;
        tuning->broken = true;
    }
    if (outcome->verdict == VERDICT_FAIL && (!finding->failed || trial < finding->failed))
        finding->failed = trial;
    if (verdict_is_bad(outcome->verdict) || !finding->told)
        tell(tuning, trial, outcome);
    finding->told = true;
    return true;
}

static void tick(void *context, double now)
{
    tuning *tuning = context;
    progress_tick(&tuning->progress, now);
}

static bool run_trials(tuning *tuning, assay_error *error)
{
    const session *session = &tuning->session;
    pool_job *jobs = calloc(tuning->trial_count + 1, sizeof *jobs);
    if (!jobs)
        return assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = 0; i < tuning->trial_count; i++) {
        jobs[i].wire = plan_job(&session->plan, tuning->trials[i].planned, session->options);
        jobs[i].wire.settings = tuning->trials[i].setting;
        jobs[i].wire.last_only = true;
    }
    pool_events events = {.context = tuning, .done = done, .tick = tick};
    bool good = pool_run(session->pool, jobs, tuning->trial_count, &events, error);
    free(jobs);
    return good;
}

/* ---- What is kept */

static void add_setting(char *list, size_t size, const trial *trial)
{
    size_t used = strlen(list);
    if (trial && !strstr(list, trial->setting))
        snprintf(list + used, size - used, "%s%s", used ? " " : "", trial->setting);
}

/* One line for a mutant: where it stands, and how often it showed. */
static void describe(const finding *finding, size_t n, int line, bool full, text *out)
{
    const best *best = &finding->mutant[n];
    if (!best->trial)
        text_format(out, full ? "  line %-4d never\n" : "line %d: never", line);
    else if (full)
        text_format(out, "  line %-4d %llu of %llu with %s\n", line, (unsigned long long)best->shown,
                    (unsigned long long)finding->instances, best->trial->setting);
    else
        text_format(out, "line %d: %llu of %llu", line, (unsigned long long)best->shown,
                    (unsigned long long)finding->instances);
}

static bool keep(tuning *tuning, size_t n, assay_error *error)
{
    session *session = &tuning->session;
    const assay_case *it = session->plan.item[n].it;
    const finding *finding = &tuning->findings[n];
    char settings[LONGEST_LIST] = "";
    size_t count, used = 0;
    const case_mutant *mutants = case_file_mutants(it->file, &count);
    text shown = {0};
    if (!finding->ran && !finding->failed)
        return true;
    printf("%s%s\n", it->name, finding->failed ? "  FAILS" : "");
    add_setting(settings, sizeof settings, finding->failed);
    for (size_t i = 0; i < count; i++) {
        text line = {0};
        if (!case_mutant_applies(&mutants[i], it, SIZE_MAX))
            continue;
        add_setting(settings, sizeof settings, finding->mutant[used].trial);
        describe(finding, used, mutants[i].line, true, &line);
        fputs(text_string(&line), stdout);
        text_free(&line);
        text_add(&shown, used ? "; " : "");
        describe(finding, used++, mutants[i].line, false, &shown);
    }
    bool good = !*settings || stress_put(&session->stress, pool_device(session->pool)->name, it->name, settings,
                                         text_string(&shown), error);
    text_free(&shown);
    return good;
}

static bool keep_all(tuning *tuning, assay_error *error)
{
    const session *session = &tuning->session;
    bool good = true;
    for (size_t i = 0; good && i < session->plan.count; i++)
        good = keep(tuning, i, error);
    good = good && stress_write(&session->stress, error);
    if (good)
        printf("kept in %s\n", session->stress.path);
    return good;
}

/* ---- The command */

static int tune(tuning *tuning)
{
    session *session = &tuning->session;
    assay_error error = {0};
    bool live = isatty(STDOUT_FILENO) && !session->options->quiet, any = false;
    if (!plan_trials(tuning))
        return EXIT_INTERNAL;
    if (!tuning->trial_count) {
        assay_fail(&error, NULL, 0, "none of these cases has a `tune`; the litmus cases do: assay tune litmus/");
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    if (!stress_can_write(&session->stress, &error)) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    progress_begin(&tuning->progress, stdout, live, tuning->trial_count, monotonic_seconds());
    bool complete = run_trials(tuning, &error);
    progress_end(&tuning->progress);
    for (size_t i = 0; i < session->plan.count; i++)
        any |= tuning->findings[i].ran || tuning->findings[i].failed;
    if (any && !*error.text)
        keep_all(tuning, &error);
    if (*error.text) {
        assay_print_error(&error);
        return EXIT_INTERNAL;
    }
    return !complete ? EXIT_INTERRUPTED : tuning->broken ? EXIT_FAIL : any ? EXIT_PASS : EXIT_SKIPPED;
}

int command_tune(const options *options)
{
    tuning tuning = {0};
    int code = session_open(&tuning.session, options);
    if (code == EXIT_PASS)
        code = tune(&tuning);
    for (size_t i = 0; tuning.findings && i < tuning.session.plan.count; i++)
        free(tuning.findings[i].mutant);
    free(tuning.findings);
    free(tuning.trials);
    session_close(&tuning.session);
    return code;
}
