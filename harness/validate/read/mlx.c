/* mlx.c: the signature that MLX would generate. Documented behaviour: arguments in the order of inputs, then outputs;
 * NAME_shape, NAME_strides and NAME_ndim follow an input if the body mentions them; built-ins are parameters if the
 * body names their attribute; small inputs are `constant`, scalars references; the grid counts threads, and no
 * threadgroup is larger than the grid. Inputs are row-contiguous unless ensure_row_contiguous is false. */
#include "mlx.h"
#include "../../case/declare/cursor.h"
#include "../../base/file.h"
#include "../../case/internal.h"
#include "../../base/text.h"
#include "contract.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_BODY = 1 << 20, SMALL_ARRAY = 8, MOST_NAMES = 31 };

typedef struct wrapper {
    arena memory;
    const mlx_call *call;
    const contract *contract;
    const char *body, *code, *path;
    text directives, parameters;
    int index;
    assay_error *error;
} wrapper;

static const char *const vectors[] = {"thread_position_in_grid",         "threadgroup_position_in_grid",
                                      "thread_position_in_threadgroup",  "threads_per_threadgroup",
                                      "threadgroups_per_grid",           "threads_per_grid",
                                      "dispatch_threads_per_threadgroup"};
static const char *const scalars[] = {"thread_index_in_threadgroup",    "simdgroup_index_in_threadgroup",
                                      "thread_index_in_simdgroup",      "threads_per_simdgroup",
                                      "simdgroups_per_threadgroup",     "thread_index_in_quadgroup",
                                      "quadgroup_index_in_threadgroup", "dispatch_simdgroups_per_threadgroup"};

static void put_parameter(wrapper *w, const char *type, const char *name)
{
    text_format(&w->parameters, "%s%s%s [[buffer(%d)]]", w->index ? ", " : "", type, name, w->index);
    w->index++;
}

static bool mentions(const wrapper *w, const char *word)
{
    return code_has_word(w->code, word);
}

enum { MOST_DIMENSIONS = 8 };

/* The factors of a count: `M * K` is M by K. Without blanks, since they become values of a list. */
typedef struct extents {
    const char *size[MOST_DIMENSIONS];
    int count;
} extents;

static const char *without_blanks(wrapper *w, const char *text)
{
    char *copy = arena_text(&w->memory, text, strlen(text)), *to = copy;
    for (const char *from = text; *from; from++)
        if (*from != ' ')
            *to++ = *from;
    *to = 0;
    return copy;
}

static bool extents_of(wrapper *w, const contract_argument *a, extents *e)
{
    cursor c = {a->count, &w->memory, w->contract->path, a->line, w->error};
    e->count = 0;
    do {
        const char *factor = cursor_until(&c, "*");
        if (!factor || e->count == MOST_DIMENSIONS)
            return false;
        e->size[e->count++] = without_blanks(w, factor);
    } while (cursor_take(&c, "*"));
    return true;
}

static const char *product(wrapper *w, const extents *e, int from, int to)
{
    const char *text = "1";
    for (int i = from; i < to; i++)
        text = arena_format(&w->memory, "%s*(%s)", text, e->size[i]);
    return text;
}

/* Whether this input may come as a view of another array: transposed (LAYOUT 1), or every second element of longer rows
 * (LAYOUT 2), as MLX hands them over if it need not make them row-contiguous. */
static bool is_view(const wrapper *w, const contract_argument *a)
{
    return w->call->strided && a->type && strcmp(a->type, "T") == 0;
}

static const char *stride_of(wrapper *w, const contract_argument *a, const extents *e, int dimension)
{
    const char *rows = product(w, e, dimension + 1, e->count), *cut = "2";
    if (!is_view(w, a))
        return rows;
    for (int i = e->count - 1; i > dimension; i--)
        cut = arena_format(&w->memory, "((%s)*%s+3)", e->size[i], cut);
    return arena_format(&w->memory, "(LAYOUT==1?%s:(LAYOUT==2?%s:%s))", product(w, e, 0, dimension), cut, rows);
}

static const char *joined(wrapper *w, const contract_argument *a, const extents *e, bool strides, const char *between)
{
    const char *list = "";
    for (int i = 0; i < e->count; i++)
        list =
            arena_format(&w->memory, "%s%s(%s)", list, i ? between : "", strides ? stride_of(w, a, e, i) : e->size[i]);
    return list;
}

static bool put_shape(wrapper *w, const contract_argument *a, const char *name)
{
    extents e;
    if (!extents_of(w, a, &e))
        return false;
    const char *shape = arena_format(&w->memory, "%s_shape", name),
               *steps = arena_format(&w->memory, "%s_strides", name);
    const char *rank = arena_format(&w->memory, "%s_ndim", name);
    if (is_view(w, a))
        text_format(&w->directives, "//! layout: %s(%s) = (%s)\n", a->name, joined(w, a, &e, false, ", "),
                    joined(w, a, &e, true, ", "));
    if (mentions(w, shape)) {
        text_format(&w->directives, "//! extra: %s@%d int[%d] = values %s\n", shape, w->index, e.count,
                    joined(w, a, &e, false, " "));
        put_parameter(w, "const constant int *", shape);
    }
    if (mentions(w, steps)) {
        text_format(&w->directives, "//! extra: %s@%d long[%d] = values %s\n", steps, w->index, e.count,
                    joined(w, a, &e, true, " "));
        put_parameter(w, "const constant int64_t *", steps);
    }
    if (mentions(w, rank)) {
        text_format(&w->directives, "//! extra: %s@%d int = %d\n", rank, w->index, e.count);
        put_parameter(w, "const constant int &", rank);
    }
    return true;
}

static const contract_argument *role_of(wrapper *w, const char *name)
{
    const contract_argument *a = contract_argument_named(w->contract, name);
    if (!a)
        assay_fail(w->error, NULL, 0, "`%s` of --inputs or --outputs is no role of contract %s; rename it, or see %s",
                   name, w->contract->name, w->contract->path);
    return a;
}

static bool put_input(wrapper *w, const char *name)
{
    const contract_argument *a = role_of(w, name);
    if (!a)
        return false;
    if (a->role == CONTRACT_VALUE) {
        bool real = strpbrk(a->initial, ".e") != NULL;
        put_parameter(w, real ? "const constant float &" : "const constant int &", name);
        return true;
    }
    long count = strtol(a->count, NULL, 10);
    bool small = count > 0 && count < SMALL_ARRAY && strspn(a->count, "0123456789") == strlen(a->count);
    put_parameter(w, arena_format(&w->memory, "const %s %s *", small ? "constant" : "device", a->type), name);
    return put_shape(w, a, name);
}

static bool put_output(wrapper *w, const char *name)
{
    const contract_argument *a = role_of(w, name);
    if (!a)
        return false;
    const char *type = a->type ? a->type : "T";
    put_parameter(w, arena_format(&w->memory, w->call->atomic ? "device atomic<%s> *" : "device %s *", type), name);
    return true;
}

static bool each_name(wrapper *w, const char *list, bool (*put)(wrapper *, const char *))
{
    cursor c = {list, &w->memory, NULL, 0, w->error};
    do {
        const char *name = cursor_until(&c, ",");
        if (!name || !*name || w->index >= MOST_NAMES)
            return name ? assay_fail(w->error, NULL, 0, "`%s` is no list of names", list) : false;
        if (!put(w, name))
            return false;
    } while (cursor_take(&c, ","));
    return true;
}

static void put_builtins(wrapper *w)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (mentions(w, vectors[i]))
            text_format(&w->parameters, ", uint3 %s [[%s]]", vectors[i], vectors[i]);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (mentions(w, scalars[i]))
            text_format(&w->parameters, ", uint %s [[%s]]", scalars[i], scalars[i]);
}

/* `X, Y, Z` */
static bool three(wrapper *w, const char *option, const char *text, const char *to[3])
{
    cursor c = {text, &w->memory, NULL, 0, w->error};
    for (int i = 0; i < 3; i++) {
        to[i] = cursor_until(&c, ",");
        if (!to[i] || !*to[i])
            return assay_fail(w->error, NULL, 0, "%s wants three numbers or expressions: 'K, M, 1'", option);
        cursor_take(&c, ",");
    }
    return true;
}

static bool put_dispatch(wrapper *w)
{
    const char *grid[3], *group[3];
    if (!three(w, "--grid", w->call->grid, grid) || !three(w, "--group", w->call->group, group))
        return false;
    text_format(&w->directives,
                "//! dispatch: threads %s x %s x %s, threadgroup min(%s, %s) x min(%s, %s) x min(%s, %s)\n", grid[0],
                grid[1], grid[2], group[0], grid[0], group[1], grid[1], group[2], grid[2]);
    return true;
}

/* Types become macros, numbers constants. */
static bool put_templates(wrapper *w, text *to)
{
    if (!w->call->templates)
        return true;
    cursor c = {w->call->templates, &w->memory, NULL, 0, w->error};
    do {
        const char *name = cursor_name(&c), *value = name && cursor_take(&c, "=") ? cursor_until(&c, ",") : NULL;
        assay_type type;
        if (!value)
            return assay_fail(w->error, NULL, 0, "--template wants NAME=VALUE, …, not `%s`", w->call->templates);
        if (assay_type_from_name(value, &type))
            text_format(&w->directives, "//! macro: %s = %s\n", name, value);
        else if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
            text_format(to, "constant constexpr bool %s = %s;\n", name, value);
        else
            text_format(to, "constant constexpr int %s = %s;\n", name, value);
    } while (cursor_take(&c, ","));
    return true;
}

static char *write_kernel(wrapper *w, const char *header, const text *templates)
{
    const char *parent = getenv("TMPDIR");
    char *path = malloc(600);
    if (!path)
        return NULL;
    snprintf(path, 600, "%s/assay-mlx-XXXXXX", parent && *parent ? parent : "/tmp");
    int descriptor = mkstemp(path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file) {
        fprintf(file, "%s#include <metal_stdlib>\nusing namespace metal;\n%s\n%s[[kernel]] void custom_kernel(%s)\n{\n",
                text_string(&w->directives), header, text_string(templates), text_string(&w->parameters));
        fprintf(file, "#line 1 \"program_source\"\n%s\n}\n", w->body);
    }
    if (!file || fclose(file) != 0) {
        assay_fail(w->error, path, 0, "cannot be written: %s", strerror(errno));
        free(path);
        return NULL;
    }
    return path;
}

static char *wrap(wrapper *w)
{
    size_t size;
    text templates = {0};
    const char *header = "";
    char *result = NULL;
    w->body = file_text(&w->memory, w->path, LARGEST_BODY, &size, w->error);
    if (w->call->header)
        header = file_text(&w->memory, w->call->header, LARGEST_BODY, &size, w->error);
    if (!w->body || !header)
        return NULL;
    case_file file = {.path = w->path, .source = w->body};
    w->code = body_code(&file);
    if (w->call->strided)
        text_add(&w->directives, "//! vary: LAYOUT in 0 1 2\n");
    if (each_name(w, w->call->inputs, put_input) && each_name(w, w->call->outputs, put_output) && put_dispatch(w) &&
        put_templates(w, &templates)) {
        put_builtins(w);
        result = write_kernel(w, header, &templates);
    }
    arena_free(&file.memory);
    text_free(&templates);
    return result;
}

char *mlx_wrap(const char *body, const mlx_call *call, const char *contract, const char *contracts, assay_error *error)
{
    if (!call->inputs || !call->outputs || !call->grid || !call->group) {
        assay_fail(error, NULL, 0,
                   "--mlx needs --inputs, --outputs, --grid and --group, as the call in Python gives them");
        return NULL;
    }
    wrapper w = {.call = call, .path = body, .error = error};
    struct contract *of = contract_read(contract, contracts, error);
    w.contract = of;
    char *path = of ? wrap(&w) : NULL;
    contract_destroy(of);
    text_free(&w.directives);
    text_free(&w.parameters);
    arena_free(&w.memory);
    return path;
}

void mlx_unwrap(char *path)
{
    if (path)
        unlink(path);
    free(path);
}
