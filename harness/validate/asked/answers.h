/* answers.h: what is expected where it is no reference of the contract that says so, but a function in Python or
 * another kernel. */
#ifndef ASSAY_ANSWERS_H
#define ASSAY_ANSWERS_H
#include "../validation.h"

/* Cuts FILE.py:FUNCTION into `file` (room for `size` bytes) and the function, which is returned; NULL with a sentence.
 */
const char *answers_function(const char *reference, char *file, size_t size, assay_error *error);
/* Whether the contract has what its judgement needs: references of its own, or answers and how near they must be. */
bool answers_possible(const validation *v, assay_error *error);
/* Finds the answers to all trials from `first` on, and makes them what is expected. */
bool answers_find(validation *v, size_t first, assay_error *error);
#endif
