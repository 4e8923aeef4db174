/* declare.c: what each key of a header means, as far as it can be said before parameters have values. One function per
 * key, one table of keys. Names and expressions are checked later, when a case is instantiated. */
#include "declare_keys.h"
#include "../inventory/families.h"
#include "../internal.h"
#include "../../base/nearest.h"
#include <string.h>

/* ---- The table */

static const struct {
    const char *name;
    bool once;
    bool (*read)(case_file *, const header_entry *, assay_error *);
} keys[] = {
    {"title", true, declare_key_title},        {"verifies", true, declare_key_verifies},
    {"requires", true, declare_key_requires},  {"msl", true, declare_key_msl},
    {"math", true, declare_key_math},          {"functions", true, declare_key_functions},
    {"for", false, declare_key_for},           {"subcases", true, declare_key_subcases},
    {"constant", false, declare_key_constant}, {"macro", false, declare_key_macro},
    {"dispatch", false, declare_key_dispatch}, {"threadgroup", false, declare_key_threadgroup},
    {"in", false, declare_key_argument},       {"out", false, declare_key_argument},
    {"inout", false, declare_key_argument},    {"expect", false, declare_key_expect},
    {"compare", false, declare_key_compare},   {"reject", true, declare_key_reject},
    {"control", true, declare_key_control},    {"grade", true, declare_key_grade},
    {"refusal", true, declare_key_refusal},    {"mutant", false, declare_key_mutant},
    {"note", false, declare_key_note},         {"generate", true, declare_key_generate},
    {"tune", true, declare_key_tune},          {"no_pipeline", true, declare_key_no_pipeline},
    {"options", true, declare_key_options},    {"reflect", false, declare_key_reflect},
    {"sweep", true, declare_key_sweep},        {"alone", true, declare_key_alone},
    {"before", true, declare_key_before},      {"expect_log", false, declare_key_expect_log},
    {"blit", false, declare_key_blit},
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static bool declare(case_file *file, const header_entry *entry, int *seen, assay_error *error)
{
    nearest search = nearest_to(entry->key, strlen(entry->key));
    for (int k = 0; k < KEY_COUNT; k++) {
        nearest_offer(&search, keys[k].name);
        if (strcmp(keys[k].name, entry->key) != 0)
            continue;
        if (seen[k] && keys[k].once)
            return assay_fail(error, file->path, entry->line, "`%s` stands twice; it was given on line %d", entry->key,
                              seen[k]);
        seen[k] = entry->line;
        return keys[k].read(file, entry, error);
    }
    return assay_fail(error, file->path, entry->line, "unknown key `%s`%s%s%s", entry->key,
                      search.best ? "; did you mean `" : "; cases/README.md lists the keys",
                      search.best ? search.best : "", search.best ? "`?" : "");
}

/* ---- All */
bool declare_all(case_file *file, const header_entry *entries, size_t count, assay_error *error)
{
    int seen[KEY_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        if (!declare(file, &entries[i], seen, error))
            return false;
    return families_verified(file, error) && declare_complete(file, error) && declare_names_unique(file, error) &&
           declare_mark_planes(file, error) && declare_mark_members(file, error) && tune_good(file, error) &&
           declare_place_arguments(file, error) && declare_check_outs(file, error);
}
