/* clock.h: time that passes. */
#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

/* Seconds on a clock that never goes back. */
double monotonic_seconds(void);
#endif
