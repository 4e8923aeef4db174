/* load_classes.c: makes every class known to the runtime when the library is loaded, and gives clients that were
 * compiled as Objective-C the symbols by which GCC refers to a class at link time. */
#include "blocks.h"
#include "../metal4/metal4.h"

static const mtl_class *const classes[] = {
#define MTL_CLASS_ADDRESS(name) &mtl_##name##_class,
    MTL_CLASSES(MTL_CLASS_ADDRESS)
#define MTL4_CLASS_ADDRESS(name) &mtl4_##name##_class,
    MTL4_CLASSES(MTL4_CLASS_ADDRESS)
#undef MTL4_CLASS_ADDRESS
#undef MTL_CLASS_ADDRESS
};
static const mtl_addition *const additions[] = {
#define MTL_ADDITION_ADDRESS(name) &mtl_##name##_addition,
    MTL_ADDITIONS(MTL_ADDITION_ADDRESS)
#undef MTL_ADDITION_ADDRESS
};

__attribute__((constructor)) static void register_classes(void)
{
    mtl_foundation_prepare();
    mtl_missing_prepare();
    mtl_blocks_prepare();
    for (size_t n = 0; n < sizeof classes / sizeof *classes; n++)
        mtl_class_register(classes[n]);
    for (size_t n = 0; n < sizeof additions / sizeof *additions; n++)
        mtl_class_add(additions[n]);
    SoftmetalErrorDomain = mtl_string_retained("SoftmetalErrorDomain");
    MTLLibraryErrorDomain = mtl_string_retained("MTLLibraryErrorDomain");
    MTLCommandBufferErrorDomain = mtl_string_retained("MTLCommandBufferErrorDomain");
    MTLCaptureErrorDomain = mtl_string_retained("MTLCaptureErrorDomain");
    MTLTensorDomain = mtl_string_retained("MTLTensorDomain");
    MTL4CommandQueueErrorDomain = mtl_string_retained("MTL4CommandQueueErrorDomain");
    MTLDynamicLibraryDomain = mtl_string_retained("MTLDynamicLibraryDomain");
    MTLBinaryArchiveDomain = mtl_string_retained("MTLBinaryArchiveDomain");
    MTLCounterErrorDomain = mtl_string_retained("MTLCounterErrorDomain");
    MTLCommonCounterTimestamp = mtl_string_retained("GPUTimestamp");
    MTLCommonCounterSetTimestamp = mtl_string_retained("timestamp");
    MTLLogStateErrorDomain = mtl_string_retained("MTLLogStateErrorDomain");
    MTLCommandBufferEncoderInfoErrorKey = mtl_string_retained("MTLCommandBufferEncoderInfoErrorKey");
}

/* GCC's Objective-C compiles [MTLTextureDescriptor new] to a reference to __objc_class_name_MTLTextureDescriptor. */
#define LINKED_CLASSES(X)                                                                                              \
    X(MTLCompileOptions)                                                                                               \
    X(MTLFunctionConstantValues)                                                                                       \
    X(MTLFunctionConstant)                                                                                             \
    X(MTLFunctionDescriptor)                                                                                           \
    X(MTLComputePipelineDescriptor)                                                                                    \
    X(MTLComputePipelineReflection)                                                                                    \
    X(MTLFunctionReflection) X(MTLArgument) X(MTLTextureDescriptor) X(MTLSamplerDescriptor) X(MTLHeapDescriptor) X(MTLArgumentDescriptor)       \
        X(MTLCommandQueueDescriptor) X(MTLCommandBufferDescriptor) X(MTLPipelineBufferDescriptor)                      \
            X(MTLPipelineBufferDescriptorArray) X(MTLComputePassDescriptor) X(MTLBlitPassDescriptor)                   \
                X(MTLResidencySetDescriptor) X(MTLCaptureManager) X(MTLCaptureDescriptor) X(MTLArchitecture) \
 X(MTLLinkedFunctions) X(MTLVisibleFunctionTableDescriptor) X(MTLSharedEventListener) \
 X(MTL4CommandQueueDescriptor) X(MTL4CommitOptions) X(MTL4CommandAllocatorDescriptor) X(MTL4CommandBufferOptions) \
 X(MTL4ArgumentTableDescriptor) X(MTL4CounterHeapDescriptor) X(MTL4CompilerDescriptor) X(MTL4CompilerTaskOptions) \
 X(MTL4LibraryDescriptor) X(MTL4LibraryFunctionDescriptor) X(MTL4SpecializedFunctionDescriptor) X(MTL4PipelineOptions) \
 X(MTL4ComputePipelineDescriptor) X(MTL4StaticLinkingDescriptor) X(MTLTensorExtents) X(MTLTensorDescriptor) X(MTLIndirectCommandBufferDescriptor) X(MTLLogStateDescriptor) X(MTLBinaryArchiveDescriptor) \
 X(MTLCounterSampleBufferDescriptor) X(MTLComputePassSampleBufferAttachmentDescriptor) X(MTLBlitPassSampleBufferAttachmentDescriptor) \
 X(MTLComputePassSampleBufferAttachmentDescriptorArray) X(MTLBlitPassSampleBufferAttachmentDescriptorArray)
#define LINK_NAME(class)                                                                                               \
    extern int __objc_class_name_##class;                                                                              \
    int __objc_class_name_##class __attribute__((visibility("default"))) = 0;
LINKED_CLASSES(LINK_NAME)
