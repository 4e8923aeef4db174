/* outcome.c: verdicts by name, and the upkeep of an outcome's strings. */
#include "outcome.h"
#include "../base/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *key;
    bool bad;
} verdicts[] = {
#define X(constant, name, key, bad) {name, key, bad},
    ASSAY_VERDICTS(X)
#undef X
};

const char *verdict_name(verdict verdict)
{
    return verdict < VERDICT_COUNT ? verdicts[verdict].name : "?";
}
const char *verdict_key(verdict verdict)
{
    return verdict < VERDICT_COUNT ? verdicts[verdict].key : "?";
}
bool verdict_is_bad(verdict verdict)
{
    return verdict >= VERDICT_COUNT || verdicts[verdict].bad;
}

const char *phase_name(phase phase)
{
    static const char *const names[] = {"idle", "compiling", "waiting for the device", "on the device", "comparing"};
    return phase < PHASE_COUNT ? names[phase] : "?";
}

const char *phase_key(phase phase)
{
    static const char *const keys[] = {"idle", "compile", "wait", "run", "judge"};
    return phase < PHASE_COUNT ? keys[phase] : "?";
}

const char *outcome_kind(const outcome *outcome)
{
    static const char *const kinds[FAILURE_KINDS] = {NULL,      "comparison", "guard",   "accepted",
                                                     "compile", "pipeline",   "finding", "unjudged"};
    static const char *const causes[] = {NULL, "gap", "breakdown"};
    return outcome->kind < FAILURE_KINDS && kinds[outcome->kind] ? kinds[outcome->kind] : causes[outcome->cause];
}

verdict verdict_from_name(const char *name)
{
    for (int i = 0; i < VERDICT_COUNT; i++)
        if (strcmp(verdicts[i].name, name) == 0)
            return (verdict)i;
    return VERDICT_COUNT;
}

void outcome_clear(outcome *outcome)
{
    free(outcome->reason);
    free(outcome->worst_unit);
    free(outcome->worst_output);
    free(outcome->subcase);
    free(outcome->output);
    free(outcome->message);
    for (uint64_t i = 0; i < outcome->finding_count; i++) {
        free(outcome->findings[i].text);
        free(outcome->findings[i].kind);
    }
    free(outcome->findings);
    free(outcome->measured);
    free(outcome->facts);
    free(outcome->waiver);
    free(outcome->samples);
    free(outcome->histogram);
    free(outcome->shown);
    for (uint64_t i = 0; i < outcome->tampering_count; i++)
        free(outcome->tamperings[i].what);
    free(outcome->tamperings);
    memset(outcome, 0, sizeof *outcome);
}

void outcome_decide(outcome *outcome, verdict verdict, const char *format, ...)
{
    char reason[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    free(outcome->reason);
    outcome->reason = text_copy(reason);
    outcome->verdict = verdict;
}

void outcome_add_finding(outcome *outcome, const char *text, const char *kind, uint64_t line)
{
    device_finding *grown = realloc(outcome->findings, (outcome->finding_count + 1) * sizeof *grown);
    if (!grown)
        return;
    outcome->findings = grown;
    outcome->findings[outcome->finding_count++] =
        (device_finding){.text = text_copy(text), .kind = text_copy(kind ? kind : ""), .line = line};
}

void outcome_add_tampering(outcome *outcome, const char *what, bool killed, bool advisory)
{
    tampering *grown = realloc(outcome->tamperings, (outcome->tampering_count + 1) * sizeof *grown);
    if (!grown)
        return;
    outcome->tamperings = grown;
    outcome->tamperings[outcome->tampering_count++] = (tampering){text_copy(what), killed, advisory};
}

static void summarise_comparison(const outcome *outcome, char *buffer, size_t size)
{
    int used = snprintf(buffer, size, "%s: %llu value%s wrong", outcome->output ? outcome->output : "output",
                        (unsigned long long)outcome->wrong, outcome->wrong == 1 ? "" : "s");
    if (outcome->unwritten && used > 0 && (size_t)used < size)
        snprintf(buffer + used, size - (size_t)used, ", %llu of them never written",
                 (unsigned long long)outcome->unwritten);
}

const char *outcome_summary(const outcome *outcome, char *buffer, size_t size)
{
    if (outcome->reason && *outcome->reason)
        snprintf(buffer, size, "%s", outcome->reason);
    else if (outcome->kind == FAILURE_COMPARISON)
        summarise_comparison(outcome, buffer, size);
    else if (outcome->kind == FAILURE_GUARD)
        snprintf(buffer, size, "%s: %llu bytes changed that are not its own",
                 outcome->output ? outcome->output : "a buffer", (unsigned long long)outcome->guard);
    else if (outcome->message && *outcome->message)
        snprintf(buffer, size, "%s", outcome->message);
    else
        snprintf(buffer, size, "%s", verdict_name(outcome->verdict));
    return buffer;
}

const char *outcome_details(const outcome *outcome, const char *summary)
{
    const char *message = outcome->message;
    return message && *message && strncmp(summary, message, strlen(message)) != 0 ? message : NULL;
}

bool finding_is(const device_finding *finding, const char *kind)
{
    return finding->kind && strcmp(finding->kind, kind) == 0;
}

const char *outcome_defect(const outcome *outcome)
{
    for (uint64_t i = 0; i < outcome->finding_count; i++)
        if (!finding_is(&outcome->findings[i], FINDING_NOTE) && !finding_is(&outcome->findings[i], FINDING_CONVERSION))
            return outcome->findings[i].text;
    return NULL;
}
