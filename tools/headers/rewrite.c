/* rewrite.c: MSL on standard input -> what softmetal gives to clang, on standard output. For tools/check-headers, which
 * compiles it with the rewriter's sources. */
#include "rewrite.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 0, room = (size_t)1 << 20, got;
    char *text = malloc(room), *log = NULL;
    while (text && (got = fread(text + size, 1, room - size, stdin)) > 0) {
        size += got;
        if (size == room)
            text = realloc(text, room *= 2);
    }
    sm_source *source = text ? sm_source_create(text, size, &log) : NULL;
    if (!source) {
        fprintf(stderr, "program_source:1:1: error: %s\n", log ? log : "out of memory");
        return 1;
    }
    for (const char *const *piece = sm_source_prologue; *piece; piece++)
        fputs(*piece, stdout);
    fwrite(sm_source_text(source), 1, sm_source_size(source), stdout);
    return 0;
}
