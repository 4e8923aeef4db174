/* probe.c: a trial that runs nothing, for the sake of its facts. A program that leaves T open is compiled with two
 * types: what differs is T. The compilations are not lost, since the trials ask for the same. */
#include "probe.h"
#include "../../../base/json.h"
#include "reflected.h"
#include <stdlib.h>
#include <string.h>

/* Whether `-D T=…` may be what makes this a program. */
static bool seems_open(const binding *b)
{
    for (size_t i = 0; i < b->kernel->says.macro_count; i++)
        if (strcmp(b->kernel->says.macros[i].name, "T") == 0)
            return false;
    for (size_t i = 0; i < b->function->type_count; i++)
        if (strcmp(b->function->types[i].name, "T") == 0)
            return false;
    return kernel_uses(b->kernel, "T");
}

static const char *threadgroup_of(const binding *b)
{
    const kernel_directives *says = &b->kernel->says;
    return says->threadgroup_count          ? says->threadgroups[0]
           : b->contract->threadgroup_count ? b->contract->threadgroups[0]
                                            : "1";
}

static json_value *facts_of(const trial *one)
{
    text object = {0};
    if (!one->ended || one->outcome.verdict != VERDICT_PASS || !one->outcome.facts)
        return NULL;
    text_format(&object, "{%s}", one->outcome.facts);
    json_value *facts = json_read(text_string(&object), object.length);
    text_free(&object);
    return facts;
}

/* Runs the program once for each type, NULL ending the list; `facts` has room for two. False if nothing can be run. */
static bool ask(const binding *b, inquiry asks, const char *const types[2], size_t count, pool *pool,
                const options *options, json_value *facts[2], assay_error *error)
{
    trials asked;
    if (!trials_begin(&asked, error))
        return false;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        trial one = {
            .binding = b,
            .what = {.type = types[i], .threadgroup = threadgroup_of(b), .sizes = &b->contract->sizes, .asks = asks},
            .math = options->math ? *options->math : METAL_MATH_FAST,
            .functions = options->functions ? *options->functions : METAL_FUNCTIONS_FAST,
            .partner = SIZE_MAX};
        good = trials_add(&asked, &one, error) != SIZE_MAX;
    }
    good = good && trials_run(&asked, 0, count, pool, options, NULL, error);
    for (size_t i = 0; good && i < count; i++)
        facts[i] = facts_of(&asked.item[i]);
    trials_clear(&asked);
    return good;
}

static void take_all(const binding *b, const json_value *facts, const json_value *other, bool open)
{
    for (size_t i = 0; facts && i < b->kernel->function_count; i++) {
        kernel_function *f = &b->kernel->functions[i];
        const char *signature = json_text(facts, f->name), *also = json_text(other, f->name);
        if (*signature)
            reflected_take(b->kernel, f, arena_text(binding_memory(b), signature, strlen(signature)),
                           *also ? arena_text(binding_memory(b), also, strlen(also)) : NULL, open);
    }
}

/* Of each function that is asked about. */
static void take_constants(const binding *b, const json_value *facts)
{
    for (size_t i = 0; facts && i < b->kernel->function_count; i++) {
        const char *key = arena_format(binding_memory(b), "constants of %s", b->kernel->functions[i].name);
        const char *told = json_text(facts, key);
        reflected_constants(b->kernel, arena_text(binding_memory(b), told, strlen(told)));
    }
}

/* Without values for those that need one there is no pipeline, and so nothing that tells of arguments. */
static bool ask_constants(const binding *b, const char *type, pool *pool, const options *options, assay_error *error)
{
    const char *const one[2] = {type, NULL};
    json_value *facts[2] = {NULL, NULL};
    bool good =
        !kernel_uses(b->kernel, "function_constant") || ask(b, ASKS_CONSTANTS, one, 1, pool, options, facts, error);
    take_constants(b, facts[0]);
    json_destroy(facts[0]);
    return good;
}

bool probe(const binding *begun, pool *pool, const options *options, assay_error *error)
{
    const kernel_directives *says = &begun->kernel->says;
    bool listed = says->type_count > 0, open = seems_open(begun);
    const char *const *from = listed ? (const char *const *)says->types : begun->contract->types;
    size_t count = listed ? says->type_count : begun->contract->type_count;
    const char *const pair[2] = {count ? from[0] : NULL, count > 1 ? from[1] : NULL}, *const none[2] = {NULL, NULL};
    json_value *facts[2] = {NULL, NULL};
    bool good = ask_constants(begun, open ? pair[0] : NULL, pool, options, error) &&
                (!open || ask(begun, ASKS_ARGUMENTS, pair, count > 1 ? 2 : 1, pool, options, facts, error));
    if (good && !facts[0]) {
        open = false;
        good = ask(begun, ASKS_ARGUMENTS, none, 1, pool, options, facts, error);
    }
    if (facts[0])
        begun->kernel->openness = open ? OPENNESS_OPEN : OPENNESS_CLOSED;
    take_all(begun, facts[0], facts[1], open);
    json_destroy(facts[0]);
    json_destroy(facts[1]);
    return good;
}
