/* accuracy_table.h: the table of accuracy as read. What one of the tables of MSL 8.4 says of a function is an entry,
 * whose rows are asked in order. */
#ifndef ASSAY_REFERENCE_ACCURACY_TABLE_H
#define ASSAY_REFERENCE_ACCURACY_TABLE_H
#include "accuracy.h"

enum { MOST_ENTRIES = 512, MOST_CONDITIONS = 2, MOST_RULES = 6 };

typedef enum { IS_WITHIN, IS_ABOVE, IS_BELOW, IS_EQUAL, IS_UNEQUAL } comparison;

typedef struct condition {
    bool of_y, magnitude;
    comparison comparison;
    double low, high;
} condition;

typedef struct row {
    accuracy_rule rule;
    condition conditions[MOST_CONDITIONS];
    int condition_count;
} row;

struct accuracy_entry {
    char function[12];
    assay_scalar type;
    bool precise, fast;
    row rows[MOST_RULES];
    int row_count;
};

struct accuracy_table {
    accuracy_entry entries[MOST_ENTRIES];
    size_t entry_count, row_count;
};
#endif
