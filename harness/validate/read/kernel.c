/* kernel.c: looks through a kernel file for its kernels and for what it says about itself.
 *
 * The reader knows just enough of C++ to cut a parameter list: brackets, attributes, template arguments. Whatever it
 * cannot tell, the user can (`--map`, `-D`), and the compiler has the last word anyway. */
#include "kernel.h"
#include "../../base/text.h"
#include "../../case/expression.h"
#include "../../base/file.h"
#include "../../case/internal.h"
#include "text/flatten.h"
#include "text/macros.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scanner {
    kernel_source *to;
    const char *code; /* comments blanked out */
    assay_error *error;
} scanner;

static arena *memory_of(scanner *s)
{
    return &s->to->memory;
}

/* Where a #line says this place stands. */
static int line_of(const scanner *s, const char *at)
{
    int line = 1;
    for (const char *p = s->code; p < at; p += strcspn(p, "\n") + 1) {
        if (sscanf(p, "#line %d", &line) == 1)
            continue;
        const char *end = p + strcspn(p, "\n");
        if (at <= end)
            return line;
        line++;
    }
    return line;
}

/* The bracket that closes the one at `open`; NULL if none does. */
static const char *closing(const char *open)
{
    const char *closers = *open == '(' ? "()" : *open == '[' ? "[]" : *open == '<' ? "<>" : "{}";
    int depth = 0;
    for (const char *p = open; *p; p++) {
        depth += *p == closers[0];
        depth -= *p == closers[1];
        if (!depth)
            return p;
    }
    return NULL;
}

/* ---- Parameters */

/* Value of a `#define NAME 3` or enumerator `NAME = 3`, or the number itself; -1 if it cannot be told. */
static int number_of(const scanner *s, const char *text)
{
    char *end;
    long value = strtol(text, &end, 0);
    if (end != text)
        return (int)value;
    size_t length = identifier_length(text);
    for (const char *p = length ? strstr(s->code, text) : NULL; p; p = strstr(p + 1, text)) {
        const char *after = text_past_space(p + length);
        if (!text_is_name(s->code, p, text, length))
            continue;
        if (*after == '=')
            after = text_past_space(after + 1);
        value = strtol(after, &end, 0);
        if (end != after)
            return (int)value;
    }
    return -1;
}

static const char *trimmed(scanner *s, const char *from, const char *to)
{
    from = text_past_space(from);
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return to > from ? arena_text(memory_of(s), from, (size_t)(to - from)) : "";
}

/* `buffer(3)` and its like; sets kind and index. */
static void attribute(scanner *s, const char *text, kernel_parameter *to, bool *builtin)
{
    static const struct {
        const char *word;
        parameter_kind kind;
    } tables[] = {{"buffer", PARAMETER_BUFFER}, {"texture", PARAMETER_TEXTURE}, {"threadgroup", PARAMETER_THREADGROUP}};
    for (size_t i = 0; i < 3; i++) {
        const char *at = strstr(text, tables[i].word), *open = at ? at + strlen(tables[i].word) : NULL;
        if (!at || (at > text && text_in_name(at[-1])) || *(open = text_past_space(open)) != '(')
            continue;
        const char *close = closing(open);
        to->kind = tables[i].kind;
        to->index = close ? number_of(s, trimmed(s, open + 1, close)) : -1;
        *builtin = false;
        return;
    }
    *builtin = true;
}

static bool qualifier(const char *word)
{
    static const char *const words[] = {"const", "volatile", "restrict", "__restrict", "struct", "thread", "metal"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

typedef struct declarator {
    bool device, constant, threadgroup, pointer, reference, is_const;
} declarator;

/* Words and marks of a parameter without its attributes; the last word is its name. */
static declarator words_of(scanner *s, const char *text, kernel_parameter *to)
{
    declarator d = {0};
    const char *type = "", *last = "";
    for (const char *p = text; *p;) {
        size_t length = 0;
        while (text_in_name(p[length]))
            length++;
        if (!length) {
            const char *close = *p == '<' ? closing(p) : NULL;
            d.pointer |= *p == '*' || *p == '[';
            d.reference |= *p == '&';
            if (close)
                last = arena_format(memory_of(s), "%s%.*s", last, (int)(close - p + 1), p);
            p = close ? close + 1 : p + 1;
            continue;
        }
        const char *word = arena_text(memory_of(s), p, length);
        p += length;
        d.device |= strcmp(word, "device") == 0;
        d.constant |= strcmp(word, "constant") == 0;
        d.threadgroup |= strcmp(word, "threadgroup") == 0;
        d.is_const |= strcmp(word, "const") == 0;
        if (strcmp(word, "device") == 0 || strcmp(word, "constant") == 0 || strcmp(word, "threadgroup") == 0 ||
            qualifier(word) || isdigit((unsigned char)*word))
            continue;
        if (*last)
            type = *type ? arena_format(memory_of(s), "%s %s", type, last) : last;
        last = word;
    }
    to->type = *type ? type : last;
    to->name = *type ? last : "";
    return d;
}

/* `tensor<device T, …>`: a buffer of its elements, bound as a tensor. */
static void of_tensor(scanner *s, kernel_parameter *to)
{
    kernel_parameter element;
    const char *from = to->type + strlen("tensor<"), *end = from + strcspn(from, ",>");
    declarator d = words_of(s, trimmed(s, from, end), &element);
    to->kind = PARAMETER_BUFFER;
    to->tensor = true;
    to->writable = !d.constant && !d.is_const;
    to->type = element.type;
}

static void parameter(scanner *s, const char *text, kernel_parameter *to)
{
    char *plain = arena_text(memory_of(s), text, strlen(text));
    bool builtin = false, attributed = false;
    *to = (kernel_parameter){.index = -1};
    for (char *open; (open = strstr(plain, "[["));) {
        char *close = strstr(open, "]]");
        if (!close)
            break;
        attribute(s, trimmed(s, open + 2, close), to, &builtin);
        attributed = true;
        to->builtin = builtin ? trimmed(s, open + 2, close) : NULL;
        memset(open, ' ', (size_t)(close + 2 - open));
    }
    declarator d = words_of(s, plain, to);
    to->writable = !d.constant && !d.is_const;
    if (attributed && builtin)
        to->kind = PARAMETER_OTHER;
    else if (strncmp(to->type, "texture", 7) == 0)
        to->kind = PARAMETER_TEXTURE, to->writable = strstr(to->type, "write") != NULL;
    else if (strncmp(to->type, "tensor<", 7) == 0)
        of_tensor(s, to);
    else if (d.threadgroup)
        to->kind = PARAMETER_THREADGROUP;
    else if (d.device || d.constant)
        to->kind =
            d.pointer || !d.reference || strncmp(to->type, "atomic", 6) == 0 ? PARAMETER_BUFFER : PARAMETER_VALUE;
    else
        to->kind = PARAMETER_OTHER;
}

static int table_of(parameter_kind kind)
{
    return kind == PARAMETER_BUFFER || kind == PARAMETER_VALUE ? 0 : (int)kind;
}

/* Parameters without a place get the first free one of their table, as Metal's compiler does it. */
static void place_rest(kernel_function *function)
{
    for (size_t i = 0; i < function->parameter_count; i++) {
        kernel_parameter *p = &function->parameters[i];
        if (p->kind == PARAMETER_OTHER || p->index >= 0)
            continue;
        for (bool taken = true; taken;) {
            p->index++;
            taken = false;
            for (size_t j = 0; j < function->parameter_count; j++)
                taken |= j != i && function->parameters[j].index == p->index &&
                         table_of(function->parameters[j].kind) == table_of(p->kind);
        }
    }
}

static void parameters(scanner *s, const char *open, const char *close, kernel_function *to)
{
    const char *from = open + 1;
    int depth = 0;
    for (const char *p = from; p <= close; p++) {
        depth += strchr("(<[{", *p) != NULL;
        depth -= p < close && strchr(")>]}", *p) != NULL;
        if (depth > 0 || (*p != ',' && p != close))
            continue;
        const char *text = trimmed(s, from, p);
        if (*text && strcmp(text, "void") != 0) {
            kernel_parameter *one = ARENA_PUSH(memory_of(s), to->parameters, to->parameter_count);
            parameter(s, text, one);
            one->line = line_of(s, text_past_space(from));
        }
        from = p + 1;
    }
    place_rest(to);
}

/* ---- Kernels */

/* The front of the statement or declaration that `at` stands in. */
static const char *statement(const scanner *s, const char *at)
{
    while (at > s->code && !strchr(";}{", at[-1]))
        at--;
    return at;
}

/* The text in quotes of `host_name("…")` between two places, or NULL. */
static const char *host_name(scanner *s, const char *from, const char *to)
{
    const char *at = strstr(from, "host_name");
    const char *open = at && at < to ? strchr(at, '"') : NULL;
    const char *name = NULL;
    while (open && open < to && *open == '"') { /* neighbours are one: "sum_" "float" */
        const char *close = strchr(open + 1, '"');
        if (!close)
            return NULL;
        name = arena_format(memory_of(s), "%s%.*s", name ? name : "", (int)(close - open - 1), open + 1);
        open = text_past_space(close + 1);
    }
    return name;
}

/* The names in `template <typename T, int N>`, as words without text. */
static size_t template_names(scanner *s, const char *from, const char *to, kernel_word **names)
{
    size_t count = 0;
    const char *at = strstr(from, "template"), *open = at && at < to ? strchr(at, '<') : NULL;
    const char *close = open && open < to ? closing(open) : NULL;
    *names = NULL;
    for (const char *p = close ? open + 1 : NULL; p && p < close;) {
        size_t length = strcspn(p, ",=>");
        const char *end = p + length;
        while (end > p && !text_in_name(end[-1]))
            end--;
        const char *start = end;
        while (start > p && text_in_name(start[-1]))
            start--;
        *ARENA_PUSH(memory_of(s), *names, count) = (kernel_word){trimmed(s, start, end), NULL};
        p += strcspn(p, ",>");
        p += p < close;
    }
    return count;
}

static kernel_function *find(kernel_source *to, const char *name)
{
    for (size_t i = 0; i < to->function_count; i++)
        if (strcmp(to->functions[i].name, name) == 0)
            return &to->functions[i];
    return NULL;
}

/* `template [[host_name("f")]] kernel void base<float>(…);` */
static void instantiation(scanner *s, const char *host, const char *base, const char *arguments)
{
    kernel_function *of = find(s->to, base);
    if (!of || !host)
        return;
    kernel_function copy = *of;
    kernel_word *types = arena_take(memory_of(s), copy.type_count + 1, sizeof *types);
    const char *p = arguments;
    for (size_t i = 0; i < copy.type_count; i++) {
        size_t length = strcspn(p, ",>");
        types[i] = (kernel_word){of->types[i].name, trimmed(s, p, p + length)};
        p += length + (p[length] == ',');
    }
    copy.name = host;
    copy.types = types;
    *ARENA_PUSH(memory_of(s), s->to->functions, s->to->function_count) = copy;
}

/* From the word `kernel` on. */
static void kernel_at(scanner *s, const char *at)
{
    const char *begin = statement(s, at), *p = at, *name = NULL, *arguments = "";
    size_t name_length = 0;
    while (*p && *p != '(' && *p != ';' && *p != '{') {
        if (p[0] == '[' || p[0] == '<') {
            const char *close = closing(p);
            if (!close)
                return;
            if (*p == '<')
                arguments = trimmed(s, p + 1, close);
            p = close + 1;
        } else if (text_in_name(*p)) {
            for (name = p, name_length = 0; text_in_name(p[name_length]);)
                name_length++;
            p += name_length;
            if ((name_length == 13 && strncmp(name, "__attribute__", 13) == 0) ||
                (name_length == 8 && strncmp(name, "decltype", 8) == 0)) {
                const char *open = strchr(p, '('), *close = open ? closing(open) : NULL;
                p = close ? close + 1 : p;
                name = NULL;
            }
        } else {
            p++;
        }
    }
    const char *close = *p == '(' ? closing(p) : NULL;
    bool by_type = *p == ';' && *arguments; /* `kernel decltype(f<float>) f<float>;` */
    if ((!close && !by_type) || !name)
        return;
    const char *own = arena_text(memory_of(s), name, name_length), *host = host_name(s, begin, p);
    if (*arguments) {
        instantiation(s, host, own, arguments);
        return;
    }
    if (*text_past_space(close + 1) == ';')
        return; /* a declaration */
    kernel_function *to = ARENA_PUSH(memory_of(s), s->to->functions, s->to->function_count);
    kernel_word *types;
    *to = (kernel_function){.name = host ? host : own, .line = line_of(s, name)};
    to->type_count = template_names(s, begin, at, &types);
    to->types = types;
    const char *body = text_past_space(close + 1), *end = *body == '{' ? closing(body) : NULL;
    to->head = begin;
    to->body = body;
    to->body_length = end ? (size_t)(end - body) : 0;
    parameters(s, p, close, to);
}

/* `constant uint width [[function_constant(3)]];` */
static void constant_at(scanner *s, const char *at)
{
    const char *begin = statement(s, at), *open = strchr(at, '(');
    kernel_parameter parsed = {0};
    const char *brackets = at;
    while (brackets > begin && *brackets != '[')
        brackets--;
    words_of(s, trimmed(s, begin, brackets > begin ? brackets - 1 : brackets), &parsed);
    *ARENA_PUSH(memory_of(s), s->to->constants, s->to->constant_count) =
        (kernel_constant){.name = parsed.name,
                          .type = parsed.type,
                          .index = open ? (unsigned)number_of(s, trimmed(s, open + 1, strchr(open, ')'))) : 0};
}

static bool word_at(const scanner *s, const char *at, const char *word)
{
    return text_is_name(s->code, at, word, strlen(word));
}

/* Behind the `]]` of `[[kernel, max_total_threads_per_threadgroup(64)]]`, if the word before `at` stands in there. */
static const char *behind_attributes(const scanner *s, const char *at)
{
    const char *open = at, *end = strstr(at, "]]");
    while (open > s->code && !strchr(";{}[]", open[-1]))
        open--;
    return open > s->code && open[-1] == '[' && end ? end + 2 : at;
}

static void scan(scanner *s)
{
    for (const char *p = s->code; *p; p++) {
        if (word_at(s, p, "kernel"))
            kernel_at(s, behind_attributes(s, p + 6));
        else if (word_at(s, p, "function_constant"))
            constant_at(s, p);
    }
    /* Templates that are only instantiated have no name of their own for the host. */
    size_t kept = 0;
    for (size_t i = 0; i < s->to->function_count; i++) {
        kernel_function *one = &s->to->functions[i];
        if (!one->type_count || one->types[0].text)
            s->to->functions[kept++] = *one;
    }
    s->to->function_count = kept;
}

/* ---- The module's face */

static directive_source directives_of(kernel_source *source)
{
    return (directive_source){&source->memory, source->path, &source->says};
}

bool kernel_direct(kernel_source *source, const char *key, const char *value, int line, assay_error *error)
{
    directive_source to = directives_of(source);
    return directives_add(&to, key, value, line, error);
}

/* The text with the n-th mutant's edit made; NULL with a sentence. */
static const char *mutated(kernel_source *to, const char *path, size_t n, assay_error *error)
{
    kernel_mutant *mutants;
    size_t count;
    case_file file = {.path = to->path, .source = to->text};
    if (!directives_mutants(path, &to->memory, &mutants, &count, error))
        return NULL;
    if (n > count)
        return assay_fail(error, path, 0, "has %zu lines `//! mutant:`, and no %zu-th", count, n), NULL;
    file.code = body_code(&file);
    const char *rest, *text = body_edit(&file, mutants[n - 1].edit, mutants[n - 1].line, &rest, error);
    text = text ? arena_text(&to->memory, text, strlen(text)) : NULL;
    arena_free(&file.memory);
    return text;
}

kernel_source *kernel_read(const char *path, const char *const *include, size_t mutant, assay_error *error)
{
    kernel_source *to = calloc(1, sizeof *to);
    size_t size;
    if (!to) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    to->path = arena_text(&to->memory, path, strlen(path));
    const char *raw = file_text(&to->memory, path, 4 << 20, &size, error);
    if (raw)
        to->text = flatten(path, include, &to->memory, error);
    if (to->text && mutant)
        to->text = mutated(to, path, mutant, error);
    directive_source header = directives_of(to);
    if (!to->text || !directives_read(&header, raw, error)) {
        kernel_destroy(to);
        return NULL;
    }
    case_file file = {.path = to->path, .source = to->text};
    to->code = macros_expand(body_code(&file), &to->memory);
    scanner s = {.to = to, .code = to->code, .error = error};
    scan(&s);
    arena_free(&file.memory);
    if (to->function_count)
        return to;
    assay_fail(error, path, 0, "has no kernel: a function `kernel void name(…)` is expected%s",
               strstr(to->text, "kernel") ? "" : "; a body for mx.fast.metal_kernel needs --mlx");
    kernel_destroy(to);
    return NULL;
}

void kernel_destroy(kernel_source *source)
{
    if (source)
        arena_free(&source->memory);
    free(source);
}

const kernel_function *kernel_function_named(const kernel_source *source, const char *name)
{
    return find((kernel_source *)source, name);
}

bool kernel_uses(const kernel_source *source, const char *word)
{
    case_file file = {.path = source->path, .source = source->text};
    bool uses = code_has_word(body_code(&file), word);
    arena_free(&file.memory);
    return uses;
}

/* ---- Objects in memory that nothing names */

static bool has_word(const char *from, const char *to, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = from; p + length <= to; p++)
        if (text_is_name(from, p, word, length))
            return true;
    return false;
}

/* Whether the declaration from `from`, whose parameters are in brackets at `open`, returns `thread T &` or `thread T *`
 * of an object of unnamed memory; its name then begins at *name. */
static bool returns_thread(const char *from, const char *open, const char **name)
{
    const char *p = open, *close = closing(open);
    while (p > from && isspace((unsigned char)p[-1]))
        p--;
    const char *end = p;
    while (p > from && text_in_name(p[-1]))
        p--;
    *name = p;
    while (p > from && isspace((unsigned char)p[-1]))
        p--;
    bool pointing = p > from && (p[-1] == '&' || p[-1] == '*') && end > *name;
    if (!pointing || !close || !has_word(from, p, "thread") || has_word(from, p, "static"))
        return false;
    const char *after = close + 1 + strcspn(close + 1, "{;");
    return *after && !has_word(close + 1, after, "thread");
}

/* The same of the members between the brackets of a class. */
static const char *member_of_generic(const char *open, const char *close)
{
    const char *from = open + 1, *name;
    for (const char *p = from; p < close; p++) {
        if (*p == ';' || *p == '}' || *p == ':')
            from = p + 1;
        if (*p == '(' && returns_thread(from, p, &name))
            return name;
        const char *end = strchr("({[", *p) ? closing(p) : NULL;
        if (end)
            p = end;
        if (end && *end == '}')
            from = end + 1;
    }
    return NULL;
}

int kernel_generic_this(const kernel_source *source, char *name, size_t size)
{
    case_file file = {.path = source->path, .source = source->text};
    scanner s = {.code = body_code(&file)};
    int line = 0;
    for (const char *p = s.code; *p && !line; p++) {
        bool is_class = word_at(&s, p, "struct") || word_at(&s, p, "class");
        const char *open = is_class ? p + strcspn(p, "{;()=") : NULL;
        const char *close = open && *open == '{' ? closing(open) : NULL;
        const char *member = close ? member_of_generic(open, close) : NULL;
        if (!member)
            continue;
        size_t length = 0;
        while (text_in_name(member[length]))
            length++;
        snprintf(name, size, "%.*s", (int)length, member);
        line = line_of(&s, member);
    }
    arena_free(&file.memory);
    return line;
}

/* ---- Types */

static const char *other_spelling(const char *type)
{
    static const char *const pairs[][2] = {
        {"int64_t", "long"},      {"uint64_t", "ulong"},   {"int32_t", "int"},       {"uint32_t", "uint"},
        {"int16_t", "short"},     {"uint16_t", "ushort"},  {"int8_t", "char"},       {"uint8_t", "uchar"},
        {"size_t", "ulong"},      {"ptrdiff_t", "long"},   {"unsigned", "uint"},     {"unsigned int", "uint"},
        {"bfloat16_t", "bfloat"}, {"float16_t", "half"},   {"float32_t", "float"},   {"atomic_float", "float"},
        {"atomic_int", "int"},    {"atomic_uint", "uint"}, {"atomic_ulong", "ulong"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], type) == 0)
            return pairs[i][1];
    return type;
}

static const char *without_atomic(kernel_source *source, const char *type)
{
    size_t length = strlen(type);
    bool atomic = length > 8 && strncmp(type, "atomic<", 7) == 0 && type[length - 1] == '>';
    return atomic ? arena_text(&source->memory, type + 7, length - 8) : type;
}

/* `packed_float4` and `vec<float, 4>` are made of floats. */
static const char *component_of(const char *type, char *buffer, size_t size)
{
    if (strncmp(type, "packed_", 7) == 0)
        type += 7;
    if (strncmp(type, "vec<", 4) == 0)
        snprintf(buffer, size, "%.*s", (int)strcspn(type + 4, ", "), type + 4);
    else
        snprintf(buffer, size, "%s", type);
    size_t length = strlen(buffer);
    if (length && strchr("234", buffer[length - 1]) && !strchr(buffer, '_') && strncmp(buffer, "vec", 3) != 0)
        buffer[length - 1] = 0;
    return buffer;
}

static const char *resolve(const kernel_source *source, const kernel_function *function, const char *word)
{
    for (size_t i = 0; i < function->type_count; i++)
        if (strcmp(function->types[i].name, word) == 0 && function->types[i].text)
            return function->types[i].text;
    for (size_t i = source->says.macro_count; i-- > 0;)
        if (strcmp(source->says.macros[i].name, word) == 0)
            return source->says.macros[i].text;
    return word;
}

const char *kernel_scalar(const kernel_source *source, const kernel_function *function, const char *written,
                          const char *type)
{
    char buffer[64];
    const char *word = resolve(source, function, without_atomic((kernel_source *)source, written));
    static const char *const scalars[] = {"bool", "char", "uchar", "short", "ushort", "int",
                                          "uint", "long", "ulong", "half",  "bfloat", "float"};
    if (strcmp(word, "T") == 0)
        return type;
    word = other_spelling(component_of(other_spelling(word), buffer, sizeof buffer));
    if (strcmp(word, "T") == 0)
        return type;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strcmp(scalars[i], word) == 0)
            return scalars[i];
    return NULL;
}

unsigned kernel_lanes(const kernel_source *source, const kernel_function *function, const char *written)
{
    const char *word = resolve(source, function, without_atomic((kernel_source *)source, written));
    size_t length = strlen(word);
    if (strncmp(word, "vec<", 4) == 0) {
        const char *comma = strchr(word, ',');
        return comma ? (unsigned)strtoul(comma + 1, NULL, 10) : 1;
    }
    bool vector = length > 1 && strchr("234", word[length - 1]) && isalpha((unsigned char)word[length - 2]);
    return vector ? (unsigned)(word[length - 1] - '0') : 1;
}
