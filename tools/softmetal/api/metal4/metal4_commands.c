/* metal4_commands.c: MTL4CommandAllocator and MTL4CommandBuffer, which records again and again. */
#include "../commands/concurrent.h"
#include "metal4.h"
#include "../objc/property.h"
#include <stdlib.h>

/* ---- allocator */

typedef struct mtl4_allocator_descriptor {
    Class isa;
    id label;
} mtl4_allocator_descriptor;

OBJECT_PROPERTY(mtl4_allocator_descriptor, label, mtl_assign_copy)
FINISH(mtl4_allocator_descriptor, allocator_descriptor_finish, self->label)

static const mtl_method allocator_descriptor_methods[] = {
    PROPERTY_METHODS(mtl4_allocator_descriptor, "label", "setLabel:", "@", label),
    END_OF_METHODS,
};
const mtl_class mtl4_allocator_descriptor_class = {.name = "MTL4CommandAllocatorDescriptor",
                                                   .size = sizeof(mtl4_allocator_descriptor),
                                                   .methods = allocator_descriptor_methods,
                                                   .finish = allocator_descriptor_finish};

mtl4_allocator *mtl4_allocator_create(id descriptor)
{
    mtl4_allocator *allocator = mtl_new(&mtl4_allocator_class);
    if (mtl_is(descriptor, &mtl4_allocator_descriptor_class))
        mtl_assign(&allocator->label, ((mtl4_allocator_descriptor *)descriptor)->label);
    return allocator;
}

static void allocator_reset(METHOD_ARGUMENTS(mtl4_allocator))
{
    if (self->user) {
        mtl_complain("reset: a command buffer records into the allocator; the call has no effect");
        return;
    }
    __atomic_add_fetch(&self->resets, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&self->bytes, 0, __ATOMIC_SEQ_CST);
}

GETTER(mtl4_allocator, uint64_t, allocator_size, __atomic_load_n(&self->bytes, __ATOMIC_SEQ_CST))
GETTER(mtl4_allocator, id, allocator_label, self->label)
GETTER(mtl4_allocator, id, allocator_device, (id)mtl_the_device())
FINISH(mtl4_allocator, allocator_finish, self->label)

static const mtl_method allocator_methods[] = {
    METHOD("device", "@@:", allocator_device),
    METHOD("label", "@@:", allocator_label),
    METHOD("allocatedSize", "Q@:", allocator_size),
    METHOD("reset", "v@:", allocator_reset),
    END_OF_METHODS,
};
static const char *const allocator_protocols[] = {"MTL4CommandAllocator", NULL};
const mtl_class mtl4_allocator_class = {.name = "Softmetal4CommandAllocator",
                                        .size = sizeof(mtl4_allocator),
                                        .methods = allocator_methods,
                                        .finish = allocator_finish,
                                        .protocols = allocator_protocols};

/* The last command: it finds out whether the allocator was reset under the others. */
typedef struct memory_check {
    mtl_command command;
    const mtl4_allocator *allocator; /* the command buffer keeps it */
    uint64_t resets;
} memory_check;

static bool run_memory_check(mtl_command *command, mtl_command_buffer *buffer)
{
    const memory_check *check = (const memory_check *)command;
    return __atomic_load_n(&check->allocator->resets, __ATOMIC_SEQ_CST) == check->resets ||
           mtl_command_buffer_refuse(buffer, "reset: the command allocator was reset before the command buffer that "
                                             "was recorded with it had ended");
}

/* ---- options */

typedef struct mtl4_buffer_options {
    Class isa;
    id log_state;
} mtl4_buffer_options;

OBJECT_PROPERTY(mtl4_buffer_options, log_state, mtl_assign)
FINISH(mtl4_buffer_options, buffer_options_finish, self->log_state)

static const mtl_method buffer_options_methods[] = {
    PROPERTY_METHODS(mtl4_buffer_options, "logState", "setLogState:", "@", log_state),
    END_OF_METHODS,
};
const mtl_class mtl4_buffer_options_class = {.name = "MTL4CommandBufferOptions",
                                             .size = sizeof(mtl4_buffer_options),
                                             .methods = buffer_options_methods,
                                             .finish = buffer_options_finish};

/* ---- recording */

mtl4_commands *mtl4_commands_create(mtl_device *device)
{
    mtl_queue *recorder = mtl_queue_create(device);
    if (!recorder)
        return NULL;
    mtl4_commands *commands = mtl_new(&mtl4_commands_class);
    commands->device = device;
    commands->recorder = recorder;
    return commands;
}

/* The sets of a recording live in the command buffer's list of kept objects as one object. */
typedef struct mtl4_residency {
    Class isa;
    mtl_residency residency;
} mtl4_residency;

static void residency_finish(void *object)
{
    mtl_set_list_free(&((mtl4_residency *)object)->residency.own);
}

const mtl_class mtl4_residency_class = {
    .name = "Softmetal4Residency", .size = sizeof(mtl4_residency), .finish = residency_finish};

static void commands_begin(METHOD_ARGUMENTS(mtl4_commands), id given)
{
    mtl4_allocator *allocator = (mtl4_allocator *)given;
    const char *problem = !mtl_is(given, &mtl4_allocator_class) ? "the allocator is nil"
                          : self->recording                     ? "the command buffer is being recorded already"
                          : allocator->user ? "another command buffer is being recorded with the allocator"
                                            : NULL;
    if (problem) {
        mtl_complain("%s %s; the call has no effect", sel_getName(_cmd), problem);
        return;
    }
    mtl_release((id)self->ready); /* was never committed */
    self->ready = NULL;
    self->recording = mtl_command_buffer_create(self->recorder);
    mtl_assign_copy(&self->recording->label, self->label);
    mtl4_residency *residency = mtl_new(&mtl4_residency_class);
    mtl_command_keep(self->recording, (id)residency);
    mtl_release((id)residency);
    self->residency = &residency->residency;
    mtl_assign((id *)(void *)&self->allocator, given);
    allocator->user = self;
}

static void commands_begin_options(METHOD_ARGUMENTS(mtl4_commands), id allocator, id options UNUSED)
{
    commands_begin(self, _cmd, allocator);
}

static bool is_recording(mtl4_commands *self, SEL selector)
{
    if (self->recording)
        return true;
    mtl_complain("%s the command buffer records nothing: it needs beginCommandBufferWithAllocator: first",
                 sel_getName(selector));
    return false;
}

static void commands_end(METHOD_ARGUMENTS(mtl4_commands))
{
    mtl_command_buffer *buffer = self->recording;
    if (!is_recording(self, _cmd))
        return;
    if (buffer->encoder)
        mtl_command_buffer_refuse(buffer, "%s: an encoder of the command buffer has not been ended by endEncoding",
                                  sel_getName(_cmd));
    mtl_concurrent_order(buffer, &buffer->first);
    memory_check *check = mtl_command_add(buffer, sizeof *check, run_memory_check);
    if (check) {
        check->allocator = self->allocator;
        check->resets = __atomic_load_n(&self->allocator->resets, __ATOMIC_SEQ_CST);
        mtl_command_keep(buffer, (id)self->allocator);
    }
    __atomic_add_fetch(&self->allocator->bytes, mtl_command_memory_size(buffer), __ATOMIC_SEQ_CST);
    self->allocator->user = NULL;
    mtl_assign((id *)(void *)&self->allocator, nil);
    self->ready = buffer;
    self->recording = NULL;
}

mtl_command_buffer *mtl4_commands_pass(mtl4_commands *commands, SEL selector)
{
    if (!is_recording(commands, selector))
        return NULL;
    if (commands->recording->encoder)
        mtl_command_buffer_refuse(commands->recording, "%s: the encoder before it has not been ended by endEncoding",
                                  sel_getName(selector));
    commands->recording->pass++;
    return commands->recording;
}

static id commands_compute_encoder(METHOD_ARGUMENTS(mtl4_commands))
{
    mtl_command_buffer *buffer = mtl4_commands_pass(self, _cmd);
    return buffer ? mtl_autorelease(mtl4_encoder_create(self, buffer)) : nil;
}

/* ---- the rest */

static void commands_use_sets(METHOD_ARGUMENTS(mtl4_commands), const id *sets, NSUInteger count)
{
    for (NSUInteger n = 0; is_recording(self, _cmd) && n < count; n++)
        mtl_set_list_add(&self->residency->own, sets[n]);
}

static void commands_use_set(METHOD_ARGUMENTS(mtl4_commands), id set)
{
    commands_use_sets(self, _cmd, &set, 1);
}

static void commands_timestamp(METHOD_ARGUMENTS(mtl4_commands), id heap, NSUInteger index)
{
    if (is_recording(self, _cmd))
        mtl4_counter_note(self->recording, heap, index, _cmd);
}

static void commands_resolve(METHOD_ARGUMENTS(mtl4_commands), id heap, NSRange range, MTL4BufferRange into,
                             id wait UNUSED, id update UNUSED)
{
    if (is_recording(self, _cmd))
        mtl4_counter_resolve(self->recording, heap, range, into, _cmd);
}

static void commands_push(METHOD_ARGUMENTS(mtl4_commands), id name UNUSED) {}

static void commands_pop(METHOD_ARGUMENTS(mtl4_commands)) {}

OBJECT_PROPERTY(mtl4_commands, label, mtl_assign_copy)
GETTER(mtl4_commands, id, commands_device, (id)self->device)

static void commands_finish(void *object)
{
    mtl4_commands *self = object;
    if (self->allocator)
        self->allocator->user = NULL;
    mtl_release((id)self->allocator);
    mtl_release((id)self->recording);
    mtl_release((id)self->ready);
    mtl_release((id)self->recorder);
    mtl_release(self->label);
}

static const mtl_method commands_methods[] = {
    METHOD("device", "@@:", commands_device),
    PROPERTY_METHODS(mtl4_commands, "label", "setLabel:", "@", label),
    METHOD("beginCommandBufferWithAllocator:", "v@:@", commands_begin),
    METHOD("beginCommandBufferWithAllocator:options:", "v@:@@", commands_begin_options),
    METHOD("endCommandBuffer", "v@:", commands_end),
    METHOD("computeCommandEncoder", "@@:", commands_compute_encoder),
    METHOD("useResidencySet:", "v@:@", commands_use_set),
    METHOD("useResidencySets:count:", "v@:r^@Q", commands_use_sets),
    METHOD("pushDebugGroup:", "v@:@", commands_push),
    METHOD("popDebugGroup", "v@:", commands_pop),
    METHOD("writeTimestampIntoHeap:atIndex:", "v@:@Q", commands_timestamp),
    METHOD("resolveCounterHeap:withRange:intoBuffer:waitFence:updateFence:", "v@:@{_NSRange=QQ}{?=QQ}@@",
           commands_resolve),
    END_OF_METHODS,
};
static const char *const commands_protocols[] = {"MTL4CommandBuffer", NULL};
const mtl_class mtl4_commands_class = {.name = "Softmetal4CommandBuffer",
                                       .size = sizeof(mtl4_commands),
                                       .methods = commands_methods,
                                       .finish = commands_finish,
                                       .protocols = commands_protocols};
