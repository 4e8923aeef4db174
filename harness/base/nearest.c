/* nearest.c: Levenshtein distance with a cut-off, one row at a time. */
#include "nearest.h"
#include <string.h>

enum { LONGEST = 120 };

nearest nearest_to(const char *word, size_t length)
{
    size_t limit = length / 3 + 1; /* more than a third of the letters wrong is another word */
    return (nearest){.word = word, .length = length, .distance = limit + 1};
}

/* The distance, or `limit` if it is no less. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length, size_t limit)
{
    size_t row[LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        size_t smallest = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            size_t least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            diagonal = row[j];
            row[j] = replaced < least ? replaced : least;
            smallest = row[j] < smallest ? row[j] : smallest;
        }
        if (smallest >= limit) /* rows never get smaller */
            return limit;
    }
    return row[b_length];
}

void nearest_offer(nearest *search, const char *candidate)
{
    size_t length = strlen(candidate);
    size_t apart = length > search->length ? length - search->length : search->length - length;
    if (apart >= search->distance || length > LONGEST || search->length > LONGEST)
        return;
    size_t d = distance(search->word, search->length, candidate, length, search->distance);
    if (d < search->distance) {
        search->distance = d;
        search->best = candidate;
    }
}
