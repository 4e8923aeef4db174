/* texture.c: contents of textures whose texels say where they are, and what sampling may give. */
#include "../core/arguments.h"
#include <math.h>

/* faces(SIDE, FACES, STEP): square textures of a full chain of levels, FACES faces each; each texel is STEP times the
 * number of its face plus 32 times its level. Of four components each is its number, plus that of the texel times four.
 */
INPUT(faces)
{
    if (call->argument_count != 3) {
        call->error = "faces: SIDE, FACES and STEP are expected";
        return;
    }
    size_t side = (size_t)call->argument[0], faces = (size_t)call->argument[1], lanes = call->type.lanes;
    size_t first = 0, level = 0;
    for (size_t i = 0; i < call->count; i++) {
        while (i - first >= side * side * faces) {
            first += side * side * faces;
            side = side > 1 ? side / 2 : 1;
            level++;
        }
        size_t code = (i - first) / (side * side) + 32 * level;
        for (unsigned lane = 0; lane < lanes; lane++)
            input_set(call, i, lane, call->argument[2] * (double)(lanes * code + lane));
    }
}

/* blended(at): what linear filtering of two texels 0 and 1 gives at these places between their middles. The text leaves
 * the precision of weights open; eight bits of fraction are the least that any implementation is known to have. */
REFERENCE(blended)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double weight = fmin(fmax(array_number(argument_array(call, 0), i, 0) - 0.5, 0), 1);
        expect_interval(call, i, fmax(0, weight - 0x1p-8), fmin(1, weight + 0x1p-8));
    }
}

/* cleared(image, N): the pixels of the image in turn, each N times: what the samples of a layer are that was
 * cleared. */
REFERENCE(cleared)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *image = argument_array(call, 0);
    size_t times = (size_t)argument_number(call, 1);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_bits(call, i * call->type.lanes + lane,
                        scalar_encode(call->type.scalar, array_number(image, i / times, lane)));
}

/* ---- What the text leaves open: recorded and measured, not judged. */

/* directions_of_gradients(LENGTH): x and y of gradients of this length, turned by a right angle from the first to the
 * last; both of these are exact. */
INPUT(directions_of_gradients)
{
    const double quarter = 1.57079632679489661923, length = call->argument_count ? call->argument[0] : 1;
    for (size_t i = 0; i < call->count; i++) {
        bool last = i + 1 == call->count;
        double angle = quarter * (double)i / (double)(call->count - 1);
        input_set(call, i, 0, last ? 0 : length * cos(angle));
        input_set(call, i, 1, last ? length : length * sin(angle));
    }
}

/* gradient_level(gradients, SIZE): the level of detail where gradients of a square texture along x have these
 * directions, and those along y are zero: log2 of the length in texels. Along an axis it is judged, within the
 * precision of levels, in between it is measured: the text has no formula. */
REFERENCE(gradient_level)
{
    if (!arguments_are(call, "an"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double x = array_number(argument_array(call, 0), i, 0), y = array_number(argument_array(call, 0), i, 1);
        double level = log2(hypot(x, y) * argument_number(call, 1));
        if (x == 0 || y == 0)
            expect_interval(call, i, level - 0x1p-6, level + 0x1p-6);
        else
            expect_unjudged(call, i);
        expect_measured(call, i, atan2(y, x), level);
    }
}

/* anisotropic_level(LONG, SIZE, MOST): the same of gradients of lengths LONG / 2^i along y, where a sampler takes
 * samples along the longer one: log2 of the shorter, at least 1 / MOST of the longer. All of it is measured. */
REFERENCE(anisotropic_level)
{
    if (!arguments_are(call, "nnn"))
        return;
    double most = argument_number(call, 2), first = argument_number(call, 0) * argument_number(call, 1);
    for (size_t i = 0; i < call->count; i++) {
        expect_unjudged(call, i);
        expect_measured(call, i, ldexp(1, (int)i), log2(fmax(ldexp(first, -(int)i), first / most)));
    }
}

/* cube_gradient_level(gradients, SIZE): the level of detail in the middle of a cube's face, where the direction changes
 * by these within the face: a face's coordinates run from -1 to 1, so log2 of half the length in texels. All of it is
 * measured. */
REFERENCE(cube_gradient_level)
{
    if (!arguments_are(call, "an"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double x = array_number(argument_array(call, 0), i, 0), y = array_number(argument_array(call, 0), i, 1);
        expect_unjudged(call, i);
        expect_measured(call, i, atan2(y, x), log2(hypot(x, y) * argument_number(call, 1) / 2));
    }
}

/* asked_level(STEP): of thread i, which asks for level i * STEP: that. All of it is measured; whole levels are judged
 * elsewhere. */
REFERENCE(asked_level)
{
    if (!arguments_are(call, "n"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        expect_unjudged(call, i);
        expect_measured(call, i, (double)i * argument_number(call, 0), (double)i * argument_number(call, 0));
    }
}

/* edge_faces(directions): the face of a cube where two or three components of a direction are equally large: that of
 * the first of them. */
REFERENCE(edge_faces)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        double c[3], most = 0;
        unsigned axis = 0;
        for (unsigned k = 0; k < 3; k++) {
            c[k] = array_number(argument_array(call, 0), i, k);
            if (fabs(c[k]) > most) {
                most = fabs(c[k]);
                axis = k;
            }
        }
        expect_value(call, i, 2 * axis + (c[axis] < 0));
    }
}
