/* expression.h: the arithmetic of case headers: `ceil_div(N, 4) * sizeof(T)`.
 *
 * Values are 64-bit integers or reals; an operation with a real operand is real. Overflow, division by zero and names
 * that nobody defined are errors with file and line. Operators as in C, without assignment and bit logic:
 *     ?:  ||  &&  == !=  < <= > >=  << >>  + -  * / %  unary - + !  ( )
 * Functions: ceil_div(a, b), round_up(a, b), min, max (two or more), pow2(n), sizeof(TYPE). */
#ifndef ASSAY_EXPRESSION_H
#define ASSAY_EXPRESSION_H
#include "../base/error.h"
#include <stddef.h>
#include <stdint.h>

typedef struct expression_value {
    bool real;
    int64_t integer; /* valid unless real */
    double number;   /* always valid */
} expression_value;

typedef struct case_value case_value;
typedef struct expression_name {
    const char *name;
    int64_t value;
} expression_name;

/* What names mean: parameters and variables (text, which must be a number where a number is needed), then numbers. */
typedef struct expression_scope {
    const char *file;
    int line;
    const case_value *parameters, *variables;
    size_t parameter_count, variable_count;
    const expression_name *names;
    size_t name_count;
} expression_scope;

/* Evaluates all of text[0, length). */
bool expression_evaluate(const char *text, size_t length, const expression_scope *scope, expression_value *value,
                         assay_error *error);
/* Evaluates to an integer in [low, high]; `what` names it in the error. */
bool expression_integer(const char *text, const expression_scope *scope, int64_t low, int64_t high, const char *what,
                        int64_t *value, assay_error *error);
/* The text of a parameter or variable, or NULL. */
const char *expression_text(const expression_scope *scope, const char *name, size_t length);
/* Length of the identifier at the front of `text` (0 if there is none). */
size_t identifier_length(const char *text);
/* Length of the identifier, number or other single character at the front of `text`, which is not empty. */
size_t token_length(const char *text, bool *identifier);
/* Reads a number literal as MSL writes it (decimal, hexadecimal, hex float, with suffix u, l, f, h or bf). Returns its
 * length, 0 if none. */
size_t expression_literal(const char *text, size_t length, expression_value *value);
#endif
