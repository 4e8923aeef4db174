/* accuracy_lookup.c: asks the table of accuracy. */
#include "accuracy_table.h"
#include <math.h>
#include <string.h>

static const accuracy_rule nothing = {.kind = ACCURACY_UNSTATED};

const accuracy_entry *accuracy_find(const accuracy_table *table, const char *function, assay_scalar type, bool fast)
{
    for (size_t i = 0; i < table->entry_count; i++) {
        const accuracy_entry *e = &table->entries[i];
        if (e->type == type && (fast ? e->fast : e->precise) && strcmp(e->function, function) == 0)
            return e;
    }
    return NULL;
}

static bool holds(const condition *c, double x, double y)
{
    double v = c->of_y ? y : x;
    if (c->magnitude)
        v = fabs(v);
    switch (c->comparison) {
    case IS_WITHIN: return v >= c->low && v <= c->high;
    case IS_ABOVE: return v > c->low;
    case IS_BELOW: return v < c->low;
    case IS_EQUAL: return v == c->low;
    case IS_UNEQUAL: return v != c->low;
    }
    return false;
}

const accuracy_rule *accuracy_rule_at(const accuracy_entry *entry, double x, double y)
{
    for (int r = 0; entry && r < entry->row_count; r++) {
        bool all = true;
        for (int c = 0; c < entry->rows[r].condition_count; c++)
            all = all && holds(&entry->rows[r].conditions[c], x, y);
        if (all)
            return &entry->rows[r].rule;
    }
    return &nothing;
}

const accuracy_rule *accuracy_only_rule(const accuracy_entry *entry)
{
    return entry->row_count == 1 && !entry->rows[0].condition_count ? &entry->rows[0].rule : NULL;
}

double accuracy_ulps(const accuracy_rule *rule, double x)
{
    return rule->slope != 0 ? rule->bound + floor(fabs(rule->slope * x)) : rule->bound;
}

size_t accuracy_row_count(const accuracy_table *table)
{
    return table->row_count;
}
