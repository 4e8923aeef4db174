/* concurrent.h: barriers of an encoder as commands, and the order in which a concurrent encoder's commands run. */
#ifndef SOFTMETAL_CONCURRENT_H
#define SOFTMETAL_CONCURRENT_H
#include "dispatch_command.h"

/* Notes what a dispatch may reach; `texture` is what is bound. */
void mtl_concurrent_note(mtl_dispatch *dispatch, mtl_texture *const texture[SM_MAX_TEXTURES]);

/* Adds a barrier to the command buffer. */
void mtl_concurrent_barrier_scope(mtl_command_buffer *buffer, NSUInteger scope);
/* False if one of the objects is no resource. */
bool mtl_concurrent_barrier_resources(mtl_command_buffer *buffer, const id *resources, NSUInteger count);

/* Puts the commands from `*section` to the buffer's end, dispatches and barriers, into the order in which they run. */
void mtl_concurrent_order(mtl_command_buffer *buffer, mtl_command **section);
#endif
