/* registry.c: the tables of what a case may name: references.def, inputs.def, programs.def. */
#include "reference.h"
#include <string.h>

#define REFERENCE_ENTRY(name)                                                                                          \
    extern reference_function reference_##name;                                                                        \
    extern const reference_place reference_place_##name;
#include "references.def"
#undef REFERENCE_ENTRY
#define INPUT_ENTRY(name) INPUT(name);
#include "inputs.def"
#undef INPUT_ENTRY
#define PROGRAM_ENTRY(name) PROGRAM(name);
#include "programs.def"
#undef PROGRAM_ENTRY

static const reference_entry references[] = {
#define REFERENCE_ENTRY(name) {#name, reference_##name, &reference_place_##name},
#include "references.def"
#undef REFERENCE_ENTRY
    {NULL, NULL, NULL}};

static const input_entry inputs[] = {
#define INPUT_ENTRY(name) {#name, input_##name},
#include "inputs.def"
#undef INPUT_ENTRY
    {NULL, NULL}};

static const program_entry programs[] = {
#define PROGRAM_ENTRY(name) {#name, program_##name},
#include "programs.def"
#undef PROGRAM_ENTRY
    {NULL, NULL}};

const program_entry *program_all(void)
{
    return programs;
}

const reference_entry *reference_all(void)
{
    return references;
}

const input_entry *input_all(void)
{
    return inputs;
}

const reference_entry *reference_find(const char *name)
{
    for (const reference_entry *entry = references; entry->name; entry++)
        if (strcmp(entry->name, name) == 0)
            return entry;
    return NULL;
}

input_function *input_find(const char *name)
{
    for (const input_entry *entry = inputs; entry->name; entry++)
        if (strcmp(entry->name, name) == 0)
            return entry->function;
    return NULL;
}
