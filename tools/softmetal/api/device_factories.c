/* device_factories.c: everything that MTLDevice makes. */
#include "../include-host/dispatch/dispatch.h"
#include "commands/logs/log_state.h"
#include "metal4/metal4.h"
#include "resources/tensor.h"
#include <string.h>
#include <unistd.h>

enum { HEAP_ALIGNMENT = 256 };

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

static id device_counter_sets(METHOD_ARGUMENTS(mtl_device))
{
    return mtl_counter_sets();
}

static id device_new_dynamic_library(METHOD_ARGUMENTS(mtl_device), id library, id *error)
{
    const mtl_library *from = mtl_is(library, &mtl_library_class) ? (mtl_library *)library : NULL;
    if (error)
        *error = nil;
    if (from && from->install_name)
        return mtl_dynamic_library_of(from->install_name, mtl_string(sm_library_source(from->library)));
    mtl_error(error, MTLDynamicLibraryDomain, MTLDynamicLibraryErrorUnsupported,
              "newDynamicLibrary: needs a library whose options have the libraryType MTLLibraryTypeDynamic and an "
              "installName");
    return nil;
}

static id device_load_dynamic_library(METHOD_ARGUMENTS(mtl_device), id url, id *error)
{
    return mtl_dynamic_library_load(url, error);
}

static id device_new_archive(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return mtl_binary_archive_create(descriptor, error);
}

static id device_new_samples(METHOD_ARGUMENTS(mtl_device), id descriptor, id *error)
{
    return mtl_counter_sample_buffer_create(descriptor, error);
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

static id device_library_of_data(METHOD_ARGUMENTS(mtl_device), dispatch_data_t data, id *error)
{
    const void *bytes = NULL;
    size_t size = 0;
    dispatch_data_t map = data ? dispatch_data_create_map(data, &bytes, &size) : NULL;
    id library = (id)mtl_library_create_from_bytes(self, bytes, size, error);
    if (map)
        dispatch_release(map);
    return library;
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

static id device_new_pipeline_from_descriptor(METHOD_ARGUMENTS(mtl_device), id descriptor, NSUInteger options,
                                              id *reflection, id *error)
{
    if (error)
        *error = nil;
    bool wanted = !(options & MTLPipelineOptionFailOnBinaryArchiveMiss) || mtl_archives_have(descriptor, error);
    mtl_pipeline *pipeline = wanted ? mtl_pipeline_create_from_descriptor(self, descriptor, error) : NULL;
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

static const mtl_method device_factories_methods[] = {
    METHOD("newCommandQueue", "@@:", device_new_queue),
    METHOD("newCommandQueueWithMaxCommandBufferCount:", "@@:Q", device_new_queue_with_count),
    METHOD("newCommandQueueWithDescriptor:", "@@:@", device_new_queue_with_descriptor),
    METHOD("newDynamicLibrary:error:", "@@:@^@", device_new_dynamic_library),
    METHOD("newDynamicLibraryWithURL:error:", "@@:@^@", device_load_dynamic_library),
    METHOD("newBinaryArchiveWithDescriptor:error:", "@@:@^@", device_new_archive),
    METHOD("counterSets", "@@:", device_counter_sets),
    METHOD("newCounterSampleBufferWithDescriptor:error:", "@@:@^@", device_new_samples),
    METHOD("newLogStateWithDescriptor:error:", "@@:@^@", device_new_log_state),
    METHOD("newBufferWithLength:options:", "@@:QQ", device_new_buffer),
    METHOD("newBufferWithBytes:length:options:", "@@:r^vQQ", device_new_buffer_with_bytes),
    METHOD("newBufferWithBytesNoCopy:length:options:deallocator:", "@@:^vQQ@?", device_new_buffer_no_copy),
    METHOD("newLibraryWithSource:options:error:", "@@:@@^@", device_new_library),
    METHOD("newLibraryWithFile:error:", "@@:@^@", device_library_of_file),
    METHOD("newLibraryWithURL:error:", "@@:@^@", device_library_of_url),
    METHOD("newDefaultLibraryWithBundle:error:", "@@:@^@", device_library_of_bundle),
    METHOD("newDefaultLibrary", "@@:", device_default_library),
    METHOD("newLibraryWithData:error:", "@@:^v^@", device_library_of_data),
    METHOD("newComputePipelineStateWithFunction:error:", "@@:@^@", device_new_pipeline),
    METHOD("newComputePipelineStateWithFunction:options:reflection:error:", "@@:@Q^@^@", device_new_pipeline_reflected),
    METHOD("newComputePipelineStateWithDescriptor:options:reflection:error:", "@@:@Q^@^@",
           device_new_pipeline_from_descriptor),
    METHOD("newLibraryWithSource:options:completionHandler:", "v@:@@@?", device_ask_library),
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
    METHOD("newMTL4CommandQueue", "@@:", device_new_queue4),
    METHOD("newMTL4CommandQueueWithDescriptor:error:", "@@:@^@", device_new_queue4_described),
    METHOD("newCommandAllocator", "@@:", device_new_allocator),
    METHOD("newCommandAllocatorWithDescriptor:error:", "@@:@^@", device_new_allocator_described),
    METHOD("newCommandBuffer", "@@:", device_new_commands),
    METHOD("newArgumentTableWithDescriptor:error:", "@@:@^@", device_new_table),
    METHOD("newCompilerWithDescriptor:error:", "@@:@^@", device_new_compiler),
    METHOD("newTensorWithDescriptor:error:", "@@:@^@", device_new_tensor),
    METHOD("newTensorWithDescriptor:attachments:error:", "@@:@@^@", device_new_tensor_of),
    METHOD("tensorSizeAndAlignWithDescriptor:", "{?=QQ}@:@", device_tensor_size),
    METHOD("newCounterHeapWithDescriptor:error:", "@@:@^@", device_new_counter_heap),
    METHOD("sizeOfCounterHeapEntry:", "Q@:q", device_counter_size),
    METHOD("newIndirectCommandBufferWithDescriptor:maxCommandCount:options:", "@@:@QQ", device_new_indirect),
    METHOD("newHeapWithDescriptor:", "@@:@", device_new_heap),
    METHOD("heapBufferSizeAndAlignWithLength:options:", "{?=QQ}@:QQ", device_heap_buffer_size),
    METHOD("heapTextureSizeAndAlignWithDescriptor:", "{?=QQ}@:@", device_heap_texture_size),
    END_OF_METHODS,
};
const mtl_addition mtl_device_factories_addition = {&mtl_device_class, device_factories_methods};
