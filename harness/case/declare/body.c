/* body.c: the program below the header. Comments are blanked out first, so that neither a parameter nor a mutant's
 * pattern is found in one. An edit finds its pattern exactly once; a blank in the pattern matches any run of blanks,
 * comments and line ends, so that a pattern may span lines, and the replacement keeps the number of lines. */
#include "cursor.h"
#include "../inventory/families.h"
#include "../internal.h"
#include "../../base/nearest.h"
#include <string.h>

/* End of the comment, string, character or single letter that starts at `at`. */
static const char *token_end(const char *start, const char *at, bool *comment)
{
    *comment = at[0] == '/' && (at[1] == '/' || at[1] == '*');
    if (*comment && at[1] == '*') {
        const char *close = strstr(at + 2, "*/");
        return close ? close + 2 : at + strlen(at);
    }
    if (*comment) {
        do
            at += 1 + strcspn(at + 1, "\n");
        while (*at && at[-1] == '\\'); /* a backslash joins the next line to the comment */
        return at;
    }
    bool separator = *at == '\'' && at > start && strchr("0123456789abcdefABCDEF", at[-1]); /* 1'000 */
    if ((*at != '"' && *at != '\'') || separator)
        return at + 1;
    char quote = *at++;
    while (*at && *at != '\n' && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

/* Copies the body with comments turned into blanks; line ends stay. */
char *body_code(case_file *file)
{
    const char *body = file->source + file->body;
    char *code = arena_text(&file->memory, body, strlen(body));
    for (const char *at = body; *at;) {
        bool comment;
        const char *end = token_end(body, at, &comment);
        for (; at < end; at++)
            if (comment && *at != '\n')
                code[at - body] = ' ';
    }
    return code;
}

bool code_has_word(const char *code, const char *word)
{
    size_t length = strlen(word), n;
    bool identifier;
    for (const char *at = code; *at; at += n) {
        n = token_length(at, &identifier);
        if (identifier && n == length && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}

/* ---- Edits */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Length of what `pattern` matches at the front of `code`, or 0. */
static size_t match(const char *code, const char *pattern)
{
    size_t n = 0;
    for (const char *p = pattern; *p; p++) {
        if (*p != ' ') {
            if (code[n++] != *p)
                return 0;
            continue;
        }
        if (!is_blank(code[n]))
            return 0;
        while (is_blank(code[n]))
            n++;
        while (p[1] == ' ')
            p++;
    }
    return n;
}

/* The single place of `pattern`: in the code, or, if the pattern quotes a comment, in the text, starting in code. */
static bool find_once(const case_file *file, const char *pattern, int line, size_t *at, size_t *length,
                      assay_error *error)
{
    const char *body = file->source + file->body;
    const char *text = strstr(pattern, "//") || strstr(pattern, "/*") ? body : file->code;
    size_t found = 0;
    for (size_t i = 0; text[i]; i++) {
        bool in_comment = file->code[i] != body[i], in_blanks = i && is_blank(text[i]) && is_blank(text[i - 1]);
        size_t n = in_comment || in_blanks ? 0 : match(text + i, pattern);
        if (!n)
            continue;
        *at = i;
        *length = n;
        found++;
        i += n - 1;
    }
    if (found == 1)
        return true;
    if (!found && strstr(body, pattern))
        return assay_fail(error, file->path, line, "`%s` stands only in a comment of the program", pattern);
    if (!found)
        return assay_fail(error, file->path, line, "`%s` was not found in the program", pattern);
    return assay_fail(error, file->path, line,
                      "`%s` was found %zu times in the program; make the pattern longer so that it is unique", pattern,
                      found);
}

typedef struct edit {
    size_t at, length;
    const char *with;
} edit;

/* `text` in backquotes. */
static const char *quoted(cursor *c)
{
    cursor_blanks(c);
    const char *close = *c->at == '`' ? strchr(c->at + 1, '`') : NULL;
    if (!close) {
        cursor_fail(c, *c->at == '`' ? "a backquote is not closed" : "a text in backquotes is expected at `%.30s`",
                    c->at);
        return NULL;
    }
    const char *text = arena_text(c->memory, c->at + 1, (size_t)(close - c->at - 1));
    c->at = close + 1;
    return text;
}

static bool keyword(cursor *c, const char *word)
{
    cursor ahead = *c;
    const char *name = cursor_name(&ahead);
    if (!name || strcmp(name, word) != 0)
        return false;
    *c = ahead;
    return true;
}

static bool parse_edit(case_file *file, cursor *c, edit *one)
{
    if (!keyword(c, "replace"))
        return cursor_fail(c,
                           "``replace `A` with `B```"
                           " is expected at `%.30s`",
                           c->at);
    const char *pattern = quoted(c);
    if (!pattern)
        return false;
    if (!pattern[strspn(pattern, " ")])
        return cursor_fail(c, "the pattern is empty");
    if (!keyword(c, "with"))
        return cursor_fail(c, "`with` is expected after `%s`", pattern);
    one->with = quoted(c);
    if (!one->with || !find_once(file, pattern, c->line, &one->at, &one->length, c->error))
        return false;
    return strcmp(pattern, one->with) != 0 || cursor_fail(c, "the edit replaces `%s` with itself", pattern);
}

static void sort_edits(edit *edits, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j && edits[j].at < edits[j - 1].at; j--) {
            edit swap = edits[j];
            edits[j] = edits[j - 1];
            edits[j - 1] = swap;
        }
}

static char *append(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
    return to + length;
}

/* The whole source with the edits made; lines that a match spanned follow its replacement. */
static const char *apply(case_file *file, const edit *edits, size_t count)
{
    size_t room = strlen(file->source) + 1;
    for (size_t i = 0; i < count; i++)
        room += strlen(edits[i].with) + edits[i].length;
    char *result = arena_take(&file->memory, room, 1), *to = append(result, file->source, file->body);
    const char *body = file->source + file->body;
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        to = append(to, body + from, edits[i].at - from);
        to = append(to, edits[i].with, strlen(edits[i].with));
        from = edits[i].at + edits[i].length;
        for (size_t n = edits[i].at; n < from; n++)
            if (body[n] == '\n')
                *to++ = '\n';
    }
    append(to, body + from, strlen(body + from) + 1);
    return result;
}

enum { MOST_EDITS = 16 };

const char *body_edit(case_file *file, const char *text, int line, const char **rest, assay_error *error)
{
    cursor c = {text, &file->memory, file->path, line, error};
    edit edits[MOST_EDITS];
    size_t count = 0;
    do {
        if (count == MOST_EDITS)
            return cursor_fail(&c, "more than %d edits", MOST_EDITS), NULL;
        if (!parse_edit(file, &c, &edits[count++]))
            return NULL;
    } while (keyword(&c, "and"));
    sort_edits(edits, count);
    for (size_t i = 1; i < count; i++)
        if (edits[i].at < edits[i - 1].at + edits[i - 1].length)
            return cursor_fail(&c, "two edits overlap"), NULL;
    if (rest)
        *rest = c.at;
    else if (!cursor_end(&c))
        return cursor_fail(&c, "`%s` is left over after the edit", c.at), NULL;
    return apply(file, edits, count);
}

/* ---- Mutants */

/* One NAME=VALUE of ` | for …`, which must be a value that the parameter takes. */
static bool only_value(case_file *file, cursor *c, case_value *only)
{
    const char *name = cursor_name(c);
    if (!name || *c->at != '=')
        return cursor_fail(c, "`NAME=VALUE` is expected after `for`");
    c->at++;
    const char *value = cursor_word(c);
    *only = (case_value){name, value ? value : ""};
    const char *const *modes[] = {(const char *const *)file->math, (const char *const *)file->functions,
                                  (const char *const *)file->msl};
    const size_t mode_counts[] = {file->math_count, file->functions_count, file->msl_count};
    static const char *const mode_names[] = {"math", "functions", "msl"};
    for (int m = 0; m < 3; m++)
        for (size_t i = 0; strcmp(name, mode_names[m]) == 0 && i < mode_counts[m]; i++)
            if (strcmp(modes[m][i], only->value) == 0)
                return true;
    size_t column, length = strlen(name);
    const case_axis *axis = axes_find(&file->parameters, name, length, &column);
    if (!axis)
        axis = axes_find(&file->subcases, name, length, &column);
    for (size_t row = 0; axis && row < axis->row_count; row++)
        if (strcmp(axis->values[row * axis->name_count + column], only->value) == 0)
            return true;
    return axis ? cursor_fail(c, "`%s` never takes the value `%s`", name, only->value)
                : cursor_fail(c, "`%s` is no parameter of this file", name);
}

static bool mutant_only(case_file *file, cursor *c, case_mutant *mutant)
{
    if (cursor_end(c))
        return true;
    if (!cursor_take(c, "|") || !keyword(c, "for"))
        return cursor_fail(c, "`%s` is left over; conditions are written ` | for NAME=VALUE`", c->at);
    case_value *only = NULL;
    while (!cursor_end(c))
        if (!only_value(file, c, ARENA_PUSH(c->memory, only, mutant->only_count)))
            return false;
    mutant->only = only;
    return mutant->only_count > 0 || cursor_fail(c, "`NAME=VALUE` is expected after `for`");
}

static bool mutant_ids(case_file *file, cursor *c, case_mutant *mutant)
{
    const char **ids = NULL;
    while (!cursor_take(c, "|")) {
        const char *id = cursor_word(c);
        if (!id || strchr(id, '`'))
            return cursor_fail(c, "``ID | replace `A` with `B```"
                                  " is expected");
        size_t v = 0;
        while (v < file->verifies_count && strcmp(file->verifies[v], id) != 0)
            v++;
        nearest search = nearest_to(id, strlen(id));
        for (size_t n = 0; v == file->verifies_count && n < v; n++)
            nearest_offer(&search, file->verifies[n]);
        if (v == file->verifies_count)
            return cursor_fail(c, "the mutant's id `%s` is not among those of `verifies`%s%s", id,
                               search.best ? "; did you mean " : "", search.best ? search.best : "");
        *ARENA_PUSH(c->memory, ids, mutant->id_count) = id;
    }
    mutant->ids = ids;
    return mutant->id_count > 0 ||
           cursor_fail(c, "the mutant names no requirement; write ``ID | replace `A` with `B```");
}

static bool backquotes_paired(cursor *c)
{
    size_t count = 0;
    for (const char *at = c->at; *at; at++)
        count += *at == '`';
    return count % 2 == 0 || cursor_fail(c, "a backquote is not closed");
}

/* A mutant of a family of ids applies to its member's cases, besides what its own ` | for …` says. */
static void restrict_to(case_file *file, case_mutant *mutant, const family_member *member)
{
    case_value *only = (case_value *)mutant->only;
    for (size_t i = 0; i < member->only_count; i++)
        *ARENA_PUSH(&file->memory, only, mutant->only_count) = member->only[i];
    mutant->only = only;
}

static bool read_mutant(case_file *file, const family_member *text, case_mutant *mutant, assay_error *error)
{
    cursor c = {text->text, &file->memory, file->path, text->line, error};
    mutant->line = text->line;
    if (!backquotes_paired(&c) || !mutant_ids(file, &c, mutant))
        return false;
    cursor_blanks(&c);
    const char *start = c.at, *rest;
    mutant->body = body_edit(file, start, text->line, &rest, error);
    if (!mutant->body)
        return false;
    mutant->description = arena_text(&file->memory, start, (size_t)(rest - start));
    c.at = rest;
    if (!mutant_only(file, &c, mutant))
        return false;
    restrict_to(file, mutant, text);
    return true;
}

/* The control of a program that must not compile compiles: it is the mutant that a run must notice as accepted. */
static void control_mutant(case_file *file, case_mutant *mutant)
{
    *mutant = (case_mutant){.ids = file->verifies,
                            .id_count = file->verifies_count,
                            .description = file->control_edit,
                            .body = file->control,
                            .line = file->control_line};
}

bool mutants_read(case_file *file, assay_error *error)
{
    family_member *texts;
    size_t count;
    if (!families_mutants(file, &texts, &count, error))
        return false;
    file->mutants = arena_take(&file->memory, count + 1, sizeof *file->mutants);
    for (size_t i = 0; i < count; i++)
        if (!read_mutant(file, &texts[i], &file->mutants[file->mutant_count++], error))
            return false;
    if (file->must_reject)
        control_mutant(file, &file->mutants[file->mutant_count++]);
    return true;
}
