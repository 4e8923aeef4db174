/* dynamic_library.c: MTLDynamicLibrary. It has no compiled code here, but the MSL source of its functions, which is
 * compiled with each program that names it in its options' `libraries`. In a file, the first line tells its install
 * name; without such a line the path is the name. */
#include "../objects.h"
#include "../objc/property.h"
#include "library_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char install_line[] = "// dynamic library: ";

typedef struct mtl_dynamic_library {
    Class isa;
    id label, install_name, source;
} mtl_dynamic_library;

id mtl_dynamic_library_of(id install_name, id source)
{
    mtl_dynamic_library *made = mtl_new(&mtl_dynamic_library_class);
    mtl_assign_copy(&made->install_name, install_name);
    mtl_assign_copy(&made->source, source);
    return (id)made;
}

id mtl_dynamic_library_load(id url, id *error)
{
    if (error)
        *error = nil;
    char *text = mtl_file_read(mtl_path(url), MTLDynamicLibraryDomain, MTLDynamicLibraryErrorInvalidFile, error);
    if (!text)
        return nil;
    char *line_end = strchr(text, '\n');
    bool named = strncmp(text, install_line, sizeof install_line - 1) == 0 && line_end;
    if (named)
        *line_end = '\0';
    id made = named ? mtl_dynamic_library_of(mtl_string(text + sizeof install_line - 1), mtl_string(line_end + 1))
                    : mtl_dynamic_library_of(mtl_string(mtl_path(url)), mtl_string(text));
    free(text);
    return made;
}

id mtl_dynamic_libraries_added(id source, id libraries, id *error)
{
    for (size_t n = 0; n < mtl_array_count(libraries); n++) {
        const mtl_dynamic_library *one = (mtl_dynamic_library *)mtl_array_object(libraries, n);
        if (!mtl_is((id)one, &mtl_dynamic_library_class)) {
            mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                      "number %zu of the options' libraries is no MTLDynamicLibrary", n);
            return nil;
        }
        id text = mtl_string("\n#line 1 \"");
        const id parts[] = {one->install_name, mtl_string("\"\n"), one->source};
        for (size_t p = 0; p < 3; p++)
            text = SEND(id(*)(id, SEL, id), text,
                        "stringByAppendingString:")(text, SELECTOR("stringByAppendingString:"), parts[p]);
        source = SEND(id(*)(id, SEL, id), source,
                      "stringByAppendingString:")(source, SELECTOR("stringByAppendingString:"), text);
    }
    return source;
}

static BOOL dynamic_serialize(METHOD_ARGUMENTS(mtl_dynamic_library), id url, id *error)
{
    const char *name = mtl_text(self->install_name), *source = mtl_text(self->source);
    size_t room = sizeof install_line + strlen(name) + 1 + strlen(source) + 1;
    char *text = malloc(room);
    if (error)
        *error = nil;
    if (text)
        snprintf(text, room, "%s%s\n%s", install_line, name, source);
    BOOL good =
        text && mtl_file_write(mtl_path(url), text, MTLDynamicLibraryDomain, MTLDynamicLibraryErrorInvalidFile, error);
    free(text);
    return good;
}

OBJECT_PROPERTY(mtl_dynamic_library, label, mtl_assign_copy)
GETTER(mtl_dynamic_library, id, dynamic_install_name, self->install_name)
GETTER(mtl_dynamic_library, id, dynamic_device, (id)mtl_the_device())
FINISH(mtl_dynamic_library, dynamic_finish, self->label, self->install_name, self->source)

static const mtl_method dynamic_methods[] = {
    PROPERTY_METHODS(mtl_dynamic_library, "label", "setLabel:", "@", label),
    METHOD("installName", "@@:", dynamic_install_name),
    METHOD("device", "@@:", dynamic_device),
    METHOD("serializeToURL:error:", "C@:@^@", dynamic_serialize),
    END_OF_METHODS,
};
static const char *const dynamic_protocols[] = {"MTLDynamicLibrary", NULL};
const mtl_class mtl_dynamic_library_class = {.name = "SoftmetalDynamicLibrary",
                                             .size = sizeof(mtl_dynamic_library),
                                             .methods = dynamic_methods,
                                             .finish = dynamic_finish,
                                             .protocols = dynamic_protocols};
