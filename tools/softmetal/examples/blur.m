/* blur.m: blurs a small picture on the device, in Objective-C: textures, a pipeline, a completion handler.
 *   tools/softmetal/metal-cc tools/softmetal/examples/blur.m -o blur && ./blur */
#import <Metal/Metal.h>

static NSString *const source = @"#include <metal_stdlib>\n"
                                 "using namespace metal;\n"
                                 "kernel void blur(texture2d<float, access::read> from [[texture(0)]],\n"
                                 "                 texture2d<float, access::write> to [[texture(1)]],\n"
                                 "                 uint2 p [[thread_position_in_grid]])\n"
                                 "{\n"
                                 "    float4 sum = 0;\n"
                                 "    for (int y = -1; y <= 1; y++)\n"
                                 "        for (int x = -1; x <= 1; x++) {\n"
                                 "            int2 at = clamp(int2(p) + int2(x, y), int2(0),\n"
                                 "                            int2(from.get_width(), from.get_height()) - 1);\n"
                                 "            sum += from.read(uint2(at));\n"
                                 "        }\n"
                                 "    to.write(sum / 9, p);\n"
                                 "}\n";

static const NSUInteger width = 12, height = 6;

static id<MTLTexture> makeTexture(id<MTLDevice> device, MTLTextureUsage usage)
{
    MTLTextureDescriptor *descriptor = [MTLTextureDescriptor texture2DDescriptorWithPixelFormat:MTLPixelFormatR8Unorm
                                                                                          width:width
                                                                                         height:height
                                                                                      mipmapped:NO];
    descriptor.usage = usage;
    return [device newTextureWithDescriptor:descriptor];
}

static void print(const uint8_t *pixels)
{
    for (NSUInteger y = 0; y < height; y++) {
        for (NSUInteger x = 0; x < width; x++)
            printf("%4d", pixels[y * width + x]);
        printf("\n");
    }
}

int main(void)
{
    @autoreleasepool {
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        NSError *error = nil;
        id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
        if (!library) {
            NSLog(@"%@", error.localizedDescription);
            return 1;
        }
        id<MTLFunction> function = [library newFunctionWithName:@"blur"];
        id<MTLComputePipelineState> blur = [device newComputePipelineStateWithFunction:function error:&error];
        id<MTLTexture> from = makeTexture(device, MTLTextureUsageShaderRead);
        id<MTLTexture> to = makeTexture(device, MTLTextureUsageShaderWrite);
        uint8_t pixels[12 * 6] = {[2 * 12 + 5] = 252, [3 * 12 + 6] = 252};
        MTLRegion all = MTLRegionMake2D(0, 0, width, height);
        [from replaceRegion:all mipmapLevel:0 withBytes:pixels bytesPerRow:width];

        id<MTLCommandQueue> queue = [device newCommandQueue];
        id<MTLCommandBuffer> commands = [queue commandBuffer];
        [commands addCompletedHandler:^(id<MTLCommandBuffer> done) {
          printf("took %.3f ms on %s\n", (done.GPUEndTime - done.GPUStartTime) * 1e3, done.device.name.UTF8String);
        }];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:blur];
        [encoder setTexture:from atIndex:0];
        [encoder setTexture:to atIndex:1];
        [encoder dispatchThreads:MTLSizeMake(width, height, 1) threadsPerThreadgroup:MTLSizeMake(8, 4, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) {
            NSLog(@"%@", commands.error.localizedDescription);
            return 1;
        }
        [to getBytes:pixels bytesPerRow:width fromRegion:all mipmapLevel:0];
        print(pixels);
        [from release];
        [to release];
        [queue release];
        [blur release];
        [function release];
        [library release];
    }
    return 0;
}
