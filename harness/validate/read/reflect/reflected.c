/* reflected.c: reads the signature of a pipeline. Kinds and lines of parameters stay those of the text, for reflection
 * knows neither references nor lines; an argument that it says is never used keeps its written type. */
#include "reflected.h"
#include "../../../case/declare/cursor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 64 };

typedef struct reader {
    kernel_source *source;
    kernel_function *function;
    const char *other; /* the rest of the signature with another T, at the same place; or NULL */
    bool open;
} reader;

static arena *memory_of(const reader *r)
{
    return &r->source->memory;
}

static cursor over(const reader *r, const char *text)
{
    return (cursor){text, memory_of(r), NULL, 0, NULL};
}

/* The last word is the name; what stands before it is cut off behind *type. */
static const char *split_name(const reader *r, const char *item, const char **type)
{
    const char *blank = strrchr(item, ' ');
    *type = blank ? arena_text(memory_of(r), item, (size_t)(blank - item)) : "";
    return blank ? blank + 1 : item;
}

static const char *trimmed_access(const char *type, bool *writable)
{
    bool write = strncmp(type, "write ", 6) == 0, read = strncmp(type, "read ", 5) == 0;
    *writable = write;
    return write ? type + 6 : read ? type + 5 : type;
}

/* `float4` where it is the same with another T; `T`, `vec<T, 4>` where it is not; NULL where that cannot be told. */
static const char *typed(const reader *r, const char *type, const char *other)
{
    if (strcmp(type, "?") == 0 || (r->open && !other))
        return NULL;
    if (!r->open || strcmp(type, other) == 0)
        return type;
    size_t length = strlen(type);
    char lanes = length ? type[length - 1] : 0;
    return lanes >= '2' && lanes <= '4' ? arena_format(memory_of(r), "vec<T, %c>", lanes) : "T";
}

/* ---- Members */

static void add_members(reader *r, const char *inside, const char *other, kernel_parameter *to);

/* One thing behind an id: a pointer, a texture or a number. */
static void add_member(reader *r, const char *type, const char *other, const char *name, int id, kernel_parameter *to)
{
    bool writable, ignored;
    const char *plain = trimmed_access(type, &writable);
    const char *also = other ? trimmed_access(other, &ignored) : NULL;
    size_t length = strlen(plain);
    bool pointer = length && plain[length - 1] == '*';
    if (pointer) {
        plain = arena_text(memory_of(r), plain, length - 1);
        also = also && *also ? arena_text(memory_of(r), also, strlen(also) - 1) : NULL;
    }
    const char *told = typed(r, plain, also);
    *ARENA_PUSH(memory_of(r), to->members, to->member_count) =
        (kernel_parameter){.kind = strcmp(plain, "texture") == 0                         ? PARAMETER_TEXTURE
                                   : pointer                                             ? PARAMETER_BUFFER
                                   : strcmp(plain, "sampler") == 0 || strchr(plain, '[') ? PARAMETER_OTHER
                                                                                         : PARAMETER_VALUE,
                           .name = name,
                           .type = told ? told : plain,
                           .writable = writable || strcmp(plain, "texture") == 0,
                           .index = id,
                           .line = to->line,
                           .holder = to->name};
}

/* `write float*[2] rows` is rows[0], rows[1]; likewise of textures and samplers. */
static void add_array(reader *r, const char *type, const char *other, const char *name, int id, kernel_parameter *to)
{
    const char *open = strrchr(type, '['), *also = other ? strrchr(other, '[') : NULL;
    long count = strtol(open + 1, NULL, 10);
    const char *element = arena_text(memory_of(r), type, (size_t)(open - type));
    const char *same = also ? arena_text(memory_of(r), other, (size_t)(also - other)) : NULL;
    bool of_data =
        element[strlen(element) - 1] != '*' && strcmp(element, "texture") != 0 && strcmp(element, "sampler") != 0;
    if (of_data || count > MOST_ELEMENTS) {
        add_member(r, type, other, name, id, to);
        return;
    }
    for (long i = 0; i < count; i++)
        add_member(r, element, same, arena_format(memory_of(r), "%s[%ld]", name, i), id + (int)i, to);
}

static const char *next_item(cursor *c, const char *stops)
{
    if (!c->at)
        return NULL;
    const char *item = cursor_until(c, stops);
    cursor_take(c, ",");
    cursor_take(c, ";");
    return item;
}

/* What stands between the brackets of a structure, or NULL. */
static const char *structure_of(const reader *r, const char *type)
{
    const char *open = type ? strchr(type, '{') : NULL;
    cursor c = over(r, open);
    return open ? cursor_bracketed(&c, '{') : NULL;
}

static void add_members(reader *r, const char *inside, const char *other, kernel_parameter *to)
{
    cursor c = over(r, inside), d = over(r, other);
    while (!cursor_end(&c)) {
        const char *item = next_item(&c, ","), *same = next_item(&d, ",");
        const char *type, *also = NULL, *at = item ? strchr(item, ' ') : NULL;
        if (!at)
            return;
        int id = atoi(item);
        const char *offset = strchr(item, '@'), *name = split_name(r, at + 1, &type);
        if (same && strchr(same, ' '))
            split_name(r, strchr(same, ' ') + 1, &also);
        const char *nested = structure_of(r, type);
        size_t before = to->member_count;
        if (nested)
            add_members(r, nested, structure_of(r, also), to);
        else if (strchr(type, '['))
            add_array(r, type, also, name, id, to);
        else
            add_member(r, type, also, name, id, to);
        if (!nested && to->member_count > before && offset)
            to->members[before].offset = atoi(offset + 1);
    }
}

/* ---- Arguments */

static kernel_parameter *parameter_of(reader *r, parameter_kind kind, const char *name)
{
    kernel_function *f = r->function;
    for (size_t i = 0; i < f->parameter_count; i++) {
        kernel_parameter *p = &f->parameters[i];
        bool buffer = kind == PARAMETER_BUFFER && p->kind == PARAMETER_VALUE;
        if ((p->kind == kind || buffer) && strcmp(p->name, name) == 0)
            return p;
    }
    return NULL;
}

/* `threads 1024`, `required 8 4 2`, `stack 16384`; false of anything else. */
static bool take_limit(kernel_function *f, const char *item)
{
    unsigned *required = f->required;
    f->stack_told |= strncmp(item, "stack ", 6) == 0;
    return sscanf(item, "threads %u", &f->most_threads) == 1 || sscanf(item, "stack %lu", &f->stack) == 1 ||
           sscanf(item, "required %u %u %u", &required[0], &required[1], &required[2]) == 3;
}

/* `buffer 0 read arguments {…} args`, and the same with another T. */
static void take_argument(reader *r, const char *item, const char *same)
{
    cursor c = over(r, item);
    const char *table = cursor_word(&c), *index = table ? cursor_word(&c) : NULL,
               *access = index ? cursor_word(&c) : NULL;
    const char *type, *also = NULL;
    if (!access)
        return;
    cursor_blanks(&c);
    const char *name = split_name(r, c.at, &type);
    parameter_kind kind = strcmp(table, "buffer") == 0        ? PARAMETER_BUFFER
                          : strcmp(table, "texture") == 0     ? PARAMETER_TEXTURE
                          : strcmp(table, "threadgroup") == 0 ? PARAMETER_THREADGROUP
                                                              : PARAMETER_OTHER;
    kernel_parameter *p = kind == PARAMETER_OTHER ? NULL : parameter_of(r, kind, name);
    if (!p)
        return;
    p->index = atoi(index);
    if (kind != PARAMETER_BUFFER || strcmp(access, "off") == 0 || p->tensor)
        return;
    if (same) {
        cursor d = over(r, same);
        if (cursor_word(&d) && cursor_word(&d) && cursor_word(&d)) {
            cursor_blanks(&d);
            split_name(r, d.at, &also);
        }
    }
    const char *inside = structure_of(r, type);
    p->arguments = strncmp(type, "arguments ", 10) == 0;
    if (inside)
        add_members(r, inside, structure_of(r, also), p);
    const char *told = inside ? NULL : typed(r, type, also);
    p->type = told ? told : p->type;
}

void reflected_take(kernel_source *source, kernel_function *function, const char *signature, const char *other,
                    bool open)
{
    reader r = {source, function, other, open};
    cursor c = over(&r, signature), d = over(&r, other);
    /* Instantiations of a template share the list of its parameters. */
    kernel_parameter *own = arena_take(&source->memory, function->parameter_count + 1, sizeof *own);
    memcpy(own, function->parameters, function->parameter_count * sizeof *own);
    function->parameters = own;
    while (!cursor_end(&c)) {
        const char *item = next_item(&c, ";"), *same = next_item(&d, ";");
        if (!item)
            return;
        if (!take_limit(function, item))
            take_argument(&r, item, same);
    }
}

/* ---- Function constants */

static kernel_constant *constant_named(kernel_source *source, const char *name)
{
    for (size_t i = 0; i < source->constant_count; i++)
        if (strcmp(source->constants[i].name, name) == 0)
            return &source->constants[i];
    kernel_constant *one = ARENA_PUSH(&source->memory, source->constants, source->constant_count);
    *one = (kernel_constant){.name = name};
    return one;
}

void reflected_constants(kernel_source *source, const char *told)
{
    cursor c = {told, &source->memory, NULL, 0, NULL};
    while (!cursor_end(&c)) {
        const char *item = next_item(&c, ";");
        cursor at = {item ? item : "", &source->memory, NULL, 0, NULL};
        const char *type = cursor_word(&at), *name = type ? cursor_word(&at) : NULL,
                   *index = name ? cursor_word(&at) : NULL;
        if (!index)
            return;
        kernel_constant *one = constant_named(source, name);
        one->index = (unsigned)strtoul(index, NULL, 10);
        one->type = strcmp(type, "?") == 0 && one->type ? one->type : type;
        one->required |= cursor_take(&at, "required");
    }
}
