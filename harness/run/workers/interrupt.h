/* interrupt.h: Ctrl-C and termination as something to poll for. One that comes more than a second after the
 * first ends the process at once. */
#ifndef ASSAY_INTERRUPT_H
#define ASSAY_INTERRUPT_H
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the process; SIGPIPE is ignored. */
void interrupt_watch(void);
bool interrupt_seen(void);
/* Becomes readable with the first signal; -1 before interrupt_watch. */
int interrupt_descriptor(void);
#endif
