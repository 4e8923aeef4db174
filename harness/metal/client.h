/* client.h: what the files of harness/metal share about the objects behind metal.h. Private to harness/metal. */
#ifndef ASSAY_METAL_CLIENT_H
#define ASSAY_METAL_CLIENT_H
#include "metal.h"
#include "runtime.h"

#define CONSTANT(name, value) name = value,
#define FAMILY(name, value, text) name = value,
#define FORMAT(name, value, bytes) name = value,
#define SAMPLER(property, word, name, value) name = value,
#define ATTRIBUTE(name, value) name = value,
enum {
#include "../words/constants.def"
};
#undef SAMPLER
#undef ATTRIBUTE
#undef CONSTANT
#undef FAMILY
#undef FORMAT

enum { SoftmetalErrorGap = 1 }; /* of the domain SoftmetalErrorDomain: softmetal does not have what was asked for */

struct metal_device {
    id object, queue;
    id queue4;               /* the Metal 4 queue, once it was needed; or NULL */
    bool host4;              /* all commands go by it */
    const void *stack_block; /* the class of blocks that are copied to be kept; or NULL */
    metal_facts facts;
    char name[128], registry[32], os_build[128], architecture[64];
};

struct metal_library {
    metal_device *device;
    id object;
    char **name;
    size_t name_count;
};

struct metal_pipeline {
    id object, function, device; /* the device is not retained */
    metal_library *library;      /* likewise */
    uint32_t simd_width, max_threads, threadgroup_memory;
};

struct metal_buffer {
    id object;
    void *contents;
    size_t length;
};

struct metal_texture {
    id object;
    const metal_device *device;
    id backing;  /* the buffer whose memory it is, not retained; or NULL */
    bool hidden; /* in private storage: pixels go through a buffer */
    metal_shape shape;
    const char *format; /* MTLPixelFormat… */
    size_t pixel_size;
};
/* resources/clear.c: fills each layer of a multisampled texture with one pixel. */
bool clear_texture(const metal_texture *texture, const void *pixels, assay_error *error);

struct metal_sampler {
    id object;
};

struct metal_tensor {
    id object;
    const metal_buffer *buffer, *scales; /* scales: or NULL */
};

struct metal_table {
    id object;
};

enum { MOST_ENCODED = 32 };
struct metal_arguments {
    id encoder;
    metal_buffer *storage;
    id used[MOST_ENCODED]; /* not retained: whoever encodes keeps them until the command buffer has ended */
    size_t used_count;
};

struct metal_indirect {
    id object;
    size_t count;
};

/* A handler, laid out as compilers lay out a block on the stack, since C has no blocks. Metal copies it to keep it, and
 * releases the copy when it is done: a queue does so after it has called the handler, when whatever waited for that
 * call may already be destroyed. So the block is not a global one, which Metal would not copy and which would have to
 * live for ever. */
typedef struct client_block {
    const void *isa;
    int flags, reserved;
    void (*invoke)(void); /* called with the block, or a copy, before the other arguments */
    const struct client_block_layout *layout;
    void *context;
} client_block;
/* Lives for ever; the signature is as @encode has it, NULL: none. */
typedef struct client_block_layout {
    unsigned long reserved, size;
    const char *signature;
} client_block_layout;
client_block client_block_make(const metal_device *device, const client_block_layout *layout, void (*invoke)(void),
                               void *context);

struct metal_log; /* commands/logging.c */
id client_log_state(metal_log *log);

struct metal_commands {
    struct commands4 *four; /* Metal 4's, in place of what follows; or NULL */
    id object, encoder;
    metal_order order;
    bool ended;
};

/* A copy that the caller frees, also NULL when memory is short. */
char *client_copy(const char *text);

/* Whether `part` occurs in `text`, upper and lower case alike. */
bool client_contains(const char *text, const char *part);

/* Whether a command buffer's error is for what another one did to the GPU. */
bool client_is_innocent(const char *domain, long code, const char *text);

/* Waits until a committed command buffer is over; false if it is not after so many seconds. */
bool client_wait(id command_buffer, double seconds);
/* The same for anything that can be asked. */
bool client_wait_until(bool (*is_over)(void *context), void *context, double seconds);

/* Notes an error, which may be NULL, and what `teller` has in its log: a command buffer, or Metal 4's feedback. */
void client_take_outcome(id error, id teller, metal_result *result);
void client_take_error(id error, metal_result *result); /* NULL: it failed without saying why */

/* The number of this macOS, from the one that the system tells this program and the kernel's release (`uname -r`). */
long client_macos(long told, const char *release);
#endif
