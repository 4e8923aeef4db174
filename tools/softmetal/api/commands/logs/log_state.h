/* log_state.h: MTLLogState, where messages of kernels go. */
#ifndef SOFTMETAL_LOG_STATE_H
#define SOFTMETAL_LOG_STATE_H
#include "../../../engine/functions/log.h"
#include "../../objects.h"

id mtl_log_state_create(id descriptor, id *error); /* owned by the caller */

/* What a descriptor of queues or command buffers says; where it says nothing, the slot keeps what it holds. */
void mtl_log_take_state(id *slot, id descriptor);

/* Around the commands of a buffer; in between, for each dispatch. */
void mtl_log_begin(mtl_command_buffer *buffer);
void mtl_log_attach(mtl_command_buffer *buffer, sm_dispatch *dispatch);
void mtl_log_end(mtl_command_buffer *buffer);
#endif
