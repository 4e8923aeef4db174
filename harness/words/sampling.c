/* sampling.c: words for what a sampler does, for the formats of attributes and for the components of views, and the
 * values of Metal's enumerations for them. */
#include "words.h"
#include <string.h>
#include <strings.h>

static const struct {
    const char *property, *word;
    uint32_t value;
} sampler_words[] = {
#define SAMPLER(property, word, name, value) {#property, #word, value},
#include "constants.def"
#undef SAMPLER
};

static uint32_t *property_of(metal_sampling *sampling, const char *name)
{
    return strcmp(name, "filter") == 0         ? &sampling->filter
           : strcmp(name, "mip_filter") == 0   ? &sampling->mip_filter
           : strcmp(name, "address") == 0      ? &sampling->address
           : strcmp(name, "border_color") == 0 ? &sampling->border_color
                                               : &sampling->compare_func;
}

bool metal_sampling_set(metal_sampling *sampling, const char *property, const char *word)
{
    for (size_t i = 0; i < sizeof sampler_words / sizeof *sampler_words; i++)
        if (strcmp(sampler_words[i].property, property) == 0 && strcmp(sampler_words[i].word, word) == 0) {
            *property_of(sampling, property) = sampler_words[i].value;
            return true;
        }
    return false;
}

typedef struct word {
    const char *name;
    uint32_t value;
} word;

static bool find_word(const word *words, size_t count, int compare(const char *, const char *), const char *name,
                      uint32_t *value)
{
    for (size_t i = 0; i < count; i++)
        if (compare(words[i].name, name) == 0) {
            *value = words[i].value;
            return true;
        }
    return false;
}

bool metal_attribute_format(const char *name, uint32_t *format)
{
    static const word formats[] = {
#define ATTRIBUTE(name, value) {&#name[sizeof "MTLAttributeFormat" - 1], value},
#include "constants.def"
#undef ATTRIBUTE
    };
    return find_word(formats, sizeof formats / sizeof *formats, strcasecmp, name, format);
}

bool metal_attribute_step(const char *name, uint32_t *step)
{
    static const word steps[] = {
#define STEP(word, name, value) {#word, value},
#include "constants.def"
#undef STEP
    };
    return find_word(steps, sizeof steps / sizeof *steps, strcmp, name, step);
}

bool metal_swizzle(const char *name, uint8_t *value)
{
    static const word components[] = {
#define SWIZZLE(word, name, value) {#word, value},
#include "constants.def"
#undef SWIZZLE
    };
    uint32_t found;
    bool good = find_word(components, sizeof components / sizeof *components, strcmp, name, &found);
    *value = good ? (uint8_t)found : 0;
    return good;
}
