// language.m: Objective-C that GCC's runtime alone does not take, each used once; language_base.m has a superclass that is loaded after
// this file. It is a test of api/objc/modules.c more than an example.
//   tools/softmetal/metal-cc tools/softmetal/examples/language.m tools/softmetal/examples/language_base.m -o language && ./language
#import "language.h"

@protocol Counting <NSObject>
- (int)count;
@end

@interface Derived : Base <Counting>
@property(copy) NSString *name; // makes an instance variable of its own
@property(nonatomic, retain) NSArray *list;
@property(nonatomic) MTLSize size;
@end

@interface Derived () {
    char _first;
}
@end

@implementation Derived {
    int _count;
    double _last;
    float _vector[8];
}

- (id)init
{
    self = [super init];
    _first = 1;
    _count = 2;
    _last = 3;
    _vector[7] = 4;
    return self;
}

- (int)count
{
    return _first + _count + (int)_last + (int)_vector[7];
}

- (void)dealloc
{
    [_name release];
    [_list release];
    [super dealloc];
}
@end

@interface Derived (Category)
- (int)doubled;
@end
@implementation Derived (Category)
- (int)doubled
{
    return 2 * _count;
}
@end

static NSString *thrown(id object)
{
    NSString *seen = @"nothing";
    @try {
        @try {
            @throw object;
        } @finally {
            seen = @"finally";
        }
    } @catch (NSException *exception) {
        return [seen stringByAppendingString:exception.name];
    } @catch (id other) {
        return [seen stringByAppendingString:other];
    }
    return seen;
}

#define REQUIRE(condition)                                                                                                           \
    do {                                                                                                                             \
        if (!(condition)) {                                                                                                          \
            printf("line %d: %s\n", __LINE__, #condition);                                                                           \
            return 1;                                                                                                                \
        }                                                                                                                            \
    } while (0)

int main(void)
{
    @autoreleasepool {
        Derived *object = [[Derived new] autorelease];
        REQUIRE([object count] == 10 && [object doubled] == 4 && [object base] == 1 && [object set:7] == 7 && [object count] == 10);
        object.name = [NSMutableString stringWithString:@"copied"];
        object.list = @[ @1, @"two", @3.5, @YES ];
        object.size = MTLSizeMake(1, 2, 3);
        REQUIRE([object.name isEqual:@"copied"] && object.size.depth == 3 && [object base] == 7);
        REQUIRE([object.list[1] isEqual:@"two"] && [object.list[3] boolValue]);
        NSMutableDictionary *map = [NSMutableDictionary dictionaryWithDictionary:@{@"key" : @"value"}];
        map[@"other"] = map[@"key"];
        REQUIRE([map[@"other"] isEqual:@"value"] && map.count == 2);
        REQUIRE([object conformsToProtocol:@protocol(Counting)] && ![object conformsToProtocol:@protocol(NSCopying)]);
        REQUIRE([thrown([NSException exceptionWithName:@"Name" reason:nil userInfo:nil]) isEqual:@"finallyName"]);
        REQUIRE([thrown(@"string") isEqual:@"finallystring"]);
        int (^block)(int) = ^(int more) {
            return [object count] + more;
        };
        REQUIRE(block(1) == 11);
        if (@available(macOS 13, *))
            puts("everything holds");
    }
    return 0;
}
