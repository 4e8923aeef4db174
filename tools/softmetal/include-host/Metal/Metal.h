/* Metal.h: Metal's interface for compute, for clients that run on softmetal.
 *
 * Objective-C and Objective-C++ get the protocols and classes. C and C++ get the constants, the structures, the two
 * functions that return devices, and the runtime to send messages with. What is declared here exists; what is missing
 * is listed in softmetal's README. */
#ifndef SOFTMETAL_METAL_H
#define SOFTMETAL_METAL_H

#include <objc/objc.h>

#include "MTLTypes.h"

#ifndef __OBJC__

#include <objc/message.h>
#include <objc/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The device, or nil after a sentence on stderr; owned by the caller. */
extern id MTLCreateSystemDefaultDevice(void);
/* NSArray of devices, owned by the caller. */
extern id MTLCopyAllDevices(void);
/* NSString: domains of NSError. */
extern id MTLLibraryErrorDomain, MTLCommandBufferErrorDomain, MTLCaptureErrorDomain, MTL4CommandQueueErrorDomain, MTLTensorDomain, MTLLogStateErrorDomain,
    MTLCommandBufferEncoderInfoErrorKey, MTLCounterErrorDomain, MTLCommonCounterTimestamp, MTLCommonCounterSetTimestamp, MTLDynamicLibraryDomain,
    MTLBinaryArchiveDomain;
#ifdef __cplusplus
}
#endif

#else

#include <Availability.h>

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#define __nullable
#define __autoreleasing
#define __bridge
#endif

/* A handler is a block. Without -fblocks (GCC) its type is plain: pass a block that other code made. */
#if defined(__BLOCKS__)
#define SM_BLOCK(name, ...) typedef void (^name)(__VA_ARGS__)
#else
#define SM_BLOCK(name, ...) typedef id name
#endif

@protocol MTLDevice, MTLCommandQueue, MTLCommandBuffer, MTLCommandEncoder, MTLComputeCommandEncoder, MTLBlitCommandEncoder;
@protocol MTLResource, MTLBuffer, MTLTexture, MTLHeap, MTLSamplerState, MTLLibrary, MTLFunction, MTLComputePipelineState;
@protocol MTLEvent, MTLSharedEvent, MTLFence, MTLArgumentEncoder, MTLResidencySet, MTLBinding, MTLBufferBinding, MTLFunctionLog;
@protocol MTLDynamicLibrary, MTLBinaryArchive, MTLCounter, MTLCounterSet, MTLCounterSampleBuffer;
@class MTLBinaryArchiveDescriptor, MTLCounterSampleBufferDescriptor, MTLComputePassSampleBufferAttachmentDescriptorArray;
@class MTLBlitPassSampleBufferAttachmentDescriptorArray;
@class MTLCompileOptions, MTLFunctionConstantValues, MTLFunctionConstant, MTLFunctionDescriptor, MTLComputePipelineDescriptor;
@class MTLComputePipelineReflection, MTLFunctionReflection, MTLArgument, MTLTextureDescriptor, MTLSamplerDescriptor, MTLHeapDescriptor;
@class MTLArgumentDescriptor, MTLCommandQueueDescriptor, MTLCommandBufferDescriptor, MTLComputePassDescriptor;
@class MTLBlitPassDescriptor, MTLResidencySetDescriptor, MTLArchitecture, MTLStructType, MTLPointerType, MTLArrayType;

@protocol MTL4CommandQueue, MTL4CommandAllocator, MTL4CommandBuffer, MTL4CommandEncoder, MTL4ComputeCommandEncoder;
@protocol MTL4ArgumentTable, MTL4CommitFeedback, MTL4CounterHeap, MTL4Compiler, MTL4CompilerTask, MTLTensor;
@class MTL4CommandQueueDescriptor, MTL4ArgumentTableDescriptor, MTL4CompilerDescriptor, MTL4CounterHeapDescriptor;
@class MTLTensorDescriptor, MTLTensorBufferAttachments;

@protocol MTLIndirectCommandBuffer, MTLLogState;
@class MTLIndirectCommandBufferDescriptor, MTLLogStateDescriptor;

typedef MTLArgument *MTLAutoreleasedArgument;
typedef MTLComputePipelineReflection *MTLAutoreleasedComputePipelineReflection;
SM_BLOCK(MTLCommandBufferHandler, id<MTLCommandBuffer> buffer);
SM_BLOCK(MTLNewLibraryCompletionHandler, id<MTLLibrary> library, NSError *error);
SM_BLOCK(MTLNewComputePipelineStateCompletionHandler, id<MTLComputePipelineState> state, NSError *error);
SM_BLOCK(MTLNewComputePipelineStateWithReflectionCompletionHandler, id<MTLComputePipelineState> state,
         MTLComputePipelineReflection *reflection, NSError *error);
SM_BLOCK(SMNewFunctionHandler, id<MTLFunction> function, NSError *error);
SM_BLOCK(SMBufferDeallocator, void *pointer, NSUInteger length);

#ifdef __cplusplus
extern "C" {
#endif
extern id<MTLDevice> MTLCreateSystemDefaultDevice(void);
extern NSArray *MTLCopyAllDevices(void);
extern NSErrorDomain const MTLLibraryErrorDomain;
extern NSErrorDomain const MTLCommandBufferErrorDomain;
extern NSErrorDomain const MTLCaptureErrorDomain;
extern NSErrorDomain const MTL4CommandQueueErrorDomain;
extern NSErrorDomain const MTLTensorDomain;
extern NSErrorDomain const MTLLogStateErrorDomain;
extern NSErrorDomain const MTLCounterErrorDomain, MTLDynamicLibraryDomain, MTLBinaryArchiveDomain;
typedef NSString *MTLCommonCounter;
typedef NSString *MTLCommonCounterSet;
extern MTLCommonCounter const MTLCommonCounterTimestamp;
extern MTLCommonCounterSet const MTLCommonCounterSetTimestamp;
extern NSString *const MTLCommandBufferEncoderInfoErrorKey;
#ifdef __cplusplus
}
#endif

/* ---- device */

@interface MTLArchitecture : NSObject
- (NSString *)name;
@end

@protocol MTLDevice <NSObject>
@property(readonly) NSString *name;
@property(readonly) uint64_t registryID;
@property(readonly) MTLArchitecture *architecture;
@property(readonly) MTLSize maxThreadsPerThreadgroup;
@property(readonly) NSUInteger maxThreadgroupMemoryLength;
@property(readonly) NSUInteger maxBufferLength;
@property(readonly) uint64_t recommendedMaxWorkingSetSize;
@property(readonly) NSUInteger currentAllocatedSize;
@property(readonly) uint64_t maxTransferRate;
@property(readonly) BOOL hasUnifiedMemory;
@property(readonly, getter=isLowPower) BOOL lowPower;
@property(readonly, getter=isHeadless) BOOL headless;
@property(readonly, getter=isRemovable) BOOL removable;
@property(readonly) MTLDeviceLocation location;
@property(readonly) NSUInteger locationNumber;
@property(readonly) MTLArgumentBuffersTier argumentBuffersSupport;
@property(readonly) NSUInteger maxArgumentBufferSamplerCount;
@property(readonly) MTLReadWriteTextureTier readWriteTextureSupport;
@property(readonly) BOOL supports32BitFloatFiltering;
@property(readonly) BOOL supportsQueryTextureLOD;
@property(readonly) BOOL supportsFunctionPointers;
@property(readonly) BOOL supportsRaytracing;
- (BOOL)supportsFamily:(MTLGPUFamily)family;
- (BOOL)supportsFeatureSet:(MTLFeatureSet)set;
- (BOOL)supportsTextureSampleCount:(NSUInteger)count;
- (NSUInteger)minimumLinearTextureAlignmentForPixelFormat:(MTLPixelFormat)format;
- (NSUInteger)minimumTextureBufferAlignmentForPixelFormat:(MTLPixelFormat)format;
- (void)sampleTimestamps:(MTLTimestamp *)cpu gpuTimestamp:(MTLTimestamp *)gpu;

- (id<MTL4CommandQueue>)newMTL4CommandQueue;
- (id<MTL4CommandQueue>)newMTL4CommandQueueWithDescriptor:(MTL4CommandQueueDescriptor *)descriptor error:(NSError **)error;
- (id<MTL4CommandAllocator>)newCommandAllocator;
- (id<MTL4CommandBuffer>)newCommandBuffer;
- (id<MTL4ArgumentTable>)newArgumentTableWithDescriptor:(MTL4ArgumentTableDescriptor *)descriptor error:(NSError **)error;
- (id<MTL4Compiler>)newCompilerWithDescriptor:(MTL4CompilerDescriptor *)descriptor error:(NSError **)error;
- (id<MTL4CounterHeap>)newCounterHeapWithDescriptor:(MTL4CounterHeapDescriptor *)descriptor error:(NSError **)error;
- (id<MTLTensor>)newTensorWithDescriptor:(MTLTensorDescriptor *)descriptor error:(NSError **)error;
- (id<MTLTensor>)newTensorWithDescriptor:(MTLTensorDescriptor *)descriptor
                             attachments:(MTLTensorBufferAttachments *)attachments
                                   error:(NSError **)error;
- (MTLSizeAndAlign)tensorSizeAndAlignWithDescriptor:(MTLTensorDescriptor *)descriptor;

- (id<MTLCommandQueue>)newCommandQueue;
- (id<MTLCommandQueue>)newCommandQueueWithMaxCommandBufferCount:(NSUInteger)count;
- (id<MTLCommandQueue>)newCommandQueueWithDescriptor:(MTLCommandQueueDescriptor *)descriptor;
- (id<MTLBuffer>)newBufferWithLength:(NSUInteger)length options:(MTLResourceOptions)options;
- (id<MTLBuffer>)newBufferWithBytes:(const void *)bytes length:(NSUInteger)length options:(MTLResourceOptions)options;
- (id<MTLBuffer>)newBufferWithBytesNoCopy:(void *)bytes
                                   length:(NSUInteger)length
                                  options:(MTLResourceOptions)options
                              deallocator:(SMBufferDeallocator)deallocator;
- (id<MTLTexture>)newTextureWithDescriptor:(MTLTextureDescriptor *)descriptor;
- (id<MTLSamplerState>)newSamplerStateWithDescriptor:(MTLSamplerDescriptor *)descriptor;
- (id<MTLIndirectCommandBuffer>)newIndirectCommandBufferWithDescriptor:(MTLIndirectCommandBufferDescriptor *)descriptor
                                                       maxCommandCount:(NSUInteger)count
                                                               options:(MTLResourceOptions)options;
@property(readonly) BOOL supportsDynamicLibraries;
- (id<MTLDynamicLibrary>)newDynamicLibrary:(id<MTLLibrary>)library error:(NSError **)error;
- (id<MTLDynamicLibrary>)newDynamicLibraryWithURL:(NSURL *)url error:(NSError **)error;
- (id<MTLBinaryArchive>)newBinaryArchiveWithDescriptor:(MTLBinaryArchiveDescriptor *)descriptor error:(NSError **)error;
- (BOOL)supportsCounterSampling:(MTLCounterSamplingPoint)point;
@property(readonly) NSArray *counterSets;
- (id<MTLCounterSampleBuffer>)newCounterSampleBufferWithDescriptor:(MTLCounterSampleBufferDescriptor *)descriptor
                                                             error:(NSError **)error;
- (id<MTLLogState>)newLogStateWithDescriptor:(MTLLogStateDescriptor *)descriptor error:(NSError **)error;
- (id<MTLHeap>)newHeapWithDescriptor:(MTLHeapDescriptor *)descriptor;
- (MTLSizeAndAlign)heapBufferSizeAndAlignWithLength:(NSUInteger)length options:(MTLResourceOptions)options;
- (MTLSizeAndAlign)heapTextureSizeAndAlignWithDescriptor:(MTLTextureDescriptor *)descriptor;
- (id<MTLEvent>)newEvent;
- (id<MTLSharedEvent>)newSharedEvent;
- (id<MTLFence>)newFence;
- (id<MTLArgumentEncoder>)newArgumentEncoderWithArguments:(NSArray *)arguments;
- (id<MTLArgumentEncoder>)newArgumentEncoderWithBufferBinding:(id<MTLBufferBinding>)binding;
- (id<MTLResidencySet>)newResidencySetWithDescriptor:(MTLResidencySetDescriptor *)descriptor error:(NSError **)error;

- (id<MTLLibrary>)newDefaultLibrary;
- (id<MTLLibrary>)newDefaultLibraryWithBundle:(NSBundle *)bundle error:(NSError **)error;
- (id<MTLLibrary>)newLibraryWithFile:(NSString *)path error:(NSError **)error;
- (id<MTLLibrary>)newLibraryWithURL:(NSURL *)url error:(NSError **)error;
- (id<MTLLibrary>)newLibraryWithData:(dispatch_data_t)data error:(NSError **)error;
- (id<MTLLibrary>)newLibraryWithSource:(NSString *)source options:(MTLCompileOptions *)options error:(NSError **)error;
- (void)newLibraryWithSource:(NSString *)source
                     options:(MTLCompileOptions *)options
           completionHandler:(MTLNewLibraryCompletionHandler)handler;
- (id<MTLComputePipelineState>)newComputePipelineStateWithFunction:(id<MTLFunction>)function error:(NSError **)error;
- (id<MTLComputePipelineState>)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                                                           options:(MTLPipelineOption)options
                                                        reflection:(MTLComputePipelineReflection **)reflection
                                                             error:(NSError **)error;
- (id<MTLComputePipelineState>)newComputePipelineStateWithDescriptor:(MTLComputePipelineDescriptor *)descriptor
                                                             options:(MTLPipelineOption)options
                                                          reflection:(MTLComputePipelineReflection **)reflection
                                                               error:(NSError **)error;
- (void)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                          completionHandler:(MTLNewComputePipelineStateCompletionHandler)handler;
- (void)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                                    options:(MTLPipelineOption)options
                          completionHandler:(MTLNewComputePipelineStateWithReflectionCompletionHandler)handler;
- (void)newComputePipelineStateWithDescriptor:(MTLComputePipelineDescriptor *)descriptor
                                      options:(MTLPipelineOption)options
                            completionHandler:(MTLNewComputePipelineStateWithReflectionCompletionHandler)handler;
@end

/* ---- resources */

@protocol MTLAllocation <NSObject>
@property(readonly) NSUInteger allocatedSize;
@end

@protocol MTLResource <MTLAllocation>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) MTLStorageMode storageMode;
@property(readonly) MTLCPUCacheMode cpuCacheMode;
@property(readonly) MTLHazardTrackingMode hazardTrackingMode;
@property(readonly) MTLResourceOptions resourceOptions;
@property(readonly) id<MTLHeap> heap;
@property(readonly) NSUInteger heapOffset;
- (MTLPurgeableState)setPurgeableState:(MTLPurgeableState)state;
- (void)makeAliasable;
- (BOOL)isAliasable;
@end

@protocol MTLBuffer <MTLResource>
@property(readonly) NSUInteger length;
@property(readonly) uint64_t gpuAddress;
- (void *)contents;
- (void)didModifyRange:(NSRange)range;
- (id<MTLTensor>)newTensorWithDescriptor:(MTLTensorDescriptor *)descriptor
                                  offset:(NSUInteger)offset
                                   error:(NSError **)error;
- (id<MTLTexture>)newTextureWithDescriptor:(MTLTextureDescriptor *)descriptor
                                    offset:(NSUInteger)offset
                               bytesPerRow:(NSUInteger)bytesPerRow;
- (void)addDebugMarker:(NSString *)marker range:(NSRange)range;
- (void)removeAllDebugMarkers;
@end

@interface MTLTextureDescriptor : NSObject <NSCopying>
+ (MTLTextureDescriptor *)texture2DDescriptorWithPixelFormat:(MTLPixelFormat)format
                                                       width:(NSUInteger)width
                                                      height:(NSUInteger)height
                                                   mipmapped:(BOOL)mipmapped;
+ (MTLTextureDescriptor *)textureCubeDescriptorWithPixelFormat:(MTLPixelFormat)format
                                                          size:(NSUInteger)size
                                                     mipmapped:(BOOL)mipmapped;
+ (MTLTextureDescriptor *)textureBufferDescriptorWithPixelFormat:(MTLPixelFormat)format
                                                           width:(NSUInteger)width
                                                 resourceOptions:(MTLResourceOptions)options
                                                           usage:(MTLTextureUsage)usage;
@property MTLTextureType textureType;
@property MTLPixelFormat pixelFormat;
@property NSUInteger width;
@property NSUInteger height;
@property NSUInteger depth;
@property NSUInteger mipmapLevelCount;
@property NSUInteger sampleCount;
@property NSUInteger arrayLength;
@property MTLResourceOptions resourceOptions;
@property MTLCPUCacheMode cpuCacheMode;
@property MTLStorageMode storageMode;
@property MTLHazardTrackingMode hazardTrackingMode;
@property MTLTextureUsage usage;
@property BOOL allowGPUOptimizedContents;
@property MTLTextureSwizzleChannels swizzle;
@end

@protocol MTLTexture <MTLResource>
@property(readonly) MTLTextureType textureType;
@property(readonly) MTLPixelFormat pixelFormat;
@property(readonly) NSUInteger width;
@property(readonly) NSUInteger height;
@property(readonly) NSUInteger depth;
@property(readonly) NSUInteger mipmapLevelCount;
@property(readonly) NSUInteger sampleCount;
@property(readonly) NSUInteger arrayLength;
@property(readonly) MTLTextureUsage usage;
@property(readonly) BOOL allowGPUOptimizedContents;
@property(readonly, getter=isFramebufferOnly) BOOL framebufferOnly;
@property(readonly, getter=isShareable) BOOL shareable;
@property(readonly) MTLTextureSwizzleChannels swizzle;
@property(readonly) id<MTLBuffer> buffer;
@property(readonly) NSUInteger bufferOffset;
@property(readonly) NSUInteger bufferBytesPerRow;
@property(readonly) id<MTLTexture> parentTexture;
@property(readonly) NSUInteger parentRelativeLevel;
@property(readonly) NSUInteger parentRelativeSlice;
@property(readonly) MTLResourceID gpuResourceID;
- (void)getBytes:(void *)bytes
      bytesPerRow:(NSUInteger)bytesPerRow
    bytesPerImage:(NSUInteger)bytesPerImage
       fromRegion:(MTLRegion)region
      mipmapLevel:(NSUInteger)level
            slice:(NSUInteger)slice;
- (void)getBytes:(void *)bytes
     bytesPerRow:(NSUInteger)bytesPerRow
      fromRegion:(MTLRegion)region
     mipmapLevel:(NSUInteger)level;
- (void)replaceRegion:(MTLRegion)region
          mipmapLevel:(NSUInteger)level
                slice:(NSUInteger)slice
            withBytes:(const void *)bytes
          bytesPerRow:(NSUInteger)bytesPerRow
        bytesPerImage:(NSUInteger)bytesPerImage;
- (void)replaceRegion:(MTLRegion)region
          mipmapLevel:(NSUInteger)level
            withBytes:(const void *)bytes
          bytesPerRow:(NSUInteger)bytesPerRow;
- (id<MTLTexture>)newTextureViewWithPixelFormat:(MTLPixelFormat)format;
- (id<MTLTexture>)newTextureViewWithPixelFormat:(MTLPixelFormat)format
                                    textureType:(MTLTextureType)type
                                         levels:(NSRange)levels
                                         slices:(NSRange)slices;
- (id<MTLTexture>)newTextureViewWithPixelFormat:(MTLPixelFormat)format
                                    textureType:(MTLTextureType)type
                                         levels:(NSRange)levels
                                         slices:(NSRange)slices
                                        swizzle:(MTLTextureSwizzleChannels)swizzle;
@end

@interface MTLSamplerDescriptor : NSObject <NSCopying>
@property MTLSamplerMinMagFilter minFilter;
@property MTLSamplerMinMagFilter magFilter;
@property MTLSamplerMipFilter mipFilter;
@property NSUInteger maxAnisotropy;
@property MTLSamplerAddressMode sAddressMode;
@property MTLSamplerAddressMode tAddressMode;
@property MTLSamplerAddressMode rAddressMode;
@property MTLSamplerBorderColor borderColor;
@property MTLCompareFunction compareFunction;
@property BOOL normalizedCoordinates;
@property BOOL lodAverage;
@property BOOL supportArgumentBuffers;
@property float lodMinClamp;
@property float lodMaxClamp;
@property(copy) NSString *label;
@end

@protocol MTLSamplerState <NSObject>
@property(readonly) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) MTLResourceID gpuResourceID;
@end

@interface MTLHeapDescriptor : NSObject <NSCopying>
@property NSUInteger size;
@property MTLStorageMode storageMode;
@property MTLCPUCacheMode cpuCacheMode;
@property MTLHazardTrackingMode hazardTrackingMode;
@property MTLResourceOptions resourceOptions;
@property MTLHeapType type;
@end

@protocol MTLHeap <MTLAllocation>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) MTLStorageMode storageMode;
@property(readonly) MTLCPUCacheMode cpuCacheMode;
@property(readonly) MTLHazardTrackingMode hazardTrackingMode;
@property(readonly) MTLResourceOptions resourceOptions;
@property(readonly) NSUInteger size;
@property(readonly) NSUInteger usedSize;
@property(readonly) NSUInteger currentAllocatedSize;
@property(readonly) MTLHeapType type;
- (NSUInteger)maxAvailableSizeWithAlignment:(NSUInteger)alignment;
- (id<MTLBuffer>)newBufferWithLength:(NSUInteger)length options:(MTLResourceOptions)options;
- (id<MTLBuffer>)newBufferWithLength:(NSUInteger)length options:(MTLResourceOptions)options offset:(NSUInteger)offset;
- (id<MTLTexture>)newTextureWithDescriptor:(MTLTextureDescriptor *)descriptor;
- (id<MTLTexture>)newTextureWithDescriptor:(MTLTextureDescriptor *)descriptor offset:(NSUInteger)offset;
@end

@interface MTLResidencySetDescriptor : NSObject
@property(copy) NSString *label;
@property NSUInteger initialCapacity;
@end

@protocol MTLResidencySet <NSObject>
@property(readonly) id<MTLDevice> device;
@property(readonly) NSString *label;
@property(readonly) uint64_t allocatedSize;
@property(readonly) NSArray *allAllocations;
@property(readonly) NSUInteger allocationCount;
- (void)addAllocation:(id<MTLAllocation>)allocation;
- (void)addAllocations:(const id<MTLAllocation> *)allocations count:(NSUInteger)count;
- (void)removeAllocation:(id<MTLAllocation>)allocation;
- (void)removeAllocations:(const id<MTLAllocation> *)allocations count:(NSUInteger)count;
- (void)removeAllAllocations;
- (BOOL)containsAllocation:(id<MTLAllocation>)allocation;
- (void)commit;
- (void)requestResidency;
- (void)endResidency;
@end

/* ---- libraries, functions, pipelines */

@interface MTLCompileOptions : NSObject <NSCopying>
@property(copy) NSDictionary *preprocessorMacros;
@property MTLLanguageVersion languageVersion;
@property BOOL fastMathEnabled;
@property MTLMathMode mathMode;
@property MTLMathFloatingPointFunctions mathFloatingPointFunctions;
@property BOOL preserveInvariance;
@property MTLLibraryOptimizationLevel optimizationLevel;
@property MTLLibraryType libraryType;
@property(copy) NSString *installName;
@property(copy) NSArray *libraries;
@property MTLCompileSymbolVisibility compileSymbolVisibility;
@property BOOL allowReferencingUndefinedSymbols;
@property NSUInteger maxTotalThreadsPerThreadgroup;
@property BOOL enableLogging;
@end

@interface MTLFunctionConstantValues : NSObject <NSCopying>
- (void)setConstantValue:(const void *)value type:(MTLDataType)type atIndex:(NSUInteger)index;
- (void)setConstantValue:(const void *)value type:(MTLDataType)type withName:(NSString *)name;
- (void)setConstantValues:(const void *)values type:(MTLDataType)type withRange:(NSRange)range;
- (void)reset;
@end

@interface MTLFunctionConstant : NSObject
@property(readonly) NSString *name;
@property(readonly) MTLDataType type;
@property(readonly) NSUInteger index;
@property(readonly) BOOL required;
@end

@interface MTLFunctionDescriptor : NSObject
+ (MTLFunctionDescriptor *)functionDescriptor;
@property(copy) NSString *name;
@property(copy) NSString *specializedName;
@property(copy) MTLFunctionConstantValues *constantValues;
@property MTLFunctionOptions options;
@end

@protocol MTLFunction <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) NSString *name;
@property(readonly) MTLFunctionType functionType;
@property(readonly) MTLFunctionOptions options;
@property(readonly) NSDictionary *functionConstantsDictionary;
@property(readonly) NSArray *stageInputAttributes;
- (id<MTLArgumentEncoder>)newArgumentEncoderWithBufferIndex:(NSUInteger)index;
@end

@protocol MTLLibrary <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) NSArray *functionNames;
@property(readonly) MTLLibraryType type;
@property(readonly) NSString *installName;
- (MTLFunctionReflection *)reflectionForFunctionWithName:(NSString *)name;
- (id<MTLFunction>)newFunctionWithName:(NSString *)name;
- (id<MTLFunction>)newFunctionWithName:(NSString *)name
                        constantValues:(MTLFunctionConstantValues *)values
                                 error:(NSError **)error;
- (void)newFunctionWithName:(NSString *)name
             constantValues:(MTLFunctionConstantValues *)values
          completionHandler:(SMNewFunctionHandler)handler;
- (id<MTLFunction>)newFunctionWithDescriptor:(MTLFunctionDescriptor *)descriptor error:(NSError **)error;
@end

@interface MTLPipelineBufferDescriptor : NSObject
@property MTLMutability mutability;
@end

@interface MTLPipelineBufferDescriptorArray : NSObject
- (MTLPipelineBufferDescriptor *)objectAtIndexedSubscript:(NSUInteger)index;
- (void)setObject:(MTLPipelineBufferDescriptor *)buffer atIndexedSubscript:(NSUInteger)index;
@end

@interface MTLAttributeDescriptor : NSObject <NSCopying>
@property MTLAttributeFormat format;
@property NSUInteger offset;
@property NSUInteger bufferIndex;
@end

@interface MTLAttributeDescriptorArray : NSObject
- (MTLAttributeDescriptor *)objectAtIndexedSubscript:(NSUInteger)index;
- (void)setObject:(MTLAttributeDescriptor *)descriptor atIndexedSubscript:(NSUInteger)index;
@end

@interface MTLBufferLayoutDescriptor : NSObject <NSCopying>
@property NSUInteger stride;
@property MTLStepFunction stepFunction;
@property NSUInteger stepRate;
@end

@interface MTLBufferLayoutDescriptorArray : NSObject
- (MTLBufferLayoutDescriptor *)objectAtIndexedSubscript:(NSUInteger)index;
- (void)setObject:(MTLBufferLayoutDescriptor *)descriptor atIndexedSubscript:(NSUInteger)index;
@end

@interface MTLStageInputOutputDescriptor : NSObject <NSCopying>
+ (MTLStageInputOutputDescriptor *)stageInputOutputDescriptor;
@property(readonly) MTLBufferLayoutDescriptorArray *layouts;
@property(readonly) MTLAttributeDescriptorArray *attributes;
@property MTLIndexType indexType;
@property NSUInteger indexBufferIndex;
- (void)reset;
@end

@interface MTLAttribute : NSObject
@property(readonly) NSString *name;
@property(readonly) NSUInteger attributeIndex;
@property(readonly) MTLDataType attributeType;
@property(readonly, getter=isActive) BOOL active;
@property(readonly, getter=isPatchData) BOOL patchData;
@property(readonly, getter=isPatchControlPointData) BOOL patchControlPointData;
@end

@interface MTLLinkedFunctions : NSObject <NSCopying>
+ (MTLLinkedFunctions *)linkedFunctions;
@property(copy) NSArray *functions;
@property(copy) NSArray *binaryFunctions;
@property(copy) NSArray *privateFunctions;
@property(copy) NSDictionary *groups;
@end

@protocol MTLFunctionHandle <NSObject>
@property(readonly) MTLFunctionType functionType;
@property(readonly) NSString *name;
@property(readonly) id<MTLDevice> device;
@end

@interface MTLVisibleFunctionTableDescriptor : NSObject <NSCopying>
+ (MTLVisibleFunctionTableDescriptor *)visibleFunctionTableDescriptor;
@property NSUInteger functionCount;
@end

@protocol MTLVisibleFunctionTable <MTLResource>
@property(readonly) MTLResourceID gpuResourceID;
- (void)setFunction:(id<MTLFunctionHandle>)function atIndex:(NSUInteger)index;
- (void)setFunctions:(const id<MTLFunctionHandle> *)functions withRange:(NSRange)range;
@end

@interface MTLComputePipelineDescriptor : NSObject <NSCopying>
@property(copy) MTLLinkedFunctions *linkedFunctions;
@property(copy) MTLStageInputOutputDescriptor *stageInputDescriptor;
@property(copy) NSString *label;
@property(retain) id<MTLFunction> computeFunction;
@property BOOL threadGroupSizeIsMultipleOfThreadExecutionWidth;
@property NSUInteger maxTotalThreadsPerThreadgroup;
@property NSUInteger maxCallStackDepth;
@property MTLSize requiredThreadsPerThreadgroup;
@property BOOL supportIndirectCommandBuffers;
@property(readonly) MTLPipelineBufferDescriptorArray *buffers;
- (void)reset;
@end

@protocol MTLComputePipelineState <NSObject>
@property(readonly) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) NSUInteger maxTotalThreadsPerThreadgroup;
@property(readonly) NSUInteger threadExecutionWidth;
@property(readonly) NSUInteger staticThreadgroupMemoryLength;
@property(readonly) BOOL supportIndirectCommandBuffers;
@property(readonly) MTLResourceID gpuResourceID;
@property(readonly) MTLComputePipelineReflection *reflection;
- (NSUInteger)imageblockMemoryLengthForDimensions:(MTLSize)size;
- (id<MTLFunctionHandle>)functionHandleWithFunction:(id<MTLFunction>)function;
- (id<MTLVisibleFunctionTable>)newVisibleFunctionTableWithDescriptor:(MTLVisibleFunctionTableDescriptor *)descriptor;
@end

@protocol MTLBinding <NSObject>
@property(readonly) NSString *name;
@property(readonly) MTLBindingType type;
@property(readonly) MTLBindingAccess access;
@property(readonly) NSUInteger index;
@property(readonly, getter=isUsed) BOOL used;
@property(readonly, getter=isArgument) BOOL argument;
@end

@protocol MTLBufferBinding <MTLBinding>
@property(readonly) NSUInteger bufferAlignment;
@property(readonly) NSUInteger bufferDataSize;
@property(readonly) MTLDataType bufferDataType;
@property(readonly) MTLStructType *bufferStructType;
@property(readonly) MTLPointerType *bufferPointerType;
@end

@protocol MTLThreadgroupBinding <MTLBinding>
@property(readonly) NSUInteger threadgroupMemoryAlignment;
@property(readonly) NSUInteger threadgroupMemoryDataSize;
@end

@protocol MTLTextureBinding <MTLBinding>
@property(readonly) MTLTextureType textureType;
@property(readonly) MTLDataType textureDataType;
@property(readonly, getter=isDepthTexture) BOOL depthTexture;
@property(readonly) NSUInteger arrayLength;
@end

@interface MTLType : NSObject
@property(readonly) MTLDataType dataType;
@end

@interface MTLTextureReferenceType : MTLType
@property(readonly) MTLDataType textureDataType;
@property(readonly) MTLTextureType textureType;
@property(readonly) MTLBindingAccess access;
@property(readonly) BOOL isDepthTexture;
@end

@interface MTLPointerType : MTLType
@property(readonly) MTLDataType elementType;
@property(readonly) MTLBindingAccess access;
@property(readonly) NSUInteger alignment;
@property(readonly) NSUInteger dataSize;
@property(readonly) BOOL elementIsArgumentBuffer;
- (MTLStructType *)elementStructType;
- (MTLArrayType *)elementArrayType;
@end

@interface MTLArrayType : MTLType
@property(readonly) MTLDataType elementType;
@property(readonly) NSUInteger arrayLength;
@property(readonly) NSUInteger stride;
@property(readonly) NSUInteger argumentIndexStride;
- (MTLStructType *)elementStructType;
- (MTLArrayType *)elementArrayType;
- (MTLTextureReferenceType *)elementTextureReferenceType;
- (MTLPointerType *)elementPointerType;
@end

@interface MTLStructMember : NSObject
@property(readonly) NSString *name;
@property(readonly) NSUInteger offset;
@property(readonly) MTLDataType dataType;
@property(readonly) NSUInteger argumentIndex;
- (MTLStructType *)structType;
- (MTLArrayType *)arrayType;
- (MTLTextureReferenceType *)textureReferenceType;
- (MTLPointerType *)pointerType;
@end

@interface MTLStructType : MTLType
@property(readonly) NSArray *members;
- (MTLStructMember *)memberByName:(NSString *)name;
@end

@interface MTLArgument : NSObject <MTLBufferBinding, MTLThreadgroupBinding, MTLTextureBinding>
@property(readonly, getter=isActive) BOOL active;
@end

@interface MTLFunctionReflection : NSObject
@property(readonly) NSArray *bindings;
@property(readonly) NSString *userAnnotation;
@end

@interface MTLComputePipelineReflection : NSObject
@property(readonly) NSArray *arguments;
@property(readonly) NSArray *bindings;
@end

@interface MTLArgumentDescriptor : NSObject <NSCopying>
+ (MTLArgumentDescriptor *)argumentDescriptor;
@property MTLDataType dataType;
@property NSUInteger index;
@property NSUInteger arrayLength;
@property MTLBindingAccess access;
@property MTLTextureType textureType;
@property NSUInteger constantBlockAlignment;
@end

@protocol MTLArgumentEncoder <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) NSUInteger encodedLength;
@property(readonly) NSUInteger alignment;
- (void)setArgumentBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset;
- (void)setArgumentBuffer:(id<MTLBuffer>)buffer startOffset:(NSUInteger)offset arrayElement:(NSUInteger)element;
- (void)setBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset atIndex:(NSUInteger)index;
- (void)setBuffers:(const id<MTLBuffer> *)buffers offsets:(const NSUInteger *)offsets withRange:(NSRange)range;
- (void)setTexture:(id<MTLTexture>)texture atIndex:(NSUInteger)index;
- (void)setTextures:(const id<MTLTexture> *)textures withRange:(NSRange)range;
- (void)setSamplerState:(id<MTLSamplerState>)sampler atIndex:(NSUInteger)index;
- (void)setSamplerStates:(const id<MTLSamplerState> *)samplers withRange:(NSRange)range;
- (void)setVisibleFunctionTable:(id<MTLVisibleFunctionTable>)table atIndex:(NSUInteger)index;
- (void)setVisibleFunctionTables:(const id<MTLVisibleFunctionTable> *)tables withRange:(NSRange)range;
- (void)setIndirectCommandBuffer:(id<MTLIndirectCommandBuffer>)commands atIndex:(NSUInteger)index;
- (void)setIndirectCommandBuffers:(const id<MTLIndirectCommandBuffer> *)commands withRange:(NSRange)range;
- (void)setComputePipelineState:(id<MTLComputePipelineState>)state atIndex:(NSUInteger)index;
- (void)setComputePipelineStates:(const id<MTLComputePipelineState> *)states withRange:(NSRange)range;
- (void *)constantDataAtIndex:(NSUInteger)index;
- (id<MTLArgumentEncoder>)newArgumentEncoderForBufferAtIndex:(NSUInteger)index;
@end

/* ---- commands */

@interface MTLCommandQueueDescriptor : NSObject
@property NSUInteger maxCommandBufferCount;
@property(retain) id<MTLLogState> logState;
@end

@interface MTLCommandBufferDescriptor : NSObject
@property BOOL retainedReferences;
@property MTLCommandBufferErrorOption errorOptions;
@property(retain) id<MTLLogState> logState;
@end

@protocol MTLDynamicLibrary <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) NSString *installName;
- (BOOL)serializeToURL:(NSURL *)url error:(NSError **)error;
@end
@interface MTLBinaryArchiveDescriptor : NSObject <NSCopying>
@property(copy) NSURL *url;
@end
@protocol MTLBinaryArchive <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
- (BOOL)addComputePipelineFunctionsWithDescriptor:(MTLComputePipelineDescriptor *)descriptor error:(NSError **)error;
- (BOOL)addFunctionWithDescriptor:(MTLFunctionDescriptor *)descriptor library:(id<MTLLibrary>)library error:(NSError **)error;
- (BOOL)serializeToURL:(NSURL *)url error:(NSError **)error;
@end
@protocol MTLCounter <NSObject>
@property(readonly) NSString *name;
@end
@protocol MTLCounterSet <NSObject>
@property(readonly) NSString *name;
@property(readonly) NSArray *counters;
@end
@interface MTLCounterSampleBufferDescriptor : NSObject <NSCopying>
@property(retain) id<MTLCounterSet> counterSet;
@property(copy) NSString *label;
@property MTLStorageMode storageMode;
@property NSUInteger sampleCount;
@end
@protocol MTLCounterSampleBuffer <NSObject>
@property(readonly) id<MTLDevice> device;
@property(readonly) NSString *label;
@property(readonly) NSUInteger sampleCount;
- (NSData *)resolveCounterRange:(NSRange)range;
@end
@interface MTLComputePassSampleBufferAttachmentDescriptor : NSObject <NSCopying>
@property(retain) id<MTLCounterSampleBuffer> sampleBuffer;
@property NSUInteger startOfEncoderSampleIndex, endOfEncoderSampleIndex;
@end
@interface MTLComputePassSampleBufferAttachmentDescriptorArray : NSObject
- (MTLComputePassSampleBufferAttachmentDescriptor *)objectAtIndexedSubscript:(NSUInteger)index;
- (void)setObject:(MTLComputePassSampleBufferAttachmentDescriptor *)attachment atIndexedSubscript:(NSUInteger)index;
@end
@interface MTLBlitPassSampleBufferAttachmentDescriptor : NSObject <NSCopying>
@property(retain) id<MTLCounterSampleBuffer> sampleBuffer;
@property NSUInteger startOfEncoderSampleIndex, endOfEncoderSampleIndex;
@end
@interface MTLBlitPassSampleBufferAttachmentDescriptorArray : NSObject
- (MTLBlitPassSampleBufferAttachmentDescriptor *)objectAtIndexedSubscript:(NSUInteger)index;
- (void)setObject:(MTLBlitPassSampleBufferAttachmentDescriptor *)attachment atIndexedSubscript:(NSUInteger)index;
@end
@interface MTLComputePassDescriptor : NSObject
+ (MTLComputePassDescriptor *)computePassDescriptor;
@property MTLDispatchType dispatchType;
@property(readonly) MTLComputePassSampleBufferAttachmentDescriptorArray *sampleBufferAttachments;
@end

@interface MTLBlitPassDescriptor : NSObject
+ (MTLBlitPassDescriptor *)blitPassDescriptor;
@property(readonly) MTLBlitPassSampleBufferAttachmentDescriptorArray *sampleBufferAttachments;
@end

@protocol MTLCommandQueue <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
- (id<MTLCommandBuffer>)commandBuffer;
- (id<MTLCommandBuffer>)commandBufferWithUnretainedReferences;
- (id<MTLCommandBuffer>)commandBufferWithDescriptor:(MTLCommandBufferDescriptor *)descriptor;
- (void)insertDebugCaptureBoundary;
- (void)addResidencySet:(id<MTLResidencySet>)set;
- (void)addResidencySets:(const id<MTLResidencySet> *)sets count:(NSUInteger)count;
- (void)removeResidencySet:(id<MTLResidencySet>)set;
- (void)removeResidencySets:(const id<MTLResidencySet> *)sets count:(NSUInteger)count;
@end

@protocol MTLFunctionLogDebugLocation <NSObject>
@property(readonly) NSString *functionName;
@property(readonly) NSURL *URL;
@property(readonly) NSUInteger line;
@property(readonly) NSUInteger column;
@end

@protocol MTLFunctionLog <NSObject>
@property(readonly) MTLFunctionLogType type;
@property(readonly) NSString *encoderLabel;
@property(readonly) id<MTLFunction> function;
@property(readonly) id<MTLFunctionLogDebugLocation> debugLocation;
@end

@protocol MTLLogContainer <NSFastEnumeration>
@end

@protocol MTLCommandBuffer <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) id<MTLCommandQueue> commandQueue;
@property(readonly) BOOL retainedReferences;
@property(readonly) MTLCommandBufferErrorOption errorOptions;
@property(readonly) MTLCommandBufferStatus status;
@property(readonly) NSError *error;
@property(readonly) id<MTLLogContainer> logs;
@property(readonly) CFTimeInterval kernelStartTime;
@property(readonly) CFTimeInterval kernelEndTime;
@property(readonly) CFTimeInterval GPUStartTime;
@property(readonly) CFTimeInterval GPUEndTime;
- (void)enqueue;
- (void)commit;
- (void)waitUntilScheduled;
- (void)waitUntilCompleted;
- (void)addScheduledHandler:(MTLCommandBufferHandler)handler;
- (void)addCompletedHandler:(MTLCommandBufferHandler)handler;
- (id<MTLComputeCommandEncoder>)computeCommandEncoder;
- (id<MTLComputeCommandEncoder>)computeCommandEncoderWithDispatchType:(MTLDispatchType)type;
- (id<MTLComputeCommandEncoder>)computeCommandEncoderWithDescriptor:(MTLComputePassDescriptor *)descriptor;
- (id<MTLBlitCommandEncoder>)blitCommandEncoder;
- (id<MTLBlitCommandEncoder>)blitCommandEncoderWithDescriptor:(MTLBlitPassDescriptor *)descriptor;
- (void)encodeSignalEvent:(id<MTLEvent>)event value:(uint64_t)value;
- (void)encodeWaitForEvent:(id<MTLEvent>)event value:(uint64_t)value;
- (void)pushDebugGroup:(NSString *)name;
- (void)popDebugGroup;
@end

@protocol MTLCommandEncoder <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
- (void)endEncoding;
- (void)insertDebugSignpost:(NSString *)text;
- (void)pushDebugGroup:(NSString *)name;
- (void)popDebugGroup;
@end

@protocol MTLComputeCommandEncoder <MTLCommandEncoder>
@property(readonly) MTLDispatchType dispatchType;
- (void)setComputePipelineState:(id<MTLComputePipelineState>)state;
- (void)setBytes:(const void *)bytes length:(NSUInteger)length atIndex:(NSUInteger)index;
- (void)setBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset atIndex:(NSUInteger)index;
- (void)setBufferOffset:(NSUInteger)offset atIndex:(NSUInteger)index;
- (void)setBuffers:(const id<MTLBuffer> *)buffers offsets:(const NSUInteger *)offsets withRange:(NSRange)range;
- (void)setTexture:(id<MTLTexture>)texture atIndex:(NSUInteger)index;
- (void)setTextures:(const id<MTLTexture> *)textures withRange:(NSRange)range;
- (void)setVisibleFunctionTable:(id<MTLVisibleFunctionTable>)table atBufferIndex:(NSUInteger)index;
- (void)setVisibleFunctionTables:(const id<MTLVisibleFunctionTable> *)tables withBufferRange:(NSRange)range;
- (void)setSamplerState:(id<MTLSamplerState>)sampler atIndex:(NSUInteger)index;
- (void)setSamplerStates:(const id<MTLSamplerState> *)samplers withRange:(NSRange)range;
- (void)setThreadgroupMemoryLength:(NSUInteger)length atIndex:(NSUInteger)index;
- (void)dispatchThreads:(MTLSize)threads threadsPerThreadgroup:(MTLSize)group;
- (void)dispatchThreadgroups:(MTLSize)groups threadsPerThreadgroup:(MTLSize)group;
- (void)dispatchThreadgroupsWithIndirectBuffer:(id<MTLBuffer>)buffer
                          indirectBufferOffset:(NSUInteger)offset
                         threadsPerThreadgroup:(MTLSize)group;
- (void)executeCommandsInBuffer:(id<MTLIndirectCommandBuffer>)commands withRange:(NSRange)range;
- (void)executeCommandsInBuffer:(id<MTLIndirectCommandBuffer>)commands
                 indirectBuffer:(id<MTLBuffer>)ranges
           indirectBufferOffset:(NSUInteger)offset;
- (void)setStageInRegion:(MTLRegion)region;
- (void)setStageInRegionWithIndirectBuffer:(id<MTLBuffer>)buffer indirectBufferOffset:(NSUInteger)offset;
- (void)sampleCountersInBuffer:(id<MTLCounterSampleBuffer>)samples atSampleIndex:(NSUInteger)index withBarrier:(BOOL)barrier;
- (void)memoryBarrierWithScope:(MTLBarrierScope)scope;
- (void)memoryBarrierWithResources:(const id<MTLResource> *)resources count:(NSUInteger)count;
- (void)useResource:(id<MTLResource>)resource usage:(MTLResourceUsage)usage;
- (void)useResources:(const id<MTLResource> *)resources count:(NSUInteger)count usage:(MTLResourceUsage)usage;
- (void)useHeap:(id<MTLHeap>)heap;
- (void)useHeaps:(const id<MTLHeap> *)heaps count:(NSUInteger)count;
- (void)updateFence:(id<MTLFence>)fence;
- (void)waitForFence:(id<MTLFence>)fence;
@end

@protocol MTLBlitCommandEncoder <MTLCommandEncoder>
- (void)copyFromBuffer:(id<MTLBuffer>)source
          sourceOffset:(NSUInteger)sourceOffset
              toBuffer:(id<MTLBuffer>)destination
     destinationOffset:(NSUInteger)destinationOffset
                  size:(NSUInteger)size;
- (void)fillBuffer:(id<MTLBuffer>)buffer range:(NSRange)range value:(uint8_t)value;
- (void)copyFromBuffer:(id<MTLBuffer>)source
          sourceOffset:(NSUInteger)sourceOffset
     sourceBytesPerRow:(NSUInteger)bytesPerRow
   sourceBytesPerImage:(NSUInteger)bytesPerImage
            sourceSize:(MTLSize)size
             toTexture:(id<MTLTexture>)destination
      destinationSlice:(NSUInteger)slice
      destinationLevel:(NSUInteger)level
     destinationOrigin:(MTLOrigin)origin;
- (void)copyFromTexture:(id<MTLTexture>)source
               sourceSlice:(NSUInteger)slice
               sourceLevel:(NSUInteger)level
              sourceOrigin:(MTLOrigin)origin
                sourceSize:(MTLSize)size
                  toBuffer:(id<MTLBuffer>)destination
         destinationOffset:(NSUInteger)destinationOffset
    destinationBytesPerRow:(NSUInteger)bytesPerRow
  destinationBytesPerImage:(NSUInteger)bytesPerImage;
- (void)copyFromTexture:(id<MTLTexture>)source
            sourceSlice:(NSUInteger)sourceSlice
            sourceLevel:(NSUInteger)sourceLevel
           sourceOrigin:(MTLOrigin)sourceOrigin
             sourceSize:(MTLSize)size
              toTexture:(id<MTLTexture>)destination
       destinationSlice:(NSUInteger)destinationSlice
       destinationLevel:(NSUInteger)destinationLevel
      destinationOrigin:(MTLOrigin)destinationOrigin;
- (void)copyFromTexture:(id<MTLTexture>)source
            sourceSlice:(NSUInteger)sourceSlice
            sourceLevel:(NSUInteger)sourceLevel
              toTexture:(id<MTLTexture>)destination
       destinationSlice:(NSUInteger)destinationSlice
       destinationLevel:(NSUInteger)destinationLevel
             sliceCount:(NSUInteger)sliceCount
             levelCount:(NSUInteger)levelCount;
- (void)copyFromTexture:(id<MTLTexture>)source toTexture:(id<MTLTexture>)destination;
- (void)sampleCountersInBuffer:(id<MTLCounterSampleBuffer>)samples atSampleIndex:(NSUInteger)index withBarrier:(BOOL)barrier;
- (void)resolveCounters:(id<MTLCounterSampleBuffer>)samples
                inRange:(NSRange)range
      destinationBuffer:(id<MTLBuffer>)destination
      destinationOffset:(NSUInteger)offset;
- (void)synchronizeResource:(id<MTLResource>)resource;
- (void)synchronizeTexture:(id<MTLTexture>)texture slice:(NSUInteger)slice level:(NSUInteger)level;
- (void)resetCommandsInBuffer:(id<MTLIndirectCommandBuffer>)commands withRange:(NSRange)range;
- (void)copyIndirectCommandBuffer:(id<MTLIndirectCommandBuffer>)source
                      sourceRange:(NSRange)range
                      destination:(id<MTLIndirectCommandBuffer>)destination
                 destinationIndex:(NSUInteger)index;
- (void)optimizeIndirectCommandBuffer:(id<MTLIndirectCommandBuffer>)commands withRange:(NSRange)range;
- (void)optimizeContentsForGPUAccess:(id<MTLTexture>)texture;
- (void)optimizeContentsForCPUAccess:(id<MTLTexture>)texture;
- (void)updateFence:(id<MTLFence>)fence;
- (void)waitForFence:(id<MTLFence>)fence;
@end

@protocol MTLEvent <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@end

@interface MTLSharedEventListener : NSObject
- (instancetype)initWithDispatchQueue:(dispatch_queue_t)queue;
@property(readonly) dispatch_queue_t dispatchQueue;
@end

SM_BLOCK(MTLSharedEventNotificationBlock, id<MTLSharedEvent> event, uint64_t value);

@protocol MTLSharedEvent <MTLEvent>
- (void)notifyListener:(MTLSharedEventListener *)listener atValue:(uint64_t)value block:(MTLSharedEventNotificationBlock)block;
@property uint64_t signaledValue;
- (BOOL)waitUntilSignaledValue:(uint64_t)value timeoutMS:(uint64_t)milliseconds;
@end

@protocol MTLFence <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@end

@interface MTLCaptureDescriptor : NSObject
@property(retain) id captureObject;
@property MTLCaptureDestination destination;
@property(copy) NSURL *outputURL;
@end

@protocol MTLCaptureScope <NSObject>
@property(copy) NSString *label;
@property(readonly) id<MTLDevice> device;
@property(readonly) id<MTLCommandQueue> commandQueue;
- (void)beginScope;
- (void)endScope;
@end

@interface MTLCaptureManager : NSObject
- (id<MTLCaptureScope>)newCaptureScopeWithDevice:(id<MTLDevice>)device;
- (id<MTLCaptureScope>)newCaptureScopeWithCommandQueue:(id<MTLCommandQueue>)queue;
+ (MTLCaptureManager *)sharedCaptureManager;
@property(readonly) BOOL isCapturing;
- (BOOL)supportsDestination:(MTLCaptureDestination)destination;
- (BOOL)startCaptureWithDescriptor:(MTLCaptureDescriptor *)descriptor error:(NSError **)error;
- (void)stopCapture;
@end

#include "MTL4.h"
#include "MTLIndirectCommandBuffer.h"
#include "MTLLogState.h"

#endif
#endif
