/* token.h: MSL source as tokens, for rewriting: where each starts, which bracket closes which, what surrounds it.
 *
 * Tokens cover the source without a gap, so that printing them in order gives the source back. The work is linear in
 * the size, and any bytes are taken: what is not understood is punctuation. */
#ifndef SOFTMETAL_TOKEN_H
#define SOFTMETAL_TOKEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TOKEN_SPACE /* blanks, comments, spliced lines */,
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_TEXT /* string, character */,
    TOKEN_PUNCTUATION,
    TOKEN_END
} token_kind;

/* The preprocessor line a token belongs to. */
typedef enum { LINE_CODE, LINE_DEFINE, LINE_PRAGMA, LINE_OTHER } token_line;

/* What a `{` opens. SCOPE_CODE is everything else: functions, initialisers, enumerations. */
typedef enum { SCOPE_CODE, SCOPE_NAMESPACE, SCOPE_CLASS } token_scope;

typedef struct token {
    uint32_t start, size;
    uint32_t match; /* a bracket's partner; otherwise, and without a partner, itself */
    uint32_t outer; /* the innermost bracket around it, or 0 */
    uint32_t brace; /* the innermost `{` around it, or 0 */
    uint32_t previous,
        next; /* neighbours that mean something, in the same line of preprocessing; 0 and the last token are the ends */
    uint32_t means; /* of a word that is a macro: the token that it stands for, or 0 */
    uint8_t kind, line, scope;
    bool perhaps_space;                   /* of a word: a macro that is an address space by one of its definitions */
    bool local;                           /* `{`: inside code */
    bool kernel;                          /* `{`: the body of a kernel */
    bool anonymous;                       /* `{`: of a class without a name */
    const char *before, *instead, *after; /* the rewriter's: text to print around it, or in its place */
} token;

typedef struct token_list {
    const char *source;
    size_t size;
    token *token; /* token[0] and token[count - 1] are empty and of kind TOKEN_END */
    uint32_t count;
} token_list;

/* Splits `source`, which must outlive the list. False if memory ran out or the source exceeds TOKEN_MAX_SOURCE. */
enum { TOKEN_MAX_SOURCE = 1 << 26 };
bool token_list_create(token_list *list, const char *source, size_t size);
void token_list_destroy(token_list *list);

/* Whether token i, or what it stands for, reads `text`. */
bool token_is(const token_list *list, uint32_t i, const char *text);
/* Whether token i is one of the words of a NULL-terminated table. */
bool token_is_one_of(const token_list *list, uint32_t i, const char *const *table);

#endif
