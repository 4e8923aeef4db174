/* exceptions.c: exceptions of programs that clang compiled for GNUstep's own runtime (modules.c tells why) on GCC's.
 *
 * Objective-C throws what GCC's runtime makes, and a .m file catches it with that runtime's personality. A .mm file has
 * the one of C++, which knows nothing of classes: clang then describes the class of a @catch by a type_info whose
 * virtual functions the runtime must bring. They are below. What C++ handles has to be an exception of C++, so an
 * object is put into one in the frame that handles it. Should the handler send it on, Objective-C takes it out again.
 */
#include "objc.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#define EXPORT __attribute__((visibility("default")))
#define WEAK __attribute__((weak))

/* ---- @catch in Objective-C: GCC's personality gives a handler the object, so that there is nothing to unwrap */

extern void objc_exception_throw(id exception);
EXPORT id objc_begin_catch(id exception);
EXPORT void objc_end_catch(void);
EXPORT void objc_exception_rethrow(id exception);

id objc_begin_catch(id exception)
{
    return exception;
}

void objc_end_catch(void) {}

void objc_exception_rethrow(id exception)
{
    objc_exception_throw(exception);
}

/* There @catch (id x) names a class "@id", which GCC's runtime would look for in vain. */
static Class class_of_all(const char *name)
{
    return strcmp(name, "@id") == 0 ? (Class)objc_lookUpClass("NSObject") : Nil;
}

__attribute__((constructor)) static void catch_objects(void)
{
    objc_setGetUnknownClassHandler(class_of_all);
}

/* ---- types of Objective-C as C++ asks for them (Itanium C++ ABI, as libstdc++ extends it) */

typedef struct type_info {
    const void *functions;
    const char *name; /* of the class */
} type_info;

/* libstdc++'s std::type_info, as a compiler lays it out. */
typedef struct type_functions {
    ptrdiff_t to_top;
    const type_info *type;
    void (*destroy)(type_info *self), (*destroy_and_free)(type_info *self);
    bool (*is_pointer)(const type_info *self), (*is_function)(const type_info *self);
    bool (*catches)(const type_info *self, const type_info *thrown, void **object, unsigned outer);
    bool (*is_derived)(const type_info *self, const void *base, void **object);
} type_functions;

/* What an exception of C++ carries for one of Objective-C. */
typedef struct carried {
    id object;
    struct _Unwind_Exception *original;
} carried;

EXPORT extern const type_functions class_functions __asm__("_ZTVN7gnustep7libobjc22__objc_class_type_infoE");
EXPORT extern const type_info __objc_id_type_info;
static const type_info own_type = {&class_functions.destroy, "N7gnustep7libobjc22__objc_class_type_infoE"};
static const type_info carried_type = {&class_functions.destroy, "an object of Objective-C"};
const type_info __objc_id_type_info = {&class_functions.destroy, "@id"};

static void do_nothing(type_info *self)
{
    (void)self;
}

static bool is_not(const type_info *self)
{
    (void)self;
    return false;
}

static bool has_no_base(const type_info *self, const void *base, void **object)
{
    (void)self, (void)base, (void)object;
    return false;
}

static bool is_kind_of(id object, const char *name)
{
    for (Class class = object ? object_getClass(object) : Nil; class; class = class_getSuperclass(class))
        if (strcmp(class_getName(class), name) == 0)
            return true;
    return false;
}

/* On return *object is what the handler gets. Also for `throw x` with an object, where the type is the class of x. */
static bool class_catches(const type_info *self, const type_info *thrown, void **object, unsigned outer)
{
    (void)outer;
    if (thrown->functions != self->functions)
        return false;
    id it = *(id *)*object; /* of a `carried`, too */
    if (self != &__objc_id_type_info && !is_kind_of(it, self->name))
        return false;
    *object = it;
    return true;
}

const type_functions class_functions = {
    .type = &own_type,
    .destroy = do_nothing,
    .destroy_and_free = do_nothing,
    .is_pointer = is_not,
    .is_function = is_not,
    .catches = class_catches,
    .is_derived = has_no_base,
};

/* ---- personalities: what a frame does with an exception */

typedef _Unwind_Reason_Code personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                        struct _Unwind_Exception *exception, struct _Unwind_Context *context);
extern personality __gxx_personality_v0 WEAK;
EXPORT personality __gnu_objc_personality_v0, __gnustep_objc_personality_v0, __gnustep_objcxx_personality_v0;

/* C++'s: in every Objective-C++ program, and in no other. */
typedef struct thread_exceptions {
    void *caught;
    unsigned uncaught;
} thread_exceptions;
extern thread_exceptions *__cxa_get_globals(void) WEAK;
extern void *__cxa_allocate_exception(size_t size) WEAK;
extern void __cxa_free_exception(void *object) WEAK;
extern unsigned *__cxa_init_primary_exception(void *object, const type_info *type, void (*destroy)(void *)) WEAK;
extern void __cxa_rethrow(void) WEAK;

static const _Unwind_Exception_Class objective_c = 0x474e55434f424a43; /* "GNUCOBJC" */
static const _Unwind_Exception_Class cxx = 0x474e5543432b2b00;         /* "GNUCC++" */

/* What the C++ ABI has before an exception's object. */
typedef struct cxx_header {
    const type_info *type;
    void (*destroy)(void *), (*unexpected)(void), (*terminate)(void);
    struct cxx_header *next;
    int handlers; /* that are in it; negative once one of them has sent it on */
    int selector;
    const void *of_the_handler[4];
    struct _Unwind_Exception exception;
} cxx_header;

static cxx_header *header_of(struct _Unwind_Exception *exception)
{
    return (cxx_header *)((char *)exception - offsetof(cxx_header, exception));
}

static void end_original(void *object)
{
    _Unwind_DeleteException(((carried *)object)->original);
}

static carried *carry(struct _Unwind_Exception *original)
{
    carried *made = __cxa_allocate_exception(sizeof *made);
    *made = (carried){.object = *(id *)(original + 1), .original = original}; /* GCC's has the object there */
    unsigned *references = __cxa_init_primary_exception(made, &carried_type, end_original);
    *references = 1;
    return made;
}

_Unwind_Reason_Code __gnustep_objcxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                                    struct _Unwind_Exception *exception,
                                                    struct _Unwind_Context *context)
{
    if (!__gxx_personality_v0)
        return __gnu_objc_personality_v0(version, actions, class, exception, context);
    if (class != objective_c || !(actions & (_UA_SEARCH_PHASE | _UA_HANDLER_FRAME)))
        return __gxx_personality_v0(version, actions, class, exception, context);
    carried *as = carry(exception);
    struct _Unwind_Exception *own = (struct _Unwind_Exception *)as - 1;
    _Unwind_Reason_Code found = __gxx_personality_v0(version, _UA_SEARCH_PHASE, cxx, own, context);
    if (actions & _UA_HANDLER_FRAME) {
        __cxa_get_globals()->uncaught++; /* the handler counts it down */
        return __gxx_personality_v0(version, actions, cxx, own, context);
    }
    __cxa_free_exception(as);
    return found;
}

/* The next library's function of that name. */
static void *next_of(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

/* Stands before GCC's: an exception that a handler of Objective-C++ has sent on is still carried. */
_Unwind_Reason_Code __gnu_objc_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                              struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    personality *gcc = (personality *)(uintptr_t)next_of("__gnu_objc_personality_v0");
    if (class != cxx || header_of(exception)->type != &carried_type)
        return gcc(version, actions, class, exception, context);
    struct _Unwind_Exception *original = ((carried *)(exception + 1))->original;
    _Unwind_Reason_Code found = gcc(version, actions, objective_c, original, context);
    if (found == _URC_INSTALL_CONTEXT && !(actions & _UA_HANDLER_FRAME))
        _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)exception);
    return found;
}

_Unwind_Reason_Code __gnustep_objc_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                                  struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    return __gnu_objc_personality_v0(version, actions, class, exception, context);
}

/* Stands before libgcc's. Clang's @finally in Objective-C++ handles an exception and sends it on by this function,
 * which C++ does not notice: it would end the exception in flight. __cxa_rethrow says so first, and comes back here. */
EXPORT _Unwind_Reason_Code _Unwind_Resume_or_Rethrow(struct _Unwind_Exception *exception)
{
    bool of_cxx = (exception->exception_class | 1) == (cxx | 1); /* 1: of std::rethrow_exception */
    if (of_cxx && __cxa_rethrow && __cxa_get_globals()->caught == header_of(exception) &&
        header_of(exception)->handlers > 0)
        __cxa_rethrow();
    _Unwind_Reason_Code (*libgcc)(struct _Unwind_Exception *) =
        (_Unwind_Reason_Code(*)(struct _Unwind_Exception *))(uintptr_t)next_of("_Unwind_Resume_or_Rethrow");
    return libgcc(exception);
}
