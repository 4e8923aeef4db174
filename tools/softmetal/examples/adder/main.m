// Adds two arrays, with a class as Apple's samples write them: instance variables in the @implementation, properties that make their
// own, literals and brackets.
//   cd tools/softmetal/examples/adder && ../../metal-cc main.m Adder.m add.metal -o adder && ./adder
#import "Adder.h"

int main(void)
{
    @autoreleasepool {
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        if (@available(macOS 13, *))
            NSLog(@"%@", device.name);
        Adder *adder = [[Adder alloc] initWithDevice:device];
        NSDictionary *arrays = @{@"odd" : @[ @1, @3, @5 ], @"even" : @[ @2, @4, @6.5 ]};
        NSArray *sums = [adder add:arrays[@"odd"] to:arrays[@"even"]];
        printf("%s, %lu additions\n", [[sums componentsJoinedByString:@" "] UTF8String], (unsigned long)adder.additions);
        [adder release];
        [device release];
    }
    return 0;
}
