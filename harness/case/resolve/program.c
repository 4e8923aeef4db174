/* program.c: the program of a case as a device gets it. Most cases are complete as they stand in their file; one that
 * says `generate: NAME(INPUT)` has only the beginning there, and a generator of the reference's writes the rest from
 * what the input holds, so that the program follows the run's seed and the reference can follow the program. */
#include "../internal.h"
#include <stdlib.h>
#include <string.h>

static char *joined(const char *a, const char *b)
{
    size_t first = strlen(a), second = strlen(b);
    char *both = malloc(first + second + 1);
    if (both) {
        memcpy(both, a, first);
        memcpy(both + first, b, second + 1);
    }
    return both;
}

static const case_argument *input_of(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (strcmp(instance->arguments[i].name, name) == 0 && instance->arguments[i].role != ROLE_OUT)
            return &instance->arguments[i];
    return NULL;
}

static program_function *program_named(const char *name)
{
    const program_entry *entry = program_all();
    while (strcmp(entry->name, name) != 0) /* declare.c has looked it up before */
        entry++;
    return entry->function;
}

char *case_program(const case_instance *instance, const char *source, uint64_t seed, assay_error *error)
{
    const case_file *file = instance->of->file;
    const declared_text *generate = &file->generate;
    char *program = NULL;
    if (!generate->name) {
        program = joined(source, "");
        if (!program)
            assay_fail(error, file->path, 0, "out of memory");
        return program;
    }
    const case_argument *input = input_of(instance, generate->text);
    if (!input) {
        assay_fail(error, file->path, generate->line, "`%s` is no input of this case", generate->text);
        return NULL;
    }
    void *data = calloc(input->count + 1, input->type.stride);
    reference_array from = {.name = input->name, .type = input->type, .count = input->count, .data = data};
    program_call call = {.from = &from};
    if (data && case_generate(instance, input, seed, data, error))
        program_named(generate->name)(&call);
    if (call.text && !call.error)
        program = joined(source, call.text);
    if (!program && !*error->text)
        assay_fail(error, file->path, generate->line, "%s", call.error ? call.error : "out of memory");
    free(call.text);
    free(data);
    return program;
}
