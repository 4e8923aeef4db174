/* convolution2d.c: convolutions of images with several channels (MSL 7.2.2). Tensors lie as table 7.8 has them:
 * activation and destination batch by batch, row by row, channels fastest; weights by the kernel's rows, its columns,
 * input channels, output channels. Bounds are those of matmul2d.c, with the products of one window for K.
 *
 * Where the text is silent: kernels are not flipped, as neural networks have it; a window's centre, of an even size the
 * later of the two in the middle, lies at the pixel times the stride plus the offset (users have measured it), and
 * pixels outside of the activation are zero. Cases judge results that rest on the last two as recorded only. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "products.h"
#include <math.h>
#include <stdlib.h>

typedef struct plane {
    long width, height;
} plane;

typedef struct convolution {
    const double *activation, *weights, *before; /* before: NULL, or what is in the destination */
    plane to, from, kernel, stride, dilation, offset;
    long outputs, inputs, batch, groups;
    double times;
    bool relaxed;
} convolution;

/* The pixel of the activation under pixel k of the kernel, along one dimension. */
static long source_pixel(long to, long stride, long k, long size, long dilation, long offset)
{
    long before_centre = (long)ceil((double)(size - 1) * (double)dilation / 2);
    return to * stride + offset - before_centre + k * dilation;
}

/* Adds the products of the pixel (x, y) of the activation and the kernel's pixel (i, j). */
static void add_pixel(const convolution *c, product_sum *s, long batch, long x, long y, long i, long j, long output)
{
    if (x < 0 || y < 0 || x >= c->from.width || y >= c->from.height)
        return;
    long own = c->inputs / c->groups, first = output / (c->outputs / c->groups) * own;
    const double *pixel = c->activation + ((batch * c->from.height + y) * c->from.width + x) * c->inputs + first;
    const double *weight = c->weights + (j * c->kernel.width + i) * own * c->outputs + output;
    for (long channel = 0; channel < own; channel++) {
        double product = pixel[channel] * weight[channel * c->outputs];
        s->value += c->times * product;
        s->magnitude += c->times * fabs(product);
    }
}

static void expect_pixel(reference_call *call, const convolution *c, product_sum s, long at)
{
    long output = at % c->outputs, x = at / c->outputs % c->to.width,
         y = at / (c->outputs * c->to.width) % c->to.height, batch = at / (c->outputs * c->to.width * c->to.height);
    s.before = s.value = c->before ? c->before[at] : 0;
    s.magnitude = 0;
    for (long j = 0; j < c->kernel.height; j++)
        for (long i = 0; i < c->kernel.width; i++)
            add_pixel(c, &s, batch,
                      source_pixel(x, c->stride.width, i, c->kernel.width, c->dilation.width, c->offset.width),
                      source_pixel(y, c->stride.height, j, c->kernel.height, c->dilation.height, c->offset.height), i,
                      j, output);
    expect_product_sum(call, (size_t)at, &s);
}

static plane plane_at(const reference_call *call, size_t n)
{
    return (plane){(long)argument_number(call, n), (long)argument_number(call, n + 1)};
}

static void read_sizes(const reference_call *call, convolution *c)
{
    c->outputs = (long)argument_number(call, 2);
    c->to = plane_at(call, 3);
    c->batch = (long)argument_number(call, 5);
    c->inputs = (long)argument_number(call, 6);
    c->from = plane_at(call, 7);
    c->kernel = plane_at(call, 9);
    c->stride = plane_at(call, 11);
    c->dilation = plane_at(call, 13);
    c->offset = plane_at(call, 15);
    c->groups = (long)argument_number(call, 17);
    c->relaxed = argument_number(call, 18) != 0;
}

static bool fits(const reference_call *call, const convolution *c, size_t before)
{
    long to = c->outputs * c->to.width * c->to.height * c->batch,
         from = c->inputs * c->from.width * c->from.height * c->batch,
         weights = c->kernel.width * c->kernel.height * (c->groups > 0 ? c->inputs / c->groups : 0) * c->outputs;
    return to > 0 && from > 0 && weights > 0 && c->inputs % c->groups == 0 && c->outputs % c->groups == 0 &&
           (size_t)to <= call->count && (size_t)from <= argument_array(call, 0)->count &&
           (size_t)weights <= argument_array(call, 1)->count &&
           (before == 0 || (size_t)to <= argument_array(call, before)->count);
}

/* `before`: which argument is what was there, 0: none. */
static void expect_convolution(reference_call *call, size_t before)
{
    convolution c = {.times = before ? argument_number(call, before + 1) : 1};
    read_sizes(call, &c);
    if (!fits(call, &c, before)) {
        call->error = "the sizes do not fit the arrays, or the groups the channels";
        return;
    }
    c.activation = argument_numbers(call, 0);
    c.weights = argument_numbers(call, 1);
    c.before = before ? argument_numbers(call, before) : NULL;
    if (c.activation && c.weights && (c.before || !before)) {
        size_t all = argument_array(call, 0)->count, weights = argument_array(call, 1)->count;
        product_sum s = {.products = (size_t)(c.kernel.width * c.kernel.height * (c.inputs / c.groups)),
                         .whole = all_whole(c.activation, all) && all_whole(c.weights, weights),
                         .quarters = are_quarters(c.activation, all) && are_quarters(c.weights, weights),
                         .relaxed = c.relaxed};
        for (long at = 0; at < c.outputs * c.to.width * c.to.height * c.batch && !call->error; at++)
            expect_pixel(call, &c, s, at);
    }
    free((double *)c.activation);
    free((double *)c.weights);
    free((double *)c.before);
}

/* convolved(activation, weights, O, W, H, N, I, SOURCE_W, SOURCE_H, KERNEL_W, KERNEL_H, STRIDE_X, STRIDE_Y, DILATION_X,
 * DILATION_Y, OFFSET_X, OFFSET_Y, GROUPS, RELAXED): destinations of N images of W x H pixels with O channels. */
REFERENCE(convolved)
{
    if (arguments_are(call, "aannnnnnnnnnnnnnnnn"))
        expect_convolution(call, 0);
}

/* convolved_added(…, before, TIMES): what was there, and so many times the convolution. */
REFERENCE(convolved_added)
{
    if (arguments_are(call, "aannnnnnnnnnnnnnnnnan"))
        expect_convolution(call, 19);
}
