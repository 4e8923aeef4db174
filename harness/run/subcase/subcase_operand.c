/* subcase_operand.c: a subcase whose operand comes another way than by a buffer. */
#include "subcase.h"
#include "../../base/text.h"
#include <stdlib.h>
#include <string.h>

/* Makes the words of the operand function constants of the instance. */
static bool add_constants(subcase *at, size_t count)
{
    enum { TYPE_UINT = 33 }; /* MTLDataType */
    size_t own = at->instance->constant_count;
    at->constants = calloc(own + count + 1, sizeof *at->constants);
    for (size_t i = 0; at->constants && i < own; i++)
        at->constants[i] = at->instance->constants[i];
    for (size_t i = 0; at->constants && i < count; i++)
        at->constants[own + i] = (metal_constant){
            .index = (uint32_t)(OPERAND_FIRST_CONSTANT + i), .data_type = TYPE_UINT, .value = &at->words[i]};
    at->instance->constants = at->constants;
    at->instance->constant_count = own + count;
    return at->constants != NULL;
}

/* Whether some expectation is written out in the case, and does not follow its inputs. */
static bool is_written_out(const case_instance *instance)
{
    for (size_t i = 0; i < instance->expectation_count; i++)
        if (strncmp(instance->expectations[i].text, "values", 6) == 0 ||
            strncmp(instance->expectations[i].text, "set", 3) == 0)
            return true;
    return false;
}

/* Whether some expectation is computed from this input. */
static bool is_expected_of(const case_instance *instance, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < instance->expectation_count; i++)
        for (const char *at = instance->expectations[i].text; (at = strstr(at, name)); at++)
            if (text_is_name(instance->expectations[i].text, at, name, length))
                return true;
    return false;
}

/* Edits the program so that the operand of the run comes by what the job says. False: `*why` not. */
bool subcase_give_operand(subcase *at, const char **why)
{
    operand_kind kind = (operand_kind)at->run->job->operands;
    const case_argument *argument = &at->instance->arguments[at->run->operand - 1];
    assay_error error = {0};
    bool whole = operand_is_whole(at->instance, at->run->operand - 1);
    if (kind != OPERANDS_HELPER && !whole && is_written_out(at->instance)) {
        *why = "what it expects is written out";
        return false;
    }
    if (kind != OPERANDS_HELPER && !whole && at->instance->expectation_count &&
        !is_expected_of(at->instance, argument->name)) {
        *why = "what it expects does not follow this input";
        return false;
    }
    *why = at->instance->must_reject || !at->instance->expectation_count ? "nothing is computed" : "it has no content";
    char *data = at->instance->must_reject ? NULL : calloc(argument->count + 1, argument->type.stride);
    if (!data || !case_generate(at->instance, argument, at->run->job->seed, data, &error)) {
        free(data);
        return false;
    }
    uint64_t chosen = (at->run->it->seed_key ^ at->run->job->seed * 0x9e3779b97f4a7c15u) + at->run->operand + at->index;
    size_t first = (size_t)(chosen * 0xbf58476d1ce4e5b9u >> 24), stride = argument->count / OPERAND_ATTEMPTS | 1;
    at->element = (first + at->run->attempt * stride) % argument->count;
    const char *content = whole ? data : data + at->element * argument->type.stride;
    at->program = operand_program(at->instance, at->instance->source, at->run->operand - 1, kind, content, why);
    size_t words = operand_words(argument->type, whole ? argument->count : 1, content, at->words);
    free(data);
    return at->program && (kind != OPERANDS_CONSTANT || add_constants(at, words));
}

/* Puts one element everywhere: of the operand, and of all inputs where they fit each other only together. What is one
 * object keeps its content. */
void subcase_spread_operand(subcase *at)
{
    const case_instance *instance = at->instance;
    size_t operand = at->run->operand - 1;
    bool whole = operand_is_whole(instance, operand);
    argument_memory *own = &at->memory.item[operand];
    if (at->run->job->operands == OPERANDS_BYTES)
        own->by_bytes = whole ? own->size : instance->arguments[operand].type.stride;
    if (whole)
        return;
    bool alone = operand_is_free(&instance->arguments[operand]);
    for (size_t n = 0; n < instance->argument_count; n++) {
        const case_argument *argument = &instance->arguments[n];
        uint8_t *initial = at->memory.item[n].initial;
        if (argument->role != ROLE_IN || argument->kind != ARGUMENT_BUFFER || !initial || !argument->count ||
            (alone && n != operand))
            continue;
        size_t stride = argument->type.stride, element = at->element % argument->count;
        for (size_t i = 0; i < argument->count; i++)
            if (i != element)
                memcpy(initial + i * stride, initial + element * stride, stride);
    }
}
