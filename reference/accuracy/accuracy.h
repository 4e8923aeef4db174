/* accuracy.h: the one table of accuracy, reference/accuracy.tsv, and what a result may be by its rules.
 *
 * A function has one row. Its columns are what tables 8.1 to 8.5 say: of float in precise and in fast mode, of half in
 * both, of bfloat in precise and in fast mode. `-` says nothing; otherwise a cell is `RULE @ DOMAIN; RULE @ DOMAIN`,
 * and the first rule whose domain holds counts.
 *
 * Rules:
 *     rounded                correctly rounded, to nearest even or toward zero (MSL 8.2)
 *     exact                  0 ulp
 *     ulp N                  N ulp; `ulp 3 + floor |2 * x|` grows with the argument
 *     absolute N             absolute error N
 *     formula F              computed as F in float: every operation and function of F contributes its own row's error.
 *                            `F where t = G`: t is computed once; F is monotonic in t
 *     as sin and cos         each of two results by its own function's rows
 *     undefined, unstated    nothing is promised
 *
 * Domains: conditions joined by `and`: `x in [a, b]`, `|x| in [a, b]`, `x > 0`, `y != 0`, …; `otherwise`, or none: all
 * that is left. */
#ifndef ASSAY_REFERENCE_ACCURACY_H
#define ASSAY_REFERENCE_ACCURACY_H
#include "../core/reference.h"

typedef enum {
    ACCURACY_ROUNDED,
    ACCURACY_EXACT,
    ACCURACY_ULP,
    ACCURACY_ABSOLUTE,
    ACCURACY_FORMULA,
    ACCURACY_PAIR,
    ACCURACY_UNDEFINED,
    ACCURACY_UNSTATED
} accuracy_kind;

typedef struct formula formula; /* formula/formula.h */
typedef struct accuracy_entry accuracy_entry;

typedef struct accuracy_rule {
    accuracy_kind kind;
    double bound, slope; /* ulp: bound + floor(|slope * x|) */
    const formula *formula;
} accuracy_rule;

typedef struct accuracy_table accuracy_table;

/* Reads a table; NULL with a sentence in `error` that names the line. The caller destroys it. */
accuracy_table *accuracy_read(const char *path, char *error, size_t size);
void accuracy_destroy(accuracy_table *table);
/* The project's own table (or the file that ASSAY_ACCURACY names), read once; NULL with a sentence. */
const accuracy_table *accuracy_standard(const char **error);

/* The rows of a function; NULL if the tables have none. `fast` chooses between tables 8.1 and 8.2, 8.4 and 8.5. */
const accuracy_entry *accuracy_find(const accuracy_table *table, const char *function, assay_scalar type, bool fast);
/* The rule for these arguments (y is 0 for functions of one). Unstated where no domain holds. */
const accuracy_rule *accuracy_rule_at(const accuracy_entry *entry, double x, double y);
/* The rule for all arguments of a function of one from `low` to `high`; NULL if they have several. */
const accuracy_rule *accuracy_rule_between(const accuracy_entry *entry, double low, double high);
/* How many ulp the rule allows at x. */
double accuracy_ulps(const accuracy_rule *rule, double x);
size_t accuracy_row_count(const accuracy_table *table);
#endif
