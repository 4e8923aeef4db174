/* recipe.h: whether each function of the table of accuracy stands wherever the recipe for a new library function
 * (.github/CONTRIBUTING.md) wants it. That a case verifies its ids is coverage.h's. */
#ifndef ASSAY_RECIPE_H
#define ASSAY_RECIPE_H
#include "../../../reference/accuracy/accuracy.h"
#include "../../base/arena.h"
#include "requirements.h"

/* A step that is left to do. */
typedef struct recipe_step {
    const char *file; /* below the project's root */
    const char *sentence;
} recipe_step;

/* All that is left, in `memory`; their number. `tree`: the project's root. */
size_t recipe_left(const char *tree, const accuracy_table *table, const requirements *known, arena *memory,
                   recipe_step **steps);
#endif
