/* declare_about.c: keys that say what a case is about, what it needs, and over which axes it goes. */
#include "declare_keys.h"
#include "cursor.h"
#include "../internal.h"
#include "../../base/nearest.h"
#include <string.h>

/* ---- What it is about */

bool declare_key_title(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->title = entry->value;
    file->title_line = entry->line;
    return *file->title || cursor_fail(&c, "the title is empty; say the behaviour in one sentence");
}

bool declare_key_verifies(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->verifies_line = entry->line;
    return declare_words(&c, &file->verifies, &file->verifies_count) &&
           declare_distinct(&c, file->verifies, file->verifies_count);
}

/* sweep: INPUT */
bool declare_key_sweep(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->sweep = (declared_text){.name = cursor_name(&c), .line = entry->line};
    return file->sweep.name ? cursor_end(&c) || cursor_fail(&c, "`%s` is left over after the input", c.at)
                            : cursor_fail(&c, "the name of the input to sweep is expected");
}

/* generate: NAME(INPUT) */
bool declare_key_generate(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    const char *name = cursor_name(&c), *inside = name ? cursor_bracketed(&c, '(') : NULL;
    if (!name || !inside || !cursor_end(&c))
        return *error->text ? false : cursor_fail(&c, "``generate: NAME(INPUT)`` is expected");
    nearest search = nearest_to(name, strlen(name));
    file->generate = (declared_text){.name = name, .text = inside, .line = entry->line};
    for (const program_entry *entry_ = program_all(); entry_->name; entry_++) {
        if (strcmp(entry_->name, name) == 0)
            return true;
        nearest_offer(&search, entry_->name);
    }
    return cursor_fail(&c, "unknown generator of programs `%s`%s%s; reference/core/programs.def lists all", name,
                       search.best ? "; did you mean " : "", search.best ? search.best : "");
}

bool declare_key_note(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)file, (void)entry, (void)error;
    return true;
}

/* ---- What it needs */

static bool version(cursor *c, unsigned shift, uint32_t *result)
{
    uint32_t major, minor = 0;
    if (!cursor_index(c, 255, &major) || (*c->at == '.' && (c->at++, !cursor_index(c, 255, &minor))))
        return false;
    *result = major << shift | minor;
    return true;
}

static bool need_msl(case_file *file, cursor *c)
{
    return version(c, 16, &file->requires.msl_min);
}

static bool need_msl_before(case_file *file, cursor *c)
{
    return version(c, 16, &file->requires.msl_before);
}

static bool need_os(case_file *file, cursor *c)
{
    return version(c, 8, &file->requires.os);
}

static bool need_threads(case_file *file, cursor *c)
{
    return cursor_index(c, 1024, &file->requires.threads);
}

static bool need_simd_width(case_file *file, cursor *c)
{
    return cursor_index(c, 64, &file->requires.simd_width);
}

static bool need_family(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    uint32_t family;
    if (!name || !metal_family_from_name(name, &family))
        return cursor_fail(c, "unknown GPU family `%s`; families are apple1 …, mac2, common1 …, metal3 …",
                           name ? name : "");
    uint32_t *list = (uint32_t *)file->requires.families;
    *ARENA_PUSH(&file->memory, list, file->requires.family_count) = family;
    file->requires.families = list;
    return true;
}

static bool need_feature(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    if (!name)
        return cursor_fail(c, "the feature's name is missing");
    nearest search = nearest_to(name, strlen(name));
    for (const case_feature *feature = case_features(); feature->name; feature++) {
        nearest_offer(&search, feature->name);
        if (strcmp(feature->name, name) != 0)
            continue;
        const char **list = (const char **)file->requires.features;
        *ARENA_PUSH(&file->memory, list, file->requires.feature_count) = feature->name;
        file->requires.features = list;
        return true;
    }
    return cursor_fail(c, "unknown feature `%s`%s%s; harness/case/features.def lists all", name,
                       search.best ? "; did you mean " : "", search.best ? search.best : "");
}

static const struct {
    const char *name;
    bool (*read)(case_file *, cursor *);
} needs[] = {
    {"msl-before", need_msl_before}, {"msl", need_msl}, {"family", need_family},
    {"feature", need_feature},       {"os", need_os},   {"threads", need_threads},
    {"simd_width", need_simd_width},
};

static bool need(case_file *file, cursor *c)
{
    const char *name = cursor_word(c);
    if (!name)
        return cursor_fail(c, "a requirement is missing between commas");
    nearest search = nearest_to(name, strlen(name));
    for (size_t n = 0; n < sizeof needs / sizeof *needs; n++) {
        nearest_offer(&search, needs[n].name);
        if (strcmp(needs[n].name, name) == 0)
            return needs[n].read(file, c) && (cursor_end(c) || cursor_fail(c, "`%s` is left over", c->at));
    }
    return cursor_fail(c, "unknown requirement `%s`%s%s", name, search.best ? "; did you mean " : "",
                       search.best ? search.best
                                   : ": there are msl, msl-before, family, feature, os, threads, simd_width");
}

bool declare_key_requires(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    do {
        const char *one = cursor_until(&c, ",");
        cursor part = {one, c.memory, c.file, c.line, error};
        if (!one || !need(file, &part))
            return false;
    } while (cursor_take(&c, ","));
    return true;
}

/* ---- Axes */

static bool axis_words(case_file *file, const header_entry *entry, const char *const *known, const char ***list,
                       size_t *count, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    if (!declare_words(&c, list, count) || !declare_distinct(&c, *list, *count))
        return false;
    for (size_t i = 0; i < *count; i++) {
        size_t k = 0;
        while (known[k] && strcmp(known[k], (*list)[i]) != 0)
            k++;
        if (!known[k])
            return cursor_fail(&c, "unknown value `%s` of %s; there are: %s %s %s", (*list)[i], entry->key, known[0],
                               known[1], known[2] ? known[2] : "");
    }
    return true;
}

bool declare_key_math(case_file *file, const header_entry *entry, assay_error *error)
{
    file->math_line = entry->line;
    return axis_words(file, entry, metal_math_names, &file->math, &file->math_count, error);
}

bool declare_key_functions(case_file *file, const header_entry *entry, assay_error *error)
{
    file->functions_line = entry->line;
    return axis_words(file, entry, metal_functions_names, &file->functions, &file->functions_count, error);
}

bool declare_key_msl(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->msl_line = entry->line;
    if (!declare_words(&c, &file->msl, &file->msl_count) || !declare_distinct(&c, file->msl, file->msl_count))
        return false;
    for (size_t i = 0; i < file->msl_count; i++) {
        cursor one = {file->msl[i], c.memory, c.file, c.line, error};
        uint32_t value;
        if (!version(&one, 16, &value) || !cursor_end(&one))
            return cursor_fail(&c, "`%s` is no language version; write `2.4`, `3.0`, …", file->msl[i]);
    }
    return true;
}

bool declare_key_for(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->parameters, entry->value, entry->line, error);
}

bool declare_key_subcases(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->subcases, entry->value, entry->line, error);
}

bool declare_key_tune(case_file *file, const header_entry *entry, assay_error *error)
{
    return axes_parse(file, &file->tune, entry->value, entry->line, error);
}
