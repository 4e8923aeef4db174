// mixed.mm: Objective-C++: C++ exceptions, a C++ object as an instance variable, a block in C++.
//   tools/softmetal/metal-cc -std=c++17 tools/softmetal/examples/mixed.mm -o mixed && ./mixed
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdexcept>
#include <string>
#include <vector>

@interface Names : NSObject
- (NSString *)at:(size_t)index;
@end

@implementation Names {
    std::vector<std::string> _names;
}

- (NSString *)at:(size_t)index
{
    _names = {"zero", "one"};
    try {
        return @(_names.at(index).c_str());
    } catch (const std::out_of_range &) {
        return @"none";
    }
}
@end

int main()
{
    @autoreleasepool {
        Names *names = [[Names new] autorelease];
        auto *device = MTLCreateSystemDefaultDevice();
        NSArray *all = @[ [names at:0], [names at:1], [names at:2] ];
        auto last = ^{
            return all[2];
        };
        printf("%s %s %s %s\n", [all[0] UTF8String], [all[1] UTF8String], [last() UTF8String], device != nil ? "device" : "no device");
        [device release];
    }
    return 0;
}
