// mixed.mm: Objective-C++: exceptions of both languages, a C++ object as an instance variable, a block in C++.
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

static std::string seen; // what handled the exceptions, in order

struct Guard {
    ~Guard() { seen += "guard "; }
};

static void fail(int which)
{
    Guard guard;
    if (which == 0)
        @throw [NSException exceptionWithName:@"Name" reason:@"none" userInfo:nil];
    if (which == 1)
        @throw @"text";
    if (which == 2)
        throw std::out_of_range("range");
    throw 3;
}

static void choose(int which)
{
    @try {
        fail(which);
    } @catch (NSException *exception) {
        seen += exception.name.UTF8String;
    } @catch (NSString *string) {
        seen += string.UTF8String;
    } @finally {
        seen += " finally ";
    }
}

static void send_on(int which)
{
    @try {
        @try {
            fail(which);
        } @catch (NSString *string) {
            seen += "wrong ";
        } @finally {
            seen += "finally ";
        }
    } @catch (NSException *exception) {
        @try { // in a handler
            fail(1);
        } @catch (id object) {
            seen += "nested ";
        }
        @throw;
    }
}

static std::string exceptions()
{
    for (int which = 0; which < 4; which++) {
        try {
            choose(which);
        } catch (const std::exception &error) {
            seen += error.what();
        } catch (...) {
            seen += "other";
        }
        seen += ", ";
    }
    @try {
        send_on(0);
    } @catch (NSObject *object) {
        seen += "again, ";
    }
    try {
        [@[] objectAtIndex:1]; // thrown by a library of Objective-C
    } catch (NSException *exception) {
        seen += exception.name.UTF8String;
    }
    return seen;
}

int main()
{
    @autoreleasepool {
        Names *names = [[Names new] autorelease];
        auto *device = MTLCreateSystemDefaultDevice();
        NSArray *all = @[ [names at:0], [names at:1], [names at:2] ];
        auto last = ^{
            return all[2];
        };
        printf("%s %s %s %s: ", [all[0] UTF8String], [all[1] UTF8String], [last() UTF8String], device != nil ? "device" : "no device");
        [device release];
        printf("%s\n", exceptions().c_str());
    }
    return 0;
}
