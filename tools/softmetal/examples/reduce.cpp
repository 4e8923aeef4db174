// reduce.cpp: sums a million integers on the device, in C++: one template sends every message.
//   tools/softmetal/metal-cc -std=c++17 tools/softmetal/examples/reduce.cpp -o reduce && ./reduce
// metal-cpp's headers work too: put them on the include path and compile in the same way.
#include <Metal/Metal.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numeric>

template <class Result = id, class... Arguments> static Result send(id object, const char *selector, Arguments... arguments)
{
    return reinterpret_cast<Result (*)(id, SEL, Arguments...)>(objc_msgSend)(object, sel_registerName(selector), arguments...);
}

static id text(const char *utf8)
{
    return send(reinterpret_cast<id>(objc_getClass("NSString")), "stringWithUTF8String:", utf8);
}

static void stop(id error)
{
    std::fprintf(stderr, "%s\n", send<const char *>(send(error, "localizedDescription"), "UTF8String"));
    std::exit(1);
}

static const char source[] = R"(
    #include <metal_stdlib>
    using namespace metal;
    kernel void sum(device const uint *values, device atomic_uint *total, uint i [[thread_position_in_grid]],
                    uint lane [[thread_index_in_simdgroup]])
    {
        uint part = simd_sum(values[i]);
        if (lane == 0)
            atomic_fetch_add_explicit(total, part, memory_order_relaxed);
    })";

int main()
{
    constexpr NSUInteger count = 1 << 20;
    void *pool = objc_autoreleasePoolPush();
    id device = MTLCreateSystemDefaultDevice(), error = nil;
    if (!device)
        return 1;
    id library = send(device, "newLibraryWithSource:options:error:", text(source), id(nil), &error);
    if (!library)
        stop(error);
    id function = send(library, "newFunctionWithName:", text("sum"));
    id sum = send(device, "newComputePipelineStateWithFunction:error:", function, &error);
    if (!sum)
        stop(error);
    id values = send(device, "newBufferWithLength:options:", count * sizeof(uint32_t), NSUInteger(MTLResourceStorageModeShared));
    id total = send(device, "newBufferWithLength:options:", NSUInteger(sizeof(uint32_t)), NSUInteger(MTLResourceStorageModeShared));
    auto *first = send<uint32_t *>(values, "contents");
    std::iota(first, first + count, 0u);

    id queue = send(device, "newCommandQueue"), commands = send(queue, "commandBuffer");
    id encoder = send(commands, "computeCommandEncoder");
    send<void>(encoder, "setComputePipelineState:", sum);
    send<void>(encoder, "setBuffer:offset:atIndex:", values, NSUInteger(0), NSUInteger(0));
    send<void>(encoder, "setBuffer:offset:atIndex:", total, NSUInteger(0), NSUInteger(1));
    send<void>(encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(count, 1, 1), MTLSizeMake(256, 1, 1));
    send<void>(encoder, "endEncoding");
    send<void>(commands, "commit");
    send<void>(commands, "waitUntilCompleted");
    if (id failure = send(commands, "error"))
        stop(failure);

    uint32_t expected = std::accumulate(first, first + count, 0u);
    std::printf("%u, expected %u\n", *send<uint32_t *>(total, "contents"), expected);
    for (id object : {values, total, queue, sum, function, library})
        objc_release(object);
    objc_autoreleasePoolPop(pool);
    return 0;
}
