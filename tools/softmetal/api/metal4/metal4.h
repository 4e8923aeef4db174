/* metal4.h: what the files of Metal 4's host path share: command queues, allocators, reusable command buffers, tables
 * of arguments and residency.
 *
 * A Metal 4 command buffer records into a new mtl_command_buffer each time it begins, and a Metal 4 queue gives those
 * to an mtl_queue of its own, so that there is one way for commands to run. */
#ifndef SOFTMETAL_METAL4_H
#define SOFTMETAL_METAL4_H
#include "../objects.h"

/* ---- all classes, parents first */
/* clang-format off */
#define MTL4_CLASSES(X)                                                                                                \
    X(queue_descriptor) X(commit_options) X(feedback) X(queue)                                                         \
    X(allocator_descriptor) X(allocator) X(buffer_options) X(residency) X(commands) X(encoder)                         \
    X(table_descriptor) X(table) X(counter_heap_descriptor) X(counter_heap)                                            \
    X(compiler_descriptor) X(compiler) X(task_options) X(task)                                                         \
    X(library_descriptor) X(linking_descriptor) X(library_function_descriptor) X(specialized_function_descriptor)      \
    X(pipeline_options) X(pipeline_descriptor)
/* clang-format on */
#define MTL4_DECLARE_CLASS(name) extern const mtl_class mtl4_##name##_class;
MTL4_CLASSES(MTL4_DECLARE_CLASS)

/* ---- which object an MTLResourceID stands for */

void mtl_identity_add(const void *address, id object);
/* The same where kernels read `size` bytes at the address: mtl_identity_collect_handles lists them. */
void mtl_identity_add_handle(const void *address, size_t size, id object);
void mtl_identity_remove(const void *address);
/* The live object whose gpuResourceID this is, retained; or nil. */
id mtl_identity_object(MTLResourceID identity);
struct mtl_memory_list;
/* Adds the descriptors of all tensors, which are resident whatever a client says. False if memory is short. */
bool mtl_identity_collect_handles(struct mtl_memory_list *list);

/* ---- residency */

/* Memory, in any order. */
typedef struct mtl_memory_list {
    sm_memory *item;
    size_t count, capacity;
    bool everything; /* a heap whose resources nobody lists is in it */
} mtl_memory_list;

/* False if memory is short. */
bool mtl_memory_list_add(mtl_memory_list *list, void *address, size_t length);
/* Adds what a set holds since its last commit. False if memory is short. */
bool mtl_residency_set_collect(id set, mtl_memory_list *list);

/* Sets of which each is retained. */
typedef struct mtl_set_list {
    id *set;
    size_t count;
} mtl_set_list;
void mtl_set_list_add(mtl_set_list *list, id set);
void mtl_set_list_remove(mtl_set_list *list, id set);
void mtl_set_list_free(mtl_set_list *list);

/* What may be reached by a command buffer's dispatches. */
typedef struct mtl_residency {
    struct mtl4_queue *queue; /* where it was committed, not retained; NULL before */
    mtl_set_list own;
} mtl_residency;

/* The memory that is resident for a dispatch, sorted by address; the caller frees. NULL if memory is short. Bound
 * buffers and textures that lie elsewhere become findings of the command buffer, once for each dispatch and index. */
struct mtl_dispatch;
sm_memory *mtl_residency_judge(const struct mtl_dispatch *dispatch, mtl_command_buffer *buffer, size_t *count);

/* ---- queue and commands */

typedef struct mtl4_queue {
    Class isa;
    mtl_queue *inner; /* executes */
    id label;
    void *feedback; /* dispatch queue that handlers of feedback are called on; retained; NULL: the queue's thread */
    pthread_mutex_t lock; /* guards the sets */
    mtl_set_list sets;
} mtl4_queue;
mtl4_queue *mtl4_queue_create(mtl_device *device, id descriptor);

typedef struct mtl4_allocator {
    Class isa;
    id label;
    uint64_t resets;            /* atomic; commands recorded before the last one are gone */
    size_t bytes;               /* atomic; of what was recorded since */
    struct mtl4_commands *user; /* the command buffer that records into it; not retained; or NULL */
} mtl4_allocator;
mtl4_allocator *mtl4_allocator_create(id descriptor);

typedef struct mtl4_commands {
    Class isa;
    mtl_device *device;
    id label;
    mtl_queue *recorder;           /* what command buffers belong to while they are recorded */
    mtl_command_buffer *recording; /* between begin and end */
    mtl_command_buffer *ready;     /* between end and commit */
    mtl4_allocator *allocator;     /* of `recording`; retained */
    mtl_residency *residency;      /* of `recording` or `ready`, in its memory */
} mtl4_commands;
mtl4_commands *mtl4_commands_create(mtl_device *device);
/* The next pass of what is recorded; NULL after a complaint if nothing is. */
mtl_command_buffer *mtl4_commands_pass(mtl4_commands *commands, SEL selector);
id mtl4_encoder_create(mtl4_commands *commands, mtl_command_buffer *buffer);

/* ---- tables of arguments */

typedef struct mtl4_table {
    Class isa;
    id label;
    NSUInteger buffers, textures, samplers; /* how many it binds */
    struct {
        uint64_t address; /* of memory, or an identity; 0: nothing */
        bool is_identity;
    } buffer[SM_MAX_BUFFERS];
    uint64_t texture[SM_MAX_TEXTURES], sampler[SM_MAX_SAMPLERS];
    bool null_texture[SM_MAX_TEXTURES]; /* set to the identity 0: a null texture, and no mistake */
} mtl4_table;
mtl4_table *mtl4_table_create(id descriptor, id *error);
/* Binds what the table holds now; false with the mistake noted. */
bool mtl4_table_apply(const mtl4_table *table, mtl_compute_encoder *encoder, SEL selector);

/* The bytes of a live allocation from an address on; length 0 if there are none. */
sm_memory mtl_device_find(mtl_device *device, uint64_t address);

/* ---- the rest */

id mtl4_compiler_create(mtl_device *device, id descriptor);
enum { MTL4_MOST_COUNTERS = 1 << 20 };
id mtl4_counter_heap_create(id descriptor, id *error);
id mtl4_counter_heap_of(NSUInteger count);         /* nil for none and too many */
id mtl4_counter_heap_data(id heap, NSRange range); /* NSData of numbers of 64 bits; nil after a complaint */
/* A command that writes the time when it runs. */
void mtl4_counter_note(mtl_command_buffer *buffer, id heap, NSUInteger index, SEL selector);
void mtl4_counter_resolve(mtl_command_buffer *buffer, id heap, NSRange range, MTL4BufferRange into, SEL selector);

/* ---- stages */

typedef struct mtl_barrier_stages {
    NSUInteger after, before; /* MTLStages */
} mtl_barrier_stages;
typedef enum {
    MTL_BARRIER_ENCODER,  /* between commands of one pass */
    MTL_BARRIER_CONSUMER, /* what follows waits for earlier passes */
    MTL_BARRIER_PRODUCER, /* later passes wait for what is before it */
    MTL_BARRIER_UPDATE,   /* of a fence: what is before it counts */
    MTL_BARRIER_WAIT      /* for a fence */
} mtl_barrier_kind;
void mtl_concurrent_barrier_stages(mtl_command_buffer *buffer, mtl_barrier_kind kind, mtl_barrier_stages stages,
                                   id fence);
#endif
