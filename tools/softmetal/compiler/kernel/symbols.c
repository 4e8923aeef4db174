/* symbols.c: what compiled code may call, by name. */
#include "symbols.h"
#include "../../engine/checked/checked.h"
#include "../../engine/functions/log.h"
#include "../../engine/runtime.h"
#include "../../engine/functions/stage_in.h"
#include "../../engine/threads/weak.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static uint16_t truncate_to_bfloat(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

typedef void any_function(void);
static const struct {
    const char *name;
    any_function *address;
} engine_symbols[] = {
    {"sm_meet", (any_function *)sm_meet},
    {"sm_vector_meet", (any_function *)sm_vector_meet},
    {"sm_vector_wait", (any_function *)sm_vector_wait},
    {"sm_check", (any_function *)sm_check},
    {"sm_check_texel", (any_function *)sm_check_texel},
    {"sm_check_fence", (any_function *)sm_check_fence},
    {"sm_check_tensor", (any_function *)sm_check_tensor},
    {"sm_check_own", (any_function *)sm_check_own},
    {"sm_check_difference", (any_function *)sm_check_difference},
    {"sm_check_conversion", (any_function *)sm_check_conversion},
    {"sm_check_place", (any_function *)sm_check_place},
    {"sm_check_return", (any_function *)sm_check_return},
    {"sm_stage_in_fetch", (any_function *)sm_stage_in_fetch},
    {"sm_weak_load", (any_function *)sm_weak_load},
    {"sm_weak_store", (any_function *)sm_weak_store},
    {"sm_weak_begin", (any_function *)sm_weak_begin},
    {"sm_weak_end", (any_function *)sm_weak_end},
    {"sm_weak_fails", (any_function *)sm_weak_fails},
    {"sm_weak_fence", (any_function *)sm_weak_fence},
    {"sm_enter", (any_function *)sm_enter},
    {"sm_leave", (any_function *)sm_leave},
    {"sm_current_thread", (any_function *)sm_current_thread},
    {"sm_current_group", (any_function *)sm_current_group},
    {"sm_spin", (any_function *)sm_spin},
    {"__msl_log_message", (any_function *)sm_log_message},
    {"sm_tick", (any_function *)sm_tick},
    {"__truncsfbf2", (any_function *)truncate_to_bfloat}, /* libgcc has it from version 13 on */
};

static struct {
    pthread_once_t once;
    void *self;
} library_handle = {.once = PTHREAD_ONCE_INIT};

static void open_self(void)
{
    Dl_info self;
    if (dladdr((void *)&library_handle, &self) && self.dli_fname)
        library_handle.self = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

static void *address_of(any_function *f)
{
    void *address;
    memcpy(&address, &f, sizeof address);
    return address;
}

void *sm_resolve(const char *name)
{
    for (size_t i = 0; i < sizeof engine_symbols / sizeof *engine_symbols; i++) {
        if (strcmp(name, engine_symbols[i].name) == 0)
            return address_of(engine_symbols[i].address);
    }
    size_t rows;
    const sm_runtime_symbol *symbol = sm_runtime_symbols(&rows);
    for (size_t i = 0; i < rows; i++) {
        if (strcmp(name, symbol[i].name) == 0)
            return address_of(symbol[i].address);
    }
    if (strncmp(name, "__msl_", 6) == 0)
        return NULL;
    pthread_once(&library_handle.once, open_self);
    return dlsym(library_handle.self ? library_handle.self : RTLD_DEFAULT,
                 name); /* what LLVM takes from libm, libc and libgcc */
}
