/* shrink.c: removes statements from a random program, one after the other, as long as the rest still fails; then
 * threads. Each attempt is a complete case file, which runs in an `assay run` of its own, so that whatever it does, a
 * crash included, harms nobody. The last one that failed is the result. */
#include "shrink.h"
#include "../base/text.h"
#include "../../reference/programs/divergence.h"
#include "../output/log.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 64, MOST_ATTEMPTS = 400 };

/* What all attempts share. */
typedef struct shrinking {
    const options *options;
    const planned *planned;
    const case_instance *instance;
    const char *prelude; /* the program's beginning, without the header of the case */
    uint32_t *data;
    size_t threads;
    uint32_t threadgroup, width;
    int attempts;
    char path[64], log[64];
} shrinking;

typedef struct candidate {
    divergence_program program;
    size_t threads;
    uint32_t threadgroup, row; /* row: threads along x, if threadgroups lie above each other; otherwise 0 */
} candidate;

/* ---- The case file */

static void add_values(text *out, const char *line, const uint32_t *values, size_t count)
{
    text_format(out, "//! %s values", line);
    for (size_t i = 0; i < count; i++)
        text_format(out, "%s%" PRIu32, i % 10 == 9 && i + 1 < count ? "\n//!            " : " ", values[i]);
    text_add(out, "\n");
}

/* As the case says it, or, where that is a reference, literally. */
static void add_expectation(const shrinking *s, text *out, const char *name, const uint32_t *values, size_t count)
{
    const case_instance *instance = s->instance;
    char line[64];
    for (size_t i = 0; i < instance->expectation_count; i++) {
        const case_expectation *what = &instance->expectations[i];
        if (strcmp(instance->arguments[what->argument].name, name) != 0)
            continue;
        snprintf(line, sizeof line, "expect:    %s =", name);
        if (strncmp(what->text, "divergence_", strlen("divergence_")) == 0 && !what->recorded)
            add_values(out, line, values, count);
        else
            text_format(out, "//! %s %s\n", line, what->recorded ? "unjudged" : what->text);
    }
}

/* Runs the simulation: what each thread notes, zeros behind, and its last h. Returns the most that a thread notes. */
static uint32_t simulate(const shrinking *s, const candidate *c, uint32_t (*trace)[SLOTS], uint32_t *ended)
{
    uint32_t most = 1;
    memset(trace, 0, c->threads * sizeof *trace);
    for (size_t first = 0, threads; first < c->threads; first += threads) {
        size_t left = c->threads - first;
        threads = left < c->threadgroup ? left : c->threadgroup;
        divergence_group group = {.width = s->width,
                                  .threads = (uint32_t)threads,
                                  .number = (uint32_t)(first / c->threadgroup),
                                  .slots = SLOTS};
        for (size_t thread = 0; thread < threads; thread++) {
            group.h[thread] = s->data[first + thread];
            group.trace[thread] = trace[first + thread];
        }
        divergence_simulate(&c->program, &group);
        for (size_t thread = 0; thread < threads; thread++) {
            ended[first + thread] = group.h[thread];
            most = group.noted[thread] > most ? group.noted[thread] : most;
        }
    }
    return most < SLOTS ? most : SLOTS;
}

/* ---- Functions that the shrunk program no longer calls */

static bool calls(const char *program, const char *name, size_t length)
{
    for (const char *at = strstr(program, name); at; at = strstr(at + 1, name)) {
        bool begins = at == program || !text_in_name(at[-1]);
        if (begins && at[length] == '(')
            return true;
    }
    return false;
}

/* The name of the function that this paragraph defines, `type name(…)` with its body on the lines below; NULL if it
 * defines none. */
static char *function_name(const char *paragraph, size_t length)
{
    const char *line = paragraph, *end = paragraph + length;
    while (line < end && (*line == '/' || *line == ' ')) /* comments */
        line = memchr(line, '\n', (size_t)(end - line)) ? (char *)memchr(line, '\n', (size_t)(end - line)) + 1 : end;
    size_t width = strcspn(line, "\n"), open = strcspn(line, "(\n");
    if (line + width + 2 >= end || line[open] != '(' || line[width + 1] != '{')
        return NULL;
    size_t first = open;
    while (first && text_in_name(line[first - 1]))
        first--;
    return strndup(line + first, open - first);
}

/* The prelude and the program, without the functions of the prelude that nothing calls. Paragraphs are kept from the
 * last to the first, as each is called only from below. */
static char *needed_program(const char *prelude, const char *program)
{
    char *kept = strdup(program);
    for (const char *end = prelude + strlen(prelude); kept && end > prelude;) {
        const char *start = end;
        while (start > prelude && !(start[-1] == '\n' && (start == prelude + 1 || start[-2] == '\n') && start < end))
            start--;
        char *name = function_name(start, (size_t)(end - start)), *more = NULL;
        if (!name || calls(kept, name, strlen(name))) {
            text joined = {0};
            text_bytes(&joined, start, (size_t)(end - start));
            text_add(&joined, kept);
            more = text_copy(text_string(&joined));
            text_free(&joined);
            free(kept);
            kept = more;
        }
        free(name);
        end = start;
    }
    return kept;
}

static bool write_case(const shrinking *s, const candidate *c, text *out)
{
    uint32_t(*trace)[SLOTS] = calloc(c->threads, sizeof *trace), *ended = calloc(c->threads, sizeof *ended);
    uint32_t *tight = calloc(c->threads, SLOTS * sizeof *tight);
    program_call program = {0};
    char *needed = NULL;
    if (trace && ended && tight) {
        uint32_t slots = simulate(s, c, trace, ended);
        for (size_t i = 0; i < c->threads; i++)
            memcpy(tight + i * slots, trace[i], slots * sizeof *tight);
        text_format(out,
                    "//! title:     Lanes meet as they should (shrunk from %s)\n//! requires:  msl 2.1\n"
                    "//! macro:     SLOTS = %" PRIu32 "\n//! dispatch:  p0(data, trace, ended): ",
                    s->planned->it->name, slots);
        if (c->row)
            text_format(out, "threads %" PRIu32 " x %zu, threadgroup %" PRIu32 " x %" PRIu32 "\n", c->row,
                        c->threads / c->row, c->row, c->threadgroup / c->row);
        else
            text_format(out, "threads %zu, threadgroup %" PRIu32 "\n", c->threads, c->threadgroup);
        text_format(out, "//! inout:     trace uint[%zu] = zeros\n//! out:       ended uint[%zu]\n", c->threads * slots,
                    c->threads);
        char input[64];
        snprintf(input, sizeof input, "in:        data uint[%zu] =", c->threads);
        add_values(out, input, s->data, c->threads);
        add_expectation(s, out, "trace", tight, c->threads * slots);
        add_expectation(s, out, "ended", ended, c->threads);
        divergence_print(&c->program, 0, &program);
        needed = needed_program(s->prelude, program.text ? program.text : "");
        text_format(out, "\n%s", needed ? needed : "");
    }
    bool good = trace && ended && tight && program.text && !program.error && needed && !out->failed;
    free(needed);
    free(program.text);
    free(trace);
    free(ended);
    free(tight);
    return good;
}

/* ---- Running it */

static void add_quoted(text *command, const char *word)
{
    text_add(command, " '");
    for (; *word; word++)
        text_format(command, *word == '\'' ? "'\\''" : "%c", *word);
    text_add(command, "'");
}

static void add_option(text *command, const char *name, const char *value)
{
    if (value)
        text_format(command, " --%s", name);
    if (value)
        add_quoted(command, value);
}

/* Whether a case of the log failed, by what it computes. */
static bool take_verdict(void *context, const json_value *line)
{
    bool *failed = context;
    const char *kind = json_text(line, "kind");
    if (strcmp(json_text(line, "type"), "case") == 0)
        *failed = verdict_from_name(json_text(line, "verdict")) == VERDICT_FAIL && strcmp(kind, "compile") != 0;
    return true;
}

/* Whether the file fails by what it computes. */
static bool fails(const shrinking *s)
{
    const options *options = s->options;
    text command = {0};
    char seed[32];
    bool failed = false;
    assay_error error;
    snprintf(seed, sizeof seed, "%" PRIu64, options->seed);
    add_quoted(&command, options->program);
    text_add(&command, " run --quiet --jobs 1");
    add_option(&command, "seed", seed);
    add_option(&command, "device", options->device);
    add_option(&command, "profile", options->profile);
    add_option(&command, "personality", options->personality);
    add_option(&command, "engine", options->engine);
    add_option(&command, "fault", options->fault);
    add_option(&command, "log", s->log);
    add_quoted(&command, s->path);
    text_add(&command, " >/dev/null 2>&1");
    int status = system(text_string(&command));
    text_free(&command);
    bool read = status != -1 && assay_log_read(s->log, take_verdict, &failed, &error);
    unlink(s->log);
    return read && failed;
}

static bool attempt(shrinking *s, const candidate *c)
{
    text file = {0};
    bool good = s->attempts++ < MOST_ATTEMPTS && write_case(s, c, &file);
    FILE *to = good ? fopen(s->path, "w") : NULL;
    good = to && fwrite(text_string(&file), 1, file.length, to) == file.length;
    good = to && fclose(to) == 0 && good && fails(s);
    text_free(&file);
    return good;
}

static bool try_smaller(shrinking *s, candidate *c, int n, bool hoist)
{
    candidate smaller = *c;
    if (!divergence_without(&c->program, n, hoist, &smaller.program) || !attempt(s, &smaller))
        return false;
    *c = smaller;
    return true;
}

/* Outer statements come before what they hold, so whole blocks go first. */
static void shrink_program(shrinking *s, candidate *c)
{
    for (bool again = true; again;) {
        again = false;
        for (int n = 0; n < c->program.count; n++)
            again |= try_smaller(s, c, n, false) || try_smaller(s, c, n, true);
    }
}

static void shrink_grid(shrinking *s, candidate *c)
{
    candidate smaller = *c;
    smaller.row = 0;
    if (c->row && attempt(s, &smaller))
        *c = smaller;
    smaller = *c;
    smaller.threads = c->threadgroup;
    if (smaller.threads < c->threads && attempt(s, &smaller))
        *c = smaller;
    for (uint32_t threads = c->row ? 2 * c->row : 2; c->threads == c->threadgroup && threads < c->threadgroup;
         threads *= 2) {
        smaller = *c;
        smaller.threads = smaller.threadgroup = threads;
        if (attempt(s, &smaller))
            *c = smaller;
    }
}

/* ---- The failure */

/* The case's own program, behind its header. */
static const char *without_header(const char *source)
{
    while (*source == '\n' || strncmp(source, "//!", 3) == 0)
        source += strcspn(source, "\n") + 1;
    return source;
}

static const case_argument *argument_named(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, name) == 0)
            return &instance->arguments[i];
    return NULL;
}

static void *generated(const case_instance *instance, const char *name, uint64_t seed, size_t *count)
{
    const case_argument *argument = argument_named(instance, name);
    assay_error error;
    void *data = argument ? calloc(argument->count + 1, argument->type.stride) : NULL;
    *count = argument ? argument->count : 0;
    if (data && case_generate(instance, argument, seed, data, &error))
        return data;
    free(data);
    return NULL;
}

/* Subcase as a failure names it: KERNEL=p<number>. */
static bool failed_program(const outcome *outcome, size_t *number)
{
    const char *kernel = outcome->subcase ? strstr(outcome->subcase, "KERNEL=p") : NULL;
    return kernel && sscanf(kernel, "KERNEL=p%zu", number) == 1;
}

static bool shrink(shrinking *s, const case_instance *instance, size_t number, text *out)
{
    size_t seeds, threads;
    uint64_t *seed = generated(instance, "seeds", s->options->seed, &seeds);
    s->data = generated(instance, "data", s->options->seed, &threads);
    bool good = seed && s->data && number < seeds;
    if (good) {
        const uint32_t *size = instance->dispatches[0].threadgroup;
        candidate c = {.threads = threads, .threadgroup = size[0] * size[1], .row = size[1] > 1 ? size[0] : 0};
        divergence_grow(&c.program, seed[number]);
        good = attempt(s, &c);
        if (good) {
            shrink_grid(s, &c);
            shrink_program(s, &c);
            shrink_grid(s, &c);
            good = write_case(s, &c, out);
        }
    }
    free(seed);
    free(s->data);
    return good;
}

bool shrink_failure(const options *options, const planned *planned, const outcome *outcome, uint32_t simd_width,
                    text *out)
{
    size_t number;
    assay_error error = {0};
    if (outcome->verdict != VERDICT_FAIL || !case_file_generates(planned->it->file) ||
        !failed_program(outcome, &number))
        return false;
    case_instance *instance = case_instantiate(planned->it, number, simd_width, &error);
    if (!instance)
        return false;
    shrinking s = {.options = options, .planned = planned, .instance = instance, .width = simd_width};
    s.prelude = without_header(instance->source);
    snprintf(s.path, sizeof s.path, "/tmp/assay-shrink-%ld.metal", (long)getpid());
    snprintf(s.log, sizeof s.log, "/tmp/assay-shrink-%ld.jsonl", (long)getpid());
    bool good = shrink(&s, instance, number, out);
    unlink(s.path);
    case_instance_destroy(instance);
    return good;
}
