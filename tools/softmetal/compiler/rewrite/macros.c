/* macros.c: macros that stand for words of the language. Where a program has `#define GLOBAL device`, GLOBAL is read as
 * `device`; where it has `#define double float`, `double` gets another name, as it is refused by that one. */
#include "rewriter.h"

enum { MAX_SPACES = 32 };
static const char *const address_spaces[] = {"device", "constant", "threadgroup", "thread", NULL};

typedef struct space_macro {
    uint32_t name, space; /* space: 0 if the program defines it as several things */
    bool foreign, empty;  /* there is a definition for another compiler; one of nothing */
} space_macro;

static space_macro *find_macro(const rewriter *r, space_macro *macro, uint32_t count, uint32_t word)
{
    for (uint32_t k = 0; k < count; k++)
        if (same_text(r, macro[k].name, word))
            return &macro[k];
    return NULL;
}

static uint32_t after_space(const rewriter *r, uint32_t i)
{
    for (i++; is_kind(r, i, TOKEN_SPACE); i++)
        ;
    return i;
}

/* The address space that the body of the macro at `name` consists of, qualifiers aside, or 0. */
static uint32_t find_space(const rewriter *r, uint32_t name)
{
    static const char *const qualifiers[] = {"const", "volatile", NULL};
    uint32_t space = 0;
    for (uint32_t i = after_space(r, name); r->list.token[i].line == LINE_DEFINE && !is_end(r, i); i = next(r, i)) {
        if (is_any(r, i, address_spaces) && !space)
            space = i;
        else if (!is_any(r, i, qualifiers))
            return 0;
    }
    return space;
}

/* The name that a directive defines, or 0. */
static uint32_t defined_name(const rewriter *r, uint32_t i)
{
    uint32_t name = after_space(r, i);
    bool defines = r->list.token[i].line == LINE_OTHER && is(r, i, "define") && is_kind(r, name, TOKEN_WORD);
    return defines && !is(r, name + 1, "(") && !is_any(r, name, address_spaces) ? name : 0;
}

/* Notes what each word of the program stands for. A macro that is defined again as something else stands for nothing
 * known, unless that is a name of some compiler's own (`__global`): so the program serves other languages, of which one
 * may have nothing there. */
void note_spaces(rewriter *r)
{
    space_macro macro[MAX_SPACES], *known;
    uint32_t count = 0;
    for (uint32_t i = 1; i + 1 < r->list.count; i++) {
        uint32_t name = defined_name(r, i), space = name ? find_space(r, name) : 0;
        if (space && count < MAX_SPACES && !find_macro(r, macro, count, name))
            macro[count++] = (space_macro){.name = name, .space = space};
    }
    for (uint32_t i = 1; count && i + 1 < r->list.count; i++) {
        uint32_t name = defined_name(r, i), first = name ? after_space(r, name) : 0;
        if (!name || !(known = find_macro(r, macro, count, name)) || !known->space)
            continue;
        uint32_t space = find_space(r, name);
        bool empty = r->list.token[first].line != LINE_DEFINE, foreign = !empty && starts_with(r, first, "__");
        known->empty = known->empty || empty;
        known->foreign = known->foreign || foreign;
        if (space ? !same_text(r, space, known->space) : !foreign && !empty)
            known->space = 0;
    }
    for (uint32_t k = 0; k < count; k++)
        macro[k].space = macro[k].empty && !macro[k].foreign ? 0 : macro[k].space;
    for (uint32_t i = 1; count && i + 1 < r->list.count; i++) {
        token *t = &r->list.token[i];
        known = t->kind == TOKEN_WORD && t->line != LINE_OTHER ? find_macro(r, macro, count, i) : NULL;
        t->means = known ? known->space : 0;
        t->perhaps_space = known;
    }
}

/* The first token of the body that the directive at i gives a macro, or 0. */
static uint32_t defined_body(const rewriter *r, uint32_t i)
{
    uint32_t first = after_space(r, i);
    if (r->list.token[i].line != LINE_OTHER || !is(r, i, "define") || !looks_like_macro(r, first))
        return 0;
    while (r->list.token[first].line == LINE_OTHER || is_kind(r, first, TOKEN_SPACE))
        first++;
    return r->list.token[first].line == LINE_DEFINE && !is_end(r, first) ? first : 0;
}

static macro_definition *find_attribute_macro(rewriter *r, uint32_t word)
{
    for (uint32_t n = 0; n < r->attribute_macros; n++)
        if (same_text(r, r->attribute_macro[n].name, word))
            return &r->attribute_macro[n];
    return NULL;
}

/* Notes the macros that stand for attributes: `#define AT(n) [[id(n)]]`. */
void note_attribute_macros(rewriter *r)
{
    macro_definition *known;
    for (uint32_t i = 1; i + 1 < r->list.count && r->attribute_macros < MAX_ATTRIBUTE_MACROS; i++) {
        uint32_t body = defined_body(r, i), name = body ? after_space(r, i) : 0;
        if (body && is_attribute(r, body) && !find_attribute_macro(r, name))
            r->attribute_macro[r->attribute_macros++] = (macro_definition){name, body};
    }
    for (uint32_t i = 1; r->attribute_macros && i + 1 < r->list.count; i++) {
        uint32_t body = defined_body(r, i);
        if (body && (known = find_attribute_macro(r, after_space(r, i))) && known->body != body)
            known->body = 0; /* several things */
    }
}

/* The body of the macro that the word at i is the name of, where the program defines it once, as an attribute; nothing,
 * to another compiler, does not count. Else 0. */
uint32_t macro_body(rewriter *r, uint32_t i)
{
    const macro_definition *known = find_attribute_macro(r, i);
    return known ? known->body : 0;
}

/* Gives `double` another name in a program that defines it. */
void rename_double(rewriter *r)
{
    bool defined = false;
    for (uint32_t i = 1; i + 1 < r->list.count && !defined; i++)
        defined = r->list.token[i].line == LINE_OTHER && is(r, i, "define") && is(r, after_space(r, i), "double");
    for (uint32_t i = 1; i + 1 < r->list.count && defined; i++)
        if (is_kind(r, i, TOKEN_WORD) && is(r, i, "double"))
            put_instead(r, i, renamed_double);
}
