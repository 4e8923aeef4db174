/* selfcheck_test.c: encodings of both runtimes come to one normal form, and encodings that differ stay different; of
 * the device's own class, a method that changed or is gone. */
#include "metal_testing.h"
#include "selfcheck.h"

static void equal(const char *encoding, const char *normal)
{
    char out[128];
    selfcheck_normalise(encoding, out, sizeof out);
    assert_string_equal(out, normal);
}

static void test_offsets_and_qualifiers(void **state)
{
    (void)state;
    equal("@16@0:8", "@@:");
    equal("v24@0:8Q16", "v@:Q");
    equal("r*16@0:8", "*@:");
    equal("Vv16@0:8", "v@:");
    equal("@40@0:8@16@\"MTLCompileOptions\"24^@32", "@@:@@^@");
    equal("v24@0:8@?16", "v@:@");
}

static void test_letters(void **state)
{
    (void)state;
    equal("B24@0:8:16", "B@::");
    equal("c24@0:8:16", "B@::");
    equal("C24@0:8:16", "B@::");
    equal("L16@0:8", "Q@:");
    equal("l16@0:8", "q@:");
    equal("@24@0:8#16", "@@:@");
}

static void test_structs(void **state)
{
    (void)state;
    equal("{?=QQQ}16@0:8", "{QQQ}@:");
    equal("v64@0:8{MTLSize=QQQ}16{MTLSize=LLL}40", "v@:{QQQ}{QQQ}");
    equal("v88@0:8{?={?=QQQ}{?=QQQ}}16Q64r^v72Q80", "v@:{{QQQ}{QQQ}}Q^vQ");
}

static void test_pointers(void **state)
{
    (void)state;
    equal("Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32", "Q@:^v^@Q");
    equal("v24@0:8^r^v16", "v@:^v");
    equal("v32@0:8^^{s}16^?24", "v@:^v^v");
    equal("v24@0:8^[4{?=ii}]16i24", "v@:^vi");
}

static void test_differences_stay(void **state)
{
    (void)state;
    equal("i16@0:8", "i@:");
    equal("v20@0:8f16", "v@:f");
    equal("q16@0:8", "q@:");
    equal("{?=qqq}16@0:8", "{qqq}@:");
}

static void test_bad_input(void **state)
{
    (void)state;
    equal("", "");
    equal("^", "^v");
    equal("v@:{", "v@:{");
    equal("\"unfinished", "");
    char out[8];
    selfcheck_normalise("vvvvvvvvvvvvvvvvvvvv", out, sizeof out);
    assert_string_equal(out, "vvvvv");
}

/* ---- The selfcheck must notice a method whose types changed. */

static void test_selfcheck(void **state)
{
    (void)state;
    assay_error error = {0};
    if (!selfcheck_device(device, &error))
        fail_msg("%s", error.text);
    /* The same object in a subclass, where one method has another type. */
    Class class = object_getClass(device->object);
    Class wrong = objc_allocateClassPair(class, "WrongDevice", 0);
    SEL selector = sel_registerName("maxBufferLength");
    class_addMethod(wrong, selector, method_getImplementation(class_getInstanceMethod(class, selector)), "I16@0:8");
    objc_registerClassPair(wrong);
    object_setClass(device->object, wrong);
    bool unnoticed = selfcheck_device(device, &error);
    object_setClass(device->object, class);
    assert_false(unnoticed);
    assert_non_null(strstr(error.text, "1 methods differ"));
}

/* ... and one that is gone, unless the object says that it answers: then another answers for it. */

static BOOL respond(id self, SEL command, SEL selector)
{
    (void)self;
    (void)command;
    (void)selector;
    return true;
}

/* The class of the device without a method; NULL if a class above it has that. */
static Class class_without(const char *missing, const char *name, bool responds)
{
    Class class = object_getClass(device->object),
          without = objc_allocateClassPair(class_getSuperclass(class), name, 0);
    unsigned count = 0;
    bool left_out = false;
    if (responds)
        class_addMethod(without, sel_registerName("respondsToSelector:"), (IMP)(void (*)(void))respond, "B@::");
    Method *methods = class_copyMethodList(class, &count);
    for (unsigned i = 0; i < count; i++) {
        SEL selector = method_getName(methods[i]);
        if (strcmp(sel_getName(selector), missing) == 0)
            left_out = true;
        else
            class_addMethod(without, selector, method_getImplementation(methods[i]),
                            method_getTypeEncoding(methods[i]));
    }
    free(methods);
    objc_registerClassPair(without);
    return left_out ? without : NULL;
}

static void test_selfcheck_of_a_missing_method(void **state)
{
    (void)state;
    assay_error error = {0};
    Class class = object_getClass(device->object);
    Class without = class_without("maxBufferLength", "DeviceWithout", false);
    Class answers = class_without("maxBufferLength", "DeviceAnswers", true);
    if (!without || !answers)
        skip();
    object_setClass(device->object, without);
    bool unnoticed = selfcheck_device(device, &error);
    object_setClass(device->object, answers);
    bool accepted = selfcheck_device(device, NULL);
    object_setClass(device->object, class);
    assert_false(unnoticed);
    assert_non_null(strstr(error.text, "1 methods differ"));
    assert_true(accepted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offsets_and_qualifiers),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_structs),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_differences_stay),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_selfcheck),
        cmocka_unit_test(test_selfcheck_of_a_missing_method),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
