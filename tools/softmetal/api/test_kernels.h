/* test_kernels.h: a device, a queue and kernels for the tests that drive the device as a client does, through the
 * runtime and public selectors only. */
#ifndef SOFTMETAL_TEST_KERNELS_H
#define SOFTMETAL_TEST_KERNELS_H
#include "test_client.h"

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant int scale [[function_constant(0)]];\n"
    "kernel void add(device const int *a [[buffer(0)]], device const int *b [[buffer(1)]],\n"
    "                device int *r [[buffer(2)]], uint i [[thread_position_in_grid]]) { r[i] = a[i] + b[i]; }\n"
    "kernel void increment(device int *r [[buffer(0)]], constant int &by [[buffer(1)]],\n"
    "                      uint i [[thread_position_in_grid]]) { r[i] += by; }\n"
    "kernel void twice(device int *r [[buffer(0)]], uint i [[thread_position_in_grid]]) { r[i] *= 2; }\n"
    "kernel void scaled(device int *r [[buffer(0)]], uint i [[thread_position_in_grid]]) { r[i] = int(i) * scale; }\n"
    "constant bool with_extra [[function_constant(1)]];\n"
    "kernel void optional(device int *r [[buffer(0)]], device int *extra [[buffer(1), "
    "function_constant(with_extra)]],\n"
    "                     uint i [[thread_position_in_grid]]) { r[i] = with_extra ? extra[i] : 7; }\n"
    "kernel void reversed(device int *r [[buffer(0)]], threadgroup int *t [[threadgroup(0)]],\n"
    "                     uint i [[thread_position_in_threadgroup]], uint n [[threads_per_threadgroup]],\n"
    "                     uint g [[thread_position_in_grid]]) {\n"
    "    t[i] = int(i); threadgroup_barrier(mem_flags::mem_threadgroup); r[g] = t[n - 1 - i]; }\n"
    "kernel void two_lengths(device int *r [[buffer(0)]], threadgroup int *a [[threadgroup(0)]],\n"
    "                        threadgroup int *b [[threadgroup(1)]]) { a[0] = 1; b[0] = 2; r[0] = a[0] + b[0]; }\n"
    "[[required_threads_per_threadgroup(8, 2, 1)]]\n"
    "kernel void shaped(device int *r [[buffer(0)]]) { r[0] = 1; }\n"
    "kernel void wide(device int4 *r [[buffer(0)]]) { r[0] = 1; }\n"
    "kernel void endless(device atomic_int *r [[buffer(0)]]) {\n"
    "    while (atomic_load_explicit(r, memory_order_relaxed) == 0) { } }\n"
    "kernel void invert(texture2d<float, access::read> from [[texture(0)]],\n"
    "                   texture2d<float, access::write> to [[texture(1)]],\n"
    "                   uint2 p [[thread_position_in_grid]]) { to.write(1.0f - from.read(p), p); }\n"
    "struct pair { device const int *from; device int *to; };\n"
    "kernel void indirect(constant pair &p [[buffer(0)]], uint i [[thread_position_in_grid]]) { p.to[i] = p.from[i]; "
    "}\n";

static inline id pipeline_of(const char *name)
{
    return CALL0(id, pipeline_named(name), "retain");
}

static inline id finish_well(id commands, id encoder)
{
    id error = finish(commands, encoder);
    if (error)
        fail_msg("%s", error_text(error));
    return commands;
}

static inline int open_device(void **state)
{
    (void)state;
    return open_client(source);
}
#endif
