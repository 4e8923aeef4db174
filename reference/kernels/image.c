/* image.c: pixels in buffers and textures. An 8-bit code takes only 256 values, so what each may become is worked out
 * once per code and looked up per pixel. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef struct code_range {
    uint8_t low, high;
} code_range;

/* The code nearest to 255 * clamp(c / 255 * factor, 0, 1) in float: a quotient, two products, and rint, which is exact.
 * Where the real value is within the error of a tie, both neighbours are right. */
static code_range brightness_of(const reference_call *call, unsigned code, double factor)
{
    double e = rounding_error(SCALAR_FLOAT), value = fmin(fmax(code / 255.0 * factor, 0), 1) * 255;
    double error = value * (accumulated_error(3, e) + division_error(call));
    return (code_range){(uint8_t)fmax(0, rint(value - error)), (uint8_t)fmin(255, rint(value + error))};
}

/* adjust_brightness(pixels, factor): uchar4; the fourth component is kept. */
REFERENCE(adjust_brightness)
{
    if (!arguments_are(call, "an"))
        return;
    const uint8_t *code = argument_array(call, 0)->data;
    double factor = argument_number(call, 1);
    code_range table[256];
    for (unsigned c = 0; c < 256; c++)
        table[c] = brightness_of(call, c, factor);
    for (size_t k = 0; k < call->count * 4; k++) {
        code_range range = k % 4 == 3 ? (code_range){code[k], code[k]} : table[code[k]];
        if (range.low == range.high)
            expect_bits(call, k, range.low);
        else
            expect_interval(call, k, range.low, range.high);
    }
}

/* brightness_truncated(pixels, factor): the same where codes are cut off instead of rounded; what a quotient that is an
 * ulp low then does to a whole code is part of it. */
REFERENCE(brightness_truncated)
{
    if (!arguments_are(call, "an"))
        return;
    const uint8_t *code = argument_array(call, 0)->data;
    double factor = argument_number(call, 1), e = accumulated_error(3, rounding_error(SCALAR_FLOAT));
    for (size_t k = 0; k < call->count * 4; k++) {
        double value = fmin(fmax(code[k] / 255.0 * (k % 4 == 3 ? 1 : factor), 0), 1) * 255;
        double error = value * (e + division_error(call));
        expect_interval(call, k, fmax(0, floor(value - error)), fmin(255, floor(value + error)));
    }
}

/* box_blurred(source, RADIUS): the mean of (2 RADIUS + 1)² pixels; beyond the edges the nearest pixel counts. Codes:
 * each is read as c / 255 (MSL 8.7.1), sum and quotient or product are in float, and where the real value is within
 * their error of a tie, both neighbours are right. */
static double box_mean(const reference_array *source, uint32_t x, uint32_t y, int radius, unsigned lane,
                       double *magnitude)
{
    double sum = 0, side = 2 * radius + 1;
    *magnitude = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            double column = fmin(fmax((double)x + dx, 0), source->width - 1.0);
            double line = fmin(fmax((double)y + dy, 0), source->height - 1.0);
            double value = array_number(source, (size_t)line * source->width + (size_t)column, lane);
            sum += value;
            *magnitude += fabs(value) / (side * side);
        }
    return sum / (side * side);
}

REFERENCE(box_blurred)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *source = argument_array(call, 0);
    int radius = (int)argument_size(call, 1);
    double pixels = (2.0 * radius + 1) * (2.0 * radius + 1);
    double e = accumulated_error(pixels + 3, rounding_error(SCALAR_FLOAT)) + division_error(call);
    if (source->width != call->width || source->height != call->height) {
        call->error = "box_blurred: the images have two sizes";
        return;
    }
    for (size_t k = 0; k < (size_t)call->width * call->height * call->type.lanes; k++) {
        size_t pixel = k / call->type.lanes;
        double magnitude, mean = box_mean(source, (uint32_t)(pixel % call->width), (uint32_t)(pixel / call->width),
                                          radius, (unsigned)(k % call->type.lanes), &magnitude);
        if (call->type.scalar == SCALAR_FLOAT)
            expect_near(call, k, mean, e * magnitude + 0x1p-120);
        else
            expect_interval(call, k, rint(mean - e * magnitude), rint(mean + e * magnitude));
    }
}

/* inverted(source): 1 - x in three components, the fourth kept; the output may be smaller than the source.
 * 8-bit codes: reading gives c / 255 and writing rounds 255 * (1 - c / 255); together their errors are far below half a
 * code (MSL 8.7.1), so the code is 255 - c. Floats: 1 - x, correctly rounded. */
REFERENCE(inverted)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *source = argument_array(call, 0);
    if (source->width < call->width || source->height < call->height) {
        call->error = "inverted: the source is smaller than the output";
        return;
    }
    for (uint32_t y = 0; y < call->height; y++)
        for (uint32_t x = 0; x < call->width; x++) {
            size_t to = (size_t)y * call->width + x, from = (size_t)y * source->width + x;
            for (unsigned lane = 0; lane < 4; lane++) {
                size_t k = to * 4 + lane;
                if (lane == 3)
                    expect_bits(call, k, array_bits(source, from, lane));
                else if (call->type.scalar == SCALAR_FLOAT)
                    expect_rounded(call, k, sum_to_odd(1, -array_number(source, from, lane)));
                else
                    expect_bits(call, k, 255 - array_bits(source, from, lane));
            }
        }
}

/* pixels: any code of an integer format; reals in [0, 1) of a float one. */
INPUT(pixels)
{
    bool real = assay_scalar_is_float(call->type.scalar);
    double codes = real ? 1 : exp2(8 * (double)assay_scalar_size(call->type.scalar));
    for (size_t k = 0; k < call->count * call->type.lanes; k++) {
        double unit = random_unit(call->seed, k);
        input_set(call, k / call->type.lanes, k % call->type.lanes, real ? unit : floor(unit * codes));
    }
}
