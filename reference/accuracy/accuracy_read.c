/* accuracy_read.c: reads the table of accuracy. */
#include "accuracy_table.h"
#include "../formula/formula.h"
#include "../../harness/base/home.h"
#include "../../harness/base/text.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decimal number, 2^N, pi, -pi or inf. */
static bool read_number(const char **at, double *number)
{
    double sign = 1;
    if (**at == '-' && strncmp(*at + 1, "pi", 2) == 0) {
        sign = -1;
        ++*at;
    }
    if (strncmp(*at, "pi", 2) == 0) {
        *at += 2;
        *number = sign * 3.14159265358979323846;
        return true;
    }
    char *end;
    *number = strtod(*at, &end);
    if (end == *at)
        return false;
    if (*end == '^') {
        const char *start = end + 1;
        *number = pow(*number, (double)strtol(start, &end, 10));
        if (end == start)
            return false;
    }
    *at = end;
    return true;
}

static bool read_text(const char **at, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool read_condition(const char **at, condition *c)
{
    static const struct {
        const char *sign;
        comparison meaning;
    } signs[] = {{" > ", IS_ABOVE}, {" < ", IS_BELOW}, {" == ", IS_EQUAL}, {" != ", IS_UNEQUAL}};
    c->magnitude = read_text(at, "|");
    c->of_y = **at == 'y';
    if (!read_text(at, c->of_y ? "y" : "x") || (c->magnitude && !read_text(at, "|")))
        return false;
    if (read_text(at, " in ["))
        return read_number(at, &c->low) && read_text(at, ", ") && read_number(at, &c->high) && read_text(at, "]");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (read_text(at, signs[i].sign)) {
            c->comparison = signs[i].meaning;
            return read_number(at, &c->low);
        }
    return false;
}

static bool read_domain(const char *text, row *r)
{
    if (strcmp(text, "otherwise") == 0)
        return true;
    do
        if (r->condition_count == MOST_CONDITIONS || !read_condition(&text, &r->conditions[r->condition_count++]))
            return false;
    while (read_text(&text, " and "));
    return !*text;
}

static const char *read_rule(const char *text, accuracy_rule *rule)
{
    static const struct {
        const char *name;
        accuracy_kind kind;
    } plain[] = {{"rounded", ACCURACY_ROUNDED},
                 {"exact", ACCURACY_EXACT},
                 {"as sin and cos", ACCURACY_PAIR},
                 {"undefined", ACCURACY_UNDEFINED},
                 {"unstated", ACCURACY_UNSTATED}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(text, plain[i].name) == 0) {
            rule->kind = plain[i].kind;
            return NULL;
        }
    const char *error = NULL;
    if (read_text(&text, "formula ")) {
        rule->kind = ACCURACY_FORMULA;
        rule->formula = formula_parse(text, &error);
        return error;
    }
    rule->kind = read_text(&text, "ulp ")        ? ACCURACY_ULP
                 : read_text(&text, "absolute ") ? ACCURACY_ABSOLUTE
                                                 : ACCURACY_PAIR;
    if (rule->kind == ACCURACY_PAIR || !read_number(&text, &rule->bound))
        return "an unknown rule";
    bool grows = rule->kind == ACCURACY_ULP && read_text(&text, " + floor |");
    if (grows && !(read_number(&text, &rule->slope) && read_text(&text, " * x|")))
        return "`N + floor |M * x|` is expected";
    return *text ? "something is left over in the rule" : NULL;
}

/* The columns between the function and the note: tables 8.1 to 8.5. */
static const struct {
    assay_scalar type;
    bool precise, fast;
} tables[] = {{SCALAR_FLOAT, true, false},
              {SCALAR_FLOAT, false, true},
              {SCALAR_HALF, true, true},
              {SCALAR_BFLOAT, true, false},
              {SCALAR_BFLOAT, false, true}};
enum { TABLES = sizeof tables / sizeof *tables, COLUMNS = TABLES + 2 };

/* `RULE @ DOMAIN; RULE @ DOMAIN`. */
static const char *read_cell(accuracy_table *table, accuracy_entry *entry, char *text)
{
    while (text) {
        char *next = strstr(text, "; "), *domain;
        if (next) {
            *next = 0;
            next += strlen("; ");
        }
        domain = strstr(text, " @ ");
        if (domain) {
            *domain = 0;
            domain += strlen(" @ ");
        }
        if (entry->row_count == MOST_RULES)
            return "too many rules";
        row *r = &entry->rows[entry->row_count++];
        table->row_count++;
        const char *error = read_rule(text, &r->rule);
        if (error)
            return error;
        if (domain && !read_domain(domain, r))
            return "a domain that is none";
        text = next;
    }
    return NULL;
}

static const char *read_row(accuracy_table *table, char *line)
{
    char *cell[COLUMNS];
    const size_t before = table->entry_count;
    if (text_columns(line, cell, COLUMNS) != COLUMNS)
        return "seven columns are expected";
    for (size_t i = 0; i < before; i++)
        if (strcmp(table->entries[i].function, cell[0]) == 0)
            return "the function has a row already";
    for (size_t t = 0; t < TABLES; t++) {
        if (strcmp(cell[t + 1], "-") == 0)
            continue;
        if (table->entry_count == MOST_ENTRIES || strlen(cell[0]) >= sizeof table->entries[0].function)
            return "too many rows, or too long a name";
        accuracy_entry *entry = &table->entries[table->entry_count++];
        strcpy(entry->function, cell[0]);
        entry->type = tables[t].type;
        entry->precise = tables[t].precise;
        entry->fast = tables[t].fast;
        const char *error = read_cell(table, entry, cell[t + 1]);
        if (error)
            return error;
    }
    return table->entry_count > before ? NULL : "it says nothing";
}

accuracy_table *accuracy_read(const char *path, char *error, size_t size)
{
    char line[512];
    FILE *file = fopen(path, "r");
    accuracy_table *table = file ? calloc(1, sizeof *table) : NULL;
    if (!table) {
        snprintf(error, size, "%s cannot be read: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return NULL;
    }
    const char *wrong = NULL;
    bool header = true;
    int number = 0;
    while (!wrong && fgets(line, sizeof line, file)) {
        number++;
        line[strcspn(line, "\n")] = 0;
        if (*line == '#' || !*line)
            continue;
        if (!header)
            wrong = read_row(table, line);
        header = false;
    }
    fclose(file);
    if (!wrong && table->row_count)
        return table;
    snprintf(error, size, "%s:%d: %s", path, number, wrong ? wrong : "the table is empty");
    accuracy_destroy(table);
    return NULL;
}

void accuracy_destroy(accuracy_table *table)
{
    for (size_t i = 0; table && i < table->entry_count; i++)
        for (int r = 0; r < table->entries[i].row_count; r++)
            formula_destroy((formula *)table->entries[i].rows[r].rule.formula);
    free(table);
}

/* ---- The project's table: read at the first use, constant from then on. */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const accuracy_table *standard;
static char standard_error[512];

static void read_standard(void)
{
    const char *path = getenv("ASSAY_ACCURACY");
    char own[1024];
    home_path("reference/accuracy.tsv", own, sizeof own);
    standard = accuracy_read(path && *path ? path : own, standard_error, sizeof standard_error);
}

const accuracy_table *accuracy_standard(const char **error)
{
    pthread_once(&once, read_standard);
    if (!standard)
        *error = standard_error;
    return standard;
}
