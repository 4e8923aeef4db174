/* command_encoders.c: the encoders that MTLCommandBuffer makes. */
#include "../objects.h"
#include <string.h>

static mtl_compute_encoder *compute_encoder(mtl_command_buffer *self)
{
    mtl_compute_encoder *encoder = mtl_encoder_create(&mtl_compute_encoder_class, self);
    memset(encoder->state.stage_size, 0xff, sizeof encoder->state.stage_size); /* stage-in is for all threads */
    return encoder;
}

static id buffer_compute_encoder(METHOD_ARGUMENTS(mtl_command_buffer))
{
    mtl_command_buffer_is_recording(self, _cmd);
    return mtl_autorelease((id)compute_encoder(self));
}

static id buffer_compute_encoder_typed(METHOD_ARGUMENTS(mtl_command_buffer), NSUInteger type)
{
    mtl_command_buffer_is_recording(self, _cmd);
    mtl_compute_encoder *encoder = compute_encoder(self);
    encoder->dispatch_type = type;
    encoder->section = self->last;
    return mtl_autorelease((id)encoder);
}

static void begin_samples(mtl_encoder *encoder, id descriptor, SEL selector)
{
    if (descriptor)
        mtl_counter_begin_pass(encoder,
                               SEND(id(*)(id, SEL), descriptor,
                                    "sampleBufferAttachments")(descriptor, SELECTOR("sampleBufferAttachments")),
                               selector);
}

static id buffer_compute_encoder_described(METHOD_ARGUMENTS(mtl_command_buffer), id descriptor)
{
    NSUInteger type =
        descriptor ? SEND(NSUInteger(*)(id, SEL), descriptor, "dispatchType")(descriptor, SELECTOR("dispatchType"))
                   : MTLDispatchTypeSerial;
    mtl_command_buffer_is_recording(self, _cmd);
    mtl_compute_encoder *encoder = compute_encoder(self);
    begin_samples(&encoder->encoder, descriptor, _cmd);
    encoder->dispatch_type = type;
    encoder->section = self->last;
    return mtl_autorelease((id)encoder);
}

static id buffer_blit_encoder(METHOD_ARGUMENTS(mtl_command_buffer))
{
    mtl_command_buffer_is_recording(self, _cmd);
    return mtl_autorelease(mtl_encoder_create(&mtl_blit_encoder_class, self));
}

static id buffer_blit_encoder_described(METHOD_ARGUMENTS(mtl_command_buffer), id descriptor)
{
    id encoder = buffer_blit_encoder(self, _cmd);
    begin_samples((mtl_encoder *)encoder, descriptor, _cmd);
    return encoder;
}

static id buffer_render_encoder(METHOD_ARGUMENTS(mtl_command_buffer), id descriptor)
{
    mtl_command_buffer_is_recording(self, _cmd);
    return mtl_autorelease(mtl_render_encoder_create(self, _cmd, descriptor));
}

static const mtl_method command_buffer_encoders_methods[] = {
    METHOD("computeCommandEncoder", "@@:", buffer_compute_encoder),
    METHOD("computeCommandEncoderWithDispatchType:", "@@:Q", buffer_compute_encoder_typed),
    METHOD("computeCommandEncoderWithDescriptor:", "@@:@", buffer_compute_encoder_described),
    METHOD("blitCommandEncoder", "@@:", buffer_blit_encoder),
    METHOD("blitCommandEncoderWithDescriptor:", "@@:@", buffer_blit_encoder_described),
    METHOD("renderCommandEncoderWithDescriptor:", "@@:@", buffer_render_encoder),
    END_OF_METHODS,
};
const mtl_addition mtl_command_buffer_encoders_addition = {&mtl_command_buffer_class, command_buffer_encoders_methods};
