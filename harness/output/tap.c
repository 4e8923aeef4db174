/* tap.c: TAP that prove(1) and Python's tap.py read. Subtests are indented by four spaces, which readers of version 13
 * pass over and readers of version 14 understand; what a failure has to say follows its line as comments, never as
 * YAML, whose dialects differ between readers. Directives (`# SKIP`, `# TODO`) are only written where they are meant: a
 * `#` in a description is escaped. */
#include "tap.h"
#include "../base/text.h"
#include <string.h>

static void put(tap *tap, const char *line)
{
    fprintf(tap->out, "%s\n", line);
    fflush(tap->out);
}

/* Text on one line, `#` and `\` escaped. */
static void add_escaped(text *out, const char *string)
{
    for (; *string; string++) {
        if (*string == '#' || *string == '\\')
            text_add(out, "\\");
        text_bytes(out, *string == '\n' || *string == '\r' ? " " : string, 1);
    }
}

static void comment(tap *tap, const char *indent, const char *string)
{
    while (*string) {
        size_t length = strcspn(string, "\n");
        text line = {0};
        text_format(&line, "%s# %.*s", indent, (int)length, string);
        if (length)
            put(tap, text_string(&line));
        text_free(&line);
        string += length + (string[length] == '\n');
    }
}

void tap_begin(tap *tap, FILE *out, int version, size_t files)
{
    *tap = (struct tap){.out = out, .planned = files};
    char line[64];
    snprintf(line, sizeof line, "TAP version %d", version);
    put(tap, line);
    snprintf(line, sizeof line, files ? "1..%zu" : "1..0 # SKIP nothing to run", files);
    put(tap, line);
}

static bool skipped(verdict verdict)
{
    return verdict == VERDICT_SKIP || verdict == VERDICT_UNIMPLEMENTED || verdict == VERDICT_NOT_DEMONSTRATED;
}

static void test_line(tap *tap, const char *indent, bool good, size_t number, const char *name, const char *directive,
                      const char *reason)
{
    text line = {0};
    text_format(&line, "%s%s %zu - ", indent, good ? "ok" : "not ok", number);
    add_escaped(&line, name);
    if (directive) {
        text_format(&line, " # %s ", directive);
        add_escaped(&line, reason);
    }
    put(tap, text_string(&line));
    text_free(&line);
}

static void explain(tap *tap, const tap_case *it)
{
    const outcome *outcome = it->outcome;
    char summary[2048];
    text all = {0};
    text_format(&all, "%s: %s\n", verdict_name(outcome->verdict), outcome_summary(outcome, summary, sizeof summary));
    if (outcome->subcase && *outcome->subcase)
        text_format(&all, "subcase %s\n", outcome->subcase);
    for (uint64_t i = 0; i < outcome->first_count; i++)
        text_format(&all, "%s[%zu].%u: got %s, expected %s\n", outcome->output ? outcome->output : "output",
                    outcome->first[i].element, outcome->first[i].lane, outcome->first[i].got,
                    outcome->first[i].expected);
    for (uint64_t i = 0; i < outcome->finding_count; i++)
        text_format(&all, "found: %s\n", outcome->findings[i].text);
    const char *details = outcome_details(outcome, summary);
    if (details)
        text_format(&all, "%s\n", details);
    if (it->rerun)
        text_format(&all, "rerun: %s\n", it->rerun);
    comment(tap, "    ", text_string(&all));
    text_free(&all);
}

void tap_file(tap *tap, const char *name, const tap_case *cases, size_t count)
{
    char line[64];
    size_t bad = 0, skips = 0;
    const char *reason = "";
    text heading = {0};
    text_format(&heading, "# Subtest: %s", name);
    put(tap, text_string(&heading));
    text_free(&heading);
    snprintf(line, sizeof line, "    1..%zu", count);
    put(tap, line);
    for (size_t i = 0; i < count; i++) {
        const outcome *outcome = cases[i].outcome;
        const char *why = outcome->reason ? outcome->reason : "";
        bool good = !verdict_is_bad(outcome->verdict), skip = skipped(outcome->verdict);
        bool waived = outcome->verdict == VERDICT_WAIVED;
        test_line(tap, "    ", good && !waived, i + 1, cases[i].name, skip ? "SKIP" : waived ? "TODO" : NULL, why);
        if (!good)
            explain(tap, &cases[i]);
        bad += !good;
        skips += skip;
        if (skip)
            reason = why;
    }
    test_line(tap, "", !bad, ++tap->emitted, name, count && skips == count ? "SKIP" : NULL, reason);
}

void tap_comment(tap *tap, const char *text)
{
    comment(tap, "", text);
}

void tap_bail_out(tap *tap, const char *reason)
{
    fprintf(tap->out, "Bail out! %s\n", reason);
    fflush(tap->out);
}
