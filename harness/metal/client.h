/* client.h: what the files of harness/metal share about the objects behind metal.h. Private to harness/metal. */
#ifndef ASSAY_METAL_CLIENT_H
#define ASSAY_METAL_CLIENT_H
#include "metal.h"
#include "runtime.h"

#define CONSTANT(name, value) name = value,
#define FAMILY(name, value, text) name = value,
#define FORMAT(name, value, bytes) name = value,
enum {
#include "constants.def"
};
#undef CONSTANT
#undef FAMILY
#undef FORMAT

struct metal_device {
    id object, queue;
    metal_facts facts;
    char name[128], registry[32], os_build[128], architecture[64];
};

struct metal_library {
    metal_device *device;
    id object;
    char **name;
    size_t name_count;
};

struct metal_pipeline {
    id object;
    uint32_t simd_width, max_threads, threadgroup_memory;
};

struct metal_buffer {
    id object;
    void *contents;
    size_t length;
};

struct metal_texture {
    id object;
    uint32_t width, height;
    size_t pixel_size;
};

struct metal_commands {
    id object, encoder;
    bool ended;
};

/* A copy that the caller frees, also NULL when memory is short. */
char *client_copy(const char *text);

/* Whether `part` occurs in `text`, upper and lower case alike. */
bool client_contains(const char *text, const char *part);
#endif
