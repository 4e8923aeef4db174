/* device.c: MTLDevice. One per process: it says what it can do; what it makes is in device_factories.c.
 *
 * What it can do follows from the personality (engine/settings.h): an Apple9-like device by default, or one that is as
 * awkward as hardware that a client will meet. */
#include "../compiler/kernel/selfcheck.h"
#include "../engine/cuda/gpu.h"
#include "../engine/texture/texture_block.h"
#include "metal4/metal4.h"
#include "objc/property.h"
#include "resources/texture_check.h"
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

GETTER(mtl_device, BOOL, device_unified,
       self->settings->personality != SM_PERSONALITY_DISCRETE && !self->settings->target.cuda)

static void device_ignore(METHOD_ARGUMENTS(mtl_device), BOOL wanted UNUSED) {}

GETTER(mtl_device, NSUInteger, device_zero, 0)

/* The host's processors are built in; an NVIDIA GPU is a card of its own. */
GETTER(mtl_device, NSUInteger, device_location,
       self->settings->target.cuda ? MTLDeviceLocationSlot : MTLDeviceLocationBuiltIn)

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

GETTER(mtl_device, BOOL, device_decodes_bc, sm_codec_lack(SM_CODEC_BC1) == NULL)

static BOOL device_samples_counters(METHOD_ARGUMENTS(mtl_device), NSUInteger point)
{
    return point == MTLCounterSamplingPointAtStageBoundary || point == MTLCounterSamplingPointAtDispatchBoundary ||
           point == MTLCounterSamplingPointAtBlitBoundary;
}

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
    METHOD("location", "Q@:", device_location),
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
    METHOD("supportsBCTextureCompression", "C@:", device_decodes_bc),
    METHOD("supportsPullModelInterpolation", "C@:", device_no),
    METHOD("supportsShaderBarycentricCoordinates", "C@:", device_no),
    METHOD("supportsDynamicLibraries", "C@:", device_yes),
    METHOD("supportsRenderDynamicLibraries", "C@:", device_no),
    METHOD("supportsFunctionPointers", "C@:", device_yes),
    METHOD("supportsFunctionPointersFromRender", "C@:", device_no),
    METHOD("supportsRaytracing", "C@:", device_no),
    METHOD("supportsRaytracingFromRender", "C@:", device_no),
    METHOD("supportsPrimitiveMotionBlur", "C@:", device_no),
    METHOD("shouldMaximizeConcurrentCompilation", "C@:", device_yes),
    METHOD("setShouldMaximizeConcurrentCompilation:", "v@:C", device_ignore),
    METHOD("maximumConcurrentCompilationTaskCount", "Q@:", device_cores),
    METHOD("supportsCounterSampling:", "C@:Q", device_samples_counters),
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
