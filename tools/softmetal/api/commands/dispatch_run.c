/* dispatch_run.c: a dispatch as a command: what the queue's thread does with it. */
#include "../../engine/visible.h"
#include "dispatch_command.h"
#include "dispatch_run.h"
#include "logs/log_state.h"
#include "../metal4/metal4.h"
#include <stdlib.h>
#include <string.h>

static bool report(mtl_command_buffer *buffer, const sm_outcome *outcome)
{
    switch (outcome->status) {
    case SM_DONE: return true;
    case SM_HUNG:
        return mtl_command_buffer_fail(buffer, MTLCommandBufferErrorTimeout,
                                       "Caused GPU Hang Error (00000003:kIOGPUCommandBufferCallbackErrorHang): %s",
                                       outcome->message);
    case SM_FAULTED:
        return mtl_command_buffer_fail(
            buffer, MTLCommandBufferErrorPageFault,
            "Caused GPU Address Fault Error (0000000b:kIOGPUCommandBufferCallbackErrorPageFault): %s",
            outcome->message);
    case SM_NO_MEMORY: return mtl_command_buffer_no_memory(buffer, outcome->message);
    case SM_REMOVED:
        return mtl_command_buffer_fail(buffer, MTLCommandBufferErrorDeviceRemoved, "Device Removed: %s",
                                       outcome->message);
    default:
        return mtl_command_buffer_fail(
            buffer, MTLCommandBufferErrorInvalidResource,
            "Invalid Resource (00000009:kIOGPUCommandBufferCallbackErrorInvalidResource): %s", outcome->message);
    }
}

static bool is_empty(const uint32_t grid[3])
{
    return grid[0] == 0 || grid[1] == 0 || grid[2] == 0;
}

/* Metal 4: a grid and threadgroups, now that earlier commands have written both. */
static bool read_indirect_threads(mtl_dispatch *command, mtl_command_buffer *buffer)
{
    sm_dispatch *dispatch = &command->dispatch;
    MTLDispatchThreadsIndirectArguments arguments;
    sm_visible_copy(&arguments, command->indirect, sizeof arguments);
    uint64_t threads = 1;
    for (int n = 0; n < 3; n++) {
        dispatch->grid[n] = arguments.threadsPerGrid[n];
        dispatch->group[n] = arguments.threadsPerThreadgroup[n];
        threads = dispatch->group[n] > SM_MAX_THREADS ? UINT32_MAX : threads * dispatch->group[n];
    }
    return (threads > 0 && threads <= command->pipeline->max_threads) ||
           mtl_command_buffer_fail(buffer, MTLCommandBufferErrorInvalidResource,
                                   "indirect dispatch: a threadgroup of %u x %u x %u threads, where the pipeline's "
                                   "maxTotalThreadsPerThreadgroup is %u",
                                   dispatch->group[0], dispatch->group[1], dispatch->group[2],
                                   command->pipeline->max_threads);
}

/* The grid of an indirect dispatch, now that earlier commands have written it. */
static bool read_indirect(mtl_dispatch *command, mtl_command_buffer *buffer)
{
    sm_dispatch *dispatch = &command->dispatch;
    if (command->indirect_threads)
        return read_indirect_threads(command, buffer);
    MTLDispatchThreadgroupsIndirectArguments arguments;
    sm_visible_copy(&arguments, command->indirect, sizeof arguments);
    if (sm_fault(SM_FAULT_api_indirect_flat))
        arguments.threadgroupsPerGrid[2] = 1;
    double total = 1;
    for (int n = 0; n < 3; n++) {
        total *= arguments.threadgroupsPerGrid[n];
        uint64_t threads = (uint64_t)arguments.threadgroupsPerGrid[n] * dispatch->group[n];
        if (threads > UINT32_MAX)
            return mtl_command_buffer_fail(buffer, MTLCommandBufferErrorInvalidResource,
                                           "indirect dispatch: %u threadgroups of %u threads are too many",
                                           arguments.threadgroupsPerGrid[n], dispatch->group[n]);
        dispatch->grid[n] = (uint32_t)threads;
    }
    return total < UINT32_MAX ||
           mtl_command_buffer_fail(buffer, MTLCommandBufferErrorInvalidResource,
                                   "indirect dispatch: %u x %u x %u threadgroups are too many",
                                   arguments.threadgroupsPerGrid[0], arguments.threadgroupsPerGrid[1],
                                   arguments.threadgroupsPerGrid[2]);
}

static void set_stage_region(sm_dispatch *dispatch, const uint32_t region[6])
{
    memcpy(dispatch->stage_origin, region, 3 * sizeof *region);
    memcpy(dispatch->stage_size, region + 3, 3 * sizeof *region);
}

bool mtl_dispatch_run(mtl_command *base, mtl_command_buffer *buffer)
{
    mtl_dispatch *command = (mtl_dispatch *)base;
    if (command->indirect && !read_indirect(command, buffer))
        return false;
    sm_dispatch *dispatch = &command->dispatch;
    mtl_log_attach(buffer, dispatch);
    if (command->stage_region) {
        uint32_t region[6];
        sm_visible_copy(region, command->stage_region->bytes + command->stage_region_offset, sizeof region);
        set_stage_region(dispatch, region);
    }
    if (is_empty(dispatch->grid))
        return true;
    if (buffer->company != dispatch->company)
        sm_company_end(buffer->company);
    buffer->company = dispatch->company;
    mtl_device *device = buffer->queue->device;
    sm_memory *resident = NULL;
    if (device->settings->target.checked)
        dispatch->resident = resident = command->residency
                                            ? mtl_residency_judge(command, buffer, &dispatch->resident_count)
                                            : mtl_device_memory(device, &dispatch->resident_count);
    const mtl_command *next = base->next;
    dispatch->goes_on = next && next->run == mtl_dispatch_run && !((const mtl_dispatch *)next)->indirect &&
                        !((const mtl_dispatch *)next)->stage_region &&
                        !is_empty(((const mtl_dispatch *)next)->dispatch.grid);
    sm_outcome *outcome = malloc(sizeof *outcome);
    if (!outcome || (device->settings->target.checked && !resident)) {
        free(resident);
        free(outcome);
        return mtl_command_buffer_no_memory(buffer, "there is none for a dispatch");
    }
    sm_engine_run(sm_kernel_for(command->pipeline->kernel, dispatch), dispatch, outcome);
    free(resident);
    for (size_t n = 0; n < outcome->finding_count; n++)
        mtl_command_buffer_log(buffer, outcome->finding + n, command->pipeline->function, command->label);
    bool done = report(buffer, outcome);
    free(outcome);
    return done;
}
