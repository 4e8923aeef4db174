/* binary_archive.c: MTLBinaryArchive. It has no code, which the compiler's cache keeps, but it knows which functions
 * were added to it: a line for each, with its program's hash, its name and its constants. */
#include "../objects.h"
#include "../objc/property.h"
#include "library_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "softmetal binary archive 1"

typedef struct mtl_binary_archive_descriptor {
    Class isa;
    id url;
} mtl_binary_archive_descriptor;

OBJECT_PROPERTY(mtl_binary_archive_descriptor, url, mtl_assign_copy)
COPY(mtl_binary_archive_descriptor, descriptor_copy, self->url)
FINISH(mtl_binary_archive_descriptor, descriptor_finish, self->url)

static const mtl_method descriptor_methods[] = {
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    PROPERTY_METHODS(mtl_binary_archive_descriptor, "url", "setUrl:", "@", url),
    END_OF_METHODS,
};
const mtl_class mtl_binary_archive_descriptor_class = {.name = "MTLBinaryArchiveDescriptor",
                                                       .size = sizeof(mtl_binary_archive_descriptor),
                                                       .methods = descriptor_methods,
                                                       .finish = descriptor_finish};

typedef struct mtl_binary_archive {
    Class isa;
    id label, lines; /* NSMutableSet of NSString */
} mtl_binary_archive;

static void add_line(mtl_binary_archive *archive, const char *line)
{
    SEND(void (*)(id, SEL, id), archive->lines, "addObject:")(archive->lines, SELECTOR("addObject:"), mtl_string(line));
}

/* The lines of a file behind its first one. False with an error for a file that is no archive. */
static bool load(mtl_binary_archive *archive, id url, id *error)
{
    const char *path = mtl_path(url);
    char *text = mtl_file_read(path, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorInvalidFile, error), *rest = NULL;
    if (!text)
        return false;
    const char *line = strtok_r(text, "\n", &rest);
    bool good = line && strcmp(line, FIRST_LINE) == 0;
    while (good && (line = strtok_r(NULL, "\n", &rest)) != NULL)
        add_line(archive, line);
    free(text);
    if (!good)
        mtl_error(error, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorInvalidFile,
                  "%s is no binary archive of softmetal's; make one with serializeToURL:error:", path);
    return good;
}

id mtl_binary_archive_create(id given, id *error)
{
    const mtl_binary_archive_descriptor *descriptor = (const mtl_binary_archive_descriptor *)given;
    if (error)
        *error = nil;
    if (!mtl_is(given, &mtl_binary_archive_descriptor_class)) {
        mtl_error(error, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorInvalidFile,
                  "newBinaryArchiveWithDescriptor: needs an MTLBinaryArchiveDescriptor");
        return nil;
    }
    mtl_binary_archive *archive = mtl_new(&mtl_binary_archive_class);
    id set = (id)objc_getClass("NSMutableSet");
    mtl_assign(&archive->lines, SEND(id(*)(id, SEL), set, "set")(set, SELECTOR("set")));
    if (!descriptor->url || load(archive, descriptor->url, error))
        return (id)archive;
    mtl_release((id)archive);
    return nil;
}

/* What stands for a function: another program, another name or another constant is another line. Owned by the
 * caller. */
static char *line_of(const mtl_function *function)
{
    char *line = NULL;
    size_t size = 0;
    FILE *into = open_memstream(&line, &size);
    if (!into)
        return NULL;
    char key[33];
    sm_library_key(function->library->library, key);
    fprintf(into, "%s %s", key, function->function->name);
    for (size_t n = 0; n < function->value_count; n++) {
        const sm_constant_value *value = function->value + n;
        fprintf(into, " %s@%u=%u:", value->name ? value->name : "", value->index, value->data_type);
        for (size_t b = 0; b < value->size; b++)
            fprintf(into, "%02x", value->bytes[b]);
    }
    fclose(into);
    return line;
}

static id asked(id object, const char *getter)
{
    return SEND(id(*)(id, SEL), object, getter)(object, SELECTOR(getter));
}

bool mtl_archives_have(id descriptor, id *error)
{
    id archives = descriptor ? asked(descriptor, "binaryArchives") : nil,
       function = descriptor ? asked(descriptor, "computeFunction") : nil;
    char *line = mtl_is(function, &mtl_function_class) ? line_of((mtl_function *)function) : NULL;
    bool found = !line; /* what is wrong with it the pipeline says */
    for (size_t n = 0; !found && n < mtl_array_count(archives); n++) {
        const mtl_binary_archive *archive = (mtl_binary_archive *)mtl_array_object(archives, n);
        found = mtl_is((id)archive, &mtl_binary_archive_class) &&
                SEND(BOOL(*)(id, SEL, id), archive->lines,
                     "containsObject:")(archive->lines, SELECTOR("containsObject:"), mtl_string(line));
    }
    free(line);
    if (!found)
        mtl_error(error, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorUnexpectedElement,
                  "%s is in no binary archive of the descriptor, and MTLPipelineOptionFailOnBinaryArchiveMiss is set",
                  ((mtl_function *)function)->function->name);
    return found;
}

static BOOL add_function(mtl_binary_archive *archive, id function)
{
    char *line = line_of((mtl_function *)function);
    if (line)
        add_line(archive, line);
    free(line);
    return line != NULL;
}

/* Makes the pipeline, so that what is wrong shows now, and its code is in the compiler's cache. */
static BOOL archive_add_pipeline(METHOD_ARGUMENTS(mtl_binary_archive), id descriptor, id *error)
{
    id problem = nil;
    mtl_pipeline *pipeline = mtl_pipeline_create_from_descriptor(mtl_the_device(), descriptor, &problem);
    if (error)
        *error = nil;
    if (!pipeline) {
        mtl_error(
            error, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorCompilationFailure, "%s",
            mtl_text(SEND(id(*)(id, SEL), problem, "localizedDescription")(problem, SELECTOR("localizedDescription"))));
        return NO;
    }
    BOOL good = add_function(self, (id)pipeline->function);
    mtl_release((id)pipeline);
    return good;
}

static BOOL archive_add_function(METHOD_ARGUMENTS(mtl_binary_archive), id descriptor, id library, id *error)
{
    id function = mtl_is(library, &mtl_library_class)
                      ? SEND(id(*)(id, SEL, id, id *), library, "newFunctionWithDescriptor:error:")(
                            library, SELECTOR("newFunctionWithDescriptor:error:"), descriptor, error)
                      : nil;
    BOOL good = function && add_function(self, function);
    mtl_release(function);
    if (!good && error && !*error)
        mtl_error(error, MTLBinaryArchiveDomain, MTLBinaryArchiveErrorUnexpectedElement,
                  "addFunctionWithDescriptor: needs a function of an MTLLibrary");
    return good;
}

/* In order, so that equal archives are equal files. */
static BOOL archive_serialize(METHOD_ARGUMENTS(mtl_binary_archive), id url, id *error)
{
    id lines = SEND(id(*)(id, SEL), self->lines, "allObjects")(self->lines, SELECTOR("allObjects"));
    lines = SEND(id(*)(id, SEL, SEL), lines, "sortedArrayUsingSelector:")(lines, SELECTOR("sortedArrayUsingSelector:"),
                                                                          SELECTOR("compare:"));
    id all = SEND(id(*)(id, SEL, id), lines, "componentsJoinedByString:")(lines, SELECTOR("componentsJoinedByString:"),
                                                                          mtl_string("\n"));
    id head = mtl_string(FIRST_LINE "\n");
    id text =
        SEND(id(*)(id, SEL, id), head, "stringByAppendingString:")(head, SELECTOR("stringByAppendingString:"), all);
    if (error)
        *error = nil;
    return mtl_file_write(mtl_path(url), mtl_text(text), MTLBinaryArchiveDomain, MTLBinaryArchiveErrorInvalidFile,
                          error);
}

OBJECT_PROPERTY(mtl_binary_archive, label, mtl_assign_copy)
GETTER(mtl_binary_archive, id, archive_device, (id)mtl_the_device())
FINISH(mtl_binary_archive, archive_finish, self->label, self->lines)

static const mtl_method archive_methods[] = {
    PROPERTY_METHODS(mtl_binary_archive, "label", "setLabel:", "@", label),
    METHOD("device", "@@:", archive_device),
    METHOD("addComputePipelineFunctionsWithDescriptor:error:", "C@:@^@", archive_add_pipeline),
    METHOD("addFunctionWithDescriptor:library:error:", "C@:@@^@", archive_add_function),
    METHOD("serializeToURL:error:", "C@:@^@", archive_serialize),
    END_OF_METHODS,
};
static const char *const archive_protocols[] = {"MTLBinaryArchive", NULL};
const mtl_class mtl_binary_archive_class = {.name = "SoftmetalBinaryArchive",
                                            .size = sizeof(mtl_binary_archive),
                                            .methods = archive_methods,
                                            .finish = archive_finish,
                                            .protocols = archive_protocols};
