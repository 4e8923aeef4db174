// metal4_metal_cpp.cpp: doubles sixteen numbers by Metal 4's path, with Apple's metal-cpp of Xcode 26, of which you have your own copy.
//   tools/softmetal/metal-cc -std=c++17 -Imetal-cpp tools/softmetal/examples/metal4_metal_cpp.cpp -o metal4 && ./metal4
#define NS_PRIVATE_IMPLEMENTATION
#define MTL_PRIVATE_IMPLEMENTATION
#include <Foundation/Foundation.hpp>
#include <Metal/Metal.hpp>
#include <cstdio>
#include <cstdlib>

static const char source[] = R"(
    kernel void twice(device int *values [[buffer(0)]], uint i [[thread_position_in_grid]])
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

static NS::SharedPtr<MTL::ComputePipelineState> make_pipeline(MTL::Device *device)
{
    NS::Error *error = nullptr;
    auto of_compiler = NS::TransferPtr(MTL4::CompilerDescriptor::alloc()->init());
    auto compiler = NS::TransferPtr(check(device->newCompiler(of_compiler.get(), &error), error));
    auto of_library = NS::TransferPtr(MTL4::LibraryDescriptor::alloc()->init());
    of_library->setSource(NS::String::string(source, NS::UTF8StringEncoding));
    auto library = NS::TransferPtr(check(compiler->newLibrary(of_library.get(), &error), error));
    auto function = NS::TransferPtr(MTL4::LibraryFunctionDescriptor::alloc()->init());
    function->setLibrary(library.get());
    function->setName(MTLSTR("twice"));
    auto of_pipeline = NS::TransferPtr(MTL4::ComputePipelineDescriptor::alloc()->init());
    of_pipeline->setComputeFunctionDescriptor(function.get());
    return NS::TransferPtr(check(compiler->newComputePipelineState(of_pipeline.get(), nullptr, &error), error));
}

int main()
{
    constexpr NS::UInteger count = 16;
    NS::AutoreleasePool *pool = NS::AutoreleasePool::alloc()->init();
    NS::SharedPtr<NS::Array> devices = NS::TransferPtr(MTL::CopyAllDevices());
    if (!devices || devices->count() == 0)
        return 1;
    auto *device = devices->object<MTL::Device>(0);
    NS::Error *error = nullptr;
    auto pipeline = make_pipeline(device);
    auto buffer = NS::TransferPtr(check(device->newBuffer(count * sizeof(int), MTL::ResourceStorageModeShared), error));
    auto *values = static_cast<int *>(buffer->contents());
    for (NS::UInteger i = 0; i < count; i++)
        values[i] = int(i);
    auto of_table = NS::TransferPtr(MTL4::ArgumentTableDescriptor::alloc()->init());
    of_table->setMaxBufferBindCount(1);
    auto table = NS::TransferPtr(check(device->newArgumentTable(of_table.get(), &error), error));
    table->setAddress(buffer->gpuAddress(), 0);
    auto of_set = NS::TransferPtr(MTL::ResidencySetDescriptor::alloc()->init());
    auto set = NS::TransferPtr(check(device->newResidencySet(of_set.get(), &error), error));
    set->addAllocation(buffer.get());
    set->commit();

    auto queue = NS::TransferPtr(check(device->newMTL4CommandQueue(), error));
    auto allocator = NS::TransferPtr(check(device->newCommandAllocator(), error));
    auto commands = NS::TransferPtr(check(device->newCommandBuffer(), error));
    queue->addResidencySet(set.get());
    commands->beginCommandBuffer(allocator.get());
    MTL4::ComputeCommandEncoder *encoder = commands->computeCommandEncoder();
    encoder->setComputePipelineState(pipeline.get());
    encoder->setArgumentTable(table.get());
    encoder->dispatchThreads(MTL::Size(count, 1, 1), MTL::Size(count, 1, 1));
    encoder->endEncoding();
    commands->endCommandBuffer();
    const MTL4::CommandBuffer *list[] = {commands.get()};
    queue->commit(list, 1);
    auto event = NS::TransferPtr(check(device->newSharedEvent(), error));
    queue->signalEvent(event.get(), 1);
    bool ended = event->waitUntilSignaledValue(1, 10000);
    std::printf("%s: %d, %d, …, %d%s\n", device->name()->utf8String(), values[0], values[1], values[count - 1], ended ? "" : ", not ended");
    pool->release();
    return 0;
}
