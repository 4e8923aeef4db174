/* cache_fuzz.c: the contents of cache entries, past the hash that guards them, as the compiler reads them back: by the
 * first byte, modulo three, they are a library, a kernel or the types of a kernel's arguments. */
#include "../compiler/kernel/make_kernel.h"
#include <stdlib.h>
#include <string.h>

static void read_as_library(const uint8_t *data, size_t size)
{
    const sm_compile_options options = {.language_version = 4 << 16, .target.simd_width = 32};
    sm_pack content = {0};
    char *log = NULL;
    sm_pack_raw(&content, data, size);
    sm_library *library = content.failed ? NULL : sm_library_unpack(content, (sm_hash){{1, 2}}, &options, &log);
    for (size_t i = 0; library && i < sm_library_function_count(library); i++) {
        const sm_function *f = sm_library_function(library, i);
        for (size_t a = 0; a < f->argument_count; a++)
            (void)(strlen(f->argument[a].name) + strlen(f->argument[a].type_name));
        for (size_t c = 0; c < f->constant_count; c++)
            (void)strlen(f->constant[c].name);
    }
    sm_library_release(library);
    free(log);
}

static void read_as_kernel(const uint8_t *data, size_t size)
{
    char name[] = "kernel";
    const sm_library library = {.target.simd_width = 32};
    const sm_library_entry function = {.facts.name = name};
    char *log = NULL;
    sm_unpack in = {data, data + size, false};
    const sm_request request = {.vector = size % 2};
    sm_kernel_destroy(sm_kernel_load(&library, &function, &request, &in, &log));
    free(log);
}

static size_t walk(const sm_type *type)
{
    size_t n = type->element ? walk(type->element) : 1;
    for (size_t i = 0; i < type->member_count; i++)
        n += strlen(type->member[i].name) + walk(type->member[i].type);
    return n;
}

static void read_as_layout(const uint8_t *data, size_t size)
{
    sm_layout *layout = sm_layout_read((sm_bytes){data, size});
    const sm_type *type;
    for (size_t n = 0; layout && (type = sm_layout_type(layout, n)); n++)
        walk(type);
    if (layout)
        sm_layout_free(layout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (size && copy) {
        memcpy(copy, data + 1, size - 1);
        static void (*const readers[])(const uint8_t *, size_t) = {read_as_library, read_as_kernel, read_as_layout};
        readers[*data % 3](copy, size - 1);
    }
    free(copy);
    return 0;
}
