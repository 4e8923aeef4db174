/* indirect.h: indirect command buffers, for those who encode and those who execute them. */
#ifndef SOFTMETAL_INDIRECT_H
#define SOFTMETAL_INDIRECT_H
#include "../../include/__msl/indirect_command.h"
#include "../objects.h"

typedef struct mtl_indirect_descriptor {
    Class isa;
    NSUInteger types, buffers, lengths; /* MTLIndirectCommandType; most indices of buffers, of threadgroup memory */
    BOOL inherit_buffers, inherit_pipeline, strides;
} mtl_indirect_descriptor;

typedef struct mtl_indirect_buffer {
    mtl_resource resource;
    mtl_indirect_descriptor descriptor; /* its `isa` means nothing */
    mtl_buffer *storage;
    NSUInteger count;
} mtl_indirect_buffer;

typedef struct mtl_indirect_command {
    Class isa;
    mtl_indirect_buffer *owner;
    struct __msl_indirect_command *at;
} mtl_indirect_command;

struct __msl_indirect_command *mtl_indirect_at(const mtl_indirect_buffer *commands, NSUInteger index);
bool mtl_indirect_has(const mtl_indirect_buffer *commands, NSRange range);
#endif
