/* clock.h: time that passes, and time that processors spend. */
#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

/* Seconds on a clock that never goes back. */
double monotonic_seconds(void);
/* Seconds that processors have spent on this process, all of its threads together. */
double processor_seconds(void);
#endif
