#import "Adder.h"

@interface Adder ()
@property(readwrite, nonatomic) NSUInteger additions;
@property(retain, nonatomic) id<MTLComputePipelineState> pipeline;
@end

@implementation Adder {
    id<MTLDevice> _device;
    id<MTLCommandQueue> _queue;
    id<MTLBuffer> _buffers[3];
}

- (instancetype)initWithDevice:(id<MTLDevice>)device
{
    self = [super init];
    if (!self)
        return nil;
    _device = [device retain];
    _queue = [device newCommandQueue];
    NSError *error = nil;
    id<MTLLibrary> library = [device newDefaultLibrary];
    id<MTLFunction> function = [library newFunctionWithName:@"add"];
    self.pipeline = [[device newComputePipelineStateWithFunction:function error:&error] autorelease];
    if (!self.pipeline)
        NSLog(@"%@", error);
    [function release];
    [library release];
    return self;
}

- (void)makeBuffersOf:(NSUInteger)count
{
    for (int n = 0; n < 3; n++) {
        [_buffers[n] release];
        _buffers[n] = [_device newBufferWithLength:count * sizeof(float) options:MTLResourceStorageModeShared];
    }
}

- (NSArray<NSNumber *> *)add:(NSArray<NSNumber *> *)first to:(NSArray<NSNumber *> *)second
{
    NSUInteger count = first.count;
    [self makeBuffersOf:count];
    float *a = _buffers[0].contents, *b = _buffers[1].contents, *sum = _buffers[2].contents;
    for (NSUInteger i = 0; i < count; i++) {
        a[i] = first[i].floatValue;
        b[i] = second[i].floatValue;
    }
    id<MTLCommandBuffer> commands = [_queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    [encoder setComputePipelineState:_pipeline];
    for (NSUInteger n = 0; n < 3; n++)
        [encoder setBuffer:_buffers[n] offset:0 atIndex:n];
    [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(1, 1, 1)];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    self.additions += count;

    NSMutableArray<NSNumber *> *sums = [NSMutableArray array];
    for (NSUInteger i = 0; i < count; i++)
        sums[i] = @(sum[i]);
    return sums;
}

- (void)dealloc
{
    for (int n = 0; n < 3; n++)
        [_buffers[n] release];
    [_pipeline release];
    [_queue release];
    [_device release];
    [super dealloc];
}
@end
