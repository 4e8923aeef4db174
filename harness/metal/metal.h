/* metal.h: the part of Metal that a conformance suite needs, in C, over the Objective-C runtime.
 *
 * One implementation for Apple's Metal (macOS) and for softmetal (Linux); which one is a matter of which library is
 * loaded. Nothing here throws, exits or waits without bound. Objects are created and destroyed in pairs; a NULL may be
 * destroyed. Used by worker processes only: the parent of a run never loads Metal. */
#ifndef ASSAY_METAL_H
#define ASSAY_METAL_H
#include "../words/words.h"
#include "../base/error.h"
#include <stddef.h>
#include <stdint.h>

typedef struct metal_device metal_device;
typedef struct metal_library metal_library;
typedef struct metal_pipeline metal_pipeline;
typedef struct metal_buffer metal_buffer;
typedef struct metal_texture metal_texture;
typedef struct metal_sampler metal_sampler;
typedef struct metal_table metal_table;
typedef struct metal_arguments metal_arguments;
typedef struct metal_indirect metal_indirect;
typedef struct metal_tensor metal_tensor;
typedef struct metal_commands metal_commands;
typedef struct metal_log metal_log;

/* Whether a dispatch waits for the one before, or may run beside it. */
typedef enum { METAL_SERIAL, METAL_CONCURRENT } metal_order;
/* A buffer or a texture; the other is NULL. */
typedef struct metal_resource {
    const metal_buffer *buffer;
    const metal_texture *texture;
} metal_resource;

/* Loads the device that `which` names: "default", "metal" (Apple's), "softmetal", a number of `assay devices`, part of
 * a device's name, or the path of a library that exports MTLCreateSystemDefaultDevice. Environment variables must be
 * set before. */
metal_device *metal_open(const char *which, assay_error *error);
void metal_close(metal_device *device);
const metal_facts *metal_device_facts(const metal_device *device);
/* Whether the device supports the family. */
bool metal_device_has_family(const metal_device *device, uint32_t family);
/* From now on commands go by Metal 4's queue, argument tables and barriers (macOS 26). False if the device lacks them.
 */
bool metal_use_host4(metal_device *device, assay_error *error);
bool metal_uses_host4(const metal_device *device);

/* What the device's compiler calls itself, `__VERSION__` of a kernel: at most room - 1 characters. False if it does not
 * say. */
bool metal_compiler_version(metal_device *device, char *text, uint32_t room);

typedef struct metal_compile {
    const char *source;
    const metal_macro *macros;
    size_t macro_count;
    uint32_t msl; /* major << 16 | minor; 0: the device's newest */
    metal_math math;
    metal_functions functions;
    bool default_math;    /* the modes are not set at all: what a program gets that says nothing */
    bool legacy_math;     /* the modes by fastMathEnabled, also where there is mathMode */
    bool for_size;        /* optimizationLevel size */
    bool logging;         /* enableLogging */
    uint32_t max_threads; /* maxTotalThreadsPerThreadgroup; 0: not set */
} metal_compile;

/* Compiles. NULL if the compiler refused, and `*diagnostics` then holds its text; also NULL, with `*diagnostics` NULL,
 * if it was never asked (a math mode that this macOS cannot express, a source that is not UTF-8). On success
 * `*diagnostics` is NULL or holds warnings. The caller frees it; the pointer to it may be NULL. */
metal_library *metal_library_create(metal_device *device, const metal_compile *compile, char **diagnostics,
                                    assay_error *error);
/* A library that was compiled elsewhere, of a `.metallib` file; NULL with the device's sentence. */
metal_library *metal_library_open(metal_device *device, const char *path, assay_error *error);
void metal_library_destroy(metal_library *library);
size_t metal_library_function_count(const metal_library *library);
const char *metal_library_function_name(const metal_library *library, size_t n);
/* What the function is annotated with (MSL 5.1.12), to be freed; NULL if with nothing, or if no such function is
 * there. */
char *metal_library_annotation(const metal_library *library, const char *function);
/* Its function constants, as reflection tells them before they have values: `uint WIDTH 0 required; bool FAST 301`, to
 * be freed, "" if it has none; NULL if there is no such function. */
char *metal_library_constants(const metal_library *library, const char *function);

metal_pipeline *metal_pipeline_create(metal_library *library, const char *function, const metal_constant *constants,
                                      size_t count, const metal_wishes *wishes, assay_error *error);
void metal_pipeline_destroy(metal_pipeline *pipeline);
uint32_t metal_pipeline_simd_width(const metal_pipeline *pipeline);
uint32_t metal_pipeline_max_threads(const metal_pipeline *pipeline);
uint32_t metal_pipeline_threadgroup_memory(const metal_pipeline *pipeline);
/* What reflection says of `NAME`, an argument's index, or of `NAME.member`, the member's id in an argument buffer.
 * False if there is no such argument, or none that is active, or no such member. */
bool metal_pipeline_index(const metal_pipeline *pipeline, const char *path, uint32_t *index);
/* All that reflection says of its arguments, in one line (signature.c has the grammar), to be freed; NULL if
 * nothing. */
char *metal_pipeline_signature(const metal_pipeline *pipeline);

/* Shared storage; contents stay at one address. `length` > 0. */
metal_buffer *metal_buffer_create(metal_device *device, size_t length, assay_error *error);
void metal_buffer_destroy(metal_buffer *buffer);
void *metal_buffer_contents(metal_buffer *buffer);
size_t metal_buffer_length(const metal_buffer *buffer);

/* What a texture is for beside reading: kernels write it, or it has views of other formats. */
typedef struct metal_use {
    bool written, reformatted;
} metal_use;
#define METAL_READ ((metal_use){0})
/* `format` by name as in MTLPixelFormat without the prefix, lower case: "rgba8unorm", "rgba32float", … */
metal_texture *metal_texture_create(metal_device *device, const char *format, const metal_shape *shape, metal_use use,
                                    assay_error *error);
/* A view of a texture, which has no pixels of its own and lives as long as the texture at most. */
metal_texture *metal_texture_view(metal_texture *texture, const char *format, const metal_view *view,
                                  assay_error *error);
/* A texture buffer: the pixels that lie in a buffer from `offset` on (MSL 2.9.1). */
metal_texture *metal_texture_of_buffer(metal_buffer *buffer, size_t offset, const char *format, uint32_t width,
                                       bool writable, assay_error *error);
void metal_texture_destroy(metal_texture *texture);
size_t metal_texture_pixel_size(const metal_texture *texture);
/* All pixels of all levels, largest first, of a level slice by slice (faces of a cube one after another), rows tight;
 * not for texture buffers, whose pixels are the buffer's. A multisampled texture has a pixel for each layer, to which a
 * render pass clears all of it; it is not read. Both can fail only where textures are in private storage. */
bool metal_texture_write(metal_texture *texture, const void *pixels, assay_error *error);
bool metal_texture_read(metal_texture *texture, void *pixels, assay_error *error);

/* A tensor of a buffer's memory from an offset on (macOS 26), with a plane of scales in another's (macOS 27): one for
 * each 32 elements of a row, row by row. */
typedef struct metal_tensor_plane {
    metal_buffer *buffer; /* NULL: there is no such plane */
    size_t offset;
} metal_tensor_plane;
enum { METAL_MOST_RANK = 16 };
typedef struct metal_tensor_shape {
    uint32_t type; /* MTLTensorDataType */
    size_t rank;
    int64_t extents[METAL_MOST_RANK], strides[METAL_MOST_RANK]; /* in elements */
} metal_tensor_shape;
metal_tensor *metal_tensor_create(metal_device *device, metal_tensor_plane data, metal_tensor_plane scales,
                                  const metal_tensor_shape *shape, assay_error *error);
void metal_tensor_destroy(metal_tensor *tensor);

metal_sampler *metal_sampler_create(metal_device *device, const metal_sampling *sampling, assay_error *error);
void metal_sampler_destroy(metal_sampler *sampler);

/* A table of visible functions (MSL 2.15), for dispatches of this pipeline, which has to link them. */
metal_table *metal_table_create(const metal_pipeline *pipeline, const char *const *functions, size_t count,
                                assay_error *error);
void metal_table_destroy(metal_table *table); /* after the command buffer has ended */

/* An argument buffer as the kernel's parameter at this buffer index declares it, to be encoded by id (MSL 2.13). An id
 * that the parameter does not have is the device's to refuse. */
metal_arguments *metal_arguments_create(metal_device *device, const metal_pipeline *pipeline, uint32_t index,
                                        assay_error *error);
/* One that no encoder writes, for tensors are no members that an encoder knows: `count` members of 8 bytes, by id. */
metal_arguments *metal_arguments_create_plain(metal_device *device, size_t count, assay_error *error);
void metal_arguments_destroy(metal_arguments *arguments); /* after the command buffer has ended */
void metal_arguments_buffer(metal_arguments *arguments, metal_buffer *buffer, size_t offset, uint32_t id);
void metal_arguments_texture(metal_arguments *arguments, metal_texture *texture, uint32_t id);
void metal_arguments_sampler(metal_arguments *arguments, metal_sampler *sampler, uint32_t id);
void metal_arguments_table(metal_arguments *arguments, metal_table *table, uint32_t id);
void metal_arguments_tensor(metal_arguments *arguments, metal_tensor *tensor, uint32_t id); /* of a plain one */
bool metal_arguments_data(metal_arguments *arguments, const void *bytes, size_t length, uint32_t id);

/* What kernels log (MSL 6.20): a log state with a handler that keeps the messages. 0: the usual size, every level. */
metal_log *metal_log_create(metal_device *device, const metal_log_options *options, assay_error *error);
void metal_log_destroy(metal_log *log); /* after the command buffer has ended */
/* Waits until there are so many messages, or some time has passed, and returns how many there are. */
size_t metal_log_wait(metal_log *log, size_t count);
/* The n-th as `LEVEL [SUBSYSTEM:CATEGORY] TEXT`: `info [a.b:c] text`; what is nil is left out. */
const char *metal_log_line(const metal_log *log, size_t n);

/* One command buffer with one serial compute encoder. */
metal_commands *metal_commands_create(metal_device *device, metal_order order, assay_error *error);
/* The same by Metal 4's path, whatever metal_use_host4 said. */
metal_commands *metal_commands_create4(metal_device *device, metal_order order, assay_error *error);
/* The same by Metal 3's path, with a log state. */
metal_commands *metal_commands_create_logging(metal_device *device, metal_order order, metal_log *log,
                                              assay_error *error);
/* Ends the encoder and begins another, of the same order, which sees what was written before. */
bool metal_next_encoder(metal_commands *commands, assay_error *error);
void metal_commands_destroy(metal_commands *commands);
void metal_set_pipeline(metal_commands *commands, metal_pipeline *pipeline);
void metal_set_buffer(metal_commands *commands, metal_buffer *buffer, size_t offset, uint32_t index);
void metal_set_bytes(metal_commands *commands, const void *bytes, size_t length, uint32_t index);
/* NULL: a null texture. */
void metal_set_texture(metal_commands *commands, metal_texture *texture, uint32_t index);
void metal_set_sampler(metal_commands *commands, metal_sampler *sampler, uint32_t index);
void metal_set_table(metal_commands *commands, metal_table *table, uint32_t index); /* NULL: none */
/* Binds the argument buffer, and makes what was encoded into it resident. */
void metal_set_arguments(metal_commands *commands, metal_arguments *arguments, uint32_t index);
void metal_set_tensor(metal_commands *commands, metal_tensor *tensor, uint32_t index); /* by Metal 4's path alone */
void metal_set_stage_in_region(metal_commands *commands, const uint32_t size[3]);
void metal_set_threadgroup_memory(metal_commands *commands, size_t length, uint32_t index);
void metal_dispatch_threads(metal_commands *commands, const uint32_t threads[3], const uint32_t threadgroup[3]);
void metal_dispatch_groups(metal_commands *commands, const uint32_t groups[3], const uint32_t threadgroup[3]);
/* The device reads the three numbers of threadgroups when the dispatch runs; the offset is a multiple of 4. */
void metal_dispatch_indirect(metal_commands *commands, metal_buffer *buffer, size_t offset,
                             const uint32_t threadgroup[3]);
/* Between dispatches: those behind it see what those before it wrote in buffers, in textures, or in these resources. */
void metal_barrier(metal_commands *commands, bool buffers, bool textures);
void metal_barrier_of(metal_commands *commands, const metal_resource *resources, size_t count); /* <= MOST_BARRED */

/* A part of a texture, or of a buffer, that a blit encoder copies from or to. */
typedef struct metal_place {
    metal_buffer *buffer; /* or: */
    metal_texture *texture;
    size_t offset, row, image; /* of a buffer, in bytes */
    uint32_t slice, level, origin[3];
} metal_place;
/* Commands of a blit encoder: each sees what was written before it, and what follows sees what it writes. A size is of
 * pixels; between buffers its first number is of bytes; NULL: a texture as a whole. False if there is no such
 * encoder. */
bool metal_blit_copy(metal_commands *commands, const metal_place *from, const metal_place *to, const uint32_t size[3],
                     assay_error *error);
bool metal_blit_fill(metal_commands *commands, const metal_place *place, size_t length, uint8_t value,
                     assay_error *error);
bool metal_blit_mipmaps(metal_commands *commands, metal_texture *texture, assay_error *error);

/* Indirect command buffers (MSL 6.17). The host encodes command `n` of one by these three, in this order; a kernel
 * encodes it from an argument buffer that has it, and pipelines. `wishes.indirect` makes a pipeline fit for it. */
metal_indirect *metal_indirect_create(metal_device *device, size_t count, assay_error *error);
void metal_indirect_destroy(metal_indirect *commands);
void metal_indirect_reset(metal_indirect *commands);
void metal_command_begin(metal_indirect *commands, uint32_t n, metal_pipeline *pipeline, bool barrier);
void metal_command_buffer(metal_indirect *commands, uint32_t n, metal_buffer *buffer, size_t offset, uint32_t index);
void metal_command_dispatch(metal_indirect *commands, uint32_t n, bool groups, const uint32_t extent[3],
                            const uint32_t threadgroup[3]);
void metal_arguments_commands(metal_arguments *arguments, metal_indirect *commands, uint32_t id);
void metal_arguments_pipeline(metal_arguments *arguments, metal_pipeline *pipeline, uint32_t id);
/* Executes commands, which may use the buffers named before by metal_use_buffer. Not by Metal 4's path. */
void metal_use_buffer(metal_commands *commands, metal_buffer *buffer);
void metal_execute(metal_commands *commands, metal_indirect *from, uint32_t first, uint32_t count);

typedef enum { METAL_COMPLETED, METAL_ERROR, METAL_TIMED_OUT } metal_status;
/* What checked mode or shader validation found: an MTLFunctionLog. */
typedef struct metal_finding {
    char kind[32];  /* softmetal's word for it: "race", "note", …; "" on other devices */
    uint32_t line;  /* of the program, or 0 */
    char text[400]; /* one sentence */
} metal_finding;
enum { METAL_MOST_FINDINGS = 32 };
typedef struct metal_result {
    metal_status status;
    long code;          /* MTLCommandBufferError */
    bool innocent;      /* innocent victim or ignored submission: never a verdict on this kernel */
    char message[1024]; /* error and device log (softmetal's checked-mode findings), one per line */
    metal_finding finding[METAL_MOST_FINDINGS];
    size_t finding_count; /* the first METAL_MOST_FINDINGS */
    double gpu_seconds;   /* GPUEndTime - GPUStartTime */
} metal_result;
/* Ends encoding, commits and waits at most `seconds`. After a time-out the process should end. */
void metal_commands_run(metal_commands *commands, double seconds, metal_result *result);

/* Compares selectors.def, every class and selector used, with the classes of live objects. Prints a line per mismatch,
 * then the counts; true if none. */
bool metal_selfcheck(const char *which, assay_error *error);
/* Lists devices, one per line, on stdout; false if there is none. */
bool metal_list_devices(assay_error *error);
#endif
