/* pragmas.c: the pragmas of arithmetic (MSL 1.6.3), also in _Pragma and in macros. */
#include "rewriter.h"
#include <stdlib.h>
#include <string.h>

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

/* Whether the next line that is not empty is another pragma of this kind: several may stand first in a block. */
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
void rewrite_pragma(rewriter *r, uint32_t i)
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
void rewrite_pragma_operator(rewriter *r, uint32_t i)
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
void rewrite_math_macro(rewriter *r, uint32_t i)
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
