/* rewrite_fuzz.c: any bytes go through the rewriter, and what might be clang's output comes back through its
 * diagnostics. The input is the program, then, after a byte 0x01, the compiler's output. Line numbers are the contract
 * that is checked besides memory: a rewritten program has as many lines as its author wrote. */
#include "../compiler/rewrite/rewrite.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t count_lines(const char *text, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static void check_lines(const sm_source *source, const char *text, size_t size)
{
    if (count_lines(text, size) == count_lines(sm_source_text(source), sm_source_size(source)))
        return;
    fprintf(stderr, "lines are lost or added by rewriting\n");
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *split = memchr(data, 1, size);
    size_t program_size = split ? (size_t)(split - data) : size;
    char *program = malloc(program_size + 1), *log = NULL; /* of its exact size, so that a read beyond it shows */
    if (!program)
        return 0;
    memcpy(program, data, program_size);
    sm_source *source = sm_source_create(program, program_size, &log);
    if (source) {
        check_lines(source, program, program_size);
        size_t rest = split ? size - program_size - 1 : 0;
        char *output = malloc(rest + 1);
        if (output) {
            memcpy(output, split ? split + 1 : data, rest);
            output[rest] = 0;
            free(sm_source_diagnostics(source, 0, output));
        }
        free(output);
    }
    sm_source_destroy(source);
    free(log);
    free(program);
    return 0;
}
