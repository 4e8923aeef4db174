/* counters.c: MTLCounterSampleBuffer, of one counter set, whose only counter is the time. A sample is what an
 * MTL4CounterHeap keeps: the time in nanoseconds when the command buffer comes to it, as sampleTimestamps: tells it. */
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include <string.h>

static id counter_name(METHOD_ARGUMENTS(void))
{
    return MTLCommonCounterTimestamp;
}

static id set_name(METHOD_ARGUMENTS(void))
{
    return MTLCommonCounterSetTimestamp;
}

static id set_counters(METHOD_ARGUMENTS(void))
{
    id counter = mtl_autorelease(mtl_new(&mtl_counter_class));
    return mtl_array(&counter, 1);
}

static const mtl_method counter_methods[] = {METHOD("name", "@@:", counter_name), END_OF_METHODS};
static const char *const counter_protocols[] = {"MTLCounter", NULL};
const mtl_class mtl_counter_class = {
    .name = "SoftmetalCounter", .methods = counter_methods, .protocols = counter_protocols};
static const mtl_method set_methods[] = {METHOD("name", "@@:", set_name), METHOD("counters", "@@:", set_counters),
                                         END_OF_METHODS};
static const char *const set_protocols[] = {"MTLCounterSet", NULL};
const mtl_class mtl_counter_set_class = {
    .name = "SoftmetalCounterSet", .methods = set_methods, .protocols = set_protocols};

id mtl_counter_sets(void)
{
    id set = mtl_autorelease(mtl_new(&mtl_counter_set_class));
    return mtl_array(&set, 1);
}

/* ---- sample buffers */

typedef struct mtl_counter_sample_buffer_descriptor {
    Class isa;
    id set, label;
    NSUInteger storage_mode, count;
} mtl_counter_sample_buffer_descriptor;

OBJECT_PROPERTY(mtl_counter_sample_buffer_descriptor, set, mtl_assign)
OBJECT_PROPERTY(mtl_counter_sample_buffer_descriptor, label, mtl_assign_copy)
PROPERTY(mtl_counter_sample_buffer_descriptor, NSUInteger, storage_mode)
PROPERTY(mtl_counter_sample_buffer_descriptor, NSUInteger, count)
COPY(mtl_counter_sample_buffer_descriptor, descriptor_copy, self->set, self->label)
FINISH(mtl_counter_sample_buffer_descriptor, descriptor_finish, self->set, self->label)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_counter_sample_buffer_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("counterSet", "setCounterSet:", "@", set),
    OPTION("label", "setLabel:", "@", label),
    OPTION("storageMode", "setStorageMode:", "Q", storage_mode),
    OPTION("sampleCount", "setSampleCount:", "Q", count),
    END_OF_METHODS,
};
const mtl_class mtl_counter_sample_buffer_descriptor_class = {.name = "MTLCounterSampleBufferDescriptor",
                                                              .size = sizeof(mtl_counter_sample_buffer_descriptor),
                                                              .methods = descriptor_methods,
                                                              .finish = descriptor_finish};

typedef struct mtl_counter_sample_buffer {
    Class isa;
    id label, heap;
    NSUInteger count;
} mtl_counter_sample_buffer;

id mtl_counter_sample_buffer_create(id given, id *error)
{
    const mtl_counter_sample_buffer_descriptor *descriptor = (const mtl_counter_sample_buffer_descriptor *)given;
    bool good =
        mtl_is(given, &mtl_counter_sample_buffer_descriptor_class) && mtl_is(descriptor->set, &mtl_counter_set_class);
    id heap = good ? mtl4_counter_heap_of(descriptor->count) : nil;
    if (error)
        *error = nil;
    if (!heap) {
        mtl_error(error, MTLCounterErrorDomain,
                  good ? MTLCounterSampleBufferErrorOutOfMemory : MTLCounterSampleBufferErrorInvalid,
                  "a counter sample buffer needs a descriptor with a set of the device's counterSets and a sampleCount "
                  "of 1 to %d",
                  MTL4_MOST_COUNTERS);
        return nil;
    }
    mtl_counter_sample_buffer *buffer = mtl_new(&mtl_counter_sample_buffer_class);
    buffer->heap = heap;
    buffer->count = descriptor->count;
    mtl_assign_copy(&buffer->label, descriptor->label);
    return (id)buffer;
}

static id buffer_resolve(METHOD_ARGUMENTS(mtl_counter_sample_buffer), NSRange range)
{
    return mtl4_counter_heap_data(self->heap, range);
}

GETTER(mtl_counter_sample_buffer, id, buffer_device, (id)mtl_the_device())
GETTER(mtl_counter_sample_buffer, id, buffer_label, self->label)
GETTER(mtl_counter_sample_buffer, NSUInteger, buffer_count, self->count)
FINISH(mtl_counter_sample_buffer, buffer_finish, self->label, self->heap)

static const mtl_method buffer_methods[] = {
    METHOD("device", "@@:", buffer_device),
    METHOD("label", "@@:", buffer_label),
    METHOD("sampleCount", "Q@:", buffer_count),
    METHOD("resolveCounterRange:", "@@:{_NSRange=QQ}", buffer_resolve),
    END_OF_METHODS,
};
static const char *const buffer_protocols[] = {"MTLCounterSampleBuffer", NULL};
const mtl_class mtl_counter_sample_buffer_class = {.name = "SoftmetalCounterSampleBuffer",
                                                   .size = sizeof(mtl_counter_sample_buffer),
                                                   .methods = buffer_methods,
                                                   .finish = buffer_finish,
                                                   .protocols = buffer_protocols};

/* ---- samples at the ends of encoders */

typedef struct mtl_sample_attachment {
    Class isa;
    id buffer;
    NSUInteger start, end;
} mtl_sample_attachment;

static id attachment_init(METHOD_ARGUMENTS(mtl_sample_attachment))
{
    self->start = self->end = MTLCounterDontSample;
    return (id)self;
}

OBJECT_PROPERTY(mtl_sample_attachment, buffer, mtl_assign)
PROPERTY(mtl_sample_attachment, NSUInteger, start)
PROPERTY(mtl_sample_attachment, NSUInteger, end)
COPY(mtl_sample_attachment, attachment_copy, self->buffer)
FINISH(mtl_sample_attachment, attachment_finish, self->buffer)

static const mtl_method attachment_methods[] = {
    METHOD("init", "@@:", attachment_init),
    METHOD("copyWithZone:", "@@:^v", attachment_copy),
    PROPERTY_METHODS(mtl_sample_attachment, "sampleBuffer", "setSampleBuffer:", "@", buffer),
    PROPERTY_METHODS(mtl_sample_attachment, "startOfEncoderSampleIndex", "setStartOfEncoderSampleIndex:", "Q", start),
    PROPERTY_METHODS(mtl_sample_attachment, "endOfEncoderSampleIndex", "setEndOfEncoderSampleIndex:", "Q", end),
    END_OF_METHODS,
};
const mtl_class mtl_sample_attachment_class = {.name = "MTLComputePassSampleBufferAttachmentDescriptor",
                                               .size = sizeof(mtl_sample_attachment),
                                               .methods = attachment_methods,
                                               .finish = attachment_finish};
const mtl_class mtl_blit_sample_attachment_class = {.name = "MTLBlitPassSampleBufferAttachmentDescriptor",
                                                    .size = sizeof(mtl_sample_attachment),
                                                    .parent = &mtl_sample_attachment_class};

typedef struct mtl_sample_attachments {
    Class isa;
    const mtl_class *kind;
    id attachment[MTL_PASS_SAMPLES];
} mtl_sample_attachments;

static id attachments_get(METHOD_ARGUMENTS(mtl_sample_attachments), NSUInteger index)
{
    if (index >= MTL_PASS_SAMPLES)
        return nil;
    if (!self->attachment[index])
        self->attachment[index] = attachment_init(mtl_new(self->kind), NULL);
    return self->attachment[index];
}

static void attachments_set(METHOD_ARGUMENTS(mtl_sample_attachments), id attachment, NSUInteger index)
{
    if (index < MTL_PASS_SAMPLES && (!attachment || mtl_is(attachment, &mtl_sample_attachment_class)))
        mtl_assign(&self->attachment[index], attachment);
    else
        mtl_complain("setObject:atIndexedSubscript: a pass has %d attachments for samples, each of their own class; "
                     "nothing was set",
                     MTL_PASS_SAMPLES);
}

static void attachments_finish(void *object)
{
    mtl_sample_attachments *self = object;
    for (size_t n = 0; n < MTL_PASS_SAMPLES; n++)
        mtl_release(self->attachment[n]);
}

static const mtl_method attachments_methods[] = {
    METHOD("objectAtIndexedSubscript:", "@@:Q", attachments_get),
    METHOD("setObject:atIndexedSubscript:", "v@:@Q", attachments_set),
    END_OF_METHODS,
};
const mtl_class mtl_sample_attachments_class = {.name = "MTLComputePassSampleBufferAttachmentDescriptorArray",
                                                .size = sizeof(mtl_sample_attachments),
                                                .methods = attachments_methods,
                                                .finish = attachments_finish};
const mtl_class mtl_blit_sample_attachments_class = {.name = "MTLBlitPassSampleBufferAttachmentDescriptorArray",
                                                     .size = sizeof(mtl_sample_attachments),
                                                     .parent = &mtl_sample_attachments_class};

id mtl_sample_attachments_create(bool blit)
{
    mtl_sample_attachments *made = mtl_new(blit ? &mtl_blit_sample_attachments_class : &mtl_sample_attachments_class);
    made->kind = blit ? &mtl_blit_sample_attachment_class : &mtl_sample_attachment_class;
    return (id)made;
}

/* ---- commands */

static void sample(mtl_encoder *encoder, id buffer, NSUInteger index, SEL selector)
{
    if (!mtl_is(buffer, &mtl_counter_sample_buffer_class))
        mtl_encoder_fail(encoder, selector, "needs a counter sample buffer of this device");
    else
        mtl4_counter_note(encoder->buffer, ((mtl_counter_sample_buffer *)buffer)->heap, index, selector);
}

static void end_pass(mtl_encoder *encoder, SEL selector)
{
    for (size_t n = 0; n < MTL_PASS_SAMPLES; n++)
        if (encoder->sample[n].buffer)
            sample(encoder, encoder->sample[n].buffer, encoder->sample[n].index, selector);
}

void mtl_counter_begin_pass(mtl_encoder *encoder, id attachments, SEL selector)
{
    if (!mtl_is(attachments, &mtl_sample_attachments_class))
        return;
    for (size_t n = 0; n < MTL_PASS_SAMPLES; n++) {
        const mtl_sample_attachment *one = (void *)((mtl_sample_attachments *)attachments)->attachment[n];
        if (!one || !one->buffer)
            continue;
        if (one->start != MTLCounterDontSample)
            sample(encoder, one->buffer, one->start, selector);
        if (one->end == MTLCounterDontSample)
            continue;
        encoder->sample[n].buffer = mtl_retain(one->buffer);
        encoder->sample[n].index = one->end;
        encoder->at_end = end_pass;
    }
}

static void compute_sample(METHOD_ARGUMENTS(mtl_encoder), id buffer, NSUInteger index, BOOL barrier UNUSED)
{
    if (mtl_encoder_is_open(self, _cmd))
        sample(self, buffer, index, _cmd);
}

static void blit_resolve(METHOD_ARGUMENTS(mtl_encoder), id samples, NSRange range, id into, NSUInteger offset)
{
    if (!mtl_encoder_is_open(self, _cmd))
        return;
    mtl_buffer *buffer = (mtl_buffer *)into;
    if (!mtl_is(samples, &mtl_counter_sample_buffer_class) || !mtl_is(into, &mtl_buffer_class))
        mtl_encoder_fail(self, _cmd, "needs a counter sample buffer and a buffer");
    else if (offset % sizeof(uint64_t) || offset > buffer->length ||
             range.length > (buffer->length - offset) / sizeof(uint64_t))
        mtl_encoder_fail(self, _cmd, "%lu samples of 8 bytes do not fit at the offset %lu of a buffer of %zu bytes",
                         (unsigned long)range.length, (unsigned long)offset, buffer->length);
    else if (range.length > 0) {
        mtl_command_keep(self->buffer, into);
        mtl4_counter_resolve(self->buffer, ((mtl_counter_sample_buffer *)samples)->heap, range,
                             (MTL4BufferRange){(uintptr_t)buffer->bytes + offset, buffer->length - offset}, _cmd);
    }
}

static const mtl_method compute_counters_methods[] = {
    METHOD("sampleCountersInBuffer:atSampleIndex:withBarrier:", "v@:@QC", compute_sample), END_OF_METHODS};
const mtl_addition mtl_compute_counters_addition = {&mtl_compute_encoder_class, compute_counters_methods};
static const mtl_method blit_counters_methods[] = {
    METHOD("sampleCountersInBuffer:atSampleIndex:withBarrier:", "v@:@QC", compute_sample),
    METHOD("resolveCounters:inRange:destinationBuffer:destinationOffset:", "v@:@{_NSRange=QQ}@Q", blit_resolve),
    END_OF_METHODS};
const mtl_addition mtl_blit_counters_addition = {&mtl_blit_encoder_class, blit_counters_methods};
