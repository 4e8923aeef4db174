/* rewrite.c: turns MSL into C++ for OpenCL without moving a line.
 *
 * The source is cut into tokens (token.h). A table says which token starts which rule; a rule looks at the neighbours
 * and notes what to print before, after or instead of tokens. Blanks, comments and line ends are always printed, so
 * lines stay where they are. What no rule knows is copied. */
#include "rewrite.h"
#include "compiler.h"
#include "source.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAR = 512, /* tokens that a rule looks ahead or back at most */
    MANY = 64, /* items of one list that a rule takes at most */
    MAX_ALIASES = 64,
    MAX_STRUCTURES = 256,
    MAX_MATH_MACROS = 16
};

/* A class of the program, by its name. */
typedef struct structure {
    const char *name;
    uint32_t body, close;
    bool derived, is_union;
    bool resource_array; /* has an array<> of textures or samplers */
} structure;

/* Text that lives as long as the rewriter. */
struct kept {
    struct kept *next;
    char text[];
};

/* Where a pragma changes how far arithmetic may be optimised. */
typedef struct math_mode {
    char licence, contract; /* as in the annotation msl.math (rewrite.h) */
    const char *pragma;     /* of clang's */
} math_mode;

/* A block that starts with such a pragma. */
typedef struct math_block {
    struct math_block *next;
    uint32_t pragma, close;
} math_block;
#define MATH_COLUMN "00000000"

/* A macro of such a pragma. */
typedef struct math_macro {
    uint32_t name;
    math_mode mode;
} math_macro;

typedef struct rewriter {
    token_list list;
    math_macro math_macro[MAX_MATH_MACROS];
    uint32_t math_macros;
    math_block *math_block;
    math_mode math_pending; /* of a pragma that another follows */
    bool math_pragmas;
    struct kept *kept;
    uint32_t unnamed;                         /* structures named so far */
    uint32_t alias[MAX_ALIASES], alias_count; /* names of types that are pointers to functions */
    structure structure[MAX_STRUCTURES];
    uint32_t structures;
    bool failed;
} rewriter;

/* ---- Looking */

static uint32_t next(const rewriter *r, uint32_t i)
{
    return r->list.token[i].next;
}
static uint32_t previous(const rewriter *r, uint32_t i)
{
    return r->list.token[i].previous;
}
static bool is(const rewriter *r, uint32_t i, const char *text)
{
    return token_is(&r->list, i, text);
}
static bool is_kind(const rewriter *r, uint32_t i, token_kind kind)
{
    return r->list.token[i].kind == kind;
}
static bool is_end(const rewriter *r, uint32_t i)
{
    return is_kind(r, i, TOKEN_END);
}
static uint32_t partner(const rewriter *r, uint32_t i)
{
    return r->list.token[i].match;
}

static bool is_any(const rewriter *r, uint32_t i, const char *const *table)
{
    return token_is_one_of(&r->list, i, table);
}

static bool opens(const rewriter *r, uint32_t i)
{
    static const char *const open[] = {"(", "[", "{", NULL};
    return partner(r, i) > i && is_any(r, i, open);
}

/* The token after i, or after the brackets that i opens. */
static uint32_t skip(const rewriter *r, uint32_t i)
{
    return next(r, opens(r, i) ? partner(r, i) : i);
}

/* Whether i starts `[[…]]`. */
static bool is_attribute(const rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    return is(r, i, "[") && is(r, i + 1, "[") && t[i].match > i + 1 && t[i + 1].match + 1 == t[i].match;
}

/* The `>` that closes the template bracket i, or 0. */
static uint32_t close_angle(const rewriter *r, uint32_t i)
{
    int depth = 0;
    for (int steps = 0; steps < FAR && !is_end(r, i); steps++, i = skip(r, i)) {
        if (is(r, i, "<"))
            depth++;
        else if (is(r, i, ">") && --depth == 0)
            return i;
        else if (is(r, i, ";") || is(r, i, ")") || is(r, i, "}") || is(r, i, "]"))
            return 0;
    }
    return 0;
}

/* The first token of the statement or declaration that i is in. */
static uint32_t statement_start(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR; steps++) {
        uint32_t p = previous(r, i);
        if (is_end(r, p) || is(r, p, ";") || is(r, p, "{") || is(r, p, "}") || is(r, p, ":"))
            return i;
        i = partner(r, p) < p ? partner(r, p) : p;
    }
    return i;
}

/* Whether the declaration that starts at `start` is `template …;`, an explicit instantiation. */
static bool is_instantiation(const rewriter *r, uint32_t start)
{
    return is(r, start, "template") && !is(r, next(r, start), "<");
}

/* Whether i is at the scope of functions: outside every brace but those of namespaces. False inside a macro's body,
 * where it is unknown. */
static bool at_namespace_scope(const rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    return t[i].line == LINE_CODE && (!t[i].brace || t[t[i].brace].scope == SCOPE_NAMESPACE);
}

/* Whether a word is of capitals: `struct { … } PACKED;` may well declare nothing. */
static bool looks_like_macro(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (uint32_t n = 0; n < t->size; n++)
        if (r->list.source[t->start + n] >= 'a' && r->list.source[t->start + n] <= 'z')
            return false;
    return true;
}

static const char *const scalars[] = {"bool", "char",  "uchar", "short",  "ushort", "int", "uint",
                                      "long", "ulong", "half",  "bfloat", "float",  NULL};

static bool is_scalar(const rewriter *r, uint32_t i)
{
    return is_any(r, i, scalars);
}

/* N for float4, uchar2, …; 0 for other words. */
static unsigned vector_size(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    const char *text = r->list.source + t->start;
    if (t->kind != TOKEN_WORD || t->size < 4)
        return 0;
    for (size_t k = 0; scalars[k]; k++)
        if (strlen(scalars[k]) == t->size - 1 && !memcmp(text, scalars[k], t->size - 1) && text[t->size - 1] >= '2' &&
            text[t->size - 1] <= '4')
            return (unsigned)(text[t->size - 1] - '0');
    return 0;
}

/* What a declaration in a function may start with before its type. */
static uint32_t skip_qualifiers(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"const", "thread", "metal", "::", NULL};
    while (is_any(r, i, words))
        i = next(r, i);
    return i;
}

/* ---- Writing */

static char *keep(rewriter *r, size_t size)
{
    struct kept *k = malloc(sizeof *k + size + 1);
    if (!k) {
        r->failed = true;
        return NULL;
    }
    k->next = r->kept;
    r->kept = k;
    k->text[size] = 0;
    return k->text;
}

static const char *format(rewriter *r, const char *pattern, ...) __attribute__((format(printf, 2, 3)));
static const char *format(rewriter *r, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    int size = vsnprintf(NULL, 0, pattern, list);
    va_end(list);
    char *text = size < 0 ? NULL : keep(r, (size_t)size);
    if (!text)
        return "";
    va_start(list, pattern);
    vsnprintf(text, (size_t)size + 1, pattern, list);
    va_end(list);
    return text;
}

/* What a number reads after rewrite_number, even where it is dropped; any other token as in the source, but for a raw
 * string of several lines, which no copy repeats. */
static size_t spell(const rewriter *r, uint32_t i, char *out)
{
    const token *t = &r->list.token[i];
    bool number = t->kind == TOKEN_NUMBER && !(t->instead && !*t->instead);
    if (t->kind == TOKEN_TEXT && memchr(r->list.source + t->start, '\n', t->size))
        return 0;
    const char *part[] = {number && t->before ? t->before : "",
                          number && t->instead ? t->instead : r->list.source + t->start,
                          number && t->after ? t->after : ""};
    size_t size[] = {strlen(part[0]), number && t->instead ? strlen(t->instead) : t->size, strlen(part[2])}, sum = 0;
    for (int k = 0; k < 3; sum += size[k++])
        if (out)
            memcpy(out + sum, part[k], size[k]);
    return sum;
}

/* The tokens from `from` up to, not including, `to`, with one blank where the source has any, but for those in the
 * table and `except`. */
static const char *join_but(rewriter *r, uint32_t from, uint32_t to, const char *const *without, uint32_t except)
{
    size_t size = 0;
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i))
        size += spell(r, i, NULL) + 1;
    char *text = keep(r, size);
    if (!text)
        return "";
    char *out = text;
    uint32_t end = 0;
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i)) {
        const token *t = &r->list.token[i];
        if (i == except || is_any(r, i, without))
            continue;
        if (out > text && t->start != end)
            *out++ = ' ';
        out += spell(r, i, out);
        end = t->start + t->size;
    }
    *out = 0;
    return text;
}

static const char *join(rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const none[] = {NULL};
    return join_but(r, from, to, none, 0);
}

static void put_before(rewriter *r, uint32_t i, const char *text)
{
    token *t = &r->list.token[i];
    t->before = t->before ? format(r, "%s%s", t->before, text) : text;
}
static void put_after(rewriter *r, uint32_t i, const char *text)
{
    token *t = &r->list.token[i];
    t->after = t->after ? format(r, "%s%s", t->after, text) : text;
}
static void put_instead(rewriter *r, uint32_t i, const char *text)
{
    r->list.token[i].instead = text;
}

/* Drops the tokens from `from` up to, not including, `to`, with what was to be printed around them. */
static void drop(rewriter *r, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to && !is_end(r, i); i = next(r, i)) {
        token *t = &r->list.token[i];
        t->instead = "";
        t->after = NULL;
        if (i != from)
            t->before = NULL;
    }
}

/* Has clang refuse the program at the declarator that ends with token i, if it gets there. */
static void refuse(rewriter *r, uint32_t i, const char *word)
{
    put_after(r, i, format(r, " __attribute__((%s)) ", word));
}

/* ---- Literals */

static bool is_hexadecimal(const char *number, size_t size)
{
    return size > 1 && number[0] == '0' && (number[1] | 32) == 'x';
}

static bool is_real(const char *number, size_t size)
{
    char exponent = is_hexadecimal(number, size) ? 'p' : 'e';
    for (size_t n = 0; n < size; n++)
        if (number[n] == '.' || (number[n] | 32) == exponent)
            return true;
    return false;
}

/* 1.5 is a float (1.5f to clang, where it would be a double); 1.5bf is a bfloat. */
static void rewrite_number(rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    const char *text = r->list.source + t->start;
    if (!is_real(text, t->size))
        return;
    char last = (char)(text[t->size - 1] | 32), before_last = t->size > 1 ? (char)(text[t->size - 2] | 32) : 0;
    if (last == 'f' && before_last == 'b') {
        put_before(r, i, "::metal::bfloat(");
        put_instead(r, i, format(r, "%.*sf", (int)t->size - 2, text));
        put_after(r, i, ")");
    } else if (last != 'h' && last != 'l' && last != 'f') {
        put_after(r, i, "f");
    }
}

/* ---- Attributes */

/* Attributes that become annotations: of functions, of arguments, built-in inputs, and what graphics functions have. */
static const char *const attributes[] = {"kernel",
                                         "visible",
                                         "stitchable",
                                         "vertex",
                                         "fragment",
                                         "object",
                                         "mesh",
                                         "intersection",
                                         "host_name",
                                         "max_total_threads_per_threadgroup",
                                         "required_threads_per_threadgroup",
                                         "max_total_threadgroups_per_mesh_grid",
                                         "user",
                                         "buffer",
                                         "texture",
                                         "sampler",
                                         "threadgroup",
                                         "function_constant",
                                         "id",
                                         "stage_in",
                                         "attribute",
                                         "color",
                                         "payload",
                                         "thread_position_in_grid",
                                         "thread_position_in_threadgroup",
                                         "thread_index_in_threadgroup",
                                         "threadgroup_position_in_grid",
                                         "threads_per_grid",
                                         "threads_per_threadgroup",
                                         "threadgroups_per_grid",
                                         "dispatch_threads_per_threadgroup",
                                         "thread_index_in_simdgroup",
                                         "simdgroup_index_in_threadgroup",
                                         "simdgroups_per_threadgroup",
                                         "threads_per_simdgroup",
                                         "dispatch_simdgroups_per_threadgroup",
                                         "thread_execution_width",
                                         "thread_index_in_quadgroup",
                                         "quadgroup_index_in_threadgroup",
                                         "quadgroups_per_threadgroup",
                                         "dispatch_quadgroups_per_threadgroup",
                                         "grid_origin",
                                         "grid_size",
                                         "thread_index_in_grid",
                                         "position",
                                         "point_size",
                                         "point_coord",
                                         "clip_distance",
                                         "vertex_id",
                                         "instance_id",
                                         "base_vertex",
                                         "base_instance",
                                         "amplification_id",
                                         "amplification_count",
                                         "front_facing",
                                         "sample_id",
                                         "sample_mask",
                                         "primitive_id",
                                         "barycentric_coord",
                                         "depth",
                                         "stencil",
                                         "render_target_array_index",
                                         "viewport_array_index",
                                         "flat",
                                         "center_perspective",
                                         "center_no_perspective",
                                         "centroid_perspective",
                                         "centroid_no_perspective",
                                         "sample_perspective",
                                         "sample_no_perspective",
                                         "shared",
                                         "invariant",
                                         "patch",
                                         "patch_id",
                                         "position_in_patch",
                                         "early_fragment_tests",
                                         "raster_order_group",
                                         "imageblock_data",
                                         "pixel_position_in_tile",
                                         "pixels_per_tile",
                                         "tile_index",
                                         "thread_index_in_tile",
                                         NULL};

/* Hints that change nothing. */
static const char *const hints[] = {"function_groups", NULL};

/* Where one attribute of a list ends: at a comma or the list's end. */
static uint32_t attribute_end(const rewriter *r, uint32_t i, uint32_t end)
{
    while (i < end && !is(r, i, ","))
        i = skip(r, i);
    return i < end ? i : end;
}

/* Whether the word may be a macro that stands for an attribute of a parameter. */
static bool macro_attribute(const rewriter *r, uint32_t i)
{
    static const char *const standard[] = {"maybe_unused", "deprecated", "nodiscard", "noreturn", NULL};
    uint32_t list = r->list.token[r->list.token[i].outer].outer;
    return is_kind(r, i, TOKEN_WORD) && !is_any(r, i, attributes) && !is_any(r, i, standard) &&
           is(r, r->list.token[list].outer, "(");
}

static const char *annotation(rewriter *r, uint32_t i, uint32_t end)
{
    const char *name = join(r, i, i + 1);
    uint32_t open = next(r, i);
    if (is_any(r, i, hints))
        return "";
    if (open >= end && is(r, r->list.token[i].outer, "[") && macro_attribute(r, i))
        return format(r, " __MSL_ANNOTATE(\"msl.\" __MSL_STRING(%s)) ", name);
    if (!is_any(r, i, attributes) || (open < end && !is(r, open, "(")))
        return format(r, "[[%s]] ", join(r, i, end));
    if (open >= end)
        return format(r, " __MSL_ANNOTATE(\"msl.%s\") ", name);
    const char *argument = join(r, next(r, open), partner(r, open));
    if (is(r, i, "host_name"))
        return format(r, " __MSL_ANNOTATE(\"msl.host_name:\" %s) ", argument);
    return format(r, " __MSL_ANNOTATE(\"msl.%s:\" __MSL_STRING(%s)) ", name, argument);
}

static void rewrite_kernel(rewriter *r, uint32_t i);
static void rewrite_function_constant(rewriter *r, uint32_t attribute);
static bool rewrite_global(rewriter *r, uint32_t attribute);

/* [[buffer(0), …]] becomes annotations, in the GNU spelling, which is taken wherever MSL has attributes. */
static void rewrite_attributes(rewriter *r, uint32_t i)
{
    if (!is_attribute(r, i))
        return;
    if (at_namespace_scope(r, i) && !is(r, r->list.token[i].outer, "(")) {
        bool constant = is(r, next(r, i + 1), "function_constant");
        if (constant)
            rewrite_function_constant(r, i);
        if (constant || rewrite_global(r, i))
            return;
    }
    uint32_t end = r->list.token[i].match - 1;
    const char *text = "";
    bool kernel = false;
    int count = 0;
    for (uint32_t a = next(r, i + 1); a < end; a = is(r, a, ",") ? next(r, a) : a) {
        uint32_t stop = attribute_end(r, a, end);
        if (++count > MANY)
            return;
        if (stop > a)
            text = format(r, "%s%s", text, annotation(r, a, stop));
        kernel = kernel || is(r, a, "kernel");
        a = stop;
    }
    uint32_t last = r->list.token[i].match, bound = last;
    while (is(r, next(r, bound), "[") && opens(r, next(r, bound)) && !is_attribute(r, next(r, bound)))
        bound = partner(r, next(r, bound));
    drop(r, i, next(r, last));
    if (bound != last) /* `T a [[id(0)]][4]`: behind the bounds */
        put_after(r, bound, text);
    else
        put_instead(r, i, text);
    if (kernel)
        rewrite_kernel(r, i);
}

/* ---- Kernels */

typedef struct function {
    uint32_t name, name_end, open; /* open: the `(` of the parameters */
} function;

/* The function that the specifiers from i on declare. */
static bool find_function(const rewriter *r, uint32_t i, function *f)
{
    static const char *const not_names[] = {"alignas", "decltype", "__attribute__", "__declspec", "typeof", NULL};
    for (int steps = 0; steps < FAR; steps++, i = skip(r, i)) {
        if (is_end(r, i) || is(r, i, ";") || is(r, i, "{") || is(r, i, "}") || is(r, i, "="))
            return false;
        uint32_t name = previous(r, i), after = skip(r, i);
        if (!is(r, i, "(") || partner(r, i) == i || !is_kind(r, name, TOKEN_WORD) || is_any(r, name, not_names))
            continue;
        if (!is(r, after, "{") && !is(r, after, ";"))
            continue;
        *f = (function){.name = name, .name_end = i, .open = i};
        while (is(r, previous(r, f->name), "##"))
            f->name = previous(r, previous(r, f->name));
        return true;
    }
    return false;
}

/* `outer::inner::` of the namespaces around i. */
static const char *namespaces(rewriter *r, uint32_t i)
{
    const char *path = "";
    for (int steps = 0; steps < 16 && (i = r->list.token[i].brace); steps++) {
        if (r->list.token[i].scope != SCOPE_NAMESPACE)
            continue;
        uint32_t first = i;
        if (is_kind(r, previous(r, i), TOKEN_TEXT)) /* extern "C" */
            continue;
        while (!is(r, first, "namespace") && !is_end(r, first))
            first = previous(r, first);
        if (next(r, first) < i)
            path = format(r, "%s::%s", join(r, next(r, first), i), path);
    }
    return path;
}

static bool is_unevaluated(const rewriter *r, uint32_t head, uint32_t head_end, uint32_t from, uint32_t to)
{
    bool word = false;
    for (uint32_t i = from; i < to; i = next(r, i)) {
        if (!is_kind(r, i, TOKEN_WORD))
            continue;
        word = true;
        const token *t = &r->list.token[i];
        for (uint32_t h = head; h < head_end; h = next(r, h)) {
            const token *p = &r->list.token[h];
            if (p->size == t->size && !memcmp(r->list.source + p->start, r->list.source + t->start, t->size))
                return false;
        }
    }
    return word;
}

/* Has an index that is no number, such as an enumerator, evaluated by a variable before the declaration. What depends
 * on the declaration's template parameters is left alone. */
static void evaluate_indices(rewriter *r, uint32_t start, uint32_t from, uint32_t to)
{
    static const char *const indexed[] = {
        "buffer", "texture", "sampler", "threadgroup", "function_constant", "id", "max_total_threads_per_threadgroup",
        NULL};
    uint32_t head_end = is(r, start, "template") && is(r, next(r, start), "<") ? close_angle(r, next(r, start)) : start;
    int count = 0;
    for (uint32_t i = from; i < to && !is_end(r, i) && count < MANY; i = next(r, i)) {
        uint32_t open = next(r, i);
        if (!is_any(r, i, indexed) || !is(r, open, "(") || partner(r, open) == open)
            continue;
        if (!is_attribute(r, r->list.token[r->list.token[i].outer].outer))
            continue;
        if (is_kind(r, next(r, open), TOKEN_NUMBER) && next(r, next(r, open)) == partner(r, open) &&
            strtoull(join(r, next(r, open), partner(r, open)), NULL, 0) > UINT32_MAX)
            put_before(r, start, "__msl_refused_range ");
        if (!is_unevaluated(r, start, head_end, next(r, open), partner(r, open)))
            continue;
        put_before(r, start, format(r, "__MSL_INDEX(%s) ", join(r, next(r, open), partner(r, open))));
        count++;
    }
}

/* The parameter's name in [from, to), or 0; `*end` is where its declarator ends and attributes may start. */
static uint32_t parameter_name(const rewriter *r, uint32_t from, uint32_t to, uint32_t *end)
{
    static const char *const types[] = {"int",   "char", "short", "long",  "unsigned", "signed",
                                        "float", "half", "bool",  "const", "volatile", NULL};
    uint32_t name = 0, i = from;
    bool typed = false;
    for (; i < to && !is(r, i, "=") && !is_attribute(r, i); i = skip(r, i)) {
        if (is(r, i, "<") && close_angle(r, i) && close_angle(r, i) < to)
            i = close_angle(r, i);
        bool declarator = is(r, next(r, i), "&") || is(r, next(r, i), "*");
        if (is(r, i, "(") && !declarator &&
            is_kind(r, previous(r, i), TOKEN_WORD)) { /* a macro that stands for attributes */
            name = previous(r, previous(r, i));
            *end = previous(r, i);
            return is_kind(r, name, TOKEN_WORD) && name > from ? name : 0;
        }
        if (is(r, i, "(") && partner(r, i) > i && is_kind(r, previous(r, partner(r, i)), TOKEN_WORD))
            name = previous(r, partner(r, i));
        typed = typed || name || i != from;
        if (is_kind(r, i, TOKEN_WORD))
            name = i;
    }
    *end = i;
    return typed && name && name != from && !is_any(r, name, types) && !is(r, next(r, name), "::") ? name : 0;
}

/* ---- Structures of resources as a kernel's arguments (MSL 2.12.2): a parameter for each member */

static const structure *find_structure(const rewriter *r, uint32_t name)
{
    for (uint32_t i = r->structures; i-- > 0;)
        if (is(r, name, r->structure[i].name))
            return &r->structure[i];
    return NULL;
}

typedef struct member {
    uint32_t from, name, attributes, end; /* attributes: the first list, or `end`, which is at the `;` */
} member;

/* Reads the declaration of one data member; false if it is anything else. */
static bool read_member(const rewriter *r, uint32_t i, uint32_t limit, member *m)
{
    *m = (member){.from = i};
    for (; i < limit && !is(r, i, ";"); i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is_attribute(r, i))
            m->attributes = m->attributes ? m->attributes : i;
        else if (opens(r, i) || is(r, i, ",") || is(r, i, "="))
            return false;
        else if (is_kind(r, i, TOKEN_WORD) && !m->attributes)
            m->name = i;
    }
    m->end = i;
    m->attributes = m->attributes ? m->attributes : i;
    return is(r, i, ";") && m->name > m->from;
}

static bool starts_with(const rewriter *r, uint32_t i, const char *text)
{
    const token *t = &r->list.token[i];
    return t->size >= strlen(text) && !memcmp(r->list.source + t->start, text, strlen(text));
}

static bool is_resource_type(const rewriter *r, uint32_t i)
{
    return starts_with(r, i, "texture") || starts_with(r, i, "depth") || is(r, i, "sampler") || is(r, i, "array");
}

static bool is_resource(const rewriter *r, const member *m)
{
    for (uint32_t i = m->from; i < m->name; i = next(r, i))
        if (is(r, i, "*") || is(r, i, "&"))
            return true;
    return is_resource_type(r, skip_qualifiers(r, m->from));
}

/* All attributes between the member's name and its end. */
static const char *member_annotations(rewriter *r, const member *m)
{
    const char *text = "";
    for (uint32_t list = m->attributes; list < m->end; list = skip(r, list)) {
        uint32_t end = is_attribute(r, list) ? r->list.token[list].match - 1 : 0;
        for (uint32_t a = next(r, list + 1); a < end; a = is(r, a, ",") ? next(r, a) : a) {
            uint32_t stop = attribute_end(r, a, end);
            if (stop > a)
                text = format(r, "%s%s", text, annotation(r, a, stop));
            a = stop;
        }
    }
    return text;
}

typedef struct expansion {
    const char *parameters, *values; /* what replaces the parameter, and what makes the structure of it again */
    uint32_t resources, others;
} expansion;

static void expand_structure(rewriter *r, const structure *s, const char *prefix, int depth, expansion *e)
{
    const char *separator = "";
    e->values = format(r, "%s{", e->values);
    for (uint32_t i = next(r, s->body); i < s->close; separator = ", ") {
        member m;
        if (!read_member(r, i, s->close, &m)) {
            e->others++;
            return;
        }
        uint32_t type = skip_qualifiers(r, m.from);
        const structure *inner = next(r, type) == m.name ? find_structure(r, type) : NULL;
        const char *name = join(r, m.name, m.name + 1), *parameter = format(r, "%s_%s", prefix, name);
        i = next(r, m.end);
        e->values = format(r, "%s%s", e->values, separator);
        if (inner && depth < 8) {
            expand_structure(r, inner, parameter, depth + 1, e);
        } else if (is_resource(r, &m)) {
            e->parameters = format(r,
                                   "%s%s%s %s __MSL_ANNOTATE(\"msl.parameter:\" __MSL_STRING(%s)) "
                                   "__MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(%s))%s",
                                   e->parameters, *e->parameters ? ", " : "", join(r, m.from, m.name), parameter, name,
                                   join(r, m.from, m.name), member_annotations(r, &m));
            e->values = format(r, "%s%s", e->values, parameter);
            e->resources++;
        } else {
            e->others++;
        }
    }
    e->values = format(r, "%s}", e->values);
}

/* `R r`, where R is a structure of resources, becomes their parameters; `*definition` defines r in the kernel. */
static bool expand_parameter(rewriter *r, uint32_t from, uint32_t to, const char **definition)
{
    uint32_t type = is(r, from, "const") ? next(r, from) : from, name = next(r, type);
    const structure *s = is_kind(r, type, TOKEN_WORD) ? find_structure(r, type) : NULL;
    if (!s || s->is_union || !(name == to || (is_kind(r, name, TOKEN_WORD) && next(r, name) == to)))
        return false;
    if (s->derived) {
        put_before(r, from, "__msl_refused_derived ");
        return false;
    }
    const char *variable = name == to ? "unnamed" : join(r, name, name + 1);
    expansion e = {.parameters = "", .values = ""};
    expand_structure(r, s, format(r, "__msl_of_%s", variable), 0, &e);
    if (e.others && e.resources)
        put_before(r, from, "__msl_refused_member ");
    if (e.others || !e.resources)
        return false;
    drop(r, from, to);
    put_instead(r, from, e.parameters);
    if (name != to)
        *definition = format(r, "%s %s %s = %s;", *definition, join(r, from, name), variable, e.values);
    return true;
}

/* Notes a kernel parameter's name and type for reflection. */
static void annotate_parameter(rewriter *r, uint32_t from, uint32_t to)
{
    uint32_t end = to, name = parameter_name(r, from, to, &end), last = previous(r, end);
    if (last < from || (from == last && is(r, from, "void")))
        return;
    static const char *const spaces[] = {"device", "constant", "threadgroup", NULL};
    if (is(r, skip_qualifiers(r, from), "array_ref"))
        put_before(r, from, "__msl_refused_array_ref ");
    const char *type = join_but(r, from, end, spaces, name);
    const char *text = format(r, " __MSL_ANNOTATE(\"msl.type:\" __MSL_STRING(%s)) ", type);
    if (name)
        text = format(r, " __MSL_ANNOTATE(\"msl.parameter:\" __MSL_STRING(%s))%s", join(r, name, name + 1), text);
    put_after(r, last, text);
}

static void annotate_parameters(rewriter *r, uint32_t open, bool instantiation)
{
    const char *definitions = "";
    uint32_t close = partner(r, open), from = next(r, open);
    for (uint32_t i = from; i < close; i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle && angle < close)
            i = angle;
        if (!is(r, i, ","))
            continue;
        if (!expand_parameter(r, from, i, &definitions) && !instantiation)
            annotate_parameter(r, from, i);
        from = next(r, i);
    }
    if (from < close && !expand_parameter(r, from, close, &definitions) && !instantiation)
        annotate_parameter(r, from, close);
    if (*definitions && is(r, skip(r, open), "{"))
        put_after(r, skip(r, open), definitions);
}

/* The `(` of the parameters of the explicit instantiation that i is in, or 0. */
static uint32_t find_parameters(const rewriter *r, uint32_t i)
{
    uint32_t open = 0;
    for (int steps = 0; steps < FAR && !is(r, i, ";") && !is_end(r, i); steps++, i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "(") && opens(r, i) && !is_attribute(r, i))
            open = i;
    }
    return open;
}

/* A kernel notes its name and its parameters. An explicit instantiation has them from its template. */
static void rewrite_kernel(rewriter *r, uint32_t i)
{
    static const char *const not_kernels[] = {".", "->", "::", NULL};
    if (is_any(r, previous(r, i), not_kernels))
        return;
    uint32_t start = statement_start(r, i);
    function f;
    bool instantiation = is_instantiation(r, start);
    if (instantiation) {
        uint32_t open = find_parameters(r, i);
        if (open)
            annotate_parameters(r, open, true);
        return;
    }
    if (!find_function(r, i, &f))
        return;
    if (at_namespace_scope(r, i)) /* before what is put before the kernel */
        evaluate_indices(r, start, start, partner(r, f.open));
    put_before(
        r, i,
        format(r, "__MSL_ANNOTATE(\"msl.name:%s\" __MSL_STRING(%s)) ", namespaces(r, i), join(r, f.name, f.name_end)));
    annotate_parameters(r, f.open, false);
    if (is(r, skip(r, f.open), "{"))
        r->list.token[skip(r, f.open)].kernel = true;
}

/* ---- Conditional expressions */

/* What an operand of ?: looks like. */
typedef enum {
    OPERAND_VALUE,    /* arithmetic, a literal */
    OPERAND_CALL,     /* f(…), T(…) */
    OPERAND_VARIABLE, /* a, a.b, p->c[3], *p, and T{…}, which clang takes for one */
} operand;

static operand classify(const rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const values[] = {"NULL", "nullptr", "true", "false", "this", "sizeof", "void", NULL};
    uint32_t i = from;
    while (i < to && is(r, i, "*"))
        i = next(r, i);
    if (i < to && is(r, i, "(") && partner(r, i) > i && next(r, partner(r, i)) >= to)
        return i > from ? OPERAND_VARIABLE : classify(r, next(r, i), partner(r, i)); /* *(p + 1) */
    bool name = false;
    for (; i < to; i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") && name ? close_angle(r, i) : 0;
        bool last = opens(r, i) && next(r, partner(r, i)) >= to;
        if (is_kind(r, i, TOKEN_WORD)) {
            if (name || is_any(r, i, values))
                return OPERAND_VALUE;
            name = true;
        } else if (is(r, i, ".") || is(r, i, "->") || is(r, i, "::")) {
            name = false;
        } else if (angle && angle < to) {
            i = angle;
        } else if (!is(r, i, "[") || !name || !opens(r, i)) {
            if (!name || !last)
                return OPERAND_VALUE;
            return is(r, i, "{") ? OPERAND_VARIABLE : is(r, i, "(") ? OPERAND_CALL : OPERAND_VALUE;
        }
    }
    return name ? OPERAND_VARIABLE : OPERAND_VALUE;
}

/* Whether the conditional at i is a statement of its own, whose value, if it has one, nobody uses. */
static bool is_statement(const rewriter *r, uint32_t i)
{
    static const char *const uses[] = {"=", "return", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", NULL};
    uint32_t around = r->list.token[i].outer, start = statement_start(r, i);
    if (r->list.token[i].line != LINE_CODE || (around && !is(r, around, "{")))
        return false;
    for (uint32_t k = start; k < i; k = skip(r, k))
        if (is_any(r, k, uses))
            return false;
    if (!is(r, previous(r, start), ":"))
        return true;
    for (uint32_t k = start; !is_end(r, k) && !is(r, k, ";") && !is(r, k, "{") && !is(r, k, "}") && start - k < FAR;) {
        k = previous(r, k);
        if (is(r, k, "?")) /* the operand of another */
            return false;
    }
    return true;
}

/* Finds the `:` of the `?` at i and where its last operand ends. */
static bool find_operands(rewriter *r, uint32_t i, uint32_t *colon, uint32_t *end)
{
    static const char *const ends[] = {";", ",", ")", "]", "}", NULL};
    int depth = 0;
    *colon = 0;
    uint32_t j = next(r, i);
    for (int steps = 0; steps < FAR && !is_end(r, j) && !(is_any(r, j, ends) && !(is(r, j, ",") && !*colon));
         steps++, j = skip(r, j)) {
        if (is(r, j, "?")) {
            depth++;
        } else if (is(r, j, ":")) {
            if (*colon && !depth)
                break;
            if (depth)
                depth--;
            else
                *colon = j;
        }
    }
    *end = j;
    return *colon;
}

/* Whether the conditional that ends before `end` is used as an lvalue: assigned to, bound to a reference, its address
 * taken. */
static bool is_lvalue(const rewriter *r, uint32_t i, uint32_t end)
{
    static const char *const writes[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", ".", "[", NULL};
    if (is(r, end, ")") && partner(r, end) < end)
        return is_any(r, next(r, end), writes) || is(r, previous(r, partner(r, end)), "&");
    for (int steps = 0; steps < 64 && !is_end(r, i); steps++) {
        uint32_t p = previous(r, i);
        if (is(r, p, "="))
            return is(r, previous(r, previous(r, p)), "&");
        if (is(r, p, ";") || is(r, p, "{") || is(r, p, "}"))
            return false;
        i = partner(r, p) < p ? partner(r, p) : p;
    }
    return false;
}

static void pass_by_value(rewriter *r, uint32_t from, uint32_t to)
{
    put_before(r, from, "__msl_value(");
    put_after(r, previous(r, to), ")");
}

static bool is_integer(const rewriter *r, uint32_t from, uint32_t to)
{
    if (is(r, from, "-"))
        from = next(r, from);
    const token *t = &r->list.token[from];
    return t->kind == TOKEN_NUMBER && t->next == to && !is_real(r->list.source + t->start, t->size);
}

static bool is_literal(const rewriter *r, uint32_t from, uint32_t to)
{
    static const char *const words[] = {"true", "false", "NULL", "nullptr", NULL};
    if (is(r, from, "-"))
        from = next(r, from);
    return next(r, from) == to &&
           (is_kind(r, from, TOKEN_NUMBER) || is_kind(r, from, TOKEN_TEXT) || is_any(r, from, words));
}

/* `c ? float4(0) : v` becomes `c ? float4(0) : __msl_value(v)`: C++ for OpenCL finds no common type of a value and a
 * variable of a class, nor of variables in two address spaces. */
static void rewrite_conditional(rewriter *r, uint32_t i)
{
    uint32_t colon, end;
    if (is_statement(r, i) || !find_operands(r, i, &colon, &end))
        return;
    uint32_t from[] = {next(r, i), next(r, colon)}, to[] = {colon, end};
    operand kind[] = {classify(r, from[0], to[0]), classify(r, from[1], to[1])};
    bool variables = kind[0] != OPERAND_VALUE && kind[1] != OPERAND_VALUE;
    if (variables && is_lvalue(r, i, end))
        return;
    for (int k = 0; k < 2; k++) {
        if (!is_integer(r, from[k], to[k]) || is_literal(r, from[1 - k], to[1 - k]))
            continue;
        put_before(r, from[k], format(r, "__msl_literal<decltype(%s)>(", join(r, from[1 - k], to[1 - k])));
        put_after(r, previous(r, to[k]), ")");
    }
    for (int k = 0; k < 2; k++)
        if (kind[k] != OPERAND_VALUE)
            pass_by_value(r, from[k], to[k]);
}

/* ---- Variables in threadgroup and constant memory */

typedef struct variable {
    uint32_t first, name, end; /* of `first … name … ;`, end at the `;` */
} variable;

static bool starts_statement(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", "{", "}", ":", ")", NULL};
    uint32_t p = previous(r, i);
    return is_end(r, p) || is_any(r, p, ends);
}

/* Goes back over specifiers from the address space at i to the start of the statement; false if it is not in one. */
static bool find_specifiers(const rewriter *r, uint32_t i, uint32_t *first)
{
    static const char *const others[] = {"return", "case",    "goto",   "new",  "delete", "throw", "operator",
                                         "using",  "typedef", "friend", "else", "sizeof", "do",    NULL};
    static const char *const grouped[] = {"alignas", "__attribute__", NULL};
    for (int steps = 0; steps < FAR; steps++) {
        if (starts_statement(r, i)) {
            *first = i;
            return true;
        }
        uint32_t p = previous(r, i), open = partner(r, p);
        if (is(r, p, "]") && open < p && is_attribute(r, open))
            i = open;
        else if (is(r, p, ")") && open < p && is_any(r, previous(r, open), grouped))
            i = previous(r, open);
        else if (is(r, p, "::") || (is_kind(r, p, TOKEN_WORD) && !is_any(r, p, others)))
            i = p;
        else
            return false;
    }
    return false;
}

/* Finds the declared name: the last word before an array bound, comma, initialiser, attribute or the end. False if what
 * is declared is a pointer, a reference, a function or nothing. */
static bool find_name(const rewriter *r, uint32_t first, uint32_t *name)
{
    static const char *const stops[] = {"[", ",", ";", "=", "{", NULL};
    static const char *const grouped[] = {"alignas", "decltype", "__attribute__", "typeof", NULL};
    static const char *const qualifiers[] = {"threadgroup", "constant", "const",  "volatile", "static",
                                             "constexpr",   "extern",   "inline", "struct",   NULL};
    int words = 0;
    for (uint32_t i = first, steps = 0; steps < FAR && !is_end(r, i); steps++, i = skip(r, i)) {
        if (is_attribute(r, i) && words == 0)
            continue;
        if (is_any(r, i, stops))
            return words > 1 && is_kind(r, previous(r, i), TOKEN_WORD);
        if (is(r, i, "<")) {
            if (!(i = close_angle(r, i)))
                return false;
        } else if (is_kind(r, i, TOKEN_WORD)) {
            *name = i;
            words += !is_any(r, i, qualifiers);
        } else if (is(r, i, "(") ? !is_any(r, previous(r, i), grouped) : !is(r, i, "::")) {
            return false;
        }
    }
    return false;
}

static bool find_variable(const rewriter *r, uint32_t i, variable *v)
{
    if (!find_specifiers(r, i, &v->first) || !find_name(r, v->first, &v->name))
        return false;
    v->end = v->name;
    for (int steps = 0; steps < FAR && !is(r, v->end, ";"); steps++) {
        if (is_end(r, v->end) || is(r, v->end, ")") || is(r, v->end, "}"))
            return false;
        v->end = skip(r, v->end);
    }
    return is(r, v->end, ";");
}

/* The type before the name without storage, address space and alignment; `*alignment` is the alignas' argument or "".
 */
static const char *variable_type(rewriter *r, const variable *v, const char **alignment)
{
    static const char *const dropped[] = {"threadgroup", "static", NULL};
    uint32_t from = v->first, open;
    *alignment = "";
    while (is_attribute(r, from) || is(r, from, "alignas") || is_any(r, from, dropped)) {
        bool aligned = is(r, from, "alignas") && opens(r, open = next(r, from));
        if (aligned)
            *alignment = format(r, ", %s", join(r, next(r, open), partner(r, open)));
        from = aligned ? next(r, partner(r, open)) : skip(r, from);
    }
    return join_but(r, from, v->name, dropped, 0);
}

/* `threadgroup T x[8];` in a kernel becomes a reference to memory that lowering provides, because OpenCL wants such
 * variables in functions of its own kernel kind only. An initialiser is an assignment that every thread makes. */
static void rewrite_threadgroup(rewriter *r, uint32_t i)
{
    variable v;
    uint32_t brace = r->list.token[i].brace;
    if (!find_variable(r, i, &v) || (brace && r->list.token[brace].scope == SCOPE_CLASS))
        return;
    if (at_namespace_scope(r, i)) {
        refuse(r, v.name, "__msl_refused_program_scope");
        return;
    }
    const char *alignment, *type = variable_type(r, &v, &alignment), *text = "";
    int count = 0;
    for (uint32_t name = v.name; name < v.end && count < MANY; name = next(r, name), count++) {
        uint32_t end = next(r, name);
        while (is(r, end, "[") && !is_attribute(r, end))
            end = skip(r, end);
        uint32_t bound = end;
        if (is(r, end, "="))
            while (!is(r, end, ",") && !is(r, end, ";"))
                end = skip(r, end);
        if (!is_kind(r, name, TOKEN_WORD) || (!is(r, end, ",") && !is(r, end, ";"))) {
            put_before(r, end, " __msl_refused_threadgroup_initializer ");
            return;
        }
        const char *word = join(r, name, name + 1);
        text = format(r, "%s threadgroup auto &%s = __msl_threadgroup_variable<%s%s, __COUNTER__%s>();", text, word,
                      type, join(r, next(r, name), bound), alignment);
        if (bound < end && !is(r, next(r, bound), "{"))
            text = format(r, "%s %s %s;", text, word, join(r, bound, end));
        else if (bound < end)
            text = format(r, "%s thread %s __msl_initial_%s%s %s; __msl_assign(%s, __msl_initial_%s);", text, type,
                          word, join(r, next(r, name), bound), join(r, bound, end), word, word);
        name = end;
    }
    drop(r, v.first, next(r, v.end));
    put_instead(r, v.first, text + 1);
}

/* `constant T x [[function_constant(0)]];` becomes an external variable that the JIT defines. Specifiers may hide in a
 * macro: what is left of them is the type. */
static void rewrite_function_constant(rewriter *r, uint32_t attribute)
{
    static const char *const specifiers[] = {"static", "extern", "constexpr", "const", "constant", "inline", NULL};
    uint32_t open = next(r, next(r, attribute + 1)), name = previous(r, attribute),
             first = statement_start(r, attribute);
    uint32_t end = next(r, partner(r, attribute));
    while (is(r, name, "]") && partner(r, name) < name)
        name = previous(r, partner(r, name));
    if (!is(r, open, "(") || partner(r, open) == open || !is_kind(r, name, TOKEN_WORD) || name <= first)
        return;
    if (!is(r, end, ";")) {
        refuse(r, name, "__msl_refused_constant_initializer");
        return;
    }
    uint32_t type = name; /* its first word */
    for (uint32_t i = first; i < name && type == name; i = next(r, i)) {
        if (is_any(r, i, specifiers) ||
            (looks_like_macro(r, i) && is_kind(r, next(r, i), TOKEN_WORD) && next(r, i) != name))
            put_instead(r, i, "");
        else
            type = i;
    }
    for (uint32_t i = type; i < name; i = next(r, i))
        if (is_any(r, i, specifiers))
            put_instead(r, i, "");
    const char *word = join(r, name, name + 1), *index = join(r, next(r, open), partner(r, open));
    const char *type_name = join_but(r, type, name, specifiers, 0);
    if (is_unevaluated(r, 0, 0, next(r, open), partner(r, open)))
        put_before(r, first, format(r, "__MSL_INDEX(%s) ", index));
    put_before(r, first, "extern constant ");
    drop(r, attribute, end);
    put_instead(
        r, attribute,
        format(r, " __asm__(\"msl.function_constant.\" __MSL_STRING(%s) \".\" __MSL_STRING(%s) \".\" __MSL_STRING(%s))",
               index, word, type_name));
    put_after(r, end, format(r, " __MSL_FUNCTION_CONSTANT_DEFINED(%s, %s, %s)", index, word, type_name));
    if (next(r, type) != name || !(is_scalar(r, type) || vector_size(r, type)))
        put_after(r, end, format(r, " __MSL_FUNCTION_CONSTANT_TYPE(%s)", word));
}

/* `uint2 p [[thread_position_in_grid]];` and `device float *constant b [[buffer(0)]];` at program scope (MSL 5.9)
 * become external variables that lowering knows. False if the attribute is none of those. */
static bool rewrite_global(rewriter *r, uint32_t attribute)
{
    static const char *const bindings[] = {"buffer", "texture", "sampler", "threadgroup", NULL};
    uint32_t word = next(r, attribute + 1), open = next(r, word), first = statement_start(r, attribute);
    uint32_t end = next(r, partner(r, attribute)), name = previous(r, attribute);
    bool binding = is_any(r, word, bindings) && is(r, open, "(") && partner(r, open) > open;
    bool input = !binding && is(r, open, "]") && is_any(r, word, attributes) && strstr(join(r, word, open), "_");
    while (is(r, name, "]"))
        name = previous(r, partner(r, name));
    if (!is(r, end, ";") || !(binding || input) || !is_kind(r, name, TOKEN_WORD) || name <= first)
        return false;
    const char *place = binding ? format(r, "binding.%s.\" __MSL_STRING(%s) \"", join(r, word, open),
                                         join(r, next(r, open), partner(r, open)))
                                : format(r, "input.%s", join(r, word, open));
    put_before(r, first, is(r, first, "extern") ? "" : input ? "extern constant " : "extern ");
    drop(r, attribute, end);
    put_instead(r, attribute, format(r, " __asm__(\"msl.%s.%s\")", place, join(r, name, name + 1)));
    uint32_t index = next(r, open);
    if (binding && next(r, index) == partner(r, open)) /* the same index, the same type */
        put_after(r, end,
                  format(r, " __MSL_BOUND(%s, %s, %s);", join(r, word, open), join(r, index, index + 1),
                         join(r, name, name + 1)));
    return true;
}

/* A constant inside a function is static. One without a value is refused, but for a static member's definition outside
 * its class, which repeats the declaration: that goes. */
static void rewrite_constant(rewriter *r, uint32_t i)
{
    variable v;
    if (!find_variable(r, i, &v))
        return;
    bool is_static = false;
    for (uint32_t k = v.first; k < v.name; k = next(r, k)) {
        if (is(r, k, "extern"))
            return;
        is_static = is_static || is(r, k, "static");
    }
    uint32_t end = next(r, v.name), brace = r->list.token[i].brace;
    while (is(r, end, "[") && !is_attribute(r, end))
        end = skip(r, end);
    bool bare = end == v.end, in_class = brace && r->list.token[brace].scope == SCOPE_CLASS;
    if (bare && is(r, previous(r, v.name), "::"))
        drop(r, v.first, next(r, v.end));
    else if (bare && r->list.token[i].line == LINE_CODE && !in_class)
        refuse(r, v.name, "__msl_refused_constant_without_value");
    else if (!at_namespace_scope(r, i) && !is_static)
        put_before(r, v.first, "static ");
}

/* The first token after the words and template arguments of a type that starts at i. */
static uint32_t skip_type(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR && (is_kind(r, i, TOKEN_WORD) || is(r, i, "::") || is(r, i, "<"));
         steps++, i = next(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "<"))
            break;
    }
    return i;
}

/* Whether i names an operator such as +=, whose reference is to its object. */
static bool is_compound_assignment(const rewriter *r, uint32_t i)
{
    static const char *const names[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", NULL};
    return is_any(r, i, names) && is(r, previous(r, i), "operator");
}

/* Whether the `(` belongs to a constructor of the type before `end`, or to a function that returns a reference. */
static bool needs_reference(const rewriter *r, uint32_t open, uint32_t end)
{
    uint32_t name = previous(r, open), start = statement_start(r, name), type = end;
    while (is(r, previous(r, type), ">")) { /* back over template arguments */
        int depth = 0;
        do {
            type = previous(r, type);
            depth += is(r, type, ">") - is(r, type, "<");
        } while (depth > 0 && type > open);
    }
    const token *a = &r->list.token[name], *b = &r->list.token[previous(r, type)];
    if (a->size == b->size && !memcmp(r->list.source + a->start, r->list.source + b->start, a->size))
        return true;
    for (uint32_t i = start; i < name && !is_end(r, i) && !is_compound_assignment(r, name); i = skip(r, i))
        if (is(r, i, "&"))
            return true;
    return false;
}

/* `const thread T &` as a parameter is passed by value, since a value cannot be bound to a reference into an address
 * space; so is such a variable that is initialised with a value. */
static void rewrite_const_reference(rewriter *r, uint32_t i, uint32_t reference)
{
    uint32_t first = i, after = next(r, reference), open = r->list.token[i].outer;
    bool constant = false;
    while (is_kind(r, previous(r, first), TOKEN_WORD))
        first = previous(r, first);
    for (uint32_t k = first; k < reference; k = next(r, k))
        constant = constant || is(r, k, "const");
    uint32_t end = is_kind(r, after, TOKEN_WORD) ? next(r, after) : after;
    bool parameter = is(r, open, "(") && (is(r, previous(r, first), "(") || is(r, previous(r, first), ",")) &&
                     (is(r, end, ",") || is(r, end, ")") || is(r, end, "="));
    bool variable = starts_statement(r, first) && is(r, end, "=") && end > after;
    if (parameter ? needs_reference(r, open, reference) : !variable)
        return;
    if (variable) {
        uint32_t stop = next(r, end);
        while (!is(r, stop, ";") && !is(r, stop, ",") && !is_end(r, stop) && stop < end + FAR)
            stop = skip(r, stop);
        if (classify(r, next(r, end), stop) == OPERAND_VARIABLE)
            return;
    }
    if (!constant)
        return;
    put_instead(r, i, "");
    put_instead(r, reference, "");
}

/* What a function returns has no address space: `thread T f(…)`. */
static void rewrite_thread(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "constant", "threadgroup", NULL};
    uint32_t first, j = skip_type(r, next(r, i)), pointee = next(r, i);
    while (is(r, pointee, "const") || is(r, pointee, "volatile"))
        pointee = next(r, pointee);
    if (is_any(r, pointee, spaces)) { /* `thread const device T *p[2]`: of the array, which needs no word */
        put_instead(r, i, "");
        return;
    }
    if (is(r, j, "&"))
        rewrite_const_reference(r, i, j);
    else if (find_specifiers(r, i, &first) && is(r, j, "(") && is_kind(r, previous(r, j), TOKEN_WORD) &&
             previous(r, j) > next(r, i))
        put_instead(r, i, "");
}

/* is_function_constant_defined(a::x) names the variable that says so. */
static void rewrite_defined(rewriter *r, uint32_t i)
{
    uint32_t open = next(r, i), name = previous(r, partner(r, open));
    if (!opens(r, open) || !is_kind(r, name, TOKEN_WORD))
        return;
    put_instead(r, i, "");
    put_instead(r, name, format(r, "__MSL_PASTE(__msl_function_constant_defined_, %s)", join(r, name, name + 1)));
}

/* ---- Classes */

typedef struct class_definition {
    uint32_t keyword, body, close;
    const char *name; /* "" if it has none */
} class_definition;

static bool find_class(rewriter *r, uint32_t i, class_definition *c)
{
    uint32_t name = 0, name_end = 0, words = 0;
    *c = (class_definition){.keyword = i, .name = ""};
    uint32_t j = next(r, i);
    for (int steps = 0; steps < FAR && !is(r, j, "{"); steps++, j = skip(r, j)) {
        if (is_end(r, j))
            return false;
        uint32_t angle = is(r, j, "<") ? close_angle(r, j) : 0;
        if (is(r, j, ":")) {
            for (int far = 0; far < FAR && !is(r, j, "{") && !is(r, j, ";") && !is_end(r, j); far++)
                j = skip(r, j);
            break;
        } else if (angle) {
            j = angle;
        } else if (is_kind(r, j, TOKEN_WORD) && !is(r, j, "final") && !is(r, j, "alignas") &&
                   !is(r, j, "__attribute__")) {
            if (!is(r, previous(r, j), "##"))
                name = j;
            name_end = next(r, j);
            words++;
        } else if (!is(r, j, "::") && !is(r, j, "##") && !is_attribute(r, j) && !is(r, j, "final") &&
                   !is(r, j, "alignas") && !is(r, j, "__attribute__") && !is(r, j, "(")) {
            return false;
        }
    }
    if (!is(r, j, "{") || partner(r, j) == j)
        return false;
    c->body = j;
    c->close = partner(r, j);
    if (words)
        c->name = join(r, name, name_end);
    return true;
}

/* Names an unnamed structure that declares something, after its first typedef where there is one. One that declares
 * nothing is an anonymous member, which can have no constructors. */
static bool name_class(rewriter *r, class_definition *c)
{
    uint32_t after = next(r, c->close), before = previous(r, c->keyword);
    if (*c->name)
        return true;
    bool is_typedef = is(r, before, "typedef") || (is(r, before, "const") && is(r, previous(r, before), "typedef"));
    if (is(r, after, ";") || is_end(r, after))
        return false;
    bool single = is_kind(r, after, TOKEN_WORD) && (is(r, next(r, after), ";") || is(r, next(r, after), ","));
    if (is_typedef && single)
        c->name = join(r, after, after + 1);
    else if (r->list.token[c->keyword].line == LINE_DEFINE || (single && looks_like_macro(r, after)))
        return false;
    else
        c->name = format(r, "__msl_unnamed_%u", r->unnamed++);
    put_after(r, c->keyword, format(r, " %s", c->name));
    return true;
}

typedef struct members {
    bool constructor, copy, copy_constant, assignment;
    bool constant; /* a constructor of constant objects */
} members;

/* The `(` after a name and its template arguments, if any. */
static uint32_t after_name(const rewriter *r, uint32_t name)
{
    uint32_t open = next(r, name), angle = is(r, open, "<") ? close_angle(r, open) : 0;
    return angle ? next(r, angle) : open;
}

/* Which special members the class declares itself. */
static members find_members(rewriter *r, const class_definition *c)
{
    static const char *const not_constructors[] = {"~", ".", "->", "::", "new", "return", "=", NULL};
    members m = {0};
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t open = is(r, i, c->name) ? after_name(r, i) : next(r, i);
        if (is(r, i, "operator") && is(r, open, "="))
            m.assignment = true;
        if (!is(r, i, c->name) || !opens(r, open) || !is(r, open, "(") || is_any(r, previous(r, i), not_constructors))
            continue;
        m.constructor = true;
        m.constant = m.constant || is(r, next(r, partner(r, open)), "constant");
        bool self = false, reference = false, constant = false, several = false;
        for (uint32_t k = next(r, open); k < partner(r, open); k = next(r, k)) {
            self = self || is(r, k, c->name);
            reference = reference || is(r, k, "&");
            constant = constant || is(r, k, "constant");
            several = several || is(r, k, ",");
        }
        if (self && reference && !several)
            *(constant ? &m.copy_constant : &m.copy) = true;
    }
    return m;
}

/* Whether the member function whose name is at i and parameters at `open` is one of an object, and has no address space
 * yet: then
 * `*at` is where one can be written. */
static bool is_method(const rewriter *r, const class_definition *c, uint32_t i, uint32_t open, uint32_t *at)
{
    static const char *const not_methods[] = {"static",        "friend",         "typedef", "using",
                                              "static_assert", "_Static_assert", NULL};
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    static const char *const spaces[] = {"thread",   "device",      "constant", "threadgroup",
                                         "ray_data", "object_data", NULL};
    static const char *const ends[] = {"{", ";", "=", "-", "->", "noexcept", "override", "final", NULL};
    uint32_t start = statement_start(r, i);
    if (is(r, start, "template") && is(r, next(r, start), "<"))
        start = next(r, close_angle(r, next(r, start)));
    if (is(r, i, c->name) || is(r, previous(r, i), "~") || (start == i && !is(r, i, "operator")))
        return false;
    for (uint32_t k = start; k < i && !is_end(r, k); k = skip(r, k))
        if (is_any(r, k, not_methods) || is(r, k, "="))
            return false;
    *at = partner(r, open);
    uint32_t after = next(r, *at);
    for (; is_any(r, after, qualifiers); after = next(r, after))
        *at = after;
    return !is_any(r, after, spaces) && is_any(r, after, ends);
}

/* The body of a constructor whose parameters end at `close`, or the `;` of its declaration: past qualifiers and
 * initialisers. */
static uint32_t constructor_body(const rewriter *r, uint32_t close, uint32_t limit)
{
    static const char *const before[] = {")", "}", "thread", "device", "threadgroup", "constant", "noexcept", NULL};
    uint32_t i = next(r, close);
    while (i < limit && !is(r, i, ";") && !(is(r, i, "{") && is_any(r, previous(r, i), before)))
        i = skip(r, i);
    return i;
}

/* Drops `thread` from the qualifiers after a parameter list, so that the function is one of objects in any writable
 * memory. */
static void drop_thread(rewriter *r, uint32_t close)
{
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    uint32_t i = next(r, close);
    while (is_any(r, i, qualifiers))
        i = next(r, i);
    if (is(r, i, "thread"))
        put_instead(r, i, "");
}

static uint32_t count_parameters(const rewriter *r, uint32_t open)
{
    uint32_t count = next(r, open) != partner(r, open);
    for (uint32_t i = next(r, open); i < partner(r, open); i = skip(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle && angle < partner(r, open))
            i = angle;
        count += is(r, i, ",");
    }
    return count;
}

typedef struct forwarding {
    const char *text;
    const char *done[MANY]; /* what each has been written for */
    uint32_t count;
} forwarding;

/* Results of functions have no address space, so a method of objects in thread memory gets a second one for them. It is
 * a template because only so may one have && and the other not. */
static void forward_method(rewriter *r, const class_definition *c, uint32_t name, uint32_t open, forwarding *f)
{
    static const char *const packed[] = {"(", "[", NULL};
    bool fixed = is(r, name, "operator") && !is_any(r, next(r, name), packed);
    uint32_t count = fixed ? count_parameters(r, open) : 2;
    const char *called = join(r, name, open), *key = format(r, "%s/%u", called, (unsigned)count);
    for (uint32_t i = 0; i < f->count; i++)
        if (!strcmp(f->done[i], key))
            return;
    if (f->count == MANY || is(r, next(r, name), "new") || is(r, next(r, name), "="))
        return;
    f->done[f->count++] = key;
    static const char *const macros[] = {"NONE", "ONE", "ANY"};
    uint32_t k = is(r, next(r, name), "[") ? 1 : count < 2 ? count : 2;
    f->text = format(r, "%s __MSL_FORWARD_%s(%s, %s)", f->text, macros[k], c->name, called);
}

/* Whether a macro among the members may define methods: those can have no address space, and call the others. */
static bool has_macro_member(const rewriter *r, const class_definition *c)
{
    static const char *const ends[] = {";", "{", ":", "=", "const", "thread", "device", "constant", NULL};
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t open = next(r, i), after = is(r, open, "(") ? skip(r, open) : 0;
        if (is_kind(r, i, TOKEN_WORD) && after && looks_like_macro(r, i) && statement_start(r, i) == i &&
            !is(r, i, c->name) && !is_any(r, after, ends))
            return true;
    }
    return false;
}

/* A member function without an address space is one of objects in thread memory. Returns what forwards to them, which
 * comes first in the class: its types are deduced, and other methods' bodies may use it. */
static const char *qualify_methods(rewriter *r, const class_definition *c, bool local)
{
    bool any_space = has_macro_member(r, c);
    forwarding f = {.text = ""};
    static const char *const grouped[] = {"alignas",  "decltype", "__attribute__", "__declspec", "explicit",
                                          "noexcept", NULL};
    for (uint32_t i = next(r, c->body), at; i < c->close; i = skip(r, i)) {
        uint32_t open = is(r, i, c->name) ? after_name(r, i) : next(r, i);
        if (is(r, i, "operator")) {
            while (!is(r, open, "(") && open < c->close)
                open = next(r, open);
            if (partner(r, open) == next(r, open) && is(r, next(r, partner(r, open)), "("))
                open = next(r, partner(r, open)); /* operator() */
        } else if (!is_kind(r, i, TOKEN_WORD) || is_any(r, i, grouped)) {
            continue;
        }
        if (!is(r, open, "(") || !opens(r, open))
            continue;
        if (is(r, i, c->name)) {
            uint32_t space = next(r, partner(r, open));
            if (is(r, space, "thread")) /* results have no address space yet */
                put_instead(r, space, "");
            else if (is(r, space, "constant")) /* of constant objects, not a const one */
                put_instead(r, space, "__constant");
            i = constructor_body(r, partner(r, open), c->close);
            continue;
        }
        if (is(r, i, "operator") && is_kind(r, next(r, i), TOKEN_WORD)) { /* results convert, too */
            drop_thread(r, partner(r, open));
        } else if (!any_space && is_method(r, c, i, open, &at)) {
            put_after(r, at, " thread");
            if (!local && at != partner(r, open)) /* const: others take results as they are */
                forward_method(r, c, i, open, &f);
        }
        i = partner(r, open);
    }
    return f.text;
}

/* Members' ids increase (MSL 2.13.1). */
static void check_ids(rewriter *r, const class_definition *c)
{
    const char *last = NULL;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t word = next(r, i + 1), open = next(r, word), end = i;
        if (!is_attribute(r, i) || !is(r, word, "id") || !is(r, open, "(") || !opens(r, open))
            continue;
        const char *id = join(r, next(r, open), partner(r, open));
        while (end < c->close && !is(r, end, ";"))
            end = skip(r, end);
        if (last && is(r, end, ";"))
            put_after(r, end, format(r, " __MSL_IDS(%s, %s)", last, id));
        last = id;
    }
}

/* Adds to `text` what the attributes [[id(n)]], [[attribute(n)]] and [[function_constant(c)]] of members say:
 * __MSL_MEMBER is empty but where types are described (clang.c). */
static const char *member_indices(rewriter *r, const class_definition *c, const char *text)
{
    static const char *const indexed[] = {"id", "attribute", NULL};
    uint32_t name = 0;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        if (is_kind(r, i, TOKEN_WORD))
            name = i;
        for (uint32_t j = next(r, i); name && is_attribute(r, i) && j < partner(r, i); j = next(r, j)) {
            uint32_t open = next(r, j);
            if (is(r, j, "function_constant"))
                text = format(r, "%s __MSL_MEMBER(optional, %s, 0)", text, join(r, name, name + 1));
            else if (is_any(r, j, indexed) && is(r, open, "(") && partner(r, open) > open)
                text = format(r, "%s __MSL_MEMBER(%s, %s, %s)", text, join(r, j, j + 1), join(r, name, name + 1),
                              join(r, next(r, open), partner(r, open)));
        }
    }
    return text;
}

/* Whether the declaration at i is in `extern "C"`, which takes no templates. */
static bool has_c_linkage(const rewriter *r, uint32_t i)
{
    if (is(r, previous(r, i), "typedef"))
        i = previous(r, i);
    for (int steps = 0; steps < 16; steps++) {
        uint32_t text = previous(r, i);
        if (is_kind(r, text, TOKEN_TEXT) && is(r, previous(r, text), "extern"))
            return true;
        if (!r->list.token[i].brace)
            return false;
        i = r->list.token[i].brace;
    }
    return false;
}

static void note_structure(rewriter *r, const class_definition *c)
{
    if (!*c->name || r->structures == MAX_STRUCTURES || !at_namespace_scope(r, c->keyword))
        return;
    structure *s = &r->structure[r->structures++];
    *s = (structure){.name = c->name, .body = c->body, .close = c->close, .is_union = is(r, c->keyword, "union")};
    for (uint32_t i = c->keyword; i < c->body; i = skip(r, i))
        s->derived = s->derived || is(r, i, ":");
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        uint32_t element = next(r, next(r, i));
        if (is(r, i, "array") && is(r, next(r, i), "<") && is_resource_type(r, element) && !is(r, element, "array"))
            s->resource_array = true;
    }
}

/* A structure of textures or samplers, or with ids, is an argument buffer and has no unions (MSL 2.13). */
static void refuse_union_member(rewriter *r, const class_definition *c)
{
    uint32_t member = 0;
    bool resources = false;
    for (uint32_t i = next(r, c->body); i < c->close; i = skip(r, i)) {
        const structure *s = is_kind(r, i, TOKEN_WORD) ? find_structure(r, i) : NULL;
        uint32_t type = skip_qualifiers(r, i);
        if (is(r, i, "union") || (s && s->is_union && is_kind(r, next(r, i), TOKEN_WORD)))
            member = i;
        resources = resources || (is_attribute(r, i) && is(r, next(r, i + 1), "id")) ||
                    (statement_start(r, i) == i && (starts_with(r, type, "texture") || is(r, type, "sampler")) &&
                     !is(r, next(r, type), "("));
    }
    if (member && resources && r->list.token[member].line == LINE_CODE)
        put_before(r, member, "__msl_refused_union ");
}

/* `struct S { … } s;` at program scope. */
static void refuse_class_variable(rewriter *r, const class_definition *c)
{
    uint32_t name = next(r, c->close), start = statement_start(r, c->keyword);
    if (at_namespace_scope(r, c->keyword) && start == c->keyword && is_kind(r, name, TOKEN_WORD) &&
        is(r, next(r, name), ";") && !looks_like_macro(r, name))
        refuse(r, name, "__msl_refused_program_scope");
}

/* A class gets constructors and an assignment that copy from constant memory, which C++ for OpenCL keeps apart; it
 * stays an aggregate and trivially copyable. */
static void rewrite_class(rewriter *r, uint32_t i)
{
    class_definition c;
    if (is(r, previous(r, i), "enum") || !find_class(r, i, &c))
        return;
    r->list.token[c.body].scope = SCOPE_CLASS;
    note_structure(r, &c);
    refuse_union_member(r, &c);
    refuse_class_variable(r, &c);
    if (!name_class(r, &c))
        return;
    const token *around = &r->list.token[r->list.token[i].brace];
    bool local = (r->list.token[i].brace && (around->scope == SCOPE_CODE || around->local)) || has_c_linkage(r, i);
    members m = find_members(r, &c);
    const struct {
        bool wanted;
        const char *macro;
    } added[] = {
        {!m.constructor, "__MSL_DEFAULT"},         {!m.copy, "__MSL_COPY"},
        {!m.copy_constant, "__MSL_COPY_CONSTANT"}, {m.constructor && !m.constant && !local, "__MSL_CONSTRUCT_CONSTANT"},
        {!m.assignment, "__MSL_ASSIGN"},           {!m.assignment && !local, "__MSL_ASSIGN_CONSTANT"}};
    const char *text = is(r, i, "class") ? " public:" : "";
    for (size_t k = 0; k < sizeof added / sizeof *added; k++)
        if (added[k].wanted)
            text = format(r, "%s %s(%s)", text, added[k].macro, c.name);
    if (!local) /* a local class has no static members */
        text = member_indices(r, &c, text);
    const char *forwarding = qualify_methods(r, &c, local);
    put_after(r, c.body, format(r, "%s%s%s ", text, forwarding, is(r, i, "class") ? " private:" : ""));
    check_ids(r, &c);
    if (at_namespace_scope(r, i))
        evaluate_indices(r, statement_start(r, i), c.body, c.close);
}

/* Notes which braces are a namespace's. */
static void note_namespace(rewriter *r, uint32_t i)
{
    uint32_t j = next(r, i);
    while (is_kind(r, j, TOKEN_WORD) || is(r, j, "::") || is_kind(r, j, TOKEN_TEXT))
        j = next(r, j);
    if (is(r, j, "{"))
        r->list.token[j].scope = SCOPE_NAMESPACE;
}

static void note_brace(rewriter *r, uint32_t i)
{
    token *t = r->list.token;
    t[i].local = t[i].brace && (t[t[i].brace].scope == SCOPE_CODE || t[t[i].brace].local);
}

/* ---- Vectors */

/* `float4 v = {a, b}` leaves the other components zero; a constructor's arguments must not be too few, so this one is
 * marked. */
static void rewrite_braces(rewriter *r, uint32_t i)
{
    uint32_t p = previous(r, i);
    if (is(r, p, "="))
        p = previous(r, p);
    unsigned size = vector_size(r, p), count = 0;
    if (!size && is_kind(r, p, TOKEN_WORD))
        size = vector_size(r, previous(r, p));
    if (!size || partner(r, i) == i || next(r, i) == partner(r, i))
        return;
    for (uint32_t k = next(r, i); k < partner(r, i); k = skip(r, k))
        count += is(r, k, ",") && next(r, k) != partner(r, i);
    if (count + 1 < size)
        put_after(r, i, "__msl_filled{}, ");
}

/* Whether i reads like a vector's component or components: letters of xyzw or of rgba. */
static bool is_swizzle(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    const char *text = r->list.source + t->start;
    if (t->kind != TOKEN_WORD || t->size > 4)
        return false;
    const char *letters = strchr("xyzw", *text) ? "xyzw" : "rgba";
    for (uint32_t n = 0; n < t->size; n++)
        if (!strchr(letters, text[n]))
            return false;
    return true;
}

static bool is_component(const rewriter *r, uint32_t i)
{
    return is_swizzle(r, i) && (is(r, previous(r, i), ".") || is(r, previous(r, i), "->"));
}

/* The start of the expression that ends in the component at i, or 0 if evaluating it twice would do more than once. */
static uint32_t component_start(const rewriter *r, uint32_t i)
{
    static const char *const effects[] = {"++", "--", "=", "(", "+=", "-=", NULL};
    for (int steps = 0; steps < 64; steps++) {
        uint32_t p = previous(r, i);
        if (is(r, p, ".") || is(r, p, "->") || is(r, p, "::"))
            i = p;
        else if (is(r, i, ".") || is(r, i, "->") || is(r, i, "::") || is(r, i, "[")) {
            if (is(r, p, "]") && partner(r, p) < p) {
                for (uint32_t k = next(r, partner(r, p)); k < p; k = next(r, k))
                    if (is_any(r, k, effects))
                        return 0;
                i = partner(r, p);
            } else if (is_kind(r, p, TOKEN_WORD)) {
                i = p;
            } else {
                return is(r, i, "::") ? i : 0;
            }
        } else {
            return i;
        }
    }
    return 0;
}

/* `a.xy * b.xy`: where their types depend on a template's parameters, clang finds no operator for two properties. One
 * becomes a value. */
static void rewrite_swizzle(rewriter *r, uint32_t i)
{
    static const char *const operators[] = {"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^", "<", ">",
                                            "<=", ">=", "==", "!=", "&&", "||", "<<", "!", "~", NULL};
    uint32_t name = next(r, i);
    if (!is_swizzle(r, name) || r->list.token[name].size < 2)
        return;
    uint32_t start = component_start(r, name);
    if (!start || !(is_any(r, next(r, name), operators) || is_any(r, previous(r, start), operators)))
        return;
    put_before(r, start, "__msl_value(");
    put_after(r, name, ")");
}

/* `v.x += e` becomes `v.x = v.x + (e)`: where v's type depends on a template's parameters, clang knows properties only
 * in plain assignments. */
static void rewrite_compound(rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", ",", ")", "]", "}", ":", NULL};
    uint32_t name = previous(r, i), start = is_component(r, name) ? component_start(r, name) : 0, end = next(r, i),
             questions = 0;
    for (int steps = 0; steps < FAR && !is_any(r, end, ends) && !is_end(r, end); steps++) {
        questions += is(r, end, "?");
        end = skip(r, end);
        while (questions && is(r, end, ":")) {
            questions--;
            end = next(r, end);
        }
    }
    if (!start || end == next(r, i))
        return;
    const token *t = &r->list.token[i];
    put_instead(r, i,
                format(r, "= __msl_value(%s) %.*s (", join(r, start, i), (int)t->size - 1, r->list.source + t->start));
    put_after(r, previous(r, end), ")");
}

/* `v.x++` and `++v.x` likewise. */
static void rewrite_step(rewriter *r, uint32_t i)
{
    static const char *const parts[] = {".", "->", "::", "[", NULL};
    char sign = r->list.source[r->list.token[i].start];
    uint32_t name = previous(r, i), start = is_component(r, name) ? component_start(r, name) : 0;
    if (start) {
        const char *place = join(r, start, i);
        put_before(r, start, format(r, "((%s = %s %c 1) %c 1", place, place, sign, sign == '+' ? '-' : '+'));
        drop(r, start, i);
        put_instead(r, i, ")");
        return;
    }
    uint32_t end = next(r, i);
    while (is_kind(r, end, TOKEN_WORD) || is_any(r, end, parts))
        end = skip(r, end);
    name = previous(r, end);
    start = name > i && is_component(r, name) ? component_start(r, name) : 0;
    if (start != next(r, i))
        return;
    const char *place = join(r, start, end);
    put_instead(r, i, format(r, "(%s = %s %c 1)", place, place, sign));
    drop(r, start, end);
}

/* ---- Templates, pragmas, refused words */

/* Remembers the names of types that are pointers to functions: `using F = void (*)(…)`, `typedef void (*F)(…)`. */
static void note_alias(rewriter *r, uint32_t i)
{
    uint32_t name = is(r, i, "using") && is(r, next(r, next(r, i)), "=") ? next(r, i) : 0, j = next(r, i);
    for (int steps = 0; steps < FAR && !is(r, j, ";") && !is_end(r, j); steps++, j = skip(r, j)) {
        uint32_t star = next(r, j), inner = next(r, star);
        if (!is(r, j, "(") || !is(r, star, "*") || !is(r, next(r, partner(r, j)), "("))
            continue;
        if (is(r, i, "typedef"))
            name = inner;
        if (!is_kind(r, name, TOKEN_WORD) || r->alias_count == MAX_ALIASES)
            return;
        r->alias[r->alias_count++] = name;
    }
}

static bool is_alias(const rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (uint32_t k = 0; k < r->alias_count; k++) {
        const token *a = &r->list.token[r->alias[k]];
        if (a->size == t->size && !memcmp(r->list.source + a->start, r->list.source + t->start, t->size))
            return true;
    }
    return false;
}

/* The first token after the declaration that follows a template's head: its body or its end. */
static uint32_t declaration_end(const rewriter *r, uint32_t i)
{
    for (int steps = 0; steps < FAR && !is(r, i, "{") && !is(r, i, ";") && !is_end(r, i); steps++)
        i = next(r, i);
    return i;
}

/* Whether the tokens from i up to `end` have `vec<…, NAME>` or a matrix of that many columns or rows. */
static bool counts_components(const rewriter *r, uint32_t i, uint32_t end, uint32_t name)
{
    static const char *const templates[] = {"vec", "packed_vec", "matrix", NULL};
    const token *n = &r->list.token[name];
    for (; i < end; i = next(r, i)) {
        uint32_t close = is_any(r, i, templates) && is(r, next(r, i), "<") ? close_angle(r, next(r, i)) : 0;
        for (uint32_t k = next(r, i); close && k < close; k = next(r, k)) {
            const token *t = &r->list.token[k];
            if (t->size == n->size && !memcmp(r->list.source + t->start, r->list.source + n->start, n->size) &&
                is(r, previous(r, k), ","))
                return true;
        }
    }
    return false;
}

/* `template <uint N> void f(vec<float, N> v)`: a number of components is deduced as any integer in MSL, where vectors
 * are built in, but as an int where they are a class. */
static void rewrite_count(rewriter *r, uint32_t i, uint32_t head_end)
{
    static const char *const integers[] = {"uint",   "unsigned", "size_t",   "ushort",   "short",
                                           "uchar",  "ulong",    "uint8_t",  "uint16_t", "uint32_t",
                                           "int8_t", "int16_t",  "uint64_t", "long",     NULL};
    uint32_t name = next(r, i);
    if (is(r, i, "unsigned") && is(r, name, "int"))
        name = next(r, name);
    if (!is_any(r, i, integers) || !is_kind(r, name, TOKEN_WORD) || r->list.token[i].instead ||
        !counts_components(r, next(r, head_end), declaration_end(r, next(r, head_end)), name))
        return;
    put_instead(r, i, is(r, next(r, i), "int") ? "" : "int");
}

/* A template's parameter that is a pointer to a function, `void (*f)(…)` or `F f`, becomes a reference, which is a
 * constant expression. */
static void rewrite_template(rewriter *r, uint32_t i)
{
    uint32_t open = next(r, i), close = is(r, open, "<") ? close_angle(r, open) : 0;
    for (uint32_t j = open; close && j < close; j = next(r, j)) {
        uint32_t name = next(r, next(r, j)), end = is_kind(r, name, TOKEN_WORD) ? next(r, name) : name;
        bool starts = is(r, previous(r, j), "<") || is(r, previous(r, j), ",");
        if (starts)
            rewrite_count(r, j, close);
        if (is(r, j, "(") && is(r, next(r, j), "*") && is(r, end, ")") && is(r, next(r, end), "("))
            put_instead(r, next(r, j), "&");
        if (!starts || !is_alias(r, j))
            continue;
        uint32_t type = is(r, next(r, j), "<") && close_angle(r, next(r, j)) ? close_angle(r, next(r, j)) : j;
        put_before(r, j, "typename __msl_function_reference<");
        put_after(r, type, ">::type ");
        j = type;
    }
}

static const struct math_word {
    const char *word;
    math_mode mode;
} math_words[] = {{"math_mode(fast)", {'1', '1', "reassociate(on) reciprocal(on) contract(fast)"}},
                  {"math_mode(relaxed)", {'1', '1', "reassociate(on) reciprocal(on) contract(fast)"}},
                  {"math_mode(safe)", {'0', '0', "reassociate(off) reciprocal(off) contract(on)"}},
                  {"contract(fast)", {'-', '1', "contract(fast)"}},
                  {"contract(on)", {'-', '0', "contract(on)"}},
                  {"contract(off)", {'-', '0', "contract(off)"}},
                  {"FP_CONTRACT ON", {'-', '0', "contract(on)"}},
                  {"FP_CONTRACT OFF", {'-', '0', "contract(off)"}}};

/* The mode that a pragma's text asks for, blanks aside, or NULL. */
static const math_mode *find_math_mode(const char *text)
{
    for (size_t k = 0; k < sizeof math_words / sizeof *math_words; k++) {
        const char *p = text, *word = math_words[k].word;
        for (; *word; word++) {
            p += strspn(p, " ");
            if (*word != ' ' && *p++ != *word)
                break;
        }
        if (!*word && (!*(p += strspn(p, " ")) || *p == '"'))
            return &math_words[k].mode;
    }
    return NULL;
}

/* The innermost `{` around a place in the text, or 0. */
static uint32_t brace_around(const rewriter *r, uint32_t i)
{
    do
        i--;
    while (i && (is_kind(r, i, TOKEN_SPACE) || r->list.token[i].line != LINE_CODE));
    return is(r, i, "{") && opens(r, i) ? i : r->list.token[i].brace;
}

static unsigned count_lines(const rewriter *r, uint32_t from, uint32_t to)
{
    unsigned lines = 0;
    for (uint32_t at = r->list.token[from].start; at < r->list.token[to].start; at++)
        lines += r->list.source[at] == '\n';
    return lines;
}

/* The pragma's region for what clang's own cannot reach, the arithmetic of the headers' operators: from token i to the
 * end of the block around it, or of the file. The column of that end is filled in when it is known. */
static const char *math_region(rewriter *r, uint32_t i, const math_mode *mode)
{
    const token *t = r->list.token;
    bool in_macro = t[i].line == LINE_DEFINE;
    uint32_t brace = in_macro ? t[i].brace : brace_around(r, i);
    r->math_pragmas = true;
    if (in_macro) /* all of it is where the macro is used */
        return brace ? format(r, " __MSL_MATH_BLOCK(\"%c%c:0:0\") ", mode->licence, mode->contract) : "";
    if (!brace || t[brace].scope != SCOPE_CODE)
        return format(r, " __MSL_MATH_FILE(\"%c%c\") ", mode->licence, mode->contract);
    math_block *block = partner(r, brace) > i ? malloc(sizeof *block) : NULL;
    if (!block) {
        r->failed = r->failed || partner(r, brace) > i;
        return "";
    }
    *block = (math_block){r->math_block, i, partner(r, brace)};
    r->math_block = block;
    return format(r, " __MSL_MATH_BLOCK(\"%c%c:%u:" MATH_COLUMN "\") ", mode->licence, mode->contract,
                  count_lines(r, i, block->close));
}

/* Whether the next line that says something is a pragma of this kind again: what starts a block are pragmas only. */
static bool precedes_pragma(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"METAL", "STDC", NULL};
    while (!is_end(r, i) && (r->list.token[i].line == LINE_PRAGMA || is_kind(r, i, TOKEN_SPACE)))
        i++;
    for (; is(r, i, "#") || is(r, i, "pragma") || is_kind(r, i, TOKEN_SPACE); i++) {
    }
    return r->list.token[i].line == LINE_PRAGMA && is_any(r, i, words);
}

/* `#pragma METAL fp math_mode(safe)`, `#pragma METAL fp contract(off)` and `#pragma STDC FP_CONTRACT OFF` have
 * counterparts of clang's. */
static void rewrite_pragma(rewriter *r, uint32_t i)
{
    uint32_t first = i, what = is(r, i, "METAL") ? next(r, next(r, i)) : next(r, i);
    if (r->list.token[i].line != LINE_PRAGMA || !is_end(r, previous(r, i)) ||
        (is(r, i, "METAL") && !is(r, next(r, i), "fp")))
        return;
    const math_mode *mode = find_math_mode(join(r, what, r->list.count - 1));
    if (!mode && is(r, i, "METAL")) {
        drop(r, i, r->list.count - 1);
        put_instead(r, i, "GCC error(\"expected math_mode(relaxed|safe|fast) or contract(off|on|fast)\")");
    }
    if (!mode)
        return;
    while (!is(r, first, "#"))
        first--;
    for (uint32_t k = first; k < i; k++)
        put_instead(r, k, "");
    bool last = !precedes_pragma(r, i);
    math_mode both = {mode->licence == '-' ? r->math_pending.licence : mode->licence, mode->contract, NULL};
    drop(r, i, r->list.count - 1);
    put_instead(r, i, format(r, "_Pragma(\"clang fp %s\")%s", mode->pragma, last ? math_region(r, first, &both) : ""));
    r->math_pending = last ? (math_mode){'-', '-', NULL} : both;
}

/* The macro in whose body i is. */
static uint32_t macro_name(const rewriter *r, uint32_t i)
{
    while (i && !is(r, i, "#"))
        i--;
    while (!is_end(r, i) && !is(r, i, "define"))
        i++;
    for (i++; is_kind(r, i, TOKEN_SPACE); i++) {
    }
    return i;
}

/* The same in _Pragma("…"). */
static void rewrite_pragma_operator(rewriter *r, uint32_t i)
{
    static const char head[] = "\"METAL fp ";
    uint32_t text = next(r, next(r, i)), end = partner(r, next(r, i));
    const char *source = join(r, text, text + 1);
    const math_mode *mode = is_kind(r, text, TOKEN_TEXT) && !strncmp(source, head, sizeof head - 1)
                                ? find_math_mode(source + sizeof head - 1)
                                : NULL;
    if (!mode)
        return;
    put_instead(r, text, format(r, "\"clang fp %s\"", mode->pragma));
    put_after(r, end, math_region(r, i, mode));
    if (r->list.token[i].line == LINE_DEFINE && !r->list.token[i].brace && r->math_macros < MAX_MATH_MACROS)
        r->math_macro[r->math_macros++] = (math_macro){macro_name(r, i), *mode};
}

/* A use of a macro of such a pragma. */
static void rewrite_math_macro(rewriter *r, uint32_t i)
{
    const token *t = &r->list.token[i];
    for (uint32_t k = r->math_macros; t->kind == TOKEN_WORD && t->line == LINE_CODE && k-- > 0;) {
        const token *name = &r->list.token[r->math_macro[k].name];
        if (t->size == name->size && !memcmp(r->list.source + t->start, r->list.source + name->start, t->size)) {
            put_after(r, i, math_region(r, i, &r->math_macro[k].mode));
            return;
        }
    }
}

/* coherent and coherent(scope) promise what this device's memory always has. */
static void rewrite_coherent(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "threadgroup", "const", "constant", "volatile", NULL};
    uint32_t open = next(r, i);
    bool scoped = is(r, open, "(") && is_kind(r, next(r, open), TOKEN_WORD) && is(r, next(r, next(r, open)), ")");
    if (!scoped && !is_any(r, open, spaces))
        return;
    drop(r, i, scoped ? next(r, partner(r, open)) : open);
    put_instead(r, i, "__MSL_COHERENT");
}

static void refuse_long_long(rewriter *r, uint32_t i)
{
    if (is(r, previous(r, i), "long"))
        put_before(r, i, "__attribute__((__msl_refused_long_long)) ");
    else if (is(r, next(r, i), "double"))
        put_before(r, i, "__attribute__((__msl_refused_long_double)) ");
}

static void refuse_main(rewriter *r, uint32_t i)
{
    if (is(r, next(r, i), "(") && at_namespace_scope(r, i))
        put_instead(r, i, "__msl_refused_main");
}

/* noexcept after a parameter list is a promise; elsewhere it is an operator. */
/* clang takes alignas on an enumeration no more (CWG 2354), MSL does (2.5). */
static void align_enumeration(rewriter *r, uint32_t i)
{
    uint32_t key = previous(r, i), open = next(r, i);
    if (is(r, key, "class") || is(r, key, "struct"))
        key = previous(r, key);
    if (!is(r, key, "enum") || !is(r, open, "("))
        return;
    put_instead(r, i, "__attribute__((aligned");
    put_after(r, partner(r, open), "))");
}

static void refuse_noexcept(rewriter *r, uint32_t i)
{
    static const char *const expressions[] = {"=", "(", ",", "return", "!", "&&", "||", "?", "==", "!=", "{", NULL};
    if (is(r, next(r, i), "(") && is_any(r, previous(r, i), expressions))
        put_instead(r, i, "__msl_refused_noexcept");
}

/* Whether the `*` or `&` at i follows a class of the program's, by its name, where only a declaration can stand: among
 * a function's parameters or at the start of a statement. */
static bool is_declared_type(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"const", "volatile", "struct", "static", "inline", "constexpr", NULL};
    uint32_t name = previous(r, i), open = r->list.token[i].outer;
    while (is(r, name, "const") || is(r, name, "volatile"))
        name = previous(r, name);
    const structure *s = is_kind(r, name, TOKEN_WORD) ? find_structure(r, name) : NULL;
    if (!s || is(r, previous(r, name), "::"))
        return false;
    uint32_t before = previous(r, name);
    while (is_any(r, before, words))
        before = previous(r, before);
    if (!is(r, before, "(") && !is(r, before, ","))
        return starts_statement(r, next(r, before)) && is_kind(r, next(r, i), TOKEN_WORD);
    return is(r, open, "(") && at_namespace_scope(r, open) && is_kind(r, previous(r, open), TOKEN_WORD) &&
           statement_start(r, open) != previous(r, open);
}

/* `int *p`: a pointer or reference to a built-in type or a class names an address space. */
static void refuse_unqualified(rewriter *r, uint32_t i)
{
    static const char *const types[] = {"void",     "bool",     "char",     "uchar",   "short",    "ushort",
                                        "int",      "uint",     "long",     "ulong",   "half",     "bfloat",
                                        "float",    "unsigned", "signed",   "int8_t",  "uint8_t",  "int16_t",
                                        "uint16_t", "int32_t",  "uint32_t", "int64_t", "uint64_t", NULL};
    static const char *const spaces[] = {"device",   "constant",    "thread", "threadgroup", "threadgroup_imageblock",
                                         "ray_data", "object_data", NULL};
    bool typed = is_declared_type(r, i), macro = false;
    uint32_t word = previous(r, i);
    for (int steps = 0; steps < 16 && (is_kind(r, word, TOKEN_WORD) || is(r, word, "::"));
         steps++, word = previous(r, word)) {
        if (is_any(r, word, spaces))
            return;
        typed = typed || is_any(r, word, types) || vector_size(r, word);
        macro = macro || (looks_like_macro(r, word) && !find_structure(r, word));
    }
    if (typed && !macro && r->list.token[i].line == LINE_CODE)
        refuse(r, i, is(r, i, "*") ? "__msl_refused_pointer" : "__msl_refused_reference");
}

/* A local variable of a texture type that can be written (MSL 2.9), of array_ref (2.12.1), or of a structure with an
 * array of textures, which only argument buffers are (2.12). */
static void refuse_local_resource(rewriter *r, uint32_t i)
{
    static const char *const textures[] = {"texture1d",         "texture1d_array", "texture2d",
                                           "texture2d_array",   "texture3d",       "texturecube",
                                           "texturecube_array", "texture_buffer",  NULL};
    const token *t = r->list.token;
    uint32_t type = skip_qualifiers(r, i), angle = next(r, type), close = is(r, angle, "<") ? close_angle(r, angle) : 0;
    uint32_t name = close ? next(r, close) : 0;
    if (!t[i].brace || t[i].outer != t[i].brace || t[t[i].brace].scope != SCOPE_CODE || t[i].line != LINE_CODE)
        return;
    const structure *s = is_kind(r, type, TOKEN_WORD) && is_kind(r, angle, TOKEN_WORD) ? find_structure(r, type) : NULL;
    if (s && s->resource_array && !is(r, next(r, angle), "("))
        refuse(r, angle, "__msl_refused_resource_array");
    if (!close || !is_kind(r, name, TOKEN_WORD))
        return;
    uint32_t end = name;
    while (!is(r, end, ";") && !is_end(r, end))
        end = skip(r, end);
    if (is_any(r, type, textures) &&
        !is(r, next(r, name), "[")) /* its access may be a macro or a parameter of a template */
        put_after(r, end, format(r, " __MSL_LOCAL_TEXTURE(%s);", join(r, name, name + 1)));
    else if (is(r, type, "array_ref"))
        refuse(r, name, "__msl_refused_array_ref");
}

/* `sampler s(filter::linear);` without constexpr (MSL 2.10). */
static void refuse_sampler(rewriter *r, uint32_t i)
{
    uint32_t type = skip_qualifiers(r, i), name = next(r, type), open = next(r, name);
    if (!is(r, type, "sampler") || !is_kind(r, name, TOKEN_WORD) || r->list.token[i].line != LINE_CODE ||
        is(r, r->list.token[i].outer, "("))
        return;
    bool options = is(r, open, "=") && is(r, skip_qualifiers(r, next(r, open)), "sampler");
    for (uint32_t k = open; opens(r, open) && k < partner(r, open); k = next(r, k))
        options = options || is(r, k, "::");
    if (options)
        refuse(r, name, "__msl_refused_sampler");
}

/* Storage that outlives the thread: in a kernel none (MSL 5.3), in other functions constants (MSL 4). What may hide in
 * a macro is given the benefit of the doubt. */
static void refuse_static(rewriter *r, uint32_t i)
{
    static const char *const constants[] = {"constant", "constexpr", "const", NULL};
    const token *t = r->list.token;
    bool in_code = t[i].brace && t[t[i].brace].scope == SCOPE_CODE && t[i].outer == t[i].brace;
    for (uint32_t b = t[i].brace; in_code && b && t[b].scope == SCOPE_CODE; b = t[b].brace)
        if (t[b].kernel) {
            put_before(r, i, "__msl_refused_static ");
            return;
        }
    uint32_t name = 0;
    if (!in_code || t[i].line != LINE_CODE || !find_name(r, i, &name))
        return;
    for (uint32_t k = statement_start(r, i); k < name; k = next(r, k))
        if (is_any(r, k, constants) || looks_like_macro(r, k))
            return;
    put_before(r, i, "__msl_refused_local_static ");
}

/* Assembler instructions. A name for the assembler behind a declarator is left for clang. */
static void refuse_asm(rewriter *r, uint32_t i)
{
    if (starts_statement(r, i) && r->list.token[i].line == LINE_CODE && !r->list.token[i].instead)
        put_before(r, i, "__msl_refused_asm ");
}

/* Placement new names the address space of what it makes. */
static void refuse_new(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "thread", "threadgroup", NULL};
    uint32_t open = next(r, i), type = is(r, open, "(") ? skip(r, open) : 0;
    if (!type || !opens(r, open) || !is_kind(r, type, TOKEN_WORD) || r->list.token[i].line != LINE_CODE)
        return;
    if (!is_any(r, type, spaces)) {
        put_before(r, i, "__msl_refused_new ");
        return;
    }
    put_after(r, open, format(r, "__msl_place_in_%s(", join(r, type, type + 1)));
    put_before(r, partner(r, open), ")");
}

/* Marks `[…]` where an operand starts: a lambda. */
static void mark_lambda(rewriter *r, uint32_t i)
{
    static const char *const before[] = {"=", "(", ",", "return", "{", ";", "}", "?", ":", "&&", "||", NULL};
    static const char *const after[] = {"(", "{", NULL};
    if (is_any(r, previous(r, i), before) && !is_attribute(r, i) && opens(r, i) && is_any(r, skip(r, i), after))
        put_before(r, i, "__MSL_LAMBDA ");
}

/* Where `T *a = …;` declares a pointer that is not itself constant: its name, or 0. */
static uint32_t find_pointer(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", "=", NULL};
    bool pointer = false, constant = false;
    for (int steps = 0; steps < FAR && !is_any(r, i, ends); steps++, i = next(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "*"))
            pointer = true, constant = false;
        else if (is(r, i, "constant"))
            constant = true;
        else if (!is_kind(r, i, TOKEN_WORD) && !is(r, i, "::"))
            return 0;
    }
    return pointer && !constant && is_any(r, i, ends) ? previous(r, i) : 0;
}

/* A variable at program scope is constant, or a sampler. What may hide in a macro is given the benefit of the doubt. */
static void refuse_program_scope(rewriter *r, uint32_t i)
{
    static const char *const others[] = {"threadgroup", "sampler", "array",  "typedef", "using", "namespace",
                                         "template",    "enum",    "struct", "class",   "union", "friend",
                                         "operator",    "kernel",  "return", NULL};
    uint32_t name = 0;
    bool outside = at_namespace_scope(r, i) && !is(r, r->list.token[i].outer, "(");
    while (outside && is_attribute(r, i))
        i = skip(r, i);
    if (!outside || !is_kind(r, i, TOKEN_WORD))
        return;
    bool plain = find_name(r, i, &name);
    if (!plain && !(name = find_pointer(r, i)))
        return;
    if (is_attribute(r, next(r, name)) || (is(r, i, "extern") && is_kind(r, next(r, i), TOKEN_TEXT)))
        return;
    for (uint32_t k = i; k < name; k = next(r, k))
        if (is_any(r, k, others) || (plain && is(r, k, "constant")) ||
            (is_kind(r, k, TOKEN_WORD) && looks_like_macro(r, k)))
            return;
    refuse(r, name, "__msl_refused_program_scope");
}

#define REFUSALS(R)                                                                                                    \
    R(double, "'double' is not supported in Metal")                                                                    \
    R(goto, "'goto' is not supported in Metal")                                                                        \
    R(virtual, "virtual functions are not supported in Metal")                                                         \
    R(dynamic_cast, "'dynamic_cast' is not supported in Metal")                                                        \
    R(typeid, "'typeid' is not supported in Metal")                                                                    \
    R(throw, "exceptions are not supported in Metal")                                                                  \
    R(try, "exceptions are not supported in Metal")                                                                    \
    R(catch, "exceptions are not supported in Metal")                                                                  \
    R(thread_local, "'thread_local' is not supported in Metal")                                                        \
    R(register, "'register' is not supported in Metal")                                                                \
    R(__msl_refused_long_long, "'long long' is not supported in Metal")                                                \
    R(__msl_refused_long_double, "'long double' is not supported in Metal")                                            \
    R(__msl_refused_asm, "assembler instructions are not supported in Metal")                                          \
    R(__msl_refused_main, "a function cannot be named 'main' in Metal")                                                \
    R(__msl_refused_noexcept, "the 'noexcept' operator is not supported in Metal")                                     \
    R(__msl_refused_program_scope, "program scope variable must reside in constant address space")                     \
    R(__msl_refused_threadgroup_initializer, "variable in threadgroup address space cannot have an initializer")       \
    R(__msl_refused_pointer, "pointer type must have explicit address space qualifier")                                \
    R(__msl_refused_reference, "reference type must have explicit address space qualifier")                            \
    R(__msl_refused_constant_initializer, "a function constant cannot have an initializer")                            \
    R(__msl_refused_constant_without_value, "variable in constant address space must be initialized")                  \
    R(__msl_refused_new, "placement new needs the address space of the object's type in Metal")                        \
    R(__msl_refused_array_ref, "an array_ref can only be a parameter of a function that is no kernel")                 \
    R(__msl_refused_resource_array, "a local variable cannot have an array of textures or samplers as its member")     \
    R(__msl_refused_sampler, "a sampler initialized in source must be declared constexpr")                             \
    R(__msl_refused_static, "variables inside a kernel cannot be static")                                              \
    R(__msl_refused_local_static, "static variable must reside in constant address space")                             \
    R(__msl_refused_union, "an argument buffer cannot contain a union")                                                \
    R(__msl_refused_range, "a value that does not fit in 32 bits")                                                     \
    R(__msl_refused_derived, "the type of a kernel's argument cannot be a derived class")                              \
    R(__msl_refused_member, "a structure of resources as a kernel's argument can have no other members")               \
    R(__msl_refused_lambda, "lambda expressions need Metal 3.2")

#define REFUSAL_ROW(word, text) {#word, text},
const sm_refusal sm_refusals[] = {REFUSALS(REFUSAL_ROW){NULL, NULL}};

#define REFUSAL_WORD(word, text) " " #word
const char sm_source_prologue[] = "#pragma GCC poison" REFUSALS(
    REFUSAL_WORD) "\n"
                  "#if __METAL_VERSION__ < 310\n"
                  "#pragma GCC poison bfloat bfloat2 bfloat3 bfloat4 packed_bfloat2 packed_bfloat3 packed_bfloat4\n"
                  "#endif\n"
                  "#if __METAL_VERSION__ < 410\n"
                  "#pragma GCC poison new\n"
                  "#endif\n"
                  "#line 1 \"" SM_SOURCE_NAME "\"\n";

/* ---- The table */

static const struct rule {
    const char *word;
    void (*apply)(rewriter *r, uint32_t i);
} rules[] = {
    {"[", rewrite_attributes},
    {"{", note_brace},
    {"{", rewrite_braces},
    {"+=", rewrite_compound},
    {"-=", rewrite_compound},
    {"*=", rewrite_compound},
    {"/=", rewrite_compound},
    {"%=", rewrite_compound},
    {"&=", rewrite_compound},
    {"|=", rewrite_compound},
    {"^=", rewrite_compound},
    {".", rewrite_swizzle},
    {"->", rewrite_swizzle},
    {"++", rewrite_step},
    {"--", rewrite_step},
    {"?", rewrite_conditional},
    {"kernel", rewrite_kernel},
    {"threadgroup", rewrite_threadgroup},
    {"constant", rewrite_constant},
    {"thread", rewrite_thread},
    {"struct", rewrite_class},
    {"class", rewrite_class},
    {"union", rewrite_class},
    {"namespace", note_namespace},
    {"extern", note_namespace},
    {"template", rewrite_template},
    {"using", note_alias},
    {"typedef", note_alias},
    {"is_function_constant_defined", rewrite_defined},
    {"coherent", rewrite_coherent},
    {"METAL", rewrite_pragma},
    {"STDC", rewrite_pragma},
    {"_Pragma", rewrite_pragma_operator},
    {"long", refuse_long_long},
    {"main", refuse_main},
    {"noexcept", refuse_noexcept},
    {"alignas", align_enumeration},
    {"new", refuse_new},
    {"asm", refuse_asm},
    {"__asm", refuse_asm},
    {"__asm__", refuse_asm},
    {"static", refuse_static},
    {"*", refuse_unqualified},
    {"&", refuse_unqualified},
    {"[", mark_lambda},
};

static void rewrite_all(rewriter *r)
{
    for (uint32_t i = 1; i + 1 < r->list.count && !r->failed; i++) {
        const token *t = &r->list.token[i];
        if (t->kind == TOKEN_NUMBER && (t->line == LINE_CODE || t->line == LINE_DEFINE))
            rewrite_number(r, i);
    }
    for (uint32_t i = 1; i + 1 < r->list.count && !r->failed; i++) {
        const token *t = &r->list.token[i];
        if (t->kind == TOKEN_SPACE || t->line == LINE_OTHER || t->instead)
            continue;
        if (starts_statement(r, i)) {
            refuse_program_scope(r, i);
            refuse_local_resource(r, i);
            refuse_sampler(r, i);
        }
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            if (is(r, i, rules[k].word))
                rules[k].apply(r, i);
        if (r->math_macros)
            rewrite_math_macro(r, i);
    }
}

/* ---- Printing */

typedef struct printer {
    char *text;
    size_t size;
} printer;

/* Counts only while there is no text to print to. */
static void print(printer *p, const char *text, size_t size)
{
    if (p->text && size)
        memcpy(p->text + p->size, text, size);
    p->size += size;
}

static void print_all(const token_list *list, printer *p, uint32_t *printed)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const token *t = &list->token[i];
        if (t->before)
            print(p, t->before, strlen(t->before));
        if (printed)
            printed[i] = (uint32_t)p->size;
        if (t->instead)
            print(p, t->instead, strlen(t->instead));
        else
            print(p, list->source + t->start, t->size);
        for (uint32_t n = 0; t->instead && n < t->size; n++)
            if (list->source[t->start + n] == '\n')
                print(p, "\n", 1);
        if (t->after)
            print(p, t->after, strlen(t->after));
    }
}

static bool print_source(sm_source *source)
{
    printer p = {0};
    print_all(&source->list, &p, NULL);
    if (p.size > UINT32_MAX)
        return false;
    source->text = malloc(p.size + 1);
    source->printed = malloc(source->list.count * sizeof *source->printed);
    if (!source->text || !source->printed)
        return false;
    p = (printer){.text = source->text};
    print_all(&source->list, &p, source->printed);
    source->text[source->size = p.size] = 0;
    return true;
}

/* Fills in the columns where blocks of other math end. */
static void place_math_blocks(const rewriter *r, sm_source *source)
{
    for (const math_block *block = r->math_block; block; block = block->next) {
        size_t end = source->printed[block->close], start = end;
        while (start && source->text[start - 1] != '\n')
            start--;
        char *place = strstr(source->text + source->printed[block->pragma], MATH_COLUMN), column[16];
        if (place && snprintf(column, sizeof column, "%08zu", end - start + 1) == sizeof MATH_COLUMN - 1)
            memcpy(place, column, sizeof MATH_COLUMN - 1);
    }
}

static void say(char **log, const char *text)
{
    if (log && (*log = malloc(strlen(text) + 1)))
        strcpy(*log, text);
}

sm_source *sm_source_create(const char *text, size_t size, char **log)
{
    if (log)
        *log = NULL;
    sm_source *source = calloc(1, sizeof *source);
    rewriter r = {.math_pending = {'-', '-', NULL}};
    bool ok = source && size <= TOKEN_MAX_SOURCE && token_list_create(&r.list, text, size);
    if (ok) {
        rewrite_all(&r);
        source->list = r.list;
        ok = !r.failed && print_source(source);
        source->math_pragmas = r.math_pragmas;
        if (ok)
            place_math_blocks(&r, source);
    }
    while (r.math_block) {
        math_block *block = r.math_block;
        r.math_block = block->next;
        free(block);
    }
    while (r.kept) {
        struct kept *k = r.kept;
        r.kept = k->next;
        free(k);
    }
    if (ok)
        return source;
    say(log, size > TOKEN_MAX_SOURCE ? SM_SOURCE_NAME ":1:1: error: the program is larger than 64 MB"
                                     : SM_SOURCE_NAME ":1:1: error: out of memory while reading the program");
    sm_source_destroy(source);
    return NULL;
}

void sm_source_destroy(sm_source *source)
{
    if (!source)
        return;
    token_list_destroy(&source->list);
    free(source->printed);
    free(source->text);
    free(source);
}

const char *sm_source_text(const sm_source *source)
{
    return source->text;
}
size_t sm_source_size(const sm_source *source)
{
    return source->size;
}
bool sm_source_has_math_pragmas(const sm_source *source)
{
    return source->math_pragmas;
}

char *sm_rewrite(const char *source, size_t size, char **log)
{
    sm_source *rewritten = sm_source_create(source, size, log);
    if (!rewritten)
        return NULL;
    char *text = rewritten->text;
    rewritten->text = NULL;
    sm_source_destroy(rewritten);
    return text;
}
