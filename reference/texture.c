/* texture.c: contents of textures whose texels say where they are, and what sampling may give. */
#include "arguments.h"
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

/* cleared(image, N): the pixels of the image in turn, each N times: what the samples of a layer are that was cleared. */
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
