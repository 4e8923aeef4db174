/* objc.h: Objective-C from C, over GCC's libobjc and GNUstep Base.
 *
 * A Metal class is a C structure whose first member is `isa`, a table of methods, and one mtl_class that joins them.
 * Methods are plain C functions (self, selector, arguments…) of exactly the types that Metal documents. */
#ifndef SOFTMETAL_OBJC_H
#define SOFTMETAL_OBJC_H
#include <objc/message.h>
#include <objc/runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include-host/Metal/MTLTypes.h"

/* ---- classes */

typedef struct mtl_method {
    const char *selector; /* "setBuffer:offset:atIndex:" */
    const char *types;    /* Objective-C type encoding: result, self, selector, arguments */
    void (*body)(void);
} mtl_method;

/* One row of a method table. The function is cast through the one type to which every function pointer may be cast. */
#define METHOD(selector, types, function)                                                                              \
    {                                                                                                                  \
        selector, types, (void (*)(void))(function)                                                                    \
    }
#define END_OF_METHODS                                                                                                 \
    {                                                                                                                  \
        NULL, NULL, NULL                                                                                               \
    }

/* Methods that are another class's, whose structure begins as ours; that class is registered before. */
typedef struct mtl_likeness {
    const struct mtl_class *class;
    const char *const *selectors; /* NULL-terminated */
} mtl_likeness;

typedef struct mtl_class {
    const char *name;
    size_t size;                      /* of the structure, isa included; 0: that of NSObject */
    const mtl_method *methods;        /* ends with END_OF_METHODS; may be NULL */
    const mtl_method *class_methods;  /* likewise */
    void (*finish)(void *self);       /* releases what an object owns, called once by dealloc; may be NULL */
    const struct mtl_class *parent;   /* NULL: NSObject */
    const struct mtl_likeness *likes; /* what it does as another class does; ends with one without; may be NULL */
    const char *const *protocols;     /* what -conformsToProtocol: answers for, NULL-terminated; may be NULL */
} mtl_class;

/* Methods of a class that stand in a file of their own, since they make what is made of the class's objects. */
typedef struct mtl_addition {
    const mtl_class *class;
    const mtl_method *methods;
} mtl_addition;

/* Registers a class with the runtime; once per class, parents first. */
void mtl_class_register(const mtl_class *description);
void mtl_class_add(const mtl_addition *addition); /* after all classes */
/* A new object of the class with a retain count of one, every member after isa zero. */
void *mtl_new(const mtl_class *description);
/* Whether `object` is an instance of the class or of one that derives from it. */
bool mtl_is(id object, const mtl_class *description);
/* Whether the class is registered here, or derives from one that is. */
bool mtl_class_is_ours(Class class);

/* Most methods use neither their selector nor, in getters of constants, self. */
#define UNUSED __attribute__((unused))
#define METHOD_ARGUMENTS(type) type *self UNUSED, SEL _cmd UNUSED

/* ---- messages */

/* The implementation that `object` has for a selector, cast to `type`: SEND(id (*)(id, SEL, int), o, "f:")(o,
 * SELECTOR("f:"), 1). */
#define SELECTOR(name) sel_registerName(name)
#define SEND(type, object, name) ((type)(void (*)(void))objc_msg_lookup((id)(object), SELECTOR(name)))

id mtl_retain(id object); /* nil stays nil */
void mtl_release(id object);
id mtl_autorelease(id object);
/* Replaces what `*slot` holds by `value`, keeping retain counts. */
void mtl_assign(id *slot, id value);
/* The same with a copy (strings, so that a caller's mutable string does not change under us). */
void mtl_assign_copy(id *slot, id value);

/* A pool for this thread; drained by mtl_pool_pop. */
id mtl_pool_push(void);
void mtl_pool_pop(id pool);
/* A thread that runs Objective-C tells GNUstep so, first and last. */
void mtl_thread_begin(void);
void mtl_thread_end(void);

/* ---- Foundation's values */

/* Makes Foundation initialise its classes now, on the thread that loads us: libobjc holds its lock while a class
 * initialises, and GNUstep takes locks of its own there, so that two threads doing it at once might wait for each
 * other. */
void mtl_foundation_prepare(void);

/* From now on messages without a method are answered by missing.c. */
void mtl_missing_prepare(void);

id mtl_string(const char *text);               /* autoreleased NSString; nil for NULL */
id mtl_string_retained(const char *text);      /* the same, owned by the caller */
const char *mtl_text(id string);               /* UTF-8 of an NSString, valid while the pool is; "" for nil */
id mtl_array(const id *objects, size_t count); /* autoreleased NSArray */
size_t mtl_array_count(id array);
id mtl_array_object(id array, size_t index);
id mtl_dictionary(const id *keys, const id *values, size_t count); /* autoreleased NSDictionary */

/* Fills `*error` (which may be NULL) with an autoreleased NSError whose localizedDescription is the formatted text. */
void mtl_error(id *error, id domain, long code, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same, owned by the caller, from a finished text. */
id mtl_error_create(id domain, long code, const char *text);

/* The same for what softmetal does not have: of the domain SoftmetalErrorDomain, code SoftmetalErrorGap. */
void mtl_gap(id *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum { SoftmetalErrorGap = 1 };

/* Tells of a misuse that no result can carry, on stderr. */
void mtl_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Error domains and other constants that clients link against. Their values are set before main. */
extern id MTLLibraryErrorDomain, MTLCommandBufferErrorDomain, MTLCaptureErrorDomain, MTL4CommandQueueErrorDomain,
    MTLTensorDomain, MTLLogStateErrorDomain, MTLCommandBufferEncoderInfoErrorKey, MTLCounterErrorDomain,
    MTLCommonCounterTimestamp, MTLCommonCounterSetTimestamp, MTLDynamicLibraryDomain, MTLBinaryArchiveDomain,
    SoftmetalErrorDomain;

#endif
