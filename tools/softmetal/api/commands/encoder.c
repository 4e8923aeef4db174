/* encoder.c: what all command encoders have in common: a label, debug groups, and an end. */
#include "../objects.h"
#include "../objc/property.h"
#include <stdarg.h>
#include <stdio.h>

void *mtl_encoder_create(const mtl_class *class, mtl_command_buffer *buffer)
{
    mtl_encoder *encoder = mtl_new(class);
    encoder->buffer = (mtl_command_buffer *)mtl_retain((id)buffer);
    buffer->encoder = (id)encoder;
    return encoder;
}

bool mtl_encoder_is_open(mtl_encoder *encoder, SEL selector)
{
    if (!encoder->ended)
        return true;
    return mtl_command_buffer_refuse(encoder->buffer, "%s after endEncoding: the encoder takes no more commands",
                                     sel_getName(selector));
}

static void note(mtl_encoder *encoder, SEL selector, const char *format, va_list arguments)
{
    char text[700], sentence[900];
    vsnprintf(text, sizeof text, format, arguments);
    snprintf(sentence, sizeof sentence, "%s %s", sel_getName(selector), text);
    if (sm_device_settings()->validation)
        mtl_command_buffer_refuse(encoder->buffer, "%s", sentence);
    else
        mtl_complain_once(sentence);
}

bool mtl_encoder_fail(mtl_encoder *encoder, SEL selector, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note(encoder, selector, format, arguments);
    va_end(arguments);
    return false;
}

bool mtl_encoder_object_to(mtl_encoder *encoder, SEL selector, const char *format, ...)
{
    if (!sm_device_settings()->validation)
        return true;
    va_list arguments;
    va_start(arguments, format);
    note(encoder, selector, format, arguments);
    va_end(arguments);
    return false;
}

static void encoder_finish(void *object)
{
    mtl_encoder *self = object;
    if (!self->ended) {
        mtl_command_buffer_refuse(self->buffer, "an encoder was released without endEncoding");
        if (self->buffer->encoder == (id)self)
            self->buffer->encoder = nil;
    }
    for (size_t n = 0; n < MTL_PASS_SAMPLES; n++)
        mtl_release(self->sample[n].buffer);
    mtl_release(self->label);
    mtl_release((id)self->buffer);
}

bool mtl_encoder_end(mtl_encoder *encoder, SEL selector)
{
    if (!mtl_encoder_is_open(encoder, selector))
        return false;
    if (encoder->at_end)
        encoder->at_end(encoder, selector);
    encoder->ended = true;
    encoder->buffer->encoder = nil;
    return true;
}

static void encoder_end(METHOD_ARGUMENTS(mtl_encoder))
{
    mtl_encoder_end(self, _cmd);
}

GETTER(mtl_encoder, id, encoder_device, (id)self->buffer->queue->device)
GETTER(mtl_encoder, id, encoder_buffer, (id)self->buffer)
OBJECT_PROPERTY(mtl_encoder, label, mtl_assign_copy)

static void encoder_ignore_text(METHOD_ARGUMENTS(mtl_encoder), id text UNUSED) {}

static void encoder_ignore(METHOD_ARGUMENTS(mtl_encoder)) {}

/* Encoders run in order anyway, so fences and barriers between queue stages have nothing to do. */
static void encoder_barrier_stages(METHOD_ARGUMENTS(mtl_encoder), NSUInteger after UNUSED, NSUInteger before UNUSED) {}

static void encoder_fence(METHOD_ARGUMENTS(mtl_encoder), id fence)
{
    if (mtl_encoder_is_open(self, _cmd) && !fence)
        mtl_encoder_fail(self, _cmd, "the fence is nil");
}

static const mtl_method encoder_methods[] = {
    METHOD("device", "@@:", encoder_device),
    METHOD("commandBuffer", "@@:", encoder_buffer),
    PROPERTY_METHODS(mtl_encoder, "label", "setLabel:", "@", label),
    METHOD("endEncoding", "v@:", encoder_end),
    METHOD("insertDebugSignpost:", "v@:@", encoder_ignore_text),
    METHOD("pushDebugGroup:", "v@:@", encoder_ignore_text),
    METHOD("popDebugGroup", "v@:", encoder_ignore),
    METHOD("barrierAfterQueueStages:beforeStages:", "v@:QQ", encoder_barrier_stages),
    METHOD("updateFence:", "v@:@", encoder_fence),
    METHOD("waitForFence:", "v@:@", encoder_fence),
    END_OF_METHODS,
};
const mtl_class mtl_encoder_class = {
    .name = "SoftmetalEncoder", .size = sizeof(mtl_encoder), .methods = encoder_methods, .finish = encoder_finish};
