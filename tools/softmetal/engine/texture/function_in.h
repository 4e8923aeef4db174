/* function_in.h: a function of a library that was loaded by name. */
#ifndef SOFTMETAL_FUNCTION_IN_H
#define SOFTMETAL_FUNCTION_IN_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Sets the pointer to a function that `function` points to; ISO C has no cast from dlsym's result. `library` may be
 * NULL, which has none. */
static inline bool sm_function_in(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}
#endif
