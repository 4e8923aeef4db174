/* function_logs.c: what checked mode found, as Metal's -[MTLCommandBuffer logs] gives what shader validation found:
 * objects that know function, place and kind, and whose description is the sentence. */
#include "../../objects.h"
#include "../../objc/property.h"
#include <stdlib.h>

typedef struct mtl_function_log {
    Class isa;
    id encoder_label, function, location, text, kind;
} mtl_function_log;

typedef struct mtl_log_location {
    Class isa;
    id function_name;
    NSUInteger line, column;
} mtl_log_location;

void mtl_command_buffer_log(mtl_command_buffer *buffer, const sm_finding *finding, const mtl_function *function,
                            id encoder_label)
{
    if (buffer->log_count == buffer->log_capacity) {
        size_t capacity = buffer->log_capacity ? 2 * buffer->log_capacity : 16;
        id *grown = realloc(buffer->logs, capacity * sizeof *grown);
        if (!grown) {
            mtl_command_buffer_no_memory(buffer, "there is none for another finding");
            return;
        }
        buffer->logs = grown;
        buffer->log_capacity = capacity;
    }
    mtl_log_location *location = mtl_new(&mtl_log_location_class);
    location->function_name = mtl_retain(function->name);
    location->line = finding->line;
    location->column = finding->column;
    mtl_function_log *log = mtl_new(&mtl_function_log_class);
    log->encoder_label = mtl_retain(encoder_label);
    log->function = mtl_retain((id)function);
    log->location = (id)location;
    log->text = mtl_string_retained(finding->text);
    log->kind = mtl_string_retained(finding->kind);
    buffer->logs[buffer->log_count++] = (id)log;
}

GETTER(mtl_function_log, NSUInteger, log_type, MTLFunctionLogTypeValidation)
GETTER(mtl_function_log, id, log_encoder_label, self->encoder_label)
GETTER(mtl_function_log, id, log_function, self->function)
GETTER(mtl_function_log, id, log_location, self->location)
GETTER(mtl_function_log, id, log_description, self->text)
GETTER(mtl_function_log, id, log_kind, self->kind)

FINISH(mtl_function_log, log_finish, self->encoder_label, self->function, self->location, self->text, self->kind)

static const mtl_method log_methods[] = {
    METHOD("type", "Q@:", log_type),
    METHOD("encoderLabel", "@@:", log_encoder_label),
    METHOD("function", "@@:", log_function),
    METHOD("debugLocation", "@@:", log_location),
    METHOD("description", "@@:", log_description),
    METHOD("softmetalKind", "@@:", log_kind), /* sm_finding.kind: Metal has no more than its type */
    END_OF_METHODS,
};
static const char *const log_protocols[] = {"MTLFunctionLog", NULL};
const mtl_class mtl_function_log_class = {.name = "SoftmetalFunctionLog",
                                          .size = sizeof(mtl_function_log),
                                          .methods = log_methods,
                                          .finish = log_finish,
                                          .protocols = log_protocols};

GETTER(mtl_log_location, id, location_function_name, self->function_name)

static id location_url(METHOD_ARGUMENTS(mtl_log_location))
{
    return nil; /* the source came as a string */
}

GETTER(mtl_log_location, NSUInteger, location_line, self->line)
GETTER(mtl_log_location, NSUInteger, location_column, self->column)

FINISH(mtl_log_location, location_finish, self->function_name)

static const mtl_method location_methods[] = {
    METHOD("functionName", "@@:", location_function_name),
    METHOD("URL", "@@:", location_url),
    METHOD("line", "Q@:", location_line),
    METHOD("column", "Q@:", location_column),
    END_OF_METHODS,
};
static const char *const location_protocols[] = {"MTLFunctionLogDebugLocation", NULL};
const mtl_class mtl_log_location_class = {.name = "SoftmetalLogLocation",
                                          .size = sizeof(mtl_log_location),
                                          .methods = location_methods,
                                          .finish = location_finish,
                                          .protocols = location_protocols};
