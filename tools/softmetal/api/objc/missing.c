/* missing.c: what happens to messages that softmetal's objects have no method for.
 *
 * libobjc asks a hook for the function to call when a class has none; GNUstep's raises an exception. For our own
 * objects one sentence says first what is missing. Where the method is to give an NSError, there is no exception: the
 * sentence is in the error, and the result is nil or NO. -respondsToSelector: never comes here; it answers NO. */
#include "../objects.h"
#include <stdlib.h>
#include <string.h>

#define METAL_4 "Metal 4's command classes (MTL4…); use MTLCommandQueue and what comes from it"
#define TENSORS "tensors"
#define COUNTERS "counters of render passes"
#define STITCHING "function stitching; write the function that calls the others"
#define FILES "input and output queues; read files into buffers"
#define SPARSE "sparse resources"
#define RAYS "ray tracing"
#define RENDERING "rendering: it is about compute"
#define SHARING "resources shared between processes or devices"
#define VIEWS "pools of texture views"
#define BINARIES "functions compiled by themselves"

/* What newer or larger Metals have, as far as a compute program of today could call it. Where the last argument is
 * `error:`, all before it are integers or pointers. */
static const struct lack {
    const char *selector, *what;
} lacks[] = {
    /* device */
    {"newArchiveWithURL:error:", METAL_4},
    {"newPipelineDataSetSerializerWithDescriptor:", METAL_4},
    {"newTextureViewPoolWithDescriptor:error:", VIEWS},
    {"addRenderPipelineFunctionsWithDescriptor:error:", RENDERING},
    {"addTileRenderPipelineFunctionsWithDescriptor:error:", RENDERING},
    {"addMeshRenderPipelineFunctionsWithDescriptor:error:", RENDERING},
    {"addLibraryWithDescriptor:error:", STITCHING},
    {"newLibraryWithStitchedDescriptor:error:", STITCHING},
    {"newLibraryWithStitchedDescriptor:completionHandler:", STITCHING},
    {"newIOCommandQueueWithDescriptor:error:", FILES},
    {"newIOFileHandleWithURL:error:", FILES},
    {"newIOFileHandleWithURL:compressionMethod:error:", FILES},
    {"newIOHandleWithURL:error:", FILES},
    {"newIOHandleWithURL:compressionMethod:error:", FILES},
    {"newBufferWithLength:options:placementSparsePageSize:", SPARSE},
    {"sparseTileSizeInBytes", SPARSE},
    {"sparseTileSizeInBytesForSparsePageSize:", SPARSE},
    {"sparseTileSizeWithTextureType:pixelFormat:sampleCount:", SPARSE},
    {"sparseTileSizeWithTextureType:pixelFormat:sampleCount:sparsePageSize:", SPARSE},
    {"convertSparsePixelRegions:toTileRegions:withTileSize:alignmentMode:numRegions:", SPARSE},
    {"convertSparseTileRegions:toPixelRegions:withTileSize:numRegions:", SPARSE},
    {"newAccelerationStructureWithDescriptor:", RAYS},
    {"newAccelerationStructureWithSize:", RAYS},
    {"accelerationStructureSizesWithDescriptor:", RAYS},
    {"heapAccelerationStructureSizeAndAlignWithDescriptor:", RAYS},
    {"heapAccelerationStructureSizeAndAlignWithSize:", RAYS},
    {"newSharedEventWithHandle:", SHARING},
    {"newSharedTextureWithDescriptor:", SHARING},
    {"newSharedTextureWithHandle:", SHARING},
    {"newTextureWithDescriptor:iosurface:plane:", SHARING},
    {"newDepthStencilStateWithDescriptor:", RENDERING},
    {"setRenderPipelineState:", RENDERING},
    {"newRasterizationRateMapWithDescriptor:", RENDERING},
    {"getDefaultSamplePositions:count:", RENDERING},
    {"newRenderPipelineStateWithDescriptor:error:", RENDERING},
    {"newRenderPipelineStateWithDescriptor:options:reflection:error:", RENDERING},
    {"newRenderPipelineStateWithMeshDescriptor:options:reflection:error:", RENDERING},
    {"newRenderPipelineStateWithTileDescriptor:options:reflection:error:", RENDERING},
    {"newRenderPipelineStateWithDescriptor:completionHandler:", RENDERING},
    {"newRenderPipelineStateWithDescriptor:options:completionHandler:", RENDERING},
    {"newRenderPipelineStateWithMeshDescriptor:options:completionHandler:", RENDERING},
    {"newRenderPipelineStateWithTileDescriptor:options:completionHandler:", RENDERING},
    /* libraries, functions and pipelines */
    {"newIntersectionFunctionWithDescriptor:error:", RAYS},
    {"newIntersectionFunctionWithDescriptor:completionHandler:", RAYS},
    {"newIntersectionFunctionTableWithDescriptor:", RAYS},
    {"functionHandleWithFunction:", BINARIES},
    {"gpuResourceID", "a resource ID of this object"},
    {"requiredThreadsPerThreadgroup", "a required size of threadgroups for a library; say it in the kernel"},
    {"setRequiredThreadsPerThreadgroup:", "a required size of threadgroups for a library; say it in the kernel"},
    {"elementTensorReferenceType", TENSORS},
    {"tensorReferenceType", TENSORS},
    {"sharedListener", "dispatch queue of all listeners: use initWithDispatchQueue:"},
    {"reflectionForFunctionWithName:", "reflection without a pipeline; make one and ask for its reflection"},
    {"newArgumentEncoderWithBufferIndex:reflection:", "reflection beside an argument encoder"},
    {"functionHandleWithBinaryFunction:", BINARIES},
    {"functionHandleWithName:", BINARIES},
    {"newComputePipelineStateWithBinaryFunctions:error:", BINARIES},
    {"newComputePipelineStateWithAdditionalBinaryFunctions:error:", BINARIES},
    /* resources */
    {"newRemoteBufferViewForDevice:", SHARING},
    {"newRemoteTextureViewForDevice:", SHARING},
    {"newSharedTextureHandle", SHARING},
    {"newSharedEventHandle", SHARING},
    {"setOwnerWithIdentity:", SHARING},
    {"newTextureViewWithDescriptor:", VIEWS},
    {"newAccelerationStructureWithDescriptor:offset:", RAYS},
    {"newAccelerationStructureWithSize:offset:", RAYS},
    {"sparsePageSize", SPARSE},
    {"setSparsePageSize:", SPARSE},
    {"maxCompatiblePlacementSparsePageSize", SPARSE},
    {"setMaxCompatiblePlacementSparsePageSize:", SPARSE},
    {"placementSparsePageSize", SPARSE},
    {"setPlacementSparsePageSize:", SPARSE},
    /* commands */
    {"parallelRenderCommandEncoderWithDescriptor:", RENDERING},
    {"presentDrawable:", RENDERING},
    {"presentDrawable:atTime:", RENDERING},
    {"presentDrawable:afterMinimumDuration:", RENDERING},
    {"resourceStateCommandEncoder", SPARSE},
    {"resourceStateCommandEncoderWithDescriptor:", SPARSE},
    {"accelerationStructureCommandEncoder", RAYS},
    {"accelerationStructureCommandEncoderWithDescriptor:", RAYS},
    {"sampleBufferAttachments", COUNTERS},
    {"getTextureAccessCounters:region:mipLevel:slice:resetCounters:countersBuffer:countersBufferOffset:", SPARSE},
    {"resetTextureAccessCounters:region:mipLevel:slice:", SPARSE},
    {"setImageblockWidth:height:", "imageblocks"},
    {"setAccelerationStructure:atBufferIndex:", RAYS},
    {"setIntersectionFunctionTable:atBufferIndex:", RAYS},
    {"setIntersectionFunctionTables:withBufferRange:", RAYS},
    {"indirectRenderCommandAtIndex:", RENDERING},
    {"newCaptureScopeWithMTL4CommandQueue:", METAL_4},
    {"defaultCaptureScope", "captures"},
    {"setDefaultCaptureScope:", "captures"},
    /* argument encoders */
    {"setAccelerationStructure:atIndex:", RAYS},
    {"setIntersectionFunctionTable:atIndex:", RAYS},
    {"setIntersectionFunctionTables:withRange:", RAYS},
    {"setRenderPipelineState:atIndex:", RENDERING},
    {"setRenderPipelineStates:withRange:", RENDERING},
    {"setDepthStencilState:atIndex:", RENDERING},
    {"setDepthStencilStates:withRange:", RENDERING},
};

static const char *lack_of(const char *selector)
{
    for (size_t n = 0; n < sizeof lacks / sizeof *lacks; n++)
        if (strcmp(lacks[n].selector, selector) == 0)
            return lacks[n].what;
    return NULL;
}

/* ---- methods that fail with an error: one for each number of arguments before it */

static void *refuse(SEL selector, id *error)
{
    const char *name = sel_getName(selector);
    if (error)
        *error = nil;
    mtl_gap(error, "%s softmetal has no %s", name, lack_of(name));
    return NULL;
}

static void *refuse_after_one(METHOD_ARGUMENTS(void), void *a UNUSED, id *error)
{
    return refuse(_cmd, error);
}

static void *refuse_after_two(METHOD_ARGUMENTS(void), void *a UNUSED, uintptr_t b UNUSED, id *error)
{
    return refuse(_cmd, error);
}

static void *refuse_after_three(METHOD_ARGUMENTS(void), void *a UNUSED, uintptr_t b UNUSED, void *c UNUSED, id *error)
{
    return refuse(_cmd, error);
}

static void (*refusal_of(const char *selector))(void)
{
    static void (*const refusals[])(void) = {NULL, NULL, (void (*)(void))refuse_after_one,
                                             (void (*)(void))refuse_after_two, (void (*)(void))refuse_after_three};
    size_t length = strlen(selector), arguments = 0;
    for (size_t n = 0; n < length; n++)
        arguments += selector[n] == ':';
    bool gives_error = length >= 6 && strcmp(selector + length - 6, "error:") == 0;
    return gives_error && arguments < sizeof refusals / sizeof *refusals ? refusals[arguments] : NULL;
}

/* ---- the hook */

static IMP (*forward_before)(id receiver, SEL selector); /* GNUstep's; written before main only */

static IMP forward(id receiver, SEL selector)
{
    bool of_class = class_isMetaClass(object_getClass(receiver));
    Class class = of_class ? (Class)receiver : object_getClass(receiver);
    if (!mtl_class_is_ours(class))
        return forward_before(receiver, selector);
    const char *name = sel_getName(selector), *what = lack_of(name);
    void (*refusal)(void) = what && !of_class ? refusal_of(name) : NULL;
    if (refusal)
        return (IMP)refusal;
    if (what)
        mtl_complain("%s softmetal has no %s", name, what);
    else
        mtl_complain("%s softmetal's %s has no such method", name, class_getName(class));
    return forward_before(receiver, selector);
}

void mtl_missing_prepare(void)
{
    forward_before = __objc_msg_forward2;
    __objc_msg_forward2 = forward;
}
