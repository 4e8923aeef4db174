/* declare_value.c: what the values of several keys are made of: words, each of them once. */
#include "declare_keys.h"
#include "cursor.h"
#include "../internal.h"
#include <string.h>

cursor declare_cursor_on(case_file *file, const header_entry *entry, assay_error *error)
{
    return (cursor){entry->value, &file->memory, file->path, entry->line, error};
}

/* Words separated by blanks. */
bool declare_words(cursor *c, const char ***list, size_t *count)
{
    for (const char *word; (word = cursor_word(c));)
        *ARENA_PUSH(c->memory, *list, *count) = word;
    return *count > 0 || cursor_fail(c, "the value is missing");
}

bool declare_distinct(cursor *c, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(list[i], list[j]) == 0)
                return cursor_fail(c, "`%s` is named twice", list[i]);
    return true;
}
