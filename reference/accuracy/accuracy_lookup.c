/* accuracy_lookup.c: asks the table of accuracy. */
#include "accuracy_table.h"
#include <math.h>
#include <string.h>

static const accuracy_rule nothing = {.kind = ACCURACY_UNSTATED};

const accuracy_entry *accuracy_find(const accuracy_table *table, const char *function, assay_scalar type, bool fast)
{
    for (size_t i = 0; i < table->entry_count; i++) {
        const accuracy_entry *e = &table->entries[i];
        if (e->type == type && (fast ? e->fast : e->precise) && *e->function == *function &&
            strcmp(e->function, function) == 0)
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

/* Whether a condition may begin or end to hold somewhere from low to high: whether one of its own ends lies there. */
static bool changes(const condition *c, double low, double high)
{
    if (c->of_y || (c->magnitude && low < 0 && high > 0))
        return true;
    if (c->magnitude && low < 0) {
        double end = low;
        low = -high;
        high = -end;
    }
    return (c->low >= low && c->low <= high) || (c->comparison == IS_WITHIN && c->high >= low && c->high <= high);
}

const accuracy_rule *accuracy_rule_between(const accuracy_entry *entry, double low, double high)
{
    for (int r = 0; r < entry->row_count; r++)
        for (int c = 0; c < entry->rows[r].condition_count; c++)
            if (changes(&entry->rows[r].conditions[c], low, high))
                return NULL;
    return accuracy_rule_at(entry, low, low);
}

double accuracy_ulps(const accuracy_rule *rule, double x)
{
    return rule->slope != 0 ? rule->bound + floor(fabs(rule->slope * x)) : rule->bound;
}

size_t accuracy_row_count(const accuracy_table *table)
{
    return table->row_count;
}
