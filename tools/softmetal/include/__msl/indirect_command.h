/* indirect_command.h: how an indirect command buffer for compute lies in memory (MSL 6.17). Read by MSL's headers,
 * and as C17 by whoever makes one and executes it.
 *
 * A command_buffer of a kernel is 8 bytes: the address of one of these, in memory that kernels may write. */
#ifndef MSL_INDIRECT_COMMAND_H
#define MSL_INDIRECT_COMMAND_H

enum { __MSL_INDIRECT_BUFFERS = 31 };
/* What a command does: nothing, a grid of threadgroups, a grid of threads. */
enum __msl_indirect_action { __MSL_INDIRECT_NOTHING, __MSL_INDIRECT_GROUPS, __MSL_INDIRECT_THREADS };

/* One of zeros alone has been reset. */
struct __msl_indirect_command {
    unsigned long __pipeline; /* its gpuResourceID; 0: none */
    unsigned __action, __barrier;
    unsigned __grid[3], __group[3];
    unsigned __region[6], __has_region; /* of stage-in: origin, size */
    unsigned __threadgroup_length[__MSL_INDIRECT_BUFFERS];
    unsigned __stride[__MSL_INDIRECT_BUFFERS]; /* of stage-in data in the buffers; 0: none was set */
    unsigned long __buffer[__MSL_INDIRECT_BUFFERS]; /* addresses; 0: none */
};

/* The commands follow: __count of them. */
struct __msl_indirect_commands {
    unsigned long __count, __reserved;
};

#endif
