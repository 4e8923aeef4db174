/* cache_fuzz.c: the contents of cache entries, past the hash that guards them, as the compiler reads them back: bytes
 * that begin with an even number are a library, the others a kernel. The readers are compile.c's own, so this file
 * includes it. */
#include "../compiler/compile.c"

static void read_as_library(const uint8_t *data, size_t size)
{
    const sm_compile_options options = {.language_version = 4 << 16, .target.simd_width = 32};
    sm_pack content = {0};
    char *log = NULL;
    sm_pack_raw(&content, data, size);
    sm_library *library = content.failed ? NULL : unpack_library(content, (sm_hash){{1, 2}}, &options, &log);
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
    const library_function function = {.facts.name = name};
    char *log = NULL;
    sm_unpack in = {data, data + size, false};
    sm_kernel_release(load_kernel(&library, &function, &in, &log));
    free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (size && copy) {
        memcpy(copy, data + 1, size - 1);
        if (*data % 2)
            read_as_kernel(copy, size - 1);
        else
            read_as_library(copy, size - 1);
    }
    free(copy);
    return 0;
}
