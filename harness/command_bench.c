/* command_bench.c: `assay bench`. Times the kernels of the ladder at the sizes of the table that the LayerNorm guide
 * published, and prints both: what this device does, and what was published for another. Right comes before fast: a
 * kernel that fails its contract's reference is not timed. */
#include "command.h"
#include "output/json.h"
#include "run/interrupt.h"
#include "run/ledger.h"
#include "run/session.h"
#include "validate/speed.h"
#include <stdlib.h>
#include <string.h>

/* The ladder: bytes per element that each LayerNorm moves (reads of x, gamma and beta, one write, in floats), and GB/s
 * at a batch of 8192 as published for an M1 Max; 0: none was. */
static const struct rung {
    const char *kernel, *contract;
    double bytes_per_element, published;
} ladder[] = {
    {"layernorm/naive", "layer_norm", 24, 5},      {"layernorm/shared", "layer_norm", 24, 414},
    {"layernorm/simd", "layer_norm", 24, 482},     {"layernorm/vectorized", "layer_norm", 24, 1009},
    {"layernorm/fused2pass", "layer_norm", 20, 0}, {"layernorm/welford_half", "layer_norm", 20, 0},
    {"matmul/vectorized", "matmul", 0, 0},         {"matmul/simdgroup_matrix", "matmul", 0, 0},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

typedef struct bench {
    options run;
    text json;
    const char *json_path;
} bench;

static bool wanted(const bench *b, const char *kernel)
{
    for (size_t i = 0; i < b->run.query_count; i++)
        if (strstr(kernel, b->run.queries[i]))
            return true;
    return !b->run.query_count;
}

static void print_row(bench *b, const struct rung *rung, const speed *s, const speed_row *row)
{
    double time = row->candidate.median;
    printf("%-26s %-22s %10.3f ms (%.3f to %.3f)", rung->kernel, row->sizes, time * 1e3, row->candidate.low * 1e3,
           row->candidate.high * 1e3);
    printf("  %7.3g GB/s  %7.3g GFLOP/s  %3.0f %% of copy\n", row->bytes / time / 1e9, row->operations / time / 1e9,
           s->copy_bandwidth > 0 ? 100 * row->bytes / time / s->copy_bandwidth : 0);
    json_open(&b->json, NULL, '{');
    json_string(&b->json, "kernel", rung->kernel);
    json_string(&b->json, "sizes", row->sizes);
    json_string(&b->json, "type", row->type);
    json_number(&b->json, "seconds", time);
    json_number(&b->json, "bytes_per_second", row->bytes / time);
    json_number(&b->json, "operations_per_second", row->operations / time);
    json_number(&b->json, "published_gb_per_second", rung->published);
    json_number(&b->json, "bytes_per_element", rung->bytes_per_element);
    json_close(&b->json, '}');
}

static bool time_kernel(bench *b, const struct rung *rung, assay_error *error)
{
    char path[1024];
    speed speed = {0};
    trials trials = {0};
    binding binding;
    snprintf(path, sizeof path, "%s/kernels/%s.metal", b->run.cases, rung->kernel);
    contract *contract = contract_read(rung->contract, ASSAY_SOURCE_DIR "/cases/contracts", error);
    kernel_source *kernel = contract ? kernel_read(path, NULL, error) : NULL;
    bool good = kernel && binding_make(&binding, contract, kernel, error) && trials_begin(&trials, error) &&
                speed_measure(&speed, &trials, &binding, NULL, &b->run, error);
    for (size_t i = 0; good && i < speed.count; i++) {
        if (speed.row[i].candidate.count)
            print_row(b, rung, &speed, &speed.row[i]);
        else
            printf("%-26s %-22s gave no time: see `assay validate`\n", rung->kernel, speed.row[i].sizes);
    }
    fflush(stdout);
    trials_clear(&trials);
    speed_clear(&speed);
    kernel_destroy(kernel);
    contract_destroy(contract);
    return good;
}

static void print_published(void)
{
    printf("\nPublished by the LayerNorm guide for an M1 Max, batch 8192, width 768 (not measured here; its roadmap "
           "and its table "
           "disagree):\n");
    for (size_t i = 0; i < RUNGS; i++) {
        if (!ladder[i].bytes_per_element)
            continue;
        printf("%-26s %2.0f bytes per element  ", ladder[i].kernel, ladder[i].bytes_per_element);
        if (ladder[i].published > 0)
            printf("%5.0f GB/s\n", ladder[i].published);
        else
            printf("    - none\n");
    }
}

static bool write_json(const bench *b, assay_error *error)
{
    FILE *file = b->json_path ? fopen(b->json_path, "w") : NULL;
    bool good = !b->json_path || (file && fwrite(text_string(&b->json), 1, b->json.length, file) == b->json.length);
    if (file && fclose(file) != 0)
        good = false;
    return good || assay_fail(error, b->json_path, 0, "cannot be written");
}

/* `--json FILE` is this command's own; the rest is common. */
static int own_words(bench *b, int count, char **words, char **rest)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0 && i + 1 < count)
            b->json_path = words[++i];
        else
            rest[kept++] = words[i];
    }
    return kept;
}

int command_bench(const char *program, int word_count, char **words)
{
    bench b = {0};
    assay_error error = {0};
    char **rest = calloc((size_t)word_count + 1, sizeof *rest);
    int kept = rest ? own_words(&b, word_count, words, rest) : 0;
    bool good = rest && options_read(&b.run, program, COMMAND_BENCH, kept, rest, &error);
    if (good && b.run.help) {
        options_help(COMMAND_BENCH, stdout);
        printf("  %-20s %s\n", "--json FILE", "write the times as JSON, for reports/validate.py");
        free(rest);
        return EXIT_PASS;
    }
    interrupt_watch();
    json_open(&b.json, NULL, '{');
    json_string(&b.json, "kind", "bench");
    json_open(&b.json, "rows", '[');
    size_t ran = 0;
    for (size_t i = 0; good && i < RUNGS; i++)
        if (wanted(&b, ladder[i].kernel)) {
            good = time_kernel(&b, &ladder[i], &error);
            ran++;
        }
    json_close(&b.json, ']');
    json_close(&b.json, '}');
    if (good && !ran)
        good = assay_fail(&error, NULL, 0, "no kernel of the ladder has `%s` in its name", b.run.queries[0]);
    if (good)
        print_published();
    good = good && write_json(&b, &error);
    if (!good && *error.text)
        assay_print_error(&error);
    text_free(&b.json);
    free(rest);
    return good ? EXIT_PASS : interrupt_seen() ? EXIT_INTERRUPTED : EXIT_USAGE;
}
