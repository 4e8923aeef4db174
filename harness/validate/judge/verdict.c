/* verdict.c: the page at the end, for people and for machines. What is wrong comes first, then what was looked at. */
#include "verdict.h"
#include "../../base/json.h"
#include "../../run/ledger.h"
#include <math.h>
#include <string.h>

typedef struct page {
    FILE *out;
    bool color;
} page;

static const char *paint(const page *p, const char *code)
{
    return p->color ? code : "";
}

#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

/* ---- Parts of the page */

static const char *word_of(const validation *v)
{
    int code = validation_exit_code(v);
    return code == EXIT_FAIL      ? "WRONG"
           : code == EXIT_SLOWER  ? "RIGHT, BUT SLOWER"
           : code == EXIT_SKIPPED ? "NOT RUN"
                                  : "RIGHT";
}

/* Texts that differ. */
typedef struct distinct {
    const char *text[256];
    size_t count;
} distinct;

static void take(distinct *to, const char *text)
{
    size_t i = 0;
    while (i < to->count && strcmp(to->text[i], text) != 0)
        i++;
    if (i == to->count && i < sizeof to->text / sizeof *to->text)
        to->text[to->count++] = text;
}

static void print_list(const page *p, const char *before, const distinct *list)
{
    for (size_t i = 0; i < list->count; i++)
        fprintf(p->out, "%s%s", i ? " " : before, list->text[i]);
}

/* Types, sizes and modes of what was judged. */
static void print_extent(const page *p, const validation *v)
{
    distinct types = {0}, sizes = {0}, threadgroups = {0}, maths = {0};
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->binding != &v->candidate || !one->ended || !one->outcome.judged || one->stage >= STAGE_BASELINE ||
            (stage_is_assumed(one->stage) && v->stages[one->stage].failed))
            continue;
        take(&types, one->what.type);
        take(&sizes, compose_sizes(one->binding, &one->what));
        take(&threadgroups, one->what.threadgroup);
        take(&maths, metal_math_name(one->math));
    }
    print_list(p, ": ", &types);
    fprintf(p->out, ", %zu size%s", sizes.count, sizes.count == 1 ? "" : "s");
    if (v->candidate.sized)
        print_list(p, ", threadgroups of ", &threadgroups);
    print_list(p, ", math ", &maths);
}

/* What the verdict rests on. */
static void print_judged(const page *p, const validation *v)
{
    const char *tolerance = compose_tolerance(&v->candidate);
    const validate_request *request = v->request;
    if (request->reference || request->as_reference)
        fprintf(p->out, "Judged by what %s %s: %s\n", request->reference ? request->reference : request->baseline,
                request->reference ? "returns" : "writes", tolerance ? tolerance : "the same bits");
    else if (tolerance)
        fprintf(p->out, "Tolerated beyond what the reference derives: %s\n", tolerance);
    uint64_t values = 0;
    size_t runs = 0, unpromised = 0, unanswered = 0;
    for (int i = 0; i < STAGE_SPEED; i++) {
        values += v->stages[i].judged;
        runs += v->stages[i].run;
        unpromised += v->stages[i].unpromised;
        unanswered += v->stages[i].unanswered;
    }
    if (unanswered)
        fprintf(p->out, "%zu runs are not judged: the reference raises an exception for their inputs\n", unanswered);
    if (values) {
        fprintf(p->out, "%llu values judged in %zu runs", (unsigned long long)values, runs);
        print_extent(p, v);
    } else {
        fprintf(p->out, "No value was judged%s",
                unpromised ? ": in this mode nothing is promised of any; try --math safe" : "");
    }
    fprintf(p->out, "\n\n");
}

/* What nobody said, and may be at fault in place of the kernel. */
static void print_assumed(const page *p, const validation *v)
{
    const binding *b = &v->candidate;
    const kernel_directives *says = &b->kernel->says;
    const char *const *threadgroups = binding_threadgroups(b);
    if (!says->dispatch_count)
        fprintf(p->out, "Assumed: %s, as the contract says; --dispatch says another\n", v->contract->dispatch);
    if (!b->sized || says->threadgroup_count || !threadgroups[0])
        return;
    fprintf(p->out, "Assumed: TG %s", b->intent ? b->intent : "is");
    for (size_t i = 0; threadgroups[i] && !b->intent; i++)
        fprintf(p->out, " %s", threadgroups[i]);
    fprintf(p->out, "; --threadgroups says other values\n");
}

static void print_headline(const page *p, const validation *v)
{
    const char *color = !validation_right(v) ? RED : validation_exit_code(v) == EXIT_PASS ? GREEN : YELLOW;
    fprintf(p->out, "%s%s%s%s  %s: kernel %s against contract %s on %s\n", paint(p, BOLD), paint(p, color), word_of(v),
            paint(p, PLAIN), v->request->shown, v->candidate.function->name, v->contract->name, v->device);
    fprintf(p->out, "%s\n", v->contract->title);
    if (!validation_right(v))
        print_assumed(p, v);
    print_judged(p, v);
}

static void print_indented(const page *p, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(p->out, "       %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_finding(const page *p, const finding *f)
{
    const char *mark = f->stage == STAGE_COUNT ? "hint" : f->defect ? "DEFECT" : "note";
    const char *color = f->stage == STAGE_COUNT ? YELLOW : f->defect ? RED : YELLOW;
    fprintf(p->out, "%s%-6s%s %s", paint(p, color), mark, paint(p, PLAIN), f->what);
    if (f->stage != STAGE_COUNT)
        fprintf(p->out, " (%s%s", stage_name(f->stage), f->count > 1 ? "" : ")");
    if (f->stage != STAGE_COUNT && f->count > 1)
        fprintf(p->out, ", %zu times)", f->count);
    fputc('\n', p->out);
    if (f->where)
        fprintf(p->out, "       first: %s\n", f->where);
    if (f->detail)
        print_indented(p, f->detail);
}

/* ---- What the kernel was given */

static const trial *first_failure(const validation *v)
{
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (one->binding == &v->candidate && one->ended && one->stage != STAGE_COUNT && !stage_is_assumed(one->stage) &&
            !trial_good(one) && !trial_unjudged(one))
            return one;
    }
    return NULL;
}

/* A line of the case's header that says what is passed, without its mark; NULL if it says something else. */
static const char *passed_by(const char *line)
{
    static const char *const keys[] = {"in:", "out:", "inout:", "dispatch:", "threadgroup:", "constant:", "macro:"};
    if (strncmp(line, "//! ", 4) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(line + 4, keys[i], strlen(keys[i])) == 0)
            return line + 4;
    return NULL;
}

/* The call of the first failing trial, as a case would write it. */
static void print_call(const page *p, const validation *v)
{
    const trial *one = first_failure(v);
    assay_error error = {0};
    text content = {0};
    if (!one || !compose(one->binding, &one->what, &content, &error)) {
        text_free(&content);
        return;
    }
    fprintf(p->out, "The first that failed was called so:\n");
    for (const char *line = text_string(&content); *line;) {
        size_t length = strcspn(line, "\n");
        const char *what = passed_by(line);
        if (what)
            fprintf(p->out, "       %.*s\n", (int)(length - 4), what);
        line += length + (line[length] == '\n');
    }
    fputc('\n', p->out);
    text_free(&content);
}

static void print_stages(const page *p, const validation *v)
{
    for (int i = 0; i < STAGE_SPEED; i++) {
        const stage_result *s = &v->stages[i];
        if (!s->run && !s->skipped && !s->unanswered && !*s->note)
            continue;
        fprintf(p->out, "%-18s %4zu runs, %zu failed", stage_name((stage)i), s->run, s->failed);
        if (s->unpromised)
            fprintf(p->out, ", %zu of which fast math promises nothing", s->unpromised);
        if (s->unanswered)
            fprintf(p->out, ", %zu not judged", s->unanswered);
        if (s->skipped)
            fprintf(p->out, ", %zu not possible here", s->skipped);
        if (!isnan(s->worst))
            fprintf(p->out, "; largest error %.3g of its bound (%s)", s->worst, s->worst_where);
        if (*s->note)
            fprintf(p->out, "; %s", s->note);
        fputc('\n', p->out);
    }
    if (!v->stages[STAGE_CHECKED].run && !*v->stages[STAGE_CHECKED].note)
        fprintf(p->out, "%-18s not run\n", stage_name(STAGE_CHECKED));
}

static void print_speed(const page *p, const validation *v)
{
    const speed *s = &v->speed;
    static const char *const words[] = {"faster", "same speed", "slower"};
    if (!s->count) {
        if (!validation_right(v) && !v->request->skip_speed)
            fprintf(p->out, "%-18s not measured, since it is not right\n", stage_name(STAGE_SPEED));
        return;
    }
    fprintf(p->out, "\nSpeed of %s; a copy reaches %.3g GB/s here, multiply-adds %.3g GFLOP/s%s\n", s->row[0].type,
            s->copy_bandwidth / 1e9, s->peak / 1e9,
            v->software ? " (software, in seconds of processors: no measure of any GPU)" : "");
    for (size_t i = 0; i < s->count; i++) {
        const speed_row *row = &s->row[i];
        if (!row->candidate.count)
            continue;
        double time = row->candidate.median;
        fprintf(p->out, "  %-24s %9.3f ms (%.3f to %.3f)  %7.3g GB/s (%.0f %%)  %7.3g GFLOP/s (%.0f %%)", row->sizes,
                time * 1e3, row->candidate.low * 1e3, row->candidate.high * 1e3, row->bytes / time / 1e9,
                s->copy_bandwidth > 0 ? 100 * row->bytes / time / s->copy_bandwidth : 0, row->operations / time / 1e9,
                s->peak > 0 ? 100 * row->operations / time / s->peak : 0);
        if (row->ratio > 0)
            fprintf(p->out, "  %s: %.2f times the baseline's time (%.2f to %.2f) in %zu rounds",
                    row->disagree ? "rounds disagree" : words[1 + row->verdict], row->ratio, row->ratio_low,
                    row->ratio_high, row->candidate.count / SPEED_REPEATS);
        fputc('\n', p->out);
    }
}

void verdict_print(const validation *v, FILE *out, bool color)
{
    page p = {out, color};
    print_headline(&p, v);
    for (size_t i = 0; i < v->finding_count; i++)
        if (v->findings[i].defect)
            print_finding(&p, &v->findings[i]);
    for (size_t i = 0; i < v->finding_count; i++)
        if (!v->findings[i].defect)
            print_finding(&p, &v->findings[i]);
    if (v->finding_count)
        fputc('\n', out);
    if (!validation_right(v))
        print_call(&p, v);
    print_stages(&p, v);
    print_speed(&p, v);
    fprintf(out, "\n%.1f s\n", v->seconds);
}

/* ---- JSON */

static void json_samples(text *out, const char *key, const samples *s)
{
    json_open(out, key, '{');
    json_number(out, "median", s->median);
    json_number(out, "low", s->low);
    json_number(out, "high", s->high);
    json_open(out, "samples", '[');
    for (size_t i = 0; i < s->count; i++)
        json_number(out, NULL, s->value[i]);
    json_close(out, ']');
    json_close(out, '}');
}

/* Where its line counts. */
static const char *file_of(const validation *v, const finding *f)
{
    return f->file ? f->file : v->request->shown;
}

static void json_findings(text *out, const validation *v)
{
    json_open(out, "findings", '[');
    for (size_t i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        json_open(out, NULL, '{');
        json_string(out, "kind", f->stage == STAGE_COUNT ? "hint" : f->defect ? "defect" : "note");
        json_string(out, "check", f->stage == STAGE_COUNT ? "diagnosis" : stage_name(f->stage));
        json_string(out, "what", f->what);
        json_string(out, "where", f->where);
        json_string(out, "detail", f->detail);
        json_string(out, "file", f->line ? file_of(v, f) : NULL);
        json_number(out, "line", f->line ? f->line : (double)NAN);
        json_unsigned(out, "count", f->count);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_stages(text *out, const validation *v)
{
    json_open(out, "checks", '[');
    for (int i = 0; i < STAGE_SPEED; i++) {
        const stage_result *s = &v->stages[i];
        json_open(out, NULL, '{');
        json_string(out, "name", stage_name((stage)i));
        json_string(out, "meaning", stage_meaning((stage)i));
        json_unsigned(out, "run", s->run);
        json_unsigned(out, "judged", s->judged);
        json_unsigned(out, "failed", s->failed);
        json_unsigned(out, "skipped", s->skipped);
        json_unsigned(out, "unpromised", s->unpromised);
        json_unsigned(out, "unanswered", s->unanswered);
        json_number(out, "worst_of_bound", s->worst);
        json_string(out, "worst_where", *s->worst_where ? s->worst_where : NULL);
        json_string(out, "note", *s->note ? s->note : NULL);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Each trial's error, for the plots. */
static void json_trials(text *out, const validation *v)
{
    json_open(out, "trials", '[');
    for (size_t i = 0; i < v->trials.count; i++) {
        const trial *one = &v->trials.item[i];
        if (!one->ended || one->stage == STAGE_COUNT || one->stage == STAGE_SPEED)
            continue;
        json_open(out, NULL, '{');
        json_string(out, "check", stage_name(one->stage));
        json_string(out, "type", one->what.type);
        json_string(out, "sizes", compose_sizes(one->binding, &one->what));
        json_string(out, "threadgroup", one->what.threadgroup);
        json_string(out, "inputs", one->what.inputs ? one->what.inputs->title : "ordinary");
        json_string(out, "math", metal_math_name(one->math));
        json_string(out, "functions", metal_functions_name(one->functions));
        json_bool(out, "baseline", one->binding == &v->baseline);
        json_string(out, "verdict", verdict_name(one->outcome.verdict));
        bool measured = one->outcome.worst_unit && strcmp(one->outcome.worst_unit, "of bound") == 0;
        json_number(out, "of_bound", measured ? one->outcome.worst : NAN);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_speed(text *out, const validation *v)
{
    static const char *const words[] = {"faster", "same", "slower"};
    json_open(out, "speed", '{');
    json_number(out, "copy_bytes_per_second", v->speed.copy_bandwidth);
    json_number(out, "peak_operations_per_second", v->speed.peak);
    json_open(out, "rows", '[');
    for (size_t i = 0; i < v->speed.count; i++) {
        const speed_row *row = &v->speed.row[i];
        json_open(out, NULL, '{');
        json_string(out, "sizes", row->sizes);
        json_string(out, "type", row->type);
        json_number(out, "bytes", row->bytes);
        json_number(out, "operations", row->operations);
        json_samples(out, "candidate", &row->candidate);
        if (row->baseline.count) {
            json_samples(out, "baseline", &row->baseline);
            json_number(out, "ratio", row->ratio);
            json_number(out, "ratio_low", row->ratio_low);
            json_number(out, "ratio_high", row->ratio_high);
            json_number(out, "confidence", row->confidence);
            json_string(out, "verdict", words[1 + row->verdict]);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

/* What a line of a workflow command may not hold. */
static void print_escaped(FILE *out, const char *text, bool property)
{
    for (; *text; text++)
        if (strchr("%\r\n", *text) || (property && strchr(":,", *text)))
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
}

void verdict_annotate(const validation *v, FILE *out)
{
    for (size_t i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        fprintf(out, "::%s file=", f->defect ? "error" : "notice");
        print_escaped(out, file_of(v, f), true);
        fprintf(out, ",line=%d,title=", f->line ? f->line : v->candidate.function->line);
        print_escaped(out, f->stage == STAGE_COUNT ? "hint" : f->defect ? "defect" : "note", true);
        fprintf(out, "::");
        print_escaped(out, f->what, false);
        for (int part = 0; part < 2; part++) {
            const char *more = part ? f->detail : f->where;
            if (more && *more)
                fprintf(out, "%%0A");
            print_escaped(out, more ? more : "", false);
        }
        fputc('\n', out);
    }
}

void verdict_json(const validation *v, text *out)
{
    json_open(out, NULL, '{');
    json_string(out, "kind", "validation");
    json_unsigned(out, "version", VERDICT_JSON_VERSION);
    json_string(out, "verdict", word_of(v));
    if (validation_right(v) && !validation_judged(v))
        json_string(out, "right", NULL); /* null: nobody knows */
    else
        json_bool(out, "right", validation_right(v));
    json_unsigned(out, "exit_code", (uint64_t)validation_exit_code(v));
    json_string(out, "file", v->request->shown);
    json_string(out, "kernel", v->candidate.function->name);
    json_unsigned(out, "line", (uint64_t)v->candidate.function->line);
    if (v->candidate.function->stack_told)
        json_unsigned(out, "stack_bytes", v->candidate.function->stack);
    else
        json_string(out, "stack_bytes", NULL);
    json_string(out, "baseline", v->request->baseline);
    json_string(out, "reference",
                v->request->reference      ? v->request->reference
                : v->request->as_reference ? v->request->baseline
                                           : NULL);
    json_string(out, "contract", v->contract->name);
    json_string(out, "title", v->contract->title);
    json_string(out, "tolerance", compose_tolerance(&v->candidate));
    json_string(out, "device", v->device);
    json_bool(out, "software", v->software);
    json_unsigned(out, "seed", v->request->run.seed);
    json_number(out, "seconds", v->seconds);
    json_findings(out, v);
    json_stages(out, v);
    json_speed(out, v);
    json_trials(out, v);
    json_close(out, '}');
    text_add(out, "\n");
}
