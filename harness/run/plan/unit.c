/* unit.c: reads units from words and files. */
#include "unit.h"
#include "../../base/file.h"
#include "../../base/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 28 };

static const char *const kinds[UNIT_KINDS] = {"case", "sweep", "proof"};

const char *unit_kind_name(unit_kind kind)
{
    return kinds[kind];
}

static bool refuse(const char *id, assay_error *error)
{
    return assay_fail(
        error, NULL, 0,
        "`%s` is no unit; units are case:NAME, sweep:I/N:NAME and proof:NAME, as `assay plan` prints them", id);
}

/* `I/N:` with I from 1 to N; what follows it, or NULL. */
static const char *read_part(const char *at, unit *unit)
{
    int used = 0;
    if (strspn(at, "0123456789/") != strcspn(at, ":") || sscanf(at, "%u/%u%n", &unit->part, &unit->parts, &used) != 2 ||
        at[used] != ':')
        return NULL;
    bool good = unit->part >= 1 && unit->part <= unit->parts && unit->parts <= UNIT_MOST_PARTS;
    return good ? at + used + 1 : NULL;
}

bool unit_read(const char *id, unit *unit, assay_error *error)
{
    *unit = (struct unit){.kind = UNIT_KINDS, .id = id};
    size_t length = strcspn(id, ":");
    for (int i = 0; i < UNIT_KINDS; i++)
        if (strlen(kinds[i]) == length && strncmp(kinds[i], id, length) == 0)
            unit->kind = (unit_kind)i;
    unit->name = id[length] ? id + length + 1 : NULL;
    if (unit->kind == UNIT_SWEEP && unit->name)
        unit->name = read_part(unit->name, unit);
    if (unit->kind == UNIT_KINDS || !unit->name || !*unit->name)
        return refuse(id, error);
    return true;
}

/* ---- Lists */

static bool take(unit_list *list, const char *id, const char *hash, const char *file, int line, assay_error *error)
{
    unit next;
    if (!unit_read(arena_text(&list->memory, id, strlen(id)), &next, error)) {
        assay_error inner = *error;
        return assay_fail(error, file, line, "%s", inner.text);
    }
    next.hash = *hash ? arena_text(&list->memory, hash, strlen(hash)) : NULL;
    next.file = file;
    next.line = line;
    *ARENA_PUSH(&list->memory, list->item, list->count) = next;
    return true;
}

/* A line as `assay plan` prints it. */
static bool take_planned(unit_list *list, const char *text, const char *file, int line, assay_error *error)
{
    json_value *value = json_read(text, strlen(text));
    const char *type = json_text(value, "type");
    bool good = true;
    if (strcmp(type, "unit") == 0)
        good = take(list, json_text(value, "unit"), json_text(value, "hash"), file, line, error);
    else if (strcmp(type, "plan") != 0)
        good = assay_fail(error, file, line, "not a line that `assay plan` prints");
    json_destroy(value);
    return good;
}

static bool take_file(unit_list *list, const char *path, assay_error *error)
{
    size_t size;
    int number = 1;
    char *at = file_text(&list->memory, path, LARGEST_FILE, &size, error);
    for (; at && *at; number++) {
        char *next = at + strcspn(at, "\n");
        if (*next)
            *next++ = 0;
        at[strcspn(at, "\r")] = 0;
        bool good = !*at || (*at == '{' ? take_planned(list, at, path, number, error)
                                        : take(list, at, "", path, number, error));
        if (!good)
            return false;
        at = next;
    }
    return at != NULL;
}

static int by_name(const void *a, const void *b)
{
    const unit *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    if (!order)
        order = (one->kind > other->kind) - (one->kind < other->kind);
    if (!order)
        order = (one->parts > other->parts) - (one->parts < other->parts);
    return order ? order : (one->part > other->part) - (one->part < other->part);
}

bool units_read(unit_list *list, const char *const *words, size_t count, assay_error *error)
{
    bool good = true;
    *list = (unit_list){0};
    for (size_t i = 0; i < count && good; i++)
        good = *words[i] == '@' ? take_file(list, words[i] + 1, error) : take(list, words[i], "", NULL, 0, error);
    if (good && !list->count)
        return assay_fail(error, NULL, 0, "--unit needs units to run; `assay plan` prints them");
    if (good)
        qsort(list->item, list->count, sizeof *list->item, by_name);
    for (size_t i = 1; i < list->count && good; i++)
        if (by_name(&list->item[i - 1], &list->item[i]) == 0)
            good = assay_fail(error, list->item[i].file, list->item[i].line, "unit `%s` comes twice; name it once",
                              list->item[i].id);
    return good;
}

void units_clear(unit_list *list)
{
    arena_free(&list->memory);
    *list = (unit_list){0};
}
