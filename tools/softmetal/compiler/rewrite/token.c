/* token.c: splits source into tokens and pairs brackets.
 *
 * Four passes: cut the bytes into tokens and note which preprocessor line each is on; put an address space before an
 * #if into its branches; link each token with its meaningful neighbours, a macro's body apart from the code around it;
 * pair brackets. Branches of #if may each open the same bracket, so every branch starts with the brackets that were
 * open at its #if. / */
#include "token.h"
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}
static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

/* ---- Cutting */

typedef struct cutter {
    const char *p, *end;
} cutter;

static char at(const cutter *c, size_t n)
{
    return (size_t)(c->end - c->p) > n ? c->p[n] : 0;
}

/* A backslash that joins this line with the next: its length, or 0. */
static size_t splice(const cutter *c)
{
    if (at(c, 0) != '\\')
        return 0;
    if (at(c, 1) == '\n')
        return 2;
    return at(c, 1) == '\r' && at(c, 2) == '\n' ? 3 : 0;
}

static void cut_line_comment(cutter *c)
{
    while (c->p < c->end && *c->p != '\n') {
        size_t joined = splice(c);
        c->p += joined ? joined : 1;
    }
}

static void cut_block_comment(cutter *c)
{
    for (c->p += 2; c->p < c->end; c->p++) {
        if (*c->p == '*' && at(c, 1) == '/') {
            c->p += 2;
            return;
        }
    }
}

/* Stops at an end of line, where an unterminated literal ends. */
static void cut_quoted(cutter *c)
{
    char quote = *c->p++;
    while (c->p < c->end && *c->p != '\n') {
        char here = *c->p++;
        if (here == quote)
            return;
        if (here == '\\' && c->p < c->end)
            c->p++;
    }
}

/* R"x(…)x"; p is at the quote. */
static void cut_raw(cutter *c)
{
    const char *delimiter = ++c->p;
    while (c->p < c->end && *c->p != '(' && c->p - delimiter < 17)
        c->p++;
    size_t length = (size_t)(c->p - delimiter);
    for (; c->p < c->end; c->p++) {
        if (*c->p == ')' && (size_t)(c->end - c->p) > length + 1 && !memcmp(c->p + 1, delimiter, length) &&
            c->p[length + 1] == '"') {
            c->p += length + 2;
            return;
        }
    }
}

/* A preprocessing number: digits, letters, points, signs after an exponent, digit separators. */
static void cut_number(cutter *c)
{
    bool hexadecimal = *c->p == '0' && (at(c, 1) | 32) == 'x';
    while (c->p < c->end) {
        char here = *c->p, lower = (char)(here | 32);
        if ((hexadecimal ? lower == 'p' : lower == 'e') && (at(c, 1) == '+' || at(c, 1) == '-'))
            c->p++;
        else if (here == '\'' && !is_word(at(c, 1)))
            return;
        else if (!is_word(here) && here != '.' && here != '\'')
            return;
        c->p++;
    }
}

static size_t punctuation_size(const cutter *c)
{
    static const char *const pairs[] = {"::", "->", "##", "==", "!=", "<=", ">=", "&&", "||", "++",
                                        "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (at(c, 0) == pairs[i][0] && at(c, 1) == pairs[i][1])
            return 2;
    return 1;
}

static token_kind cut(cutter *c)
{
    char here = *c->p;
    if (splice(c)) {
        c->p += splice(c);
        return TOKEN_SPACE;
    }
    if (is_blank(here)) {
        /* one token up to and including a line's end, so that a directive ends between two tokens */
        while (c->p < c->end && is_blank(*c->p))
            if (*c->p++ == '\n')
                break;
        return TOKEN_SPACE;
    }
    if (here == '/' && at(c, 1) == '/')
        return cut_line_comment(c), TOKEN_SPACE;
    if (here == '/' && at(c, 1) == '*')
        return cut_block_comment(c), TOKEN_SPACE;
    if (here == 'R' && at(c, 1) == '"')
        return c->p++, cut_raw(c), TOKEN_TEXT;
    if (here == '"' || here == '\'')
        return cut_quoted(c), TOKEN_TEXT;
    if (is_digit(here) || (here == '.' && is_digit(at(c, 1))))
        return cut_number(c), TOKEN_NUMBER;
    if (is_word(here)) {
        while (c->p < c->end && is_word(*c->p))
            c->p++;
        return TOKEN_WORD;
    }
    c->p += punctuation_size(c);
    return TOKEN_PUNCTUATION;
}

static bool append(token_list *list, uint32_t *room, token t)
{
    if (list->count == *room) {
        uint32_t more = *room ? *room * 2 : 1024;
        token *grown = realloc(list->token, (size_t)more * sizeof *grown);
        if (!grown)
            return false;
        list->token = grown;
        *room = more;
    }
    t.match = list->count;
    list->token[list->count++] = t;
    return true;
}

static bool cut_all(token_list *list)
{
    uint32_t room = 0;
    cutter c = {list->source, list->source + list->size};
    if (!append(list, &room, (token){.kind = TOKEN_END}))
        return false;
    while (c.p < c.end) {
        const char *start = c.p;
        token t = {.kind = (uint8_t)cut(&c), .start = (uint32_t)(start - list->source)};
        t.size = (uint32_t)(c.p - start);
        if (!append(list, &room, t))
            return false;
    }
    return append(list, &room, (token){.kind = TOKEN_END, .start = (uint32_t)list->size});
}

/* ---- Preprocessor lines */

static bool ends_line(const token_list *list, uint32_t i)
{
    const token *t = &list->token[i];
    return t->kind == TOKEN_SPACE && t->size && list->source[t->start + t->size - 1] == '\n' &&
           list->source[t->start] != '\\';
}

bool token_is(const token_list *list, uint32_t i, const char *text)
{
    const token *t = &list->token[list->token[i].means ? list->token[i].means : i];
    if (!t->size || list->source[t->start] != *text || t->kind == TOKEN_SPACE)
        return false;
    return !strncmp(list->source + t->start, text, t->size) && !text[t->size];
}

bool token_is_one_of(const token_list *list, uint32_t i, const char *const *table)
{
    for (; *table; table++)
        if (token_is(list, i, *table))
            return true;
    return false;
}

static uint32_t skip_space(const token_list *list, uint32_t i)
{
    while (list->token[i].kind == TOKEN_SPACE && !ends_line(list, i))
        i++;
    return i;
}

static token_line directive_line(const token_list *list, uint32_t word)
{
    if (token_is(list, word, "define"))
        return LINE_DEFINE;
    return token_is(list, word, "pragma") ? LINE_PRAGMA : LINE_OTHER;
}

/* The first token of a macro's body; `i` is at `define`. The head is marked LINE_OTHER. */
static uint32_t macro_body(const token_list *list, uint32_t i)
{
    uint32_t name = skip_space(list, i + 1), body = name + 1;
    if (list->token[name].kind != TOKEN_WORD)
        return name;
    if (!token_is(list, body, "("))
        return body;
    while (list->token[body].kind != TOKEN_END && !ends_line(list, body) && !token_is(list, body, ")"))
        body++;
    return token_is(list, body, ")") ? body + 1 : body;
}

static void mark_lines(token_list *list)
{
    bool start = true;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        token *t = &list->token[i];
        if (t->kind == TOKEN_SPACE) {
            start = start || ends_line(list, i);
            continue;
        }
        if (!start || !token_is(list, i, "#")) {
            start = false;
            continue;
        }
        uint32_t word = skip_space(list, i + 1);
        token_line line = directive_line(list, word);
        uint32_t body = line == LINE_DEFINE ? macro_body(list, word) : line == LINE_PRAGMA ? word + 1 : list->count;
        for (; i + 1 < list->count && !ends_line(list, i); i++)
            list->token[i].line = (uint8_t)(i < body ? LINE_OTHER : line);
        start = true;
    }
}

/* ---- Address spaces before branches */

static bool is_space(const token_list *list, uint32_t i)
{
    static const char *const spaces[] = {"device", "constant", "threadgroup", "thread", NULL};
    return token_is_one_of(list, i, spaces);
}

/* The word of the directive whose `#` is token i, or 0. */
static uint32_t directive(const token_list *list, uint32_t i)
{
    if (list->token[i].line != LINE_OTHER || list->token[i - 1].line != LINE_CODE || !token_is(list, i, "#"))
        return 0;
    for (i++; list->token[i].kind == TOKEN_SPACE; i++)
        ;
    return i;
}

/* The first token behind the line of a directive's token. */
static uint32_t line_end(const token_list *list, uint32_t i)
{
    while (list->token[i].line == LINE_OTHER)
        i++;
    return list->token[i].kind == TOKEN_SPACE ? i + 1 : i;
}

static uint32_t back_over_space(const token_list *list, uint32_t i)
{
    while (i && list->token[i].kind == TOKEN_SPACE)
        i--;
    return i;
}

/* Where qualifiers begin that end before the #if at token i, or 0 if none is an address space. */
static uint32_t find_qualifiers(const token_list *list, uint32_t i)
{
    static const char *const others[] = {"const", "volatile", NULL};
    uint32_t first = 0;
    bool space = false;
    for (i = back_over_space(list, i - 1); list->token[i].line == LINE_CODE; i = back_over_space(list, i - 1)) {
        if (is_space(list, i))
            space = true;
        else if (!token_is_one_of(list, i, others))
            break;
        first = i;
    }
    return space ? first : 0;
}

enum { MAX_BRANCHES = 16 };

/* Where the branches of the #if at token i begin; 0 if one of them may be left out, or if they are too many. */
static uint32_t find_branches(const token_list *list, uint32_t i, uint32_t *begin)
{
    static const char *const opening[] = {"if", "ifdef", "ifndef", NULL}, *const other[] = {"elif", "elifdef",
                                                                                            "elifndef", "else", NULL};
    uint32_t count = 0, depth = 0;
    bool all = false;
    for (; i + 1 < list->count; i++) {
        uint32_t word = directive(list, i);
        if (!word)
            continue;
        if (token_is_one_of(list, word, opening) && depth++)
            continue;
        if (token_is(list, word, "endif") && !--depth)
            return all ? count : 0;
        if (depth > 1 || token_is(list, word, "endif") || (count && !token_is_one_of(list, word, other)))
            continue;
        if (count == MAX_BRANCHES)
            return 0;
        all = token_is(list, word, "else");
        begin[count++] = line_end(list, word);
    }
    return 0;
}

/* Puts copies of the words in [from, to) before token `at`. They print as, and are found at, the words they copy. */
static bool copy_words(token_list *list, uint32_t from, uint32_t to, uint32_t at)
{
    uint32_t words = 0, before = at, count = list->count;
    for (uint32_t i = from; i < to; i++)
        words += list->token[i].kind == TOKEN_WORD;
    token *grown = realloc(list->token, ((size_t)count + words) * sizeof *grown);
    if (!grown)
        return false;
    list->token = grown;
    for (uint32_t i = count; i-- > at;) {
        grown[i + words] = grown[i];
        grown[i + words].match = i + words;
    }
    list->count = count + words;
    for (uint32_t i = from; i < to; i++)
        if (grown[i].kind == TOKEN_WORD) {
            grown[before] = grown[i];
            grown[before].match = before;
            grown[before++].after = " ";
        }
    return true;
}

/* `device` or another address space before an #if whose branches hold the rest of the declaration: each branch begins
 * with a word of its own instead, so that rules see declarations that are whole. False if memory ran out. */
static bool repeat_qualifiers(token_list *list)
{
    static const char *const opening[] = {"if", "ifdef", "ifndef", NULL};
    uint32_t begin[MAX_BRANCHES];
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        uint32_t word = directive(list, i), from = word ? find_qualifiers(list, i) : 0;
        uint32_t count = from && token_is_one_of(list, word, opening) ? find_branches(list, i, begin) : 0;
        for (uint32_t b = count; b-- > 0;)
            if (!copy_words(list, from, i, begin[b]))
                return false;
        for (uint32_t k = from; count && k < i; k++)
            if (list->token[k].kind == TOKEN_WORD) {
                list->token[k].kind = TOKEN_SPACE;
                list->token[k].instead = "";
                list->token[k].after = NULL;
            }
    }
    return true;
}

/* ---- Neighbours */

/* Code links to code over directives; a macro's body or a pragma links within itself. */
static void link_neighbours(token_list *list)
{
    uint32_t code = 0, body = 0, last = list->count - 1;
    for (uint32_t i = 1; i < last; i++) {
        token *t = &list->token[i];
        t->next = last;
        if (t->kind == TOKEN_SPACE) {
            if (ends_line(list, i))
                body = 0;
            t->previous = t->line == LINE_CODE ? code : body;
            continue;
        }
        if (t->line == LINE_OTHER)
            continue;
        uint32_t *tail = t->line == LINE_CODE ? &code : &body;
        t->previous = *tail;
        if (*tail || t->line == LINE_CODE)
            list->token[*tail].next = i;
        *tail = i;
    }
    list->token[code].next = last;
    list->token[last].previous = code;
    list->token[last].next = last;
}

/* ---- Brackets */

static char bracket(const token_list *list, uint32_t i)
{
    const token *t = &list->token[i];
    return t->kind == TOKEN_PUNCTUATION && t->size == 1 && strchr("()[]{}", list->source[t->start])
               ? list->source[t->start]
               : 0;
}

static char closer_of(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

/* Pairs the closing bracket i with the innermost open one of its kind; a few unclosed ones between are forgiven. */
static uint32_t close_bracket(token_list *list, uint32_t top, uint32_t i)
{
    uint32_t open = top;
    for (int tries = 0; open && tries < 16; tries++, open = list->token[open].outer) {
        if (closer_of(bracket(list, open)) != bracket(list, i))
            continue;
        list->token[open].match = i;
        list->token[i].match = open;
        list->token[i].outer = list->token[open].outer;
        list->token[i].brace = list->token[open].brace;
        return list->token[open].outer;
    }
    return top;
}

static uint32_t pair_one(token_list *list, uint32_t top, uint32_t i)
{
    token *t = &list->token[i];
    t->outer = top;
    t->brace = bracket(list, top) == '{' ? top : list->token[top].brace;
    char c = bracket(list, i);
    if (!c)
        return top;
    return strchr("([{", c) ? i : close_bracket(list, top, i);
}

/* `[ [` opens an attribute as `[[` does, and nothing else: space between two brackets goes before both. */
static void join_brackets(token_list *list)
{
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        char c = bracket(list, i);
        uint32_t to = i + 1;
        while (list->token[to].kind == TOKEN_SPACE)
            to++;
        if ((c != '[' && c != ']') || to == i + 1 || bracket(list, to) != c ||
            list->token[to].line != list->token[i].line)
            continue;
        token first = list->token[i];
        memmove(&list->token[i], &list->token[i + 1], (to - i - 1) * sizeof first);
        list->token[to - 1] = first;
        for (uint32_t k = i; k < to; k++)
            list->token[k].match = k;
    }
}

/* What was open at each #if around. */
typedef struct branches {
    uint32_t *open;
    size_t depth, room;
} branches;

static bool push_branch(branches *b, uint32_t top)
{
    if (b->depth == b->room) {
        size_t more = b->room ? b->room * 2 : 16;
        uint32_t *grown = realloc(b->open, more * sizeof *grown);
        if (!grown)
            return false;
        b->open = grown;
        b->room = more;
    }
    b->open[b->depth++] = top;
    return true;
}

/* The brackets that are open after a directive whose word is token i. */
static bool take_branch(const token_list *list, branches *b, uint32_t i, uint32_t *top)
{
    static const char *const begin[] = {"if", "ifdef", "ifndef", NULL}, *const other[] = {"else", "elif", "elifdef",
                                                                                          "elifndef", NULL};
    if (token_is_one_of(list, i, begin))
        return push_branch(b, *top);
    if (b->depth && token_is_one_of(list, i, other))
        *top = b->open[b->depth - 1];
    else if (b->depth && token_is(list, i, "endif"))
        b->depth--;
    return true;
}

static bool pair_brackets(token_list *list)
{
    branches b = {0};
    uint32_t top = 0, body = 0;
    bool ok = true;
    for (uint32_t i = 1; ok && i < list->count; i++) {
        const token *t = &list->token[i];
        if (t->kind == TOKEN_SPACE) {
            if (ends_line(list, i))
                body = 0;
        } else if (t->line == LINE_CODE) {
            top = pair_one(list, top, i);
        } else if (t->line == LINE_OTHER) {
            if (token_is(list, i, "#") && list->token[i - 1].line == LINE_CODE)
                ok = take_branch(list, &b, skip_space(list, i + 1), &top);
        } else {
            body = pair_one(list, body, i);
        }
    }
    free(b.open);
    return ok;
}

bool token_list_create(token_list *list, const char *source, size_t size)
{
    *list = (token_list){.source = source, .size = size};
    if (size > TOKEN_MAX_SOURCE || !cut_all(list)) {
        token_list_destroy(list);
        return false;
    }
    mark_lines(list);
    join_brackets(list);
    if (repeat_qualifiers(list)) {
        link_neighbours(list);
        if (pair_brackets(list))
            return true;
    }
    token_list_destroy(list);
    return false;
}

void token_list_destroy(token_list *list)
{
    free(list->token);
    *list = (token_list){0};
}
