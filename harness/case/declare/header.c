/* header.c: finds the `//!` lines at the top of a file and cuts them into keys and values. What a key means is
 * declare.c's. */
#include "../internal.h"
#include <string.h>

/* A line without its end; CR before LF belongs to the end. */
typedef struct text_line {
    const char *start;
    size_t length;
    const char *next;
} text_line;

static text_line line_at(const char *start)
{
    size_t length = strcspn(start, "\n");
    const char *next = start[length] ? start + length + 1 : start + length;
    if (length && start[length - 1] == '\r')
        length--;
    while (length && (start[length - 1] == ' ' || start[length - 1] == '\t'))
        length--;
    return (text_line){start, length, next};
}

static bool is_header(text_line line)
{
    return line.length >= 3 && memcmp(line.start, "//!", 3) == 0;
}

/* Blank lines and ordinary // comments may stand before and between header lines. */
static bool is_between(text_line line)
{
    size_t blanks = strspn(line.start, " \t");
    return blanks >= line.length || (line.length >= blanks + 2 && memcmp(line.start + blanks, "//", 2) == 0);
}

static size_t columns(const char *text, size_t length, size_t *bytes)
{
    size_t width = 0, n = 0;
    for (; n < length && (text[n] == ' ' || text[n] == '\t'); n++)
        width += text[n] == '\t' ? 4 : 1;
    *bytes = n;
    return width;
}

static bool continued(case_file *file, header_entry *entry, const char *text, size_t length, int line,
                      assay_error *error)
{
    if (!entry)
        return assay_fail(error, file->path, line, "a continuation line needs a key above it; write `//! key: value`");
    entry->value = arena_format(&file->memory, "%s%s%.*s", entry->value, *entry->value ? " " : "", (int)length, text);
    return true;
}

static bool started(case_file *file, header_entry *entry, const char *text, size_t length, int line, assay_error *error)
{
    size_t key = 0;
    while (key < length && ((text[key] >= 'a' && text[key] <= 'z') || text[key] == '_' || text[key] == '-'))
        key++;
    if (!key || key == length || text[key] != ':')
        return assay_fail(error, file->path, line,
                          "`key: value` is expected, or four spaces before a continuation, not `%.*s`",
                          (int)(length < 40 ? length : 40), text);
    size_t skip = key + 1;
    while (skip < length && (text[skip] == ' ' || text[skip] == '\t'))
        skip++;
    entry->key = arena_text(&file->memory, text, key);
    entry->value = arena_text(&file->memory, text + skip, length - skip);
    entry->line = line;
    return true;
}

static bool header_line(case_file *file, text_line line, int number, header_entry **entries, size_t *count,
                        assay_error *error)
{
    const char *text = line.start + 3;
    size_t length = line.length - 3, indent, bytes;
    if (length && text[length - 1] == '\\')
        return assay_fail(error, file->path, number,
                          "a header line must not end in a backslash: the compiler would join it to the next line");
    indent = columns(text, length, &bytes);
    text += bytes;
    length -= bytes;
    if (!length)
        return true;
    if (indent >= 4)
        return continued(file, *count ? &(*entries)[*count - 1] : NULL, text, length, number, error);
    return started(file, ARENA_PUSH(&file->memory, *entries, *count), text, length, number, error);
}

/* A `//!` line further down would be taken for a comment and forgotten. */
static bool none_below(case_file *file, int number, assay_error *error)
{
    for (text_line line = line_at(file->source + file->body);; line = line_at(line.next), number++) {
        if (is_header(line))
            return assay_fail(error, file->path, number,
                              "a header line below the first line of the program; move it to the top");
        if (!*line.next)
            return true;
    }
}

bool header_read(case_file *file, header_entry **entries, size_t *count, assay_error *error)
{
    *entries = NULL;
    *count = 0;
    int number = 1, body_number = 1;
    const char *end = file->source;
    for (const char *at = file->source; *at; number++) {
        text_line line = line_at(at);
        at = line.next;
        if (is_header(line)) {
            if (!header_line(file, line, number, entries, count, error))
                return false;
            end = at;
            body_number = number + 1;
        } else if (!is_between(line)) {
            break;
        }
    }
    if (!*count)
        return assay_fail(error, file->path, 1,
                          "has no header: a case starts with lines `//! key: value`, see cases/README.md");
    file->body = (size_t)(end - file->source);
    return none_below(file, body_number, error);
}
