/* formula_read.c: the text of a formula becomes a tree. The grammar, from loose to tight:
 *     formula      ways joined by `;`, then perhaps `where NAME = expression, …`
 *     expression   a ? b : c    ||    &&    == != < <= > >=    + -    * / // %    - !    a[i, j]
 *     primary      number, name, ( expression ), function(a, …),
 *                  each | sum | min | max | argmin | argmax (i < M, j < N: expression)
 * `/` is division of real numbers, `//` and `%` round down and are of whole numbers. An index that is bound in front of
 * a colon is known up to the closing bracket. */
#include "formula.h"
#include "formula_nodes.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bound_index {
    const char *name;
    size_t length;
} bound_index;

typedef struct reader {
    const char *at;
    formula *f;
    const char *error;
    const char *const *names; /* those there are, or NULL: */
    char (*found)[FORMULA_NAME_SIZE];
    size_t name_count;
    unsigned used; /* names that this way has used: a bit each */
    bound_index bound[FORMULA_MOST_DEPTH];
    int depth, floor; /* indices below `floor` are not known here: an array function makes its array once */
    bool free_order;  /* not of the table: indices, arrays and conditions are known */
} reader;

static int expression(reader *r);

static int fail(reader *r, const char *sentence)
{
    if (!r->error)
        r->error = sentence;
    return 0;
}

static int add_node(reader *r, node n)
{
    if (r->f->count == MOST_NODES)
        return fail(r, "the formula is too long");
    r->f->nodes[r->f->count] = n;
    return r->f->count++;
}

static bool take(reader *r, char c)
{
    while (*r->at == ' ')
        r->at++;
    return *r->at == c && r->at++;
}

/* An operator that is not the beginning of a longer one. */
static bool take_word(reader *r, const char *word, const char *not_before)
{
    size_t length = strlen(word);
    while (*r->at == ' ')
        r->at++;
    if (strncmp(r->at, word, length) != 0 || (r->at[length] && strchr(not_before, r->at[length])))
        return false;
    r->at += length;
    return true;
}

static void name_into(reader *r, char *name)
{
    size_t length = 0;
    while (*r->at == ' ')
        r->at++;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') {
        if (length + 1 < FORMULA_NAME_SIZE)
            name[length++] = *r->at;
        r->at++;
    }
    name[length] = 0;
}

/* ---- Indices */

/* Whether `NAME < …: …` follows, up to the bracket that closes. */
static bool binds(const reader *r)
{
    const char *at = r->at + strspn(r->at, " ");
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    const char *after = at + length + strspn(at + length, " ");
    if (!r->free_order || !length || isdigit((unsigned char)*at) || *after != '<' || after[1] == '=')
        return false;
    int depth = 0;
    for (; *after && depth >= 0 && *after != '?'; after++) {
        if (*after == ':' && depth == 0)
            return true;
        depth += *after == '(' || *after == '[' ? 1 : *after == ')' || *after == ']' ? -1 : 0;
    }
    return false;
}

/* `i < M, j < N: expression`. An array's sizes are made of numbers, those of a sum may depend on indices outside. */
static int over_indices(reader *r, node_kind kind)
{
    node n = {.kind = kind, .a = r->depth};
    int floor = r->floor;
    bound_index index = {.name = r->at + strspn(r->at, " ")};
    char name[FORMULA_NAME_SIZE];
    name_into(r, name);
    index.length = strlen(name);
    if (!index.length || !take(r, '<'))
        return fail(r, "an index is bound like this: sum(k < 8: expression)");
    if (r->depth == FORMULA_MOST_DEPTH)
        return fail(r, "too many indices at once");
    if (kind == NODE_EACH)
        r->floor = r->depth;
    n.b = expression(r);
    r->floor = floor;
    r->bound[r->depth++] = index;
    if (take(r, ',')) {
        if (kind == NODE_FIRST_LEAST || kind == NODE_FIRST_GREATEST)
            fail(r, "argmin and argmax have one index");
        n.chained = true;
        n.c = over_indices(r, kind);
    } else if (!take(r, ':')) {
        fail(r, "a colon is expected behind the indices");
    } else {
        n.c = expression(r);
    }
    r->depth--;
    return add_node(r, n);
}

static int reduction(reader *r, const char *name)
{
    static const struct {
        const char *name;
        node_kind kind;
    } kinds[] = {{"each", NODE_EACH},          {"sum", NODE_SUM},
                 {"min", NODE_LEAST},          {"max", NODE_GREATEST},
                 {"argmin", NODE_FIRST_LEAST}, {"argmax", NODE_FIRST_GREATEST}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(name, kinds[i].name) != 0)
            continue;
        int floor = r->floor, n;
        if (kinds[i].kind == NODE_EACH)
            r->floor = r->depth;
        n = over_indices(r, kinds[i].kind);
        r->floor = floor;
        return take(r, ')') ? n : fail(r, "a closing parenthesis is missing");
    }
    return fail(r, "indices are bound by each, sum, min, max, argmin, argmax");
}

/* ---- Functions */

/* erf is no function of MSL: a kernel brings its own (formula_free.c). */
static const real_function *function_named(const char *name)
{
    static const real_function error_function = {.name = "erf", .one = erf};
    return strcmp(name, "erf") == 0 ? &error_function : real_find(name);
}

static int list(reader *r, int *part, char close)
{
    int count = 0;
    do {
        if (count == FORMULA_MOST_PARTS)
            return fail(r, "too many arguments");
        part[count++] = expression(r);
    } while (!r->error && take(r, ','));
    if (!take(r, close))
        fail(r, close == ')' ? "a closing parenthesis is missing" : "a closing bracket is missing");
    return count;
}

/* min(a, b) is of numbers, min(a) of an array. */
static const char *array_name(array_call call, int *least, int *most)
{
    static const struct {
        const char *name;
        int least, most;
    } calls[] = {
#define X(constant, name, least, most) {name, least, most},
        FORMULA_ARRAY_CALLS(X)
#undef X
    };
    *least = calls[call].least;
    *most = calls[call].most;
    return calls[call].name;
}

static bool array_call_named(const char *name, array_call *to)
{
    int least, most;
    for (*to = 0; *to < ARRAY_CALLS; ++*to)
        if (strcmp(array_name(*to, &least, &most), name) == 0)
            return true;
    return false;
}

static int array_function(reader *r, array_call call)
{
    node n = {.kind = NODE_ARRAY, .call = call};
    int floor = r->floor, least, most;
    r->floor = r->depth;
    n.parts = list(r, n.part, ')');
    r->floor = floor;
    array_name(call, &least, &most);
    bool pair = n.parts == 2 && (call == ARRAY_LEAST || call == ARRAY_GREATEST);
    if (pair)
        return add_node(r, (node){.kind = call == ARRAY_LEAST ? NODE_MIN : NODE_MAX, .a = n.part[0], .b = n.part[1]});
    return n.parts >= least && n.parts <= most ? add_node(r, n) : fail(r, "a wrong number of arguments");
}

static int two_numbers(reader *r, node_kind kind)
{
    int part[FORMULA_MOST_PARTS], parts = list(r, part, ')');
    return parts == 2 ? add_node(r, (node){.kind = kind, .a = part[0], .b = part[1]})
                      : fail(r, "min, max and pow have two arguments");
}

/* Of the functions, those whose values at both ends enclose all between; fabs and sin and cos are known. */
static bool evaluable(const char *name)
{
    static const char *const names[] = {"acos",  "acosh", "asin",  "asinh", "atan",  "atanh", "ceil", "cos",   "erf",
                                        "exp",   "exp2",  "exp10", "fabs",  "floor", "log",   "log2", "log10", "rint",
                                        "round", "rsqrt", "sin",   "sinh",  "sqrt",  "tanh",  "trunc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* log2(10) is a number, whatever the accuracy of log2. */
static int number_function(reader *r, const char *name)
{
    const real_function *function = function_named(name);
    int part[FORMULA_MOST_PARTS], parts = list(r, part, ')');
    if (r->error)
        return 0;
    if (!function || !function->one || parts != 1) {
        static _Thread_local char sentence[64 + FORMULA_NAME_SIZE]; /* as long as nothing else fails */
        snprintf(sentence, sizeof sentence, "`%.*s` is no function of %d arguments", FORMULA_NAME_SIZE, name, parts);
        return fail(r, sentence);
    }
    if (r->free_order && !evaluable(name))
        return fail(r, "a function of this formula has no bounds here: abs is fabs, a / b is written so, and tan, cosh "
                       "and those of pi are missing");
    if (r->f->nodes[part[0]].kind == NODE_NUMBER)
        return add_node(r, (node){.kind = NODE_NUMBER, .number = function->one(r->f->nodes[part[0]].number)});
    return add_node(r, (node){.kind = NODE_CALL, .function = function, .a = part[0]});
}

static int call(reader *r, const char *name)
{
    array_call array;
    if (binds(r))
        return reduction(r, name);
    if (r->free_order && array_call_named(name, &array)) {
        bool number = array == ARRAY_LEAST || array == ARRAY_GREATEST;
        int depth = 0;
        for (const char *at = r->at; number && *at && depth >= 0; at++) { /* max(a, b) within a sum knows its index */
            if (*at == ',' && depth == 0)
                return two_numbers(r, array == ARRAY_LEAST ? NODE_MIN : NODE_MAX);
            depth += *at == '(' || *at == '[' ? 1 : *at == ')' || *at == ']' ? -1 : 0;
        }
        return array_function(r, array);
    }
    if (r->free_order && strcmp(name, "pow") == 0)
        return two_numbers(r, NODE_POW);
    node n = {.kind = strcmp(name, "narrowed") == 0 ? NODE_NARROWED : NODE_ENCODED};
    n.b = strcmp(name, "as_half") == 0 ? 16 : strcmp(name, "as_float") == 0 ? 32 : 0;
    if (r->free_order && (n.kind == NODE_NARROWED || n.b)) {
        int part[FORMULA_MOST_PARTS], parts = list(r, part, ')');
        n.a = part[0];
        return parts == 1 ? add_node(r, n) : fail(r, "narrowed, as_half and as_float have one argument");
    }
    return number_function(r, name);
}

/* ---- Names */

static int input(reader *r, const char *name)
{
    size_t i = 0;
    while (i < r->name_count && strcmp(name, r->found ? r->found[i] : r->names[i]) != 0)
        i++;
    if (i == r->name_count && !r->found)
        return fail(r, "an unknown name");
    if (i == FORMULA_MOST_NAMES)
        return fail(r, "too many names in one formula");
    if (i == r->name_count)
        strcpy(r->found[r->name_count++], name);
    r->used |= 1u << i;
    return add_node(r, (node){.kind = NODE_INPUT, .a = (int)i});
}

static int index_named(reader *r, const char *name)
{
    for (int i = r->depth; i-- > 0;)
        if (strlen(name) == r->bound[i].length && strncmp(name, r->bound[i].name, r->bound[i].length) == 0)
            return i;
    return -1;
}

static int named(reader *r)
{
    char name[FORMULA_NAME_SIZE];
    name_into(r, name);
    if (!*name)
        return fail(r, "an unknown name");
    if (take(r, '('))
        return call(r, name);
    int index = index_named(r, name);
    if (index >= 0 && index < r->floor)
        return fail(r, "an array within sum, min or max cannot depend on their index: define it behind `where`, or "
                       "write its elements down");
    if (index >= 0)
        return add_node(r, (node){.kind = NODE_INDEX, .a = index});
    for (int i = 0; i < r->f->lets; i++)
        if (strcmp(name, r->f->let_name[i]) == 0)
            return add_node(r, (node){.kind = NODE_LET, .a = i});
    if (r->free_order && strcmp(name, "inf") == 0)
        return add_node(r, (node){.kind = NODE_NUMBER, .number = INFINITY});
    if (!r->free_order && strcmp(name, "t") == 0)
        return add_node(r, (node){.kind = NODE_T});
    if (strcmp(name, "pi") == 0)
        return add_node(r, (node){.kind = NODE_NUMBER, .number = 3.14159265358979323846});
    if (strcmp(name, "M_PI_F") == 0)
        return add_node(r, (node){.kind = NODE_NUMBER, .number = (double)(float)3.14159265358979323846});
    return input(r, name);
}

/* ---- Operators */

static int number(reader *r)
{
    char *end;
    node n = {.kind = NODE_NUMBER, .number = strtod(r->at, &end), .whole = true};
    for (; r->at < end; r->at++)
        n.whole &= isdigit((unsigned char)*r->at) != 0;
    return add_node(r, n);
}

static int factor(reader *r)
{
    int n;
    if (take(r, '-')) {
        n = factor(r);
        return add_node(r, (node){.kind = NODE_NEGATIVE, .a = n});
    }
    if (r->free_order && take_word(r, "!", "=")) {
        n = factor(r);
        return add_node(r, (node){.kind = NODE_NOT, .a = n});
    }
    if (take(r, '(')) {
        n = expression(r);
        if (!take(r, ')'))
            fail(r, "a closing parenthesis is missing");
    } else {
        n = isdigit((unsigned char)*r->at) ? number(r) : named(r);
    }
    while (r->free_order && !r->error && take(r, '[')) {
        node element = {.kind = NODE_ELEMENT, .a = n};
        element.parts = list(r, element.part, ']');
        n = add_node(r, element);
    }
    return n;
}

typedef struct operation {
    const char *word, *not_before; /* what may not follow it */
    node_kind kind;
    bool swapped, negated;
} operation;

static const operation *take_operation(reader *r, const operation *of, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (take_word(r, of[i].word, of[i].not_before))
            return &of[i];
    return NULL;
}

static int product(reader *r)
{
    static const operation all[] = {{"*", "", NODE_MUL, false, false},
                                    {"/", "/", NODE_DIV, false, false},
                                    {"//", "", NODE_WHOLE_DIV, false, false},
                                    {"%", "", NODE_REMAINDER, false, false}};
    const operation *one;
    int a = factor(r);
    while (!r->error && (one = take_operation(r, all, r->free_order ? 4 : 2))) {
        int b = factor(r);
        a = add_node(r, (node){.kind = one->kind, .a = a, .b = b});
    }
    return a;
}

static int sum(reader *r)
{
    static const operation all[] = {{"+", "", NODE_ADD, false, false}, {"-", "", NODE_SUB, false, false}};
    const operation *one;
    int a = product(r);
    while (!r->error && (one = take_operation(r, all, 2))) {
        int b = product(r);
        a = add_node(r, (node){.kind = one->kind, .a = a, .b = b});
    }
    return a;
}

static int comparison(reader *r)
{
    static const operation all[] = {
        {"==", "", NODE_EQUAL, false, false},         {"!=", "", NODE_EQUAL, false, true},
        {"<=", "", NODE_LESS_OR_EQUAL, false, false}, {">=", "", NODE_LESS_OR_EQUAL, true, false},
        {"<", "=", NODE_LESS, false, false},          {">", "=", NODE_LESS, true, false}};
    int a = sum(r);
    const operation *one = r->free_order && !r->error ? take_operation(r, all, 6) : NULL;
    if (!one)
        return a;
    int b = sum(r);
    int n = add_node(r, (node){.kind = one->kind, .a = one->swapped ? b : a, .b = one->swapped ? a : b});
    return one->negated ? add_node(r, (node){.kind = NODE_NOT, .a = n}) : n;
}

static int all_of(reader *r)
{
    int a = comparison(r);
    while (r->free_order && !r->error && take_word(r, "&&", "")) {
        int b = comparison(r);
        a = add_node(r, (node){.kind = NODE_AND, .a = a, .b = b});
    }
    return a;
}

static int any_of(reader *r)
{
    int a = all_of(r);
    while (r->free_order && !r->error && take_word(r, "||", "")) {
        int b = all_of(r);
        a = add_node(r, (node){.kind = NODE_OR, .a = a, .b = b});
    }
    return a;
}

static int expression(reader *r)
{
    int a = any_of(r);
    if (!r->free_order || r->error || !take(r, '?'))
        return a;
    int b = expression(r);
    if (!take(r, ':'))
        return fail(r, "`:` is expected behind `condition ? a`");
    int c = expression(r);
    return add_node(r, (node){.kind = NODE_SELECT, .a = a, .b = b, .c = c});
}

/* ---- The whole */

/* Names behind `where`, which may be used before they are defined. */
static const char *find_definitions(reader *r)
{
    const char *where = strstr(r->at, " where ");
    if (!where)
        return NULL;
    reader at = *r;
    at.at = where + strlen(" where ");
    for (int depth = 0;;) {
        char name[FORMULA_NAME_SIZE];
        name_into(&at, name);
        if (!*name || !take(&at, '='))
            fail(r, "definitions are written so: where a = expression, b = expression");
        if (r->f->lets == FORMULA_MOST_LETS)
            fail(r, "too many definitions behind `where`");
        if (r->error)
            return where;
        strcpy(r->f->let_name[r->f->lets++], name);
        for (; *at.at && !(*at.at == ',' && depth == 0); at.at++)
            depth += *at.at == '(' || *at.at == '[' ? 1 : *at.at == ')' || *at.at == ']' ? -1 : 0;
        if (!take(&at, ','))
            return where;
    }
}

static void read_definitions(reader *r)
{
    char name[FORMULA_NAME_SIZE];
    for (int i = 0; i < r->f->lets && !r->error; i++) {
        name_into(r, name);
        take(r, '=');
        r->f->let[i] = expression(r);
        if (i + 1 < r->f->lets && !take(r, ','))
            fail(r, "something is left over");
    }
}

static void read_free(reader *r)
{
    unsigned defined = 0;
    const char *from = r->at, *where = find_definitions(r);
    if (where && !r->error) {
        r->at = where + strlen(" where ");
        read_definitions(r);
        if (!r->error && *(r->at += strspn(r->at, " ")))
            fail(r, "something is left over");
        defined = r->used;
        r->at = from;
    }
    unsigned every = 0;
    do {
        r->used = defined;
        r->f->way[r->f->ways++] = expression(r);
        if (r->f->ways > 1 && r->used != every)
            fail(r, "each way of a formula needs all names");
        every = r->used;
    } while (!r->error && r->f->ways < FORMULA_MOST_WAYS && take(r, ';'));
    take(r, ' ');
    if (!r->error && r->names && every != (1u << r->name_count) - 1 && r->f->ways > 1)
        fail(r, "each way of a formula needs all names");
    if (!r->error && *r->at && r->at + strspn(r->at, " ") != (where ? where + 1 : NULL))
        fail(r, "something is left over");
}

/* `A`, perhaps `A where t = B` */
static void read_of_table(reader *r)
{
    r->f->way[r->f->ways++] = expression(r);
    take(r, ' ');
    if (strncmp(r->at, "where t =", 9) == 0) {
        r->at += 9;
        r->f->where = expression(r);
    }
    if (!r->error && *r->at)
        fail(r, "something is left over");
}

static formula *parse(reader *r, const char **error)
{
    formula *f = r->f = calloc(1, sizeof *f);
    if (!f) {
        *error = "out of memory";
        return NULL;
    }
    f->where = -1;
    if (r->free_order)
        read_free(r);
    else
        read_of_table(r);
    if (!r->error)
        return f;
    *error = r->error;
    free(f);
    return NULL;
}

formula *formula_parse(const char *text, const char **error)
{
    static const char *const names[] = {"x", "y"};
    reader r = {.at = text, .names = names, .name_count = 2};
    return parse(&r, error);
}

formula *formula_parse_names(const char *text, const char *const *names, size_t count, const char **error)
{
    reader r = {.at = text, .names = names, .name_count = count, .free_order = true};
    if (count <= FORMULA_MOST_NAMES)
        return parse(&r, error);
    *error = "too many names in one formula";
    return NULL;
}

bool formula_names(const char *text, char (*names)[FORMULA_NAME_SIZE], size_t *count, const char **error)
{
    reader r = {.at = text, .found = names, .free_order = true};
    formula *f = parse(&r, error);
    *count = r.name_count;
    formula_destroy(f);
    return f != NULL;
}

void formula_destroy(formula *f)
{
    free(f);
}
