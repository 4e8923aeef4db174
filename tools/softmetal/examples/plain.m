// plain.m: Objective-C as GCC takes it, without blocks, @autoreleasepool and literals.
//   gcc $(gnustep-config --objc-flags) -Itools/softmetal/include-host tools/softmetal/examples/plain.m -o plain \
//       -Lbuild -Wl,-rpath,$PWD/build -lsoftmetal -lgnustep-base -lobjc && ./plain
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

@interface Filler : NSObject {
    id<MTLDevice> device;
}
- (id<MTLBuffer>)newBufferOf:(NSUInteger)length with:(uint8_t)value;
@end

@implementation Filler
- (id)init
{
    if ((self = [super init]))
        device = MTLCreateSystemDefaultDevice();
    return self;
}

- (id<MTLBuffer>)newBufferOf:(NSUInteger)length with:(uint8_t)value
{
    id<MTLBuffer> buffer = [device newBufferWithLength:length options:MTLResourceStorageModeShared];
    id<MTLCommandQueue> queue = [device newCommandQueue];
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLBlitCommandEncoder> encoder = [commands blitCommandEncoder];
    [encoder fillBuffer:buffer range:NSMakeRange(0, length) value:value];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    [queue release];
    return buffer;
}
@end

int main(void)
{
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    Filler *filler = [[Filler new] autorelease];
    id<MTLBuffer> buffer = [filler newBufferOf:16 with:7];
    const uint8_t *bytes = [buffer contents];
    printf("%d and %d\n", bytes[0], bytes[15]);
    [buffer release];
    [pool release];
    return 0;
}
