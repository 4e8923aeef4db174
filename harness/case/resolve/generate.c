/* generate.c: the initial content of inputs. One function per generator, called once per component with its number, so
 * that vectors and scalars see the same sequence. Random ones count: component n depends on seed and n alone. */
#include "../declare/cursor.h"
#include "../../base/file.h"
#include "../internal.h"
#include "../declare/literal.h"
#include "../../base/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8, PADDING = 0xa5 };

typedef struct generator {
    const struct generator_kind *kind; /* NULL: */
    input_function *input;
    const case_argument *of; /* of `view` */
    expression_value argument[MOST_ARGUMENTS];
    size_t argument_count;
    literal *literals; /* of `values` and `constant` */
    size_t literal_count;
    bool repeats;
    uint64_t *encoded; /* literals in the argument's type */
    assay_scalar scalar;
    uint64_t seed;
} generator;

typedef struct generator_kind {
    const char *name;
    size_t fewest, most;
    uint64_t (*component)(const generator *g, size_t n);
} generator_kind;

/* ---- Plain ones */

static uint64_t make_zeros(const generator *g, size_t n)
{
    (void)g, (void)n;
    return 0;
}

static uint64_t make_ones(const generator *g, size_t n)
{
    (void)n;
    return scalar_encode(g->scalar, 1);
}

static uint64_t make_values(const generator *g, size_t n)
{
    return g->encoded[n < g->literal_count ? n : g->literal_count - 1];
}

/* Whole numbers wrap as the type does. */
static uint64_t make_iota(const generator *g, size_t n)
{
    expression_value start = {false, 0, 0}, step = {false, 1, 1};
    if (g->argument_count > 0)
        start = g->argument[0];
    if (g->argument_count > 1)
        step = g->argument[1];
    if (assay_scalar_is_float(g->scalar) || start.real || step.real)
        return scalar_encode(g->scalar, start.number + step.number * (double)n);
    uint64_t value = (uint64_t)start.integer + (uint64_t)step.integer * (uint64_t)n;
    return g->scalar == SCALAR_BOOL ? value & 1 : value;
}

/* ---- Random ones */

/* Every encoding is equally likely, except that signaling NaNs, which MSL does not have (8.1), become quiet. */
static uint64_t make_bits(const generator *g, size_t n)
{
    uint64_t bits = random_bits(g->seed, n);
    switch (g->scalar) {
    case SCALAR_BOOL: return bits >> 63;
    case SCALAR_HALF: return (bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) ? bits | 0x200 : bits;
    case SCALAR_BFLOAT: return (bits & 0x7f80) == 0x7f80 && (bits & 0x7f) ? bits | 0x40 : bits;
    case SCALAR_FLOAT: return (bits & 0x7f800000) == 0x7f800000 && (bits & 0x7fffff) ? bits | 0x400000 : bits;
    default: return bits;
    }
}

static uint64_t make_random(const generator *g, size_t n)
{
    double low = -1, high = 1;
    if (g->argument_count == 0 && !assay_scalar_is_float(g->scalar))
        return make_bits(g, n);
    if (g->argument_count == 2) {
        low = g->argument[0].number;
        high = g->argument[1].number;
    }
    double value = low + (high - low) * random_unit(g->seed, n);
    return scalar_encode(g->scalar, assay_scalar_is_float(g->scalar) ? value : floor(value));
}

static uint64_t make_integers(const generator *g, size_t n)
{
    int64_t low = g->argument[0].integer;
    uint64_t span = (uint64_t)g->argument[1].integer - (uint64_t)low + 1;
    uint64_t bits = random_bits(g->seed, n), value = (uint64_t)low + (span ? bits % span : bits);
    if (assay_scalar_is_float(g->scalar))
        return scalar_encode(g->scalar, (double)(int64_t)value);
    return g->scalar == SCALAR_BOOL ? value & 1 : value;
}

/* The sum of twelve uniform numbers less six: close to normal within three deviations, never beyond six, and the same
 * on every machine, which logarithm and cosine of a C library are not. */
static uint64_t make_normal(const generator *g, size_t n)
{
    double sum = -6;
    for (int word = 0; word < 4; word++) {
        uint64_t bits = random_bits(g->seed, 4 * n + (uint64_t)word);
        for (int part = 0; part < 3; part++)
            sum += (double)(bits >> (21 * part) & 0x1fffff) * 0x1p-21;
    }
    return scalar_encode(g->scalar, g->argument[0].number + g->argument[1].number * sum);
}

/* Of a floating type with `fraction` stored bits: what most often goes wrong. */
static uint64_t special_float(int fraction, int width, size_t n, bool *more)
{
    uint64_t one_ulp = 1, normal = UINT64_C(1) << fraction, infinity = (UINT64_C(1) << (width - 1)) - normal;
    uint64_t one = infinity / normal / 2 * normal;
    const uint64_t magnitudes[] = {0,   one_ulp, normal - 1,   normal,       normal + 1, one - 1,
                                   one, one + 1, one + normal, infinity - 1, infinity};
    size_t count = sizeof magnitudes / sizeof *magnitudes;
    *more = n <= 2 * count;
    if (n == 2 * count)
        return infinity + normal / 2; /* a quiet NaN */
    return *more ? magnitudes[n / 2] | (uint64_t)(n & 1) << (width - 1) : 0;
}

static uint64_t special_integer(int width, bool is_signed, size_t n, bool *more)
{
    uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, top = UINT64_C(1) << (width - 1);
    uint64_t largest = is_signed ? all >> 1 : all, smallest = is_signed ? top : 0;
    const uint64_t values[] = {0,
                               1,
                               2,
                               all,
                               all - 1,
                               largest,
                               largest - 1,
                               smallest,
                               smallest + 1,
                               top,
                               top - 1,
                               all / 3 /* 0101… */,
                               all / 3 * 2,
                               UINT64_C(1) << (width / 2)};
    *more = n < sizeof values / sizeof *values;
    return *more ? values[n] : 0;
}

static uint64_t make_special(const generator *g, size_t n)
{
    bool more = true;
    uint64_t bits = 0;
    int width = 8 * (int)assay_scalar_size(g->scalar);
    switch (g->scalar) {
    case SCALAR_BOOL: return n < 2 ? n : make_bits(g, n);
    case SCALAR_HALF: bits = special_float(10, width, n, &more); break;
    case SCALAR_BFLOAT: bits = special_float(7, width, n, &more); break;
    case SCALAR_FLOAT: bits = special_float(23, width, n, &more); break;
    default: bits = special_integer(width, assay_scalar_is_signed(g->scalar), n, &more); break;
    }
    return more ? bits : make_bits(g, n);
}

static const generator_kind kinds[] = {
    {"random", 0, 2, make_random},   {"normal", 2, 2, make_normal}, {"integers", 2, 2, make_integers},
    {"iota", 0, 2, make_iota},       {"zeros", 0, 0, make_zeros},   {"ones", 0, 0, make_ones},
    {"constant", 1, 1, make_values}, {"values", 0, 0, make_values}, {"special", 0, 0, make_special},
    {"bits", 0, 0, make_bits},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* ---- Parsing */

static bool find_generator(generator *g, cursor *c, const char *name)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (strcmp(kinds[k].name, name) == 0)
            g->kind = &kinds[k];
    g->input = g->kind ? NULL : input_find(name);
    if (g->kind || g->input)
        return true;
    nearest search = nearest_to(name, strlen(name));
    for (int k = 0; k < KIND_COUNT; k++)
        nearest_offer(&search, kinds[k].name);
    for (const input_entry *entry = input_all(); entry->name; entry++)
        nearest_offer(&search, entry->name);
    return cursor_fail(c, "unknown generator `%s`%s%s", name, search.best ? "; did you mean " : "",
                       search.best ? search.best : "");
}

static bool encode_literals(generator *g, cursor *c, const expression_scope *scope)
{
    g->encoded = arena_take(c->memory, g->literal_count, sizeof *g->encoded);
    for (size_t i = 0; i < g->literal_count; i++)
        if (!literal_encode(&g->literals[i], g->scalar, scope, &g->encoded[i], c->error))
            return false;
    return true;
}

static bool parse_values(generator *g, cursor *c, const expression_scope *scope, const case_argument *argument)
{
    size_t components = argument->count * argument->type.lanes;
    if (!literals_parse(c->at, ' ', scope, c->memory, &g->literals, &g->literal_count, &g->repeats, c->error) ||
        !encode_literals(g, c, scope))
        return false;
    c->at += strlen(c->at);
    if (g->literal_count > components || (g->literal_count < components && !g->repeats))
        return cursor_fail(c, "%zu values for the %zu components of `%s`%s", g->literal_count, components,
                           argument->name,
                           g->literal_count < components ? "; end the list in `…` to repeat the last" : "");
    return true;
}

static bool parse_arguments(generator *g, cursor *c, const expression_scope *scope, const char *name)
{
    cursor_blanks(c);
    if (*c->at == '(') {
        const char *inside = cursor_bracketed(c, '(');
        if (!inside)
            return false;
        if (g->kind && g->kind->component == make_values)
            return literals_parse(inside, ',', scope, c->memory, &g->literals, &g->literal_count, &g->repeats,
                                  c->error) &&
                   (g->literal_count == 1 || cursor_fail(c, "`constant` takes one value")) &&
                   encode_literals(g, c, scope);
        cursor a = {inside, c->memory, c->file, c->line, c->error};
        while (!cursor_end(&a)) {
            const char *text = cursor_until(&a, ",");
            if (!text || g->argument_count == MOST_ARGUMENTS)
                return text ? cursor_fail(c, "too many arguments for `%s`", name) : false;
            if (!expression_evaluate(text, strlen(text), scope, &g->argument[g->argument_count++], c->error))
                return false;
            cursor_take(&a, ",");
        }
    }
    size_t count = g->argument_count + g->literal_count;
    if (g->kind &&
        (count < g->kind->fewest || count > g->kind->most || (g->kind->component == make_random && count == 1)))
        return cursor_fail(c, "`%s` takes %zu arguments, not %zu", name, g->kind->most, count);
    return true;
}

static bool check_bounds(const generator *g, cursor *c)
{
    if (!g->kind || (g->kind->component != make_integers && g->kind->component != make_random) || g->argument_count < 2)
        return true;
    if (g->kind->component == make_integers && (g->argument[0].real || g->argument[1].real))
        return cursor_fail(c, "`integers` takes whole numbers");
    return g->argument[0].number <= g->argument[1].number ||
           cursor_fail(c, "the lower bound of `%s` is above the upper", g->kind->name);
}

/* `view(NAME, sizes…, strides…)`: an earlier argument's elements, laid out otherwise. */
static bool parse_view(generator *g, const case_instance *instance, const case_argument *argument, cursor *c,
                       const expression_scope *scope)
{
    const char *inside = cursor_bracketed(c, '(');
    cursor a = {inside ? inside : "", c->memory, c->file, c->line, c->error};
    const char *name = inside ? cursor_name(&a) : NULL;
    for (const case_argument *other = instance->arguments; name && other < argument; other++)
        if (strcmp(other->name, name) == 0 && other->kind == ARGUMENT_BUFFER)
            g->of = other;
    if (!g->of)
        return inside ? cursor_fail(c, "`view` begins with the name of a buffer declared before it") : false;
    while (cursor_take(&a, ",")) {
        const char *text = cursor_until(&a, ",");
        if (!text || g->argument_count == MOST_ARGUMENTS)
            return text ? cursor_fail(c, "too many arguments for `view`") : false;
        if (!expression_evaluate(text, strlen(text), scope, &g->argument[g->argument_count++], c->error))
            return false;
    }
    bool same = memcmp(&g->of->type, &argument->type, sizeof argument->type) == 0;
    return (same && g->argument_count && g->argument_count % 2 == 0 && cursor_end(&a)) ||
           cursor_fail(c, "`view` takes a buffer of the same type, its sizes, and as many strides");
}

static bool parse(generator *g, const case_instance *instance, const case_argument *argument, arena *memory,
                  assay_error *error)
{
    const case_box *box = (const case_box *)instance;
    expression_scope scope = box->scope;
    scope.line = argument->line;
    cursor c = {argument->generator, memory, scope.file, argument->line, error};
    *g = (generator){.scalar = argument->type.scalar};
    const char *name = cursor_name(&c);
    if (!name)
        return cursor_fail(&c, "a generator is expected at `%s`: random, iota, zeros, values …", c.at);
    if (strcmp(name, "view") == 0)
        return parse_view(g, instance, argument, &c, &scope) &&
               (cursor_end(&c) || cursor_fail(&c, "`%s` is left over after the generator", c.at));
    if (!find_generator(g, &c, name))
        return false;
    bool values = strcmp(name, "values") == 0;
    if (!(values ? parse_values(g, &c, &scope, argument) : parse_arguments(g, &c, &scope, name)) ||
        !check_bounds(g, &c))
        return false;
    return cursor_end(&c) || cursor_fail(&c, "`%s` is left over after the generator", c.at);
}

/* ---- Values by setBytes */

/* One component or one field, at its offset. */
static bool put(const char *text, assay_scalar scalar, const expression_scope *scope, char *to, assay_error *error)
{
    literal value;
    uint64_t bits;
    if (!literal_parse(text, strlen(text), scope, &value, error) ||
        !literal_encode(&value, scalar, scope, &bits, error))
        return false;
    if (to)
        scalar_store(scalar, to, bits);
    return true;
}

/* The items of `a, b` or `{a, b}`. */
static bool cut_items(cursor *c, const char ***items, size_t *count)
{
    cursor_blanks(c);
    const char *text = *c->at == '{' ? cursor_bracketed(c, '{') : cursor_until(c, "");
    if (!text || !cursor_end(c))
        return text ? cursor_fail(c, "`%s` is left over", c->at) : false;
    cursor i = {text, c->memory, c->file, c->line, c->error};
    do {
        const char *item = cursor_until(&i, ",");
        if (!item)
            return false;
        *ARENA_PUSH(c->memory, *items, *count) = item;
    } while (cursor_take(&i, ","));
    return true;
}

static bool put_vector(cursor *c, const expression_scope *scope, assay_type type, const char **items, size_t count,
                       char *to)
{
    if (count != 1 && count != type.lanes)
        return cursor_fail(c, "%zu values for %u components", count, (unsigned)type.lanes);
    for (size_t lane = 0; lane < type.lanes; lane++)
        if (!put(items[count == 1 ? 0 : lane], type.scalar, scope,
                 to ? to + lane * assay_scalar_size(type.scalar) : NULL, c->error))
            return false;
    return true;
}

/* Fills `to`, or only checks with NULL. */
static bool put_bytes(const case_instance *instance, const case_argument *argument, arena *memory, char *to,
                      assay_error *error)
{
    const case_box *box = (const case_box *)instance;
    expression_scope scope = box->scope;
    scope.line = argument->line;
    cursor c = {argument->generator, memory, scope.file, argument->line, error};
    const char **items = NULL;
    size_t count = 0;
    if (!cut_items(&c, &items, &count))
        return false;
    const struct_field *field = box->fields[argument - instance->arguments];
    if (!field)
        return put_vector(&c, &scope, argument->type, items, count, to);
    size_t n = 0;
    for (; field[n].type.lanes; n++)
        if (n < count && !put_vector(&c, &scope, field[n].type, &items[n], 1, to ? to + field[n].offset : NULL))
            return false;
    return n == count || cursor_fail(&c, "%zu values for the %zu members of `%s`", count, n, argument->name);
}

/* ---- The module's face */

bool case_has_content(const case_argument *argument)
{
    return argument->generator && !argument->none && argument->viewed < 0 && argument_facts_of(argument->kind)->content;
}

bool generator_check(const case_instance *instance, const case_argument *argument, assay_error *error)
{
    arena memory = {NULL};
    generator g;
    bool good = argument->kind == ARGUMENT_BYTES ? put_bytes(instance, argument, &memory, NULL, error)
                                                 : parse(&g, instance, argument, &memory, error);
    arena_free(&memory);
    return good;
}

static bool call_input(const generator *g, const case_argument *argument, void *data, assay_error *error,
                       const char *file)
{
    double numbers[MOST_ARGUMENTS];
    for (size_t i = 0; i < g->argument_count; i++)
        numbers[i] = g->argument[i].number;
    input_call call = {argument->type, argument->count, data, numbers, g->argument_count, g->seed, NULL};
    g->input(&call);
    return !call.error || assay_fail(error, file, argument->line, "%s", call.error);
}

static void fill(const generator *g, const case_argument *argument, char *data)
{
    assay_type type = argument->type;
    size_t size = assay_scalar_size(type.scalar);
    for (size_t i = 0; i < argument->count; i++)
        for (size_t lane = 0; lane < type.lanes; lane++)
            scalar_store(type.scalar, data + i * type.stride + lane * size,
                         g->kind->component(g, i * type.lanes + lane));
}

/* Padding of three-component vectors is no part of any value: a kernel that reads it gets noise. */
static void fill_padding(const case_argument *argument, char *data)
{
    size_t used = argument->type.lanes * assay_scalar_size(argument->type.scalar);
    for (size_t i = 0; used < argument->type.stride && i < argument->count; i++)
        memset(data + i * argument->type.stride + used, PADDING, argument->type.stride - used);
}

/* Where element n of an array of these sizes lies with these strides. */
static size_t place_in_view(const generator *g, size_t n)
{
    size_t rank = g->argument_count / 2, place = 0;
    for (size_t d = rank; d-- > 0;) {
        size_t size = (size_t)g->argument[d].number;
        place += n % size * (size_t)g->argument[rank + d].number;
        n /= size;
    }
    return place;
}

/* What lies between its elements is NaN, or as large a number. */
static bool fill_view(const generator *g, const case_instance *instance, const case_argument *argument, uint64_t seed,
                      char *data, assay_error *error)
{
    size_t stride = argument->type.stride;
    char *elements = malloc(g->of->count * stride + 1);
    bool good = elements && case_generate(instance, g->of, seed, elements, error);
    for (size_t d = 0; d < g->argument_count && good; d++)
        good = g->argument[d].number >= 1 || assay_fail(error, case_file_path(instance->of->file), argument->line,
                                                        "`view`: a size or stride below 1");
    memset(data, 0xff, argument->count * stride);
    for (size_t i = 0; good && i < g->of->count; i++) {
        size_t place = place_in_view(g, i);
        good = place < argument->count ||
               assay_fail(error, case_file_path(instance->of->file), argument->line,
                          "`view`: element %zu of `%s` lies outside `%s`", i, g->of->name, argument->name);
        if (good)
            memcpy(data + place * stride, elements + i * stride, stride);
    }
    free(elements);
    return good;
}

bool case_generate(const case_instance *instance, const case_argument *argument, uint64_t seed, void *data,
                   assay_error *error)
{
    const char *file = case_file_path(instance->of->file);
    if (!argument->generator)
        return assay_fail(error, file, argument->line, "`%s` is an output and has no initial content", argument->name);
    arena memory = {NULL};
    generator g;
    bool good;
    if (argument->kind == ARGUMENT_BYTES) {
        memset(data, 0, argument->count * argument->type.stride);
        good = put_bytes(instance, argument, &memory, data, error);
    } else {
        good = parse(&g, instance, argument, &memory, error);
        g.seed = seed ^ instance->of->seed_key ^ text_hash(argument->name, strlen(argument->name));
        fill_padding(argument, data);
        if (good && g.of)
            good = fill_view(&g, instance, argument, seed, data, error);
        else if (good && g.input)
            good = call_input(&g, argument, data, error, file);
        else if (good)
            fill(&g, argument, data);
    }
    arena_free(&memory);
    return good;
}
