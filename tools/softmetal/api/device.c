/* device.c: MTLDevice. One per process: it says what it can do and makes everything else.
 *
 * What it can do follows from the personality (engine/device.h): an Apple9-like device by default, or one that is as
 * awkward as hardware that a client will meet. */
#include "log_state.h"
#include "../compiler/selfcheck.h"
#include "../engine/cuda/gpu.h"
#include "blocks.h"
#include "metal4.h"
#include "property.h"
#include "tensor.h"
#include "texture_check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HEAP_ALIGNMENT = 256 };
static const uint64_t MAX_BUFFER_LENGTH = UINT64_C(1) << 36;
static const uint64_t REGISTRY_ID = UINT64_C(0x736f66746d65746c); /* "softmetl" */

/* ---- memory account */

static size_t first_allocation_from(const mtl_device *device, const void *address)
{
    size_t low = 0, high = device->allocation_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)device->allocation[middle].address < (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool make_room(mtl_device *device)
{
    if (device->allocation_count < device->allocation_capacity)
        return true;
    size_t capacity = device->allocation_capacity ? 2 * device->allocation_capacity : 64;
    sm_memory *grown = realloc(device->allocation, capacity * sizeof *grown);
    if (!grown)
        return false;
    device->allocation = grown;
    device->allocation_capacity = capacity;
    return true;
}

void mtl_device_add_memory(mtl_device *device, void *address, size_t length)
{
    pthread_mutex_lock(&device->lock);
    if (make_room(device)) {
        size_t at = first_allocation_from(device, address);
        memmove(device->allocation + at + 1, device->allocation + at,
                (device->allocation_count - at) * sizeof *device->allocation);
        device->allocation[at] = (sm_memory){address, length};
        device->allocation_count++;
        device->allocated += length;
    }
    pthread_mutex_unlock(&device->lock);
}

void mtl_device_remove_memory(mtl_device *device, void *address)
{
    pthread_mutex_lock(&device->lock);
    size_t at = first_allocation_from(device, address);
    if (at < device->allocation_count && device->allocation[at].address == address) {
        device->allocated -= device->allocation[at].length;
        device->allocation_count--;
        memmove(device->allocation + at, device->allocation + at + 1,
                (device->allocation_count - at) * sizeof *device->allocation);
    }
    pthread_mutex_unlock(&device->lock);
}

size_t mtl_device_allocation_count(mtl_device *device)
{
    pthread_mutex_lock(&device->lock);
    size_t count = device->allocation_count;
    pthread_mutex_unlock(&device->lock);
    return count;
}

sm_memory mtl_device_find(mtl_device *device, uint64_t address)
{
    sm_memory found = {NULL, 0};
    pthread_mutex_lock(&device->lock);
    size_t at = first_allocation_from(device, (const void *)((uintptr_t)address + 1));
    if (at > 0) {
        sm_memory allocation = device->allocation[at - 1];
        size_t offset = (uintptr_t)address - (uintptr_t)allocation.address;
        if (offset < allocation.length)
            found = (sm_memory){(char *)allocation.address + offset, allocation.length - offset};
    }
    pthread_mutex_unlock(&device->lock);
    return found;
}

sm_memory *mtl_device_memory(mtl_device *device, size_t *count)
{
    pthread_mutex_lock(&device->lock);
    *count = device->allocation_count;
    sm_memory *copy = malloc((*count ? *count : 1) * sizeof *copy);
    if (copy)
        memcpy(copy, device->allocation, *count * sizeof *copy);
    else
        *count = 0;
    pthread_mutex_unlock(&device->lock);
    return copy;
}

/* ---- identity and limits */

static const char *device_name_text(const mtl_device *device)
{
    static char gpu[160];
    if (device->settings->target.cuda) {
        snprintf(gpu, sizeof gpu, "softmetal on %s", sm_cuda_name());
        return gpu;
    }
    switch (device->settings->personality) {
    case SM_PERSONALITY_PARAVIRTUAL: return "Apple Paravirtual device (softmetal)";
    case SM_PERSONALITY_SMALL: return "softmetal small";
    case SM_PERSONALITY_WIDE: return "softmetal wide";
    case SM_PERSONALITY_NARROW: return "softmetal narrow";
    case SM_PERSONALITY_DISCRETE: return "softmetal discrete";
    case SM_PERSONALITY_NOISY: return "softmetal noisy";
    default: return "softmetal";
    }
}

GETTER(mtl_device, id, device_name, mtl_string(device_name_text(self)))

static id device_description(METHOD_ARGUMENTS(mtl_device))
{
    char text[160];
    snprintf(text, sizeof text, "<MTLDevice: %p> name = %s", (void *)self, device_name_text(self));
    return mtl_string(text);
}

GETTER(mtl_device, uint64_t, device_registry_id, REGISTRY_ID)

static id device_architecture(METHOD_ARGUMENTS(mtl_device))
{
    return mtl_autorelease(mtl_new(&mtl_architecture_class));
}

/* With the processor that kernels are compiled for, where that is not the host's own. */
static id architecture_name(METHOD_ARGUMENTS(struct objc_object))
{
    const char *cpu = sm_device_settings()->target.cuda ? sm_cuda_architecture() : sm_selfcheck_cpu();
    char text[80];
    snprintf(text, sizeof text, "softmetal%s%s", *cpu ? " for " : "", cpu);
    return mtl_string(text);
}

GETTER(mtl_device, MTLSize, device_max_threads, MTLSizeMake(SM_MAX_THREADS, SM_MAX_THREADS, SM_MAX_THREADS))
GETTER(mtl_device, NSUInteger, device_max_threadgroup_memory, SM_MAX_THREADGROUP_MEMORY)

uint64_t mtl_device_max_buffer_length(const mtl_device *device UNUSED)
{
    return MAX_BUFFER_LENGTH;
}

GETTER(mtl_device, NSUInteger, device_max_buffer_length, mtl_device_max_buffer_length(self))

static uint64_t device_working_set(METHOD_ARGUMENTS(mtl_device))
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 * 3 : MAX_BUFFER_LENGTH;
}

static NSUInteger device_allocated(METHOD_ARGUMENTS(mtl_device))
{
    pthread_mutex_lock(&self->lock);
    size_t allocated = self->allocated;
    pthread_mutex_unlock(&self->lock);
    return allocated;
}

GETTER(mtl_device, BOOL, device_yes, YES)
GETTER(mtl_device, BOOL, device_no, NO)
GETTER(mtl_device, id, device_nil, nil)

GETTER(mtl_device, BOOL, device_unified,
       self->settings->personality != SM_PERSONALITY_DISCRETE && !self->settings->target.cuda)

static void device_ignore(METHOD_ARGUMENTS(mtl_device), BOOL wanted UNUSED) {}

GETTER(mtl_device, NSUInteger, device_zero, 0)

/* All GPUs of Apple's from Apple7 on have it. */
static bool has_metal4(const mtl_device *self)
{
    return self->settings->family >= 7 && self->settings->personality != SM_PERSONALITY_PARAVIRTUAL &&
           self->settings->personality != SM_PERSONALITY_DISCRETE;
}

static BOOL device_supports_family(METHOD_ARGUMENTS(mtl_device), NSInteger family)
{
    if (family >= MTLGPUFamilyApple1 && family < MTLGPUFamilyMac1)
        return family < MTLGPUFamilyApple1 + (NSInteger)self->settings->family;
    if (family == MTLGPUFamilyMetal4)
        return has_metal4(self);
    bool host = family == MTLGPUFamilyMac1 || family == MTLGPUFamilyMetal3;
    return (host && self->settings->personality != SM_PERSONALITY_PARAVIRTUAL) || family == MTLGPUFamilyMac2 ||
           (family >= MTLGPUFamilyCommon1 && family <= MTLGPUFamilyCommon3);
}

static BOOL device_supports_feature_set(METHOD_ARGUMENTS(mtl_device), NSUInteger set)
{
    return set >= MTLFeatureSet_macOS_GPUFamily1_v1 && set <= MTLFeatureSet_macOS_GPUFamily2_v1;
}

static BOOL device_supports_sample_count(METHOD_ARGUMENTS(mtl_device), NSUInteger count)
{
    return mtl_is_sample_count(count);
}

GETTER(mtl_device, NSUInteger, device_argument_buffers, MTLArgumentBuffersTier2)
GETTER(mtl_device, NSUInteger, device_read_write_textures, MTLReadWriteTextureTier2)
GETTER(mtl_device, NSUInteger, device_max_samplers, 1024)

static NSUInteger device_linear_alignment(METHOD_ARGUMENTS(mtl_device), NSUInteger format)
{
    return mtl_pixel_size(format) ? MTL_LINEAR_ALIGNMENT : 0;
}

static NSUInteger device_cores(METHOD_ARGUMENTS(mtl_device))
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (NSUInteger)cores : 1;
}

/* ---- factories */

static id device_new_queue(METHOD_ARGUMENTS(mtl_device))
{
    return (id)mtl_queue_create(self);
}

static id device_new_queue_with_count(METHOD_ARGUMENTS(mtl_device), NSUInteger count UNUSED)
{
    return (id)mtl_queue_create(self);
}

static id device_new_queue_with_descriptor(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    mtl_queue *queue = mtl_queue_create(self);
    if (queue && descriptor)
        mtl_log_take_state(&queue->log_state, descriptor);
    return (id)queue;
}

static id device_new_log_state(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return mtl_log_state_create(descriptor, error);
}

static id device_new_buffer(METHOD_ARGUMENTS(mtl_device), NSUInteger length, NSUInteger options)
{
    return (id)mtl_buffer_create(self, length, options);
}

static id device_new_buffer_with_bytes(METHOD_ARGUMENTS(mtl_device), const void *bytes, NSUInteger length,
                                       NSUInteger options)
{
    mtl_buffer *buffer = mtl_buffer_create(self, length, options);
    if (buffer && bytes)
        memcpy(buffer->bytes, bytes, length);
    return (id)buffer;
}

static id device_new_buffer_no_copy(METHOD_ARGUMENTS(mtl_device), void *bytes, NSUInteger length, NSUInteger options,
                                    id deallocator)
{
    return (id)mtl_buffer_create_no_copy(self, bytes, length, options, deallocator);
}

static id device_new_library(METHOD_ARGUMENTS(mtl_device), id source, id options, id *error)
{
    return (id)mtl_library_create(self, source, options, error);
}

static id device_library_of_file(METHOD_ARGUMENTS(mtl_device), id path, id *error)
{
    return (id)mtl_library_create_from_file(self, mtl_text(path), error);
}

static id device_library_of_url(METHOD_ARGUMENTS(mtl_device), id url, id *error)
{
    id path = url ? SEND(id(*)(id, SEL), url, "path")(url, SELECTOR("path")) : nil;
    return device_library_of_file(self, _cmd, path, error);
}

/* The file default.metallib: of the bundle's resources, or beside the program. */
static id device_library_of_bundle(METHOD_ARGUMENTS(mtl_device), id bundle, id *error)
{
    id path = bundle ? SEND(id(*)(id, SEL, id, id), bundle, "pathForResource:ofType:")(
                           bundle, SELECTOR("pathForResource:ofType:"), mtl_string("default"), mtl_string("metallib"))
                     : nil;
    if (path)
        return device_library_of_file(self, _cmd, path, error);
    char beside[4096 + sizeof "default.metallib"];
    ssize_t length = readlink("/proc/self/exe", beside, 4096);
    while (length > 0 && beside[length - 1] != '/')
        length--;
    strcpy(beside + (length > 0 ? length : 0), "default.metallib");
    return (id)mtl_library_create_from_file(self, beside, error);
}

static id device_default_library(METHOD_ARGUMENTS(mtl_device))
{
    id error = nil, library = device_library_of_bundle(self, _cmd, nil, &error);
    if (!library)
        mtl_complain("newDefaultLibrary: %s", mtl_text(SEND(id(*)(id, SEL), error, "localizedDescription")(
                                                  error, SELECTOR("localizedDescription"))));
    return library;
}

static id device_no_compiled_library(METHOD_ARGUMENTS(mtl_device), id where UNUSED, id *error)
{
    mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
              "softmetal does not load compiled libraries (.metallib); compile the MSL source");
    return nil;
}

static id device_new_pipeline(METHOD_ARGUMENTS(mtl_device), id function, id *error)
{
    return (id)mtl_pipeline_create(self, function, error);
}

static id device_new_pipeline_reflected(METHOD_ARGUMENTS(mtl_device), id function, NSUInteger options UNUSED,
                                        id *reflection, id *error)
{
    mtl_pipeline *pipeline = mtl_pipeline_create(self, function, error);
    if (reflection)
        *reflection = pipeline ? mtl_reflection_create(pipeline) : nil;
    return (id)pipeline;
}

static id device_new_pipeline_from_descriptor(METHOD_ARGUMENTS(mtl_device), id descriptor, NSUInteger options UNUSED,
                                              id *reflection, id *error)
{
    mtl_pipeline *pipeline = mtl_pipeline_create_from_descriptor(self, descriptor, error);
    if (reflection)
        *reflection = pipeline ? mtl_reflection_create(pipeline) : nil;
    return (id)pipeline;
}

/* ---- the same with a completion handler */

static void *make_library(mtl_device *device, id source, id options, id *error)
{
    return mtl_library_create(device, source, options, error);
}

static void *make_pipeline(mtl_device *device, id function, id second UNUSED, id *error)
{
    return mtl_pipeline_create(device, function, error);
}

static void *make_pipeline_from_descriptor(mtl_device *device, id descriptor, id second UNUSED, id *error)
{
    return mtl_pipeline_create_from_descriptor(device, descriptor, error);
}

static void device_ask_library(METHOD_ARGUMENTS(mtl_device), id source, id options, id handler)
{
    mtl_request_start(
        (mtl_request){.device = self, .first = source, .second = options, .handler = handler, .make = make_library});
}

static void device_ask_pipeline(METHOD_ARGUMENTS(mtl_device), id function, id handler)
{
    mtl_request_start((mtl_request){.device = self, .first = function, .handler = handler, .make = make_pipeline});
}

static void device_ask_pipeline_reflected(METHOD_ARGUMENTS(mtl_device), id function, NSUInteger options UNUSED,
                                          id handler)
{
    mtl_request_start(
        (mtl_request){.device = self, .first = function, .handler = handler, .make = make_pipeline, .reflected = true});
}

static void device_ask_pipeline_from_descriptor(METHOD_ARGUMENTS(mtl_device), id descriptor, NSUInteger options UNUSED,
                                                id handler)
{
    mtl_request_start((mtl_request){.device = self,
                                    .first = descriptor,
                                    .handler = handler,
                                    .make = make_pipeline_from_descriptor,
                                    .reflected = true});
}

/* ---- other resources */

static id device_new_texture(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    return (id)mtl_texture_create(self, descriptor, NULL);
}

static id device_new_sampler(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    return (id)mtl_sampler_create(descriptor);
}

static id device_new_event(METHOD_ARGUMENTS(mtl_device))
{
    return mtl_new(&mtl_event_class);
}

static id device_new_shared_event(METHOD_ARGUMENTS(mtl_device))
{
    return mtl_new(&mtl_shared_event_class);
}

static id device_new_fence(METHOD_ARGUMENTS(mtl_device))
{
    return mtl_new(&mtl_fence_class);
}

static id device_new_binding_encoder(METHOD_ARGUMENTS(mtl_device), id binding)
{
    return mtl_argument_encoder_create_for_binding(binding);
}

static id device_new_argument_encoder(METHOD_ARGUMENTS(mtl_device), id descriptors)
{
    return mtl_argument_encoder_create(self, descriptors);
}

static id device_new_residency_set(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    if (error)
        *error = nil;
    return mtl_residency_set_create(descriptor);
}

/* ---- Metal 4 */

static id device_new_queue4(METHOD_ARGUMENTS(mtl_device))
{
    return (id)mtl4_queue_create(self, nil);
}

static id device_new_queue4_described(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    if (error)
        *error = nil;
    return (id)mtl4_queue_create(self, descriptor);
}

static id device_new_allocator(METHOD_ARGUMENTS(mtl_device))
{
    return (id)mtl4_allocator_create(nil);
}

static id device_new_allocator_described(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    if (error)
        *error = nil;
    return (id)mtl4_allocator_create(descriptor);
}

static id device_new_commands(METHOD_ARGUMENTS(mtl_device))
{
    return (id)mtl4_commands_create(self);
}

static id device_new_table(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return (id)mtl4_table_create(descriptor, error);
}

static id device_new_compiler(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    if (error)
        *error = nil;
    return mtl4_compiler_create(self, descriptor);
}

static id device_new_tensor(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return (id)mtl_tensor_create(self, descriptor, error);
}

static id device_new_tensor_of(METHOD_ARGUMENTS(mtl_device), id descriptor, id attachments, id *error)
{
    return (id)mtl_tensor_create_of(self, descriptor, attachments, error);
}

static MTLSizeAndAlign device_tensor_size(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    return mtl_tensor_size(descriptor);
}

static id device_new_counter_heap(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return mtl4_counter_heap_create(descriptor, error);
}

static NSUInteger device_counter_size(METHOD_ARGUMENTS(mtl_device), NSInteger type)
{
    return type == MTL4CounterHeapTypeTimestamp ? sizeof(MTL4TimestampHeapEntry) : 0;
}

static id device_new_indirect(METHOD_ARGUMENTS(mtl_device), id descriptor, NSUInteger count, NSUInteger options)
{
    return mtl_indirect_buffer_create(self, descriptor, count, options);
}

static id device_new_heap(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    return (id)mtl_heap_create(self, descriptor);
}

static MTLSizeAndAlign device_heap_buffer_size(METHOD_ARGUMENTS(mtl_device), NSUInteger length,
                                               NSUInteger options UNUSED)
{
    return (MTLSizeAndAlign){(length + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT, HEAP_ALIGNMENT};
}

static MTLSizeAndAlign device_heap_texture_size(METHOD_ARGUMENTS(mtl_device), id descriptor)
{
    size_t bytes = mtl_texture_bytes(descriptor);
    return (MTLSizeAndAlign){(bytes + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT, HEAP_ALIGNMENT};
}

GETTER(mtl_device, uint64_t, device_timestamp_frequency, UINT64_C(1000000000))

static BOOL device_no_count(METHOD_ARGUMENTS(mtl_device), NSUInteger count UNUSED)
{
    return NO;
}

static void device_sample_timestamps(METHOD_ARGUMENTS(mtl_device), uint64_t *cpu, uint64_t *gpu)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *cpu = *gpu = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* The device is one for all and lives as long as the process. */
static id device_retain(METHOD_ARGUMENTS(mtl_device))
{
    return (id)self;
}

static void device_release(METHOD_ARGUMENTS(mtl_device)) {}

static const mtl_method device_methods[] = {
    METHOD("retain", "@@:", device_retain),
    METHOD("autorelease", "@@:", device_retain),
    METHOD("release", "v@:", device_release),
    METHOD("description", "@@:", device_description),
    METHOD("name", "@@:", device_name),
    METHOD("registryID", "Q@:", device_registry_id),
    METHOD("architecture", "@@:", device_architecture),
    METHOD("maxThreadsPerThreadgroup", "{?=QQQ}@:", device_max_threads),
    METHOD("maxThreadgroupMemoryLength", "Q@:", device_max_threadgroup_memory),
    METHOD("maxBufferLength", "Q@:", device_max_buffer_length),
    METHOD("recommendedMaxWorkingSetSize", "Q@:", device_working_set),
    METHOD("currentAllocatedSize", "Q@:", device_allocated),
    METHOD("maxTransferRate", "Q@:", device_zero),
    METHOD("hasUnifiedMemory", "C@:", device_unified),
    METHOD("isLowPower", "C@:", device_no),
    METHOD("isHeadless", "C@:", device_yes),
    METHOD("isRemovable", "C@:", device_no),
    METHOD("location", "Q@:", device_zero),
    METHOD("locationNumber", "Q@:", device_zero),
    METHOD("peerGroupID", "Q@:", device_zero),
    METHOD("peerIndex", "I@:", device_zero),
    METHOD("peerCount", "I@:", device_zero),
    METHOD("supportsFamily:", "C@:q", device_supports_family),
    METHOD("supportsFeatureSet:", "C@:Q", device_supports_feature_set),
    METHOD("supportsTextureSampleCount:", "C@:Q", device_supports_sample_count),
    METHOD("argumentBuffersSupport", "Q@:", device_argument_buffers),
    METHOD("maxArgumentBufferSamplerCount", "Q@:", device_max_samplers),
    METHOD("readWriteTextureSupport", "Q@:", device_read_write_textures),
    METHOD("minimumLinearTextureAlignmentForPixelFormat:", "Q@:Q", device_linear_alignment),
    METHOD("minimumTextureBufferAlignmentForPixelFormat:", "Q@:Q", device_linear_alignment),
    METHOD("areRasterOrderGroupsSupported", "C@:", device_no),
    METHOD("areBarycentricCoordsSupported", "C@:", device_no),
    METHOD("areProgrammableSamplePositionsSupported", "C@:", device_no),
    METHOD("isDepth24Stencil8PixelFormatSupported", "C@:", device_no),
    METHOD("supports32BitFloatFiltering", "C@:", device_yes),
    METHOD("supports32BitMSAA", "C@:", device_no),
    METHOD("supportsQueryTextureLOD", "C@:", device_no),
    METHOD("supportsBCTextureCompression", "C@:", device_no),
    METHOD("supportsPullModelInterpolation", "C@:", device_no),
    METHOD("supportsShaderBarycentricCoordinates", "C@:", device_no),
    METHOD("supportsDynamicLibraries", "C@:", device_no),
    METHOD("supportsRenderDynamicLibraries", "C@:", device_no),
    METHOD("supportsFunctionPointers", "C@:", device_yes),
    METHOD("supportsFunctionPointersFromRender", "C@:", device_no),
    METHOD("supportsRaytracing", "C@:", device_no),
    METHOD("supportsRaytracingFromRender", "C@:", device_no),
    METHOD("supportsPrimitiveMotionBlur", "C@:", device_no),
    METHOD("counterSets", "@@:", device_nil),
    METHOD("shouldMaximizeConcurrentCompilation", "C@:", device_yes),
    METHOD("setShouldMaximizeConcurrentCompilation:", "v@:C", device_ignore),
    METHOD("maximumConcurrentCompilationTaskCount", "Q@:", device_cores),
    METHOD("supportsCounterSampling:", "C@:Q", device_no),
    METHOD("newCommandQueue", "@@:", device_new_queue),
    METHOD("newCommandQueueWithMaxCommandBufferCount:", "@@:Q", device_new_queue_with_count),
    METHOD("newCommandQueueWithDescriptor:", "@@:@", device_new_queue_with_descriptor),
    METHOD("newLogStateWithDescriptor:error:", "@@:@^@", device_new_log_state),
    METHOD("newBufferWithLength:options:", "@@:QQ", device_new_buffer),
    METHOD("newBufferWithBytes:length:options:", "@@:r^vQQ", device_new_buffer_with_bytes),
    METHOD("newBufferWithBytesNoCopy:length:options:deallocator:", "@@:^vQQ@?", device_new_buffer_no_copy),
    METHOD("newDefaultLibrary", "@@:", device_default_library),
    METHOD("newDefaultLibraryWithBundle:error:", "@@:@^@", device_library_of_bundle),
    METHOD("newLibraryWithFile:error:", "@@:@^@", device_library_of_file),
    METHOD("newLibraryWithURL:error:", "@@:@^@", device_library_of_url),
    METHOD("newLibraryWithData:error:", "@@:@^@", device_no_compiled_library),
    METHOD("newLibraryWithSource:options:error:", "@@:@@^@", device_new_library),
    METHOD("newLibraryWithSource:options:completionHandler:", "v@:@@@?", device_ask_library),
    METHOD("newComputePipelineStateWithFunction:error:", "@@:@^@", device_new_pipeline),
    METHOD("newComputePipelineStateWithFunction:options:reflection:error:", "@@:@Q^@^@", device_new_pipeline_reflected),
    METHOD("newComputePipelineStateWithDescriptor:options:reflection:error:", "@@:@Q^@^@",
           device_new_pipeline_from_descriptor),
    METHOD("newComputePipelineStateWithFunction:completionHandler:", "v@:@@?", device_ask_pipeline),
    METHOD("newComputePipelineStateWithFunction:options:completionHandler:", "v@:@Q@?", device_ask_pipeline_reflected),
    METHOD("newComputePipelineStateWithDescriptor:options:completionHandler:", "v@:@Q@?",
           device_ask_pipeline_from_descriptor),
    METHOD("newTextureWithDescriptor:", "@@:@", device_new_texture),
    METHOD("newSamplerStateWithDescriptor:", "@@:@", device_new_sampler),
    METHOD("newEvent", "@@:", device_new_event),
    METHOD("newSharedEvent", "@@:", device_new_shared_event),
    METHOD("newFence", "@@:", device_new_fence),
    METHOD("newArgumentEncoderWithBufferBinding:", "@@:@", device_new_binding_encoder),
    METHOD("newArgumentEncoderWithArguments:", "@@:@", device_new_argument_encoder),
    METHOD("newResidencySetWithDescriptor:error:", "@@:@^@", device_new_residency_set),
    METHOD("newIndirectCommandBufferWithDescriptor:maxCommandCount:options:", "@@:@QQ", device_new_indirect),
    METHOD("newHeapWithDescriptor:", "@@:@", device_new_heap),
    METHOD("newMTL4CommandQueue", "@@:", device_new_queue4),
    METHOD("newMTL4CommandQueueWithDescriptor:error:", "@@:@^@", device_new_queue4_described),
    METHOD("newCommandAllocator", "@@:", device_new_allocator),
    METHOD("newCommandAllocatorWithDescriptor:error:", "@@:@^@", device_new_allocator_described),
    METHOD("newCommandBuffer", "@@:", device_new_commands),
    METHOD("newArgumentTableWithDescriptor:error:", "@@:@^@", device_new_table),
    METHOD("newCompilerWithDescriptor:error:", "@@:@^@", device_new_compiler),
    METHOD("newCounterHeapWithDescriptor:error:", "@@:@^@", device_new_counter_heap),
    METHOD("newTensorWithDescriptor:error:", "@@:@^@", device_new_tensor),
    METHOD("newTensorWithDescriptor:attachments:error:", "@@:@@^@", device_new_tensor_of),
    METHOD("tensorSizeAndAlignWithDescriptor:", "{?=QQ}@:@", device_tensor_size),
    METHOD("sizeOfCounterHeapEntry:", "Q@:q", device_counter_size),
    METHOD("heapBufferSizeAndAlignWithLength:options:", "{?=QQ}@:QQ", device_heap_buffer_size),
    METHOD("heapTextureSizeAndAlignWithDescriptor:", "{?=QQ}@:@", device_heap_texture_size),
    METHOD("sampleTimestamps:gpuTimestamp:", "v@:^Q^Q", device_sample_timestamps),
    METHOD("queryTimestampFrequency", "Q@:", device_timestamp_frequency),
    METHOD("supportsVertexAmplificationCount:", "C@:Q", device_no_count),
    METHOD("supportsRasterizationRateMapWithLayerCount:", "C@:Q", device_no_count),
    END_OF_METHODS,
};
static const char *const device_protocols[] = {"MTLDevice", NULL};
const mtl_class mtl_device_class = {
    .name = "SoftmetalDevice", .size = sizeof(mtl_device), .methods = device_methods, .protocols = device_protocols};

static const mtl_method architecture_methods[] = {METHOD("name", "@@:", architecture_name), END_OF_METHODS};
const mtl_class mtl_architecture_class = {.name = "MTLArchitecture", .methods = architecture_methods};

/* ---- entry points */

static mtl_device *the_device;

static void create_device(void)
{
    the_device = mtl_new(&mtl_device_class);
    the_device->settings = sm_device_settings();
    pthread_mutex_init(&the_device->lock, NULL);
}

void mtl_complain_once(const char *sentence)
{
    mtl_device *device = mtl_the_device();
    const size_t most = sizeof device->told / sizeof *device->told;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = sentence; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    pthread_mutex_lock(&device->lock);
    size_t n = 0;
    while (n < device->told_count && device->told[n] != hash)
        n++;
    bool new = n == device->told_count &&n < most;
    if (new)
        device->told[device->told_count++] = hash;
    pthread_mutex_unlock(&device->lock);
    if (new)
        mtl_complain("%s%s", sentence, n + 1 == most ? "; further mistakes are told by the command buffers alone" : "");
}

mtl_device *mtl_the_device(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, create_device);
    return the_device;
}

#define EXPORT __attribute__((visibility("default")))
EXPORT id MTLCreateSystemDefaultDevice(void);
EXPORT id MTLCopyAllDevices(void);
EXPORT id MTLCopyAllDevicesWithObserver(id *observer, id handler);
EXPORT void MTLRemoveDeviceObserver(id observer);

id MTLCreateSystemDefaultDevice(void)
{
    mtl_device *device = mtl_the_device();
    const char *problem = device->settings->error;
    if (!problem && device->settings->target.cuda)
        problem = sm_cuda_obstacle();
    if (!problem)
        return (id)device;
    mtl_complain("%s", problem);
    return nil;
}

id MTLCopyAllDevices(void)
{
    id device = MTLCreateSystemDefaultDevice();
    id pool = mtl_pool_push();
    id all = mtl_retain(mtl_array(&device, device ? 1 : 0));
    mtl_pool_pop(pool);
    return all;
}

/* Devices neither come nor go. */
id MTLCopyAllDevicesWithObserver(id *observer, id handler UNUSED)
{
    if (observer)
        *observer = nil;
    return MTLCopyAllDevices();
}

void MTLRemoveDeviceObserver(id observer UNUSED) {}
