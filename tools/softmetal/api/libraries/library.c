/* library.c: MTLCompileOptions and MTLLibrary. A library is one compilation of one source. */
#include "../objc/blocks.h"
#include "../objects.h"
#include "../objc/property.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- compile options */

typedef struct mtl_compile_options {
    Class isa;
    id macros, libraries, install_name;
    NSUInteger language_version;
    NSInteger math, functions;
    NSInteger library_type, optimization_level, visibility;
    NSUInteger max_total_threads;
    BOOL preserve_invariance, allow_undefined, logging;
} mtl_compile_options;

OBJECT_PROPERTY(mtl_compile_options, macros, mtl_assign_copy)
OBJECT_PROPERTY(mtl_compile_options, libraries, mtl_assign_copy)
OBJECT_PROPERTY(mtl_compile_options, install_name, mtl_assign_copy)
PROPERTY(mtl_compile_options, NSUInteger, language_version)
PROPERTY(mtl_compile_options, NSInteger, math)
PROPERTY(mtl_compile_options, NSInteger, functions)
PROPERTY(mtl_compile_options, NSInteger, library_type)
PROPERTY(mtl_compile_options, NSInteger, optimization_level)
PROPERTY(mtl_compile_options, NSInteger, visibility)
PROPERTY(mtl_compile_options, NSUInteger, max_total_threads)
PROPERTY(mtl_compile_options, BOOL, preserve_invariance)
PROPERTY(mtl_compile_options, BOOL, allow_undefined)
PROPERTY(mtl_compile_options, BOOL, logging)

static id options_init(METHOD_ARGUMENTS(mtl_compile_options))
{
    self->language_version = mtl_the_device()->settings->language_version;
    self->math = MTLMathModeFast;
    self->functions = MTLMathFloatingPointFunctionsFast;
    return (id)self;
}

/* The older switch sets both axes at once. */
GETTER(mtl_compile_options, BOOL, options_fast_math,
       self->math == MTLMathModeFast && self->functions == MTLMathFloatingPointFunctionsFast)

static void options_set_fast_math(METHOD_ARGUMENTS(mtl_compile_options), BOOL fast)
{
    self->math = fast ? MTLMathModeFast : MTLMathModeSafe;
    self->functions = fast ? MTLMathFloatingPointFunctionsFast : MTLMathFloatingPointFunctionsPrecise;
}

COPY(mtl_compile_options, options_copy, self->macros, self->libraries, self->install_name)

FINISH(mtl_compile_options, options_finish, self->macros, self->libraries, self->install_name)

#define OPTION(getter, setter, encoding, field) PROPERTY_METHODS(mtl_compile_options, getter, setter, encoding, field)
static const mtl_method options_methods[] = {
    METHOD("init", "@@:", options_init),
    METHOD("copyWithZone:", "@@:^v", options_copy),
    OPTION("preprocessorMacros", "setPreprocessorMacros:", "@", macros),
    OPTION("languageVersion", "setLanguageVersion:", "Q", language_version),
    METHOD("fastMathEnabled", "C@:", options_fast_math),
    METHOD("setFastMathEnabled:", "v@:C", options_set_fast_math),
    OPTION("mathMode", "setMathMode:", "q", math),
    OPTION("mathFloatingPointFunctions", "setMathFloatingPointFunctions:", "q", functions),
    OPTION("preserveInvariance", "setPreserveInvariance:", "C", preserve_invariance),
    OPTION("optimizationLevel", "setOptimizationLevel:", "q", optimization_level),
    OPTION("libraryType", "setLibraryType:", "q", library_type),
    OPTION("installName", "setInstallName:", "@", install_name),
    OPTION("libraries", "setLibraries:", "@", libraries),
    OPTION("compileSymbolVisibility", "setCompileSymbolVisibility:", "q", visibility),
    OPTION("allowReferencingUndefinedSymbols", "setAllowReferencingUndefinedSymbols:", "C", allow_undefined),
    OPTION("maxTotalThreadsPerThreadgroup", "setMaxTotalThreadsPerThreadgroup:", "Q", max_total_threads),
    OPTION("enableLogging", "setEnableLogging:", "C", logging),
    END_OF_METHODS,
};
const mtl_class mtl_compile_options_class = {.name = "MTLCompileOptions",
                                             .size = sizeof(mtl_compile_options),
                                             .methods = options_methods,
                                             .finish = options_finish};

/* ---- compilation */

static bool known_language(NSUInteger version)
{
    static const NSUInteger known[] = {MTLLanguageVersion2_0, MTLLanguageVersion2_1, MTLLanguageVersion2_2,
                                       MTLLanguageVersion2_3, MTLLanguageVersion2_4, MTLLanguageVersion3_0,
                                       MTLLanguageVersion3_1, MTLLanguageVersion3_2, MTLLanguageVersion4_0,
                                       MTLLanguageVersion4_1};
    for (size_t n = 0; n < sizeof known / sizeof *known; n++)
        if (known[n] == version)
            return true;
    return false;
}

static bool check_language(const mtl_device *device, NSUInteger version, id *error)
{
    uint32_t newest = device->settings->language_version;
    if (known_language(version) && version <= newest)
        return true;
    mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
              "MSL %u.%u is not supported by this device; it compiles 2.0 to %u.%u", (unsigned)(version >> 16),
              (unsigned)(version & 0xffff), (unsigned)(newest >> 16), (unsigned)(newest & 0xffff));
    return false;
}

static bool responds(id object, const char *selector)
{
    return SEND(BOOL(*)(id, SEL, SEL), object, "respondsToSelector:")(object, SELECTOR("respondsToSelector:"),
                                                                      SELECTOR(selector));
}

/* Text of a macro's value: strings as they are, numbers in decimal. NULL for anything else. */
static const char *macro_text(id value)
{
    if (responds(value, "UTF8String"))
        return mtl_text(value);
    if (responds(value, "stringValue"))
        return mtl_text(SEND(id(*)(id, SEL), value, "stringValue")(value, SELECTOR("stringValue")));
    return NULL;
}

/* The dictionary as an array in order of name, so that equal options are equal programs. NULL with an error if a value
 * is neither a string nor a number. Texts live as long as the autorelease pool. */
static sm_macro *collect_macros(id dictionary, size_t *count, id *error)
{
    id names = SEND(id(*)(id, SEL), dictionary, "allKeys")(dictionary, SELECTOR("allKeys"));
    names = SEND(id(*)(id, SEL, SEL), names, "sortedArrayUsingSelector:")(names, SELECTOR("sortedArrayUsingSelector:"),
                                                                          SELECTOR("compare:"));
    *count = mtl_array_count(names);
    sm_macro *macros = calloc(*count + 1, sizeof *macros);
    for (size_t n = 0; macros && n < *count; n++) {
        id name = mtl_array_object(names, n);
        id value = SEND(id(*)(id, SEL, id), dictionary, "objectForKey:")(dictionary, SELECTOR("objectForKey:"), name);
        macros[n] = (sm_macro){.name = mtl_text(name), .value = macro_text(value)};
        if (macros[n].value)
            continue;
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "the value of the preprocessor macro %s is neither an NSString nor an NSNumber", macros[n].name);
        free(macros);
        return NULL;
    }
    return macros;
}

static mtl_library *library_around(mtl_device *device, sm_library *compiled)
{
    mtl_library *library = mtl_new(&mtl_library_class);
    library->device = device;
    library->library = compiled;
    return library;
}

void mtl_compiler_error(id *error, const char *name, const char *log, sm_trouble trouble)
{
    const char *colon = name ? ": " : "";
    name = name ? name : "";
    if (trouble == SM_TROUBLE_GAP)
        mtl_gap(error, "%s%s%s", name, colon, log);
    else
        mtl_error(error, MTLLibraryErrorDomain,
                  trouble == SM_TROUBLE_BREAKDOWN ? MTLLibraryErrorInternal : MTLLibraryErrorCompileFailure, "%s%s%s",
                  name, colon, log);
}

/* What the compiler said becomes the error: of code CompileFailure without a library, CompileWarning beside one. */
static mtl_library *finish_compilation(mtl_device *device, sm_library *compiled, char *log, id *error)
{
    if (!compiled) {
        mtl_compiler_error(error, NULL, log ? log : "compilation failed", sm_log_trouble(log));
        return NULL;
    }
    if (log && *log)
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileWarning, "%s", log);
    else if (device->settings->personality == SM_PERSONALITY_NOISY)
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileWarning,
                  "program_source:1:1: warning: this device warns about every program (noisy personality)");
    return library_around(device, compiled);
}

mtl_library *mtl_library_create(mtl_device *device, id source, id options, id *error)
{
    const mtl_compile_options *asked = mtl_is(options, &mtl_compile_options_class) ? (void *)options : NULL;
    if (error)
        *error = nil;
    if (!source) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported, "newLibraryWithSource: the source is nil");
        return NULL;
    }
    NSUInteger version = asked ? asked->language_version : 0;
    if (version == 0) /* also of options that were never initialised, as some clients have them */
        version = device->settings->language_version;
    if (!check_language(device, version, error))
        return NULL;
    bool dynamic = asked && asked->library_type == MTLLibraryTypeDynamic;
    if (dynamic && !asked->install_name) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorUnsupported,
                  "newLibraryWithSource: a dynamic library needs an installName");
        return NULL;
    }
    sm_compile_options wanted = {
        .language_version =
            sm_fault(SM_FAULT_api_language_ignored) ? device->settings->language_version : (uint32_t)version,
        .math = asked && !sm_fault(SM_FAULT_api_math_mode_ignored) ? (sm_math_mode)asked->math : SM_MATH_FAST,
        .functions = asked && !sm_fault(SM_FAULT_api_math_functions_ignored) ? (sm_math_functions)asked->functions
                                                                             : SM_FUNCTIONS_FAST,
        .logging = asked && asked->logging,
        .target = device->settings->target,
    };
    id pool = mtl_pool_push();
    id problem = nil;
    source = mtl_dynamic_libraries_added(source, asked ? asked->libraries : nil, &problem);
    sm_macro *macros = source ? collect_macros(asked ? asked->macros : nil, &wanted.macro_count, &problem) : NULL;
    wanted.macros = macros;
    if (sm_fault(SM_FAULT_api_last_macro_dropped) && wanted.macro_count > 0)
        wanted.macro_count--;
    mtl_library *library = NULL;
    if (macros) {
        const char *text = mtl_text(source);
        char *log = NULL;
        sm_library *compiled = sm_library_create(text, strlen(text), &wanted, &log);
        library = finish_compilation(device, compiled, log, error ? &problem : NULL);
        if (library && asked)
            library->max_threads = (uint32_t)asked->max_total_threads;
        if (library && dynamic)
            mtl_assign(&library->install_name, asked->install_name);
        free(log);
    }
    free(macros);
    mtl_retain(problem);
    mtl_pool_pop(pool);
    mtl_autorelease(problem);
    if (error)
        *error = problem;
    return library;
}

/* Whether these are the first bytes of a compiled library, which is an error then. */
static bool refuse_compiled(const void *bytes, size_t size, const char *name, id *error)
{
    if (size < 4 || memcmp(bytes, "MTLB", 4) != 0)
        return false;
    mtl_gap(error, "%s is a compiled library, which softmetal does not load; put its MSL source in its place", name);
    return true;
}

/* The file's text, autoreleased; nil with an error. */
static id source_in(const char *path, id *error)
{
    FILE *file = fopen(path, "rb");
    char magic[4];
    size_t size = file ? fread(magic, 1, sizeof magic, file) : 0;
    if (file)
        fclose(file);
    else
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFileNotFound, "%s cannot be read", path);
    if (!file || refuse_compiled(magic, size, path, error))
        return nil;
    enum { UTF8 = 4 }; /* NSUTF8StringEncoding */
    return SEND(id(*)(id, SEL, id, NSUInteger, id *), objc_getClass("NSString"),
                "stringWithContentsOfFile:encoding:error:")((id)objc_getClass("NSString"),
                                                            SELECTOR("stringWithContentsOfFile:encoding:error:"),
                                                            mtl_string(path), UTF8, error);
}

mtl_library *mtl_library_create_from_file(mtl_device *device, const char *path, id *error)
{
    if (error)
        *error = nil;
    id source = source_in(path, error);
    return source ? mtl_library_create(device, source, nil, error) : NULL;
}

mtl_library *mtl_library_create_from_bytes(mtl_device *device, const void *bytes, size_t size, id *error)
{
    if (error)
        *error = nil;
    if (refuse_compiled(bytes, size, "the data", error))
        return NULL;
    char *text = size ? strndup(bytes, size) : NULL;
    if (!text) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFileNotFound, "there is no data");
        return NULL;
    }
    mtl_library *library = mtl_library_create(device, mtl_string(text), nil, error);
    free(text);
    return library;
}

/* ---- library */

static const sm_function *find_function(const mtl_library *library, const char *name)
{
    for (size_t n = 0; n < sm_library_function_count(library->library); n++) {
        const sm_function *function = sm_library_function(library->library, n);
        if (function->kind != SM_FUNCTION_OTHER && strcmp(function->name, name) == 0)
            return function;
    }
    return NULL;
}

static id library_new_function(METHOD_ARGUMENTS(mtl_library), id name)
{
    const sm_function *found = find_function(self, mtl_text(name));
    return found ? (id)mtl_function_create(self, found) : nil;
}

static id library_new_specialised(METHOD_ARGUMENTS(mtl_library), id name, id values, id *error)
{
    const sm_function *found = find_function(self, mtl_text(name));
    if (!found) {
        mtl_error(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound, "the library has no function %s",
                  mtl_text(name));
        return nil;
    }
    mtl_function *function = mtl_function_create(self, found);
    if (!mtl_function_specialise(function, (const mtl_constant_values *)values, error)) {
        mtl_release((id)function);
        return nil;
    }
    return (id)function;
}

static void library_ask_specialised(METHOD_ARGUMENTS(mtl_library), id name, id values, id handler)
{
    id error = nil;
    id function = library_new_specialised(self, _cmd, name, values, &error);
    BLOCK_CALL(void (*)(id, id, id), handler)(handler, function, error);
    mtl_release(function);
}

static id library_new_described(METHOD_ARGUMENTS(mtl_library), id descriptor, id *error)
{
    const mtl_function_descriptor *wanted = (const mtl_function_descriptor *)descriptor;
    id function =
        library_new_specialised(self, _cmd, wanted ? wanted->name : nil, wanted ? wanted->values : nil, error);
    if (function && wanted->specialized_name)
        mtl_assign_copy(&((mtl_function *)function)->name, wanted->specialized_name);
    return function;
}

static void library_ask_described(METHOD_ARGUMENTS(mtl_library), id descriptor, id handler)
{
    id error = nil;
    id function = library_new_described(self, _cmd, descriptor, &error);
    BLOCK_CALL(void (*)(id, id, id), handler)(handler, function, error);
    mtl_release(function);
}

static id library_function_names(METHOD_ARGUMENTS(mtl_library))
{
    size_t all = sm_library_function_count(self->library), count = 0;
    id *names = calloc(all + 1, sizeof *names);
    for (size_t n = 0; names && n < all; n++) {
        const sm_function *function = sm_library_function(self->library, n);
        if (function->kind != SM_FUNCTION_OTHER)
            names[count++] = mtl_string(function->name);
    }
    id array = mtl_array(names, count);
    free(names);
    return array;
}

OBJECT_PROPERTY(mtl_library, label, mtl_assign_copy)

GETTER(mtl_library, id, library_device, (id)self->device)
GETTER(mtl_library, NSInteger, library_type, self->install_name ? MTLLibraryTypeDynamic : MTLLibraryTypeExecutable)
GETTER(mtl_library, id, library_install_name, self->install_name)

static void library_finish(void *object)
{
    mtl_library *self = object;
    sm_library_release(self->library);
    mtl_release(self->label);
    mtl_release(self->install_name);
}

static const mtl_method library_methods[] = {
    METHOD("device", "@@:", library_device),
    PROPERTY_METHODS(mtl_library, "label", "setLabel:", "@", label),
    METHOD("type", "q@:", library_type),
    METHOD("installName", "@@:", library_install_name),
    METHOD("functionNames", "@@:", library_function_names),
    METHOD("newFunctionWithName:", "@@:@", library_new_function),
    METHOD("newFunctionWithName:constantValues:error:", "@@:@@^@", library_new_specialised),
    METHOD("newFunctionWithName:constantValues:completionHandler:", "v@:@@@?", library_ask_specialised),
    METHOD("newFunctionWithDescriptor:error:", "@@:@^@", library_new_described),
    METHOD("newFunctionWithDescriptor:completionHandler:", "v@:@@?", library_ask_described),
    END_OF_METHODS,
};
static const char *const library_protocols[] = {"MTLLibrary", NULL};
const mtl_class mtl_library_class = {.name = "SoftmetalLibrary",
                                     .size = sizeof(mtl_library),
                                     .methods = library_methods,
                                     .finish = library_finish,
                                     .protocols = library_protocols};
