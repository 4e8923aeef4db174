/* MTLIndirectCommandBuffer.h: commands for compute that are encoded once and executed often. Included by Metal.h. */
#ifndef SOFTMETAL_INDIRECT_COMMAND_BUFFER_H
#define SOFTMETAL_INDIRECT_COMMAND_BUFFER_H
#include "Metal.h"

#ifdef __OBJC__
@interface MTLIndirectCommandBufferDescriptor : NSObject <NSCopying>
@property MTLIndirectCommandType commandTypes;
@property BOOL inheritPipelineState;
@property BOOL inheritBuffers;
@property NSUInteger maxKernelBufferBindCount;
@property NSUInteger maxKernelThreadgroupMemoryBindCount;
@end

@protocol MTLIndirectComputeCommand <NSObject>
- (void)setComputePipelineState:(id<MTLComputePipelineState>)state;
- (void)setKernelBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset atIndex:(NSUInteger)index;
- (void)setThreadgroupMemoryLength:(NSUInteger)length atIndex:(NSUInteger)index;
- (void)setStageInRegion:(MTLRegion)region;
- (void)concurrentDispatchThreadgroups:(MTLSize)groups threadsPerThreadgroup:(MTLSize)group;
- (void)concurrentDispatchThreads:(MTLSize)threads threadsPerThreadgroup:(MTLSize)group;
- (void)setBarrier;
- (void)clearBarrier;
- (void)reset;
@end

@protocol MTLIndirectCommandBuffer <MTLResource>
@property(readonly) NSUInteger size;
@property(readonly) MTLResourceID gpuResourceID;
- (id<MTLIndirectComputeCommand>)indirectComputeCommandAtIndex:(NSUInteger)index;
- (void)resetWithRange:(NSRange)range;
@end
#endif
#endif
