/* convolution.h: where a convolution's window stands (MSL 7.2.2). */
#ifndef SOFTMETAL_CONVOLUTION_H
#define SOFTMETAL_CONVOLUTION_H
#include "../../include/__msl/cooperative.h"

typedef __msl_window sm_window;

enum { SM_ACTIVATION, SM_WEIGHTS, SM_DESTINATION };

/* How many elements from the operand's first on element (row, column) of the matrix lies that stands for it; -1:
 * outside of the operand. `group` of the channels is under way. */
long sm_window_offset(const sm_window *w, int which, long group, long row, long column);
#endif
