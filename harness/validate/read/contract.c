/* contract.c: reads a contract. The header format, its lists and its axes are those of case files, so a contract reads
 * like the header of a case without a program; what is new is that arguments have roles instead of places. */
#include "contract.h"
#include "directives.h"
#include "../../case/declare/cursor.h"
#include "../../case/expression.h"
#include "../../case/format.h"
#include "../../base/file.h"
#include "../../case/internal.h"
#include "../../base/nearest.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LARGEST_CONTRACT = 1 << 16 };

typedef struct reader {
    contract *to;
    case_file file; /* what the case module's readers expect */
    assay_error *error;
} reader;

static cursor cursor_on(reader *r, const char *text, int line)
{
    return (cursor){text, &r->file.memory, r->to->path, line, r->error};
}

/* ---- Lists */

/* Words, ended by a NULL that is not counted. */
static const char *const *words(reader *r, const char *text, int line, size_t *count)
{
    const char **list = NULL;
    size_t used = 0, n = 0;
    cursor c = cursor_on(r, text, line);
    while (!cursor_end(&c)) {
        *ARENA_PUSH(&r->file.memory, list, used) = cursor_word(&c);
        n++;
    }
    *ARENA_PUSH(&r->file.memory, list, used) = NULL;
    if (count)
        *count = n;
    return list;
}

static bool sizes_of(reader *r, const char *text, int line, contract_sizes *to)
{
    case_axes axes = {0};
    if (!axes_parse(&r->file, &axes, text, line, r->error))
        return false;
    if (axes.count != 1)
        return assay_fail(r->error, r->to->path, line, "sizes are one list: (A, B) in (1, 2) (3, 4)");
    case_axis *axis = &axes.axis[0];
    for (size_t i = 0; i < axis->row_count * axis->name_count; i++) {
        const char *value = axis->values[i];
        assay_type pixel;
        uint32_t block[2];
        if (!*value || (value[strspn(value, "0123456789")] && !pixel_format(value, &pixel, block)))
            return assay_fail(r->error, line ? r->to->path : "--sizes", line, "`%s` is no whole number", value);
    }
    *to = (contract_sizes){(const char *const *)axis->names, (const char *const *)axis->values, axis->name_count,
                           axis->row_count};
    return true;
}

/* The next part of `a | b | c`, trimmed; NULL at the end or, with an error, where a bracket stays open. */
static const char *part(cursor *c, bool *first)
{
    if (!*first && !cursor_take(c, "|"))
        return NULL;
    *first = false;
    return cursor_until(c, "|");
}

/* `word rest` → rest, or NULL if the text starts otherwise. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || (text[length] && text[length] != ' '))
        return NULL;
    return text + length + strspn(text + length, " ");
}

/* ---- Arguments */

/* `NAME TYPE[COUNT] = INITIAL`, `NAME = EXPR` for values, `NAME texture2d<float>(FORMAT)[W, H] = …`. */
static bool declaration(reader *r, const char *text, int line, contract_argument *to)
{
    cursor c = cursor_on(r, text, line);
    to->name = cursor_name(&c);
    if (!to->name)
        return cursor_fail(&c, "a name is expected at `%.30s`", text);
    if (name_reserved(to->name))
        return cursor_fail(&c, "`%s` has a meaning of its own; take another name, and add `| also %s`", to->name,
                           to->name);
    if (to->role != CONTRACT_VALUE) {
        to->type = cursor_until(&c, "[(=");
        if (!to->type || !*to->type)
            return to->type ? cursor_fail(&c, "`%s` needs a type: T[ROWS * N]", to->name) : false;
        assay_type type;
        if (strcmp(to->type, "T") != 0 && !strchr(to->type, '<') && !assay_type_from_name(to->type, &type))
            return cursor_fail(&c, "`%s` is no type", to->type);
        cursor_blanks(&c);
        if (*c.at == '(' && !(to->format = cursor_bracketed(&c, '(')))
            return false;
        cursor_blanks(&c);
        const char *inside = cursor_bracketed(&c, '[');
        if (!inside)
            return false;
        if (to->format) {
            cursor d = cursor_on(r, inside, line);
            to->width = cursor_until(&d, ",");
            if (!to->width || !cursor_take(&d, ","))
                return cursor_fail(&c, "a texture needs [width, height]");
            to->height = cursor_until(&d, "");
        } else {
            to->sizes = inside;
            cursor d = cursor_on(r, inside, line);
            if (!(to->count = cursor_until(&d, ",")))
                return false;
            while (cursor_take(&d, ",")) {
                const char *one = cursor_until(&d, ",");
                if (!one)
                    return false;
                to->count = arena_format(&r->file.memory, "(%s) * (%s)", to->count, one);
            }
        }
    }
    if (cursor_take(&c, "="))
        to->initial = cursor_until(&c, "");
    bool needs = to->role != CONTRACT_OUT;
    if (needs != (to->initial != NULL))
        return cursor_fail(&c, needs ? "`%s` needs a content after `=`" : "`%s` is an output and has no content",
                           to->name);
    return cursor_end(&c) || to->initial || cursor_fail(&c, "`%s` is left over", c.at);
}

static bool argument(reader *r, contract_role role, const char *text, int line)
{
    contract_argument *to = ARENA_PUSH(&r->file.memory, r->to->arguments, r->to->argument_count);
    cursor c = cursor_on(r, text, line);
    bool first = true;
    const char *one = part(&c, &first);
    *to = (contract_argument){.role = role, .line = line};
    if (!one || !declaration(r, one, line, to))
        return false;
    to->aliases = words(r, "", line, NULL);
    if (role == CONTRACT_VALUE)
        to->absent = "";
    while ((one = part(&c, &first))) {
        const char *rest;
        if ((rest = after_word(one, "also")))
            to->aliases = words(r, rest, line, NULL);
        else if ((rest = after_word(one, "absent")))
            to->absent = strcmp(rest, "none") == 0 ? "" : rest;
        else if ((rest = after_word(one, "tensor")))
            to->extents = rest;
        else
            return cursor_fail(&c, "`also NAMES`, `absent GENERATOR` or `tensor EXTENTS` is expected, not `%s`", one);
    }
    return true;
}

/* `NAME in 0 1 | also a b`: the first value is the usual one. */
static bool option(reader *r, const char *text, int line)
{
    contract_option *to = ARENA_PUSH(&r->file.memory, r->to->options, r->to->option_count);
    cursor c = cursor_on(r, text, line);
    bool first = true;
    const char *one = part(&c, &first);
    contract_sizes values = {0};
    if (!one || !sizes_of(r, one, line, &values))
        return false;
    if (values.name_count != 1)
        return cursor_fail(&c, "an option is `NAME in VALUE VALUE …`");
    *to = (contract_option){.name = values.names[0],
                            .usual = values.values[0],
                            .values = values.values,
                            .value_count = values.row_count,
                            .aliases = words(r, "", line, NULL)};
    while ((one = part(&c, &first))) {
        const char *rest = after_word(one, "also");
        if (!rest)
            return cursor_fail(&c, "`also NAMES` is expected, not `%s`", one);
        to->aliases = words(r, rest, line, NULL);
    }
    return true;
}

/* ---- Inputs, expectations, hints */

static bool setting(reader *r, const char *text, int line, contract_setting *to)
{
    cursor c = cursor_on(r, text, line);
    to->name = cursor_name(&c);
    if (!to->name || !cursor_take(&c, "="))
        return cursor_fail(&c, "`NAME = …` is expected at `%.40s`", text);
    to->text = cursor_until(&c, "");
    to->line = line;
    return to->text != NULL;
}

/* `NAME = …; NAME = …` */
static bool settings(reader *r, const char *text, int line, contract_inputs *to)
{
    cursor c = cursor_on(r, text, line);
    do {
        const char *one = cursor_until(&c, ";");
        if (!one || !setting(r, one, line, ARENA_PUSH(&r->file.memory, to->settings, to->setting_count)))
            return false;
    } while (cursor_take(&c, ";"));
    return true;
}

static bool inputs(reader *r, const char *text, int line)
{
    contract_inputs *to = ARENA_PUSH(&r->file.memory, r->to->inputs, r->to->input_count);
    cursor c = cursor_on(r, text, line);
    bool first = true;
    const char *one, *rest;
    *to = (contract_inputs){.title = part(&c, &first), .line = line};
    if (!to->title)
        return false;
    while ((one = part(&c, &first))) {
        if ((rest = after_word(one, "types")))
            to->types = rest;
        else if ((rest = after_word(one, "sizes"))) {
            if (!sizes_of(r, rest, line, &to->sizes))
                return false;
        } else if (!settings(r, one, line, to)) {
            return false;
        }
    }
    return to->setting_count || cursor_fail(&c, "`%s` changes no argument", to->title);
}

/* `MEANS | TEXT` for mistakes, `TEXT | MEANS` for splits. */
static bool hint(reader *r, const char *text, int line, bool means_first, contract_hint *to)
{
    cursor c = cursor_on(r, text, line);
    bool first = true;
    const char *a = part(&c, &first), *b = a ? part(&c, &first) : NULL;
    if (!b || !cursor_end(&c))
        return cursor_fail(&c, "two parts are expected, with ` | ` between them");
    *to = means_first ? (contract_hint){b, a, line} : (contract_hint){a, b, line};
    return true;
}

/* `ROWS | src dst`, perhaps ` | when TA == 0` */
static bool rows(reader *r, const char *text, int line)
{
    cursor c = cursor_on(r, text, line);
    bool first = true;
    const char *names;
    r->to->rows = part(&c, &first);
    names = r->to->rows ? part(&c, &first) : NULL;
    if (!names)
        return cursor_fail(&c, "`SIZE | ARGUMENTS made of rows` is expected");
    r->to->row_arguments = words(r, names, line, &r->to->row_argument_count);
    const char *rest = part(&c, &first);
    if (rest && !(r->to->rows_when = after_word(rest, "when")))
        return cursor_fail(&c, "`when CONDITION` is expected, not `%s`", rest);
    return cursor_end(&c) || cursor_fail(&c, "`%s` is left over", c.at);
}

/* ---- Keys */

static bool is(const header_entry *entry, const char *key)
{
    return strcmp(entry->key, key) == 0;
}

static bool text_entry(reader *r, const header_entry *entry)
{
    contract *to = r->to;
    const struct {
        const char *key, **field;
    } texts[] = {{"title", &to->title}, {"dispatch", &to->dispatch}, {"traffic", &to->traffic},
                 {"work", &to->work},   {"compare", &to->compare},   {"note", &to->note}};
    nearest search = nearest_to(entry->key, strlen(entry->key));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nearest_offer(&search, texts[i].key);
        if (is(entry, texts[i].key)) {
            *texts[i].field = entry->value;
            to->dispatch_line = texts[i].field == &to->dispatch ? entry->line : to->dispatch_line;
            to->compare_line = texts[i].field == &to->compare ? entry->line : to->compare_line;
            return true;
        }
    }
    static const char *const others[] = {"types",  "sizes",   "quick", "bench",  "in",
                                         "out",    "inout",   "value", "option", "expect",
                                         "inputs", "mistake", "split", "rows",   "threadgroups"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        nearest_offer(&search, others[i]);
    return assay_fail(r->error, to->path, entry->line, "a contract has no key `%s`%s%s", entry->key,
                      search.best ? "; did you mean " : "", search.best ? search.best : "");
}

static bool types(reader *r, const char *value, int line)
{
    contract *to = r->to;
    assay_type type;
    to->types = words(r, value, line, &to->type_count);
    for (size_t i = 0; i < to->type_count; i++)
        if (!assay_type_from_name(to->types[i], &type))
            return assay_fail(r->error, to->path, line, "`%s` is no type", to->types[i]);
    return true;
}

static bool entry_of(reader *r, const header_entry *entry)
{
    contract *to = r->to;
    const char *value = entry->value;
    int line = entry->line;
    if (is(entry, "in"))
        return argument(r, CONTRACT_IN, value, line);
    if (is(entry, "out"))
        return argument(r, CONTRACT_OUT, value, line);
    if (is(entry, "inout"))
        return argument(r, CONTRACT_INOUT, value, line);
    if (is(entry, "value"))
        return argument(r, CONTRACT_VALUE, value, line);
    if (is(entry, "option"))
        return option(r, value, line);
    if (is(entry, "sizes"))
        return sizes_of(r, value, line, &to->sizes);
    if (is(entry, "quick"))
        return sizes_of(r, value, line, &to->quick);
    if (is(entry, "bench"))
        return sizes_of(r, value, line, &to->bench);
    if (is(entry, "types"))
        return types(r, value, line);
    if (is(entry, "threadgroups"))
        return (to->threadgroups = words(r, value, line, &to->threadgroup_count)) &&
               are_threads(to->threadgroups, to->threadgroup_count, to->path, line, r->error);
    if (is(entry, "expect"))
        return setting(r, value, line, ARENA_PUSH(&r->file.memory, to->expects, to->expect_count));
    if (is(entry, "inputs"))
        return inputs(r, value, line);
    if (is(entry, "mistake"))
        return hint(r, value, line, true, ARENA_PUSH(&r->file.memory, to->mistakes, to->mistake_count));
    if (is(entry, "split"))
        return hint(r, value, line, false, ARENA_PUSH(&r->file.memory, to->splits, to->split_count));
    if (is(entry, "rows"))
        return rows(r, value, line);
    return text_entry(r, entry);
}

/* ---- The whole */

static bool same_names(const contract_sizes *a, const contract_sizes *b)
{
    if (a->name_count != b->name_count)
        return false;
    for (size_t i = 0; i < a->name_count; i++)
        if (strcmp(a->names[i], b->names[i]) != 0)
            return false;
    return true;
}

static bool settings_known(reader *r)
{
    const contract *to = r->to;
    for (size_t i = 0; i < to->input_count; i++)
        for (size_t s = 0; s < to->inputs[i].setting_count; s++)
            if (!contract_argument_named(to, to->inputs[i].settings[s].name))
                return assay_fail(r->error, to->path, to->inputs[i].line, "`%s` is no argument of this contract",
                                  to->inputs[i].settings[s].name);
    for (size_t i = 0; i < to->expect_count; i++) {
        const contract_argument *out = contract_argument_named(to, to->expects[i].name);
        if (!out || out->role == CONTRACT_IN || out->role == CONTRACT_VALUE)
            return assay_fail(r->error, to->path, to->expects[i].line, "`expect: %s` names no output of this contract",
                              to->expects[i].name);
    }
    return true;
}

/* The end of `i < M` in `i < M, j < N: …`; NULL where no index is bound, as in `a < b ? a : b`. */
static const char *bound_end(const char *at)
{
    at += strspn(at, " ");
    at += identifier_length(at);
    at += strspn(at, " ");
    if (*at != '<' || at[1] == '=')
        return NULL;
    for (int depth = 0; *at && (depth || !strchr(",:?)", *at)); at++)
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    return *at == ',' || *at == ':' ? at : NULL;
}

/* A role in place of an index would be replaced by its value, or hide its array. */
static bool index_is_no_role(reader *r, const char *open, int line)
{
    const char *end = open;
    do
        end = bound_end(end + 1);
    while (end && *end == ',');
    for (const char *at = open + 1; end && at < end; at = bound_end(at) + 1) {
        at += strspn(at, " ");
        const char *name = arena_text(&r->file.memory, at, identifier_length(at));
        for (size_t i = 0; i < r->to->argument_count; i++)
            if (strcmp(r->to->arguments[i].name, name) == 0)
                return assay_fail(r->error, r->to->path, line,
                                  "`%s` is an index in this formula and a role of the contract (line %d); give the "
                                  "index another name",
                                  name, r->to->arguments[i].line);
    }
    return true;
}

static bool indices_are_no_roles(reader *r)
{
    for (size_t i = 0; i < r->to->expect_count + r->to->mistake_count; i++) {
        bool expects = i < r->to->expect_count;
        const contract_hint *mistake = expects ? NULL : &r->to->mistakes[i - r->to->expect_count];
        const char *text = expects ? r->to->expects[i].text : mistake->text;
        int line = expects ? r->to->expects[i].line : mistake->line;
        for (const char *open = strchr(text, '('); open; open = strchr(open + 1, '('))
            if (!index_is_no_role(r, open, line))
                return false;
    }
    return true;
}

static bool complete(reader *r)
{
    contract *to = r->to;
    const char *missing = !to->title ? "title" : !to->type_count ? "types" : !to->sizes.row_count ? "sizes" : NULL;
    if (missing)
        return assay_fail(r->error, to->path, 0, "a contract needs `//! %s:`; see cases/contracts/README.md", missing);
    if (!to->quick.row_count)
        to->quick = to->sizes;
    if (!to->bench.row_count)
        to->bench = to->quick;
    if (!to->threadgroup_count)
        to->threadgroups = words(r, "256 32 64 96 128 1024", 0, &to->threadgroup_count);
    bool agree = same_names(&to->sizes, &to->quick) && same_names(&to->sizes, &to->bench);
    for (size_t i = 0; i < to->input_count && agree; i++) {
        if (!to->inputs[i].sizes.row_count)
            to->inputs[i].sizes = to->quick;
        agree = same_names(&to->sizes, &to->inputs[i].sizes);
    }
    if (!agree)
        return assay_fail(r->error, to->path, 0, "sizes, quick, bench and those of inputs need the same names");
    return settings_known(r) && indices_are_no_roles(r);
}

static void name_contract(reader *r, const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    r->to->path = r->file.path = arena_text(&r->file.memory, path, strlen(path));
    r->to->name = arena_text(&r->file.memory, name, strcspn(name, "."));
}

static bool read_file(reader *r, const char *path)
{
    header_entry *entries;
    size_t count, length;
    name_contract(r, path);
    r->file.source = file_text(&r->file.memory, path, LARGEST_CONTRACT, &length, r->error);
    bool good = r->file.source && header_read(&r->file, &entries, &count, r->error);
    for (size_t i = 0; good && i < count; i++)
        good = entry_of(r, &entries[i]);
    return good && complete(r);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the contracts in a directory, in order. */
static const char **names_in(const char *directory, arena *memory, size_t *count)
{
    const char **names = NULL;
    DIR *folder = opendir(directory);
    *count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *dot = strstr(entry->d_name, ".contract");
        if (dot)
            *ARENA_PUSH(memory, names, *count) = arena_text(memory, entry->d_name, (size_t)(dot - entry->d_name));
    }
    if (folder)
        closedir(folder);
    if (*count)
        qsort(names, *count, sizeof *names, by_name);
    return names;
}

bool contract_unknown(const char *name, const char *directory, assay_error *error)
{
    arena memory = {NULL};
    size_t count;
    const char **names = names_in(directory, &memory, &count), *list = "";
    nearest search = nearest_to(name ? name : "", name ? strlen(name) : 0);
    for (size_t i = 0; i < count; i++) {
        list = arena_format(&memory, "%s%s%s", list, i ? ", " : "", names[i]);
        nearest_offer(&search, names[i]);
    }
    if (!count)
        assay_fail(error, directory, 0, "has no contracts (*.contract) in it");
    else if (!name)
        assay_fail(error, NULL, 0,
                   "--contract, or a line `//! contract:` in the kernel, says what the kernel must do: %s, or a file "
                   "of your own",
                   list);
    else
        assay_fail(error, NULL, 0, "there is no contract `%s`%s%s There are %s; a file of your own ends in .contract",
                   name, search.best ? "; did you mean " : ".",
                   search.best ? arena_format(&memory, "%s?", search.best) : "", list);
    arena_free(&memory);
    return false;
}

contract *contract_read(const char *name, const char *directory, assay_error *error)
{
    char path[1024];
    bool own = strchr(name, '/') || strstr(name, ".contract");
    if (own)
        snprintf(path, sizeof path, "%s", name);
    else
        snprintf(path, sizeof path, "%s/%s.contract", directory, name);
    if (!own && access(path, R_OK) != 0) {
        contract_unknown(name, directory, error);
        return NULL;
    }
    contract *to = calloc(1, sizeof *to);
    if (!to) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    reader r = {.to = to, .error = error};
    bool good = read_file(&r, path);
    to->memory = r.file.memory;
    if (good)
        return to;
    contract_destroy(to);
    return NULL;
}

bool contract_vary(contract *to, const char *text, assay_error *error)
{
    reader r = {.to = to, .file = {.memory = to->memory, .path = "vary"}, .error = error};
    bool good = option(&r, text, 0);
    to->memory = r.file.memory;
    if (good)
        to->options[to->option_count - 1].varied = true;
    return good;
}

bool contract_resize(contract *to, const char *text, assay_error *error)
{
    reader r = {.to = to, .file = {.memory = to->memory, .path = "--sizes"}, .error = error};
    contract_sizes only;
    bool good = sizes_of(&r, text, 0, &only);
    to->memory = r.file.memory;
    if (!good)
        return false;
    if (!same_names(&only, &to->sizes)) {
        const char *names = "";
        for (size_t i = 0; i < to->sizes.name_count; i++)
            names = arena_format(&to->memory, "%s%s%s", names, i ? ", " : "", to->sizes.names[i]);
        return assay_fail(error, NULL, 0, "--sizes '%s': contract %s has the sizes (%s), as in --sizes '(%s) in (%s)'",
                          text, to->name, names, names, to->sizes.name_count > 1 ? "3, 5, …" : "3");
    }
    to->sizes = to->quick = only;
    for (size_t i = 0; i < to->input_count; i++)
        to->inputs[i].sizes = only;
    return true;
}

static bool among(const char *name, const char *usual, const char *const *aliases)
{
    if (strcasecmp(name, usual) == 0)
        return true;
    for (; *aliases; aliases++)
        if (strcasecmp(name, *aliases) == 0)
            return true;
    return false;
}

/* Exact names first: `N` may be one argument's name and `n` another's alias. */
const contract_argument *contract_argument_named(const contract *contract, const char *name)
{
    static const char *const none[] = {NULL};
    for (size_t i = 0; i < contract->argument_count; i++)
        if (strcmp(contract->arguments[i].name, name) == 0)
            return &contract->arguments[i];
    for (size_t i = 0; i < contract->argument_count; i++)
        if (among(name, contract->arguments[i].name, none))
            return &contract->arguments[i];
    for (size_t i = 0; i < contract->argument_count; i++)
        if (among(name, contract->arguments[i].name, contract->arguments[i].aliases))
            return &contract->arguments[i];
    return NULL;
}

bool contract_judges(const contract *contract, const contract_argument *argument)
{
    bool judged = !contract->expect_count;
    for (size_t i = 0; i < contract->expect_count; i++)
        judged |= contract_argument_named(contract, contract->expects[i].name) == argument;
    return judged && (argument->role == CONTRACT_OUT || argument->role == CONTRACT_INOUT);
}

const contract_option *contract_option_named(const contract *contract, const char *name)
{
    for (size_t i = 0; i < contract->option_count; i++)
        if (among(name, contract->options[i].name, contract->options[i].aliases))
            return &contract->options[i];
    return NULL;
}

void contract_destroy(contract *contract)
{
    if (contract)
        arena_free(&contract->memory);
    free(contract);
}
