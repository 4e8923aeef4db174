/* runtime.h: sending Objective-C messages from C, on Apple's runtime and on GCC's.
 *
 * selectors.def becomes one `static inline` function per method here, with exact argument types: a message sent through
 * a variadic or wrongly typed pointer passes structs and floating point in the wrong registers. What differs between
 * the runtimes is the macro FIND alone. Private to harness/metal. */
#ifndef ASSAY_METAL_RUNTIME_H
#define ASSAY_METAL_RUNTIME_H
#include "../base/error.h"
#include <objc/message.h>
#include <objc/objc.h>
#include <objc/runtime.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The types of selectors.def, and how the runtime encodes them (normalised, see selfcheck.c). */
typedef unsigned long NSUInteger;
typedef long NSInteger;
typedef void *pointer;
typedef const void *bytes;
typedef const char *text;
typedef id *objects;
typedef id block; /* a handler */
typedef struct MTLSize {
    NSUInteger width, height, depth;
} MTLSize;
typedef struct MTLOrigin {
    NSUInteger x, y, z;
} MTLOrigin;
typedef struct MTLRegion {
    MTLOrigin origin;
    MTLSize size;
} MTLRegion;
typedef struct MTLClearColor {
    double red, green, blue, alpha;
} MTLClearColor;
typedef struct MTLResourceID {
    uint64_t value;
} MTLResourceID;
typedef struct NSRange {
    NSUInteger location, length;
} NSRange;
typedef struct MTLTextureSwizzleChannels {
    uint8_t red, green, blue, alpha;
} MTLTextureSwizzleChannels;
typedef struct NSVersion {
    NSInteger major, minor, patch;
} NSVersion;
#define ENCODING_id "@"
#define ENCODING_SEL ":"
#define ENCODING_void "v"
#define ENCODING_BOOL "B"
#define ENCODING_NSUInteger "Q"
#define ENCODING_NSInteger "q"
#define ENCODING_uint64_t "Q"
#define ENCODING_uint8_t "B" /* selfcheck.c makes one letter of those for bytes */
#define ENCODING_double "d"
#define ENCODING_pointer "^v"
#define ENCODING_bytes "^v"
#define ENCODING_text "*"
#define ENCODING_block "@"
#define ENCODING_objects "^@"
#define ENCODING_MTLSize "{QQQ}"
#define ENCODING_MTLOrigin "{QQQ}"
#define ENCODING_MTLClearColor "{dddd}"
#define ENCODING_MTLResourceID "{Q}"
#define ENCODING_MTLRegion "{{QQQ}{QQQ}}"
#define ENCODING_NSRange "{QQ}"
#define ENCODING_MTLTextureSwizzleChannels "{BBBB}"
#define ENCODING_NSVersion "{qqq}"

/* ---- One identifier per class and per method. */
#define CLASS(name, since) CLASS_##name,
typedef enum {
#include "selectors.def"
    CLASS_COUNT
} metal_class;
#define METHOD(function, ...) METHOD_##function,
typedef enum {
#include "selectors.def"
    METHOD_COUNT
} metal_method;

/* Filled once by runtime_load; constant afterwards. */
extern SEL runtime_selector[METHOD_COUNT];

/* ---- Typed sends. */
typedef void (*runtime_code)(void);
#ifdef __APPLE__
#define FIND(self, method) ((runtime_code)objc_msgSend)
#ifdef __x86_64__
#define FIND_STRUCT(self, method) ((runtime_code)objc_msgSend_stret)
#else
#define FIND_STRUCT FIND
#endif
#else
#define FIND(self, method) ((runtime_code)objc_msg_lookup(self, runtime_selector[method]))
#define FIND_STRUCT FIND
#endif

/* ISO C has no `return` of a void expression. */
#define RETURN_void
#define RETURN_id return
#define RETURN_BOOL return
#define RETURN_NSUInteger return
#define RETURN_NSInteger return
#define RETURN_uint64_t return
#define RETURN_double return
#define RETURN_pointer return
#define RETURN_text return
#define RETURN_MTLSize return
#define RETURN_MTLResourceID return
#define RETURN_NSVersion return

#define SEND(find, function, result, types, values)                                                                    \
    {                                                                                                                  \
        RETURN_##result((result(*) types)find(self, METHOD_##function)) values;                                        \
    }
#define METHOD_0(function, owner, selector, result, since, need)                                                       \
    static inline result function(id self)                                                                             \
        SEND(FIND, function, result, (id, SEL), (self, runtime_selector[METHOD_##function]))
#define METHOD_1(function, owner, selector, result, A, since, need)                                                    \
    static inline result function(id self, A a)                                                                        \
        SEND(FIND, function, result, (id, SEL, A), (self, runtime_selector[METHOD_##function], a))
#define METHOD_2(function, owner, selector, result, A, B, since, need)                                                 \
    static inline result function(id self, A a, B b)                                                                   \
        SEND(FIND, function, result, (id, SEL, A, B), (self, runtime_selector[METHOD_##function], a, b))
#define METHOD_3(function, owner, selector, result, A, B, C, since, need)                                              \
    static inline result function(id self, A a, B b, C c)                                                              \
        SEND(FIND, function, result, (id, SEL, A, B, C), (self, runtime_selector[METHOD_##function], a, b, c))
#define METHOD_4(function, owner, selector, result, A, B, C, D, since, need)                                           \
    static inline result function(id self, A a, B b, C c, D d)                                                         \
        SEND(FIND, function, result, (id, SEL, A, B, C, D), (self, runtime_selector[METHOD_##function], a, b, c, d))
#define METHOD_5(function, owner, selector, result, A, B, C, D, E, since, need)                                        \
    static inline result function(id self, A a, B b, C c, D d, E e) SEND(                                              \
        FIND, function, result, (id, SEL, A, B, C, D, E), (self, runtime_selector[METHOD_##function], a, b, c, d, e))
#define METHOD_6(function, owner, selector, result, A, B, C, D, E, F, since, need)                                     \
    static inline result function(id self, A a, B b, C c, D d, E e, F f)                                               \
        SEND(FIND, function, result, (id, SEL, A, B, C, D, E, F),                                                      \
             (self, runtime_selector[METHOD_##function], a, b, c, d, e, f))
#define METHOD_9(function, owner, selector, result, A, B, C, D, E, F, G, H, I, since, need)                            \
    static inline result function(id self, A a, B b, C c, D d, E e, F f, G g, H h, I i)                                \
        SEND(FIND, function, result, (id, SEL, A, B, C, D, E, F, G, H, I),                                             \
             (self, runtime_selector[METHOD_##function], a, b, c, d, e, f, g, h, i))
#define METHOD_STRUCT(function, owner, selector, result, since, need)                                                  \
    static inline result function(id self)                                                                             \
        SEND(FIND_STRUCT, function, result, (id, SEL), (self, runtime_selector[METHOD_##function]))
#define CLASS_METHOD_0 METHOD_0
#define CLASS_METHOD_1 METHOD_1
#define CLASS_METHOD_4 METHOD_4
#include "selectors.def"

/* ---- The rest of a client's needs. */

/* The three functions by which a Metal library is entered. */
typedef struct runtime_entry {
    id (*default_device)(void);
    id (*all_devices)(void);
    const void *stack_block; /* _NSConcreteStackBlock: the class of blocks that are copied to be kept; or NULL */
    const char *path;        /* of the library */
    bool software;           /* anything but Apple's own framework */
} runtime_entry;

/* Loads Metal and Foundation: Apple's frameworks for "metal", softmetal beside this executable for "softmetal",
 * otherwise the library at that path. Once per process; a second call must name the same. Installs a handler that
 * prints the reason of an uncaught exception. */
const runtime_entry *runtime_load(const char *which, assay_error *error);

/* The class as a receiver; NULL if the runtime does not have it. */
id runtime_class(metal_class name);
bool runtime_responds(id object, metal_method method);

/* Objects made between open and close are released at close: one pair per operation. */
id runtime_pool_open(void);
void runtime_pool_close(id pool);

id runtime_string(const char *utf8);      /* autoreleased */
const char *runtime_text(id string);      /* lives as long as the pool; "" for nil */
const char *runtime_error_text(id error); /* likewise */
/* Calls `visit` for each element of an NSArray or any other object that can be enumerated. */
void runtime_each(id collection, void (*visit)(id element, void *context), void *context);
#endif
