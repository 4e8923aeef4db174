/* MTL4.h: Metal 4's command classes and tensors, for Objective-C. Included by Metal.h. */
#ifndef SOFTMETAL_MTL4_H
#define SOFTMETAL_MTL4_H

SM_BLOCK(MTL4CommitFeedbackHandler, id<MTL4CommitFeedback> feedback);

/* ---- tensors */

@interface MTLTensorExtents : NSObject <NSCopying>
- (instancetype)initWithRank:(NSUInteger)rank values:(const NSInteger *)values;
@property(readonly) NSUInteger rank;
- (NSInteger)extentAtDimensionIndex:(NSUInteger)index;
@end

@interface MTLTensorAuxiliaryPlaneDescriptor : NSObject <NSCopying>
@property(readwrite) MTLTensorDataType dataType;
@property(readwrite, retain) MTLTensorExtents *blockFactors;
@end

@interface MTLTensorAuxiliaryPlaneDescriptorMap : NSObject <NSCopying>
- (void)setDescriptor:(MTLTensorAuxiliaryPlaneDescriptor *)descriptor forPlane:(MTLTensorPlaneType)plane;
- (MTLTensorAuxiliaryPlaneDescriptor *)descriptorForPlane:(MTLTensorPlaneType)plane;
- (void)reset;
@end

@interface MTLTensorBufferAttachments : NSObject <NSCopying>
- (void)setBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset forPlane:(MTLTensorPlaneType)plane;
- (id<MTLBuffer>)bufferForPlane:(MTLTensorPlaneType)plane;
- (NSUInteger)offsetForPlane:(MTLTensorPlaneType)plane;
- (void)reset;
@end

@protocol MTLTensorAuxiliaryPlane <NSObject>
@property(readonly) MTLTensorPlaneType planeType;
@property(readonly) MTLTensorDataType dataType;
@property(readonly) MTLTensorExtents *blockFactors;
@property(readonly) id<MTLBuffer> buffer;
@property(readonly) NSUInteger bufferOffset;
@end

@interface MTLTensorDescriptor : NSObject <NSCopying>
@property(readwrite, retain) MTLTensorAuxiliaryPlaneDescriptorMap *auxiliaryPlanes;
@property(readwrite, retain) MTLTensorExtents *dimensions;
@property(readwrite, retain) MTLTensorExtents *strides;
@property(readwrite) MTLTensorDataType dataType;
@property(readwrite) MTLTensorUsage usage;
@property(readwrite) MTLResourceOptions resourceOptions;
@property(readwrite) MTLStorageMode storageMode;
@end

@protocol MTLTensor <MTLResource>
@property(readonly) MTLResourceID gpuResourceID;
@property(readonly) MTLTensorDataType dataType;
@property(readonly) MTLTensorUsage usage;
@property(readonly) MTLTensorExtents *dimensions;
@property(readonly) MTLTensorExtents *strides;
@property(readonly) id<MTLBuffer> buffer;
@property(readonly) NSUInteger bufferOffset;
@property(readonly) NSArray *auxiliaryPlanes;
- (void)replaceSliceOrigin:(MTLTensorExtents *)origin
           sliceDimensions:(MTLTensorExtents *)dimensions
                     plane:(MTLTensorPlaneType)plane
                 withBytes:(const void *)bytes
                   strides:(MTLTensorExtents *)strides;
- (void)getBytes:(void *)bytes
            strides:(MTLTensorExtents *)strides
    fromSliceOrigin:(MTLTensorExtents *)origin
    sliceDimensions:(MTLTensorExtents *)dimensions
              plane:(MTLTensorPlaneType)plane;
- (void)replaceSliceOrigin:(MTLTensorExtents *)origin
           sliceDimensions:(MTLTensorExtents *)dimensions
                 withBytes:(const void *)bytes
                   strides:(MTLTensorExtents *)strides;
- (void)getBytes:(void *)bytes
            strides:(MTLTensorExtents *)strides
    fromSliceOrigin:(MTLTensorExtents *)origin
    sliceDimensions:(MTLTensorExtents *)dimensions;
@end

/* ---- argument tables */

@interface MTL4ArgumentTableDescriptor : NSObject <NSCopying>
@property(readwrite, copy) NSString *label;
@property(readwrite) NSUInteger maxBufferBindCount;
@property(readwrite) NSUInteger maxTextureBindCount;
@property(readwrite) NSUInteger maxSamplerStateBindCount;
@property(readwrite) BOOL initializeBindings;
@end

@protocol MTL4ArgumentTable <NSObject>
@property(readonly) NSString *label;
- (void)setAddress:(MTLGPUAddress)address atIndex:(NSUInteger)index;
- (void)setResource:(MTLResourceID)resource atBufferIndex:(NSUInteger)index;
- (void)setTexture:(MTLResourceID)texture atIndex:(NSUInteger)index;
- (void)setSamplerState:(MTLResourceID)sampler atIndex:(NSUInteger)index;
@end

/* ---- counters */

@interface MTL4CounterHeapDescriptor : NSObject <NSCopying>
@property(readwrite) MTL4CounterHeapType type;
@property(readwrite) NSUInteger count;
@end

@protocol MTL4CounterHeap <NSObject>
@property(readwrite, copy) NSString *label;
@property(readonly) NSUInteger count;
- (NSData *)resolveCounterRange:(NSRange)range;
- (void)invalidateCounterRange:(NSRange)range;
@end

/* ---- commands */

@protocol MTL4CommandAllocator <NSObject>
- (uint64_t)allocatedSize;
- (void)reset;
@end

@protocol MTL4CommandEncoder <NSObject>
@property(readwrite, copy) NSString *label;
- (void)barrierAfterEncoderStages:(MTLStages)after
              beforeEncoderStages:(MTLStages)before
                visibilityOptions:(MTL4VisibilityOptions)visibility;
- (void)barrierAfterQueueStages:(MTLStages)after
                   beforeStages:(MTLStages)before
              visibilityOptions:(MTL4VisibilityOptions)visibility;
- (void)barrierAfterStages:(MTLStages)after
         beforeQueueStages:(MTLStages)before
         visibilityOptions:(MTL4VisibilityOptions)visibility;
- (void)updateFence:(id<MTLFence>)fence afterEncoderStages:(MTLStages)after;
- (void)waitForFence:(id<MTLFence>)fence beforeEncoderStages:(MTLStages)before;
- (void)endEncoding;
@end

@protocol MTL4ComputeCommandEncoder <MTL4CommandEncoder>
- (MTLStages)stages;
- (void)setComputePipelineState:(id<MTLComputePipelineState>)state;
- (void)setArgumentTable:(id<MTL4ArgumentTable>)table;
- (void)setThreadgroupMemoryLength:(NSUInteger)length atIndex:(NSUInteger)index;
- (void)dispatchThreads:(MTLSize)threads threadsPerThreadgroup:(MTLSize)group;
- (void)dispatchThreadgroups:(MTLSize)groups threadsPerThreadgroup:(MTLSize)group;
- (void)dispatchThreadgroupsWithIndirectBuffer:(MTLGPUAddress)buffer threadsPerThreadgroup:(MTLSize)group;
- (void)dispatchThreadsWithIndirectBuffer:(MTLGPUAddress)buffer;
- (void)copyFromBuffer:(id<MTLBuffer>)from
          sourceOffset:(NSUInteger)from_offset
              toBuffer:(id<MTLBuffer>)to
     destinationOffset:(NSUInteger)to_offset
                  size:(NSUInteger)size;
- (void)copyFromTensor:(id<MTLTensor>)from
             sourceOrigin:(MTLTensorExtents *)from_origin
         sourceDimensions:(MTLTensorExtents *)from_dimensions
                 toTensor:(id<MTLTensor>)to
        destinationOrigin:(MTLTensorExtents *)to_origin
    destinationDimensions:(MTLTensorExtents *)to_dimensions;
- (void)fillBuffer:(id<MTLBuffer>)buffer range:(NSRange)range value:(uint8_t)value;
- (void)writeTimestampWithGranularity:(MTL4TimestampGranularity)granularity
                             intoHeap:(id<MTL4CounterHeap>)heap
                              atIndex:(NSUInteger)index;
@end

@protocol MTL4CommandBuffer <NSObject>
@property(readwrite, copy) NSString *label;
- (void)beginCommandBufferWithAllocator:(id<MTL4CommandAllocator>)allocator;
- (void)endCommandBuffer;
- (id<MTL4ComputeCommandEncoder>)computeCommandEncoder;
- (void)useResidencySet:(id<MTLResidencySet>)set;
- (void)pushDebugGroup:(NSString *)name;
- (void)popDebugGroup;
- (void)writeTimestampIntoHeap:(id<MTL4CounterHeap>)heap atIndex:(NSUInteger)index;
@end

@protocol MTL4CommitFeedback <NSObject>
@property(readonly) NSError *error;
@property(readonly) double GPUStartTime;
@property(readonly) double GPUEndTime;
@end

@interface MTL4CommitOptions : NSObject
- (void)addFeedbackHandler:(MTL4CommitFeedbackHandler)handler;
@end

@interface MTL4CommandQueueDescriptor : NSObject
@property(readwrite, copy) NSString *label;
@end

@protocol MTL4CommandQueue <NSObject>
@property(readonly) NSString *label;
- (void)commit:(const id<MTL4CommandBuffer> *)buffers count:(NSUInteger)count;
- (void)commit:(const id<MTL4CommandBuffer> *)buffers count:(NSUInteger)count options:(MTL4CommitOptions *)options;
- (void)signalEvent:(id<MTLEvent>)event value:(uint64_t)value;
- (void)waitForEvent:(id<MTLEvent>)event value:(uint64_t)value;
- (void)addResidencySet:(id<MTLResidencySet>)set;
- (void)removeResidencySet:(id<MTLResidencySet>)set;
@end

/* ---- compiler */

@interface MTL4CompilerDescriptor : NSObject <NSCopying>
@property(readwrite, copy) NSString *label;
@end

@interface MTL4CompilerTaskOptions : NSObject <NSCopying>
@end

@interface MTL4LibraryDescriptor : NSObject <NSCopying>
@property(readwrite, copy) NSString *source;
@property(readwrite, copy) NSString *name;
@property(readwrite, copy) MTLCompileOptions *options;
@end

@interface MTL4FunctionDescriptor : NSObject <NSCopying>
@end

@interface MTL4LibraryFunctionDescriptor : MTL4FunctionDescriptor
@property(readwrite, copy) NSString *name;
@property(readwrite, retain) id<MTLLibrary> library;
@end

@interface MTL4SpecializedFunctionDescriptor : MTL4FunctionDescriptor
@property(readwrite, copy) MTL4FunctionDescriptor *functionDescriptor;
@property(readwrite, copy) MTLFunctionConstantValues *constantValues;
@property(readwrite, copy) NSString *specializedName;
@end

@interface MTL4ComputePipelineDescriptor : NSObject <NSCopying>
@property(readwrite, copy) NSString *label;
@property(readwrite, copy) MTL4FunctionDescriptor *computeFunctionDescriptor;
@property(readwrite) NSUInteger maxTotalThreadsPerThreadgroup;
@property(readwrite) MTLSize requiredThreadsPerThreadgroup;
@end

@protocol MTL4Compiler <NSObject>
@property(readonly) NSString *label;
- (id<MTLLibrary>)newLibraryWithDescriptor:(MTL4LibraryDescriptor *)descriptor error:(NSError **)error;
- (id<MTLComputePipelineState>)newComputePipelineStateWithDescriptor:(MTL4ComputePipelineDescriptor *)descriptor
                                                 compilerTaskOptions:(MTL4CompilerTaskOptions *)options
                                                               error:(NSError **)error;
@end

#endif
