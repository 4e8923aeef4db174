/* handler_testing.h: what the client hands to a device as the handler of something. */
#ifndef ASSAY_HANDLER_TESTING_H
#define ASSAY_HANDLER_TESTING_H
#include "../metal_testing.h"

static IMP take_handler; /* the device's own method */
static struct {
    int count, flags;
} taken;

static inline void see_handler(id self, SEL selector, id handler)
{
    taken.count++;
    taken.flags = ((const client_block *)(const void *)handler)->flags;
    ((void (*)(id, SEL, id))(void (*)(void))take_handler)(self, selector, handler);
}

/* Who keeps a handler lets go of it at a time of his own, also after metal_commands_destroy: so it is a block that he
 * copies, and nothing of ours is touched then. */
static inline void expect_copied_handler(Class class, metal_method selector, void (*act)(void))
{
    enum { IS_GLOBAL = 1 << 28, NEEDS_FREE = 1 << 24 };
    Method method = class_getInstanceMethod(class, runtime_selector[selector]);
    assert_non_null(method);
    take_handler = method_setImplementation(method, (IMP)(void (*)(void))see_handler);
    taken.count = 0;
    act();
    method_setImplementation(method, take_handler);
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.flags & (IS_GLOBAL | NEEDS_FREE), 0);
}
#endif
