/* convolution.c: convolution2d as a product of matrices: a row of the left one is what the window has before it at a
 * pixel of the destination, channels fastest, then along the kernel's rows; a column of the right one is the kernel of
 * a channel. matmul.c multiplies them. */
#include "convolution.h"
#include "../fault.h"

/* Along dimension d (0: x, 1: y): the activation's element under element k of the kernel, for pixel `at`. */
static long under_window(const sm_window *w, int d, long at, long k)
{
    long step = sm_fault(SM_FAULT_convolution_unstrided) ? 1 : w->step[d],
         dilation = sm_fault(SM_FAULT_convolution_undilated) ? 1 : w->dilation[d],
         offset = w->offset[sm_fault(SM_FAULT_convolution_offsets_swapped) ? 1 - d : d],
         centre = sm_fault(SM_FAULT_convolution_corner) ? 0 : ((w->taps[d] - 1) * w->dilation[d] + 1) / 2;
    if (sm_fault(SM_FAULT_convolution_flipped))
        k = w->taps[d] - 1 - k;
    return at * step + k * dilation + offset - centre;
}

long sm_window_offset(const sm_window *w, int which, long group, long row, long column)
{
    long pixel = row, k = which == SM_WEIGHTS ? row : column;
    long x = pixel % w->size[1], y = pixel / w->size[1] % w->size[2], batch = pixel / (w->size[1] * w->size[2]);
    long channel = k % w->channels, kx = k / w->channels % w->taps[0], ky = k / (w->channels * w->taps[0]);
    const long index[3][4] = {
        {group * w->channels + channel, under_window(w, 0, x, kx), under_window(w, 1, y, ky), batch},
        {column, channel, kx, ky},
        {column, x, y, batch},
    };
    long offset = 0;
    for (int d = 0; d < 4; d++) {
        if (index[which][d] < 0 || index[which][d] >= w->extent[which][d])
            return -1;
        offset += index[which][d] * w->stride[which][d];
    }
    return offset;
}
