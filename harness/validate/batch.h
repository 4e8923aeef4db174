/* batch.h: many kernels, each validated by a process of its own, told as `assay run` tells of cases. */
#ifndef ASSAY_BATCH_H
#define ASSAY_BATCH_H
#include "map.h"
#include "../run/options.h"

typedef struct batch_request {
    const options *run; /* device, jobs, --tap, --log … */
    const char *folder; /* with the kernels */
    const map *map;
    char *const *words; /* further words of the command line, which go for every row */
    size_t word_count;
    bool annotate; /* print what the validations annotate */
} batch_request;

enum { BATCH_MOST_COMMON = 16 };

/* What the common options of a command say, as words for every row. `seed` has room for 32 bytes. Returns how many. */
size_t batch_common(const options *run, char *seed, char *words[BATCH_MOST_COMMON]);
/* Validates the rows (a row with a mutant is good if its contract finds that), prints TAP, writes the log. Returns the
 * exit code of the command. */
int batch_run(const batch_request *request, assay_error *error);
#endif
