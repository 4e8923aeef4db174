/* runtime.c: brings up the Objective-C runtime with a Metal implementation in it.
 *
 * Nothing of Metal is linked: frameworks and softmetal are loaded on demand, so that the parent of a run stays free of
 * them and a binary for macOS can be linked anywhere. Selectors are registered once, when the library is loaded. */
#include "runtime.h"
#include "../base/home.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

SEL runtime_selector[METHOD_COUNT];

#define CLASS(name, since) #name,
static const char *const class_names[] = {
#include "selectors.def"
};
/* Classes of Metal 4 may be missing; who asks for one looks first. */
enum { METAL_4 = 2600 };
#define CLASS(name, since) since,
static const int class_since[] = {
#include "selectors.def"
};
#define METHOD(function, owner, selector, ...) selector,
static const char *const selector_names[] = {
#include "selectors.def"
};

/* dlsym returns an object pointer; C has no cast from it to a function pointer, but POSIX promises equal
 * representation. */
static bool find_symbol(void *library, const char *name, void *function_pointer)
{
    void *symbol = dlsym(library, name);
    memcpy(function_pointer, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* The runtime aborts after this returns; without it the reason would be lost on some systems. */
static void report_exception(id exception)
{
    fprintf(stderr, "assay: uncaught Objective-C exception %s: %s\n", runtime_text(exception_name(exception)),
            runtime_text(exception_reason(exception)));
    fflush(stderr);
}

#ifdef __APPLE__
static bool refuse_translation(assay_error *error)
{
    int translated = 0;
    size_t size = sizeof translated;
    if (sysctlbyname("sysctl.proc_translated", &translated, &size, NULL, 0) == 0 && translated)
        return assay_fail(error, NULL, 0,
                          "assay runs translated by Rosetta, where Metal is not the chip's own: build it for arm64");
    return true;
}

static void *open_library(const char *which, char *path, size_t path_size, assay_error *error)
{
    if (!refuse_translation(error))
        return NULL;
    if (strcmp(which, "softmetal") == 0) {
        assay_fail(error, NULL, 0,
                   "softmetal runs on Linux only (its classes would collide with Apple's): use --device metal");
        return NULL;
    }
    if (!dlopen("/System/Library/Frameworks/Foundation.framework/Foundation", RTLD_NOW | RTLD_GLOBAL)) {
        assay_fail(error, NULL, 0, "cannot load Foundation: %s", dlerror());
        return NULL;
    }
    /* Without CoreGraphics a command-line tool gets no default device. The paths exist in the loader's cache only. */
    dlopen("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics", RTLD_NOW | RTLD_GLOBAL);
    const char *metal = "/System/Library/Frameworks/Metal.framework/Metal";
    snprintf(path, path_size, "%s", strcmp(which, "metal") == 0 ? metal : which);
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        assay_fail(error, NULL, 0, "cannot load %s: %s", path, dlerror());
    return library;
}
#else
static void *open_library(const char *which, char *path, size_t path_size, assay_error *error)
{
    if (strcmp(which, "metal") == 0) {
        assay_fail(error, NULL, 0, "Apple's Metal exists on macOS only: use --device softmetal");
        return NULL;
    }
    if (strcmp(which, "softmetal") == 0) {
        home_library("libsoftmetal.so", path, path_size);
    } else {
        snprintf(path, path_size, "%s", which);
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        assay_fail(error, NULL, 0, "cannot load the Metal library %s: %s", path, dlerror());
    return library;
}
#endif

/* Foundation is among what `library` depends on, and dlsym searches there too. */
static void install_exception_handler(void *library)
{
    void (*set_handler)(void (*)(id));
    if (find_symbol(library, "NSSetUncaughtExceptionHandler", &set_handler))
        set_handler(report_exception);
}

static bool bind(void *library, runtime_entry *entry, assay_error *error)
{
    if (!find_symbol(library, "MTLCreateSystemDefaultDevice", &entry->default_device))
        return assay_fail(error, NULL, 0, "%s exports no MTLCreateSystemDefaultDevice: it is no Metal library",
                          entry->path);
    find_symbol(library, "MTLCopyAllDevices", &entry->all_devices);
    find_symbol(library, "_NSConcreteStackBlock", &entry->stack_block);
    for (metal_class name = 0; name < CLASS_COUNT; name++)
        if (!objc_getClass(class_names[name]) && class_since[name] < METAL_4)
            return assay_fail(error, NULL, 0, "%s is loaded, but the runtime has no class %s", entry->path,
                              class_names[name]);
    for (metal_method method = 0; method < METHOD_COUNT; method++)
        runtime_selector[method] = sel_registerName(selector_names[method]);
    install_exception_handler(library);
    return true;
}

const runtime_entry *runtime_load(const char *which, assay_error *error)
{
    /* A process has one Objective-C runtime, and classes cannot be unloaded: this state is the process's own. */
    static char path[PATH_MAX], loaded[PATH_MAX];
    static runtime_entry entry;
    if (loaded[0]) {
        if (strcmp(loaded, which) == 0)
            return &entry;
        assay_fail(error, NULL, 0, "this process has already loaded %s and cannot load %s as well", loaded, which);
        return NULL;
    }
    void *library = open_library(which, path, sizeof path, error);
    if (!library)
        return NULL;
    entry = (runtime_entry){.path = path, .software = strcmp(which, "metal") != 0};
    if (!bind(library, &entry, error))
        return NULL;
    snprintf(loaded, sizeof loaded, "%s", which);
    return &entry;
}

id runtime_class(metal_class name)
{
    return (id)objc_getClass(class_names[name]);
}

bool runtime_responds(id object, metal_method method)
{
    return object && ns_responds(object, runtime_selector[method]);
}

id runtime_pool_open(void)
{
    return ns_new(runtime_class(CLASS_NSAutoreleasePool));
}

void runtime_pool_close(id pool)
{
    pool_drain(pool);
}

id runtime_string(const char *utf8)
{
    return string_with_utf8(runtime_class(CLASS_NSString), utf8);
}

const char *runtime_text(id string)
{
    const char *utf8 = string ? string_utf8(string) : NULL;
    return utf8 ? utf8 : "";
}

const char *runtime_error_text(id error)
{
    return error ? runtime_text(error_text(error)) : "";
}

void runtime_each(id collection, void (*visit)(id element, void *context), void *context)
{
    /* NSFastEnumerationState, which NSArray and MTLLogContainer share. */
    struct {
        unsigned long state;
        id *items;
        unsigned long *mutations, extra[5];
    } state = {0};
    id buffer[16];
    if (!collection)
        return;
    for (NSUInteger n; (n = ns_enumerate(collection, &state, buffer, sizeof buffer / sizeof *buffer)) > 0;)
        for (NSUInteger i = 0; i < n; i++)
            visit(state.items[i], context);
}
