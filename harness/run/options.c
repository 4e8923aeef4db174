/* options.c: one table of options, with the commands that take each; parsing and help both come from it. What softmetal
 * reads from the environment is the default here, so that logs and rerun commands show it. */
#include "options.h"
#include "../base/nearest.h"
#include "../base/home.h"
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANY_RUN = COMMAND_RUN | COMMAND_PROVE | COMMAND_TUNE, ANY_KERNEL = COMMAND_VALIDATE | COMMAND_BENCH };
enum { ANY_CASES = ANY_RUN | COMMAND_LIST | COMMAND_SHOW | COMMAND_LINT | COMMAND_COVERAGE | COMMAND_PLAN };
enum { MAX_OPTIONS = 40 };

typedef enum option_id {
    OPTION_CASES = 256,
    OPTION_DEVICE,
    OPTION_JOBS,
    OPTION_SHARD,
    OPTION_EXHAUSTIVE,
    OPTION_ARGUMENT,
    OPTION_SEED,
    OPTION_LOG,
    OPTION_RESUME,
    OPTION_STRESS,
    OPTION_TRIALS,
    OPTION_TIMEOUT,
    OPTION_KEEP_GOING,
    OPTION_FAIL_FAST,
    OPTION_FIRST_LIGHT,
    OPTION_MATH,
    OPTION_FUNCTIONS,
    OPTION_HOST,
    OPTION_CHECKED,
    OPTION_PROFILE,
    OPTION_PERSONALITY,
    OPTION_FAULT,
    OPTION_WEAK,
    OPTION_ORDER,
    OPTION_ENGINE,
    OPTION_TAP,
    OPTION_QUIET,
    OPTION_SELFCHECK,
    OPTION_STRICT,
    OPTION_LIST,
    OPTION_JSON,
    OPTION_VERSIONS,
    OPTION_OPERANDS,
    OPTION_UNIT,
    OPTION_PROOFS,
    OPTION_ALL,
    OPTION_SWEEPS,
    OPTION_HELP
} option_id;

static const struct option_row {
    option_id id;
    const char *name, *value; /* value: NULL for none, "[=X]" where it may be missing */
    int commands;
    const char *help;
} rows[] = {
    {OPTION_DEVICE, "device", "NAME", ANY_RUN | ANY_KERNEL | COMMAND_DEVICES,
     "default, metal, softmetal, a number or part of a name from `assay devices`, or the path of a library"},
    {OPTION_JOBS, "jobs", "N", ANY_RUN | COMMAND_VALIDATE, "worker processes (default: one per core)"},
    {OPTION_SHARD, "shard", "I/N", ANY_RUN, "only the I-th of N equal parts of the cases"},
    {OPTION_EXHAUSTIVE, "exhaustive", "[=I/N]", COMMAND_RUN,
     "cases with a `sweep` go through all 2^32 encodings of float, or through the I-th of N parts of them"},
    {OPTION_ARGUMENT, "argument", "BITS", COMMAND_RUN,
     "the one argument of a sweep that is run, as the encoding of a float"},
    {OPTION_SEED, "seed", "N", ANY_RUN | ANY_KERNEL | COMMAND_SHOW, "of random inputs (default: 1)"},
    {OPTION_TRIALS, "trials", "N", COMMAND_TUNE, "settings to try for each case (default: 64)"},
    {OPTION_STRESS, "stress", "FILE", ANY_RUN,
     "what `assay tune` found and later runs add (default: stress.tsv in the directory of cases)"},
    {OPTION_LOG, "log", "FILE", COMMAND_RUN | COMMAND_PROVE | COMMAND_VALIDATE,
     "write results as JSON lines (harness/output/LOG.md)"},
    {OPTION_RESUME, "resume", "FILE", COMMAND_RUN,
     "go on with the run that wrote this log, by its options and queries unless queries are given"},
    {OPTION_TIMEOUT, "timeout", "SECONDS", ANY_RUN | ANY_KERNEL,
     "for one compilation, dispatch or comparison (default: 60)"},
    {OPTION_KEEP_GOING, "keep-going", NULL, COMMAND_RUN, "run everything whatever fails (the default)"},
    {OPTION_FAIL_FAST, "fail-fast", NULL, COMMAND_RUN, "stop at the first failure"},
    {OPTION_FIRST_LIGHT, "first-light", NULL, COMMAND_RUN,
     "for a new device: selfcheck, one case of each area, the rest, then what could hang it, one at a time"},
    {OPTION_MATH, "math", "MODE", ANY_RUN | COMMAND_VALIDATE,
     "safe, relaxed or fast: only this value of cases with the axis, and every other case compiled so"},
    {OPTION_FUNCTIONS, "functions", "MODE", ANY_RUN | COMMAND_VALIDATE, "fast or precise, likewise"},
    {OPTION_VERSIONS, "versions", NULL, COMMAND_RUN,
     "each case with the language version that what it verifies came with, and refused before (cases/README.md)"},
    {OPTION_OPERANDS, "operands", "KIND", COMMAND_RUN,
     "each input in turn by literal, constant, uniform, helper or bytes, not its buffer (cases/README.md)"},
    {OPTION_UNIT, "unit", NULL, COMMAND_RUN,
     "the words are units that `assay plan` printed, in place of queries; @FILE has one a line"},
    {OPTION_PROOFS, "proofs", NULL, COMMAND_PLAN, "a unit for the mutants of each case, too"},
    {OPTION_ALL, "all", NULL, COMMAND_SHOW, "every subcase, not the first eight"},
    {OPTION_SWEEPS, "sweeps", "N", COMMAND_PLAN,
     "cases with a `sweep` go through all 2^32 encodings of float, in N units each"},
    {OPTION_HOST, "host", "metal3|metal4", ANY_RUN,
     "by which of Metal's paths commands go to the device (default: metal3); the results are the same"},
    {OPTION_CHECKED, "checked", NULL, ANY_RUN,
     "softmetal's checked mode; on Metal the debug layer and shader validation. Findings fail a case"},
    {OPTION_PROFILE, "profile", "NAME", ANY_RUN | ANY_KERNEL,
     "what softmetal computes and has: ieee, or as a Mac of family apple7, apple8, apple9 or apple10"},
    {OPTION_PERSONALITY, "personality", "NAME", ANY_RUN | ANY_KERNEL,
     "awkward hardware, by softmetal: paravirtual, small, wide, narrow, discrete, noisy"},
    {OPTION_FAULT, "fault", "NAME", ANY_RUN | ANY_KERNEL, "plants a fault in softmetal"},
    {OPTION_WEAK, "weak", "SEED", ANY_RUN,
     "softmetal's weak mode: memory shows whatever the memory model permits, by chance from this seed"},
    {OPTION_ORDER, "order", "NAME", ANY_RUN, "softmetal runs threadgroups one after another: reversed or shuffled"},
    {OPTION_ENGINE, "engine", "NAME", ANY_RUN | ANY_KERNEL,
     "how softmetal runs kernels: auto, fiber or vector; the results are the same"},
    {OPTION_TAP, "tap", "[=14]", COMMAND_RUN | COMMAND_VALIDATE,
     "TAP (version 13) even on a terminal; --tap=14 for version 14"},
    {OPTION_QUIET, "quiet", NULL, ANY_RUN, "print failures and the ledger only"},
    {OPTION_SELFCHECK, "selfcheck", NULL, COMMAND_DEVICES,
     "compare the table of classes and selectors with the live runtime"},
    {OPTION_STRICT, "strict", NULL, COMMAND_PROVE,
     "each id that these cases verify needs a mutant that violates it alone and was killed"},
    {OPTION_LIST, "list", "STATE", COMMAND_COVERAGE,
     "the ids that are own, shared, verified, listed, nowhere or unjudged"},
    {OPTION_JSON, "json", NULL, COMMAND_COVERAGE, "an object per id and line, for machines"},
    {OPTION_CASES, "cases", "DIR", ANY_CASES, "directory of cases (default: those that come with assay)"},
    {OPTION_HELP, "help", NULL, ANY_CASES | ANY_KERNEL | COMMAND_DEVICES, "this text"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const struct {
    const char *name, *arguments, *summary, *details;
    command command;
} commands[] = {
    {"devices", "", "lists the Metal devices there are", "", COMMAND_DEVICES},
    {"list", "[QUERY…]", "lists cases by name",
     "A QUERY is a name or part of a tree: area, area/stem, area/stem:T=half,*; * and ? match anything.", COMMAND_LIST},
    {"show", "CASE", "prints all of a case: source, macros, dispatch, inputs, expectation",
     "Enough to report a bug to somebody who does not have this suite.", COMMAND_SHOW},
    {"run", "[QUERY|FILE…]", "runs cases and judges them",
     "A QUERY is a name or part of a tree: area, area/stem, area/stem:T=half,*; * and ? match anything. A FILE ends in "
     ".metal; outside\n"
     "the tree of cases it may state what it expects literally (cases/README.md). Without either everything runs.",
     COMMAND_RUN},
    {"plan", "[QUERY…]", "prints the work as units that do not depend on each other, for many machines",
     "A line of JSON for each, with what it needs of a device. `assay run --unit` does units on any machine that has "
     "the same suite;\n`python3 reports merge` makes one log of theirs (tools/README.md).",
     COMMAND_PLAN},
    {"prove", "[QUERY…]", "runs the mutants of cases: each must make its case fail",
     "Ends with the score per area; a mutant that survives is a defect of the case. With --checked on softmetal a "
     "mutant "
     "that takes a\nbarrier away has to be reported as a race, too. Of a directory of kernels that name contracts, the "
     "mutants in their\nlines `//! mutant:` have to be found by these (cases/contracts/README.md).",
     COMMAND_PROVE},
    {"tune", "[QUERY…]", "finds settings with which this device shows weak memory best, for later runs",
     "Tries settings that litmus cases permit (`tune` in their headers) on their mutants, and keeps for each mutant "
     "the "
     "one that showed\n"
     "most forbidden outcomes. `assay run` and `assay prove` add what was found for their device to the subcases.",
     COMMAND_TUNE},
    {"validate", "KERNEL.metal|DIR",
     "validates a kernel of yours against a contract: whether it is right, everywhere, and not slower",
     "Of a DIR all kernels are validated, each by the contract that it names, that --contracts MAP.tsv gives it "
     "(rows of KERNEL,\nCONTRACT and OPTIONS, with tabs between them), or that --contract gives all; results are TAP, "
     "and "
     "--log makes reports of them.",
     COMMAND_VALIDATE},
    {"bench", "[KERNEL…]", "times the LayerNorm and matmul kernels of cases/kernels on this device", "", COMMAND_BENCH},
    {"coverage", "[ID|CASE…]", "what stands for each requirement: cases, mutants of its own, reasons",
     "Without ID or option a table: rows that are judged; verified by a case; with a mutant that violates this id "
     "alone "
     "(own), or\nonly ones that violate others, too (shared); listed in uncovered.tsv; nowhere. Groups in which each "
     "row "
     "has its own are left out.\nAn ID is a requirement, the beginning of one up to a dot, or a pattern with * and ?; "
     "a "
     "CASE is area/stem or area/.",
     COMMAND_COVERAGE},
    {"lint", "", "checks all case files without a device", "", COMMAND_LINT},
};

static const char run_codes[] =
    "Exit codes\n"
    "  0    every case that ran passed (or was waived)\n"
    "  1    a case failed, crashed, timed out, or passed against its waiver; a mutant survived\n"
    "  2    wrong usage or bad input: option, query, device, case file, waiver\n"
    "  3    internal error: a case could not be judged, the ledger does not add up, the log is incomplete\n"
    "  77   every case was skipped\n"
    "  130  interrupted\n";
static const char validate_codes[] =
    "Exit codes\n"
    "  0    right, and not slower than the baseline; of a DIR: all that was validated\n"
    "  1    wrong: a result, a guard zone, a finding of checked mode, a crash, no end, no compilation\n"
    "  2    not validated: the kernel does not fit the contract, or bad options\n"
    "  3    internal error: of a DIR, a validation broke off, or the log is incomplete\n"
    "  4    right, but slower than the baseline\n"
    "  77   nothing could be run on this device\n"
    "  130  interrupted\n";
static const char other_codes[] = "Exit codes\n"
                                  "  0    done; lint: nothing found; --selfcheck: the device agrees\n"
                                  "  1    lint: findings; --selfcheck: something differs\n"
                                  "  2    wrong usage or bad input: option, query, device, case file\n"
                                  "  3    internal error: standard output could not be written\n"
                                  "  130  interrupted\n";

command command_from_name(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].command;
    return (command)0;
}

void options_overview(FILE *out)
{
    fputs("assay tests whether a Metal device gives compute kernels the meaning that the specification promises.\n\n",
          out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "%s %s", commands[i].name, commands[i].arguments);
        /* The ellipsis is three bytes wide and one column. */
        int width = 22 + (strstr(usage, "…") ? 2 : 0);
        fprintf(out, "  assay %-*s %s\n", width, usage, commands[i].summary);
    }
    fprintf(out, "\n`assay COMMAND --help` says more; `assay --version` names the version.\n\n%s", run_codes);
}

void options_help(command command, FILE *out)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].command == command)
            fprintf(out, "usage: assay %s [OPTION…]%s%s\n\nassay %s %s.\n%s%s\nOptions\n", commands[i].name,
                    *commands[i].arguments ? " " : "", commands[i].arguments, commands[i].name, commands[i].summary,
                    commands[i].details, *commands[i].details ? "\n" : "");
    for (size_t i = 0; i < ROWS; i++) {
        char usage[48];
        if (!(rows[i].commands & (int)command))
            continue;
        const char *value = rows[i].value ? rows[i].value : "";
        snprintf(usage, sizeof usage, "--%s%s%s", rows[i].name, *value && *value != '[' ? " " : "", value);
        fprintf(out, "  %-20s %s\n", usage, rows[i].help);
    }
}

void options_exit_codes(command command, FILE *out)
{
    bool runs = (int)command & ANY_RUN;
    fprintf(out, "\n%s", runs ? run_codes : command == COMMAND_VALIDATE ? validate_codes : other_codes);
}

/* ---- Values */

static bool read_number(const char *text, double least, double most, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && !*end && !errno && *value >= least && *value <= most;
}

static bool read_whole(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text != '-' && end != text && !*end && !errno;
}

static bool wrong(assay_error *error, const char *name, const char *value, const char *remedy)
{
    return assay_fail(error, NULL, 0, "--%s does not take `%s`; %s", name, value, remedy);
}

static bool read_shard(options *options, const char *value, assay_error *error)
{
    int used = 0;
    if (sscanf(value, "%u/%u%n", &options->shard, &options->shards, &used) == 2 && !value[used] &&
        options->shard >= 1 && options->shard <= options->shards)
        return true;
    return wrong(error, "shard", value, "write I/N with I from 1 to N, as in --shard 2/4");
}

/* Parts are whole chunks of 2^24 encodings, every N-th. */
static bool read_exhaustive(options *options, const char *value, assay_error *error)
{
    int used = 0;
    options->exhaustive = value ? value : "1/1";
    if (sscanf(options->exhaustive, "%u/%u%n", &options->sweep_part, &options->sweep_parts, &used) == 2 &&
        !options->exhaustive[used] && options->sweep_part >= 1 && options->sweep_part <= options->sweep_parts &&
        options->sweep_parts <= 256)
        return true;
    return wrong(error, "exhaustive", value, "write =I/N with I from 1 to N and N up to 256, as in --exhaustive=1/16");
}

static bool read_argument(options *options, const char *value, assay_error *error)
{
    uint64_t encoding;
    if (!read_whole(value, &encoding) || encoding > UINT32_MAX)
        return wrong(error, "argument", value, "give an encoding of 32 bits, as in --argument 0x40490fdb");
    options->argument = 1 + encoding;
    return true;
}

static bool read_math(options *options, const char *value, assay_error *error)
{
    options->math = metal_math_find(value);
    return options->math || wrong(error, "math", value, "choose safe, relaxed or fast");
}

static bool read_functions(options *options, const char *value, assay_error *error)
{
    options->functions = metal_functions_find(value);
    return options->functions || wrong(error, "functions", value, "choose fast or precise");
}

static bool read_list(options *options, const char *value, assay_error *error)
{
    static const char *const states[] = {"own", "shared", "verified", "listed", "nowhere", "unjudged"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(states[i], value) == 0)
            options->list = states[i];
    return options->list || wrong(error, "list", value, "choose own, shared, verified, listed, nowhere or unjudged");
}

static bool read_operands(options *options, const char *value, assay_error *error)
{
    for (operand_kind kind = OPERANDS_LITERAL; kind < OPERANDS_KINDS; kind++)
        if (strcmp(operand_kind_name(kind), value) == 0)
            options->operands = kind;
    return options->operands || wrong(error, "operands", value, "choose literal, constant, uniform, helper or bytes");
}

static bool read_host(options *options, const char *value, assay_error *error)
{
    options->host4 = strcmp(value, "metal4") == 0;
    return options->host4 || strcmp(value, "metal3") == 0 || wrong(error, "host", value, "choose metal3 or metal4");
}

static bool read_tap(options *options, const char *value, assay_error *error)
{
    if (value && strcmp(value, "13") != 0 && strcmp(value, "14") != 0)
        return wrong(error, "tap", value, "there are versions 13 and 14");
    options->tap = value && strcmp(value, "14") == 0 ? 14 : 13;
    return true;
}

static bool read_jobs(options *options, const char *value, assay_error *error)
{
    double number;
    if (!read_number(value, 1, 256, &number) || floor(number) != number)
        return wrong(error, "jobs", value, "give a whole number from 1 to 256");
    options->jobs = (unsigned)number;
    return true;
}

static bool read_sweeps(options *options, const char *value, assay_error *error)
{
    double number;
    if (!read_number(value, 1, UNIT_MOST_PARTS, &number) || floor(number) != number)
        return wrong(error, "sweeps", value, "give a whole number from 1 to 256");
    options->sweeps = (unsigned)number;
    return true;
}

static bool read_trials(options *options, const char *value, assay_error *error)
{
    double number;
    if (!read_number(value, 1, 100000, &number) || floor(number) != number)
        return wrong(error, "trials", value, "give a whole number from 1 to 100000");
    options->trials = (unsigned)number;
    return true;
}

static bool apply(options *options, int id, const char *value, assay_error *error)
{
    switch (id) {
    case OPTION_CASES: options->cases = value; return true;
    case OPTION_DEVICE: options->device = value; return true;
    case OPTION_LOG: options->log = value; return true;
    case OPTION_RESUME: options->resume = value; return true;
    case OPTION_STRESS: options->stress = value; return true;
    case OPTION_PROFILE: options->profile = value; return true;
    case OPTION_PERSONALITY: options->personality = value; return true;
    case OPTION_FAULT: options->fault = value; return true;
    case OPTION_WEAK: options->weak = value; return true;
    case OPTION_ORDER: options->order = value; return true;
    case OPTION_ENGINE: options->engine = value; return true;
    case OPTION_KEEP_GOING: options->fail_fast = false; return true;
    case OPTION_FAIL_FAST: options->fail_fast = true; return true;
    case OPTION_FIRST_LIGHT: options->first_light = true; return true;
    case OPTION_CHECKED: options->checked = true; return true;
    case OPTION_QUIET: options->quiet = true; return true;
    case OPTION_STRICT: options->strict = true; return true;
    case OPTION_JSON: options->json = true; return true;
    case OPTION_VERSIONS: options->versions = true; return true;
    case OPTION_UNIT: options->unit = true; return true;
    case OPTION_PROOFS: options->proofs = true; return true;
    case OPTION_ALL: options->all = true; return true;
    case OPTION_SWEEPS: return read_sweeps(options, value, error);
    case OPTION_LIST: return read_list(options, value, error);
    case OPTION_SELFCHECK: options->self_check = true; return true;
    case 'h':
    case OPTION_HELP: options->help = true; return true;
    case OPTION_OPERANDS: return read_operands(options, value, error);
    case OPTION_TRIALS: return read_trials(options, value, error);
    case OPTION_JOBS: return read_jobs(options, value, error);
    case OPTION_SHARD: return read_shard(options, value, error);
    case OPTION_EXHAUSTIVE: return read_exhaustive(options, value, error);
    case OPTION_ARGUMENT: return read_argument(options, value, error);
    case OPTION_MATH: return read_math(options, value, error);
    case OPTION_FUNCTIONS: return read_functions(options, value, error);
    case OPTION_HOST: return read_host(options, value, error);
    case OPTION_TAP: return read_tap(options, value, error);
    case OPTION_SEED: return read_whole(value, &options->seed) || wrong(error, "seed", value, "give a whole number");
    case OPTION_TIMEOUT:
        return read_number(value, 0.1, 86400, &options->timeout) ||
               wrong(error, "timeout", value, "give seconds, from 0.1 to 86400");
    default: return false;
    }
}

/* ---- The command line */

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static void set_defaults(options *options)
{
    const char *checked = environment("SOFTMETAL_CHECKED"), *cases = environment("ASSAY_CASES");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    options->cases = cases ? cases : home_cases();
    options->device = "default";
    options->jobs = cores < 1 ? 1 : cores > 256 ? 256 : (unsigned)cores;
    options->shard = options->shards = 1;
    options->seed = 1;
    options->trials = 64;
    options->timeout = DEFAULT_TIMEOUT;
    options->checked = checked && strcmp(checked, "0") != 0;
    options->profile = environment("SOFTMETAL_PROFILE");
    options->personality = environment("SOFTMETAL_PERSONALITY");
    options->fault = environment("SOFTMETAL_FAULT");
    options->weak = environment("SOFTMETAL_WEAK");
    options->order = environment("SOFTMETAL_ORDER");
    options->engine = environment("SOFTMETAL_ENGINE");
}

static bool check(const options *options, assay_error *error)
{
    if (options->help)
        return true;
    if (options->log && options->resume && strcmp(options->log, options->resume) != 0)
        return assay_fail(error, NULL, 0, "--resume appends to the log that it names; leave out --log");
    if (options->versions && options->operands)
        return assay_fail(error, NULL, 0, "--versions and --operands are axes of their own; give one at a time");
    bool part = options->shards > 1 || options->exhaustive || options->argument || options->first_light;
    if (options->unit && (part || options->resume || options->fail_fast))
        return assay_fail(error, NULL, 0,
                          "units say which part of the work to do; leave out --shard, --exhaustive, --argument, "
                          "--first-light, --resume and --fail-fast");
    if (options->log && !*options->log)
        return assay_fail(error, NULL, 0, "--log needs the name of a file");
    if (options->command == COMMAND_DEVICES && !options->self_check && strcmp(options->device, "default") != 0)
        return assay_fail(error, NULL, 0, "--device goes with --selfcheck; without it all devices are listed");
    if (options->command == COMMAND_SHOW && options->query_count != 1)
        return assay_fail(error, NULL, 0, "show takes one case; `assay list` names them");
    if ((options->command == COMMAND_DEVICES || options->command == COMMAND_LINT) && options->query_count)
        return assay_fail(error, NULL, 0, "this command takes no `%s`", options->queries[0]);
    return true;
}

/* The option that a misspelt one may have meant; `own` are those that the command has of its own. */
static const char *meant(const char *command, const char *word, size_t length, const char *const *own)
{
    size_t dashes = strspn(word, "-");
    nearest search = nearest_to(word + dashes, length - dashes);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].commands & (int)command_from_name(command))
            nearest_offer(&search, rows[i].name);
    for (; own && *own; own++)
        nearest_offer(&search, *own + strspn(*own, "-"));
    return search.best;
}

/* Why getopt_long refused a word of the command line. */
static bool refuse(const char *command, const char *word, bool known, const char *const *own, assay_error *error)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; word[length] && i < ROWS; i++)
        if (!rows[i].value && strlen(rows[i].name) + 2 == length && strncmp(word + 2, rows[i].name, length - 2) == 0)
            return assay_fail(error, NULL, 0, "--%s takes no value", rows[i].name);
    if (known)
        return assay_fail(error, NULL, 0, "%s needs a value; see `assay %s --help`", word, command);
    const char *best = meant(command, word, length, own);
    if (best)
        return assay_fail(error, NULL, 0, "`%.*s` is no option of %s; did you mean --%s? `assay %s --help` lists all",
                          (int)length, word, command, best, command);
    return assay_fail(error, NULL, 0, "`%s` is no option of %s; see `assay %s --help`", word, command, command);
}

bool options_read(options *options, const char *program, command command, int word_count, char **words,
                  const char *const *own, assay_error *error)
{
    struct option table[MAX_OPTIONS] = {0};
    size_t used = 0;
    for (size_t i = 0; i < ROWS; i++) {
        int takes = !rows[i].value ? no_argument : *rows[i].value == '[' ? optional_argument : required_argument;
        if (rows[i].commands & (int)command)
            table[used++] = (struct option){rows[i].name, takes, NULL, (int)rows[i].id};
    }
    *options = (struct options){.command = command, .program = program, .words = words, .word_count = word_count};
    set_defaults(options);
    opterr = 0;
    optind = 1;
    int id;
    while ((id = getopt_long(word_count, words, ":h", table, NULL)) != -1) {
        const char *word = words[optind - 1];
        if (id == '?' || id == ':')
            return refuse(words[0], word, id == ':', own, error);
        if (!apply(options, id, optarg, error))
            return false;
    }
    options->queries = (const char *const *)(words + optind);
    options->query_count = (size_t)(word_count - optind);
    return check(options, error);
}
