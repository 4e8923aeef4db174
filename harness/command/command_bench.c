/* command_bench.c: `assay bench`. Times the kernels of the ladder at the sizes of the table that the LayerNorm guide
 * published, and prints both: what this device does, and what was published for another. Right comes before fast: a
 * kernel that fails its contract's reference is not timed. */
#include "subcommands.h"
#include "../base/home.h"
#include "../base/json.h"
#include "../run/workers/interrupt.h"
#include "../run/ledger.h"
#include "../run/session.h"
#include "../validate/speed.h"
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 768, PUBLISHED = 3, MOST_BATCHES = 16 };
static const double longest = 3; /* seconds for one size; beyond, it must be asked for by --batches */

/* The ladder. `bytes_per_element` counts what the kernel moves per element of x: x as often as it is read, gamma, beta
 * and one write, in elements of `type`. */
static const struct rung {
    const char *kernel, *contract, *type;
    double bytes_per_element;
} ladder[] = {
    {"layernorm/naive", "layer_norm", "float", 24},
    {"layernorm/shared", "layer_norm", "float", 24},
    {"layernorm/simd", "layer_norm", "float", 24},
    {"layernorm/vectorized", "layer_norm", "float", 24},
    {"layernorm/fused2pass", "layer_norm", "float", 20},
    {"layernorm/welford_half", "layer_norm", "half", 10},
    {"matmul/naive", "matmul", "float", 0},
    {"matmul/tiled", "matmul", "float", 0},
    {"matmul/vectorized", "matmul", "float", 0},
    {"matmul/simdgroup_matrix", "matmul", "float", 0},
    {"matmul/simdgroup_tiles", "matmul", "float", 0},
    {"matmul/mpp", "matmul", "float", 0},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

/* The guide's table: M1 Max, width 768, milliseconds; 0: it says TODO. */
static const int published_batches[PUBLISHED] = {32, 2048, 8192};
static const struct published {
    const char *kernel;
    double milliseconds[PUBLISHED], bytes_per_element;
} published[] = {
    {"PyTorch", {0.0278, 0.0813, 0.2636}, 20},
    {"layernorm/naive", {0.4082, 7.3471, 1.4700}, 24},
    {"layernorm/shared", {0.0583, 0.3998, 0.3619}, 24},
    {"layernorm/simd", {0.0507, 0.3436, 0.3114}, 24},
    {"layernorm/vectorized", {0.0258, 0.0492, 0.1496}, 24},
    {"layernorm/fused2pass", {0}, 20},
    {"layernorm/welford_half", {0}, 8},
};
enum { ROWS_PUBLISHED = sizeof published / sizeof *published };

typedef struct bench {
    options run;
    text json;
    const char *json_path;
    int batches[MOST_BATCHES];
    size_t batch_count;
    bool chosen; /* by the user */
    bool headed;
} bench;

static double gigabytes(double bytes_per_element, double batch, double seconds)
{
    return bytes_per_element * batch * WIDTH / seconds / 1e9;
}

static bool wanted(const bench *b, const char *kernel)
{
    for (size_t i = 0; i < b->run.query_count; i++)
        if (strstr(kernel, b->run.queries[i]))
            return true;
    return !b->run.query_count;
}

/* ---- This device */

static void print_head(bench *b, const speed *s)
{
    if (b->headed)
        return;
    b->headed = true;
    printf("On %s%s. GB/s of LayerNorm are bytes per element times elements by time.\n", s->device,
           s->software ? " (software, in seconds of processors: no measure of any GPU)" : "");
    json_string(&b->json, "device", s->device);
    json_bool(&b->json, "software", s->software);
    json_open(&b->json, "rows", '[');
}

static void json_row(bench *b, const struct rung *rung, const speed_row *row, int batch, double rate)
{
    json_open(&b->json, NULL, '{');
    json_string(&b->json, "kernel", rung->kernel);
    json_string(&b->json, "sizes", row->sizes);
    json_string(&b->json, "type", row->type);
    json_unsigned(&b->json, "batch", (uint64_t)batch);
    json_number(&b->json, "seconds", row->candidate.median);
    json_number(&b->json, "low", row->candidate.low);
    json_number(&b->json, "high", row->candidate.high);
    json_number(&b->json, "bytes_per_element", rung->bytes_per_element);
    json_number(&b->json, "gigabytes_per_second", rate);
    json_number(&b->json, "operations_per_second", row->operations / row->candidate.median);
    json_close(&b->json, '}');
}

static void print_row(bench *b, const struct rung *rung, const speed *s, const speed_row *row, int batch)
{
    double time = row->candidate.median;
    printf("%-24s %-6s %-34s", rung->kernel, rung->type, row->sizes);
    if (row->left_out) {
        printf(" left out: more than %.0f s; --batches asks for it\n", longest);
        return;
    }
    if (!row->candidate.count) {
        printf(" gave no time: see `assay validate`\n");
        return;
    }
    double rate = batch ? gigabytes(rung->bytes_per_element, batch, time) : row->bytes / time / 1e9;
    printf(" %9.4f ms (%.4f to %.4f)", time * 1e3, row->candidate.low * 1e3, row->candidate.high * 1e3);
    if (batch)
        printf("  %7.3g GB/s at %2.0f bytes per element, %3.0f %% of a copy\n", rate, rung->bytes_per_element,
               s->copy_bandwidth > 0 ? 100e9 * rate / s->copy_bandwidth : 0);
    else
        printf("  %7.3g GFLOP/s, %3.0f %% of multiply-adds\n", row->operations / time / 1e9,
               s->peak > 0 ? 100 * row->operations / time / s->peak : 0);
    json_row(b, rung, row, batch, rate);
}

/* The batches in place of the contract's own sizes. */
static void set_batches(const bench *b, contract *contract)
{
    static const char *const names[] = {"ROWS", "N"};
    const char **values = arena_take(&contract->memory, 2 * b->batch_count, sizeof *values);
    for (size_t i = 0; i < b->batch_count; i++) {
        values[2 * i] = arena_format(&contract->memory, "%d", b->batches[i]);
        values[2 * i + 1] = arena_format(&contract->memory, "%d", WIDTH);
    }
    contract->bench = (contract_sizes){names, values, 2, b->batch_count};
}

static bool time_kernel(bench *b, const struct rung *rung, assay_error *error)
{
    char path[1024], contracts[1024];
    speed speed = {.budget = b->chosen ? 0 : longest};
    trials trials = {0};
    binding binding;
    bool norm = rung->bytes_per_element > 0;
    snprintf(path, sizeof path, "%s/kernels/%s.metal", b->run.cases, rung->kernel);
    contract *contract =
        contract_read(rung->contract, home_path("cases/contracts", contracts, sizeof contracts), error);
    kernel_source *kernel = contract ? kernel_read(path, NULL, 0, error) : NULL;
    if (kernel && norm)
        set_batches(b, contract);
    bool good = kernel && kernel_direct(kernel, "types", rung->type, 0, error) &&
                binding_make(&binding, contract, kernel, error) && trials_begin(&trials, error) &&
                speed_measure(&speed, &trials, &binding, NULL, &b->run, error);
    if (good)
        print_head(b, &speed);
    for (size_t i = 0; good && i < speed.count; i++)
        print_row(b, rung, &speed, &speed.row[i], norm ? b->batches[i] : 0);
    fflush(stdout);
    trials_clear(&trials);
    speed_clear(&speed);
    kernel_destroy(kernel);
    contract_destroy(contract);
    return good;
}

/* ---- The guide's device */

static void print_published(bench *b)
{
    printf("\nPublished by the LayerNorm guide for an M1 Max, width %d; not measured here, and at odds with itself: it "
           "gives"
           "\nthe naive kernel 5 GB/s elsewhere, and a larger batch less time; it counts 8 bytes per element where half"
           "\ndata that is read twice makes 10.\n%-24s %5s",
           WIDTH, "", "bytes");
    for (int i = 0; i < PUBLISHED; i++)
        printf("  %19s%-4d", "batch ", published_batches[i]);
    json_open(&b->json, "published", '[');
    for (size_t r = 0; r < ROWS_PUBLISHED; r++) {
        const struct published *row = &published[r];
        printf("\n%-24s %5.0f", row->kernel, row->bytes_per_element);
        for (int i = 0; i < PUBLISHED; i++) {
            double seconds = row->milliseconds[i] / 1e3;
            if (!(seconds > 0)) {
                printf("  %23s", "not published");
                continue;
            }
            double rate = gigabytes(row->bytes_per_element, published_batches[i], seconds);
            printf("  %8.4f ms %5.0f GB/s", seconds * 1e3, rate);
            json_open(&b->json, NULL, '{');
            json_string(&b->json, "kernel", row->kernel);
            json_unsigned(&b->json, "batch", (uint64_t)published_batches[i]);
            json_number(&b->json, "seconds", seconds);
            json_number(&b->json, "bytes_per_element", row->bytes_per_element);
            json_number(&b->json, "gigabytes_per_second", rate);
            json_close(&b->json, '}');
        }
    }
    printf("\n");
    json_close(&b->json, ']');
}

/* ---- The command */

static bool write_json(const bench *b, assay_error *error)
{
    FILE *file = b->json_path ? fopen(b->json_path, "w") : NULL;
    bool good = !b->json_path || (file && fwrite(text_string(&b->json), 1, b->json.length, file) == b->json.length);
    if (file && fclose(file) != 0)
        good = false;
    return good || assay_fail(error, b->json_path, 0, "cannot be written");
}

/* `32,2048` */
static bool read_batches(bench *b, const char *list, assay_error *error)
{
    b->batch_count = 0;
    b->chosen = true;
    for (const char *at = list; *at;) {
        char *end;
        long batch = strtol(at, &end, 10);
        bool separated = *end == ',' && end[1];
        if (end == at || (*end && !separated) || batch < 1 || batch > 1 << 20 || b->batch_count == MOST_BATCHES)
            return assay_fail(error, NULL, 0, "--batches %s: up to %d numbers of rows are expected, as 32,2048,8192",
                              list, MOST_BATCHES);
        b->batches[b->batch_count++] = (int)batch;
        at = separated ? end + 1 : end;
    }
    return b->batch_count || assay_fail(error, NULL, 0, "--batches names no number of rows");
}

/* `--json FILE` and `--batches LIST` are this command's own; the rest is common. -1 with an error. */
static int own_words(bench *b, int count, char **words, char **rest, assay_error *error)
{
    int kept = 0;
    for (int i = 0; i < PUBLISHED; i++)
        b->batches[b->batch_count++] = published_batches[i];
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--json") == 0 && i + 1 < count)
            b->json_path = words[++i];
        else if (strcmp(words[i], "--batches") == 0 && i + 1 < count) {
            if (!read_batches(b, words[++i], error))
                return -1;
        } else {
            rest[kept++] = words[i];
        }
    }
    return kept;
}

static bool time_all(bench *b, assay_error *error)
{
    size_t ran = 0;
    bool good = true, norms = false;
    for (size_t i = 0; good && i < RUNGS; i++)
        if (wanted(b, ladder[i].kernel)) {
            good = time_kernel(b, &ladder[i], error);
            norms |= ladder[i].bytes_per_element > 0;
            ran++;
        }
    if (!good)
        return false;
    if (!ran)
        return assay_fail(error, NULL, 0, "no kernel of the ladder has `%s` in its name", b->run.queries[0]);
    json_close(&b->json, ']');
    if (norms)
        print_published(b);
    return true;
}

int command_bench(const char *program, int word_count, char **words)
{
    bench b = {0};
    assay_error error = {0};
    char **rest = calloc((size_t)word_count + 1, sizeof *rest);
    int kept = rest ? own_words(&b, word_count, words, rest, &error) : -1;
    bool good = kept >= 0 && options_read(&b.run, program, COMMAND_BENCH, kept, rest, NULL, &error);
    if (good && b.run.help) {
        options_help(COMMAND_BENCH, stdout);
        printf("  %-20s %s\n", "--json FILE", "write the times as JSON, for reports/validate.py");
        printf("  %-22s %s\n", "--batches N,N,…", "rows of LayerNorm (default: 32,2048,8192, as published)");
        options_exit_codes(COMMAND_BENCH, stdout);
        free(rest);
        return EXIT_PASS;
    }
    interrupt_watch();
    json_open(&b.json, NULL, '{');
    json_string(&b.json, "kind", "bench");
    good = good && time_all(&b, &error);
    json_close(&b.json, '}');
    good = good && write_json(&b, &error);
    if (!good && *error.text)
        assay_print_error(&error);
    text_free(&b.json);
    free(rest);
    return good ? EXIT_PASS : interrupt_seen() ? EXIT_INTERRUPTED : EXIT_USAGE;
}
