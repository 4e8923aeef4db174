/* dispatch_run.h: what a dispatch does when its turn has come. */
#ifndef SOFTMETAL_DISPATCH_RUN_H
#define SOFTMETAL_DISPATCH_RUN_H
#include "../objects.h"

/* Runs an mtl_dispatch. */
bool mtl_dispatch_run(mtl_command *command, mtl_command_buffer *buffer);
#endif
