/* argument_memory.h: the memory behind a subcase's arguments.
 *
 * A buffer lies at a varied offset inside a larger allocation, between two guard zones of a known pattern; outputs
 * start out poisoned. Each can be prepared a second time with everything that nobody chose (guards, poison)
 * complemented. */
#ifndef ASSAY_ARGUMENTS_H
#define ASSAY_ARGUMENTS_H
#include "../../case/case.h"
#include "../../metal/metal.h"

enum { POISON = 0xa5, SCRATCH_POISON = 0xff, GUARD_SIZE = 4096 };

typedef struct argument_memory {
    const case_argument *argument;
    size_t size;            /* bytes of content */
    size_t by_bytes;        /* so many of a buffer's come by setBytes; 0: it is bound as a buffer */
    uint8_t *initial;       /* content before the dispatch; NULL for a pure output */
    metal_buffer *buffer;   /* or: */
    metal_texture *texture; /* a texture buffer has both */
    metal_sampler *sampler;
    metal_tensor *tensor; /* what the buffer is bound as, or NULL */
    metal_table **table;  /* of visible functions, per time it was bound */
    size_t table_count;
    metal_arguments **encoded; /* an argument buffer, per time it was bound */
    size_t encoded_count;
    metal_indirect *commands; /* an indirect command buffer */
    metal_pipeline *pipeline; /* what a pipeline state is; whoever builds it owns it */
    uint8_t *content;         /* of the buffer, where the argument begins; for a texture a copy, see arguments_fetch */
    size_t offset;
    uint8_t *first; /* content after the first of two runs, or NULL */
    bool judged;    /* somebody says what must come out */
} argument_memory;

typedef struct argument_set {
    argument_memory *item;
    size_t count;
    uint64_t key; /* varies offsets and guards */
    bool exact;   /* no guard behind the content: checked mode sees for itself */
    size_t unit;  /* of offsets */
    bool flip;    /* poison and guards begin with the complement */
} argument_set;

/* Allocates and generates. Contents depend on `seed`; a `placement` other than 0 changes where they lie and what
 * surrounds them, and nothing else. */
bool arguments_create(argument_set *set, metal_device *device, const case_instance *instance, uint64_t seed,
                      uint64_t placement, bool exact, assay_error *error);
void arguments_destroy(argument_set *set);
/* Writes initial contents, poison and guards. */
bool arguments_prepare(argument_set *set, bool complement, assay_error *error);
/* Binds what a dispatch takes; argument buffers are encoded as the pipeline's kernel declares them. */
bool arguments_bind(const argument_set *set, metal_device *device, metal_commands *commands,
                    const case_instance *instance, const case_dispatch *dispatch, const metal_pipeline *pipeline,
                    assay_error *error);
/* Encodes a dispatch as the command that it becomes. */
void arguments_command(const argument_set *set, const case_dispatch *dispatch, metal_pipeline *pipeline);
/* Executes commands of the indirect command buffer of that name, which may use every buffer. */
void arguments_execute(const argument_set *set, metal_commands *commands, const case_options *options);
/* Encodes a command of a blit encoder. */
bool arguments_blit(const argument_set *set, metal_commands *commands, const case_blit *blit, assay_error *error);
/* The barrier in front of a dispatch, if it has one. */
void arguments_barrier(const argument_set *set, metal_commands *commands, const case_dispatch *dispatch);
/* Makes the outputs of textures readable in `content`, after a dispatch. */
bool arguments_fetch(argument_set *set, assay_error *error);
/* The first argument whose guards, or whose content as an input, changed; NULL if none. `*bytes` counts, `*where` is
 * the first offset relative to the argument's beginning. */
const argument_memory *arguments_violation(const argument_set *set, bool complement, size_t *bytes, long long *where);
/* The byte that judged outputs hold before a run with this `complement`. What nobody judges begins with NaN, or what is
 * so in some types and huge in others: it would not be seen in results if it were small. */
uint8_t arguments_poison(const argument_set *set, bool complement);
/* Whether some component of a pure output equals the poison. */
bool arguments_any_poison(const argument_set *set);
/* Whether two sets of the same instance start from equal inputs. */
bool arguments_same_inputs(const argument_set *a, const argument_set *b);
/* The last dispatch of an instance as references see it. */
reference_dispatch arguments_dispatch(const case_instance *instance, uint32_t simd_width);
/* Keeps what the outputs hold in `first`. */
bool arguments_keep(argument_set *set, assay_error *error);
#endif
