/* record.c: turns what happened into lines of the log. The only place that knows the names of the log's fields. */
#include "record.h"
#include "../check/digest.h"
#include "../base/home.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCHEMA = 1 };

/* A word as a shell takes it. */
void record_word(text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && strspn(word, plain) == strlen(word)) {
        text_add(out, word);
        return;
    }
    text_add(out, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_bytes(out, word, 1);
    text_add(out, "'");
}

static void take_version(FILE *file, char *buffer, size_t size)
{
    char line[64] = "";
    if (!fgets(line, sizeof line, file) || !isxdigit((unsigned char)*line))
        return;
    line[strcspn(line, "\r\n")] = 0;
    snprintf(buffer, size, "%s", line);
}

/* An installed tree has its version in a file; a source tree asks git. */
const char *record_suite(char *buffer, size_t size)
{
    char path[1024];
    text command = {0};
    snprintf(buffer, size, "unknown");
    FILE *file = fopen(home_path("version", path, sizeof path), "r");
    if (file) {
        take_version(file, buffer, size);
        fclose(file);
        return buffer;
    }
    text_add(&command, "git -C ");
    record_word(&command, home_directory());
    text_add(&command, " describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null");
    FILE *git = popen(text_string(&command), "r");
    text_free(&command);
    if (git) {
        take_version(git, buffer, size);
        pclose(git);
    }
    return buffer;
}

/* ---- Commands */

static void add_option(text *out, const char *name, const char *value)
{
    if (!value)
        return;
    text_format(out, " --%s ", name);
    record_word(out, value);
}

void record_rerun(text *out, const char *program, const options *options, const planned *planned,
                  const outcome *outcome)
{
    uint64_t argument = outcome && outcome->argument ? outcome->argument : options->argument;
    record_word(out, program);
    text_add(out, " run ");
    record_word(out, *planned->root ? planned->it->name : case_file_path(planned->it->file));
    text_format(out, " --seed %llu", (unsigned long long)options->seed);
    add_option(out, "device", options->device);
    add_option(out, "profile", options->profile);
    add_option(out, "personality", options->personality);
    add_option(out, "fault", options->fault);
    add_option(out, "weak", options->weak);
    add_option(out, "order", options->order);
    add_option(out, "stress", options->stress);
    add_option(out, "engine", options->engine);
    add_option(out, "host", options->host4 ? "metal4" : NULL);
    add_option(out, "math", options->math ? metal_math_name(*options->math) : NULL);
    add_option(out, "functions", options->functions ? metal_functions_name(*options->functions) : NULL);
    if (*planned->root && strcmp(options->cases, home_cases()) != 0)
        add_option(out, "cases", options->cases);
    if (options->timeout != DEFAULT_TIMEOUT)
        text_format(out, " --timeout %g", options->timeout);
    if (options->checked)
        text_add(out, " --checked");
    if (options->versions)
        text_add(out, " --versions");
    add_option(out, "operands", operand_kind_name(options->operands));
    if (argument)
        text_format(out, " --argument 0x%08llx", (unsigned long long)(argument - 1));
}

/* ---- Run */

/* The device with everything that makes it behave differently. */
static void record_device(text *out, const options *options, const wire_device *device)
{
    json_open(out, "device", '{');
    json_string(out, "name", device->name);
    json_string(out, "registry", device->registry);
    json_bool(out, "software", device->software);
    json_bool(out, "paravirtual", device->paravirtual);
    json_string(out, "os", device->os);
    json_string(out, "architecture", device->architecture);
    json_string(out, "compiler", device->compiler);
    json_string(out, "msl", device->msl);
    json_strings(out, "families", (const char *const *)device->families, device->family_count);
    json_unsigned(out, "max_threads", device->max_threads[0]);
    json_unsigned(out, "simd_width", device->simd_width);
    json_string(out, "profile", options->profile);
    json_string(out, "personality", options->personality);
    json_string(out, "fault", options->fault);
    json_string(out, "weak", options->weak);
    json_string(out, "order", options->order);
    json_string(out, "engine", options->engine);
    json_string(out, "host", options->host4 ? "metal4" : "metal3");
    json_bool(out, "checked", options->checked);
    json_close(out, '}');
}

/* What besides the device decides results: kept lines of a resumed log must agree in it. */
static void record_modes(text *out, const options *options)
{
    json_unsigned(out, "seed", options->seed);
    json_string(out, "math", options->math ? metal_math_name(*options->math) : NULL);
    json_string(out, "functions", options->functions ? metal_functions_name(*options->functions) : NULL);
    json_string(out, "exhaustive", options->exhaustive);
    json_string(out, "axis", options->versions ? "versions" : operand_kind_name(options->operands));
}

void record_run(text *out, const options *options, size_t files, size_t cases, const wire_device *device, bool resumed)
{
    char suite[80], started[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_open(out, NULL, '{');
    json_string(out, "type", "run");
    json_unsigned(out, "schema", SCHEMA);
    json_string(out, "suite", record_suite(suite, sizeof suite));
    json_string(out, "started", started);
    json_open(out, "command", '[');
    json_string(out, NULL, "assay");
    for (int i = 0; i < options->word_count; i++)
        json_string(out, NULL, options->words[i]);
    json_close(out, ']');
    record_modes(out, options);
    json_unsigned(out, "jobs", options->jobs);
    json_open(out, "shard", '[');
    json_unsigned(out, NULL, options->shard);
    json_unsigned(out, NULL, options->shards);
    json_close(out, ']');
    record_device(out, options, device);
    json_unsigned(out, "files", files);
    json_unsigned(out, "discovered", cases);
    if (options->unit_count)
        json_unsigned(out, "units", cases);
    if (resumed)
        json_bool(out, "resumed", true);
    json_close(out, '}');
}

/* ---- Case */

/* A file of ours by its path below home_directory(): logs of different machines then name it alike. */
static const char *portable_path(const char *path)
{
    size_t length = strlen(home_directory());
    return strncmp(path, home_directory(), length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

static void record_seconds(text *out, const outcome *outcome)
{
    json_open(out, "seconds", '{');
    json_number(out, "total", outcome->total);
    json_number(out, "compile", outcome->compile);
    json_number(out, "dispatch", outcome->dispatch);
    json_number(out, "reference", outcome->reference);
    json_number(out, "compare", outcome->compare);
    json_close(out, '}');
    json_number(out, "gpu_seconds", outcome->gpu);
}

static void record_failure(text *out, const outcome *outcome)
{
    json_open(out, "failure", '{');
    json_string(out, "subcase", outcome->subcase);
    json_string(out, "output", outcome->output);
    json_unsigned(out, "wrong", outcome->wrong);
    json_unsigned(out, "unwritten", outcome->unwritten);
    json_unsigned(out, "guard", outcome->guard);
    json_open(out, "first", '[');
    for (uint64_t i = 0; i < outcome->first_count; i++) {
        const check_difference *difference = &outcome->first[i];
        json_open(out, NULL, '{');
        json_unsigned(out, "element", difference->element);
        json_unsigned(out, "lane", difference->lane);
        json_string(out, "got", difference->got);
        json_string(out, "expected", difference->expected);
        json_number(out, "error", difference->error);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_string(out, "message", outcome->message);
    json_close(out, '}');
}

static void record_worst(text *out, const outcome *outcome)
{
    json_open(out, "worst", '{');
    json_number(out, "error", outcome->worst);
    json_string(out, "unit", outcome->worst_unit);
    json_unsigned(out, "element", outcome->worst_element);
    json_string(out, "output", outcome->worst_output);
    json_close(out, '}');
}

static void record_counts(text *out, const char *key, const uint64_t *counts, uint64_t n)
{
    json_open(out, key, '[');
    for (uint64_t i = 0; i < n; i++)
        json_unsigned(out, NULL, counts[i]);
    json_close(out, ']');
}

static void record_statistic(text *out, const assay_case *it, const outcome *outcome)
{
    size_t count;
    const case_mutant *mutants = case_file_mutants(it->file, &count);
    json_open(out, "statistic", '{');
    record_counts(out, "outcomes", outcome->histogram, outcome->histogram_count);
    json_open(out, "never", '[');
    for (uint64_t i = 0; i < 64; i++)
        if (outcome->never >> i & 1)
            json_unsigned(out, NULL, i);
    json_close(out, ']');
    record_counts(out, "shown", outcome->shown, outcome->shown_count);
    json_open(out, "mutants", '[');
    for (size_t i = 0; i < count && outcome->shown_count; i++)
        if (case_mutant_applies(&mutants[i], it, SIZE_MAX))
            json_string(out, NULL, mutants[i].description);
    json_close(out, ']');
    json_close(out, '}');
}

static void record_digest(text *out, const char *key, uint64_t digest)
{
    char hex[17];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)digest);
    json_string(out, key, hex);
}

static bool has_failure(const outcome *outcome)
{
    return outcome->kind != FAILURE_NONE || outcome->message || outcome->subcase;
}

static void record_unit(text *out, const planned *planned)
{
    if (planned->unit)
        json_string(out, "unit", planned->unit->id);
}

static void record_sweep(text *out, const outcome *outcome)
{
    json_open(out, "sweep", '{');
    json_unsigned(out, "part", outcome->sweep_part);
    json_unsigned(out, "parts", outcome->sweep_parts);
    json_unsigned(out, "judged", outcome->sweep_judged);
    json_unsigned(out, "unjudged", outcome->sweep_unjudged);
    json_close(out, '}');
}

static void record_verdict(text *out, const outcome *outcome)
{
    json_string(out, "verdict", verdict_name(outcome->verdict));
    json_string(out, "reason", outcome->reason);
    if (outcome_kind(outcome))
        json_string(out, "kind", outcome_kind(outcome));
    if (outcome->phase)
        json_string(out, "phase", phase_key(outcome->phase));
    json_open(out, "subcases", '[');
    json_unsigned(out, NULL, outcome->subcases_run);
    json_unsigned(out, NULL, outcome->subcases_failed);
    json_close(out, ']');
    json_unsigned(out, "judged", outcome->judged);
    json_unsigned(out, "unjudged", outcome->unjudged);
}

static void record_findings(text *out, const outcome *outcome, const char *rerun)
{
    json_open(out, "findings", '[');
    for (uint64_t i = 0; i < outcome->finding_count; i++)
        json_string(out, NULL, outcome->findings[i].text);
    json_close(out, ']');
    if (outcome->finding_count) {
        json_open(out, "finding_kinds", '[');
        for (uint64_t i = 0; i < outcome->finding_count; i++)
            json_string(out, NULL, outcome->findings[i].kind);
        json_close(out, ']');
    }
    json_string(out, "rerun", rerun);
}

void record_case(text *out, const planned *planned, const outcome *outcome, const char *rerun)
{
    const case_file *file = planned->it->file;
    size_t count;
    const char *const *verifies = case_file_verifies(file, &count);
    json_open(out, NULL, '{');
    json_string(out, "type", "case");
    record_unit(out, planned);
    json_string(out, "name", planned->it->name);
    json_string(out, "file", portable_path(case_file_path(file)));
    if (outcome->line)
        json_unsigned(out, "line", outcome->line);
    json_string(out, "area", planned->it->area);
    json_string(out, "hash", case_file_hash(file));
    json_string(out, "title", case_file_title(file));
    json_strings(out, "verifies", verifies, count);
    record_verdict(out, outcome);
    if (outcome->sweep_parts)
        record_sweep(out, outcome);
    record_seconds(out, outcome);
    if (outcome->worst_unit)
        record_worst(out, outcome);
    if (outcome->digest)
        record_digest(out, "results", outcome->digest);
    if (outcome->histogram_count)
        record_statistic(out, planned->it, outcome);
    if (outcome->measured)
        json_members(out, "measured", outcome->measured);
    if (outcome->facts)
        json_members(out, "facts", outcome->facts);
    if (outcome->waiver)
        json_members(out, "waiver", outcome->waiver);
    if (has_failure(outcome))
        record_failure(out, outcome);
    record_findings(out, outcome, rerun);
    json_unsigned(out, "attempt", outcome->attempt);
    json_close(out, '}');
}

void record_kernel(text *out, const record_title *title, const outcome *outcome, const char *rerun,
                   const char *validation)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "case");
    json_string(out, "name", title->name);
    json_string(out, "file", title->file);
    if (outcome->line)
        json_unsigned(out, "line", outcome->line);
    json_string(out, "area", title->area);
    json_string(out, "title", title->title);
    record_verdict(out, outcome);
    record_seconds(out, outcome);
    record_findings(out, outcome, rerun);
    if (validation)
        json_members(out, "validation", validation);
    json_close(out, '}');
}

static void write_mutant(text *out, const planned *planned, const case_mutant *mutant, const char *verdict, bool killed)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "mutant");
    record_unit(out, planned);
    json_string(out, "name", planned->it->name);
    json_strings(out, "ids", mutant->ids, mutant->id_count);
    json_string(out, "mutant", mutant->description);
    json_unsigned(out, "line", mutant->line > 0 ? (uint64_t)mutant->line : 0);
    json_string(out, "verdict", verdict);
    json_bool(out, "killed", killed);
    json_close(out, '}');
}

void record_mutant(text *out, const planned *planned, const case_mutant *mutant, const outcome *outcome, bool killed)
{
    write_mutant(out, planned, mutant, verdict_name(outcome->verdict), killed);
}

void record_tampering(text *out, const planned *planned, const tampering *tampering)
{
    const case_mutant mutant = {.description = tampering->what};
    write_mutant(out, planned, &mutant, tampering->killed ? "fail" : "pass", tampering->killed);
}

/* A sum over the cases, as they end in any order. */
static uint64_t area_digest(const plan *plan, const outcome *outcomes, const char *area)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const assay_case *it = plan->item[i].it;
        if (outcomes[i].digest && strcmp(it->area, area) == 0)
            sum += digest_add(it->seed_key, outcomes[i].digest);
    }
    return sum;
}

/* Backwards: a plan is sorted by area, mostly. */
static bool first_of_area(const plan *plan, size_t n)
{
    for (size_t i = n; i > 0; i--)
        if (strcmp(plan->item[i - 1].it->area, plan->item[n].it->area) == 0)
            return false;
    return true;
}

static void record_digests(text *out, const plan *plan, const outcome *outcomes)
{
    json_open(out, "results", '{');
    for (size_t i = 0; plan && i < plan->count; i++) {
        const char *area = plan->item[i].it->area;
        uint64_t digest = first_of_area(plan, i) ? area_digest(plan, outcomes, area) : 0;
        if (digest)
            record_digest(out, area, digest);
    }
    json_close(out, '}');
}

void record_end(text *out, const plan *plan, const outcome *outcomes, const ledger *ledger, double seconds,
                bool interrupted)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "end");
    ledger_json(ledger, out);
    json_unsigned(out, "judged", ledger->judged);
    json_unsigned(out, "unjudged", ledger->unjudged);
    record_digests(out, plan, outcomes);
    json_number(out, "seconds", seconds);
    json_bool(out, "interrupted", interrupted);
    json_close(out, '}');
}

void record_done(text *out, const unit *unit)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "done");
    json_string(out, "unit", unit->id);
    json_close(out, '}');
}

void record_swept(text *out, const planned *planned, const char *state)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "swept");
    json_string(out, "name", planned->it->name);
    json_string(out, "hash", case_file_hash(planned->it->file));
    json_string(out, "state", state);
    json_close(out, '}');
}

void record_begin(text *out, const planned *planned)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "begin");
    json_string(out, "name", planned->it->name);
    json_string(out, "hash", case_file_hash(planned->it->file));
    json_close(out, '}');
}

void record_selfcheck(text *out, bool agrees, const char *said)
{
    json_open(out, NULL, '{');
    json_string(out, "type", "selfcheck");
    json_bool(out, "agrees", agrees);
    json_string(out, "said", said);
    json_close(out, '}');
}

/* ---- Resume */

typedef struct resumption {
    const plan *plan;
    text device, modes; /* of this run, as logged */
    outcome *outcomes;
    bool *kept;
    char **swept;
    bool *begun;
    bool same;   /* the lines now read come from an equal run */
    size_t next; /* where to look first: logs are nearly in the plan's order */
} resumption;

static bool same_run(const resumption *resumption, const json_value *line)
{
    const json_value *device = json_get(line, "device");
    text modes = {0};
    if (!device || (size_t)(device->end - device->begin) != resumption->device.length ||
        memcmp(device->begin, resumption->device.data, resumption->device.length) != 0)
        return false;
    json_open(&modes, NULL, '{');
    json_unsigned(&modes, "seed", strtoull(json_get(line, "seed") ? json_get(line, "seed")->begin : "", NULL, 10));
    const char *names[] = {"math", "functions", "exhaustive", "axis"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = json_text(line, names[i]);
        json_string(&modes, names[i], *value ? value : NULL);
    }
    json_close(&modes, '}');
    bool same = strcmp(text_string(&modes), text_string(&resumption->modes)) == 0;
    text_free(&modes);
    return same;
}

/* The planned case that a line is about, or SIZE_MAX. */
static size_t planned_of(const resumption *resumption, const json_value *line)
{
    char name[1024];
    snprintf(name, sizeof name, "%s", json_text(line, "name"));
    const char *hash = json_text(line, "hash");
    for (size_t tried = 0; tried < resumption->plan->count; tried++) {
        size_t i = (resumption->next + tried) % resumption->plan->count;
        const assay_case *it = resumption->plan->item[i].it;
        if (strcmp(it->name, name) == 0 && strcmp(case_file_hash(it->file), hash) == 0)
            return i;
    }
    return SIZE_MAX;
}

static void keep(resumption *resumption, const json_value *line)
{
    verdict verdict = verdict_from_name(json_text(line, "verdict"));
    size_t i = planned_of(resumption, line);
    if (i == SIZE_MAX || verdict == VERDICT_COUNT || verdict == VERDICT_INTERNAL_ERROR)
        return;
    outcome *outcome = &resumption->outcomes[i];
    const char *reason = json_text(line, "reason");
    outcome_clear(outcome);
    outcome->verdict = verdict;
    outcome->reason = text_copy(*reason ? reason : verdict_is_bad(verdict) ? "found so in the log" : NULL);
    outcome->judged = (uint64_t)json_double(line, "judged", 0);
    outcome->unjudged = (uint64_t)json_double(line, "unjudged", 0);
    outcome->digest = strtoull(json_text(line, "results"), NULL, 16);
    resumption->kept[i] = true;
    resumption->begun[i] = false;
    resumption->next = i + 1;
}

static void keep_swept(resumption *resumption, const json_value *line)
{
    size_t i = planned_of(resumption, line);
    if (i == SIZE_MAX)
        return;
    free(resumption->swept[i]);
    resumption->swept[i] = text_copy(json_text(line, "state"));
}

static void keep_begun(resumption *resumption, const json_value *line)
{
    size_t i = planned_of(resumption, line);
    if (i != SIZE_MAX)
        resumption->begun[i] = !resumption->kept[i];
}

static bool visit(void *context, const json_value *line)
{
    resumption *resumption = context;
    const char *type = json_text(line, "type");
    if (strcmp(type, "run") == 0)
        resumption->same = same_run(resumption, line);
    else if (strcmp(type, "case") == 0 && resumption->same)
        keep(resumption, line);
    else if (strcmp(type, "swept") == 0 && resumption->same)
        keep_swept(resumption, line);
    else if (strcmp(type, "begin") == 0 && resumption->same)
        keep_begun(resumption, line);
    else if (strcmp(type, "end") == 0) /* the run was ended in order: by Ctrl-C, perhaps */
        memset(resumption->begun, 0, resumption->plan->count * sizeof *resumption->begun);
    return true;
}

bool record_resume(const char *path, const options *options, const plan *plan, const wire_device *device,
                   outcome *outcomes, bool *kept, char **swept, bool *begun, assay_error *error)
{
    resumption resumption = {.plan = plan, .outcomes = outcomes, .kept = kept, .swept = swept, .begun = begun};
    text object = {0};
    record_device(&object, options, device);
    text_add(&resumption.device, strchr(text_string(&object), '{'));
    json_open(&resumption.modes, NULL, '{');
    record_modes(&resumption.modes, options);
    json_close(&resumption.modes, '}');
    bool good = assay_log_read(path, visit, &resumption, error);
    text_free(&object);
    text_free(&resumption.device);
    text_free(&resumption.modes);
    return good;
}
