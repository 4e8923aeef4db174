/* operands.c: edits programs so that an operand comes another way. Only reads are edited that stand as `NAME[…]`, or as
 * `NAME` where that is a reference; a program that does anything else with NAME is left alone, and says why. Where a
 * program is a template, its operand's type is that of the instance the case dispatches; other instances go on reading
 * the buffer. */
#include "operands.h"
#include "../../base/text.h"
#include "../internal.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *operand_kind_name(operand_kind kind)
{
    static const char *const names[OPERANDS_KINDS] = {NULL, "literal", "constant", "uniform", "helper", "bytes"};
    return kind < OPERANDS_KINDS ? names[kind] : NULL;
}

size_t operand_words(assay_type type, size_t count, const void *elements, uint32_t words[OPERAND_MOST_WORDS])
{
    size_t made = 0, size = assay_scalar_size(type.scalar), each = size == 8 ? 2 : 1;
    for (size_t k = 0; k < count * type.lanes && made + each <= OPERAND_MOST_WORDS; k++) {
        uint64_t bits =
            scalar_load(type.scalar, (const char *)elements + k / type.lanes * type.stride + k % type.lanes * size);
        words[made++] = (uint32_t)bits;
        if (size == 8)
            words[made++] = (uint32_t)(bits >> 32);
    }
    return made;
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

/* What is put in place of reads. */
typedef struct operand {
    const char *name;
    assay_type type;
    size_t count; /* elements that are one object, of a type that the program names; 1: one element of `type` */
    char object[64];
    bool packed, whole;
    const void *content;
} operand;

static void add_type(text *out, const operand *it)
{
    if (it->count > 1) {
        text_add(out, it->object);
        return;
    }
    text_format(out, "%s%s", it->packed ? "packed_" : "", assay_scalar_name(it->type.scalar));
    if (it->type.lanes > 1)
        text_format(out, "%u", (unsigned)it->type.lanes);
}

static void add_element(text *out, const operand *it, size_t n, bool constant)
{
    size_t size = assay_scalar_size(it->type.scalar), lanes = it->type.lanes;
    operand one = *it;
    one.count = 1;
    if (lanes > 1) {
        add_type(out, &one);
        text_add(out, "(");
    }
    for (size_t lane = 0; lane < lanes; lane++) {
        text_add(out, lane ? ", " : "");
        add_scalar(out, it->type.scalar,
                   scalar_load(it->type.scalar, (const char *)it->content + n * it->type.stride + lane * size),
                   constant, (n * lanes + lane) * (size == 8 ? 2 : 1));
    }
    text_add(out, lanes > 1 ? ")" : "");
}

/* A matrix is made of its columns. */
static void add_value(text *out, const operand *it, bool constant)
{
    if (it->count == 1) {
        add_element(out, it, 0, constant);
        return;
    }
    add_type(out, it);
    for (size_t n = 0; n < it->count; n++) {
        text_add(out, n ? ", " : "(");
        add_element(out, it, n, constant);
    }
    text_add(out, ")");
}

/* ---- Reads */

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
    return !text_in_name(left) && left != ')' && left != ']' && left != '&';
}

typedef enum { USE_DECLARED, USE_READ, USE_MEMBER, USE_OTHER } use;

/* What the program does with the name that ends at `end`. */
static use use_of(const char *source, const char *name, const char *end)
{
    char previous = before(source, name);
    const char *next = text_past_space(end);
    if (previous == '.' || (previous == '>' && name > source + 1 && name[-1] == '>' && name[-2] == '-'))
        return USE_MEMBER;
    if (previous == '*' && (strncmp(next, "[[", 2) == 0 || *next == ')' || *next == ','))
        return USE_DECLARED; /* an expression `*NAME)` does not compile once NAME[…] is edited, or stays as it is */
    if (*next != '[' || strncmp(next, "[[", 2) == 0 || (previous == '&' && is_unary(source, name)))
        return USE_OTHER;
    const char *behind = past_bracket(next);
    behind = behind ? text_past_space(behind) : NULL;
    return behind && !(*behind == '=' && behind[1] != '=') ? USE_READ : USE_OTHER;
}

static bool is_word(const char *begin, const char *end, const char *word)
{
    return (size_t)(end - begin) == strlen(word) && memcmp(begin, word, (size_t)(end - begin)) == 0;
}

/* Whether a word stands before `at` that may be a type: what follows it is a declaration. */
static bool follows_type(const char *source, const char *at)
{
    const char *end = at, *begin;
    while (end > source && isspace((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > source && text_in_name(begin[-1]);)
        begin--;
    return begin < end && !is_word(begin, end, "return") && !is_word(begin, end, "case") &&
           !is_word(begin, end, "else");
}

/* The same of a reference. A declaration is written `TYPE &NAME`. */
static use use_of_reference(const char *source, const char *name, const char *end)
{
    char previous = before(source, name);
    const char *next = text_past_space(end);
    if (previous == '.' || (previous == '>' && name > source + 1 && name[-1] == '>' && name[-2] == '-'))
        return USE_MEMBER;
    if (name > source && name[-1] == '&' && name[-2] != '&')
        return before(source, name - 1) == '>' || follows_type(source, name - 1) ? USE_DECLARED : USE_OTHER;
    if (strncmp(next, "[[", 2) == 0 || *next == '(' || (*next == '=' && next[1] != '=') || follows_type(source, name))
        return USE_OTHER;
    return USE_READ;
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
static void edit(text *out, const char *source, const char *end, const operand *it, const char *instead,
                 bool keep_index, size_t uses[USE_OTHER + 1])
{
    const char *name = it->name;
    size_t length = strlen(name);
    for (const char *at = source; at < end;) {
        const char *past = past_comment(at);
        if (past > at) {
            at = past;
            continue;
        }
        if (!text_is_name(source, at, name, length)) {
            text_bytes(out, at++, 1);
            continue;
        }
        use what = it->whole ? use_of_reference(source, at, at + length) : use_of(source, at, at + length);
        uses[what]++;
        if (what != USE_READ || it->whole) {
            if (what == USE_READ)
                text_add(out, instead);
            else
                text_bytes(out, at, length);
            at += length;
            continue;
        }
        const char *open = text_past_space(at + length), *close = past_bracket(open);
        text_add(out, instead);
        if (keep_index) {
            text_add(out, ", ");
            edit(out, open + 1, close - 1, it, instead, keep_index, uses);
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

/* Whether NAME is declared somewhere as a pointer, or a reference, to the type that the header names. */
static bool is_declared_as(const char *source, const char *type, char sign, const char *name)
{
    text wanted = {0};
    text_format(&wanted, " %s %c%s", type, sign, name);
    bool found = strstr(source, text_string(&wanted)) != NULL;
    text_free(&wanted);
    return found;
}

/* Where the first parameter `SPACE TYPE *NAME` or `&NAME` begins, after which bytes its type does, and its end; false
 * if there is none in one of these spaces. */
static bool find_parameter(const char *source, const char *name, char sign, const char **begin, const char **type,
                           const char **end)
{
    static const char *const spaces[] = {"device const ", "constant "};
    text wanted = {0};
    text_format(&wanted, " %c%s", sign, name);
    const char *at = source, *found = NULL;
    size_t length = strlen(text_string(&wanted));
    while ((at = strstr(at, text_string(&wanted))) && text_in_name(at[length]))
        at += length;
    const char *first = at; /* of the parameter, or of its list */
    while (first && first > source && !strchr("();{}", first[-1]))
        first--;
    for (const char *back = at; at && !found && back > first; back--)
        for (size_t i = 0; !found && i < sizeof spaces / sizeof *spaces; i++)
            if (strncmp(back - 1, spaces[i], strlen(spaces[i])) == 0 &&
                (back - 1 == first || !text_in_name(back[-2]))) {
                found = back - 1;
                *type = found + strlen(spaces[i]);
            }
    text_free(&wanted);
    *begin = found;
    *end = at;
    return found != NULL;
}

bool operand_is_whole(const case_instance *instance, size_t argument)
{
    const case_argument *input = &instance->arguments[argument];
    const char *begin, *type, *end;
    return input->kind == ARGUMENT_BYTES || (!find_parameter(instance->source, input->name, '*', &begin, &type, &end) &&
                                             find_parameter(instance->source, input->name, '&', &begin, &type, &end));
}

/* A function that gives the operand, from wherever it lies. Parameters of a case are macros of the program: E and I may
 * be among them. */
static void add_function(text *out, const operand *it, const char *attribute, const char *body)
{
    static const char *const spaces[] = {"device", "constant"};
    for (size_t i = 0; i < 2; i++)
        text_format(out,
                    "template <typename ASSAY_E> %sstatic ASSAY_E assay_operand(%s const ASSAY_E %cfrom)\n{\n    %s}\n",
                    attribute, spaces[i], it->whole ? '&' : '*', body);
}

/* What the program needs in front: declarations of function constants, and functions that give the operand. */
static void add_prologue(text *out, const operand *it, operand_kind kind, bool is_template)
{
    uint32_t words[OPERAND_MOST_WORDS];
    size_t count = operand_words(it->type, it->count, it->content, words);
    for (size_t i = 0; kind == OPERANDS_CONSTANT && i < count; i++)
        text_format(out, "constant uint assay_word_%zu [[function_constant(%zu)]];\n", i, OPERAND_FIRST_CONSTANT + i);
    if (kind == OPERANDS_UNIFORM)
        add_function(out, it, "",
                     it->whole ? "uniform<ASSAY_E> value = make_uniform(from);\n    return value;\n"
                               : "uniform<ASSAY_E> value = make_uniform(from[0]);\n    return value;\n");
    if (kind == OPERANDS_HELPER && it->whole)
        add_function(out, it, "__attribute__((noinline)) ", "return from;\n");
    else if (kind == OPERANDS_HELPER)
        for (size_t i = 0; i < 2; i++)
            text_format(out,
                        "template <typename ASSAY_E, typename ASSAY_I>\n"
                        "__attribute__((noinline)) static ASSAY_E assay_operand(%s const ASSAY_E *from, ASSAY_I i)\n"
                        "{\n    return from[i];\n}\n",
                        i ? "constant" : "device");
    if (!is_template || it->whole || kind == OPERANDS_UNIFORM || kind == OPERANDS_HELPER || kind == OPERANDS_BYTES)
        return;
    add_function(out, it, "", "return from[0];\n");
    text_add(out, "static ");
    add_type(out, it);
    text_add(out, " assay_operand(device const ");
    add_type(out, it);
    text_add(out, " *)\n{\n    return ");
    add_value(out, it, kind == OPERANDS_CONSTANT);
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

/* The type that the program gives a reference, where it is no scalar or vector of the header's. */
static bool read_object(const char *source, operand *it)
{
    const char *begin, *type, *end;
    if (!find_parameter(source, it->name, '&', &begin, &type, &end) || (size_t)(end - type) >= sizeof it->object)
        return false;
    memcpy(it->object, type, (size_t)(end - type));
    it->object[end - type] = 0;
    text structure = {0};
    text_format(&structure, "struct %s", it->object);
    bool own = strstr(source, text_string(&structure)) != NULL;
    text_free(&structure);
    return !own && strchr(it->object, '\n') == NULL;
}

/* The type that the header names; a parameter stands for its value. */
static const char *type_of(const case_instance *instance, const declared_argument *as)
{
    for (size_t i = 0; i < instance->macro_count; i++)
        if (strcmp(instance->macros[i].name, as->type) == 0)
            return instance->macros[i].value;
    return as->type;
}

static bool lies_in_constant_space(const char *source, const char *name)
{
    const char *begin, *type, *end;
    return find_parameter(source, name, '*', &begin, &type, &end) && strncmp(begin, "constant", 8) == 0;
}

static const char *obstacle(const case_instance *instance, const case_argument *argument, operand_kind kind,
                            const char *source, operand *it)
{
    const declared_argument *as = declared(instance->of->file, argument->name);
    size_t size = assay_scalar_size(argument->type.scalar) * argument->type.lanes;
    bool bytes = argument->kind == ARGUMENT_BYTES;
    if (argument->role != ROLE_IN || (argument->kind != ARGUMENT_BUFFER && !bytes) || !as || *as->type == '{' ||
        (!bytes && !argument->count) || argument->member_count)
        return "it is no input of scalars or vectors";
    if (bytes && kind == OPERANDS_BYTES)
        return "it comes by setBytes";
    if (!it->whole && kind == OPERANDS_BYTES && lies_in_constant_space(source, argument->name))
        return "it lies in the constant address space";
    it->packed = strncmp(type_of(instance, as), "packed", 6) == 0 ||
                 (argument->type.lanes == 3 && argument->type.stride == size);
    if (it->packed && is_template(source))
        return "its type is packed, and the program a template";
    if (kind != OPERANDS_HELPER && !it->whole && has_twin(instance, argument))
        return "another argument has to hold the same";
    if (case_file_generates(instance->of->file))
        return "the program is generated";
    if (!strstr(source, "using namespace metal;"))
        return "the program names the library otherwise";
    if (it->whole && (is_template(source) || (it->count > 1 && (!read_object(source, it) || it->count > 4))))
        return "the kernel declares it under another type or name";
    if ((it->packed || (it->whole && it->count > 1)) && kind == OPERANDS_UNIFORM)
        return "a uniform holds a scalar or a vector";
    return (it->whole && it->count > 1) || (is_template(source) && kind != OPERANDS_BYTES) ||
                   is_declared_as(source, as->type, it->whole ? '&' : '*', argument->name)
               ? NULL
               : "the kernel declares it under another type or name";
}

/* Puts the operand into the constant address space: `device const TYPE *NAME` becomes `constant TYPE &NAME`. NULL if it
 * is declared elsewhere, too. */
static char *in_constant_space(const char *source, const operand *it)
{
    text out = {0};
    char sign = it->whole ? '&' : '*';
    const char *begin, *type, *end, *again;
    bool good = find_parameter(source, it->name, sign, &begin, &type, &end);
    if (good) {
        text_bytes(&out, source, (size_t)(begin - source));
        text_add(&out, "constant ");
        text_bytes(&out, type, (size_t)(end - type));
        text_add(&out, " &");
        again = end + 2;
        good = !find_parameter(again, it->name, sign, &begin, &type, &end);
        text_add(&out, again);
    }
    if (good && !out.failed)
        return out.data;
    text_free(&out);
    return NULL;
}

/* The part of the program behind the marker, edited. NULL: it does more with the operand than read it. */
static char *edited(const operand *it, operand_kind kind, const char *rest, bool call, const char **why)
{
    size_t uses[USE_OTHER + 1] = {0};
    bool index = kind == OPERANDS_HELPER && !it->whole;
    text instead = {0}, out = {0};
    if (kind == OPERANDS_BYTES) {
        text_add(&instead, it->name);
    } else if (call) {
        text_format(&instead, index ? "assay_operand(%s" : "assay_operand(%s)", it->name);
    } else { /* in parentheses: `T x(int(word))` declares a function */
        text_add(&instead, "(");
        add_value(&instead, it, kind == OPERANDS_CONSTANT);
        text_add(&instead, ")");
    }
    edit(&out, rest, rest + strlen(rest), it, text_string(&instead), index, uses);
    text_free(&instead);
    if (uses[USE_OTHER] || uses[USE_MEMBER] || !uses[USE_READ] || !uses[USE_DECLARED])
        *why =
            uses[USE_READ] ? "the program does more with it than read elements" : "the program reads no element of it";
    else if (it->whole && uses[USE_DECLARED] > 1)
        *why = "the kernel passes it on";
    char *moved = *why || out.failed ? NULL : kind == OPERANDS_BYTES ? in_constant_space(out.data, it) : out.data;
    if (!*why && !moved)
        *why = "it is more than a parameter of the kernel";
    if (moved != out.data)
        text_free(&out);
    return moved;
}

char *operand_program(const case_instance *instance, const char *source, size_t argument, operand_kind kind,
                      const void *content, const char **why)
{
    static const char marker[] = "using namespace metal;";
    const case_argument *input = &instance->arguments[argument];
    bool generic = is_template(source), call = generic || kind == OPERANDS_UNIFORM || kind == OPERANDS_HELPER;
    operand it = {.name = input->name, .type = input->type, .count = 1, .content = content};
    it.whole = operand_is_whole(instance, argument);
    if (it.whole && input->kind == ARGUMENT_BUFFER)
        it.count = input->count;
    text out = {0};
    *why = obstacle(instance, input, kind, source, &it);
    if (*why)
        return NULL;
    const char *rest = strstr(source, marker) + sizeof marker - 1;
    char *body = edited(&it, kind, rest, call, why);
    if (!body)
        return NULL;
    text_bytes(&out, source, (size_t)(rest - source));
    text_add(&out, kind == OPERANDS_UNIFORM ? "\n#include <metal_uniform>\n" : "\n");
    add_prologue(&out, &it, kind, generic);
    text_add(&out, body);
    free(body);
    if (!out.failed)
        return out.data;
    text_free(&out);
    return NULL;
}
