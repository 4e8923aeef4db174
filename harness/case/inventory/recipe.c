/* recipe.c: the steps of the recipe, one function each, in its order. Tables are asked; of files that this program does
 * not read otherwise, the words count. */
#include "recipe.h"
#include "../../../reference/accuracy/accuracy_table.h"
#include "../../../reference/accuracy/function_groups.h"
#include "../../base/file.h"
#include "../internal.h"
#include <stdio.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

typedef struct recipe {
    const char *tree;
    const accuracy_table *table;
    const requirements *known;
    arena *memory;
    recipe_step *steps;
    size_t count;
} recipe;

static void left(recipe *r, int step, const char *file, const char *sentence)
{
    *ARENA_PUSH(r->memory, r->steps, r->count) = (recipe_step){
        file, arena_format(r->memory, "%s (CONTRIBUTING.md, a new library function, step %d)", sentence, step)};
}

/* Step 1: an id for each row of the table. */
static void ids_are_there(recipe *r)
{
    for (size_t i = 0; r->known && i < r->table->entry_count; i++) {
        const accuracy_entry *entry = &r->table->entries[i];
        const char *id = arena_format(r->memory, "ulp.%s.%s.%s", assay_scalar_name(entry->type),
                                      entry->precise ? "precise" : "fast", entry->function);
        if (!requirements_find(r->known, id))
            left(r, 1, "cases/requirements.tsv",
                 arena_format(r->memory, "`%s` is no id, but accuracy.tsv has a row for it", id));
    }
}

/* Whether the table has a row of the function. */
static bool has_row(const accuracy_table *table, const char *function)
{
    for (size_t i = 0; i < table->entry_count; i++)
        if (strcmp(table->entries[i].function, function) == 0)
            return true;
    return false;
}

/* The function of `ulp.TYPE.precise.FUNCTION` or `ulp.TYPE.fast.FUNCTION`; NULL of any other id, such as those that
 * speak of what the tables leave out. */
static const char *function_of(const char *id)
{
    static const char *const modes[] = {".precise.", ".fast."};
    const char *after = strncmp(id, "ulp.", 4) == 0 ? id + 4 + strcspn(id + 4, ".") : "";
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
        if (strncmp(after, modes[m], strlen(modes[m])) == 0 && !strchr(after + strlen(modes[m]), '.'))
            return after + strlen(modes[m]);
    return NULL;
}

/* Step 2: each function that has ids is in the table. */
static void ids_have_rows(recipe *r)
{
    for (size_t i = 0; r->known && i < requirements_count(r->known); i++) {
        const char *id = requirements_at(r->known, i)->id, *function = function_of(id);
        if (function && !has_row(r->table, function))
            left(r, 2, "reference/accuracy.tsv",
                 arena_format(r->memory, "`%s` has no row, but `%s` is an id", function, id));
    }
}

/* Step 2: functions of one argument are in each table of float and half. */
static void rows_are_there(recipe *r, const char *function)
{
    static const struct {
        assay_scalar type;
        bool fast;
        const char *name;
    } tables[] = {
        {SCALAR_FLOAT, false, "precise float"}, {SCALAR_FLOAT, true, "fast float"}, {SCALAR_HALF, false, "half"}};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        if (!accuracy_find(r->table, function, tables[t].type, tables[t].fast))
            left(r, 2, "reference/accuracy.tsv",
                 arena_format(r->memory, "the row of `%s` has nothing for %s", function, tables[t].name));
}

/* The references of a function with two results are named after it: modf_whole. */
static bool has_reference(const char *function)
{
    size_t length = strlen(function);
    for (const reference_entry *entry = reference_all(); entry->name; entry++)
        if (strncmp(entry->name, function, length) == 0 && (!entry->name[length] || entry->name[length] == '_'))
            return true;
    return false;
}

/* Whether two other functions' references judge it: sincos. */
static bool is_pair(const accuracy_table *table, const char *function)
{
    for (size_t i = 0; i < table->entry_count; i++)
        if (strcmp(table->entries[i].function, function) == 0 && table->entries[i].rows[0].rule.kind == ACCURACY_PAIR)
            return true;
    return false;
}

/* Step 3: each function of the table has a reference. */
static void references_are_there(recipe *r)
{
    for (size_t i = 0; i < r->table->entry_count; i++) {
        const char *function = r->table->entries[i].function;
        bool met = false;
        for (size_t before = 0; before < i && !met; before++)
            met = strcmp(r->table->entries[before].function, function) == 0;
        if (!met && !has_reference(function) && !is_pair(r->table, function))
            left(r, 3, "reference/core/real_functions.def",
                 arena_format(r->memory, "`%s` is missing, but accuracy.tsv has a row for it", function));
    }
}

/* The text of a file of the tree; a step is left if it cannot be read. */
static const char *read_text(recipe *r, int step, const char *file)
{
    assay_error error;
    size_t size;
    const char *text =
        file_text(r->memory, arena_format(r->memory, "%s/%s", r->tree, file), LARGEST_FILE, &size, &error);
    if (!text)
        left(r, step, file, error.text);
    return text;
}

/* Steps 4 and 5: files that name each function of one argument, or else `or_file` does. */
static void words_are_there(recipe *r, const char *const *functions, size_t count)
{
    static const struct {
        int step;
        const char *file, *or_file, *lacks;
    } files[] = {
        {4, "reference/accuracy/accuracy_test.c", NULL, "does not transcribe"},
        {5, "tools/softmetal/include/metal_math", "tools/softmetal/include/__msl/engine_math.h", "does not define"},
        {5, "tools/softmetal/engine/functions/math_test.c", NULL, "does not test"}};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        const char *text = read_text(r, files[f].step, files[f].file);
        const char *more = files[f].or_file ? read_text(r, files[f].step, files[f].or_file) : "";
        for (size_t n = 0; text && more && n < count; n++)
            if (!code_has_word(text, functions[n]) && !code_has_word(more, functions[n]))
                left(r, files[f].step, files[f].file, arena_format(r->memory, "%s `%s`", files[f].lacks, functions[n]));
    }
}

size_t recipe_left(const char *tree, const accuracy_table *table, const requirements *known, arena *memory,
                   recipe_step **steps)
{
    recipe r = {.tree = tree, .table = table, .known = known, .memory = memory};
    const char *functions[MOST_GROUPED];
    size_t count = function_group_members("functions", functions);
    ids_are_there(&r);
    ids_have_rows(&r);
    for (size_t n = 0; n < count; n++)
        rows_are_there(&r, functions[n]);
    references_are_there(&r);
    words_are_there(&r, functions, count);
    *steps = r.steps;
    return r.count;
}
