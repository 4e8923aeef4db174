// counted.m: automatic reference counting: what is let go ends at once, and blocks are objects.
//   tools/softmetal/metal-cc -fobjc-arc tools/softmetal/examples/counted.m -o counted && ./counted
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

@interface Job : NSObject
@property(copy) NSString *name;
@property(copy) void (^whenDone)(NSString *);
@end

static int jobs;

@implementation Job {
    id<MTLBuffer> _buffer;
    NSMutableArray *_blocks;
}

- (instancetype)initWithDevice:(id<MTLDevice>)device
{
    if (!(self = [super init]))
        return nil;
    jobs++;
    _buffer = [device newBufferWithLength:4096 options:MTLResourceStorageModeShared];
    _blocks = [NSMutableArray array];
    return self;
}

- (void)dealloc
{
    jobs--;
}

- (void)later:(int (^)(int))block
{
    [_blocks addObject:[block copy]];
}

- (int)run
{
    int sum = 0;
    for (int (^block)(int) in _blocks)
        sum = block(sum);
    if (self.whenDone)
        self.whenDone(self.name);
    return sum;
}
@end

static NSUInteger live(id<MTLDevice> device)
{
    return device.currentAllocatedSize;
}

#define REQUIRE(condition)                                                                                                           \
    do {                                                                                                                             \
        if (!(condition)) {                                                                                                          \
            printf("line %d: %s\n", __LINE__, #condition);                                                                           \
            return 1;                                                                                                                \
        }                                                                                                                            \
    } while (0)

static int try_jobs(id<MTLDevice> device)
{
    Job *job = [[Job alloc] initWithDevice:device];
    REQUIRE(job && jobs == 1 && live(device) == 4096);
    job.name = @"first";
    __block NSString *seen = nil;
    int two = 2;
    job.whenDone = ^(NSString *name) {
        seen = name;
    };
    [job later:^(int sum) {
        return sum + two;
    }];
    Job *other = [[Job alloc] initWithDevice:device];
    [job later:^(int sum) {
        return other ? sum * 10 : 0;
    }];
    other = nil; // its block holds it
    REQUIRE(jobs == 2 && [job run] == 20 && [seen isEqual:@"first"]);
    NSArray *list = @[ job ];
    job = nil;
    REQUIRE(jobs == 2 && [[list[0] name] isEqual:@"first"]);
    return 0;
}

int main(void)
{
    id<MTLDevice> device = MTLCreateSystemDefaultDevice();
    @autoreleasepool {
        if (try_jobs(device) != 0)
            return 1;
    }
    REQUIRE(jobs == 0 && live(device) == 0);
    @autoreleasepool {
        NSError *error = nil;
        id<MTLLibrary> library = [device newLibraryWithSource:@"kernel void broken( {" options:nil error:&error];
        REQUIRE(!library && error.code == MTLLibraryErrorCompileFailure);
        dispatch_queue_t queue = dispatch_queue_create("counted", DISPATCH_QUEUE_SERIAL);
        __block NSString *text = nil;
        dispatch_sync(queue, ^{
            text = [NSString stringWithFormat:@"%d jobs", jobs];
        });
        dispatch_release(queue);
        REQUIRE([text isEqual:@"0 jobs"]);
    }
    puts("nothing is left");
    return 0;
}
