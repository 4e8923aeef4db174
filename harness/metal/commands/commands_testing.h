/* commands_testing.h: two kernels whose order shows in what they leave in a buffer, and their dispatch. */
#ifndef ASSAY_COMMANDS_TESTING_H
#define ASSAY_COMMANDS_TESTING_H
#include "../metal_testing.h"

enum { NUMBERS = 64 };
static metal_library *library;
static metal_buffer *buffer;

static inline int begin(void **state)
{
    if (open_device(state) != 0)
        return -1;
    library = compiled(
        "kernel void iota(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] += i + 1; }\n"
        "kernel void doubled(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] *= 2; }\n");
    buffer = metal_buffer_create(device, NUMBERS * sizeof(uint32_t), NULL);
    return library && buffer ? 0 : -1;
}

static inline int end(void **state)
{
    metal_buffer_destroy(buffer);
    metal_library_destroy(library);
    return close_device(state);
}

static inline uint32_t *cleared(void)
{
    return memset(metal_buffer_contents(buffer), 0, metal_buffer_length(buffer));
}

static const uint32_t four[3] = {4, 1, 1};

static inline void dispatch(metal_commands *commands, metal_pipeline *what)
{
    metal_set_pipeline(commands, what);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, four, four);
}
#endif
