/* resolve_blit.c: commands between the dispatches that copy and fill, as a blit encoder has them:
 *
 *   copy NAME PART…, to NAME PART…, size W H D      PART of a texture: slice, level, origin;
 *                                                   of a buffer: offset, row, image
 *   copy NAME, to NAME                              all of a texture
 *   fill NAME offset N, size BYTES, value BYTE
 *   generate_mipmaps NAME
 *
 * Whether the device can do it is the device's to say, but for the memory of the buffers. */
#include "resolve.h"
#include <string.h>

static bool number_of(case_box *box, cursor *c, const char *what, int64_t *value, assay_error *error)
{
    const char *text = cursor_word(c);
    return text ? expression_integer(text, resolve_at_line(box, c->line), 0, UINT32_MAX, what, value, error)
                : cursor_fail(c, "a number is expected after `%s`", what);
}

/* One to three numbers; those that are missing are as they were. */
static bool three_of(case_box *box, cursor *c, const char *what, uint32_t three[3], assay_error *error)
{
    for (int n = 0; n < 3 && (!n || !cursor_end(c)); n++) {
        int64_t value;
        if (c->at[0] >= 'a' && c->at[0] <= 'z' && n)
            return true;
        if (!number_of(box, c, what, &value, error))
            return false;
        three[n] = (uint32_t)value;
    }
    return true;
}

/* `NAME PART…` */
static bool place_of(case_box *box, cursor *c, case_place *place, assay_error *error)
{
    const char *name = cursor_name(c);
    int32_t index = name ? resolve_argument_named(&box->instance, name) : -1;
    const case_argument *argument = index < 0 ? NULL : &box->instance.arguments[index];
    bool texture = argument && argument->kind == ARGUMENT_TEXTURE && !argument->none && !argument->of_buffer;
    if (!texture && !(argument && argument->kind == ARGUMENT_BUFFER))
        return cursor_fail(c, "the name of a buffer or texture is expected, not `%s`", name ? name : c->at);
    place->argument = (uint32_t)index;
    while (!cursor_end(c)) {
        const char *part = cursor_word(c);
        int64_t value = 0;
        if (texture && strcmp(part, "origin") == 0) {
            if (!three_of(box, c, part, place->origin, error))
                return false;
            continue;
        }
        if (!number_of(box, c, part, &value, error))
            return false;
        if (texture && strcmp(part, "slice") == 0)
            place->slice = (uint32_t)value;
        else if (texture && strcmp(part, "level") == 0)
            place->level = (uint32_t)value;
        else if (!texture && strcmp(part, "offset") == 0)
            place->offset = (size_t)value;
        else if (!texture && strcmp(part, "row") == 0)
            place->row = (size_t)value;
        else if (!texture && strcmp(part, "image") == 0)
            place->image = (size_t)value;
        else
            return cursor_fail(c, "%s, not `%s`",
                               texture ? "of a texture `slice`, `level` or `origin` is expected"
                                       : "of a buffer `offset`, `row` or `image` is expected",
                               part);
    }
    return true;
}

static bool is_texture(const case_box *box, const case_place *place)
{
    return box->instance.arguments[place->argument].kind == ARGUMENT_TEXTURE;
}

/* A command may write what is an output, and nothing beyond a buffer. */
static bool place_good(const case_box *box, cursor *c, const case_place *place, size_t bytes, bool written)
{
    const case_argument *argument = &box->instance.arguments[place->argument];
    bool own = argument->viewed < 0 && argument->role == ROLE_IN;
    if (written && own)
        return cursor_fail(c, "`%s` is written: declare it with `out:` or `inout:`", argument->name);
    return is_texture(box, place) || place->offset + bytes <= argument->count * argument->type.stride ||
           cursor_fail(c, "%zu bytes from offset %zu reach beyond `%s`", bytes, place->offset, argument->name);
}

/* How much of a buffer a copy reaches, beside a texture. */
static size_t bytes_of(const case_box *box, const case_blit *blit, const case_place *place)
{
    const case_place *other = place == &blit->from ? &blit->to : &blit->from;
    if (blit->kind == BLIT_FILL || !is_texture(box, other))
        return blit->size[0];
    size_t pixel = box->instance.arguments[other->argument].type.stride;
    return blit->size[0] && blit->size[1] && blit->size[2]
               ? (blit->size[2] - 1) * place->image + (blit->size[1] - 1) * place->row + blit->size[0] * pixel
               : 0;
}

static bool blit_good(const case_box *box, cursor *c, const case_blit *blit, bool sized)
{
    bool of_texture = is_texture(box, &blit->to);
    if (blit->kind == BLIT_MIPMAPS)
        return (of_texture && !sized) || cursor_fail(c, "`generate_mipmaps` takes a texture alone");
    if (blit->kind == BLIT_FILL && of_texture)
        return cursor_fail(c, "`fill` takes a buffer");
    if (!blit->whole && !sized)
        return cursor_fail(c, "`size …` is missing");
    return (blit->kind == BLIT_FILL || place_good(box, c, &blit->from, bytes_of(box, blit, &blit->from), false)) &&
           place_good(box, c, &blit->to, bytes_of(box, blit, &blit->to), true);
}

/* What stands behind a comma. */
static bool blit_part(case_box *box, cursor p, case_blit *blit, bool *sized, bool *aimed, assay_error *error)
{
    const char *part = p.at;
    const char *what = cursor_word(&p);
    int64_t value = 0;
    if (what && strcmp(what, "to") == 0 && blit->kind == BLIT_COPY)
        return (*aimed = place_of(box, &p, &blit->to, error));
    if (what && strcmp(what, "size") == 0)
        return (*sized = three_of(box, &p, what, blit->size, error)) &&
               (cursor_end(&p) || cursor_fail(&p, "a size has one to three numbers"));
    if (!what || strcmp(what, "value") != 0 || blit->kind != BLIT_FILL)
        return cursor_fail(&p, "`to …`, `size …` or, of a fill, `value …` is expected, not `%s`", part);
    if (!number_of(box, &p, what, &value, error))
        return false;
    blit->value = (uint8_t)value;
    return value < 256 || cursor_fail(&p, "a fill's value is a byte");
}

static bool blit_of(case_box *box, const declared_text *from, case_blit *blit, assay_error *error)
{
    static const char *const kinds[] = {
        [BLIT_COPY] = "copy", [BLIT_FILL] = "fill", [BLIT_MIPMAPS] = "generate_mipmaps"};
    cursor c = resolve_cursor_in(box, resolve_substitute(box, from->text), from->line, error);
    *blit = (case_blit){.behind = from->index, .size = {1, 1, 1}};
    const char *word = cursor_word(&c);
    size_t kind = 0;
    while (word && kind < 3 && strcmp(kinds[kind], word) != 0)
        kind++;
    if (!word || kind == 3)
        return cursor_fail(&c, "`copy …`, `fill …` or `generate_mipmaps …` is expected");
    blit->kind = (case_blit_kind)kind;
    const char *first = cursor_until(&c, ",");
    cursor f = resolve_cursor_in(box, first ? first : "", from->line, error);
    bool sized = false, aimed = false;
    if (!first || !place_of(box, &f, blit->kind == BLIT_COPY ? &blit->from : &blit->to, error))
        return false;
    while (cursor_take(&c, ",")) {
        const char *part = cursor_until(&c, ",");
        if (!part || !blit_part(box, resolve_cursor_in(box, part, from->line, error), blit, &sized, &aimed, error))
            return false;
    }
    if (blit->kind == BLIT_COPY && !aimed)
        return cursor_fail(&c, "`to NAME …` is missing");
    blit->whole = blit->kind == BLIT_MIPMAPS ||
                  (blit->kind == BLIT_COPY && !sized && is_texture(box, &blit->from) && is_texture(box, &blit->to));
    return blit_good(box, &c, blit, sized);
}

bool resolve_blits(case_box *box, const case_file *file, assay_error *error)
{
    case_blit *list = arena_take(&box->memory, file->blit_count + 1, sizeof *list);
    for (size_t i = 0; i < file->blit_count; i++)
        if (!blit_of(box, &file->blits[i], &list[i], error))
            return false;
    box->instance.blits = list;
    box->instance.blit_count = file->blit_count;
    return true;
}
