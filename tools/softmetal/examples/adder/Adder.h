#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

// Adds arrays on a device. Its instance variables are nobody's business: they are in Adder.m.
@interface Adder : NSObject
@property(readonly, nonatomic) NSUInteger additions; // so far
- (instancetype)initWithDevice:(id<MTLDevice>)device;
- (NSArray<NSNumber *> *)add:(NSArray<NSNumber *> *)first to:(NSArray<NSNumber *> *)second;
@end
