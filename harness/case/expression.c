/* expression.c: a recursive-descent evaluator that works on the text itself. Expressions are a few tokens long and
 * evaluated a few times per case, so no tree is built; the branch of ?:, && and || that is not taken is parsed with
 * `idle` set, where arithmetic cannot fail. */
#include "expression.h"
#include "case.h"
#include "../base/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const char *at, *end;
    const expression_scope *scope;
    assay_error *error;
    int depth, idle;
} parser;

enum { DEEPEST = 64 };

static bool ternary(parser *p, expression_value *value);

static expression_value integer(int64_t i)
{
    return (expression_value){false, i, (double)i};
}

static expression_value real(double d)
{
    return (expression_value){true, 0, d};
}

static bool truth(expression_value v)
{
    return v.real ? v.number != 0 : v.integer != 0;
}

#define FAIL(p, ...) assay_fail((p)->error, (p)->scope->file, (p)->scope->line, __VA_ARGS__)

static void skip_blanks(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n'))
        p->at++;
}

static bool take(parser *p, const char *token)
{
    skip_blanks(p);
    size_t length = strlen(token);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, token, length) != 0)
        return false;
    p->at += length;
    return true;
}

/* ---- Names and literals */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t identifier_length(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]) || (length && is_digit(text[length])))
        length++;
    return length;
}

size_t token_length(const char *text, bool *identifier)
{
    size_t length = identifier_length(text);
    *identifier = length > 0;
    while (is_digit(text[0]) && (is_letter(text[length]) || is_digit(text[length]) || text[length] == '.'))
        length++; /* a number with its suffix: the f of 1.0f is no word */
    return length ? length : 1;
}

/* Suffixes that MSL gives to literals; the value stays what it is. */
static size_t suffix_length(const char *text, size_t length, bool is_real)
{
    static const char *const real_suffixes[] = {"bf", "BF", "f", "F", "h", "H"};
    if (is_real)
        for (size_t s = 0; s < sizeof real_suffixes / sizeof *real_suffixes; s++) {
            size_t n = strlen(real_suffixes[s]);
            if (length >= n && memcmp(text, real_suffixes[s], n) == 0)
                return n;
        }
    size_t n = 0;
    while (!is_real && n < length && n < 3 && strchr("uUlL", text[n]))
        n++;
    return n;
}

size_t expression_literal(const char *text, size_t length, expression_value *value)
{
    char digits[80];
    bool hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'), is_real = false;
    size_t n = hex ? 2 : 0;
    for (; n < length && n < sizeof digits - 1; n++) {
        char c = text[n], before = n ? text[n - 1] : 0;
        bool exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
        bool sign = (c == '+' || c == '-') && (hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
        if (exponent || c == '.')
            is_real = true;
        else if (!is_digit(c) && !sign && !(hex && strchr("abcdefABCDEF", c)))
            break;
    }
    if (n == 0 || (n == 1 && text[0] == '.') || (hex && n == 2))
        return 0;
    memcpy(digits, text, n);
    digits[n] = 0;
    char *stop;
    if (is_real) {
        *value = real(strtod(digits, &stop));
    } else {
        uint64_t magnitude = strtoull(digits, &stop, hex ? 16 : 10);
        *value =
            integer((int64_t)magnitude); /* above INT64_MAX: the bits, read again as unsigned where a ulong is meant */
        if (magnitude > INT64_MAX)
            value->number = (double)magnitude;
    }
    if (*stop)
        return 0;
    n += suffix_length(text + n, length - n, is_real);
    bool ends = n == length || !(is_letter(text[n]) || is_digit(text[n]) || text[n] == '.');
    return ends ? n : 0;
}

const char *expression_text(const expression_scope *scope, const char *name, size_t length)
{
    for (size_t i = 0; i < scope->variable_count; i++)
        if (strncmp(scope->variables[i].name, name, length) == 0 && !scope->variables[i].name[length])
            return scope->variables[i].value;
    for (size_t i = 0; i < scope->parameter_count; i++)
        if (strncmp(scope->parameters[i].name, name, length) == 0 && !scope->parameters[i].name[length])
            return scope->parameters[i].value;
    return NULL;
}

static bool unknown_name(parser *p, const char *name, size_t length)
{
    nearest search = nearest_to(name, length);
    for (size_t i = 0; i < p->scope->parameter_count; i++)
        nearest_offer(&search, p->scope->parameters[i].name);
    for (size_t i = 0; i < p->scope->variable_count; i++)
        nearest_offer(&search, p->scope->variables[i].name);
    for (size_t i = 0; i < p->scope->name_count; i++)
        nearest_offer(&search, p->scope->names[i].name);
    if (search.best)
        return FAIL(p, "unknown name `%.*s`; did you mean `%s`?", (int)length, name, search.best);
    return FAIL(p, "unknown name `%.*s`: it is no parameter, subcase variable or size of the dispatch", (int)length,
                name);
}

/* A parameter's text as a number: one literal, with a sign perhaps, or true or false. */
static bool text_number(const char *text, expression_value *value)
{
    bool negative = *text == '-';
    if (negative || *text == '+')
        text++;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *value = integer(*text == 't');
        return !negative;
    }
    size_t length = strlen(text);
    if (!length || expression_literal(text, length, value) != length)
        return false;
    if (negative)
        *value = value->real ? real(-value->number) : integer((int64_t)(0 - (uint64_t)value->integer));
    return true;
}

static bool name_value(parser *p, const char *name, size_t length, expression_value *value)
{
    const char *text = expression_text(p->scope, name, length);
    if (text)
        return text_number(text, value) || FAIL(p, "`%.*s` is `%s`, where a number is needed", (int)length, name, text);
    for (size_t i = 0; i < p->scope->name_count; i++) {
        const expression_name *known = &p->scope->names[i];
        if (strncmp(known->name, name, length) == 0 && !known->name[length]) {
            *value = integer(known->value);
            return true;
        }
    }
    if (length == 4 && memcmp(name, "true", 4) == 0)
        *value = integer(1);
    else if (length == 5 && memcmp(name, "false", 5) == 0)
        *value = integer(0);
    else
        return unknown_name(p, name, length);
    return true;
}

/* ---- Arithmetic */

static bool need_integers(parser *p, const char *operator, expression_value a, expression_value b)
{
    return (!a.real && !b.real) || FAIL(p, "`%s` works on whole numbers", operator);
}

enum { WHOLE = 'w' }; /* `//`, as formulas have it */

static bool divide(parser *p, char operator, expression_value * a, expression_value b)
{
    if (p->idle) {
        *a = integer(0);
        return true;
    }
    if (a->real || b.real) {
        if (operator!= '/')
            return need_integers(p, operator== '%' ? "%" : "//", *a, b);
        *a = real(a->number / b.number);
        return true;
    }
    if (b.integer == 0)
        return FAIL(p, "division by zero");
    if (b.integer == -1 && a->integer == INT64_MIN)
        return FAIL(p, "integer overflow");
    int64_t quotient = a->integer / b.integer, rest = a->integer % b.integer;
    bool below = operator== WHOLE && rest &&(rest < 0) != (b.integer < 0);
    *a = integer(operator== '%' ? rest : quotient - below);
    return true;
}

static bool combine(parser *p, char operator, expression_value * a, expression_value b)
{
    if (operator== '/' || operator== WHOLE || operator== '%')
        return divide(p, operator, a, b);
    if (a->real || b.real) {
        *a = real(operator== '+' ? a->number + b.number : operator== '-' ? a->number - b.number : a->number * b.number);
        return true;
    }
    int64_t result;
    bool overflow = operator== '+' ? __builtin_add_overflow(a->integer, b.integer, &result) :
                    operator== '-' ? __builtin_sub_overflow(a->integer, b.integer, &result)
                                   : __builtin_mul_overflow(a->integer, b.integer, &result);
    if (overflow && !p->idle)
        return FAIL(p, "integer overflow");
    *a = integer(overflow ? 0 : result);
    return true;
}

static bool shift(parser *p, bool left, expression_value *a, expression_value b)
{
    if (!need_integers(p, left ? "<<" : ">>", *a, b))
        return false;
    if (b.integer < 0 || b.integer > 62 || a->integer < 0 || (left && a->integer > INT64_MAX >> b.integer))
        return p->idle || FAIL(p, "shift of %lld by %lld is out of range", (long long)a->integer, (long long)b.integer);
    *a = integer(left ? a->integer << b.integer : a->integer >> b.integer);
    return true;
}

/* ---- Functions */

static bool call_sizeof(parser *p, expression_value *value)
{
    skip_blanks(p);
    const char *start = p->at;
    while (p->at < p->end && *p->at != ')')
        p->at++;
    size_t length = (size_t)(p->at - start);
    while (length && start[length - 1] == ' ')
        length--;
    const char *text = expression_text(p->scope, start, length);
    char name[64];
    if (!text && length < sizeof name) {
        memcpy(name, start, length);
        name[length] = 0;
        text = name;
    }
    assay_type type;
    if (!text || !assay_type_from_name(text, &type))
        return FAIL(p, "sizeof needs a scalar or vector type, not `%.*s`", (int)length, start);
    *value = integer(type.stride);
    return take(p, ")") || FAIL(p, "`)` is missing after sizeof");
}

enum { MOST_ARGUMENTS = 8 };

static bool call_arguments(parser *p, const char *name, size_t length, expression_value *arguments, size_t *count)
{
    for (*count = 0; *count < MOST_ARGUMENTS;) {
        if (!ternary(p, &arguments[(*count)++]))
            return false;
        if (take(p, ")"))
            return true;
        if (!take(p, ","))
            return FAIL(p, "`,` or `)` is missing in the arguments of `%.*s`", (int)length, name);
    }
    return FAIL(p, "too many arguments for `%.*s`", (int)length, name);
}

static bool apply_ceil_div(parser *p, const expression_value *a, size_t count, expression_value *value)
{
    (void)count;
    if (!need_integers(p, "ceil_div", a[0], a[1]))
        return false;
    if (a[0].integer < 0 || a[1].integer <= 0)
        return p->idle || FAIL(p, "ceil_div needs a non-negative and a positive number");
    *value = integer(a[0].integer / a[1].integer + (a[0].integer % a[1].integer != 0));
    return true;
}

static bool apply_round_up(parser *p, const expression_value *a, size_t count, expression_value *value)
{
    return apply_ceil_div(p, a, count, value) && combine(p, '*', value, a[1]);
}

static bool apply_pow2(parser *p, const expression_value *a, size_t count, expression_value *value)
{
    (void)count;
    if (a[0].real || a[0].integer > 62 || a[0].integer < -1074)
        return p->idle || FAIL(p, "pow2 needs a whole number up to 62");
    *value = a[0].integer >= 0 ? integer(INT64_C(1) << a[0].integer) : real(ldexp(1, (int)a[0].integer));
    return true;
}

static void extreme(const expression_value *a, size_t count, bool largest, expression_value *value)
{
    *value = a[0];
    for (size_t i = 1; i < count; i++) {
        bool both = !a[i].real && !value->real;
        bool less = both ? a[i].integer < value->integer : a[i].number < value->number;
        bool more = both ? a[i].integer > value->integer : a[i].number > value->number;
        if (largest ? more : less)
            *value = a[i];
    }
}

static bool apply_min(parser *p, const expression_value *a, size_t count, expression_value *value)
{
    (void)p;
    extreme(a, count, false, value);
    return true;
}

static bool apply_max(parser *p, const expression_value *a, size_t count, expression_value *value)
{
    (void)p;
    extreme(a, count, true, value);
    return true;
}

static const struct {
    const char *name;
    size_t fewest, most;
    bool (*apply)(parser *, const expression_value *, size_t, expression_value *);
} functions[] = {
    {"ceil_div", 2, 2, apply_ceil_div},    {"round_up", 2, 2, apply_round_up},    {"pow2", 1, 1, apply_pow2},
    {"min", 2, MOST_ARGUMENTS, apply_min}, {"max", 2, MOST_ARGUMENTS, apply_max},
};

static bool call(parser *p, const char *name, size_t length, expression_value *value)
{
    if (length == 6 && memcmp(name, "sizeof", 6) == 0)
        return call_sizeof(p, value);
    nearest search = nearest_to(name, length);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        if (strncmp(functions[f].name, name, length) != 0 || functions[f].name[length]) {
            nearest_offer(&search, functions[f].name);
            continue;
        }
        expression_value arguments[MOST_ARGUMENTS];
        size_t count;
        if (!call_arguments(p, name, length, arguments, &count))
            return false;
        if (count < functions[f].fewest || count > functions[f].most)
            return FAIL(p, "`%s` takes %zu arguments, not %zu", functions[f].name, functions[f].fewest, count);
        *value = integer(0);
        return functions[f].apply(p, arguments, count, value);
    }
    return FAIL(p, "unknown function `%.*s`%s%s", (int)length, name, search.best ? "; did you mean " : "",
                search.best ? search.best : ": there are ceil_div, round_up, min, max, pow2 and sizeof");
}

/* ---- Grammar, from the tightest binding to the loosest */

static bool primary(parser *p, expression_value *value)
{
    skip_blanks(p);
    if (p->at == p->end)
        return FAIL(p, "the expression ends too early");
    if (take(p, "("))
        return ternary(p, value) && (take(p, ")") || FAIL(p, "`)` is missing"));
    size_t left = (size_t)(p->end - p->at), length = expression_literal(p->at, left, value);
    if (length) {
        if (!value->real && value->integer < 0)
            return FAIL(p, "`%.*s` does not fit in 64 bits with a sign", (int)length, p->at);
        p->at += length;
        return true;
    }
    const char *name = p->at;
    while (p->at < p->end && (is_letter(*p->at) || (p->at > name && (is_digit(*p->at) || *p->at == '.'))))
        p->at++;
    length = (size_t)(p->at - name);
    if (!length)
        return FAIL(p, "a number or a name is expected at `%.*s`", (int)(left < 20 ? left : 20), name);
    return take(p, "(") ? call(p, name, length, value) : name_value(p, name, length, value);
}

static bool unary(parser *p, expression_value *value)
{
    skip_blanks(p);
    char sign = p->at < p->end ? *p->at : 0;
    bool not = sign == '!' && !(p->end - p->at > 1 && p->at[1] == '=');
    if (sign != '-' && sign != '+' && !not )
        return primary(p, value);
    p->at++;
    if (++p->depth > DEEPEST)
        return FAIL(p, "the expression is nested too deeply");
    bool good = unary(p, value);
    p->depth--;
    if (!good || sign == '+')
        return good;
    if (not )
        *value = integer(!truth(*value));
    else if (value->real)
        *value = real(-value->number);
    else
        *value = integer((int64_t)(0 - (uint64_t)value->integer));
    return true;
}

static bool product(parser *p, expression_value *value)
{
    if (!unary(p, value))
        return false;
    for (;;) {
        char operator= take(p, "*") ? '*' : take(p, "//") ? WHOLE : take(p, "/") ? '/' : take(p, "%") ? '%' : 0;
        expression_value right;
        if (!operator)
            return true;
        if (!unary(p, &right) || !combine(p, operator, value, right))
            return false;
    }
}

static bool sum(parser *p, expression_value *value)
{
    if (!product(p, value))
        return false;
    for (;;) {
        char operator= take(p, "+") ? '+' : take(p, "-") ? '-' : 0;
        expression_value right;
        if (!operator)
            return true;
        if (!product(p, &right) || !combine(p, operator, value, right))
            return false;
    }
}

static bool shifts(parser *p, expression_value *value)
{
    if (!sum(p, value))
        return false;
    for (;;) {
        bool left = take(p, "<<");
        expression_value right;
        if (!left && !take(p, ">>"))
            return true;
        if (!sum(p, &right) || !shift(p, left, value, right))
            return false;
    }
}

static bool relation(parser *p, expression_value *value)
{
    if (!shifts(p, value))
        return false;
    for (;;) {
        int operator= take(p, "<=") ? 0 : take(p, ">=") ? 1 : take(p, "<") ? 2 : take(p, ">") ? 3 : -1;
        expression_value b;
        if (operator<0)
            return true;
        if (!shifts(p, &b))
            return false;
        bool exact = !value->real && !b.real;
        int order = exact ? (value->integer > b.integer) - (value->integer < b.integer)
                          : (value->number > b.number) - (value->number < b.number);
        *value = integer(operator== 0 ? order <= 0 : operator== 1 ? order >= 0 : operator== 2 ? order < 0 : order> 0);
    }
}

static bool equality(parser *p, expression_value *value)
{
    if (!relation(p, value))
        return false;
    for (;;) {
        bool equal = take(p, "==");
        expression_value b;
        if (!equal && !take(p, "!="))
            return true;
        if (!relation(p, &b))
            return false;
        bool same = !value->real && !b.real ? value->integer == b.integer : value->number == b.number;
        *value = integer(same == equal);
    }
}

static bool conjunction(parser *p, expression_value *value)
{
    if (!equality(p, value))
        return false;
    while (take(p, "&&")) {
        expression_value right;
        bool decided = !truth(*value);
        p->idle += decided;
        bool good = equality(p, &right);
        p->idle -= decided;
        if (!good)
            return false;
        *value = integer(!decided && truth(right));
    }
    return true;
}

static bool disjunction(parser *p, expression_value *value)
{
    if (!conjunction(p, value))
        return false;
    while (take(p, "||")) {
        expression_value right;
        bool decided = truth(*value);
        p->idle += decided;
        bool good = conjunction(p, &right);
        p->idle -= decided;
        if (!good)
            return false;
        *value = integer(decided || truth(right));
    }
    return true;
}

static bool ternary(parser *p, expression_value *value)
{
    if (++p->depth > DEEPEST)
        return FAIL(p, "the expression is nested too deeply");
    if (!disjunction(p, value))
        return false;
    if (take(p, "?")) {
        expression_value other, chosen;
        bool yes = truth(*value);
        p->idle += !yes;
        bool good = ternary(p, &chosen);
        p->idle -= !yes;
        if (!good)
            return false;
        if (!take(p, ":"))
            return FAIL(p, "`:` is missing after `?`");
        p->idle += yes;
        good = ternary(p, &other);
        p->idle -= yes;
        if (!good)
            return false;
        *value = yes ? chosen : other;
    }
    p->depth--;
    return true;
}

bool expression_evaluate(const char *text, size_t length, const expression_scope *scope, expression_value *value,
                         assay_error *error)
{
    parser p = {.at = text, .end = text + length, .scope = scope, .error = error};
    if (!ternary(&p, value))
        return false;
    skip_blanks(&p);
    int left = (int)(p.end - p.at);
    return left == 0 || FAIL(&p, "`%.*s` is left over in the expression `%.*s`", left, p.at, (int)length, text);
}

bool expression_integer(const char *text, const expression_scope *scope, int64_t low, int64_t high, const char *what,
                        int64_t *value, assay_error *error)
{
    expression_value result;
    if (!expression_evaluate(text, strlen(text), scope, &result, error))
        return false;
    if (result.real)
        return assay_fail(error, scope->file, scope->line, "%s `%s` is %g; a whole number is needed", what, text,
                          result.number);
    if (result.integer < low || result.integer > high)
        return assay_fail(error, scope->file, scope->line, "%s `%s` is %lld; it must lie between %lld and %lld", what,
                          text, (long long)result.integer, (long long)low, (long long)high);
    *value = result.integer;
    return true;
}
