/* walk.c: turns MSL into C++ for OpenCL without moving a line.
 *
 * The source is cut into tokens (token.h). A table says which token starts which rule; a rule looks at the neighbours
 * and notes what to print before, after or instead of tokens. Blanks, comments and line ends are always printed, so
 * lines stay where they are. What no rule knows is copied. */
#include "rewrite.h"
#include "source.h"
#include "rewriter.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table */

static const struct rule {
    const char *word;
    void (*apply)(rewriter *r, uint32_t i);
} rules[] = {
    {"[", rewrite_attributes},
    {"{", note_brace},
    {"{", rewrite_braces},
    {"{", scope_destructors},
    {"=", rewrite_assignment},
    {"+=", rewrite_compound},
    {"-=", rewrite_compound},
    {"*=", rewrite_compound},
    {"/=", rewrite_compound},
    {"%=", rewrite_compound},
    {"&=", rewrite_compound},
    {"|=", rewrite_compound},
    {"^=", rewrite_compound},
    {"::", rewrite_outside},
    {".", rewrite_swizzle},
    {"->", rewrite_swizzle},
    {"++", rewrite_step},
    {"--", rewrite_step},
    {"?", rewrite_conditional},
    {"kernel", rewrite_kernel},
    {"threadgroup", rewrite_threadgroup},
    {"constant", rewrite_constant},
    {"constant", note_reference},
    {"device", note_reference},
    {"threadgroup", note_reference},
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
    {"decltype", rewrite_decltype},
    {"tensor_inline", note_own_tensors},
    {"tensor_ops", note_own_tensors},
    {"cooperative_tensor", note_own_tensors},
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
    {"ext_vector_type", note_long_vector},
    {"[", mark_lambda},
    {"[", rewrite_subscript},
};

static void rewrite_all(rewriter *r)
{
    note_spaces(r);
    note_attribute_macros(r);
    rename_double(r);
    note_destructors(r);
    for (uint32_t i = 1; i + 1 < r->list.count && !r->failed; i++) {
        const token *t = &r->list.token[i];
        if (t->kind == TOKEN_NUMBER && (t->line == LINE_CODE || t->line == LINE_DEFINE))
            rewrite_number(r, i);
        if (is(r, i, "new") && t->line != LINE_OTHER)
            note_placement(r, i);
    }
    for (uint32_t i = 1; i + 1 < r->list.count && !r->failed; i++) {
        const token *t = &r->list.token[i];
        if (t->kind == TOKEN_SPACE || t->line == LINE_OTHER || t->instead)
            continue;
        if (starts_statement(r, i)) {
            refuse_program_scope(r, i);
            refuse_local_resource(r, i);
            refuse_sampler(r, i);
            refuse_label(r, i);
            refuse_variable(r, i);
        }
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            if (is(r, i, rules[k].word))
                rules[k].apply(r, i);
        if (r->long_vectors)
            rewrite_long_vector(r, i);
        if (r->math_macros)
            rewrite_math_macro(r, i);
    }
    prefer_references(r);
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
        source->instantiates = r.instantiates;
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
bool sm_source_instantiates(const sm_source *source)
{
    return source->instantiates;
}
