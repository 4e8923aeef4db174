/* declare_expect.c: keys that say what is expected, of results, of the compiler and of the API. */
#include "declare_keys.h"
#include "cursor.h"
#include "../internal.h"
#include <string.h>

bool declare_key_expect(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    declared_text *expect = ARENA_PUSH(&file->memory, file->expects, file->expect_count);
    expect->line = entry->line;
    expect->name = cursor_name(&c);
    if (!expect->name || !cursor_take(&c, "="))
        return cursor_fail(&c, "`OUT = reference(…)`, `values …`, `same NAME`, `set {…}` or `unjudged` is expected");
    cursor_blanks(&c);
    expect->text = c.at;
    return *expect->text || cursor_fail(&c, "what `%s` must be is missing", expect->name);
}

bool declare_key_compare(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error), ahead = c;
    declared_text *compare = ARENA_PUSH(&file->memory, file->compares, file->compare_count);
    compare->line = entry->line;
    const char *name = cursor_name(&ahead);
    if (name && cursor_take(&ahead, ":")) {
        compare->name = name;
        c = ahead;
    }
    cursor_blanks(&c);
    compare->text = c.at;
    return *compare->text || cursor_fail(&c, "`bits`, `ulp N`, `interval`, `set` or `near ABS REL` is expected");
}

bool declare_key_reject(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    file->must_reject = true;
    file->reject_words = entry->value;
    file->reject_at = entry->line;
    return true;
}

/* no_pipeline: WORDS, of the error that the only kernel gives instead of a pipeline */
bool declare_key_no_pipeline(case_file *file, const header_entry *entry, assay_error *error)
{
    if (file->must_reject)
        return assay_fail(error, file->path, entry->line, "`reject` and `no_pipeline` exclude each other");
    file->no_pipeline = true;
    return declare_key_reject(file, entry, error);
}

bool declare_key_options(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->options = (declared_text){.text = entry->value, .line = entry->line};
    return *entry->value ||
           cursor_fail(&c, "`max_threads N`, `required_threads W x H x D` or `optimize size` is expected");
}

/* reflect: [KERNEL:] PATH = VALUE [, …] */
bool declare_key_reflect(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error), ahead = c;
    const char *kernel = cursor_name(&ahead);
    bool named = kernel && cursor_take(&ahead, ":");
    if (named)
        c = ahead;
    do {
        const char *text = cursor_until(&c, ",");
        if (!text)
            return false;
        *ARENA_PUSH(&file->memory, file->reflects, file->reflect_count) =
            (declared_text){.name = named ? kernel : NULL, .text = text, .line = entry->line};
    } while (cursor_take(&c, ","));
    return true;
}

/* expect_log: LEVEL [SUBSYSTEM:CATEGORY] TEXT, or `none` */
bool declare_key_expect_log(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error), ahead = c;
    const char *level = cursor_name(&ahead);
    uint32_t number;
    bool none = level && strcmp(level, "none") == 0 && cursor_end(&ahead);
    if (!none && (!level || !metal_log_level(level, &number) || !cursor_take(&ahead, "[") || !strchr(ahead.at, ':') ||
                  !strstr(ahead.at, "] ")))
        return cursor_fail(&c, "`LEVEL [SUBSYSTEM:CATEGORY] TEXT` or `none` is expected; levels are debug, info, "
                               "default, error and fault");
    *ARENA_PUSH(&file->memory, file->logs, file->log_count) =
        (declared_text){.text = none ? NULL : entry->value, .line = entry->line};
    return true;
}

bool declare_key_control(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    file->control_edit = entry->value;
    file->control_line = entry->line;
    return true;
}

bool declare_key_grade(case_file *file, const header_entry *entry, assay_error *error)
{
    static const char *const known[] = {"error stated", "rule stated", "inferred"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], entry->value) == 0) {
            file->grade = known[i];
            return true;
        }
    return assay_fail(error, file->path, entry->line,
                      "unknown grade `%s`; there are: error stated, rule stated, inferred", entry->value);
}

/* refusal: WHY */
bool declare_key_refusal(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->refusal = entry->value;
    return *entry->value || cursor_fail(&c, "say why a compiler may refuse the program");
}

/* alone: WHY */
bool declare_key_alone(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->alone = entry->value;
    return *entry->value || cursor_fail(&c, "say why the case could hang a device");
}

/* before: WHY */
bool declare_key_before(case_file *file, const header_entry *entry, assay_error *error)
{
    cursor c = declare_cursor_on(file, entry, error);
    file->before = entry->value;
    return *entry->value || cursor_fail(&c, "say why an older language version may take the program");
}

bool declare_key_mutant(case_file *file, const header_entry *entry, assay_error *error)
{
    (void)error;
    declared_text *mutant = ARENA_PUSH(&file->memory, file->mutant_texts, file->mutant_text_count);
    mutant->line = entry->line;
    mutant->text = entry->value;
    return true;
}
