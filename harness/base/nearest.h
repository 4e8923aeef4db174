/* nearest.h: finds what a misspelt word may have meant, for "did you mean" in errors. */
#ifndef ASSAY_NEAREST_H
#define ASSAY_NEAREST_H
#include <stddef.h>

/* Starts with none; offer every candidate, then read `best` (NULL when nothing is close enough to suggest). */
typedef struct nearest {
    const char *word;
    size_t length, distance;
    const char *best;
} nearest;

nearest nearest_to(const char *word, size_t length);
void nearest_offer(nearest *search, const char *candidate);
#endif
