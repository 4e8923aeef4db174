/* function_groups.h: the functions of one argument in groups, so that cases and tests need not list them: `@inexact` in
 * the header of a case stands for each function of the group (cases/README.md). */
#ifndef ASSAY_REFERENCE_FUNCTION_GROUPS_H
#define ASSAY_REFERENCE_FUNCTION_GROUPS_H
#include <stddef.h>

enum { MOST_GROUPED = 128 };

typedef struct function_group {
    const char *name, *meaning;
} function_group;

/* All groups, ended by one without a name. */
const function_group *function_group_all(void);
/* The functions of a group in the order of real_functions.def, and their number; 0 if there is no such group. While the
 * table of accuracy cannot be read, each function may err: what asks for its accuracy then says why. */
size_t function_group_members(const char *name, const char *members[MOST_GROUPED]);
#endif
