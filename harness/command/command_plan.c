/* command_plan.c: `assay plan`, and `assay run --unit`, which does what it printed. A plan has a line about itself and
 * one for each unit. It says what the unit needs of a device, so that units go where they can run; elsewhere their
 * cases are skipped, as in any run. */
#include "subcommands.h"
#include "../base/json.h"
#include "../run/plan/eligible.h"
#include "../run/session.h"
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1 };

/* ---- Printing */

static bool print_line(text *line)
{
    bool good = !line->failed && printf("%s\n", text_string(line)) >= 0;
    text_clear(line);
    return good;
}

static void write_version(text *out, const char *key, unsigned major, unsigned minor)
{
    char version[24];
    snprintf(version, sizeof version, "%u.%u", major, minor);
    json_string(out, key, version);
}

/* The class of devices and the system that a case needs; without a member, any will do. */
static void write_needs(text *out, const assay_case *it)
{
    const case_requirements *needs = case_file_requirements(it->file);
    uint32_t msl = it->msl > needs->msl_min ? it->msl : needs->msl_min;
    uint32_t os = eligible_os(msl) > needs->os ? eligible_os(msl) : needs->os;
    json_open(out, "needs", '{');
    if (msl)
        write_version(out, "msl", msl >> 16, msl & 0xffff);
    if (needs->msl_before)
        write_version(out, "msl_before", needs->msl_before >> 16, needs->msl_before & 0xffff);
    if (os)
        write_version(out, "os", os >> 8, os & 0xff);
    if (needs->family_count) {
        json_open(out, "families", '[');
        for (size_t i = 0; i < needs->family_count; i++)
            json_string(out, NULL, metal_family_name(needs->families[i]));
        json_close(out, ']');
    }
    if (needs->feature_count)
        json_strings(out, "features", needs->features, needs->feature_count);
    if (needs->threads)
        json_unsigned(out, "threads", needs->threads);
    if (needs->simd_width)
        json_unsigned(out, "simd_width", needs->simd_width);
    json_close(out, '}');
}

static bool print_unit(text *out, const assay_case *it, unit_kind kind, unsigned part, unsigned parts)
{
    text id = {0};
    text_format(&id, "%s:", unit_kind_name(kind));
    if (parts)
        text_format(&id, "%u/%u:", part, parts);
    text_add(&id, it->name);
    json_open(out, NULL, '{');
    json_string(out, "type", "unit");
    json_string(out, "unit", text_string(&id));
    json_string(out, "kind", unit_kind_name(kind));
    json_string(out, "name", it->name);
    json_string(out, "area", it->area);
    json_string(out, "hash", case_file_hash(it->file));
    write_needs(out, it);
    json_close(out, '}');
    text_free(&id);
    return print_line(out);
}

static unsigned sweeps_of(const options *options, const assay_case *it)
{
    return case_file_sweeps(it->file) ? options->sweeps : 0;
}

static size_t count_units(const options *options, const plan *plan)
{
    size_t units = 0;
    for (size_t i = 0; i < plan->count; i++) {
        unsigned parts = sweeps_of(options, plan->item[i].it);
        units += (parts ? parts : 1) + options->proofs;
    }
    return units;
}

static bool print_head(text *out, const options *options, const plan *plan)
{
    char suite[80];
    json_open(out, NULL, '{');
    json_string(out, "type", "plan");
    json_unsigned(out, "schema", SCHEMA);
    json_string(out, "suite", record_suite(suite, sizeof suite));
    json_strings(out, "queries", options->queries, options->query_count);
    json_unsigned(out, "sweeps", options->sweeps);
    json_bool(out, "proofs", options->proofs);
    json_unsigned(out, "files", plan->file_count);
    json_unsigned(out, "cases", plan->count);
    json_unsigned(out, "units", count_units(options, plan));
    json_close(out, '}');
    return print_line(out);
}

static bool print_plan(const options *options, const plan *plan)
{
    text out = {0};
    bool good = print_head(&out, options, plan);
    for (size_t i = 0; i < plan->count && good; i++) {
        const assay_case *it = plan->item[i].it;
        unsigned parts = sweeps_of(options, it);
        for (unsigned part = 1; part <= parts && good; part++)
            good = print_unit(&out, it, UNIT_SWEEP, part, parts);
        if (!parts)
            good = good && print_unit(&out, it, UNIT_CASE, 0, 0);
    }
    for (size_t i = 0; i < plan->count && good && options->proofs; i++)
        good = print_unit(&out, plan->item[i].it, UNIT_PROOF, 0, 0);
    text_free(&out);
    return good;
}

int command_plan(const options *options)
{
    assay_error error = {0};
    plan plan;
    bool good = plan_make(&plan, options, &error);
    if (good && plan.own_count) {
        assay_fail(&error, options->queries[0], 0,
                   "a plan is of cases in the tree; `assay run` runs a file of your own");
        plan_clear(&plan);
        good = false;
    }
    if (!good) {
        assay_print_error(&error);
        return EXIT_USAGE;
    }
    good = print_plan(options, &plan);
    plan_clear(&plan);
    return good ? EXIT_PASS : EXIT_INTERNAL;
}

/* ---- Running */

/* The exit code of two runs: the worse one; skipped only where both were. */
static int worse(int one, int other)
{
    static const int order[] = {EXIT_INTERRUPTED, EXIT_INTERNAL, EXIT_USAGE, EXIT_FAIL, EXIT_PASS};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (one == order[i] || other == order[i])
            return order[i];
    return EXIT_SKIPPED;
}

static int run_units(const options *options, const unit_list *list)
{
    unit *proofs = calloc(list->count + 1, sizeof *proofs), *others = calloc(list->count + 1, sizeof *others);
    struct options part = *options;
    size_t proof_count = 0, other_count = 0;
    int code = EXIT_SKIPPED;
    part.quiet = true;
    part.query_count = 0;
    for (size_t i = 0; proofs && others && i < list->count; i++)
        if (list->item[i].kind == UNIT_PROOF)
            proofs[proof_count++] = list->item[i];
        else
            others[other_count++] = list->item[i];
    part.units = others;
    part.unit_count = other_count;
    if (other_count)
        code = command_run(&part);
    part.command = COMMAND_PROVE;
    part.append = other_count > 0;
    part.units = proofs;
    part.unit_count = proof_count;
    if (proof_count && (!other_count || (code != EXIT_USAGE && code != EXIT_INTERRUPTED)))
        code = other_count ? worse(code, command_prove(&part)) : command_prove(&part);
    free(proofs);
    free(others);
    return proof_count + other_count == list->count ? code : EXIT_INTERNAL;
}

int command_units(const options *options)
{
    assay_error error = {0};
    unit_list list;
    int code = EXIT_USAGE;
    if (units_read(&list, options->queries, options->query_count, &error))
        code = run_units(options, &list);
    else
        assay_print_error(&error);
    units_clear(&list);
    return code;
}
