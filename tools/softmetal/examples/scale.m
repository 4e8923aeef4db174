/* scale.m: a kernel of the default library, from its own file.
 *     tools/softmetal/metal-cc tools/softmetal/examples/scale.m tools/softmetal/examples/scale.metal -o scale && ./scale */
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

int main(void)
{
    @autoreleasepool {
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        id<MTLLibrary> library = [device newDefaultLibrary];
        NSError *error = nil;
        id<MTLFunction> function = [library newFunctionWithName:@"scale"];
        id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
        if (!pipeline)
            return 1;
        float values[] = {1, 2, 3, 4}, factor = 2.5f;
        id<MTLBuffer> buffer = [device newBufferWithBytes:values length:sizeof values options:MTLResourceStorageModeShared];
        id<MTLCommandBuffer> commands = [[device newCommandQueue] commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBuffer:buffer offset:0 atIndex:0];
        [encoder setBytes:&factor length:sizeof factor atIndex:1];
        [encoder dispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        const float *scaled = [buffer contents];
        printf("%g %g %g %g\n", scaled[0], scaled[1], scaled[2], scaled[3]);
    }
    return 0;
}
