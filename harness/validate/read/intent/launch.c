/* launch.c: reads numbers that a kernel computes with where it should know how many threads it has. Constants with a
 * name of their own and the extents of its arrays come first, plain numbers next, then what these are multiples of. */
#include "launch.h"
#include "../../../base/text.h"
#include "../../../case/expression.h"
#include "intent_text.h"
#include <ctype.h>
#include <string.h>

enum { LANES = 32, MOST_SIDE = 32, MOST_THREADS = 1024, MOST_NUMBERS = 32 };

typedef struct reading {
    const kernel_source *source;
    const kernel_function *function;
    bool square;
    unsigned named[MOST_NUMBERS], plain[MOST_NUMBERS], first[MOST_NUMBERS]; /* first: what a variable begins with */
    size_t named_count, plain_count, first_count;
} reading;

static void take(unsigned *list, size_t *count, unsigned value)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i] == value)
            return;
    if (value && *count < MOST_NUMBERS)
        list[(*count)++] = value;
}

static void suggest(launch_sizes *to, bool square, unsigned value)
{
    bool fits =
        square ? value >= 2 && value <= MOST_SIDE : value >= LANES && value <= MOST_THREADS && value % LANES == 0;
    for (size_t i = 0; i < to->count; i++)
        fits &= to->size[i] != value;
    if (fits && to->count < LAUNCH_SIZES)
        to->size[to->count++] = value;
}

/* ---- Numbers in the text */

/* Whether a name is written as constants are: TDIM, kThreads. */
static bool is_constants_name(const char *name, size_t length)
{
    return isupper((unsigned char)*name) || (length > 1 && *name == 'k' && isupper((unsigned char)name[1]));
}

static unsigned value_of(const reading *r, const char *name, size_t length)
{
    return is_constants_name(name, length) ? intent_number(r->source, name, length) : 0;
}

static unsigned literal(const char *at, size_t length)
{
    expression_value value;
    return isdigit((unsigned char)*at) && expression_literal(at, length, &value) == length && !value.real &&
                   value.integer > 0 && value.integer <= MOST_THREADS * 8
               ? (unsigned)value.integer
               : 0;
}

/* The body of a kernel that is not this one ends there; NULL if none begins here. */
static const char *past_other(const reading *r, const char *at)
{
    for (size_t i = 0; i < r->source->function_count; i++) {
        const kernel_function *other = &r->source->functions[i];
        if (other->body == at && other->body != r->function->body)
            return at + other->body_length;
    }
    return NULL;
}

/* What only declares something: `#…`, `constant uint N = 128;`, the extents of arrays. */
static const char *past_declaration(const reading *r, const char *at, const char *word, size_t length)
{
    if (*at == '#')
        return at + strcspn(at, "\n");
    bool constant =
        (length == 8 && strncmp(word, "constant", 8) == 0) || (length == 9 && strncmp(word, "constexpr", 9) == 0);
    size_t statement = strcspn(at, ";(&*{");
    if (constant && at[statement] == ';')
        return at + statement;
    intent_dimensions one;
    const char *p = at + length;
    bool array = length == 11 && strncmp(word, "threadgroup", 11) == 0 && intent_array_at(r->source, &p, &one);
    return array ? one.close : NULL;
}

static bool begins_variable(const char *code, const char *at)
{
    while (at > code && isspace((unsigned char)at[-1]))
        at--;
    return at > code + 1 && at[-1] == '=' && !strchr("=<>!+-*/", at[-2]);
}

static void read_numbers(reading *r)
{
    const char *code = r->source->code;
    size_t length;
    bool identifier;
    for (const char *at = code; *at; at += length) {
        length = token_length(at, &identifier);
        const char *past = past_other(r, at);
        past = past ? past : past_declaration(r, at, at, length);
        if (past && past > at) {
            length = (size_t)(past - at);
            continue;
        }
        if (identifier) {
            take(r->named, &r->named_count, value_of(r, at, length));
            continue;
        }
        unsigned value = literal(at, length);
        take(r->plain, &r->plain_count, value);
        if (value && begins_variable(code, at))
            take(r->first, &r->first_count, value);
    }
}

/* ---- Tiles */

static void take_names(reading *r, const intent_dimensions *one, launch_sizes *to)
{
    size_t length;
    bool identifier;
    for (const char *at = one->open; at < one->close; at += length) {
        length = token_length(at, &identifier);
        if (identifier)
            suggest(to, r->square, value_of(r, at, length));
    }
}

/* The side of which it has all elements, perhaps twice, with a column more or a border around. */
static void take_extents(const intent_dimensions *one, launch_sizes *to)
{
    unsigned last = one->size[one->dimensions - 1], before = one->dimensions > 1 ? one->size[one->dimensions - 2] : 0;
    for (unsigned side = MOST_SIDE; side >= 4; side /= 2) {
        bool flat = !before && (last == side * side || last == side * (side + 1) || last == 2 * side * side ||
                                last == side * (side + 2) || last == (side + 2) * (side + 2));
        bool tile = before >= side && before <= side + 6 && last >= side && last <= side + 6;
        if (flat || tile)
            suggest(to, true, side);
    }
}

static void read_arrays(reading *r, launch_sizes *to)
{
    const char *end = r->function->body + r->function->body_length;
    for (const char *p = r->function->body; p && (p = intent_next_word(p, end, "threadgroup"));) {
        intent_dimensions one;
        p += strlen("threadgroup");
        if (!intent_array_at(r->source, &p, &one))
            continue;
        take_names(r, &one, to);
        if (r->square)
            take_extents(&one, to);
    }
}

/* ---- Both */

static bool has_builtin(const kernel_function *f, const char *name)
{
    for (size_t i = 0; i < f->parameter_count; i++)
        if (f->parameters[i].builtin && strcmp(f->parameters[i].builtin, name) == 0)
            return true;
    return false;
}

/* Whether it knows of threadgroups at all. */
static bool divides_grid(const kernel_function *f)
{
    return has_builtin(f, "thread_position_in_threadgroup") || has_builtin(f, "thread_index_in_threadgroup") ||
           has_builtin(f, "simdgroup_index_in_threadgroup") || has_builtin(f, "threadgroup_position_in_grid");
}

static void read_squares(reading *r, launch_sizes *to)
{
    read_arrays(r, to);
    for (size_t i = 0; i < r->named_count && has_builtin(r->function, "threadgroup_position_in_grid"); i++)
        suggest(to, true, r->named[i]);
}

/* Plain numbers below that are widths of SIMD-groups, and counts of other things. */
static void suggest_plain(launch_sizes *to, unsigned value)
{
    if (value > LANES)
        suggest(to, false, value);
}

static void read_rows(reading *r, unsigned usual, launch_sizes *to)
{
    launch_sizes weak = {0};
    intent_array most = intent_most_threads(r->source, r->function);
    bool groups = has_builtin(r->function, "simdgroup_index_in_threadgroup");
    for (size_t i = 0; i < r->plain_count; i++)
        suggest_plain(&weak, r->plain[i]);
    for (size_t i = 0; i < r->plain_count; i++) /* its last element */
        suggest_plain(&weak, r->plain[i] + 1);
    for (size_t i = 0; i < r->first_count; i++) /* half of them: where a tree begins */
        suggest_plain(&weak, 2 * r->first[i]);
    for (size_t i = 0; i < r->named_count && groups; i++)
        suggest_plain(&weak, r->named[i] <= LANES ? LANES * r->named[i] : 0);
    for (size_t i = 0; i < r->plain_count + r->named_count; i++)
        for (unsigned each = 2; each <= 8; each *= 2) /* elements of a thread */
            suggest_plain(&weak, (i < r->plain_count ? r->plain[i] : r->named[i - r->plain_count]) / each);
    for (size_t i = 0; i < r->named_count; i++)
        suggest(to, false, r->named[i]);
    if (to->count || weak.count)
        read_arrays(r, to);
    bool any = to->count || weak.count || most.by_groups;
    if (any)
        suggest(to, false, most.size);
    for (size_t i = 0; i < to->count; i++)
        if (to->size[i] == usual) { /* what does not fit it may be the mistake */
            *to = (launch_sizes){.size = {usual}, .count = 1};
            return;
        }
    for (size_t i = 0; i < weak.count; i++)
        if (weak.size[i] == usual)
            suggest(to, false, usual);
    for (size_t i = 0; i < weak.count; i++)
        suggest(to, false, weak.size[i]);
}

/* It has but the lane to tell threads apart: a SIMD-group is all of the threadgroup. */
static bool is_one_group(const kernel_function *f)
{
    return has_builtin(f, "thread_index_in_simdgroup") && has_builtin(f, "threadgroup_position_in_grid") &&
           !has_builtin(f, "thread_position_in_grid") && !has_builtin(f, "thread_position_in_threadgroup") &&
           !has_builtin(f, "thread_index_in_threadgroup") && !has_builtin(f, "simdgroup_index_in_threadgroup");
}

launch_sizes launch_read(const kernel_source *source, const kernel_function *function, bool square, unsigned usual)
{
    launch_sizes to = {0};
    reading r = {.source = source, .function = function, .square = square};
    if (intent_is_told(function) || !divides_grid(function))
        return to;
    read_numbers(&r);
    if (!square && is_one_group(function))
        suggest(&to, false, LANES);
    else if (square)
        read_squares(&r, &to);
    else
        read_rows(&r, usual, &to);
    return to;
}
