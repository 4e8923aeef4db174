/* tensor.m: doubles a tensor of halves by Metal 4's path: a queue, an allocator, a table of arguments, a residency set.
 *   tools/softmetal/metal-cc tools/softmetal/examples/tensor.m -o tensor && ./tensor */
#import <Metal/Metal.h>
#include <stdio.h>

static NSString *const source = @"#include <metal_stdlib>\n"
                                 "#include <metal_tensor>\n"
                                 "using namespace metal;\n"
                                 "kernel void twice(tensor<device float, dextents<int, 2>> t [[buffer(0)]],\n"
                                 "                  uint2 at [[thread_position_in_grid]])\n"
                                 "{ t[int(at.x), int(at.y)] *= 2; }\n";

static MTLTensorExtents *extents(NSInteger x, NSInteger y)
{
    const NSInteger values[] = {x, y};
    return [[MTLTensorExtents alloc] initWithRank:2 values:values];
}

static id<MTLTensor> make_tensor(id<MTLDevice> device)
{
    NSError *error = nil;
    MTLTensorDescriptor *descriptor = [MTLTensorDescriptor new];
    descriptor.dimensions = extents(4, 2);
    descriptor.dataType = MTLTensorDataTypeFloat32;
    descriptor.usage = MTLTensorUsageCompute;
    return [device newTensorWithDescriptor:descriptor error:&error];
}

static id<MTLComputePipelineState> make_pipeline(id<MTLDevice> device)
{
    NSError *error = nil;
    id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
    if (!library)
        printf("%s\n", [[error localizedDescription] UTF8String]);
    return [device newComputePipelineStateWithFunction:[library newFunctionWithName:@"twice"] error:&error];
}

static id<MTL4ArgumentTable> make_table(id<MTLDevice> device)
{
    NSError *error = nil;
    MTL4ArgumentTableDescriptor *descriptor = [MTL4ArgumentTableDescriptor new];
    descriptor.maxBufferBindCount = 1;
    return [device newArgumentTableWithDescriptor:descriptor error:&error];
}

int main(void)
{
    @autoreleasepool {
        NSError *error = nil;
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        if (![device supportsFamily:MTLGPUFamilyMetal4])
            return 1;
        const float numbers[] = {1, 2, 3, 4, 5, 6, 7, 8};
        id<MTLTensor> tensor = make_tensor(device);
        [tensor replaceSliceOrigin:extents(0, 0) sliceDimensions:extents(4, 2) withBytes:numbers strides:extents(1, 4)];
        id<MTL4ArgumentTable> table = make_table(device);
        [table setResource:tensor.gpuResourceID atBufferIndex:0];
        id<MTLResidencySet> set = [device newResidencySetWithDescriptor:[MTLResidencySetDescriptor new] error:&error];
        [set addAllocation:tensor];
        [set commit];
        id<MTL4CommandQueue> queue = [device newMTL4CommandQueue];
        [queue addResidencySet:set];

        id<MTL4CommandBuffer> commands = [device newCommandBuffer];
        [commands beginCommandBufferWithAllocator:[device newCommandAllocator]];
        id<MTL4ComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:make_pipeline(device)];
        [encoder setArgumentTable:table];
        [encoder dispatchThreads:MTLSizeMake(4, 2, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
        [encoder endEncoding];
        [commands endCommandBuffer];
        MTL4CommitOptions *options = [MTL4CommitOptions new];
        [options addFeedbackHandler:^(id<MTL4CommitFeedback> feedback) {
          if (feedback.error)
              printf("%s\n", [[feedback.error localizedDescription] UTF8String]);
        }];
        [queue commit:&commands count:1 options:options];
        id<MTLSharedEvent> event = [device newSharedEvent];
        [queue signalEvent:event value:1];
        [event waitUntilSignaledValue:1 timeoutMS:10000];

        float row[4];
        [tensor getBytes:row strides:extents(1, 4) fromSliceOrigin:extents(0, 1) sliceDimensions:extents(4, 1)];
        printf("%g %g %g %g\n", row[0], row[1], row[2], row[3]);
    }
    return 0;
}
