/* argument_facts.c: the table of kinds of arguments. */
#include "internal.h"
#include <string.h>

static const argument_facts facts[] = {
#define ARGUMENT_KIND(constant, word, called, table, content, bound) {word, called, TABLE_##table, content, bound},
#include "argument_kinds.def"
#undef ARGUMENT_KIND
};

const argument_facts *argument_facts_of(argument_kind kind)
{
    return &facts[kind];
}

bool argument_kind_declared(const char *text, argument_kind *kind)
{
    size_t length = identifier_length(text);
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        if (*facts[k].word && strlen(facts[k].word) == length && strncmp(text, facts[k].word, length) == 0) {
            *kind = (argument_kind)k;
            return true;
        }
    return false;
}
