/* intent.c: reads declarations and casts in a body as text. Whatever is not plainly one number or one word is not
 * told. */
#include "intent.h"
#include "../../../base/text.h"
#include "../../../case/expression.h"
#include "intent_text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 8, MOST_SIDE = 32, MOST_THREADS = 1024 };

static arena *memory_of(const kernel_source *source)
{
    return &((kernel_source *)source)->memory;
}

/* ---- Numbers */

/* What `#define NAME text` or `NAME = text;` makes of a name; macros of the command line come first. */
static const char *definition(const kernel_source *source, const char *name, size_t length)
{
    for (size_t i = source->says.macro_count; i-- > 0;)
        if (strlen(source->says.macros[i].name) == length && !strncmp(source->says.macros[i].name, name, length))
            return source->says.macros[i].text;
    for (const char *p = source->code; (p = strchr(p, *name)); p++) {
        if (!text_is_name(source->code, p, name, length))
            continue;
        const char *before = p;
        while (before > source->code && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        bool macro = before - source->code >= 6 && before < p && strncmp(before - 6, "define", 6) == 0;
        const char *after = p + length + strspn(p + length, " \t");
        if (macro)
            return arena_text(memory_of(source), after, strcspn(after, "\n"));
        if (*after == '=' && after[1] != '=')
            return arena_text(memory_of(source), after + 1, strcspn(after + 1, ",;}"));
    }
    return NULL;
}

static bool resolved(const kernel_source *source, const char *expression, size_t size, int nested, text *out)
{
    size_t length;
    bool identifier;
    for (const char *at = expression; at < expression + size; at += length) {
        length = token_length(at, &identifier);
        const char *meaning = identifier && nested < MOST_NESTED ? definition(source, at, length) : NULL;
        if (identifier && !meaning)
            return false;
        text_add(out, meaning ? "(" : "");
        if (meaning && !resolved(source, meaning, strlen(meaning), nested + 1, out))
            return false;
        if (meaning)
            text_add(out, ")");
        else
            text_bytes(out, at, length);
    }
    return true;
}

unsigned intent_number(const kernel_source *source, const char *expression, size_t size)
{
    text out = {0};
    expression_scope scope = {.file = source->path};
    expression_value value;
    assay_error error;
    bool told = resolved(source, expression, size, 0, &out) && !out.failed &&
                expression_evaluate(text_string(&out), out.length, &scope, &value, &error) && !value.real &&
                value.integer > 0 && value.integer < 1 << 20;
    text_free(&out);
    return told ? (unsigned)value.integer : 0;
}

/* ---- Arrays */

bool intent_array_at(const kernel_source *source, const char **at, intent_dimensions *to)
{
    const char *p = *at, *name = NULL;
    size_t length = 0;
    while (*p && *p != '[' && *p != ';' && *p != '(' && *p != '=' && *p != ',' && *p != '*') {
        if (!text_in_name(*p)) {
            p++;
            continue;
        }
        for (name = p; text_in_name(*p);)
            p++;
        length = (size_t)(p - name);
    }
    *at = p;
    *to = (intent_dimensions){0};
    to->open = to->close = p;
    for (; name && *p == '[' && to->dimensions < 3; p = text_past_space(p + 1)) {
        const char *open = p + 1;
        p = open + strcspn(open, "]");
        if (!*p)
            return false;
        to->close = p + 1;
        to->size[to->dimensions++] = intent_number(source, open, (size_t)(p - open));
    }
    to->name = name ? arena_text(memory_of(source), name, length) : NULL;
    return to->dimensions > 0;
}

const char *intent_next_word(const char *from, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = from; p + length <= end; p++)
        if (text_is_name(from - 1, p, word, length))
            return p;
    return NULL;
}

/* What closes the bracket at `open`, or NULL. */
static const char *closing(const char *open, const char *end)
{
    int depth = 0;
    for (const char *p = open; p < end; p++) {
        depth += (*p == '(' || *p == '{') - (*p == ')' || *p == '}');
        if (!depth)
            return p;
    }
    return NULL;
}

/* `thread < NUMBER` in a condition, of at most `most`. */
static bool is_limited(const kernel_source *source, const char *condition, const char *end, const char *thread,
                       unsigned most)
{
    const char *p = intent_next_word(condition, end, thread), *below = p ? text_past_space(p + strlen(thread)) : NULL;
    if (!below || *below != '<' || below[1] == '=')
        return false;
    size_t length = strcspn(below + 1, "&|");
    length = below + 1 + length < end ? length : (size_t)(end - below - 1);
    unsigned limit = intent_number(source, below + 1, length);
    return limit && limit <= most;
}

/* Whether an `if (thread < 32)` is around this place. */
static bool is_guarded(const kernel_source *source, const kernel_function *f, const char *at, const char *thread,
                       unsigned size)
{
    const char *end = f->body + f->body_length;
    for (const char *p = f->body; (p = intent_next_word(p, at, "if")); p++) {
        const char *open = text_past_space(p + 2), *close = *open == '(' ? closing(open, end) : NULL;
        const char *then = close ? text_past_space(close + 1) : NULL;
        const char *over = then && *then == '{' ? closing(then, end) : then ? then + strcspn(then, ";") : NULL;
        if (over && at > close && at < over && is_limited(source, open + 1, close, thread, size))
            return true;
    }
    return false;
}

/* Whether `name[thread]`, or `name[…][thread]`, stands in the body, with nothing else in the last brackets, where all
 * threads may come. */
static bool is_indexed_by(const kernel_source *source, const kernel_function *f, const intent_dimensions *one,
                          const char *thread)
{
    const char *end = f->body + f->body_length;
    for (const char *p = f->body; (p = intent_next_word(p, end, one->name)); p++) {
        const char *open = text_past_space(p + strlen(one->name));
        for (unsigned i = 1; i < one->dimensions && *open == '['; i++)
            open = text_past_space(open + strcspn(open, "]") + 1);
        const char *index = *open == '[' ? text_past_space(open + 1) : NULL;
        if (index && strncmp(index, thread, strlen(thread)) == 0 && *text_past_space(index + strlen(thread)) == ']' &&
            !is_guarded(source, f, p, thread, one->size[one->dimensions - 1]))
            return true;
    }
    return false;
}

static const char *thread_parameter(const kernel_function *f, size_t i)
{
    const char *is = f->parameters[i].builtin;
    bool counts =
        is && (strcmp(is, "thread_position_in_threadgroup") == 0 || strcmp(is, "thread_index_in_threadgroup") == 0);
    return counts ? f->parameters[i].name : NULL;
}

static const char *group_parameter(const kernel_function *f, size_t i)
{
    const char *is = f->parameters[i].builtin;
    return is && strcmp(is, "simdgroup_index_in_threadgroup") == 0 ? f->parameters[i].name : NULL;
}

/* How many threads an array has room for that they, or their SIMD-groups, index by their number; 0: any number. Where
 * an array has an odd number of places for SIMD-groups, that may be the mistake. */
static intent_array room_of(const kernel_source *source, const kernel_function *function, const intent_dimensions *one)
{
    enum { LANES = 32 };
    unsigned places = one->size[one->dimensions - 1];
    for (size_t i = 0; i < function->parameter_count && places; i++) {
        const char *thread = thread_parameter(function, i), *group = group_parameter(function, i);
        if (thread && is_indexed_by(source, function, one, thread))
            return (intent_array){one->name, places, false};
        if (group && !(places & (places - 1)) && is_indexed_by(source, function, one, group))
            return (intent_array){one->name, LANES * places, true};
    }
    return (intent_array){0};
}

intent_array intent_tile(const kernel_source *source, const kernel_function *function)
{
    intent_array tile = {0};
    const char *end = function->body + function->body_length;
    for (const char *p = function->body; p && (p = intent_next_word(p, end, "threadgroup"));) {
        intent_dimensions one;
        p += strlen("threadgroup");
        /* 18 is 16 with a border */
        bool side = intent_array_at(source, &p, &one) && one.dimensions == 2 && !(one.size[0] & (one.size[0] - 1));
        if (!side || !one.size[0] || one.size[0] > MOST_SIDE || one.size[1] < one.size[0] ||
            one.size[1] > one.size[0] + 4)
            continue;
        if (tile.name && tile.size != one.size[0])
            return (intent_array){0};
        tile = (intent_array){one.name, one.size[0], false};
    }
    return tile;
}

intent_array intent_most_threads(const kernel_source *source, const kernel_function *function)
{
    intent_array found = {0};
    const char *end = function->body + function->body_length;
    for (const char *p = function->body; p && (p = intent_next_word(p, end, "threadgroup"));) {
        intent_dimensions one;
        p += strlen("threadgroup");
        if (!intent_array_at(source, &p, &one))
            continue;
        intent_array room = room_of(source, function, &one);
        if (room.size && (!found.size || room.size < found.size))
            found = room;
    }
    return found;
}

/* ---- Loops */

/* The parameter tells how many threads there are, of whatever. */
static bool tells_threads(const kernel_parameter *p)
{
    static const char *const words[] = {"threads_per_", "dispatch_threads_per_", "simdgroups_per_",
                                        "dispatch_simdgroups_per_", "quadgroups_per_"};
    bool found = false;
    for (size_t i = 0; p->builtin && i < sizeof words / sizeof *words; i++)
        found |= strncmp(p->builtin, words[i], strlen(words[i])) == 0;
    return found && strcmp(p->builtin, "threads_per_simdgroup") != 0;
}

bool intent_is_told(const kernel_function *function)
{
    bool told = false;
    for (size_t i = 0; i < function->parameter_count; i++)
        told |= tells_threads(&function->parameters[i]);
    return told;
}

/* `for (… = thread; …; … += NUMBER)`: the number, 0 if it is another loop or no number. What the loop begins with may
 * be converted, but not computed. */
static unsigned step_of(const kernel_source *source, const char *open, const char *close, const char *thread)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_(). ";
    const char *equals = open + strcspn(open, "=;"), *first = *equals == '=' ? equals + 1 : NULL;
    const char *begins = first ? first + strspn(first, plain) : NULL;
    const char *here = begins && *begins == ';' ? intent_next_word(first, begins, thread) : NULL;
    const char *second = here && strncmp(here + strlen(thread), ".y", 2) != 0 ? strchr(begins + 1, ';') : NULL;
    const char *plus = second ? strstr(second, "+=") : NULL;
    return plus && plus < close ? intent_number(source, plus + 2, (size_t)(close - plus - 2)) : 0;
}

unsigned intent_step(const kernel_source *source, const kernel_function *function)
{
    const char *end = function->body + function->body_length;
    unsigned found = 0;
    if (intent_is_told(function))
        return 0;
    for (const char *p = function->body; (p = intent_next_word(p, end, "for")); p++) {
        const char *open = text_past_space(p + strlen("for")), *close = *open == '(' ? closing(open, end) : NULL;
        for (size_t i = 0; close && i < function->parameter_count; i++) {
            const char *thread = thread_parameter(function, i);
            unsigned step = thread ? step_of(source, open, close, thread) : 0;
            if (step && found && step != found)
                return 0;
            found = step ? step : found;
        }
    }
    return found <= MOST_THREADS ? found : 0;
}

/* ---- Casts */

static bool is_address_space(const char *word, size_t length)
{
    static const char *const words[] = {"device", "constant", "const", "volatile", "threadgroup"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* The type before the `*` that closes a cast at `close`, which is its `)`. */
static const char *cast_type(const kernel_source *source, const kernel_function *f, const char *close)
{
    const char *p = close, *open;
    while (p > f->body && isspace((unsigned char)p[-1]))
        p--;
    if (p == f->body || p[-1] != '*')
        return NULL;
    for (open = p; open > f->body && *open != '(' && *open != ';';)
        open--;
    for (p = open + 1; p < close;) {
        size_t length = 0;
        while (text_in_name(p[length]))
            length++;
        if (length && !is_address_space(p, length))
            return arena_text(memory_of(source), p, length);
        p += length ? length : 1;
    }
    return NULL;
}

const char *intent_cast(const kernel_source *source, const kernel_function *function, const char *parameter)
{
    const char *end = function->body + function->body_length;
    for (const char *p = function->body; *parameter && (p = intent_next_word(p, end, parameter)); p++) {
        const char *before = p;
        while (before > function->body && (isspace((unsigned char)before[-1]) || before[-1] == '('))
            before--;
        if (before == function->body || before[-1] != ')')
            continue;
        const char *type = cast_type(source, function, before - 1);
        if (type)
            return type;
    }
    return NULL;
}

/* ---- Structs */

/* The `{` of `struct NAME {…}` or `typedef struct {…} NAME;`, or NULL. */
static const char *struct_body(const kernel_source *source, const char *name)
{
    size_t length = strlen(name);
    const char *end = source->code + strlen(source->code);
    for (const char *p = source->code + 1; (p = intent_next_word(p, end, "struct")); p++) {
        const char *own = text_past_space(p + strlen("struct")), *open = own + strcspn(own, "{;()");
        const char *close = *open == '{' ? strchr(open, '}') : NULL, *after = close ? text_past_space(close + 1) : NULL;
        if (close && ((strncmp(own, name, length) == 0 && !text_in_name(own[length])) ||
                      (strncmp(after, name, length) == 0 && !text_in_name(after[length]))))
            return open;
    }
    return NULL;
}

const char *intent_members(const kernel_source *source, const kernel_function *function, const char *type)
{
    const char *open = struct_body(source, type), *close = open ? strchr(open, '}') : NULL;
    const char *list = "";
    for (const char *p = open ? text_past_space(open + 1) : NULL; p && p < close; p = text_past_space(p + 1)) {
        const char *end = p + strcspn(p, ";}"), *name = end;
        while (name > p && isspace((unsigned char)name[-1]))
            name--;
        const char *stop = name;
        while (name > p && text_in_name(name[-1]))
            name--;
        const char *written = arena_text(memory_of(source), p, (size_t)(name - p));
        size_t length = strlen(written);
        while (length && isspace((unsigned char)written[length - 1]))
            length--;
        const char *scalar = kernel_scalar(source, function, arena_text(memory_of(source), written, length), "T");
        if (*end != ';' || name == stop || !scalar || kernel_lanes(source, function, written) > 1)
            return NULL;
        list =
            arena_format(memory_of(source), "%s%s%s %.*s", list, *list ? ", " : "", scalar, (int)(stop - name), name);
        p = end;
    }
    return *list ? arena_format(memory_of(source), "{%s}", list) : NULL;
}

bool intent_uses_simd(const kernel_source *source)
{
    for (const char *at = source->code; (at = strstr(at, "simd")); at++) {
        const char *line = at;
        while (line > source->code && line[-1] != '\n')
            line--;
        if (strncmp(line + strspn(line, " #"), "include", strlen("include")) != 0)
            return true;
    }
    return false;
}
