/* ledger.c: counts of verdicts, and what they mean for the run. `discovered` comes from the plan and the counts from
 * the results that arrived, so that a case lost on the way shows as a sum that does not add up. */
#include "ledger.h"
#include <math.h>

void ledger_add(ledger *ledger, verdict verdict, uint64_t judged, uint64_t unjudged)
{
    ledger->count[verdict]++;
    ledger->judged += judged;
    ledger->unjudged += unjudged;
}

size_t ledger_run(const ledger *ledger)
{
    size_t run = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        if (i != VERDICT_SKIP && i != VERDICT_UNIMPLEMENTED)
            run += ledger->count[i];
    return run;
}

bool ledger_adds_up(const ledger *ledger, assay_error *error)
{
    size_t run = ledger_run(ledger), skip = ledger->count[VERDICT_SKIP];
    size_t unimplemented = ledger->count[VERDICT_UNIMPLEMENTED];
    if (ledger->discovered == run + skip + unimplemented)
        return true;
    return assay_fail(
        error, NULL, 0,
        "the ledger does not add up: %zu cases discovered, but %zu run, %zu skipped and %zu unimplemented",
        ledger->discovered, run, skip, unimplemented);
}

void ledger_describe(const ledger *ledger, text *out)
{
    text_format(out, "%zu discovered = %zu run + %zu skipped + %zu unimplemented\n", ledger->discovered,
                ledger_run(ledger), ledger->count[VERDICT_SKIP], ledger->count[VERDICT_UNIMPLEMENTED]);
    const char *separator = "";
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!ledger->count[i] && i != VERDICT_PASS && i != VERDICT_FAIL)
            continue;
        text_format(out, "%s%zu %s", separator, ledger->count[i], verdict_name((verdict)i));
        separator = ", ";
    }
    uint64_t components = ledger->judged + ledger->unjudged;
    if (components) /* rounded down: 100.00 % means all */
        text_format(out, "; judged %llu of %llu values (%.2f %%)", (unsigned long long)ledger->judged,
                    (unsigned long long)components, floor(1e4 * (double)ledger->judged / (double)components) / 1e2);
    text_add(out, "\n");
}

void ledger_json(const ledger *ledger, text *out)
{
    json_open(out, "ledger", '{');
    json_unsigned(out, "discovered", ledger->discovered);
    json_unsigned(out, "run", ledger_run(ledger));
    for (int i = 0; i < VERDICT_COUNT; i++)
        json_unsigned(out, verdict_key((verdict)i), ledger->count[i]);
    json_close(out, '}');
}

int ledger_exit_code(const ledger *ledger)
{
    if (ledger->count[VERDICT_INTERNAL_ERROR] || !ledger_adds_up(ledger, NULL))
        return EXIT_INTERNAL;
    for (int i = 0; i < VERDICT_COUNT; i++)
        if (ledger->count[i] && verdict_is_bad((verdict)i))
            return EXIT_FAIL;
    return ledger->discovered && !ledger_run(ledger) ? EXIT_SKIPPED : EXIT_PASS;
}
