/* function_groups.c: real_functions.def says which functions have one argument, the table of accuracy which of them may
 * err. */
#include "function_groups.h"
#include "accuracy_table.h"
#include <string.h>

static const char *const functions[] = {
#define OF_ONE_1(name) #name,
#define OF_ONE_2(name)
#define OF_ONE_3(name)
#define MATH_FUNCTION(name, arguments, ...) OF_ONE_##arguments(name)
#include "../core/real_functions.def"
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };
_Static_assert((int)FUNCTIONS <= (int)MOST_GROUPED, "a group holds all functions");

enum { EVERY, INEXACT, EXACT };
static const function_group groups[] = {
    [EVERY] = {"functions", "all functions of one argument"},
    [INEXACT] = {"inexact", "those whose results may err in some table"},
    [EXACT] = {"exact", "those that are exact or correctly rounded in every table"},
    {NULL, NULL},
};

const function_group *function_group_all(void)
{
    return groups;
}

/* Whether some row lets the function err by more than rounding. */
static bool may_err(const accuracy_table *table, const char *function)
{
    for (size_t i = 0; i < table->entry_count; i++) {
        const accuracy_entry *entry = &table->entries[i];
        for (int r = 0; strcmp(entry->function, function) == 0 && r < entry->row_count; r++)
            if (entry->rows[r].rule.kind != ACCURACY_ROUNDED && entry->rows[r].rule.kind != ACCURACY_EXACT)
                return true;
    }
    return false;
}

size_t function_group_members(const char *name, const char *members[MOST_GROUPED])
{
    size_t group = 0, count = 0;
    while (groups[group].name && strcmp(groups[group].name, name) != 0)
        group++;
    const char *error;
    const accuracy_table *table = groups[group].name ? accuracy_standard(&error) : NULL;
    for (size_t n = 0; groups[group].name && n < FUNCTIONS; n++)
        if (group == EVERY || (group == INEXACT) == (!table || may_err(table, functions[n])))
            members[count++] = functions[n];
    return count;
}
