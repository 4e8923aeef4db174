/* modules.c: lets programs that clang compiled for GNUstep's own runtime (-fobjc-runtime=gnustep-1.9) run on GCC's.
 *
 * That is how metal-cc compiles Objective-C: clang then takes what Apple's does (instance variables of an
 * @implementation or a class extension, properties that make their own, array[i]), which it refuses where GCC's runtime
 * is meant. The two describe classes alike but for instance variables: theirs begin where the superclass ends, which is
 * known only when the program runs. So __objc_exec_class, which every compiled file calls before main with what it
 * defines, adds the superclass's size, and hands the rest to GCC's. Below are the few functions besides that such a
 * program calls; exceptions.c has those about exceptions. */
#include "modules.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
/* ---- instance variables */

/* Modules whose classes derive from one that is not known yet. Before main only, like all of this. */
static struct waiting {
    struct waiting *next;
    mtl_module *module;
} * waiting_modules;

static mtl_class_record *find_class(const mtl_symbols *of, const char *name)
{
    for (unsigned n = 0; n < of->class_count; n++) {
        mtl_class_record *class = of->definitions[n];
        if (strcmp(class->name, name) == 0)
            return class;
    }
    return NULL;
}

static void move_ivars(mtl_class_record *class, long start)
{
    class->size = start - class->size;
    for (int n = 0; class->ivars && n < class->ivars->count; n++) {
        class->ivars->list[n].offset += (int)start;
        if (class->ivar_offsets && class->ivar_offsets[n])
            *class->ivar_offsets[n] = class->ivars->list[n].offset;
    }
}

/* The class's size; 0 if one of its superclasses is not known yet. */
static long settle(const mtl_symbols *of, mtl_class_record *class)
{
    if (class->size > 0)
        return class->size;
    mtl_class_record *super = find_class(of, class->super_name);
    Class known = super ? Nil : (Class)objc_lookUpClass(class->super_name);
    long start = super ? settle(of, super) : known ? (long)class_getInstanceSize(known) : 0;
    if (start == 0)
        return 0;
    const long alignment = sizeof(void *);
    move_ivars(class, (start + alignment - 1) / alignment * alignment);
    return class->size;
}

/* ---- protocols: of a version that GCC's runtime would refuse */

static void adopt(mtl_protocol_list *protocols)
{
    for (long n = 0; protocols && n < protocols->count; n++) {
        mtl_protocol *one = protocols->list[n];
        if ((uintptr_t)one->isa >= 16) /* a class already */
            continue;
        one->isa = (Class)objc_lookUpClass("Protocol");
        adopt(one->protocols);
    }
}

/* ---- modules */

void mtl_module_load(mtl_module *given)
{
    static void (*exec_class)(mtl_module *); /* libobjc's */
    if (!exec_class)
        exec_class = (void (*)(mtl_module *))(uintptr_t)dlsym(RTLD_NEXT, "__objc_exec_class");
    if (exec_class)
        exec_class(given);
}

static bool try_module(mtl_module *given)
{
    mtl_symbols *of = given->symbols;
    for (unsigned n = 0; n < of->class_count; n++)
        if (!settle(of, of->definitions[n]))
            return false;
    for (unsigned n = 0; n < of->class_count; n++)
        adopt(((mtl_class_record *)of->definitions[n])->protocols);
    for (unsigned n = 0; n < of->category_count; n++)
        adopt(((mtl_category *)of->definitions[of->class_count + n])->protocols);
    given->version = MTL_MODULE_VERSION;
    given->size = sizeof *given; /* with ARC there is one more word */
    mtl_module_load(given);
    return true;
}

static void try_waiting(void)
{
    for (struct waiting **at = &waiting_modules; *at;) {
        struct waiting *one = *at;
        if (!try_module(one->module)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one);
        at = &waiting_modules; /* others may have waited for its classes */
    }
}

EXPORT void __objc_exec_class(mtl_module *given);
void __objc_exec_class(mtl_module *given)
{
    if (given->version <= MTL_MODULE_VERSION) {
        mtl_module_load(given);
    } else if (!try_module(given)) {
        struct waiting *wait = malloc(sizeof *wait);
        if (!wait) {
            fputs("softmetal: no memory for the program's classes\n", stderr);
            abort();
        }
        *wait = (struct waiting){waiting_modules, given};
        waiting_modules = wait;
        return;
    }
    try_waiting();
}

/* ---- functions that clang calls there and GCC's runtime has under other names */

typedef struct slot {
    Class owner, receiver;
    const char *types;
    int version;
    IMP method;
} slot;

EXPORT slot *objc_slot_lookup_super(struct objc_super *super, SEL selector);
slot *objc_slot_lookup_super(struct objc_super *super, SEL selector)
{
    static _Thread_local slot found; /* read at once by the caller */
    found.method = objc_msg_lookup_super(super, selector);
    return &found;
}

extern void objc_setProperty(id self, SEL _cmd, size_t offset, id value, BOOL atomic, BOOL copy);
#define SET_PROPERTY(name, atomic, copy)                                                                               \
    EXPORT void name(id self, SEL _cmd, id value, size_t offset);                                                      \
    void name(id self, SEL _cmd, id value, size_t offset)                                                              \
    {                                                                                                                  \
        objc_setProperty(self, _cmd, offset, value, atomic, copy);                                                     \
    }
SET_PROPERTY(objc_setProperty_atomic, YES, NO)
SET_PROPERTY(objc_setProperty_nonatomic, NO, NO)
SET_PROPERTY(objc_setProperty_atomic_copy, YES, YES)
SET_PROPERTY(objc_setProperty_nonatomic_copy, NO, YES)
