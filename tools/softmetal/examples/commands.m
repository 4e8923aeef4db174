/* commands.m: a command that is encoded once and executed three times, and a handler for what its kernel logs.
 *   tools/softmetal/metal-cc tools/softmetal/examples/commands.m -o commands && ./commands */
#import <Metal/Metal.h>
#include <stdio.h>

static NSString *const source = @"#include <metal_stdlib>\n"
                                 "#include <metal_logging>\n"
                                 "using namespace metal;\n"
                                 "constant os_log mine(\"mine\", \"loops\");\n"
                                 "kernel void grow(device int *a, uint i [[thread_position_in_grid]])\n"
                                 "{ a[i] += i + 1; if (a[i] == 8) mine.log_info(\"%d\", a[i]); }\n";

static int messages;
static char message[100];

static id<MTLCommandBuffer> logged_buffer(id<MTLDevice> device)
{
    NSError *error = nil;
    MTLLogStateDescriptor *descriptor = [MTLLogStateDescriptor new];
    descriptor.level = MTLLogLevelInfo;
    descriptor.bufferSize = 65536;
    id<MTLLogState> state = [device newLogStateWithDescriptor:descriptor error:&error];
    [state addLogHandler:^(NSString *subsystem, NSString *category, MTLLogLevel level, NSString *text) {
      messages += level == MTLLogLevelInfo;
      snprintf(message, sizeof message, "%s %s %s", subsystem.UTF8String, category.UTF8String, text.UTF8String);
    }];
    MTLCommandBufferDescriptor *buffer = [MTLCommandBufferDescriptor new];
    buffer.logState = state;
    return [[device newCommandQueue] commandBufferWithDescriptor:buffer];
}

static id<MTLComputePipelineState> make_pipeline(id<MTLDevice> device)
{
    NSError *error = nil;
    MTLCompileOptions *options = [MTLCompileOptions new];
    options.enableLogging = YES;
    MTLComputePipelineDescriptor *descriptor = [MTLComputePipelineDescriptor new];
    descriptor.supportIndirectCommandBuffers = YES;
    descriptor.computeFunction = [[device newLibraryWithSource:source options:options error:&error]
        newFunctionWithName:@"grow"];
    return [device newComputePipelineStateWithDescriptor:descriptor options:0 reflection:NULL error:&error];
}

static id<MTLIndirectCommandBuffer> make_commands(id<MTLDevice> device, id<MTLBuffer> data)
{
    MTLIndirectCommandBufferDescriptor *descriptor = [MTLIndirectCommandBufferDescriptor new];
    descriptor.commandTypes = MTLIndirectCommandTypeConcurrentDispatchThreads;
    descriptor.inheritPipelineState = YES;
    descriptor.inheritBuffers = NO;
    descriptor.maxKernelBufferBindCount = 1;
    id<MTLIndirectCommandBuffer> commands = [device newIndirectCommandBufferWithDescriptor:descriptor
                                                                           maxCommandCount:1
                                                                                   options:0];
    id<MTLIndirectComputeCommand> command = [commands indirectComputeCommandAtIndex:0];
    [command setKernelBuffer:data offset:0 atIndex:0];
    [command concurrentDispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
    return commands;
}

int main(void)
{
    @autoreleasepool {
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        id<MTLBuffer> data = [device newBufferWithLength:4 * sizeof(int) options:0];
        id<MTLIndirectCommandBuffer> commands = make_commands(device, data);
        id<MTLCommandBuffer> buffer = logged_buffer(device);
        id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
        [encoder setComputePipelineState:make_pipeline(device)];
        for (int n = 0; n < 3; n++)
            [encoder executeCommandsInBuffer:commands withRange:NSMakeRange(0, 1)];
        [encoder endEncoding];
        [buffer commit];
        [buffer waitUntilCompleted];
        const int *a = data.contents;
        printf("%d %d %d %d, and %s message: %s\n", a[0], a[1], a[2], a[3], messages == 1 ? "one" : "another number of",
               message);
    }
    return 0;
}
