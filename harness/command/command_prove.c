/* command_prove.c: `assay prove`. Runs the selected cases with their generic mutants, then every mutant of those that
 * passed. A mutant is killed only if its case then fails by comparison (or by accepting what it must refuse); a crash,
 * a timeout, a skip or an edit that does not compile proves nothing. With --strict each id that these cases verify
 * needs a mutant of its own (case/inventory/coverage.h) that was killed. */
#include "../base/file.h"
#include "../case/inventory/coverage.h"
#include "../base/clock.h"
#include "subcommands.h"
#include "../output/progress.h"
#include "../run/session.h"
#include "../run/workers/interrupt.h"
#include "../validate/batch.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct score {
    const char *area;
    size_t mutants, killed, generic, generic_killed, noted, unproved; /* noted: blind to other inputs; unproved:
                                                                        cases that skipped or failed unmutated */
} score;

typedef struct mutant_job {
    size_t planned, mutant;
} mutant_job;

/* Of --strict: how the mutants that violate one requirement alone ended. */
typedef struct witness {
    bool due;              /* a mutant that violates it, alone or among others, applies to a case of this run */
    size_t ran, killed;    /* cases */
    const planned *barred; /* a case that did not pass unmutated, so that it did not run there */
} witness;

typedef struct proof {
    session session;
    progress progress;
    score *scores;
    size_t score_count, survivors, failures;
    size_t barriers, races; /* checked mode: mutants that take a barrier away, and of these the ones seen to race */
    mutant_job *mutants;    /* of the second round */
    size_t mutant_count;
    size_t *left;       /* per planned case: mutants of the second round that have not ended */
    coverage *coverage; /* NULL without --strict */
    witness *witnesses; /* per row of it */
    size_t unwitnessed;
} proof;

static score *score_of(proof *proof, size_t n)
{
    const char *area = proof->session.plan.item[n].it->area;
    for (size_t i = 0; i < proof->score_count; i++)
        if (strcmp(proof->scores[i].area, area) == 0)
            return &proof->scores[i];
    proof->scores[proof->score_count] = (score){.area = area};
    return &proof->scores[proof->score_count++];
}

static void print_survivor(proof *proof, size_t n, int line, const char *what, const outcome *outcome)
{
    const planned *planned = &proof->session.plan.item[n];
    char summary[1024] = "";
    text out = {0};
    proof->survivors++;
    text_format(&out, "survived  %s\n          %s:%d: %s\n", planned->it->name, case_file_path(planned->it->file), line,
                what);
    if (outcome && outcome->verdict != VERDICT_PASS)
        text_format(&out, "          ended in %s: %s\n", verdict_name(outcome->verdict),
                    outcome_summary(outcome, summary, sizeof summary));
    progress_print(&proof->progress, text_string(&out));
    text_free(&out);
}

static void print_note(proof *proof, size_t n, const char *what)
{
    text out = {0};
    text_format(&out, "note      %s\n          takes %s\n", proof->session.plan.item[n].it->name, what);
    progress_print(&proof->progress, text_string(&out));
    text_free(&out);
}

/* ---- First round: the cases themselves, and their generic mutants */

static void take_tamperings(proof *proof, size_t n, const outcome *outcome)
{
    score *score = score_of(proof, n);
    for (uint64_t i = 0; i < outcome->tampering_count; i++) {
        const tampering *tampering = &outcome->tamperings[i];
        if (tampering->advisory && !tampering->killed) { /* right where results do not depend on values */
            score->noted++;
            print_note(proof, n, tampering->what);
            continue;
        }
        record_tampering(&proof->session.line, &proof->session.plan.item[n], tampering);
        session_log(&proof->session);
        score->generic++;
        score->generic_killed += tampering->killed;
        if (!tampering->killed)
            print_survivor(proof, n, 1, tampering->what, NULL);
    }
}

static bool original_done(void *context, size_t n, outcome *outcome)
{
    proof *proof = context;
    char summary[1024];
    text out = {0};
    session_take(&proof->session, n, outcome);
    const struct outcome *kept = &proof->session.outcomes[n];
    proof->progress.done++;
    if (kept->verdict == VERDICT_PASS) {
        take_tamperings(proof, n, kept);
        return true;
    }
    score_of(proof, n)->unproved++;
    session_done(&proof->session, n);
    proof->progress.skipped += !verdict_is_bad(kept->verdict);
    if (!verdict_is_bad(kept->verdict))
        return true;
    proof->failures++;
    proof->progress.failed++;
    text_format(&out, "%s  %s\n      its mutants prove nothing: %s\n", verdict_name(kept->verdict),
                proof->session.plan.item[n].it->name, outcome_summary(kept, summary, sizeof summary));
    progress_print(&proof->progress, text_string(&out));
    text_free(&out);
    return true;
}

static void tick(void *context, double now)
{
    proof *proof = context;
    progress_tick(&proof->progress, now);
}

static bool prove_originals(proof *proof, assay_error *error)
{
    const session *session = &proof->session;
    pool_job *jobs = calloc(session->plan.count + 1, sizeof *jobs);
    if (!jobs)
        return assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = 0; i < session->plan.count; i++) {
        jobs[i].wire = plan_job(&session->plan, i, session->options);
        jobs[i].wire.tamper = true;
    }
    pool_events events = {.context = proof, .done = original_done, .tick = tick};
    bool good = pool_run(session->pool, jobs, session->plan.count, &events, error);
    free(jobs);
    return good;
}

/* ---- Second round: the mutants of cases that passed */

static bool kills(const outcome *outcome)
{
    return outcome->verdict == VERDICT_FAIL &&
           (outcome->kind == FAILURE_COMPARISON || outcome->kind == FAILURE_GUARD || outcome->kind == FAILURE_ACCEPTED);
}

/* Whether an edit, ``replace `A` with `B` …``, takes a barrier away that orders memory. */
static bool removes_barrier(const case_mutant *mutant)
{
    long balance = 0;
    unsigned part = 0;
    for (const char *at = mutant->description; *at; at++) {
        static const char barrier[] = "_barrier(", nothing[] = "_barrier(mem_flags::mem_none)";
        part += *at == '`';
        if (strncmp(at, barrier, strlen(barrier)) == 0 && strncmp(at, nothing, strlen(nothing)) != 0)
            balance += part % 4 == 1 ? 1 : part % 4 == 3 ? -1 : 0;
    }
    return balance > 0;
}

/* Metal's shader validation knows no races. */
static bool found_race(const outcome *outcome)
{
    for (uint64_t i = 0; i < outcome->finding_count; i++)
        if (finding_is(&outcome->findings[i], FINDING_RACE))
            return true;
    return false;
}

/* Checked mode has to see what a missing barrier permits, whether it made a difference this time or not. */
static void take_race(proof *proof, const mutant_job *it, const case_mutant *mutant, const outcome *outcome)
{
    if (!proof->session.options->checked || !removes_barrier(mutant))
        return;
    proof->barriers++;
    if (found_race(outcome))
        proof->races++;
    else
        print_survivor(proof, it->planned, mutant->line, "checked mode reports no race without this barrier", outcome);
}

static witness *witness_of(const proof *proof, const char *id)
{
    size_t n = coverage_find(proof->coverage, id);
    return n == SIZE_MAX ? NULL : &proof->witnesses[n];
}

static void take_witness(const proof *proof, const case_mutant *mutant, bool killed)
{
    witness *it = proof->coverage && coverage_is_own(mutant) ? witness_of(proof, mutant->ids[0]) : NULL;
    if (!it)
        return;
    it->ran++;
    it->killed += killed;
}

static void one_less(proof *proof, size_t n)
{
    if (--proof->left[n] == 0)
        session_done(&proof->session, n);
}

static bool mutant_done(void *context, size_t job, outcome *outcome)
{
    proof *proof = context;
    const mutant_job *it = &proof->mutants[job];
    const planned *planned = &proof->session.plan.item[it->planned];
    size_t count;
    const case_mutant *mutant = &case_file_mutants(planned->it->file, &count)[it->mutant];
    proof->progress.done++;
    if (outcome->not_applicable) {
        one_less(proof, it->planned);
        return true;
    }
    score *score = score_of(proof, it->planned);
    bool killed = kills(outcome);
    take_race(proof, it, mutant, outcome);
    score->mutants++;
    score->killed += killed;
    take_witness(proof, mutant, killed);
    record_mutant(&proof->session.line, planned, mutant, outcome, killed);
    session_log(&proof->session);
    if (!killed)
        print_survivor(proof, it->planned, mutant->line, mutant->description, outcome);
    one_less(proof, it->planned);
    return true;
}

static size_t list_mutants(const proof *proof, mutant_job *list)
{
    const session *session = &proof->session;
    size_t used = 0;
    for (size_t i = 0; i < session->plan.count; i++) {
        size_t count;
        const assay_case *it = session->plan.item[i].it;
        const case_mutant *mutants = case_file_mutants(it->file, &count);
        for (size_t j = 0; session->outcomes[i].verdict == VERDICT_PASS && j < count; j++) {
            if (!case_mutant_applies(&mutants[j], it, SIZE_MAX))
                continue;
            if (list)
                list[used] = (mutant_job){i, j};
            used++;
        }
    }
    return used;
}

static bool prove_mutants(proof *proof, assay_error *error)
{
    session *session = &proof->session;
    proof->mutant_count = list_mutants(proof, NULL);
    proof->mutants = calloc(proof->mutant_count + 1, sizeof *proof->mutants);
    pool_job *jobs = calloc(proof->mutant_count + 1, sizeof *jobs);
    if (!proof->mutants || !jobs) {
        free(jobs);
        return assay_fail(error, NULL, 0, "out of memory");
    }
    list_mutants(proof, proof->mutants);
    for (size_t i = 0; i < proof->mutant_count; i++) {
        proof->left[proof->mutants[i].planned]++;
        jobs[i].wire = plan_job(&session->plan, proof->mutants[i].planned, session->options);
        jobs[i].wire.mutant = 1 + proof->mutants[i].mutant;
        jobs[i].once = true;
    }
    for (size_t i = 0; i < session->plan.count; i++)
        if (session->outcomes[i].verdict == VERDICT_PASS && session->ended[i] && !proof->left[i])
            session_done(&proof->session, i);
    proof->progress.total += proof->mutant_count;
    pool_events events = {.context = proof, .done = mutant_done, .tick = tick};
    bool good = pool_run(session->pool, jobs, proof->mutant_count, &events, error);
    free(jobs);
    return good;
}

/* ---- Of --strict: each id with a witness of its own */

static void note_due(const proof *proof, const planned *planned)
{
    size_t count;
    const case_mutant *mutants = case_file_mutants(planned->it->file, &count);
    bool passed = proof->session.outcomes[planned - proof->session.plan.item].verdict == VERDICT_PASS;
    for (size_t m = 0; m < count; m++) {
        if (!case_mutant_applies(&mutants[m], planned->it, SIZE_MAX))
            continue;
        for (size_t i = 0; i < mutants[m].id_count; i++) {
            witness *it = witness_of(proof, mutants[m].ids[i]);
            if (!it)
                continue;
            it->due = true;
            if (!passed && coverage_is_own(&mutants[m]))
                it->barred = planned;
        }
    }
}

/* The line of a mutant that violates the id among others. */
static int shared_line(const coverage_row *row)
{
    size_t count;
    const case_mutant *mutants = case_file_mutants(row->files[0], &count);
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < mutants[m].id_count; i++)
            if (strcmp(mutants[m].ids[i], row->row->id) == 0)
                return mutants[m].line;
    return 1;
}

/* Says what an id lacks; true if that is something. */
static bool print_unwitnessed(const coverage_row *row, const witness *it)
{
    const char *id = row->row->id;
    if (row->state == COVERAGE_SHARED)
        printf(
            "unproved  %s\n          %s:%d: each mutant that violates it violates others, too; add one that names this "
            "id alone\n",
            id, case_file_path(row->files[0]), shared_line(row));
    else if (it->killed < it->ran)
        printf("unproved  %s\n          %s:%d: its own mutant survived in %zu of %zu cases; see above\n", id,
               case_file_path(row->own_file), row->own->line, it->ran - it->killed, it->ran);
    else if (!it->ran && it->barred)
        printf("unproved  %s\n          %s:%d: its own mutant did not run, for %s did not pass; see `assay run`\n", id,
               case_file_path(row->own_file), row->own->line, it->barred->it->name);
    else
        return false;
    return true;
}

static void print_witnesses(proof *proof)
{
    size_t witnessed = 0, elsewhere = 0;
    for (size_t i = 0; i < proof->session.plan.count; i++)
        note_due(proof, &proof->session.plan.item[i]);
    for (size_t n = 0; n < coverage_count(proof->coverage); n++) {
        const witness *it = &proof->witnesses[n];
        if (!it->due)
            continue;
        if (print_unwitnessed(coverage_at(proof->coverage, n), it))
            proof->unwitnessed++;
        else if (it->ran)
            witnessed++;
        else
            elsewhere++;
    }
    printf("%zu of %zu ids have a mutant of their own that was killed", witnessed, witnessed + proof->unwitnessed);
    if (elsewhere)
        printf("; %zu more have theirs in cases that were not selected", elsewhere);
    printf("\n");
    fflush(stdout);
}

/* ---- The command */

static void print_scores(proof *proof)
{
    score all = {.area = "all"};
    progress_end(&proof->progress);
    printf("%-16s %16s %18s\n", "area", "mutants killed", "generic killed");
    for (size_t i = 0; i <= proof->score_count; i++) {
        const score *it = i < proof->score_count ? &proof->scores[i] : &all;
        char mutants[48], generic[48];
        snprintf(mutants, sizeof mutants, "%zu of %zu", it->killed, it->mutants);
        snprintf(generic, sizeof generic, "%zu of %zu", it->generic_killed, it->generic);
        printf("%-16s %16s %18s", it->area, mutants, generic);
        if (it->noted)
            printf("   %zu take the outputs of other inputs", it->noted);
        if (it->unproved)
            printf("   %zu did not pass unmutated", it->unproved);
        printf("\n");
        all.mutants += it->mutants;
        all.killed += it->killed;
        all.generic += it->generic;
        all.generic_killed += it->generic_killed;
        all.noted += it->noted;
        all.unproved += it->unproved;
    }
    if (proof->barriers)
        printf("%zu of %zu mutants without a barrier are races to checked mode\n", proof->races, proof->barriers);
    printf("%zu survivors\n", proof->survivors);
    fflush(stdout);
}

static int prove(proof *proof)
{
    session *session = &proof->session;
    assay_error error = {0};
    bool live = isatty(STDOUT_FILENO) && !session->options->quiet;
    proof->scores = calloc(session->plan.count + 1, sizeof *proof->scores);
    proof->left = calloc(session->plan.count + 1, sizeof *proof->left);
    if (!proof->scores || !proof->left)
        return EXIT_INTERNAL;
    progress_begin(&proof->progress, stdout, live, session->plan.count, monotonic_seconds());
    bool complete = prove_originals(proof, &error) && prove_mutants(proof, &error);
    print_scores(proof);
    if (proof->coverage && complete)
        print_witnesses(proof);
    int code = session_finish(session, !complete);
    if (*error.text)
        assay_print_error(&error);
    if (*error.text)
        return EXIT_INTERNAL;
    return code == EXIT_PASS && (proof->survivors || proof->unwitnessed) ? EXIT_FAIL : code;
}

static int prepare_witnesses(proof *proof, const options *options)
{
    assay_error error = {0};
    if (!options->strict)
        return EXIT_PASS;
    if (!proof->session.plan.suite) {
        assay_fail(&error, NULL, 0, "--strict is about requirements, which files outside the tree do not verify");
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    proof->coverage = coverage_read(options->cases, proof->session.plan.suite, &error);
    if (!proof->coverage) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    proof->witnesses = calloc(coverage_count(proof->coverage) + 1, sizeof *proof->witnesses);
    return proof->witnesses ? EXIT_PASS : EXIT_INTERNAL;
}

/* ---- Contracts */

/* A folder of kernels that name contracts: these are tried, not cases. False if it is none. */
static bool prove_contracts(const options *options, int *code)
{
    map map = {0};
    assay_error error = {0};
    bool any = false;
    if (options->query_count != 1 || !file_is_folder(options->queries[0]))
        return false;
    bool good = map_read(&map, options->queries[0], NULL, NULL, &error);
    for (size_t i = 0; good && i < map.count; i++)
        any |= !map.rows[i].skip;
    if (any) {
        interrupt_watch();
        char seed[32], *words[BATCH_MOST_COMMON + 1];
        size_t count = batch_common(options, seed, words);
        words[count++] = (char *)"--quick";
        const batch_request all = {
            .run = options, .folder = options->queries[0], .map = &map, .words = words, .word_count = count};
        *code = map_mutants(&map, &error) ? batch_run(&all, &error) : EXIT_USAGE;
        if (*error.text)
            assay_print_error(&error);
    }
    map_free(&map);
    return any;
}

int command_prove(const options *options)
{
    proof proof = {0};
    int contracts;
    if (prove_contracts(options, &contracts))
        return contracts;
    int code = session_open(&proof.session, options);
    if (code == EXIT_PASS)
        code = prepare_witnesses(&proof, options);
    if (code == EXIT_PASS)
        code = prove(&proof);
    free(proof.scores);
    free(proof.mutants);
    free(proof.left);
    free(proof.witnesses);
    coverage_destroy(proof.coverage);
    session_close(&proof.session);
    return code;
}
