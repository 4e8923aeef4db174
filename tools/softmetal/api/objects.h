/* objects.h: the C structures behind Metal's objects, and what one file of api/ asks of another.
 *
 * Every structure starts with `isa`, so that its address is the object's. Members of type id, and pointers to other
 * objects, are retained unless a comment says otherwise. */
#ifndef SOFTMETAL_OBJECTS_H
#define SOFTMETAL_OBJECTS_H
#include "../compiler/compiler.h"
#include "../engine/settings.h"
#include "../engine/engine.h"
#include "objc/objc.h"
#include <pthread.h>

/* ---- device */

typedef struct mtl_device {
    Class isa;
    const sm_device *settings;
    pthread_mutex_t lock;  /* guards what follows */
    sm_memory *allocation; /* live allocations, sorted by address */
    size_t allocation_count, allocation_capacity;
    size_t allocated;          /* bytes in them */
    unsigned long submissions; /* command buffers that were executed, for the noisy personality */
    uint64_t told[64];         /* hashes of the sentences that mtl_complain_once has said */
    size_t told_count;
} mtl_device;

mtl_device *mtl_the_device(void); /* one per process; never freed */
/* Says a sentence on stderr, unless it was said before. After 64 different ones it says that it stops. */
void mtl_complain_once(const char *sentence);
uint64_t mtl_device_max_buffer_length(const mtl_device *device);
/* Keeps account of memory that kernels may reach. */
void mtl_device_add_memory(mtl_device *device, void *address, size_t length);
void mtl_device_remove_memory(mtl_device *device, void *address);
size_t mtl_device_allocation_count(mtl_device *device);
/* A copy of the account for one dispatch; the caller frees it. */
sm_memory *mtl_device_memory(mtl_device *device, size_t *count);

/* ---- resources */

typedef struct mtl_resource {
    Class isa;
    mtl_device *device; /* not retained: lives for ever */
    id label;
    NSUInteger options;       /* MTLResourceOptions */
    struct mtl_heap *heap;    /* or NULL */
    size_t heap_offset, size; /* bytes it occupies */
    size_t heap_share;        /* bytes it takes from the heap's account */
} mtl_resource;

/* MTLStorageMode of options of a resource. */
static inline NSUInteger mtl_storage_of(NSUInteger options)
{
    return options >> 4 & 15;
}

typedef struct mtl_heap {
    mtl_resource resource;
    NSInteger type;    /* MTLHeapType */
    uint8_t *bytes;    /* placement heaps: where resources lie; NULL: every resource has memory of its own */
    size_t size, used; /* `used` is atomic */
} mtl_heap;

typedef struct mtl_buffer {
    mtl_resource resource;
    uint8_t *bytes;
    size_t length;
    enum {
        MTL_MEMORY_FOREIGN,
        MTL_MEMORY_PAGES,
        MTL_MEMORY_HEAP,
        MTL_MEMORY_GPU /* its own: the CPU does not reach it */
    } memory;       /* whose `bytes` are, and how they are freed */
    id deallocator; /* block (void *, NSUInteger), or nil */
} mtl_buffer;

typedef struct mtl_texture {
    mtl_resource resource;
    sm_texture *image; /* what kernels see, in their memory; its address is the resource id */
    NSUInteger usage; /* MTLTextureUsage */
    MTLTextureSwizzleChannels swizzle;
    BOOL optimized;
    uint8_t *pixels;    /* owned, or NULL: a view, or memory of a buffer or heap */
    mtl_buffer *buffer; /* whose memory it is, or NULL */
    NSUInteger buffer_offset, buffer_row_pitch;
    struct mtl_texture *parent; /* of a view, or NULL */
    NSUInteger parent_level, parent_slice;
} mtl_texture;

typedef struct mtl_sampler {
    Class isa;
    id label;
    sm_sampler *sampler; /* what kernels see, in their memory; its address is the resource id */
} mtl_sampler;

/* NULL, after a complaint, if the length is zero or more than the device has. */
mtl_buffer *mtl_buffer_create(mtl_device *device, size_t length, NSUInteger options);
mtl_buffer *mtl_buffer_create_no_copy(mtl_device *device, void *bytes, size_t length, NSUInteger options,
                                      id deallocator);
/* At an offset of a placement heap. */
mtl_buffer *mtl_buffer_create_in_heap(mtl_heap *heap, size_t offset, size_t length, NSUInteger options);

typedef struct mtl_texture_descriptor {
    Class isa;
    NSUInteger type, format, width, height, depth, levels, samples, layers, options, usage;
    NSInteger compression;
    BOOL optimized;
    MTLTextureSwizzleChannels swizzle;
} mtl_texture_descriptor;

/* NULL, after a complaint, for a descriptor that no texture can have. `memory` holds mtl_texture_bytes, or is NULL:
 * memory of its own. */
mtl_texture *mtl_texture_create(mtl_device *device, id descriptor, uint8_t *memory);
mtl_texture *mtl_texture_create_in_buffer(mtl_buffer *buffer, id descriptor, size_t offset, size_t row_pitch);
/* Where the pixels lie, also those of a view. */
sm_memory mtl_texture_memory(const mtl_texture *texture);
size_t mtl_texture_bytes(id descriptor); /* 0 for a descriptor that no texture can have */
mtl_sampler *mtl_sampler_create(id descriptor);
mtl_heap *mtl_heap_create(mtl_device *device, id descriptor);

/* Bytes of a pixel, 0 for a format that softmetal does not have. */
uint32_t mtl_pixel_size(NSUInteger format);

/* A box of pixels, in a texture or in memory. */
typedef struct mtl_image {
    uint8_t *pixels;
    size_t row_pitch, slice_pitch;
} mtl_image;
/* Finds a box in one level and slice of a texture; returns NULL, or why it lies outside. */
const char *mtl_texture_image(const mtl_texture *texture, size_t slice, size_t level, MTLOrigin origin, MTLSize size,
                              mtl_image *image);
/* A box in memory; returns NULL, or why the pitches are wrong. */
const char *mtl_image_around(mtl_image *image, const void *bytes, size_t row_pitch, size_t slice_pitch, MTLSize size,
                             size_t pixel_size);
/* The size of a box in blocks of the texture's format, which is that in pixels but for compressed formats. */
MTLSize mtl_texture_blocks(const mtl_texture *texture, MTLSize size);
/* Copies `size` pixels (or blocks), plane by plane and row by row. */
void mtl_image_copy(const mtl_image *to, const mtl_image *from, MTLSize size, size_t pixel_size);

/* ---- libraries */

typedef struct mtl_library {
    Class isa;
    mtl_device *device;
    sm_library *library;
    uint32_t max_threads; /* per threadgroup, of kernels without an attribute; 0: as the device */
    id label, install_name; /* the latter of a dynamic library alone */
} mtl_library;

/* nil with an error; owned by the caller. */
id mtl_dynamic_library_of(id install_name, id source);
id mtl_dynamic_library_load(id url, id *error);
/* The source, with that of these dynamic libraries behind it; autoreleased. nil with an error. */
id mtl_dynamic_libraries_added(id source, id libraries, id *error);
id mtl_binary_archive_create(id descriptor, id *error);

typedef struct mtl_function {
    Class isa;
    mtl_library *library;
    const sm_function *function; /* the library's */
    sm_constant_value *value;    /* function constants it was specialised with */
    size_t value_count;
    bool specialised;
    id label, name;
} mtl_function;

struct mtl_constant_values;

typedef struct mtl_pipeline {
    Class isa;
    mtl_function *function;
    sm_kernel *kernel;
    uint32_t max_threads, required[3]; /* threads per threadgroup; required[0] 0: any */
    struct sm_stage_in *stage_in; /* owned; NULL if the kernel has none */
    bool indirect; /* supportIndirectCommandBuffers */
    id linked;       /* NSArray of the MTLFunctions that it links, or nil */
    size_t exported; /* how many of them, from the first, have handles */
    id label;
} mtl_pipeline;

/* What its gpuResourceID is; mtl_identity_object finds it by that while it lives. */
MTLResourceID mtl_pipeline_identity(mtl_pipeline *pipeline);

/* MTLLinkedFunctions. */
typedef struct mtl_linked_functions {
    Class isa;
    id functions, binary, private; /* NSArray of MTLFunction; all code is made here, so binary ones are linked like the others */
    id groups; /* NSDictionary: which functions a call may reach; here each reaches all */
} mtl_linked_functions;

/* MTLVisibleFunctionTable. */
typedef struct mtl_function_table {
    mtl_resource resource;
    mtl_pipeline *pipeline;
    mtl_buffer *storage; /* the number of entries, then the address of each */
} mtl_function_table;

id mtl_function_handle_create(mtl_pipeline *pipeline, id function); /* autoreleased; nil for one that is not linked */
/* nil after a complaint; owned by the caller. */
id mtl_function_table_create(mtl_pipeline *pipeline, id descriptor);

mtl_function *mtl_function_create(mtl_library *library, const sm_function *from);
/* Gives the function's constants their values; false with an error if a required one has none, or one of another type.
 */
bool mtl_function_specialise(mtl_function *function, const struct mtl_constant_values *values, id *error);
mtl_library *mtl_library_create(mtl_device *device, id source, id options, id *error);
/* The error for what the compiler said, of the function `name` or, with NULL, of a library: its code says whether the
 * program is wrong, softmetal lacks something or the compiler broke down. */
void mtl_compiler_error(id *error, const char *name, const char *log, sm_trouble trouble);
/* From a file of MSL source: what a program loads as compiled library. */
mtl_library *mtl_library_create_from_file(mtl_device *device, const char *path, id *error);
mtl_library *mtl_library_create_from_bytes(mtl_device *device, const void *bytes, size_t size, id *error);
mtl_pipeline *mtl_pipeline_create(mtl_device *device, id function, id *error);
/* Whether a binary archive of the descriptor has its function; false with an error. */
bool mtl_archives_have(id pipeline_descriptor, id *error);
mtl_pipeline *mtl_pipeline_create_from_descriptor(mtl_device *device, id descriptor, id *error);
/* Reflection of a function's arguments, autoreleased: MTLComputePipelineReflection. */
id mtl_reflection_create(const mtl_pipeline *pipeline);
id mtl_function_reflection_create(const mtl_function *function);
/* Bytes of a value of an MTLDataType as a kernel stores it, and how many of them a client's value has (a
 * three-component vector occupies four components but only three are read); 0 for a type that no constant can have. */
size_t mtl_data_type_size(NSUInteger data_type, size_t *significant);

typedef struct mtl_function_descriptor {
    Class isa;
    id name, specialized_name, values, archives;
    NSUInteger options;
} mtl_function_descriptor;

/* An argument encoder for the structure that a function's buffer argument points to; nil after a complaint. Owned by
 * the caller. */
id mtl_argument_encoder_create_for_buffer(const mtl_function *function, NSUInteger index);

/* Types, as reflection tells of them; autoreleased. `first` is the id of the first thing in it. */
id mtl_type_create(mtl_library *library, const sm_type *type, uint32_t first);
/* How many ids a type takes in an argument buffer, and a member's own: where it begins, counted from the structure's;
 * `next` is the first that the members before it leave. */
uint32_t mtl_type_ids(const sm_type *type);
uint32_t mtl_member_id(const sm_member *member, uint32_t next);
bool mtl_type_is_argument_buffer(const sm_type *type);

/* How a pipeline fills the [[stage_in]] structure of its kernel, from an MTLStageInputOutputDescriptor (or nil); the
 * caller frees it. NULL with an error. */
struct sm_stage_in *mtl_stage_in_create(const mtl_function *function, id descriptor, id *error);
id mtl_stage_attributes(const mtl_function *function);            /* NSArray of MTLAttribute, or nil; autoreleased */

/* What a reflected buffer argument points to, and the library that keeps it; NULL for anything else. */
const sm_type *mtl_argument_element(id argument, mtl_library **library);
/* An argument encoder for what an argument of a pipeline's reflection points to; nil after a complaint. Owned by the
 * caller. */
id mtl_argument_encoder_create_for_binding(id binding);

/* Something to make in the background, and the block that takes it: (object, error), or (object, reflection, error). */
typedef struct mtl_request {
    mtl_device *device;
    id first, second, handler; /* retained while the request is under way */
    void *(*make)(mtl_device *device, id first, id second, id *error);
    bool reflected; /* the handler takes a reflection too */
} mtl_request;
void mtl_request_start(mtl_request wanted);

/* An argument encoder for the members that an NSArray of MTLArgumentDescriptor names; nil after a complaint. Owned by
 * the caller. */
id mtl_argument_encoder_create(mtl_device *device, id descriptors);
id mtl_residency_set_create(id descriptor); /* owned by the caller */

/* MTLFunctionConstantValues. */
typedef struct mtl_constant_values {
    Class isa;
    sm_constant_value *value; /* names are owned by the list */
    size_t count, capacity;
} mtl_constant_values;

/* ---- commands */

typedef struct mtl_queue {
    Class isa;
    mtl_device *device;
    id label;
    id log_state;              /* MTLLogState, or nil */
    struct mtl_worker *worker; /* the thread that executes, see command_queue.c */
} mtl_queue;

struct mtl_command_buffer;
/* Something to execute. `run` returns false after mtl_command_buffer_fail. */
typedef struct mtl_command {
    struct mtl_command *next;
    NSUInteger stage; /* MTLStages: MTLStageBlit unless it is a dispatch; 0: it keeps its place among the others */
    uint32_t pass;    /* which encoder of the command buffer it is from */
    bool (*run)(struct mtl_command *command, struct mtl_command_buffer *buffer);
} mtl_command;

typedef struct mtl_command_buffer {
    Class isa;
    mtl_queue *queue;
    id label;
    bool unretained; /* does not retain what its commands use */
    NSUInteger error_options;
    id encoder; /* the open one; not retained (it retains us) */
    mtl_command *first, **last;
    uint32_t pass;       /* of the commands to come */
    bool of_queue;       /* the queue's own, which no noise reaches: it signals and tells */
    sm_company *company; /* of the dispatch that ran last, in the command buffer's memory; or NULL */
    struct mtl_chunk *memory; /* of commands and setBytes */
    id *kept;
    size_t kept_count, kept_capacity;
    id *scheduled_handler, *completed_handler; /* blocks */
    size_t scheduled_count, completed_count;
    id error; /* NSError */
    long error_code;
    char *error_text; /* first mistake of encoding or execution; freed unless it is no_text */
    id log_state;     /* MTLLogState; nil: none was asked for, and it has not run */
    id *logs;         /* MTLFunctionLog */
    size_t log_count, log_capacity;
    double kernel_start, kernel_end, gpu_start, gpu_end;
    pthread_mutex_t lock; /* guards status and finished */
    pthread_cond_t changed;
    NSUInteger status;
    bool finished;      /* completion handlers have run */
    pthread_t executor; /* the thread running handlers, while `executing` */
    bool executing;
    struct mtl_command_buffer *next; /* in the queue */
} mtl_command_buffer;

mtl_queue *mtl_queue_create(mtl_device *device);
/* Tells the queue's thread of a committed buffer; `add`: it is not in the queue's list yet. */
void mtl_queue_submit(mtl_queue *queue, mtl_command_buffer *buffer, bool add);
mtl_command_buffer *mtl_command_buffer_create(mtl_queue *queue);
NSUInteger mtl_command_buffer_status(mtl_command_buffer *buffer);
/* Whether an encoder of the call may be made; otherwise the mistake is told. */
bool mtl_command_buffer_is_recording(mtl_command_buffer *buffer, SEL selector);
void mtl_command_buffer_set_status(mtl_command_buffer *buffer, NSUInteger status);
/* Runs everything, handlers included. On the queue's thread. */
void mtl_command_buffer_execute(mtl_command_buffer *buffer);
/* Memory that lives as long as the command buffer; zeroed. NULL when there is none left. */
void *mtl_command_memory(mtl_command_buffer *buffer, size_t size);
size_t mtl_command_memory_size(const mtl_command_buffer *buffer); /* bytes of it so far */
/* Appends a command of `size` bytes, whose first member is an mtl_command. */
void *mtl_command_add(mtl_command_buffer *buffer, size_t size, bool (*run)(mtl_command *, mtl_command_buffer *));
/* Retains an object until the command buffer has been executed. */
void mtl_command_keep(mtl_command_buffer *buffer, id object);
/* Notes an error: the first one becomes the command buffer's. `code` is an MTLCommandBufferError. Returns false. */
bool mtl_command_buffer_fail(mtl_command_buffer *buffer, long code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of a mistake that Metal stops a program for, with its validation layer or without; said on stderr too. */
bool mtl_command_buffer_refuse(mtl_command_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same of memory that ran out; `what`: a sentence. */
bool mtl_command_buffer_no_memory(mtl_command_buffer *buffer, const char *what);
/* Adds a finding of checked mode to -logs. */
void mtl_command_buffer_log(mtl_command_buffer *buffer, const sm_finding *finding, const mtl_function *function,
                            id encoder_label);

/* The base of encoders. */
enum { MTL_PASS_SAMPLES = 4 };
typedef struct mtl_encoder {
    Class isa;
    mtl_command_buffer *buffer;
    id label;
    bool ended;
    struct {
        id buffer; /* MTLCounterSampleBuffer, or nil */
        NSUInteger index;
    } sample[MTL_PASS_SAMPLES];
    void (*at_end)(struct mtl_encoder *encoder, SEL selector); /* takes the samples; or NULL */
} mtl_encoder;

void *mtl_encoder_create(const mtl_class *class, mtl_command_buffer *buffer);
/* Whether commands may be added; otherwise the mistake is noted. */
bool mtl_encoder_is_open(mtl_encoder *encoder, SEL selector);
/* endEncoding; false, with the mistake noted, if it has ended already. */
bool mtl_encoder_end(mtl_encoder *encoder, SEL selector);
/* Notes a mistake in the arguments of `selector`, and says it once on stderr: the command buffer will fail with
 * InvalidResource. Without validation the call has no effect, and the command buffer goes on. Returns false. */
bool mtl_encoder_fail(mtl_encoder *encoder, SEL selector, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of what a GPU does not mind. Without validation it returns true: the command is to run. */
bool mtl_encoder_object_to(mtl_encoder *encoder, SEL selector, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Counters: the device's sets, autoreleased; a sample buffer; the attachments of a pass. */
id mtl_counter_sets(void);
id mtl_counter_sample_buffer_create(id descriptor, id *error);
id mtl_sample_attachments_create(bool blit);
/* Takes a pass's samples at its beginning, and arranges for those at its end. `attachments` may be nil. */
void mtl_counter_begin_pass(mtl_encoder *encoder, id attachments, SEL selector);

typedef struct mtl_compute_encoder {
    mtl_encoder encoder;
    NSUInteger dispatch_type; /* MTLDispatchType */
    mtl_command **section;    /* where its commands begin, if they are concurrent */
    mtl_pipeline *pipeline;   /* the command buffer keeps it */
    sm_dispatch state;        /* what is bound now; a dispatch takes a copy */
    struct {
        mtl_buffer *object; /* NULL: nothing, or setBytes */
        size_t offset;
        mtl_function_table *table; /* whose storage `object` is, or NULL */
        struct mtl_tensor *tensor; /* whose handle is bound, or NULL */
        bool bytes;                /* of setBytes */
    } buffer[SM_MAX_BUFFERS];
    mtl_texture *texture[SM_MAX_TEXTURES];
    bool null_texture[SM_MAX_TEXTURES]; /* bound to nil: a null texture, and no mistake */
    struct mtl_residency *residency; /* Metal 4: the command buffer's; or NULL */
    mtl_buffer *stage_region; /* where the region of stage-in is read when a dispatch runs, or NULL */
    size_t stage_region_offset;
} mtl_compute_encoder;

/* Dispatches of what is bound, for an encoder of either kind; `selector` is the method's, for mistakes. */
void mtl_compute_dispatch_threads(mtl_compute_encoder *self, SEL selector, MTLSize threads, MTLSize group);
void mtl_compute_dispatch_groups(mtl_compute_encoder *self, SEL selector, MTLSize groups, MTLSize group);
/* The number of threadgroups lies at `indirect` when the command runs; or threads of the grid and of a threadgroup. */
void mtl_compute_dispatch_at(mtl_compute_encoder *self, SEL selector, const uint8_t *indirect, MTLSize group);
void mtl_compute_dispatch_threads_at(mtl_compute_encoder *self, SEL selector, const uint8_t *indirect);

/* MTLIndirectCommandBuffer; nil after a complaint, owned by the caller. */
id mtl_indirect_buffer_create(mtl_device *device, id descriptor, NSUInteger count, NSUInteger options);
uint64_t mtl_indirect_address(id commands); /* as kernels know it */

/* MTLEvent and MTLSharedEvent. */
void mtl_event_signal(id event, uint64_t value);
/* Waits for the value; false after `milliseconds` (UINT64_MAX: without limit). */
/* An encoder of a render pass, which can only clear textures; owned by the caller. */
id mtl_render_encoder_create(mtl_command_buffer *buffer, SEL selector, id descriptor);
bool mtl_event_wait(id event, uint64_t value, uint64_t milliseconds);

/* ---- all classes, in the order of registration */
#define MTL_CLASSES(X)                                                                                                 \
    X(device)                                                                                                          \
    X(architecture)                                                                                                    \
    X(resource)                                                                                                        \
    X(heap)                                                                                                            \
    X(buffer)                                                                                                          \
    X(texture)                                                                                                         \
    X(sampler)                                                                                                         \
    X(library) X(function) X(function_descriptor) X(function_constant) X(constant_values) X(compile_options)           \
        X(pipeline) X(pipeline_descriptor) X(reflection) X(function_reflection) X(argument) X(queue) X(command_buffer) X(function_log)        \
            X(log_location) X(encoder) X(compute_encoder) X(blit_encoder) X(event) X(shared_event) X(event_listener) X(fence)            \
                X(texture_descriptor) X(sampler_descriptor) X(heap_descriptor) X(argument_descriptor)                  \
                    X(argument_encoder) X(queue_descriptor) X(command_buffer_descriptor) X(pipeline_buffer_descriptor) \
                        X(pipeline_buffers) X(compute_pass_descriptor) X(blit_pass_descriptor) X(residency_set)        \
                        X(render_pass_descriptor) X(render_attachments) X(render_attachment) X(color_attachment) X(depth_attachment) X(stencil_attachment) X(render_encoder) \
                            X(residency_set_descriptor) X(capture_manager) X(capture_descriptor) X(capture_scope) X(type)         \
                                X(attribute_descriptor) X(layout_descriptor) X(attributes) X(layouts) X(stage_descriptor) X(attribute) \
                                X(struct_type) X(struct_member) X(array_type) X(pointer_type) X(texture_type) \
 X(log_state_descriptor) X(log_state) X(tensor_extents) X(tensor_descriptor) X(tensor) X(tensor_plane_descriptor) X(tensor_plane_map) X(tensor_attachments) X(tensor_plane) X(linked_functions) X(function_handle) X(table_descriptor) X(function_table) \
 X(indirect_descriptor) X(indirect_buffer) X(indirect_command) X(dynamic_library) X(binary_archive_descriptor) X(binary_archive) X(counter) X(counter_set) X(counter_sample_buffer_descriptor) X(counter_sample_buffer) \
 X(sample_attachment) X(blit_sample_attachment) X(sample_attachments) X(blit_sample_attachments)
#define MTL_DECLARE_CLASS(name) extern const mtl_class mtl_##name##_class;
MTL_CLASSES(MTL_DECLARE_CLASS)
#define MTL_ADDITIONS(X)                                                                                               \
    X(device_factories)                                                                                                \
    X(buffer_views)                                                                                                    \
    X(function_encoders)                                                                                               \
    X(library_reflection) \
    X(pipeline_reflection)                                                                                             \
    X(command_buffer_encoders) X(command_buffer_submission) X(compute_indirect) X(blit_indirect) X(compute_counters) X(blit_counters)
#define MTL_DECLARE_ADDITION(name) extern const mtl_addition mtl_##name##_addition;
MTL_ADDITIONS(MTL_DECLARE_ADDITION)

#endif
