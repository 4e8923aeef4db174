/* promise.c: reads `expect`'s right-hand side. The name of a reference may be a parameter, so that one file can test a
 * family of functions; its arguments are names of inputs or expressions. */
#include "promise.h"
#include "../../../reference/formula/formula.h"
#include "cursor.h"
#include "../internal.h"
#include "../../base/nearest.h"
#include <string.h>

typedef struct reading {
    const case_instance *instance;
    const expression_scope *scope;
    cursor c;
    case_promise *promise;
} reading;

static int32_t find_argument(const reading *r, const char *name)
{
    const char *text = expression_text(r->scope, name, strlen(name));
    for (size_t i = 0; i < r->instance->argument_count; i++)
        if (strcmp(r->instance->arguments[i].name, text ? text : name) == 0)
            return (int32_t)i;
    return -1;
}

static bool readable(reading *r, int32_t argument)
{
    const case_argument *a = &r->instance->arguments[argument];
    return a->role != ROLE_OUT ||
           cursor_fail(&r->c, "`%s` is an output without initial content; a reference reads inputs", a->name);
}

static bool reference_argument_from(reading *r, const char *text)
{
    case_promise *promise = r->promise;
    if (promise->given_count == PROMISE_MOST_ARGUMENTS)
        return cursor_fail(&r->c, "more than %d arguments", PROMISE_MOST_ARGUMENTS);
    promise_argument *given = &promise->given[promise->given_count++];
    size_t length = identifier_length(text);
    given->argument = length && !text[length] ? find_argument(r, text) : -1;
    if (given->argument >= 0)
        return readable(r, given->argument);
    literal value;
    if (!literal_parse(text, strlen(text), r->scope, &value, r->c.error))
        return false;
    if (value.kind == LITERAL_NAN)
        return cursor_fail(&r->c, "NaN is no argument of a reference");
    given->number = value.kind == LITERAL_BITS ? (double)value.bits : value.value.number;
    return true;
}

static bool find_reference(reading *r, const char *name)
{
    const char *text = expression_text(r->scope, name, strlen(name));
    if (text)
        name = text;
    r->promise->reference = reference_find(name);
    if (r->promise->reference)
        return true;
    nearest search = nearest_to(name, strlen(name));
    for (const reference_entry *entry = reference_all(); entry->name; entry++)
        nearest_offer(&search, entry->name);
    return cursor_fail(&r->c, "unknown reference `%s`%s%s; reference/core/references.def lists all", name,
                       search.best ? "; did you mean " : "", search.best ? search.best : "");
}

/* The names of a formula are the arguments of its reference. */
static bool read_formula(reading *r, const char *inside)
{
    char names[PROMISE_MOST_ARGUMENTS][FORMULA_NAME_SIZE];
    const char *error = NULL;
    case_promise *promise = r->promise;
    size_t count;
    promise->text = inside;
    if (!formula_names(inside, names, &count, &error))
        return cursor_fail(&r->c, "formula: %s", error);
    for (size_t i = 0; i < count; i++) {
        promise->names[i] = arena_text(r->c.memory, names[i], strlen(names[i]));
        if (!reference_argument_from(r, promise->names[i]))
            return false;
    }
    return true;
}

static bool read_reference(reading *r, const char *name)
{
    r->promise->kind = PROMISE_REFERENCE;
    const char *inside = cursor_bracketed(&r->c, '(');
    if (!inside || !find_reference(r, name))
        return false;
    if (strcmp(r->promise->reference->name, "formula") == 0)
        return read_formula(r, inside);
    cursor a = {inside, r->c.memory, r->c.file, r->c.line, r->c.error};
    while (!cursor_end(&a)) {
        const char *text = cursor_until(&a, ",");
        if (!text || !reference_argument_from(r, text))
            return false;
        if (cursor_take(&a, ",") && cursor_end(&a))
            return cursor_fail(&r->c, "an argument is missing after the last comma");
    }
    return true;
}

static bool read_same(reading *r, const case_argument *out)
{
    r->promise->kind = PROMISE_SAME;
    const char *name = cursor_name(&r->c);
    r->promise->same = name ? find_argument(r, name) : -1;
    if (r->promise->same < 0)
        return cursor_fail(&r->c, "`same` needs the name of an input, not `%s`", name ? name : r->c.at);
    const case_argument *from = &r->instance->arguments[r->promise->same];
    if (!readable(r, r->promise->same))
        return false;
    bool fits =
        from->type.scalar == out->type.scalar && from->type.lanes == out->type.lanes && from->count >= out->count;
    return fits || cursor_fail(&r->c, "`%s` has another type than `%s`, or fewer elements", from->name, out->name);
}

static bool literals_fit(reading *r, const case_argument *out)
{
    uint64_t bits;
    for (size_t i = 0; i < r->promise->literal_count; i++)
        if (!literal_encode(&r->promise->literals[i], out->type.scalar, r->scope, &bits, r->c.error))
            return false;
    return true;
}

static bool read_literals(reading *r, const char *text, char separator, const case_argument *out)
{
    case_promise *p = r->promise;
    return literals_parse(text, separator, r->scope, r->c.memory, &p->literals, &p->literal_count, &p->repeats,
                          r->c.error) &&
           literals_fit(r, out);
}

static bool read_values(reading *r, const case_argument *out)
{
    r->promise->kind = PROMISE_VALUES;
    size_t components = out->count * out->type.lanes;
    const char *text = r->c.at;
    r->c.at += strlen(text);
    if (!read_literals(r, text, ' ', out))
        return false;
    size_t count = r->promise->literal_count;
    if (count > components)
        return cursor_fail(&r->c, "%zu values for the %zu components of `%s`", count, components, out->name);
    return count == components || r->promise->repeats ||
           cursor_fail(&r->c, "%zu values for the %zu components of `%s`; end the list in `…` to repeat the last",
                       count, components, out->name);
}

static bool read_set(reading *r, const case_argument *out)
{
    r->promise->kind = PROMISE_SET;
    const char *inside = cursor_bracketed(&r->c, '{');
    if (!inside || !read_literals(r, inside, ',', out))
        return false;
    return !r->promise->repeats || cursor_fail(&r->c, "a set has no `…`");
}

/* Only what the harness writes for itself (assay validate) names one: a case of the suite holds all that it expects. */
static bool read_file(reading *r)
{
    r->promise->kind = PROMISE_FILE;
    cursor_blanks(&r->c);
    r->promise->text = r->c.at;
    r->c.at += strlen(r->c.at);
    return !r->instance->of->file->in_tree ||
           cursor_fail(&r->c, "`file` is for files outside the tree: here a reference says what is expected");
}

bool promise_parse(const case_instance *instance, const case_expectation *what, arena *memory, case_promise *promise,
                   assay_error *error)
{
    const case_box *box = (const case_box *)instance;
    expression_scope scope = box->scope;
    scope.line = what->line;
    reading r = {instance, &scope, {what->text, memory, scope.file, what->line, error}, promise};
    const case_argument *out = &instance->arguments[what->argument];
    *promise = (case_promise){.same = -1};
    const char *word = cursor_name(&r.c);
    if (!word)
        return cursor_fail(
            &r.c, "`reference(…)`, `values …`, `same NAME`, `set {…}` or `unjudged` is expected, not `%s`", r.c.at);
    bool good = strcmp(word, "unjudged") == 0 ? true
                : strcmp(word, "same") == 0   ? read_same(&r, out)
                : strcmp(word, "values") == 0 ? read_values(&r, out)
                : strcmp(word, "set") == 0    ? read_set(&r, out)
                : strcmp(word, "file") == 0   ? read_file(&r)
                                              : read_reference(&r, word);
    return good && (cursor_end(&r.c) || cursor_fail(&r.c, "`%s` is left over", r.c.at));
}
