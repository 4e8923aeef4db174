/* log_state.c: MTLLogState: what becomes of the messages that kernels log (MSL 6.20). They wait in a buffer while
 * command buffers run, and are delivered when theirs has run, before its completion handlers: to the state's handlers,
 * or, without one, to stderr, where a Mac has its unified log. */
#include "log_state.h"
#include "../../objc/blocks.h"
#include "../../objc/property.h"
#include <objc/objc-exception.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- descriptor */

typedef struct mtl_log_state_descriptor {
    Class isa;
    NSInteger level; /* MTLLogLevel */
    NSInteger size;
} mtl_log_state_descriptor;

PROPERTY(mtl_log_state_descriptor, NSInteger, level)
PROPERTY(mtl_log_state_descriptor, NSInteger, size)
COPY(mtl_log_state_descriptor, log_descriptor_copy, nil)

static id log_descriptor_init(METHOD_ARGUMENTS(mtl_log_state_descriptor))
{
    self->level = MTLLogLevelDebug;
    self->size = SM_LOG_USUAL;
    return (id)self;
}

static const mtl_method log_descriptor_methods[] = {
    METHOD("init", "@@:", log_descriptor_init),
    METHOD("copyWithZone:", "@@:^v", log_descriptor_copy),
    PROPERTY_METHODS(mtl_log_state_descriptor, "level", "setLevel:", "q", level),
    PROPERTY_METHODS(mtl_log_state_descriptor, "bufferSize", "setBufferSize:", "q", size),
    END_OF_METHODS,
};
const mtl_class mtl_log_state_descriptor_class = {
    .name = "MTLLogStateDescriptor", .size = sizeof(mtl_log_state_descriptor), .methods = log_descriptor_methods};

/* ---- state */

typedef struct mtl_log_state {
    Class isa;
    sm_log log;
    id *handler; /* blocks; the log's lock guards them */
    size_t handlers;
} mtl_log_state;

static mtl_log_state *create(size_t bytes, NSInteger level)
{
    mtl_log_state *state = mtl_new(&mtl_log_state_class);
    sm_log_init(&state->log, bytes, level > MTLLogLevelDebug ? (uint32_t)(level - MTLLogLevelDebug) : 0);
    return state;
}

id mtl_log_state_create(id descriptor, id *error)
{
    enum { MOST = 1 << 30 };
    const mtl_log_state_descriptor *asked = (const mtl_log_state_descriptor *)descriptor;
    if (error)
        *error = nil;
    if (!mtl_is(descriptor, &mtl_log_state_descriptor_class))
        mtl_error(error, MTLLogStateErrorDomain, MTLLogStateErrorInvalid,
                  "newLogStateWithDescriptor: needs an MTLLogStateDescriptor");
    else if (asked->size < SM_LOG_LEAST || asked->size > MOST)
        mtl_error(error, MTLLogStateErrorDomain, MTLLogStateErrorInvalidSize,
                  "newLogStateWithDescriptor: a bufferSize of %ld bytes; it has to be from %d to %d", (long)asked->size,
                  SM_LOG_LEAST, MOST);
    else if (asked->level < MTLLogLevelUndefined || asked->level > MTLLogLevelFault)
        mtl_error(error, MTLLogStateErrorDomain, MTLLogStateErrorInvalid,
                  "newLogStateWithDescriptor: there is no level %ld", (long)asked->level);
    else
        return (id)create((size_t)asked->size, asked->level);
    return nil;
}

/* Of command buffers that were given none. */
static mtl_log_state *usual;

static void make_usual(void)
{
    usual = create(SM_LOG_USUAL, MTLLogLevelDebug);
}

static mtl_log_state *usual_state(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_usual);
    return usual;
}

static void log_state_finish(void *object)
{
    mtl_log_state *self = object;
    for (size_t n = 0; n < self->handlers; n++)
        mtl_block_release(self->handler[n]);
    free(self->handler);
    sm_log_free(&self->log);
}

static void log_state_add_handler(METHOD_ARGUMENTS(mtl_log_state), id handler)
{
    if (!handler) {
        mtl_complain("addLogHandler: the handler is nil; the call has no effect");
        return;
    }
    pthread_mutex_lock(&self->log.lock);
    id *grown = realloc(self->handler, (self->handlers + 1) * sizeof *grown);
    if (grown) {
        self->handler = grown;
        grown[self->handlers++] = mtl_block_copy(handler);
    }
    pthread_mutex_unlock(&self->log.lock);
    if (!grown)
        mtl_complain("addLogHandler: there is no memory for another handler; it will not be called");
}

static const mtl_method log_state_methods[] = {
    METHOD("addLogHandler:", "v@:@?", log_state_add_handler),
    END_OF_METHODS,
};
static const char *const log_state_protocols[] = {"MTLLogState", NULL};
const mtl_class mtl_log_state_class = {.name = "SoftmetalLogState",
                                       .size = sizeof(mtl_log_state),
                                       .methods = log_state_methods,
                                       .finish = log_state_finish,
                                       .protocols = log_state_protocols};

/* ---- delivery */

/* A handler that raises must not take the other messages along. Nothing on the queue's thread catches, so the exception
 * comes to the function for uncaught ones, which leaves through here. */
static _Thread_local jmp_buf *way_out;
static _Thread_local id raised;
static objc_uncaught_exception_handler uncaught_before;

static void leave(id exception)
{
    if (way_out) {
        raised = exception;
        longjmp(*way_out, 1);
    }
    if (uncaught_before)
        uncaught_before(exception);
}

typedef void log_block(id block, id subsystem, id category, NSInteger level, id message);

/* Returns false if the block raised. */
static bool call_safely(id block, id subsystem, id category, NSInteger level, id message)
{
    jmp_buf here;
    if (setjmp(here) != 0) {
        way_out = NULL;
        return false;
    }
    way_out = &here;
    Class exceptions = objc_getClass("NSException"); /* which sets a function of its own when it is first used */
    SEND(Class(*)(Class, SEL), exceptions, "class")(exceptions, SELECTOR("class"));
    objc_uncaught_exception_handler before = objc_setUncaughtExceptionHandler(leave);
    if (before != leave)
        uncaught_before = before;
    BLOCK_CALL(log_block *, block)(block, subsystem, category, level, message);
    way_out = NULL;
    return true;
}

static void print(const sm_message *message)
{
    static const char *const levels[] = {"debug", "info", "default", "error", "fault"};
    const char *subsystem = message->subsystem ? message->subsystem : "";
    fprintf(stderr, "softmetal: log %s [%s:%s] %s\n", levels[message->type], subsystem,
            message->category ? message->category : "", message->text);
}

static const char *reason_of(id exception)
{
    if (!exception || !class_respondsToSelector(object_getClass(exception), SELECTOR("reason")))
        return "";
    return mtl_text(SEND(id(*)(id, SEL), exception, "reason")(exception, SELECTOR("reason")));
}

static void deliver(const sm_message *message, void *data)
{
    mtl_log_state *state = data;
    pthread_mutex_lock(&state->log.lock);
    size_t handlers = state->handlers;
    pthread_mutex_unlock(&state->log.lock);
    if (handlers == 0) {
        print(message);
        return;
    }
    id subsystem = mtl_string(message->subsystem), category = mtl_string(message->category);
    id words = mtl_string(message->text);
    for (size_t n = 0; n < handlers; n++) {
        pthread_mutex_lock(&state->log.lock);
        id handler = state->handler[n];
        pthread_mutex_unlock(&state->log.lock);
        if (!call_safely(handler, subsystem, category, MTLLogLevelDebug + (NSInteger)message->type, words))
            mtl_complain("a log handler raised an exception (%s) for the message \"%s\"; the next one gets on",
                         reason_of(raised), message->text);
    }
}

void mtl_log_begin(mtl_command_buffer *buffer)
{
    if (!buffer->log_state)
        mtl_assign(&buffer->log_state, (id)usual_state());
    sm_log_begin(&((mtl_log_state *)buffer->log_state)->log);
}

void mtl_log_attach(mtl_command_buffer *buffer, sm_dispatch *dispatch)
{
    dispatch->log = &((mtl_log_state *)buffer->log_state)->log;
    dispatch->log_owner = buffer;
}

void mtl_log_end(mtl_command_buffer *buffer)
{
    mtl_log_state *state = (mtl_log_state *)buffer->log_state;
    id pool = mtl_pool_push();
    size_t dropped = sm_log_end(&state->log, buffer, deliver, state);
    if (dropped)
        mtl_complain("the log buffer of %zu bytes was full, and %zu messages were dropped; give MTLLogStateDescriptor "
                     "a larger bufferSize",
                     state->log.size * sizeof *state->log.words, dropped);
    mtl_pool_pop(pool);
}

void mtl_log_take_state(id *slot, id descriptor)
{
    id state = SEND(id(*)(id, SEL), descriptor, "logState")(descriptor, SELECTOR("logState"));
    if (mtl_is(state, &mtl_log_state_class))
        mtl_assign(slot, state);
    else if (state)
        mtl_complain("setLogState: needs what newLogStateWithDescriptor:error: gives; the object has no effect");
}
