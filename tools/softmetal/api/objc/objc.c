/* objc.c: classes, messages and Foundation's values, for C.
 *
 * Classes are made when the library is loaded (load_classes.c), so that a client may send +alloc before it asks for a
 * device. An object's C structure lies where its instance variables are: one variable fills the place after `isa`.
 * dealloc is the same for all: finish from the class up to NSObject, then free. */
#include "objc.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GNUstep Base's functions behind +alloc, -dealloc and threads; its headers are Objective-C. */
extern id NSAllocateObject(Class class, NSUInteger extra, void *zone);
extern void NSDeallocateObject(id object);
extern BOOL GSRegisterCurrentThread(void);
extern void GSUnregisterCurrentThread(void);
extern id NSLocalizedDescriptionKey; /* its text is not Apple's, so the constant it is */

#define EXPORT __attribute__((visibility("default")))
EXPORT id MTLLibraryErrorDomain;
EXPORT id SoftmetalErrorDomain;
EXPORT id MTLCommandBufferErrorDomain;
EXPORT id MTLCaptureErrorDomain;
EXPORT id MTL4CommandQueueErrorDomain;
EXPORT id MTLTensorDomain;
EXPORT id MTLLogStateErrorDomain;
EXPORT id MTLCounterErrorDomain;
EXPORT id MTLDynamicLibraryDomain;
EXPORT id MTLBinaryArchiveDomain;
EXPORT id MTLCommonCounterTimestamp;
EXPORT id MTLCommonCounterSetTimestamp;
EXPORT id MTLCommandBufferEncoderInfoErrorKey;

/* ---- classes */

enum { MAX_CLASSES = 128 };
static struct {
    Class class;
    const mtl_class *description;
} registered[MAX_CLASSES]; /* written before main only */
static size_t registered_count;

static const mtl_class *description_of(Class class)
{
    for (size_t n = 0; n < registered_count; n++)
        if (registered[n].class == class)
            return registered[n].description;
    return NULL;
}

static Class class_of(const mtl_class *description)
{
    for (size_t n = 0; n < registered_count; n++)
        if (registered[n].description == description)
            return registered[n].class;
    return Nil;
}

static void object_dealloc(id self, SEL _cmd UNUSED)
{
    for (Class class = object_getClass(self); class; class = class_getSuperclass(class)) {
        const mtl_class *description = description_of(class);
        if (description && description->finish)
            description->finish(self);
    }
    NSDeallocateObject(self);
}

/* Protocols exist only in clients that were compiled with them, so they are compared by name. */
static BOOL object_conforms(id self, SEL _cmd UNUSED, Protocol *protocol)
{
    if (!protocol)
        return NO;
    /* clang's protocols have no class with this runtime, so that protocol_getName refuses them; the name follows it. */
    const char *asked = protocol_getName(protocol);
    if (!asked)
        asked = ((const char *const *)(const void *)protocol)[1];
    if (strcmp(asked, "NSObject") == 0)
        return YES;
    for (Class class = object_getClass(self); class; class = class_getSuperclass(class)) {
        const mtl_class *description = description_of(class);
        for (const char *const *name = description ? description->protocols : NULL; name && *name; name++)
            if (strcmp(asked, *name) == 0)
                return YES;
    }
    return NO;
}

static void add_methods(Class class, const mtl_method *methods)
{
    for (const mtl_method *method = methods; method && method->selector; method++)
        class_addMethod(class, SELECTOR(method->selector), (IMP)method->body, method->types);
}

static void add_likeness(Class class, const mtl_likeness *like)
{
    for (const char *const *selector = like->selectors; *selector; selector++)
        for (const mtl_method *method = like->class->methods; method->selector; method++)
            if (strcmp(method->selector, *selector) == 0)
                class_addMethod(class, SELECTOR(method->selector), (IMP)method->body, method->types);
}

static void add_state(Class class, Class parent, const mtl_class *description)
{
    size_t inherited = class_getInstanceSize(parent);
    if (description->size > inherited)
        class_addIvar(class, description->name, description->size - inherited, 3, "?"); /* the name must be new */
}

void mtl_class_register(const mtl_class *description)
{
    Class parent = description->parent ? class_of(description->parent) : (Class)objc_getClass("NSObject");
    Class class = objc_allocateClassPair(parent, description->name, 0);
    if (!class || registered_count == MAX_CLASSES) {
        mtl_complain("the class %s exists already: is another Metal loaded?", description->name);
        return;
    }
    add_state(class, parent, description);
    class_addMethod(class, SELECTOR("dealloc"), (IMP)(void (*)(void))object_dealloc, "v@:");
    add_methods(class, description->methods);
    for (const mtl_likeness *like = description->likes; like && like->class; like++)
        add_likeness(class, like);
    class_addMethod(class, SELECTOR("conformsToProtocol:"), (IMP)(void (*)(void))object_conforms, "C@:@");
    objc_registerClassPair(class);
    add_methods(object_getClass((id) class), description->class_methods);
    registered[registered_count].class = class;
    registered[registered_count++].description = description;
}

void mtl_class_add(const mtl_addition *addition)
{
    add_methods(class_of(addition->class), addition->methods);
}

void *mtl_new(const mtl_class *description)
{
    return NSAllocateObject(class_of(description), 0, NULL);
}

bool mtl_is(id object, const mtl_class *description)
{
    Class wanted = class_of(description);
    for (Class class = object ? object_getClass(object) : Nil; class; class = class_getSuperclass(class))
        if (class == wanted)
            return true;
    return false;
}

bool mtl_class_is_ours(Class class)
{
    while (class && !description_of(class))
        class = class_getSuperclass(class);
    return class != Nil;
}

/* ---- messages */

id mtl_retain(id object)
{
    return SEND(id(*)(id, SEL), object, "retain")(object, SELECTOR("retain"));
}

void mtl_release(id object)
{
    if (object)
        SEND(void (*)(id, SEL), object, "release")(object, SELECTOR("release"));
}

id mtl_autorelease(id object)
{
    return SEND(id(*)(id, SEL), object, "autorelease")(object, SELECTOR("autorelease"));
}

void mtl_assign(id *slot, id value)
{
    id old = *slot;
    *slot = mtl_retain(value);
    mtl_release(old);
}

void mtl_assign_copy(id *slot, id value)
{
    id old = *slot;
    *slot = SEND(id(*)(id, SEL), value, "copy")(value, SELECTOR("copy"));
    mtl_release(old);
}

static id class_message(const char *class, const char *selector)
{
    id receiver = (id)objc_getClass(class);
    return SEND(id(*)(id, SEL), receiver, selector)(receiver, SELECTOR(selector));
}

/* GNUstep frees an autoreleased object at once, with a line on stderr, when its thread has no pool. On Apple's systems
 * such a thread gets one; so it does here. GNUstep drains it when the thread ends. */
static id (*add_to_pool)(id class, SEL selector, id object); /* GNUstep's; written before main only */

static void add_to_some_pool(id class, SEL _cmd, id object)
{
    if (!SEND(id(*)(id, SEL), class, "currentPool")(class, SELECTOR("currentPool")))
        mtl_pool_push();
    add_to_pool(class, _cmd, object);
}

/* NSObject keeps the method that -autorelease calls, from its first message on: this comes before that. */
static void give_threads_pools(void)
{
    Method add = class_getClassMethod((Class)objc_getClass("NSAutoreleasePool"), SELECTOR("addObject:"));
    add_to_pool = (id(*)(id, SEL, id))(void (*)(void))method_getImplementation(add);
    method_setImplementation(add, (IMP)(void (*)(void))add_to_some_pool);
}

void mtl_foundation_prepare(void)
{
    give_threads_pools();
    static const char *const names[] = {"NSObject",          "NSString", "NSMutableString", "NSArray",
                                        "NSMutableArray",    "NSError",  "NSDictionary",    "NSNumber",
                                        "NSAutoreleasePool", "NSThread"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        class_message(names[n], "class");
}

static id initialised(id object)
{
    return SEND(id(*)(id, SEL), object, "init")(object, SELECTOR("init"));
}

id mtl_pool_push(void)
{
    return initialised(class_message("NSAutoreleasePool", "alloc"));
}

void mtl_pool_pop(id pool)
{
    mtl_release(pool);
}

void mtl_thread_begin(void)
{
    GSRegisterCurrentThread();
}

void mtl_thread_end(void)
{
    GSUnregisterCurrentThread();
}

/* ---- Foundation's values */

id mtl_string_retained(const char *text)
{
    if (!text)
        return nil;
    id string = class_message("NSString", "alloc");
    id made = SEND(id(*)(id, SEL, const char *), string, "initWithUTF8String:")(string, SELECTOR("initWithUTF8String:"),
                                                                                text);
    if (made)
        return made;
    /* Not UTF-8 (a diagnostic that quotes binary source, say): every byte is a Latin-1 character. */
    enum { LATIN1 = 5 };
    string = class_message("NSString", "alloc");
    return SEND(id(*)(id, SEL, const void *, NSUInteger, NSUInteger), string, "initWithBytes:length:encoding:")(
        string, SELECTOR("initWithBytes:length:encoding:"), text, strlen(text), LATIN1);
}

id mtl_string(const char *text)
{
    return mtl_autorelease(mtl_string_retained(text));
}

const char *mtl_text(id string)
{
    const char *text = SEND(const char *(*)(id, SEL), string, "UTF8String")(string, SELECTOR("UTF8String"));
    return text ? text : "";
}

id mtl_array(const id *objects, size_t count)
{
    id class = (id)objc_getClass("NSArray");
    return SEND(id(*)(id, SEL, const id *, NSUInteger), class,
                "arrayWithObjects:count:")(class, SELECTOR("arrayWithObjects:count:"), objects, count);
}

size_t mtl_array_count(id array)
{
    return SEND(NSUInteger(*)(id, SEL), array, "count")(array, SELECTOR("count"));
}

id mtl_array_object(id array, size_t index)
{
    return SEND(id(*)(id, SEL, NSUInteger), array, "objectAtIndex:")(array, SELECTOR("objectAtIndex:"), index);
}

id mtl_dictionary(const id *keys, const id *values, size_t count)
{
    id class = (id)objc_getClass("NSDictionary");
    return SEND(id(*)(id, SEL, const id *, const id *, NSUInteger), class, "dictionaryWithObjects:forKeys:count:")(
        class, SELECTOR("dictionaryWithObjects:forKeys:count:"), values, keys, count);
}

id mtl_error_create(id domain, long code, const char *text)
{
    id pool = mtl_pool_push();
    id key = NSLocalizedDescriptionKey, value = mtl_string(text);
    id information = mtl_dictionary(&key, &value, 1);
    id error = class_message("NSError", "alloc");
    error = SEND(id(*)(id, SEL, id, NSInteger, id), error, "initWithDomain:code:userInfo:")(
        error, SELECTOR("initWithDomain:code:userInfo:"), domain, code, information);
    mtl_pool_pop(pool);
    return error;
}

static void error_of_list(id *error, id domain, long code, const char *format, va_list arguments)
{
    if (!error)
        return;
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    *error = mtl_autorelease(mtl_error_create(domain, code, text ? text : "out of memory"));
    free(text);
}

void mtl_error(id *error, id domain, long code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_of_list(error, domain, code, format, arguments);
    va_end(arguments);
}

void mtl_gap(id *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_of_list(error, SoftmetalErrorDomain, SoftmetalErrorGap, format, arguments);
    va_end(arguments);
}

void mtl_complain(const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "softmetal: %s\n", text);
}
