/* MTLLogState.h: where messages of kernels go. Included by Metal.h. */
#ifndef SOFTMETAL_LOG_STATE_HEADER_H
#define SOFTMETAL_LOG_STATE_HEADER_H
#include "Metal.h"

#ifdef __OBJC__
SM_BLOCK(SMLogHandler, NSString *subsystem, NSString *category, MTLLogLevel level, NSString *message);

@interface MTLLogStateDescriptor : NSObject <NSCopying>
@property MTLLogLevel level;
@property NSInteger bufferSize;
@end

@protocol MTLLogState <NSObject>
- (void)addLogHandler:(SMLogHandler)handler;
@end
#endif
#endif
