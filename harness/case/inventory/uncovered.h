/* uncovered.h: the table of judged requirements that no case verifies, and why: cases/uncovered.tsv, columns id,
 * reason, sentence. An id that ends in `*` stands for all rows that begin so and that no case verifies. */
#ifndef ASSAY_UNCOVERED_H
#define ASSAY_UNCOVERED_H
#include "../../base/arena.h"
#include "../../base/error.h"
#include <stdbool.h>

/* The reasons there are. */
#define UNCOVERED_REASONS "needs hardware", "contradiction", "softmetal gap", "unit test"

typedef struct uncovered_row {
    const char *id, *reason, *sentence; /* as they stand there; missing: "" */
    int line;
} uncovered_row;

/* Reads ROOT/uncovered.tsv into the arena; no such file is an empty table. False if it cannot be read. */
bool uncovered_read(const char *root, arena *memory, uncovered_row **rows, size_t *count, assay_error *error);
/* Whether the row stands for this id. */
bool uncovered_covers(const uncovered_row *row, const char *id);
bool uncovered_is_pattern(const uncovered_row *row);
#endif
