/* operands.c: edits programs so that an operand comes another way. Only reads are edited that stand as `NAME[…]`; a
 * program that does anything else with NAME is left alone, and says why. Where a program is a template, its operand's
 * type is that of the instance the case dispatches; other instances go on reading the buffer. */
#include "operands.h"
#include "../../base/text.h"
#include "../internal.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *operand_kind_name(operand_kind kind)
{
    static const char *const names[OPERANDS_KINDS] = {NULL, "literal", "constant", "uniform", "helper"};
    return kind < OPERANDS_KINDS ? names[kind] : NULL;
}

size_t operand_words(assay_type type, const void *element, uint32_t words[OPERAND_MOST_WORDS])
{
    size_t count = 0, size = assay_scalar_size(type.scalar);
    for (size_t lane = 0; lane < type.lanes; lane++) {
        uint64_t bits = scalar_load(type.scalar, (const char *)element + lane * size);
        words[count++] = (uint32_t)bits;
        if (size == 8)
            words[count++] = (uint32_t)(bits >> 32);
    }
    return count;
}

bool operand_is_free(const case_argument *argument)
{
    static const char *const alone[] = {"random",   "normal", "integers", "iota",    "zeros", "ones",
                                        "constant", "values", "special",  "crossed", "bits",  "whole_numbers"};
    size_t length = argument->generator ? strcspn(argument->generator, "( ") : 0;
    for (size_t i = 0; length && i < sizeof alone / sizeof *alone; i++)
        if (strlen(alone[i]) == length && memcmp(argument->generator, alone[i], length) == 0)
            return true;
    return false;
}

/* ---- Values */

/* A scalar as the program has it, from its bits: written out, or of words of function constants from `word` on. */
static void add_scalar(text *out, assay_scalar scalar, uint64_t bits, bool constant, size_t word)
{
    const char *name = assay_scalar_name(scalar);
    size_t size = assay_scalar_size(scalar);
    text from = {0};
    if (constant && size == 8)
        text_format(&from, "(ulong(assay_word_%zu) << 32 | ulong(assay_word_%zu))", word + 1, word);
    else if (constant)
        text_format(&from, "assay_word_%zu", word);
    else
        text_format(&from, size == 8 ? "0x%llxul" : "0x%llxu", (unsigned long long)bits);
    const char *value = text_string(&from);
    if (scalar == SCALAR_BOOL)
        text_format(out, "(%s != 0)", value);
    else if (assay_scalar_is_float(scalar))
        text_format(out, size == 2 ? "as_type<%s>(ushort(%s))" : "as_type<%s>(%s)", name, value);
    else if (constant) /* `char(word)` might declare a parameter */
        text_format(out, "static_cast<%s>(%s)", name, value);
    else if (!assay_scalar_is_signed(scalar))
        text_format(out, "%s(%s)", name, value);
    else if (bits >> (8 * size - 1) & 1) /* -1 - x, as the most negative number cannot be written */
        text_format(out, "%s(-1%s - 0x%llx%s)", name, size == 8 ? "l" : "",
                    (unsigned long long)(~bits & (~0ull >> (64 - 8 * size))), size == 8 ? "l" : "");
    else
        text_format(out, "%s(0x%llx%s)", name, (unsigned long long)bits, size == 8 ? "l" : "");
    text_free(&from);
}

static void add_type(text *out, assay_type type)
{
    text_add(out, assay_scalar_name(type.scalar));
    if (type.lanes > 1)
        text_format(out, "%u", (unsigned)type.lanes);
}

static void add_value(text *out, assay_type type, const void *element, bool constant)
{
    size_t size = assay_scalar_size(type.scalar);
    if (type.lanes > 1) {
        add_type(out, type);
        text_add(out, "(");
    }
    for (size_t lane = 0; lane < type.lanes; lane++) {
        text_add(out, lane ? ", " : "");
        add_scalar(out, type.scalar, scalar_load(type.scalar, (const char *)element + lane * size), constant,
                   lane * (size == 8 ? 2 : 1));
    }
    text_add(out, type.lanes > 1 ? ")" : "");
}

/* ---- Reads */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *past_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* The first character before `at` that is not blank, or 0. */
static char before(const char *begin, const char *at)
{
    while (at > begin && isspace((unsigned char)at[-1]))
        at--;
    return at > begin ? at[-1] : 0;
}

/* Behind the bracket that closes the one at `at`, or NULL. */
static const char *past_bracket(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '[';
        depth -= *at == ']';
        if (!depth)
            return at + 1;
    }
    return NULL;
}

/* Whether `&` or `*` before `at` stands in front of it alone: an address or what is there, not an operator. */
static bool is_unary(const char *begin, const char *at)
{
    while (at > begin && isspace((unsigned char)at[-1]))
        at--;
    char left = at > begin ? before(begin, at - 1) : 0;
    return !in_word(left) && left != ')' && left != ']' && left != '&';
}

typedef enum { USE_DECLARED, USE_READ, USE_MEMBER, USE_OTHER } use;

/* What the program does with the name that ends at `end`. */
static use use_of(const char *source, const char *name, const char *end)
{
    char previous = before(source, name);
    const char *next = past_blanks(end);
    if (previous == '.' || (previous == '>' && name > source + 1 && name[-1] == '>' && name[-2] == '-'))
        return USE_MEMBER;
    if (previous == '*' && (strncmp(next, "[[", 2) == 0 || *next == ')' || *next == ','))
        return USE_DECLARED; /* an expression `*NAME)` does not compile once NAME[…] is edited, or stays as it is */
    if (*next != '[' || strncmp(next, "[[", 2) == 0 || (previous == '&' && is_unary(source, name)))
        return USE_OTHER;
    const char *behind = past_bracket(next);
    behind = behind ? past_blanks(behind) : NULL;
    return behind && !(*behind == '=' && behind[1] != '=') ? USE_READ : USE_OTHER;
}

static const char *past_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    return at;
}

/* Copies [source, end) with its reads edited; `inner` reads stand inside the brackets of others. Counts what it finds.
 */
static void edit(text *out, const char *source, const char *end, const char *name, const char *instead, bool keep_index,
                 size_t uses[USE_OTHER + 1])
{
    size_t length = strlen(name);
    for (const char *at = source; at < end;) {
        const char *past = past_comment(at);
        if (past > at) {
            at = past;
            continue;
        }
        bool begins = in_word(*at) && (at == source || !in_word(at[-1]));
        if (!begins || strncmp(at, name, length) != 0 || in_word(at[length])) {
            text_bytes(out, at++, 1);
            continue;
        }
        use what = use_of(source, at, at + length);
        uses[what]++;
        if (what != USE_READ) {
            text_bytes(out, at, length);
            at += length;
            continue;
        }
        const char *open = past_blanks(at + length), *close = past_bracket(open);
        text_add(out, instead);
        if (keep_index) {
            text_add(out, ", ");
            edit(out, open + 1, close - 1, name, instead, keep_index, uses);
            text_add(out, ")");
        }
        at = close;
    }
}

/* ---- Programs */

static const declared_argument *declared(const case_file *file, const char *name)
{
    for (size_t i = 0; i < file->argument_count; i++)
        if (strcmp(file->arguments[i].name, name) == 0)
            return &file->arguments[i];
    return NULL;
}

static bool is_template(const char *source)
{
    return strstr(source, "template") != NULL;
}

/* Whether NAME is declared everywhere as a pointer to the type that the header names. */
static bool is_declared_as(const char *source, const char *type, const char *name)
{
    text wanted = {0};
    text_format(&wanted, " %s *%s", type, name);
    bool found = strstr(source, text_string(&wanted)) != NULL;
    text_free(&wanted);
    return found;
}

/* What the program needs in front: declarations of function constants, and functions that give the operand. */
static void add_prologue(text *out, assay_type type, operand_kind kind, const void *element, bool is_template)
{
    uint32_t words[OPERAND_MOST_WORDS];
    size_t count = operand_words(type, element, words);
    for (size_t i = 0; kind == OPERANDS_CONSTANT && i < count; i++)
        text_format(out, "constant uint assay_word_%zu [[function_constant(%zu)]];\n", i, OPERAND_FIRST_CONSTANT + i);
    if (kind == OPERANDS_UNIFORM)
        text_add(out, "template <typename E> static E assay_operand(device const E *from)\n"
                      "{\n    uniform<E> value = make_uniform(from[0]);\n    return value;\n}\n");
    if (kind == OPERANDS_HELPER)
        text_add(out, "template <typename E, typename I>\n"
                      "__attribute__((noinline)) static E assay_operand(device const E *from, I i)\n"
                      "{\n    return from[i];\n}\n");
    if (!is_template || kind == OPERANDS_UNIFORM || kind == OPERANDS_HELPER)
        return;
    text_add(out,
             "template <typename E> static E assay_operand(device const E *from)\n{\n    return from[0];\n}\nstatic ");
    add_type(out, type);
    text_add(out, " assay_operand(device const ");
    add_type(out, type);
    text_add(out, " *)\n{\n    return ");
    add_value(out, type, element, kind == OPERANDS_CONSTANT);
    text_add(out, ";\n}\n");
}

/* Whether another argument has to hold the same: it is made in the same way, and not at random by its name. */
static bool has_twin(const case_instance *instance, const case_argument *argument)
{
    static const char *const by_name[] = {"random", "normal", "integers", "special", "bits"};
    const char *generator = argument->generator;
    for (size_t i = 0; generator && i < sizeof by_name / sizeof *by_name; i++)
        if (strncmp(generator, by_name[i], strlen(by_name[i])) == 0)
            generator = NULL;
    for (size_t i = 0; generator && i < instance->argument_count; i++) {
        const case_argument *other = &instance->arguments[i];
        if (other != argument && other->generator && strcmp(other->generator, generator) == 0)
            return true;
    }
    return false;
}

static const char *obstacle(const case_instance *instance, const case_argument *argument, operand_kind kind,
                            const char *source)
{
    const declared_argument *as = declared(instance->of->file, argument->name);
    size_t size = assay_scalar_size(argument->type.scalar) * argument->type.lanes;
    if (argument->role != ROLE_IN || argument->kind != ARGUMENT_BUFFER || !argument->count || !as || *as->type == '{')
        return "it is no input buffer of scalars or vectors";
    if (strncmp(as->type, "packed", 6) == 0 || (argument->type.lanes == 3 && argument->type.stride == size))
        return "its type is packed";
    if (kind != OPERANDS_HELPER && has_twin(instance, argument))
        return "another argument has to hold the same";
    if (case_file_generates(instance->of->file))
        return "the program is generated";
    if (!strstr(source, "using namespace metal;"))
        return "the program names the library otherwise";
    return is_template(source) || is_declared_as(source, as->type, argument->name)
               ? NULL
               : "the kernel declares it under another type or name";
}

char *operand_program(const case_instance *instance, const char *source, size_t argument, operand_kind kind,
                      const void *element, const char **why)
{
    static const char marker[] = "using namespace metal;";
    const case_argument *input = &instance->arguments[argument];
    bool generic = is_template(source), call = generic || kind == OPERANDS_UNIFORM || kind == OPERANDS_HELPER;
    size_t uses[USE_OTHER + 1] = {0};
    text instead = {0}, out = {0};
    *why = obstacle(instance, input, kind, source);
    if (*why)
        return NULL;
    if (call) {
        text_format(&instead, kind == OPERANDS_HELPER ? "assay_operand(%s" : "assay_operand(%s)", input->name);
    } else { /* in parentheses: `T x(int(word))` declares a function */
        text_add(&instead, "(");
        add_value(&instead, input->type, element, kind == OPERANDS_CONSTANT);
        text_add(&instead, ")");
    }
    const char *rest = strstr(source, marker) + sizeof marker - 1;
    text_bytes(&out, source, (size_t)(rest - source));
    text_add(&out, kind == OPERANDS_UNIFORM ? "\n#include <metal_uniform>\n" : "\n");
    add_prologue(&out, input->type, kind, element, generic);
    edit(&out, rest, rest + strlen(rest), input->name, text_string(&instead), kind == OPERANDS_HELPER, uses);
    text_free(&instead);
    if (uses[USE_OTHER] || uses[USE_MEMBER] || !uses[USE_READ] || !uses[USE_DECLARED])
        *why =
            uses[USE_READ] ? "the program does more with it than read elements" : "the program reads no element of it";
    if (!*why && !out.failed)
        return out.data;
    text_free(&out);
    return NULL;
}
