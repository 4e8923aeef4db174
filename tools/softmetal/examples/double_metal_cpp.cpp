// double_metal_cpp.cpp: doubles a thousand floats, with Apple's metal-cpp, of which you have your own copy.
//   tools/softmetal/metal-cc -std=c++17 -Imetal-cpp tools/softmetal/examples/double_metal_cpp.cpp -o double && ./double
#define NS_PRIVATE_IMPLEMENTATION
#define MTL_PRIVATE_IMPLEMENTATION
#include <Foundation/Foundation.hpp>
#include <Metal/Metal.hpp>
#include <cstdio>
#include <cstdlib>

static const char source[] = R"(
    kernel void twice(device float *values, uint i [[thread_position_in_grid]])
    {
        values[i] *= 2;
    })";

template <class Object> static Object *check(Object *object, const NS::Error *error)
{
    if (!object) {
        std::fprintf(stderr, "%s\n", error ? error->localizedDescription()->utf8String() : "nothing, and no error");
        std::exit(1);
    }
    return object;
}

int main()
{
    constexpr NS::UInteger count = 1000;
    NS::AutoreleasePool *pool = NS::AutoreleasePool::alloc()->init();
    NS::SharedPtr<NS::Array> devices = NS::TransferPtr(MTL::CopyAllDevices());
    if (!devices || devices->count() == 0)
        return 1;
    auto *device = devices->object<MTL::Device>(0);
    NS::Error *error = nullptr;
    NS::String *text = NS::String::string(source, NS::UTF8StringEncoding);
    auto library = NS::TransferPtr(check(device->newLibrary(text, nullptr, &error), error));
    auto function = NS::TransferPtr(check(library->newFunction(MTLSTR("twice")), error));
    auto pipeline = NS::TransferPtr(check(device->newComputePipelineState(function.get(), &error), error));
    auto queue = NS::TransferPtr(check(device->newCommandQueue(), error));
    auto buffer = NS::TransferPtr(check(device->newBuffer(count * sizeof(float), MTL::ResourceStorageModeShared), error));
    auto *values = static_cast<float *>(buffer->contents());
    for (NS::UInteger i = 0; i < count; i++)
        values[i] = float(i);

    MTL::CommandBuffer *commands = queue->commandBuffer();
    bool completed = false;
    commands->addCompletedHandler([&completed](MTL::CommandBuffer *buffer) {
        completed = buffer->status() == MTL::CommandBufferStatusCompleted;
    });
    MTL::ComputeCommandEncoder *encoder = commands->computeCommandEncoder();
    encoder->setComputePipelineState(pipeline.get());
    encoder->setBuffer(buffer.get(), 0, 0);
    encoder->dispatchThreads(MTL::Size(count, 1, 1), MTL::Size(pipeline->threadExecutionWidth(), 1, 1));
    encoder->endEncoding();
    commands->commit();
    commands->waitUntilCompleted();
    check(commands->error() ? nullptr : commands, commands->error());
    std::printf("%s: %g, %g, …, %g%s\n", device->name()->utf8String(), values[0], values[1], values[count - 1], completed ? "" : ", not completed");
    pool->release();
    return 0;
}
