/* launch.h: for which threadgroups a kernel is made that is not told how many threads there are: the numbers in its
 * text say it. Which of them is the one, a run says (launch_choice.h). */
#ifndef ASSAY_LAUNCH_H
#define ASSAY_LAUNCH_H
#include "intent.h"

enum { LAUNCH_SIZES = 10 };

/* Values of TG that the kernel's text suggests, the likeliest first, ended by 0; none if it is told how many threads
 * there are, or names no number of them. `square`: TG is the side of a square. `usual`: the contract's. */
typedef struct launch_sizes {
    unsigned size[LAUNCH_SIZES + 1];
    size_t count;
} launch_sizes;
launch_sizes launch_read(const kernel_source *source, const kernel_function *function, bool square, unsigned usual);
#endif
