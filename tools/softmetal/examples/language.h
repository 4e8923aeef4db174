#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

@interface Base : NSObject
- (int)base;
- (int)set:(int)value;
@end
