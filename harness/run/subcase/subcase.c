/* subcase.c: what a subcase tells the parent, and how it fails. */
#include "subcase.h"
#include <string.h>

void subcase_report(const subcase *at, phase phase)
{
    const executor *on = at->run->on;
    if (on->report)
        on->report(on->context, phase, at->index);
}

/* A case that meets a known gap of the software device is neither right nor wrong. Its reason is the sentence of the
 * first error, without place. */
bool subcase_is_gap(subcase *at, const assay_error *error, const char *said)
{
    static const char mark[] = "error: ";
    if (error->cause != CAUSE_GAP)
        return false;
    const char *first = strstr(said, mark);
    said = first ? first + sizeof mark - 1 : said;
    outcome_decide(at->run->outcome, VERDICT_UNIMPLEMENTED, "%.*s", (int)strcspn(said, "\n"), said);
    at->run->outcome->cause = CAUSE_GAP;
    return true;
}

step subcase_error(subcase *at, const assay_error *error)
{
    if (subcase_is_gap(at, error, error->text))
        return STOP;
    text where = {0};
    if (*error->file)
        text_format(&where, "%s:%d: ", error->file, error->line);
    else if (error->line)
        text_format(&where, "%s:%d: ", case_file_path(at->run->it->file), error->line);
    outcome_decide(at->run->outcome, VERDICT_INTERNAL_ERROR, "%s%s", text_string(&where), error->text);
    text_free(&where);
    return STOP;
}

/* ---- Failures */

void subcase_describe(const subcase *at, text *out)
{
    for (size_t i = 0; i < at->instance->variable_count; i++)
        text_format(out, "%s%s=%s", i ? "," : "", at->instance->variables[i].name, at->instance->variables[i].value);
    if (at->run->operand)
        text_format(out, "%s%s by %s", at->instance->variable_count ? "," : "",
                    at->instance->arguments[at->run->operand - 1].name,
                    operand_kind_name((operand_kind)at->run->job->operands));
}

/* Counts a failed subcase; true if it is the first, whose details are wanted. */
bool subcase_fails_first(subcase *at, failure_kind kind, int line)
{
    outcome *outcome = at->run->outcome;
    outcome->subcases_failed++;
    if (outcome->verdict == VERDICT_FAIL)
        return false;
    text name = {0};
    subcase_describe(at, &name);
    outcome->verdict = VERDICT_FAIL;
    outcome->kind = kind;
    outcome->line = (uint64_t)line;
    outcome->subcase = text_copy(text_string(&name));
    text_free(&name);
    return true;
}

void subcase_fail_compile(subcase *at, failure_kind kind, const char *what, const char *diagnostics)
{
    if (!subcase_fails_first(at, kind, 0))
        return;
    outcome_decide(at->run->outcome, VERDICT_FAIL, "%s", what);
    at->run->outcome->message = text_copy(diagnostics);
}

void subcase_fail_guard(subcase *at, const argument_memory *memory, size_t bytes, long long where)
{
    const case_argument *argument = memory->argument;
    outcome *outcome = at->run->outcome;
    if (!subcase_fails_first(at, FAILURE_GUARD, argument->line))
        return;
    outcome->output = text_copy(argument->name);
    outcome->guard = bytes;
    bool inside = where >= 0 && (size_t)where < memory->size;
    outcome_decide(outcome, VERDICT_FAIL,
                   inside ? "wrote to the input %s: %zu bytes changed, the first at %lld"
                          : "wrote outside %s: %zu bytes changed, the first at %lld",
                   argument->name, bytes, where);
}

void subcase_fail_comparison(subcase *at, const case_expectation *expectation, const check_result *result)
{
    outcome *outcome = at->run->outcome;
    if (!subcase_fails_first(at, FAILURE_COMPARISON, expectation->line))
        return;
    outcome->output = text_copy(at->instance->arguments[expectation->argument].name);
    outcome->wrong = result->wrong;
    outcome->unwritten = result->unwritten;
    outcome->first_count = result->first_count;
    memcpy(outcome->first, result->first, sizeof outcome->first);
}
