/* directives.c: what is said beside the program, by `//!` lines at the top of the file and by options. */
#include "directives.h"
#include "../../base/text.h"
#include "../../case/declare/cursor.h"
#include "../../base/file.h"
#include "../../case/internal.h"
#include "../../base/nearest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Directives */

#define ADD(list, count) (*ARENA_PUSH(source->memory, says->list, says->count))

static void add_words(directive_source *source, const char ***list, size_t *count, const char *value)
{
    for (const char *p = value; *(p += strspn(p, " ,"));) {
        size_t length = strcspn(p, " ,");
        *ARENA_PUSH(source->memory, *list, *count) = arena_text(source->memory, p, length);
        p += length;
    }
}

/* `A=1, B=2` */
static bool add_pairs(directive_source *source, kernel_word **list, size_t *count, const char *value, int line,
                      assay_error *error)
{
    cursor c = {value, source->memory, line ? source->path : NULL, line, error}; /* no line: an option's value */
    do {
        const char *name = cursor_name(&c);
        if (!name || !cursor_take(&c, "="))
            return cursor_fail(&c, "`NAME=VALUE` is expected, not `%.30s`", value);
        const char *text = cursor_until(&c, ",");
        if (!text)
            return false;
        *ARENA_PUSH(source->memory, *list, *count) = (kernel_word){name, text};
    } while (cursor_take(&c, ","));
    return cursor_end(&c) || cursor_fail(&c, "`%s` is left over", c.at);
}

/* Keys of case files, which say nothing here: the ladder's kernels are cases too. */
static bool is_case_key(const char *key)
{
    static const char *const keys[] = {"title",    "verifies", "requires", "math",  "functions", "msl",
                                       "subcases", "in",       "out",      "inout", "expect",    "compare",
                                       "mutant",   "control",  "reject",   "grade"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* A case's axis of types: `T in float half`. */
static void axis_types(directive_source *source, const char *value)
{
    const char *at = strstr(value, "T in ");
    if (!at || (at > value && text_in_name(at[-1])) || source->says->type_count)
        return;
    const char *end = strchr(at, ';');
    add_words(source, &source->says->types, &source->says->type_count,
              arena_text(source->memory, at + 5, end ? (size_t)(end - at - 5) : strlen(at + 5)));
}

static const char *const own_keys[] = {"entry", "contract", "dispatch", "threadgroup", "threadgroups", "types",
                                       "map",   "set",      "macro",    "constant",    "extra",        "scratch",
                                       "holds", "layout",   "vary",     "compare",     "note"};
enum { OWN_KEYS = sizeof own_keys / sizeof *own_keys };

/* The key that is meant, or NULL. */
static const char *nearest_key(const char *key)
{
    nearest search = nearest_to(key, strlen(key));
    for (size_t i = 0; i < OWN_KEYS; i++)
        nearest_offer(&search, own_keys[i]);
    return search.best;
}

/* Whether the key says something that a verdict may depend on, wherever its author thinks that it may stand. */
static bool decides(const char *key)
{
    for (size_t i = 0; i < OWN_KEYS; i++)
        if (strcmp(own_keys[i], key) == 0)
            return strcmp(key, "note") != 0;
    return strcmp(key, "mutant") == 0;
}

static bool unknown_key(directive_source *source, const char *key, int line, assay_error *error)
{
    const char *best = nearest_key(key);
    return assay_fail(error, source->path, line, "`//! %s:` is not known%s%s", key, best ? "; did you mean " : "",
                      best ? best : "");
}

/* The first option of a kind replaces what the file says. */
static void override_list(kernel_directives *says, const char *key)
{
    const struct {
        const char *key;
        bool *own;
        size_t *count;
    } lists[] = {{"types", &says->own_types, &says->type_count},
                 {"threadgroups", &says->own_threadgroups, &says->threadgroup_count},
                 {"dispatch", &says->own_dispatches, &says->dispatch_count}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].key, key) == 0 && !*lists[i].own) {
            *lists[i].own = true;
            *lists[i].count = 0;
        }
}

bool are_threads(const char *const *list, size_t count, const char *path, int line, assay_error *error)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        long threads = strtol(list[i], &end, 10);
        if (*end || threads < 1 || threads > 1024)
            return assay_fail(error, path, line, "`%s` is no number of threads from 1 to 1024", list[i]);
    }
    return true;
}

static const char own_edit[] = "replace `"; /* of a mutant; those of cases begin with ids */

/* Whether a mutant is one of a kernel's or of a case's: ``replace `A` with `B` ``, behind `ID … | ` or not. */
static bool check_mutant(const char *path, const char *value, int line, assay_error *error)
{
    const char *bar = strstr(value, " | "), *quote = strchr(value, '`'), *edit = strstr(value, own_edit);
    return (edit && (edit == value || (bar && edit == bar + 3 && quote > edit))) ||
           assay_fail(
               error, path, line,
               "a mutant is written as replace `A` with `B`, behind `ID | ` if the file is a case; this one is: %.60s",
               value);
}

bool directives_add(directive_source *source, const char *key, const char *given, int line, assay_error *error)
{
    kernel_directives *says = source->says;
    const char *value = arena_text(source->memory, given, strlen(given));
    if (!line)
        override_list(says, key);
    ADD(said, said_count) = (kernel_said){arena_text(source->memory, key, strlen(key)), value, line};
    if (strcmp(key, "entry") == 0)
        return (says->entry = value) != NULL;
    if (strcmp(key, "contract") == 0)
        return true; /* directives_contract reads it, before anything else is known */
    if (strcmp(key, "compare") == 0 && (strncmp(value, "ulp ", 4) == 0 || strncmp(value, "near ", 5) == 0))
        return (says->compare = value) != NULL;
    if (strcmp(key, "note") == 0)
        return (says->note = value) != NULL;
    if (strcmp(key, "dispatch") == 0)
        return (ADD(dispatches, dispatch_count) = value) != NULL;
    if (strcmp(key, "threadgroup") == 0)
        return (ADD(threadgroup_memory, memory_count) = value) != NULL;
    if (strcmp(key, "extra") == 0)
        return (ADD(extras, extra_count) = value) != NULL;
    if (strcmp(key, "scratch") == 0)
        return (ADD(scratches, scratch_count) = value) != NULL;
    if (strcmp(key, "layout") == 0)
        return (ADD(layouts, layout_count) = value) != NULL;
    if (strcmp(key, "vary") == 0)
        return (ADD(varied, varied_count) = value) != NULL;
    if (strcmp(key, "holds") == 0)
        return (ADD(holds, hold_count) = value) != NULL;
    if (strcmp(key, "threadgroups") == 0)
        return add_words(source, &says->threadgroups, &says->threadgroup_count, value),
               are_threads(says->threadgroups, says->threadgroup_count, line ? source->path : "--threadgroups", line,
                           error);
    if (strcmp(key, "types") == 0)
        return add_words(source, &says->types, &says->type_count, value), true;
    if (strcmp(key, "for") == 0)
        return axis_types(source, value), true;
    if (strcmp(key, "map") == 0)
        return add_pairs(source, &says->maps, &says->map_count, value, line, error);
    if (strcmp(key, "set") == 0)
        return add_pairs(source, &says->sets, &says->set_count, value, line, error);
    if (strcmp(key, "macro") == 0)
        return add_pairs(source, &says->macros, &says->macro_count, value, line, error);
    if (strcmp(key, "constant") == 0) {
        const char *bracket = strchr(value, '('), *equals = strchr(value, '=');
        if (bracket && (!equals || bracket < equals)) /* as a case writes it: NAME(index) TYPE = EXPR */
            value = arena_format(source->memory, "%.*s=%s", (int)(bracket - value), value, equals ? equals + 1 : "");
        return add_pairs(source, &says->constants, &says->constant_count, value, line, error);
    }
    if (strcmp(key, "mutant") == 0)
        return check_mutant(source->path, value, line, error);
    return is_case_key(key) || unknown_key(source, key, line, error);
}

/* ---- Lines of the file */

typedef struct line_key {
    char name[32]; /* "": the line has none */
} line_key;

/* `text`, behind `//!`, may be `key: value`. */
static line_key key_of(const char *text)
{
    line_key key = {""};
    size_t length = 0;
    text += strspn(text, " \t");
    while (length < sizeof key.name - 1 && ((text[length] >= 'a' && text[length] <= 'z') || text[length] == '_'))
        length++;
    if (text[length] == ':')
        memcpy(key.name, text, length);
    return key;
}

/* Whether it has a key of ours or what may be one misspelt. Doxygen writes its comments with the same mark. */
static bool is_directive(const char *text)
{
    const line_key key = key_of(text);
    return *key.name && (strcmp(key.name, "for") == 0 || is_case_key(key.name) || nearest_key(key.name));
}

/* Blanks out the comment that begins at `from`, but for its ends of lines. */
static void blank_comment(char *from)
{
    const char *end = strstr(from + 2, "*/");
    for (char *p = from; *p && (!end || p < end + 2); p++)
        if (*p != '\n')
            *p = ' ';
}

/* The text with all `//!` lines made comments but those at the top that say something here, and what continues them.
 * NULL with an error if one that would say something stands below. */
static const char *own_header(arena *memory, const char *path, const char *raw, bool *any, assay_error *error)
{
    char *result = arena_text(memory, raw, strlen(raw));
    bool top = true, continues = false;
    int number = 1, first_line = 0;
    *any = false;
    for (char *line = result; *line; number++) {
        char *first = line + strspn(line, " \t\r");
        if (top && strncmp(first, "/*", 2) == 0) { /* a licence, say */
            blank_comment(first);
            first += strspn(first, " \t\r");
        }
        bool marked = strncmp(line, "//!", 3) == 0;
        bool says = marked && top && (is_directive(line + 3) || (continues && strspn(line + 3, " ") >= 4));
        if (marked && !top && decides(key_of(line + 3).name))
            return assay_fail(error, path, number,
                              "`//! %s:` stands below line %d, with which the program begins, and counts only above; "
                              "move it there, or begin it with // if it is a comment",
                              key_of(line + 3).name, first_line),
                   NULL;
        bool was_top = top;
        top &= marked || *first == '\n' || !*first || strncmp(first, "//", 2) == 0;
        if (was_top && !top)
            first_line = number;
        if (marked && !says)
            line[2] = ' ';
        if (marked)
            continues = says;
        *any |= says;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return result;
}

bool directives_read(directive_source *to, const char *raw, assay_error *error)
{
    case_file file = {.path = to->path};
    header_entry *entries;
    size_t count;
    bool good = true, any;
    file.source = own_header(to->memory, to->path, raw, &any, error);
    if (!file.source)
        return false;
    if (any) {
        good = header_read(&file, &entries, &count, error);
        for (size_t i = 0; good && i < count; i++)
            good = directives_add(to, entries[i].key, entries[i].value, entries[i].line, error);
    }
    arena_free(&file.memory);
    return good;
}

static void take_contract(const char *path, const char *value, char *contract, size_t size)
{
    const char *slash = strrchr(path, '/');
    bool own = strchr(value, '/') || strstr(value, ".contract");
    int length = own && *value != '/' && slash ? (int)(slash - path + 1) : 0;
    snprintf(contract, size, "%.*s%s", length, path, value);
}

/* The `//!` lines of the file that say something here, read into `file`, whose memory the caller frees. */
static bool read_own(case_file *file, const char *path, header_entry **entries, size_t *count, assay_error *error)
{
    size_t length;
    bool any = false;
    *count = 0;
    file->path = path;
    file->source = file_text(&file->memory, path, 4 << 20, &length, error);
    if (!file->source)
        return false;
    file->source = own_header(&file->memory, path, file->source, &any, error);
    return file->source && (!any || header_read(file, entries, count, error));
}

bool directives_contract(const char *path, char *contract, size_t size, assay_error *error)
{
    case_file file = {0};
    header_entry *entries;
    size_t count;
    *contract = 0;
    bool good = read_own(&file, path, &entries, &count, error);
    for (size_t i = 0; good && i < count; i++)
        if (strcmp(entries[i].key, "contract") == 0)
            take_contract(path, entries[i].value, contract, size);
    arena_free(&file.memory);
    return good;
}

/* ` | says WORDS`, as often as it likes, behind the last edit, which is what is left of the edit's text. */
static bool take_words(kernel_mutant *to, const char *path, arena *memory, assay_error *error)
{
    static const char begin[] = " | says ";
    const char *last = strrchr(to->edit, '`'), *at = last + 1, **words = NULL;
    to->edit = arena_text(memory, to->edit, (size_t)(at - to->edit));
    while (*at) {
        if (strncmp(at, begin, strlen(begin)) != 0)
            return assay_fail(error, path, to->line, "` | says WORDS` is expected behind the edit, not `%.40s`", at);
        at += strlen(begin);
        const char *end = strstr(at, " | ");
        size_t length = end ? (size_t)(end - at) : strlen(at);
        *ARENA_PUSH(memory, words, to->word_count) = arena_text(memory, at, length);
        at += length;
    }
    to->words = words;
    return true;
}

bool directives_mutants(const char *path, arena *memory, kernel_mutant **mutants, size_t *count, assay_error *error)
{
    case_file file = {0};
    header_entry *entries;
    size_t entry_count;
    bool good = read_own(&file, path, &entries, &entry_count, error);
    *mutants = NULL;
    *count = 0;
    for (size_t i = 0; good && i < entry_count; i++) {
        if (strcmp(entries[i].key, "mutant") != 0)
            continue;
        if (!check_mutant(path, entries[i].value, entries[i].line, error)) {
            good = false;
            break;
        }
        if (strncmp(entries[i].value, own_edit, strlen(own_edit)) != 0)
            continue;
        kernel_mutant *one = ARENA_PUSH(memory, *mutants, *count);
        *one = (kernel_mutant){.edit = arena_text(memory, entries[i].value, strlen(entries[i].value)),
                               .line = entries[i].line};
        good = take_words(one, path, memory, error);
    }
    arena_free(&file.memory);
    return good;
}
