/* words.c: math modes and families by name. */
#include "words.h"
#include <string.h>

/* ---- Math modes (MSL 1.6.3) */

static const metal_math maths[] = {METAL_MATH_SAFE, METAL_MATH_RELAXED, METAL_MATH_FAST};
static const metal_functions functions[] = {METAL_FUNCTIONS_FAST, METAL_FUNCTIONS_PRECISE};
const char *const metal_math_names[] = {"safe", "relaxed", "fast", NULL};
const char *const metal_functions_names[] = {"fast", "precise", NULL};

const char *metal_math_name(metal_math math)
{
    return metal_math_names[math];
}

const char *metal_functions_name(metal_functions of)
{
    return metal_functions_names[of];
}

const metal_math *metal_math_find(const char *name)
{
    for (size_t i = 0; metal_math_names[i]; i++)
        if (strcmp(metal_math_names[i], name) == 0)
            return &maths[i];
    return NULL;
}

const metal_functions *metal_functions_find(const char *name)
{
    for (size_t i = 0; metal_functions_names[i]; i++)
        if (strcmp(metal_functions_names[i], name) == 0)
            return &functions[i];
    return NULL;
}

/* ---- Families */

const metal_family metal_families[] = {
#define FAMILY(name, value, text) {text, value},
#include "constants.def"
#undef FAMILY
    {NULL, 0}};

bool metal_family_from_name(const char *name, uint32_t *family)
{
    for (const metal_family *one = metal_families; one->name; one++)
        if (strcmp(one->name, name) == 0)
            return *family = one->value, true;
    return false;
}

const char *metal_family_name(uint32_t family)
{
    for (const metal_family *one = metal_families; one->name; one++)
        if (one->value == family)
            return one->name;
    return NULL;
}
