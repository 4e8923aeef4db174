/* progress.h: one line on a terminal that says how far a run has come and how long the rest will take; anything else
 * that is printed goes above it. On what is no terminal it prints nothing of its own. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct progress {
    FILE *out;
    bool live, shown;
    size_t total, done, failed, skipped;
    double started, drawn; /* seconds, monotonic */
} progress;

/* `now`: seconds on a monotonic clock. */
void progress_begin(progress *progress, FILE *out, bool live, size_t total, double now);
/* Draws the line if it is due. */
void progress_tick(progress *progress, double now);
/* Prints text above the line; it should end in a newline. */
void progress_print(progress *progress, const char *text);
/* Takes the line away. */
void progress_end(progress *progress);
/* "2 min 5 s": seconds for a person. */
const char *progress_duration(double seconds, char *buffer, size_t size);
#endif
