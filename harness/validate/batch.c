/* batch.c: a row of the map is `assay validate KERNEL --json FILE` in a process of its own, so that whatever a kernel
 * does to its validation, the others get their verdicts. As many run at once as --jobs permits; a comparison of
 * speeds runs alone. What a row's process wrote as JSON becomes the outcome of a case, which TAP and log take from
 * there. */
#include "batch.h"
#include "validation.h"
#include "../base/clock.h"
#include "../base/home.h"
#include "../base/json.h"
#include "../output/tap.h"
#include "../run/workers/interrupt.h"
#include "../run/ledger.h"
#include "../run/record.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 1024, MOST_AT_ONCE = 256 };

typedef struct batch_row {
    outcome outcome;
    text rerun;
    bool ended, slower, alone, begun;
    bool unfit; /* it could not be validated: exit code 2 */
} batch_row;

/* A process that validates a row. */
typedef struct batch_child {
    size_t row;
    pid_t process;
    int output;
    char json[600];
    text said;
    double started;
} batch_child;

typedef struct batch {
    const batch_request *request;
    const map *map;
    char folder[512]; /* of the verdicts */
    batch_row *rows;
    batch_child children[MOST_AT_ONCE];
    size_t child_count, told; /* rows before this one have been printed */
    tap tap;
    assay_log *log;
    ledger ledger;
} batch;

/* ---- The command of a row */

typedef struct words {
    char *item[MOST_WORDS];
    size_t count;
} words;

static void add(words *to, const char *word)
{
    if (to->count + 1 < MOST_WORDS)
        to->item[to->count++] = (char *)word;
}

static void add_option(words *to, const char *name, const char *value)
{
    if (!value)
        return;
    add(to, name);
    add(to, value);
}

static bool has_option(const words *all, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < all->count; i++)
        if (strncmp(all->item[i], name, length) == 0 && (!all->item[i][length] || all->item[i][length] == '='))
            return true;
    return false;
}

/* All that decides the verdict: also what a person types to see a row again. */
static void command_of(const batch *b, const map_row *row, words *to)
{
    const options *run = b->request->run;
    add(to, run->program);
    add(to, "validate");
    add(to, row->path);
    add_option(to, "--contract", row->contract);
    for (size_t i = 0; i < b->request->word_count; i++)
        add(to, b->request->words[i]);
    for (size_t i = 0; i < row->option_count; i++)
        add(to, row->options[i]);
}

size_t batch_common(const options *run, char *seed, char *words[BATCH_MOST_COMMON])
{
    size_t count = 0;
    snprintf(seed, 32, "%llu", (unsigned long long)run->seed);
    const struct {
        const char *name, *value;
    } common[] = {{"--device", strcmp(run->device, "default") == 0 ? NULL : run->device},
                  {"--profile", run->profile},
                  {"--personality", run->personality},
                  {"--fault", run->fault},
                  {"--engine", run->engine},
                  {"--math", run->math ? metal_math_name(*run->math) : NULL},
                  {"--functions", run->functions ? metal_functions_name(*run->functions) : NULL},
                  {"--seed", run->seed == 1 ? NULL : seed}};
    static_assert(2 * sizeof common / sizeof *common <= BATCH_MOST_COMMON, "each has two words");
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (common[i].value) {
            words[count++] = (char *)common[i].name;
            words[count++] = (char *)common[i].value;
        }
    return count;
}

/* ---- Children */

static bool start_process(batch_child *to, char *const all[], assay_error *error)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0)
        return assay_fail(error, NULL, 0, "no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    const char *self = home_executable();
    int refused = posix_spawn(&to->process, *self ? self : all[0], &actions, NULL, all, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    to->output = ends[0];
    if (!refused)
        return true;
    close(ends[0]);
    return assay_fail(error, all[0], 0, "cannot be started: %s", strerror(refused));
}

static bool start_row(batch *b, size_t n, assay_error *error)
{
    const map_row *row = &b->map->rows[n];
    batch_child *child = &b->children[b->child_count];
    words all = {0};
    *child = (batch_child){.row = n, .started = monotonic_seconds()};
    b->rows[n].begun = true;
    snprintf(child->json, sizeof child->json, "%s/%zu.json", b->folder, n);
    command_of(b, row, &all);
    for (size_t i = 0; i < all.count; i++) {
        text_add(&b->rows[n].rerun, i ? " " : "");
        record_word(&b->rows[n].rerun, all.item[i]);
    }
    add_option(&all, "--json", child->json);
    add_option(&all, "--jobs", "1");
    if (!b->rows[n].alone)
        add(&all, "--no-speed"); /* without a baseline it decides nothing */
    if (all.count + 1 >= MOST_WORDS)
        return assay_fail(error, NULL, 0, "more than %d words for %s", MOST_WORDS, row->name);
    if (!start_process(child, all.item, error))
        return false;
    b->child_count++;
    return true;
}

/* ---- What became of a row */

static const json_value *first_member(const json_value *object, const char *key)
{
    const json_value *array = json_get(object, key);
    return array ? array->first : NULL;
}

static void take_findings(outcome *to, const json_value *verdict)
{
    for (const json_value *f = first_member(verdict, "findings"); f; f = f->next) {
        const char *kind = json_text(f, "kind"), *where = json_text(f, "where"), *detail = json_text(f, "detail");
        bool defect = strcmp(kind, "defect") == 0;
        text line = {0};
        text_format(&line, "%s: %s", kind, json_text(f, "what"));
        if (*where)
            text_format(&line, "\nfirst: %s", where);
        size_t length = strlen(detail);
        while (length && detail[length - 1] == '\n')
            length--;
        if (length)
            text_format(&line, "\n%.*s", (int)length, detail);
        outcome_add_finding(to, text_string(&line), kind, (uint64_t)json_double(f, "line", 0));
        text_free(&line);
        if (defect && !to->reason)
            to->reason = text_copy(json_text(f, "what"));
        if (defect && !to->line)
            to->line = (uint64_t)json_double(f, "line", 0);
    }
}

static void take_counts(outcome *to, const json_value *verdict)
{
    for (const json_value *check = first_member(verdict, "checks"); check; check = check->next) {
        to->subcases_run += (uint64_t)json_double(check, "run", 0);
        to->subcases_failed += (uint64_t)json_double(check, "failed", 0);
        to->judged += (uint64_t)json_double(check, "judged", 0);
    }
}

/* The last line that the process wrote, without "assay: ". */
static const char *last_said(const batch_child *child, int *length)
{
    static const char name[] = "assay: ";
    const char *last = text_string(&child->said);
    for (const char *end; (end = strchr(last, '\n')) && end[1];)
        last = end + 1;
    last += strncmp(last, name, sizeof name - 1) == 0 ? sizeof name - 1 : 0;
    *length = (int)strcspn(last, "\n");
    return last;
}

static void decide(batch *b, const batch_child *child, int status, const json_value *verdict)
{
    batch_row *row = &b->rows[child->row];
    const map_row *given = &b->map->rows[child->row];
    outcome *to = &row->outcome;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    take_counts(to, verdict);
    to->total = monotonic_seconds() - child->started;
    if (code < 0) {
        outcome_decide(to, VERDICT_INTERNAL_ERROR, "its validation ended by signal %d", WTERMSIG(status));
    } else if (code == EXIT_PASS && verdict) {
        to->verdict = VERDICT_PASS;
    } else if (code == EXIT_SLOWER && verdict) {
        row->slower = true;
        outcome_decide(to, VERDICT_FAIL, "right, but slower than the baseline");
    } else if (code == EXIT_FAIL && verdict) {
        to->verdict = VERDICT_FAIL;
        take_findings(to, verdict);
    } else if (code == EXIT_SKIPPED) {
        outcome_decide(to, VERDICT_SKIP, "nothing was judged on this device");
    } else {
        row->unfit = true;
        char line[32] = "";
        int length;
        const char *said = last_said(child, &length);
        if (given->line)
            snprintf(line, sizeof line, "line %d of the map: ", given->line);
        outcome_decide(to, VERDICT_INTERNAL_ERROR, "not validated: %s%.*s", line, length, said);
    }
}

/* The other way round: a mutant has to be wrong, by results or findings, and its verdict to say why. A program that
 * does not compile proves nothing. */
static void decide_mutant(batch *b, const batch_child *child)
{
    const kernel_mutant *mutant = b->map->rows[child->row].mutant;
    outcome *to = &b->rows[child->row].outcome;
    const char *missing = NULL;
    if (verdict_is_bad(to->verdict) && to->verdict != VERDICT_FAIL)
        return;
    bool found = to->verdict == VERDICT_FAIL && to->judged, passed = to->verdict == VERDICT_PASS;
    for (size_t i = 0; i < mutant->word_count; i++)
        if (!strstr(text_string(&child->said), mutant->words[i]))
            missing = mutant->words[i];
    if (!found) {
        outcome_clear(to);
        *to = (outcome){0};
        outcome_decide(to, VERDICT_FAIL, "the mutant survives: %s",
                       passed ? "it counts as right" : "no value was judged");
    } else if (missing) {
        outcome_decide(to, VERDICT_FAIL, "the mutant is found, but its verdict does not say `%s`", missing);
    } else {
        outcome_clear(to);
        *to = (outcome){.verdict = VERDICT_PASS};
    }
    to->line = (uint64_t)mutant->line;
}

static json_value *read_verdict(const batch_child *child, text *content)
{
    char buffer[65536];
    FILE *file = fopen(child->json, "r");
    for (size_t got; file && (got = fread(buffer, 1, sizeof buffer, file));)
        text_bytes(content, buffer, got);
    if (file)
        fclose(file);
    unlink(child->json);
    return content->length ? json_read(content->data, content->length) : NULL;
}

/* ---- Telling */

/* The contract that a row keeps, also if its kernel names it. */
static void log_row(batch *b, size_t n, const json_value *verdict, const text *content)
{
    const map_row *row = &b->map->rows[n];
    const outcome *outcome = &b->rows[n].outcome;
    const char *contract = verdict ? json_text(verdict, "contract") : row->contract;
    text line = {0}, members = {0};
    const char *open = verdict ? strchr(content->data, '{') : NULL, *close = open ? strrchr(open, '}') : NULL;
    if (close)
        text_bytes(&members, open + 1, (size_t)(close - open - 1));
    const record_title title = {row->name, row->path, contract ? contract : "none",
                                verdict ? json_text(verdict, "title") : NULL};
    record_kernel(&line, &title, outcome, verdict_is_bad(outcome->verdict) ? text_string(&b->rows[n].rerun) : NULL,
                  close ? text_string(&members) : NULL);
    if (b->log)
        assay_log_line(b->log, &line);
    text_free(&line);
    text_free(&members);
}

/* Files whose rows have all ended, in order; with `rest`, of the others those rows that have. */
static void tell(batch *b, bool rest)
{
    while (b->told < b->map->count) {
        size_t end = b->told, used = 0;
        const char *file = b->map->rows[b->told].file;
        bool all = true;
        while (end < b->map->count && strcmp(b->map->rows[end].file, file) == 0)
            all &= b->rows[end++].ended;
        if (!all && !rest)
            return;
        tap_case *cases = calloc(end - b->told, sizeof *cases);
        for (size_t i = b->told; cases && i < end; i++)
            if (b->rows[i].ended)
                cases[used++] = (tap_case){b->map->rows[i].name, &b->rows[i].outcome, text_string(&b->rows[i].rerun)};
        if (used)
            tap_file(&b->tap, file, cases, used);
        free(cases);
        b->told = end;
    }
}

/* Lines that a forge reads as comments on a file. */
static void repeat_annotations(const batch_child *child)
{
    for (const char *at = text_string(&child->said); *at;) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, "::", 2) == 0)
            printf("%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void row_ended(batch *b, size_t n, const json_value *verdict, const text *content)
{
    const outcome *outcome = &b->rows[n].outcome;
    b->rows[n].ended = true;
    ledger_add(&b->ledger, outcome->verdict, outcome->judged, outcome->unjudged);
    log_row(b, n, verdict, content);
    tell(b, false);
}

static void child_ended(batch *b, size_t at)
{
    batch_child child = b->children[at];
    int status = 0;
    text content = {0};
    close(child.output);
    while (waitpid(child.process, &status, 0) < 0 && errno == EINTR)
        continue;
    json_value *verdict = read_verdict(&child, &content);
    b->children[at] = b->children[--b->child_count];
    bool broken_off = interrupt_seen() && !verdict;
    if (!broken_off) {
        decide(b, &child, status, verdict);
        if (b->map->rows[child.row].mutant)
            decide_mutant(b, &child);
        if (b->request->annotate)
            repeat_annotations(&child);
        row_ended(b, child.row, verdict, &content);
    }
    json_destroy(verdict);
    text_free(&content);
    text_free(&child.said);
}

/* ---- The run */

/* The next row to start now, or `count`. What compares speeds waits until nothing else runs. */
static size_t next_row(const batch *b)
{
    size_t waiting = b->map->count;
    for (size_t i = 0; i < b->map->count; i++)
        if (!b->rows[i].begun && !b->rows[i].ended) {
            if (!b->rows[i].alone)
                return i;
            waiting = waiting < b->map->count ? waiting : i;
        }
    return b->child_count ? b->map->count : waiting;
}

static bool fill(batch *b, assay_error *error)
{
    unsigned most = b->request->run->jobs < MOST_AT_ONCE ? b->request->run->jobs : MOST_AT_ONCE;
    while (b->child_count < most && !interrupt_seen()) {
        if (b->child_count && b->rows[b->children[0].row].alone)
            return true;
        size_t n = next_row(b);
        if (n == b->map->count)
            return true;
        if (!start_row(b, n, error))
            return false;
    }
    return true;
}

static void stop_children(const batch *b)
{
    for (size_t i = 0; i < b->child_count; i++)
        kill(b->children[i].process, SIGTERM);
}

/* Waits until a process says something, ends, or somebody interrupts. */
static void wait_for_children(batch *b, bool *stopping)
{
    struct pollfd all[MOST_AT_ONCE + 1];
    for (size_t i = 0; i < b->child_count; i++)
        all[i] = (struct pollfd){.fd = b->children[i].output, .events = POLLIN};
    all[b->child_count] = (struct pollfd){.fd = *stopping ? -1 : interrupt_descriptor(), .events = POLLIN};
    if (poll(all, (nfds_t)b->child_count + 1, -1) < 0 && errno != EINTR)
        return;
    if (interrupt_seen() && !*stopping) {
        *stopping = true;
        stop_children(b);
    }
    for (size_t i = b->child_count; i-- > 0;) {
        char buffer[4096];
        if (!(all[i].revents & (POLLIN | POLLHUP | POLLERR)))
            continue;
        ssize_t got = read(b->children[i].output, buffer, sizeof buffer);
        if (got > 0)
            text_bytes(&b->children[i].said, buffer, (size_t)got);
        else if (got == 0 || errno != EINTR)
            child_ended(b, i);
    }
}

static bool run_rows(batch *b, assay_error *error)
{
    bool stopping = false, good = true;
    for (;;) {
        if (good && !fill(b, error)) {
            good = false;
            stop_children(b);
        }
        if (!b->child_count)
            return good;
        wait_for_children(b, &stopping);
    }
}

static size_t count_files(const map *map)
{
    size_t count = 0;
    for (size_t i = 0; i < map->count; i++)
        count += !i || strcmp(map->rows[i - 1].file, map->rows[i].file) != 0;
    return count;
}

/* The log begins with the device that the validations will find. */
static bool open_log(batch *b, size_t files, assay_error *error)
{
    const options *run = b->request->run;
    const pool_options options = {.worker = {.device = run->device,
                                             .profile = run->profile,
                                             .personality = run->personality,
                                             .fault = run->fault,
                                             .engine = run->engine},
                                  .workers = 1,
                                  .timeout = run->timeout};
    text line = {0};
    pool *pool = pool_start(&options, error);
    b->log = pool ? assay_log_create(run->log, error) : NULL;
    if (b->log) {
        record_run(&line, run, files, b->map->count, pool_device(pool), false);
        assay_log_line(b->log, &line);
    }
    text_free(&line);
    pool_end(pool);
    return b->log != NULL;
}

/* What is known of each row before anything runs. */
static void plan_rows(batch *b)
{
    for (size_t i = 0; i < b->map->count; i++) {
        words given = {0};
        command_of(b, &b->map->rows[i], &given);
        b->rows[i].alone =
            has_option(&given, "--baseline") && !has_option(&given, "--no-speed") && !has_option(&given, "--quick");
        if (b->map->rows[i].skip) {
            outcome_decide(&b->rows[i].outcome, VERDICT_SKIP, "%s", b->map->rows[i].skip);
            row_ended(b, i, NULL, NULL);
        }
    }
}

static bool begin(batch *b, assay_error *error)
{
    const options *run = b->request->run;
    const char *parent = getenv("TMPDIR");
    size_t files = count_files(b->map);
    snprintf(b->folder, sizeof b->folder, "%s/assay-validate-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(b->folder))
        return assay_fail(error, b->folder, 0, "cannot be created: %s", strerror(errno));
    if (run->log && !open_log(b, files, error))
        return false;
    tap_begin(&b->tap, stdout, run->tap == 14 ? 14 : 13, files);
    b->ledger.discovered = b->map->count;
    plan_rows(b);
    return true;
}

static int exit_code(const batch *b, bool complete)
{
    bool wrong = false, unfit = false, slower = false, other = false;
    for (size_t i = 0; i < b->map->count; i++) {
        const batch_row *row = &b->rows[i];
        bool bad = row->ended && verdict_is_bad(row->outcome.verdict);
        unfit |= row->unfit;
        slower |= row->slower;
        wrong |= bad && !row->slower && row->outcome.verdict == VERDICT_FAIL;
        other |= bad && !row->unfit && row->outcome.verdict != VERDICT_FAIL;
    }
    if (interrupt_seen())
        return EXIT_INTERRUPTED;
    if (!complete || other)
        return EXIT_INTERNAL;
    return wrong ? EXIT_FAIL : unfit ? EXIT_USAGE : slower ? EXIT_SLOWER : ledger_exit_code(&b->ledger);
}

static int finish(batch *b, bool complete, double seconds, assay_error *error)
{
    text out = {0};
    tell(b, true);
    ledger_describe(&b->ledger, &out);
    tap_comment(&b->tap, text_string(&out));
    text_clear(&out);
    if (interrupt_seen() || !complete)
        tap_bail_out(&b->tap, interrupt_seen() ? "interrupted" : error->text);
    record_end(&out, NULL, NULL, &b->ledger, seconds, interrupt_seen() || !complete);
    if (b->log)
        assay_log_line(b->log, &out);
    text_free(&out);
    const assay_error *lost = b->log ? assay_log_failure(b->log) : NULL;
    if (lost && complete)
        *error = *lost;
    return lost ? EXIT_INTERNAL : exit_code(b, complete);
}

int batch_run(const batch_request *request, assay_error *error)
{
    double start = monotonic_seconds();
    int code = EXIT_USAGE;
    batch *b = calloc(1, sizeof *b);
    batch_row *rows = calloc(request->map->count + 1, sizeof *rows);
    if (!b || !rows) {
        assay_fail(error, NULL, 0, "out of memory");
    } else {
        *b = (batch){.request = request, .map = request->map, .rows = rows};
        if (begin(b, error)) {
            bool complete = run_rows(b, error);
            code = finish(b, complete, monotonic_seconds() - start, error);
        }
        if (*b->folder)
            rmdir(b->folder);
        assay_log_close(b->log);
    }
    for (size_t i = 0; rows && i < request->map->count; i++) {
        outcome_clear(&rows[i].outcome);
        text_free(&rows[i].rerun);
    }
    free(rows);
    free(b);
    return code;
}
