/* commands4.h: a command buffer by Metal 4's path, for commands.c. Private to harness/metal; within an open pool. */
#ifndef ASSAY_METAL_COMMANDS4_H
#define ASSAY_METAL_COMMANDS4_H
#include "../client.h"

typedef struct commands4 commands4;

/* Makes the device's Metal 4 queue, if there is none yet. */
bool commands4_open(metal_device *device, assay_error *error);

commands4 *commands4_create(metal_device *device, metal_order order); /* NULL if the device makes none */
void commands4_destroy(commands4 *commands);
bool commands4_next_encoder(commands4 *commands);
void commands4_pipeline(commands4 *commands, const metal_pipeline *pipeline);
void commands4_buffer(commands4 *commands, const metal_buffer *buffer, size_t offset, uint32_t index);
void commands4_bytes(commands4 *commands, const void *bytes, size_t length, uint32_t index);
void commands4_texture(commands4 *commands, const metal_texture *texture, uint32_t index);
void commands4_sampler(commands4 *commands, const metal_sampler *sampler, uint32_t index);
void commands4_functions(commands4 *commands, const metal_table *table, uint32_t index);
void commands4_tensor(commands4 *commands, const metal_tensor *tensor, uint32_t index);
void commands4_arguments(commands4 *commands, const metal_arguments *arguments, uint32_t index);
void commands4_threadgroup_memory(commands4 *commands, size_t length, uint32_t index);
void commands4_barrier(commands4 *commands);
/* Around commands of a blit encoder, which this one takes: they wait for all before them, and all behind for them. */
id commands4_blit_begin(commands4 *commands);
void commands4_blit_end(commands4 *commands);
void commands4_keep(commands4 *commands, id allocation); /* makes it resident */
void commands4_threads(commands4 *commands, MTLSize threads, MTLSize threadgroup);
void commands4_groups(commands4 *commands, MTLSize groups, MTLSize threadgroup);
void commands4_run(commands4 *commands, double seconds, metal_result *result);
#endif
