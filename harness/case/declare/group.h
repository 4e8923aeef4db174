/* group.h: `@inexact` in a header stands for each function of that group (reference/accuracy/function_groups.h). */
#ifndef ASSAY_CASE_GROUP_H
#define ASSAY_CASE_GROUP_H
#include "cursor.h"

/* The functions of the first group that the text names, or NULL if it names none; false with an error if there is no
 * group of that name. */
bool group_named(cursor *c, const char *text, const char ***functions, size_t *count);
/* The text with a function in place of each group. */
const char *group_replace(arena *memory, const char *text, const char *function);
#endif
