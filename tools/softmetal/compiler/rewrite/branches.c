/* branches.c: `device` or another address space before an #if whose branches hold the rest of the declaration: each
 * branch begins with a word of its own instead, so that rules see declarations that are whole. */
#include "token.h"
#include <stdlib.h>

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

bool token_list_repeat_qualifiers(token_list *list)
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
