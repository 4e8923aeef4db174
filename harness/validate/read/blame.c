/* blame.c: where a line of a composed case comes from: the contract, a `//!` line of the kernel, or an option. */
#include "compose.h"
#include "../../case/declare/cursor.h"
#include "../../case/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of a composed header. */
typedef struct header_line {
    char key[16];
    const char *value; /* to the end of the line */
    size_t nth;        /* of those with this key */
} header_line;

static bool read_line(const char *at, header_line *to)
{
    size_t length = strncmp(at, "//! ", 4) == 0 ? strcspn(at + 4, ":\n") : 0;
    if (!length || length >= sizeof to->key || at[4 + length] != ':')
        return false;
    memcpy(to->key, at + 4, length);
    to->key[length] = 0;
    to->value = at + 4 + length + 1;
    to->value += strspn(to->value, " ");
    return true;
}

static bool find_line(const char *content, int number, header_line *to)
{
    header_line each;
    bool found = false;
    size_t same = 0;
    for (int pass = 0; pass < 2; pass++) {
        const char *at = content;
        for (int n = 1; at && n <= number; n++, at = strchr(at, '\n'), at += at != NULL) {
            if (!read_line(at, &each))
                continue;
            if (pass == 0 && n == number)
                *to = each, found = true;
            same += pass == 1 && found && n < number && strcmp(each.key, to->key) == 0;
        }
    }
    to->nth = same;
    return found;
}

/* ---- Whose it is */

static void blame_contract(const binding *b, int line, assay_error *error)
{
    snprintf(error->file, sizeof error->file, "%s", b->contract->path);
    error->line = line;
}

static void blame_said(const binding *b, const kernel_said *said, assay_error *error)
{
    char text[sizeof error->text];
    error->line = said->line;
    if (said->line)
        return;
    const char *blank = strcmp(said->key, "compare") == 0 ? strchr(said->text, ' ') : NULL; /* `ulp 4` is --ulp 4 */
    const char *option = blank ? arena_text(binding_memory(b), said->text, (size_t)(blank - said->text)) : said->key;
    snprintf(text, sizeof text, "--%s '%.300s': %.600s", option, blank ? blank + 1 : said->text, error->text);
    memcpy(error->text, text, sizeof text);
    *error->file = 0;
}

/* The nth directive with this key that counts: options replace what the file says of dispatches. */
static const kernel_said *nth_said(const binding *b, const char *key, size_t n, bool replaced)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = 0; i < says->said_count; i++)
        if (strcmp(says->said[i].key, key) == 0 && !(replaced && says->said[i].line) && n-- == 0)
            return &says->said[i];
    return NULL;
}

/* The last with this key whose text begins so, which ends a name there. */
static const kernel_said *said_of(const binding *b, const char *key, const char *name, size_t length)
{
    const kernel_directives *says = &b->kernel->says;
    for (size_t i = says->said_count; i-- > 0;) {
        const char *text = binding_declaration(b, says->said[i].text);
        if (strcmp(says->said[i].key, key) == 0 && identifier_length(text) == length && !strncmp(text, name, length))
            return &says->said[i];
    }
    return NULL;
}

static bool blame_named(const binding *b, const char *const *keys, const char *name, assay_error *error)
{
    for (; *keys; keys++) {
        const kernel_said *said = said_of(b, *keys, name, identifier_length(name));
        if (said)
            return blame_said(b, said, error), true;
    }
    return false;
}

static bool blame_argument(const binding *b, const composition *what, const char *name, assay_error *error)
{
    size_t length = identifier_length(name);
    for (size_t i = 0; i < b->contract->argument_count; i++) {
        const contract_argument *a = &b->contract->arguments[i];
        if (strlen(a->name) != length || strncmp(a->name, name, length) != 0)
            continue;
        bool own = compose_content(b, what, a) == a->initial;
        blame_contract(b, own || !what->inputs ? a->line : what->inputs->line, error);
        return true;
    }
    return blame_named(b, (const char *const[]){"extra", "scratch", "layout", NULL}, name, error);
}

static bool blame_expectation(const binding *b, const composition *what, const char *name, assay_error *error)
{
    const contract *contract = b->contract;
    for (size_t i = 0; i < contract->mistake_count && what->expect; i++)
        if (contract->mistakes[i].text == what->expect)
            return blame_contract(b, contract->mistakes[i].line, error), true;
    for (size_t i = 0; i < contract->expect_count; i++) {
        size_t length = strlen(contract->expects[i].name);
        if (strncmp(contract->expects[i].name, name, length) == 0 && identifier_length(name) == length)
            return blame_contract(b, contract->expects[i].line, error), true;
    }
    return false;
}

bool compose_blame(const binding *b, const composition *what, const char *content, assay_error *error)
{
    const kernel_directives *says = &b->kernel->says;
    header_line line;
    const kernel_said *said = NULL;
    snprintf(error->file, sizeof error->file, "%s", b->kernel->path); /* the case is of no use to the user */
    if (!find_line(content, error->line, &line))
        return error->line = 0, false;
    error->line = 0;
    if (strcmp(line.key, "expect") == 0)
        return blame_expectation(b, what, line.value, error);
    if (strcmp(line.key, "dispatch") == 0 && !says->dispatch_count)
        return blame_contract(b, b->contract->dispatch_line, error), true;
    if (strcmp(line.key, "compare") == 0 && !says->compare)
        return blame_contract(b, b->contract->compare_line, error), true;
    if (strcmp(line.key, "dispatch") == 0)
        said = nth_said(b, line.key, line.nth, says->own_dispatches);
    else if (strcmp(line.key, "threadgroup") == 0)
        said = nth_said(b, line.key, line.nth, false);
    else if (strcmp(line.key, "macro") == 0 || strcmp(line.key, "constant") == 0)
        return blame_named(b, (const char *const[]){line.key, NULL}, line.value, error);
    else if (strcmp(line.key, "compare") == 0)
        for (size_t i = 0; i < says->said_count; i++)
            said = strcmp(says->said[i].key, line.key) == 0 ? &says->said[i] : said;
    else
        return blame_argument(b, what, line.value, error);
    if (said)
        blame_said(b, said, error);
    return said != NULL;
}
