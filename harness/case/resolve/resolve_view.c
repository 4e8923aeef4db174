/* resolve_view.c: textures that are views of others, `view of IMAGE, levels FIRST COUNT, slices FIRST COUNT, swizzle R
 * G B A`. What is left out is as in the texture; the device decides whether it permits such a view. */
#include "resolve.h"
#include "../format.h"
#include <string.h>

/* The viewed texture, which must be declared earlier. */
static case_argument *viewed_texture(case_box *box, const case_argument *view, const char *name)
{
    case_argument *list = (case_argument *)box->instance.arguments;
    for (case_argument *at = list; at < view; at++)
        if (at->kind == ARGUMENT_TEXTURE && at->shape.width && strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

/* `FIRST COUNT` */
static bool range_of(case_box *box, cursor *c, uint32_t range[2], assay_error *error)
{
    for (int n = 0; n < 2; n++) {
        const char *number = cursor_word(c);
        int64_t value;
        if (!number)
            return cursor_fail(c, "of levels and slices the first is expected, and how many");
        if (!expression_integer(number, resolve_at_line(box, c->line), 0, UINT32_MAX, "a level or slice", &value,
                                error))
            return false;
        range[n] = (uint32_t)value;
    }
    return true;
}

static bool swizzle_of(cursor *c, uint8_t swizzle[4])
{
    for (int n = 0; n < 4; n++) {
        const char *word = cursor_word(c);
        if (!word || !metal_swizzle(word, &swizzle[n]))
            return cursor_fail(c, "a swizzle is four of zero, one, red, green, blue and alpha");
    }
    return true;
}

static bool part_of(case_box *box, const char *part, case_argument *to, assay_error *error)
{
    cursor p = resolve_cursor_in(box, part, to->line, error);
    const char *what = cursor_word(&p);
    metal_view *view = &to->view;
    view->ranged = true;
    if (strcmp(what, "swizzle") == 0)
        return (view->swizzled = swizzle_of(&p, view->swizzle)) &&
               (cursor_end(&p) || cursor_fail(&p, "a swizzle has four components"));
    uint32_t *range = strcmp(what, "levels") == 0 ? view->levels : strcmp(what, "slices") == 0 ? view->slices : NULL;
    if (!range)
        return cursor_fail(&p, "`levels FIRST COUNT`, `slices FIRST COUNT` or `swizzle R G B A` is expected, not `%s`",
                           part);
    return range_of(box, &p, range, error) &&
           (cursor_end(&p) || cursor_fail(&p, "of %s the first is expected, and how many", what));
}

bool resolve_view(case_box *box, const declared_argument *from, case_argument *to, assay_error *error)
{
    cursor c = resolve_cursor_in(box, to->generator + strlen("view of "), from->line, error);
    const char *name = cursor_until(&c, ",");
    case_argument *of = name ? viewed_texture(box, to, name) : NULL;
    if (!name)
        return false;
    if (!of)
        return cursor_fail(&c, "`%s` is no texture that is declared before", name);
    if (to->role != ROLE_IN)
        return cursor_fail(&c, "a view has no content of its own: declare `%s` with `in:`, and `%s` as what it is",
                           to->name, name);
    uint32_t block[2];
    assay_type pixel;
    to->viewed = (int32_t)(of - box->instance.arguments);
    to->format = from->format ? resolve_substitute(box, from->format) : of->format;
    if (!pixel_format(to->format, &pixel, block))
        return cursor_fail(&c, "unknown pixel format `%s`", to->format);
    to->type = pixel;
    of->reformatted |= strcmp(to->format, of->format) != 0;
    to->view.type = from->class->type;
    to->view.ranged = to->view.type != of->shape.type;
    to->view.levels[1] = of->shape.levels;
    to->view.slices[1] = (uint32_t)metal_shape_slices(&of->shape);
    for (uint8_t n = 0; n < 4; n++)
        metal_swizzle((const char *const[]){"red", "green", "blue", "alpha"}[n], &to->view.swizzle[n]);
    while (cursor_take(&c, ",")) {
        const char *part = cursor_until(&c, ",");
        if (part && !*part)
            return cursor_fail(&c, "a part of the view is missing after `,`");
        if (!part || !part_of(box, part, to, error))
            return false;
    }
    return true;
}
