/* descriptor.c: small descriptors of queues, command buffers and passes, and MTLCaptureManager, which has nothing to
 * capture with. */
#include "../objects.h"
#include "../objc/property.h"

/* ---- queue */

typedef struct mtl_queue_descriptor {
    Class isa;
    NSUInteger max_buffers;
    id log_state;
} mtl_queue_descriptor;

PROPERTY(mtl_queue_descriptor, NSUInteger, max_buffers)
OBJECT_PROPERTY(mtl_queue_descriptor, log_state, mtl_assign)

static id queue_descriptor_init(METHOD_ARGUMENTS(mtl_queue_descriptor))
{
    self->max_buffers = 64;
    return (id)self;
}

FINISH(mtl_queue_descriptor, queue_descriptor_finish, self->log_state)

static const mtl_method queue_descriptor_methods[] = {
    METHOD("init", "@@:", queue_descriptor_init),
    PROPERTY_METHODS(mtl_queue_descriptor, "maxCommandBufferCount", "setMaxCommandBufferCount:", "Q", max_buffers),
    PROPERTY_METHODS(mtl_queue_descriptor, "logState", "setLogState:", "@", log_state),
    END_OF_METHODS,
};
const mtl_class mtl_queue_descriptor_class = {.name = "MTLCommandQueueDescriptor",
                                              .size = sizeof(mtl_queue_descriptor),
                                              .methods = queue_descriptor_methods,
                                              .finish = queue_descriptor_finish};

/* ---- command buffer */

typedef struct mtl_command_buffer_descriptor {
    Class isa;
    BOOL retained;
    NSUInteger error_options;
    id log_state;
} mtl_command_buffer_descriptor;

PROPERTY(mtl_command_buffer_descriptor, BOOL, retained)
PROPERTY(mtl_command_buffer_descriptor, NSUInteger, error_options)
OBJECT_PROPERTY(mtl_command_buffer_descriptor, log_state, mtl_assign)

static id buffer_descriptor_init(METHOD_ARGUMENTS(mtl_command_buffer_descriptor))
{
    self->retained = YES;
    return (id)self;
}

FINISH(mtl_command_buffer_descriptor, buffer_descriptor_finish, self->log_state)

static const mtl_method buffer_descriptor_methods[] = {
    METHOD("init", "@@:", buffer_descriptor_init),
    PROPERTY_METHODS(mtl_command_buffer_descriptor, "retainedReferences", "setRetainedReferences:", "C", retained),
    PROPERTY_METHODS(mtl_command_buffer_descriptor, "errorOptions", "setErrorOptions:", "Q", error_options),
    PROPERTY_METHODS(mtl_command_buffer_descriptor, "logState", "setLogState:", "@", log_state),
    END_OF_METHODS,
};
const mtl_class mtl_command_buffer_descriptor_class = {.name = "MTLCommandBufferDescriptor",
                                                       .size = sizeof(mtl_command_buffer_descriptor),
                                                       .methods = buffer_descriptor_methods,
                                                       .finish = buffer_descriptor_finish};

/* ---- passes */

typedef struct mtl_compute_pass_descriptor {
    Class isa;
    id samples; /* the attachments for counters, once asked for */
    NSUInteger dispatch_type;
} mtl_compute_pass_descriptor;

PROPERTY(mtl_compute_pass_descriptor, NSUInteger, dispatch_type)

static id compute_pass_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_compute_pass_descriptor_class));
}

static id pass_samples(METHOD_ARGUMENTS(mtl_compute_pass_descriptor))
{
    if (!self->samples)
        self->samples = mtl_sample_attachments_create(mtl_is((id)self, &mtl_blit_pass_descriptor_class));
    return self->samples;
}

FINISH(mtl_compute_pass_descriptor, pass_finish, self->samples)

static const mtl_method compute_pass_methods[] = {
    METHOD("sampleBufferAttachments", "@@:", pass_samples),
    PROPERTY_METHODS(mtl_compute_pass_descriptor, "dispatchType", "setDispatchType:", "Q", dispatch_type),
    END_OF_METHODS};
static const mtl_method compute_pass_class_methods[] = {METHOD("computePassDescriptor", "@@:", compute_pass_make),
                                                        END_OF_METHODS};
const mtl_class mtl_compute_pass_descriptor_class = {.name = "MTLComputePassDescriptor",
                                                     .size = sizeof(mtl_compute_pass_descriptor),
                                                     .methods = compute_pass_methods,
                                                     .class_methods = compute_pass_class_methods,
                                                     .finish = pass_finish};

static id blit_pass_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(mtl_new(&mtl_blit_pass_descriptor_class));
}

static const mtl_method blit_pass_methods[] = {METHOD("sampleBufferAttachments", "@@:", pass_samples), END_OF_METHODS};
static const mtl_method blit_pass_class_methods[] = {METHOD("blitPassDescriptor", "@@:", blit_pass_make),
                                                     END_OF_METHODS};
const mtl_class mtl_blit_pass_descriptor_class = {.name = "MTLBlitPassDescriptor",
                                                  .size = sizeof(mtl_compute_pass_descriptor),
                                                  .methods = blit_pass_methods,
                                                  .class_methods = blit_pass_class_methods,
                                                  .finish = pass_finish};

/* ---- capture */

typedef struct mtl_capture_descriptor {
    Class isa;
    id object, url;
    NSInteger destination;
} mtl_capture_descriptor;

OBJECT_PROPERTY(mtl_capture_descriptor, object, mtl_assign)
OBJECT_PROPERTY(mtl_capture_descriptor, url, mtl_assign_copy)
PROPERTY(mtl_capture_descriptor, NSInteger, destination)

FINISH(mtl_capture_descriptor, capture_descriptor_finish, self->object, self->url)

static const mtl_method capture_descriptor_methods[] = {
    PROPERTY_METHODS(mtl_capture_descriptor, "captureObject", "setCaptureObject:", "@", object),
    PROPERTY_METHODS(mtl_capture_descriptor, "outputURL", "setOutputURL:", "@", url),
    PROPERTY_METHODS(mtl_capture_descriptor, "destination", "setDestination:", "q", destination),
    END_OF_METHODS,
};
const mtl_class mtl_capture_descriptor_class = {.name = "MTLCaptureDescriptor",
                                                .size = sizeof(mtl_capture_descriptor),
                                                .methods = capture_descriptor_methods,
                                                .finish = capture_descriptor_finish};

static id manager_shared(id self UNUSED, SEL _cmd UNUSED)
{
    static id manager;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!manager)
        manager = mtl_new(&mtl_capture_manager_class);
    pthread_mutex_unlock(&lock);
    return manager;
}

static BOOL manager_supports(METHOD_ARGUMENTS(struct objc_object), NSInteger destination UNUSED)
{
    return NO;
}

static BOOL manager_start(METHOD_ARGUMENTS(struct objc_object), id descriptor UNUSED, id *error)
{
    enum { NOT_SUPPORTED = 1 }; /* MTLCaptureError */
    mtl_error(error, MTLCaptureErrorDomain, NOT_SUPPORTED, "softmetal does not capture");
    return NO;
}

static void manager_start_of(METHOD_ARGUMENTS(struct objc_object), id what UNUSED)
{
    mtl_complain("%s softmetal does not capture", sel_getName(_cmd));
}

static void manager_stop(METHOD_ARGUMENTS(struct objc_object)) {}

GETTER(struct objc_object, BOOL, manager_is_capturing, NO)

/* Nothing is captured between its beginning and its end. */
typedef struct mtl_capture_scope {
    Class isa;
    id label, queue;
} mtl_capture_scope;

OBJECT_PROPERTY(mtl_capture_scope, label, mtl_assign_copy)

GETTER(mtl_capture_scope, id, scope_device, (id)mtl_the_device())
GETTER(mtl_capture_scope, id, scope_queue, self->queue)

static void scope_mark(METHOD_ARGUMENTS(mtl_capture_scope)) {}

FINISH(mtl_capture_scope, scope_finish, self->label, self->queue)

static const mtl_method scope_methods[] = {
    METHOD("device", "@@:", scope_device),
    METHOD("commandQueue", "@@:", scope_queue),
    METHOD("beginScope", "v@:", scope_mark),
    METHOD("endScope", "v@:", scope_mark),
    PROPERTY_METHODS(mtl_capture_scope, "label", "setLabel:", "@", label),
    END_OF_METHODS,
};
static const char *const scope_protocols[] = {"MTLCaptureScope", NULL};
const mtl_class mtl_capture_scope_class = {.name = "SoftmetalCaptureScope",
                                           .size = sizeof(mtl_capture_scope),
                                           .methods = scope_methods,
                                           .finish = scope_finish,
                                           .protocols = scope_protocols};

static id manager_scope_of_device(METHOD_ARGUMENTS(struct objc_object), id device UNUSED)
{
    return mtl_new(&mtl_capture_scope_class);
}

static id manager_scope_of_queue(METHOD_ARGUMENTS(struct objc_object), id queue)
{
    mtl_capture_scope *scope = mtl_new(&mtl_capture_scope_class);
    scope->queue = mtl_retain(queue);
    return (id)scope;
}

static const mtl_method manager_methods[] = {
    METHOD("newCaptureScopeWithDevice:", "@@:@", manager_scope_of_device),
    METHOD("newCaptureScopeWithCommandQueue:", "@@:@", manager_scope_of_queue),
    METHOD("supportsDestination:", "C@:q", manager_supports),
    METHOD("startCaptureWithDescriptor:error:", "C@:@^@", manager_start),
    METHOD("startCaptureWithDevice:", "v@:@", manager_start_of),
    METHOD("startCaptureWithCommandQueue:", "v@:@", manager_start_of),
    METHOD("startCaptureWithScope:", "v@:@", manager_start_of),
    METHOD("stopCapture", "v@:", manager_stop),
    METHOD("isCapturing", "C@:", manager_is_capturing),
    END_OF_METHODS,
};
static const mtl_method manager_class_methods[] = {METHOD("sharedCaptureManager", "@@:", manager_shared),
                                                   END_OF_METHODS};
const mtl_class mtl_capture_manager_class = {
    .name = "MTLCaptureManager", .methods = manager_methods, .class_methods = manager_class_methods};
