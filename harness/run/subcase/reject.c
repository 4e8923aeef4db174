/* reject.c: judges programs that must not compile. A refusal counts only with an error on the marked line and beside a
 * control, the nearest program that must compile, which passed through the same compiler with the same options. */
#include "reject.h"
#include "../../base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The word in this line, or NULL. */
static const char *in_line(const char *line, const char *end, const char *word)
{
    const char *found = strstr(line, word);
    return found && found < end ? found : NULL;
}

/* Whether a compiler's output has an error on this line of the program, or a note on it behind an error in a header:
 * what the library refuses by static_assert is said there, and the program's line is named as the one that led to it.
 */
static bool names_line(const char *diagnostics, int line)
{
    static const char program[] = "program_source:";
    char place[48];
    bool in_header = false; /* the latest error is in a header */
    snprintf(place, sizeof place, "%s%d:", program, line);
    for (const char *at = diagnostics, *end; *at; at = end + (*end == '\n')) {
        end = at + strcspn(at, "\n");
        const char *error = in_line(at, end, " error:"), *note = in_line(at, end, ": note:");
        const char *named = in_line(at, end, place);
        if (named && ((error && named < error) || (note && named < note && in_header)))
            return true;
        if (error || in_line(at, end, ": warning:"))
            in_header = error && !in_line(at, end, program);
    }
    return false;
}

bool reject_is_breakdown(const metal_facts *facts, const assay_error *error, const char *said)
{
    static const char *const signs[] = {"PLEASE submit a bug report",
                                        "Stack dump:",
                                        "internal compiler error",
                                        "Internal compiler error",
                                        "XPC_ERROR",
                                        "MTLCompilerService",
                                        "Compiler encountered an internal error",
                                        "LLVM ERROR",
                                        "Assertion `"};
    bool found = error->cause == CAUSE_BREAKDOWN;
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !facts->software; i++)
        found = found || strstr(said, signs[i]);
    return found;
}

/* Whether one of the words is in the text, whatever its case; no words ask for nothing. */
static bool mentions(const char *diagnostics, const char *words)
{
    char word[64];
    int used;
    bool none = true;
    for (; words && sscanf(words, "%63s%n", word, &used) == 1; words += used) {
        none = false;
        for (const char *at = diagnostics; *at; at++)
            if (strncasecmp(at, word, strlen(word)) == 0)
                return true;
    }
    return none;
}

static void break_down(outcome *outcome, const char *where, const char *said)
{
    outcome_decide(outcome, VERDICT_CRASH, "the compiler broke down%s%s", where, said);
    outcome->cause = CAUSE_BREAKDOWN;
}

static void fail(outcome *outcome, failure_kind kind, int line, const char *reason, const char *diagnostics)
{
    outcome_decide(outcome, VERDICT_FAIL, "%s", reason);
    outcome->kind = kind;
    outcome->line = (uint64_t)line;
    free(outcome->message);
    outcome->message = text_copy(diagnostics);
}

/* The kernel that must give no pipeline: that of `dispatch`, or the program's only function. */
static const char *kernel_of(const case_instance *instance)
{
    return instance->dispatch_count ? instance->dispatches[0].kernel : NULL;
}

static void judge_control(programs *programs, const metal_facts *facts, const case_instance *instance, uint32_t msl,
                          outcome *outcome)
{
    const char *diagnostics;
    assay_error error = {0};
    metal_library *library = programs_library(programs, instance, msl, instance->control, &diagnostics, &error);
    if (library &&
        (!instance->no_pipeline || programs_pipeline(programs, library, instance, kernel_of(instance), &error)))
        return;
    if (reject_is_breakdown(facts, &error, diagnostics)) {
        break_down(outcome, " on the control", "");
        outcome->message = text_copy(diagnostics);
        return;
    }
    fail(outcome, FAILURE_COMPILE, instance->reject_line,
         library ? "the control, which must give a pipeline, gives none" : "the control, which must compile, does not",
         *diagnostics ? diagnostics : error.text);
}

/* A program whose kernel must give no pipeline: it has to compile for that to be seen. */
static void judge_pipeline(programs *programs, const metal_facts *facts, metal_library *library,
                           const case_instance *instance, const char *diagnostics, outcome *outcome)
{
    assay_error error = {0};
    if (!library)
        fail(outcome, FAILURE_COMPILE, instance->reject_line, "does not compile, but must only give no pipeline",
             diagnostics);
    else if (programs_pipeline(programs, library, instance, kernel_of(instance), &error))
        fail(outcome, FAILURE_ACCEPTED, instance->reject_line, "gives a pipeline, but must give none", "");
    else if (reject_is_breakdown(facts, &error, error.text))
        break_down(outcome, ": ", error.text);
    else if (!mentions(error.text, instance->reject_words))
        outcome_decide(outcome, VERDICT_PASS, "no pipeline, in other words than `%s`", instance->reject_words);
}

void reject_judge(programs *programs, const metal_facts *facts, const case_instance *instance, uint32_t msl,
                  const char *mutated, outcome *outcome)
{
    const char *diagnostics;
    assay_error error = {0};
    const char *source = mutated ? mutated : instance->source;
    metal_library *library = programs_library(programs, instance, msl, source, &diagnostics, &error);
    bool error_stated = !instance->grade || strcmp(instance->grade, "error stated") == 0;
    outcome->judged++;
    if (instance->no_pipeline)
        judge_pipeline(programs, facts, library, instance, diagnostics, outcome);
    else if (library && !error_stated && !mutated)
        outcome_decide(outcome, VERDICT_PASS, "accepted, although it breaks a rule (%s)", instance->grade);
    else if (library)
        fail(outcome, FAILURE_ACCEPTED, instance->reject_line, "compiled, but must be refused", diagnostics);
    else if (reject_is_breakdown(facts, &error, diagnostics))
        break_down(outcome, ": ", diagnostics);
    else if (!names_line(diagnostics, instance->reject_line))
        fail(outcome, FAILURE_ACCEPTED, instance->reject_line, "refused, but without an error on the marked line",
             *diagnostics ? diagnostics : error.text);
    else if (!mentions(diagnostics, instance->reject_words))
        outcome_decide(outcome, VERDICT_PASS, "refused in other words than `%s`", instance->reject_words);
    if (instance->control && !mutated && outcome->verdict == VERDICT_PASS)
        judge_control(programs, facts, instance, msl, outcome);
}
