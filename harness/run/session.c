/* session.c: opens and closes what a run needs, in the order in which failures are cheapest: input first, then the
 * device, the log last. */
#include "session.h"
#include "../base/clock.h"
#include "workers/interrupt.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void assay_print_error(const assay_error *error)
{
    fputs("assay: ", stderr);
    if (*error->file && error->line)
        fprintf(stderr, "%s:%d: ", error->file, error->line);
    else if (*error->file)
        fprintf(stderr, "%s: ", error->file);
    fprintf(stderr, "%s\n", error->text);
}

/* The files of the suite in which waivers and settings may name cases, whichever cases run now. */
static case_suite *read_named(const session *session, assay_error *error)
{
    size_t count = session->waivers.count + session->stress.count, used = 0;
    const char **names = calloc(count + 1, sizeof *names);
    case_suite *suite = NULL;
    for (size_t i = 0; names && i < session->waivers.count; i++)
        names[used++] = session->waivers.item[i].cases;
    for (size_t i = 0; names && i < session->stress.count; i++)
        names[used++] = session->stress.row[i].name;
    if (names)
        suite = case_suite_read_for(session->options->cases, names, count, error);
    else
        assay_fail(error, NULL, 0, "out of memory");
    free(names);
    return suite;
}

static bool check_names_in(const session *session, const case_suite *suite, assay_error *error)
{
    size_t count = 0, capacity = 0;
    const char **names = NULL;
    bool good = true;
    for (size_t i = 0; i < case_suite_file_count(suite) && good; i++) {
        size_t cases;
        const assay_case *it = case_file_cases(case_suite_file(suite, i), &cases);
        if (count + cases > capacity) {
            capacity = 2 * (count + cases);
            const char **grown = realloc(names, capacity * sizeof *names);
            good = grown || assay_fail(error, NULL, 0, "out of memory");
            names = grown ? grown : names;
        }
        for (size_t j = 0; j < cases && good; j++)
            names[count++] = it[j].name;
    }
    good = good && waivers_all_match(&session->waivers, names, count, error) &&
           stress_all_match(&session->stress, names, count, error);
    free(names);
    return good;
}

static bool check_names(const session *session, assay_error *error)
{
    if (!session->plan.suite || !(session->waivers.count + session->stress.count))
        return true;
    case_suite *suite = read_named(session, error);
    bool good = suite && check_names_in(session, suite, error);
    case_suite_destroy(suite);
    return good;
}

static bool read_waivers(session *session, assay_error *error)
{
    char path[4096], today[16];
    snprintf(path, sizeof path, "%s/waivers.tsv", session->options->cases);
    return waivers_read(&session->waivers, path, waivers_today(today, sizeof today), error);
}

static bool read_stress(session *session, assay_error *error)
{
    const options *options = session->options;
    char path[4096];
    if (options->stress && options->command != COMMAND_TUNE && access(options->stress, R_OK) != 0)
        return assay_fail(error, options->stress, 0, "cannot read the settings: %s; `assay tune` writes them",
                          strerror(errno));
    if (options->stress)
        return stress_read(&session->stress, options->stress, error);
    snprintf(path, sizeof path, "%s/stress.tsv", options->cases);
    return stress_read(&session->stress, path, error);
}

static bool read_input(session *session, assay_error *error)
{
    if (!plan_make(&session->plan, session->options, error) || !read_waivers(session, error) ||
        !read_stress(session, error) || !check_names(session, error))
        return false;
    session->ledger.discovered = session->plan.count;
    session->outcomes = calloc(session->plan.count + 1, sizeof *session->outcomes);
    session->ended = calloc(session->plan.count + 1, sizeof *session->ended);
    session->swept = calloc(session->plan.count + 1, sizeof *session->swept);
    session->begun = calloc(session->plan.count + 1, sizeof *session->begun);
    return (session->outcomes && session->ended && session->swept && session->begun) ||
           assay_fail(error, NULL, 0, "out of memory");
}

/* What `assay tune` found for this device is added to the cases it was found for. */
static void add_settings(session *session)
{
    for (size_t i = 0; session->options->command != COMMAND_TUNE && i < session->plan.count; i++) {
        planned *planned = &session->plan.item[i];
        planned->settings = stress_find(&session->stress, pool_device(session->pool)->name, planned->it->name);
    }
}

worker_options session_worker(const options *options)
{
    return (worker_options){.device = options->device,
                            .checked = options->checked,
                            .profile = options->profile,
                            .personality = options->personality,
                            .fault = options->fault,
                            .weak = options->weak,
                            .order = options->order,
                            .engine = options->engine,
                            .host4 = options->host4};
}

static bool start_pool(session *session, assay_error *error)
{
    const options *options = session->options;
    size_t jobs = options->jobs;
    if (jobs > session->plan.count && session->plan.count && options->command == COMMAND_RUN)
        jobs = session->plan.count;
    pool_options pool = {.worker = session_worker(options), .workers = (unsigned)jobs, .timeout = options->timeout};
    session->pool = pool_start(&pool, error);
    if (session->pool)
        add_settings(session);
    return session->pool != NULL;
}

static bool resume(session *session, assay_error *error)
{
    const options *options = session->options;
    if (!record_resume(options->resume, options, &session->plan, pool_device(session->pool), session->outcomes,
                       session->ended, session->swept, session->begun, error))
        return false;
    for (size_t i = 0; i < session->plan.count; i++)
        if (session->ended[i])
            ledger_add(&session->ledger, session->outcomes[i].verdict, session->outcomes[i].judged,
                       session->outcomes[i].unjudged);
    return true;
}

static bool open_log(session *session, assay_error *error)
{
    const options *options = session->options;
    if (options->resume)
        session->log = assay_log_append(options->resume, error);
    else if (options->log && options->append)
        session->log = assay_log_append(options->log, error);
    else if (options->log)
        session->log = assay_log_create(options->log, error);
    else
        return true;
    if (!session->log)
        return false;
    record_run(&session->line, options, session->plan.file_count, session->plan.count, pool_device(session->pool),
               options->resume || options->append);
    session_log(session);
    return true;
}

/* A case that began and never ended has most likely taken the machine down: it is not tried again. */
static void take_begun(session *session)
{
    for (size_t i = 0; i < session->plan.count; i++) {
        outcome outcome = {0};
        if (!session->begun[i])
            continue;
        outcome_decide(&outcome, VERDICT_CRASH,
                       "the log ends while this case ran: the machine went down, or the run was killed");
        session_take(session, i, &outcome);
    }
}

int session_open(session *session, const options *options)
{
    assay_error error = {0};
    *session = (struct session){.options = options, .started = monotonic_seconds()};
    interrupt_watch();
    bool input =
        read_input(session, &error) && start_pool(session, &error) && (!options->resume || resume(session, &error));
    if (input && open_log(session, &error)) {
        take_begun(session);
        return EXIT_PASS;
    }
    if (interrupt_seen())
        return EXIT_INTERRUPTED;
    assay_print_error(&error);
    return input ? EXIT_INTERNAL : EXIT_USAGE;
}

void session_log(session *session)
{
    if (session->log)
        assay_log_line(session->log, &session->line);
    else
        text_clear(&session->line);
}

void session_done(session *session, size_t n)
{
    const unit *unit = session->plan.item[n].unit;
    if (!session->log || !unit)
        return;
    record_done(&session->line, unit);
    session_log(session);
}

void session_swept(session *session, size_t n, const char *state)
{
    if (!session->log)
        return;
    record_swept(&session->line, &session->plan.item[n], state);
    session_log(session);
}

/* softmetal stands for Apple's chips in a profile only, and then for all versions of their system. */
static waivers_device waived_device(const session *session)
{
    const wire_device *device = pool_device(session->pool);
    const char *profile = session->options->profile;
    bool chip = !device->software || (profile && strncmp(profile, "apple", strlen("apple")) == 0);
    return (waivers_device){.name = device->name,
                            .os = device->software && chip ? NULL : device->os,
                            .families = (const char *const *)device->families,
                            .family_count = chip ? device->family_count : 0};
}

/* How many cases had this waiver, and how many needed it. */
static size_t count_waived(const session *session, const waiver *waiver, size_t *had)
{
    const waivers_device device = waived_device(session);
    size_t needed = 0;
    *had = 0;
    for (size_t i = 0; i < session->plan.count; i++) {
        verdict verdict = session->outcomes[i].verdict;
        if (!session->ended[i] || verdict == VERDICT_SKIP ||
            waivers_find(&session->waivers, &device, session->plan.item[i].it->name) != waiver)
            continue;
        *had += 1;
        needed += verdict == VERDICT_WAIVED;
    }
    return needed;
}

void session_describe_waivers(const session *session, text *out)
{
    char today[16];
    waivers_today(today, sizeof today);
    for (size_t i = 0; i < session->waivers.count; i++) {
        const waiver *it = &session->waivers.item[i];
        size_t had, needed = count_waived(session, it, &had);
        if (needed)
            text_format(out,
                        "known deviation of this chip or OS: %zu of %zu cases of %s: %s\n  %s, known for %ld days, "
                        "waived for another %ld\n",
                        needed, had, it->cases, it->reason, it->link, waivers_days(it->since, today),
                        waivers_days(today, it->expires));
        else if (had)
            text_format(out, "unused waiver: %s:%d: %s passed here (%zu case%s); leave this device out of it\n",
                        session->waivers.path, it->line, it->cases, had, had == 1 ? "" : "s");
    }
}

void session_begin(session *session, size_t n)
{
    if (!session->log)
        return;
    record_begin(&session->line, &session->plan.item[n]);
    session_log(session);
    assay_log_sync(session->log);
}

void session_take(session *session, size_t n, outcome *outcome)
{
    const planned *planned = &session->plan.item[n];
    const waivers_device device = waived_device(session);
    waivers_apply(&session->waivers, &device, planned->it->name, outcome);
    ledger_add(&session->ledger, outcome->verdict, outcome->judged, outcome->unjudged);
    if (session->log) {
        text rerun = {0};
        record_rerun(&rerun, "build/assay", session->options, planned, outcome);
        record_case(&session->line, planned, outcome, text_string(&rerun));
        text_free(&rerun);
        session_log(session);
    }
    outcome_clear(&session->outcomes[n]);
    session->outcomes[n] = *outcome;
    session->ended[n] = true;
    memset(outcome, 0, sizeof *outcome);
}

int session_finish(session *session, bool interrupted)
{
    assay_error error = {0};
    int code = ledger_exit_code(&session->ledger);
    record_end(&session->line, &session->plan, session->outcomes, &session->ledger,
               monotonic_seconds() - session->started, interrupted);
    session_log(session);
    if (!interrupted && !ledger_adds_up(&session->ledger, &error))
        assay_print_error(&error);
    if (interrupted && !session->ledger.count[VERDICT_INTERNAL_ERROR])
        code = EXIT_FAIL;
    if (session->log && assay_log_failure(session->log)) {
        assay_print_error(assay_log_failure(session->log));
        code = EXIT_INTERNAL;
    }
    return interrupt_seen() ? EXIT_INTERRUPTED : code;
}

void session_close(session *session)
{
    pool_end(session->pool);
    assay_log_close(session->log);
    for (size_t i = 0; session->outcomes && i < session->plan.count; i++)
        outcome_clear(&session->outcomes[i]);
    free(session->outcomes);
    free(session->ended);
    for (size_t i = 0; session->swept && i < session->plan.count; i++)
        free(session->swept[i]);
    free(session->swept);
    free(session->begun);
    waivers_clear(&session->waivers);
    stress_clear(&session->stress);
    plan_clear(&session->plan);
    text_free(&session->line);
}
