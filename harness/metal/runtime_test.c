/* runtime_test.c: the runtime as the client uses it: texts, collections, what is not there. */
#include "metal_testing.h"

static void texts_go_there_and_back(void **state)
{
    (void)state;
    id pool = runtime_pool_open();
    assert_string_equal(runtime_text(runtime_string("caf\xc3\xa9")), "caf\xc3\xa9");
    assert_string_equal(runtime_text(runtime_string("")), "");
    assert_string_equal(runtime_text(NULL), "");
    assert_string_equal(runtime_error_text(NULL), "");
    runtime_pool_close(pool);
}

static void add_length(id name, void *context)
{
    size_t *count = context;
    count[0]++;
    count[1] += strlen(runtime_text(name));
}

static void each_element_is_visited_once(void **state)
{
    (void)state;
    enum { KERNELS = 40 };
    char source[KERNELS * 24] = "";
    for (size_t n = 0, used = 0; n < KERNELS; n++)
        used += (size_t)snprintf(source + used, sizeof source - used, "kernel void k%02zu() {}\n", n);
    metal_library *library = compiled(source);
    size_t visited[2] = {0, 0};
    id pool = runtime_pool_open();
    runtime_each(library_function_names(library->object), add_length, visited);
    runtime_each(NULL, add_length, visited);
    runtime_pool_close(pool);
    assert_int_equal(visited[0], KERNELS);
    assert_int_equal(visited[1], 3 * KERNELS);
    metal_library_destroy(library);
}

typedef struct enumeration {
    unsigned long state;
    id *items;
    unsigned long *mutations, extra[5];
} enumeration;

/* Gives itself, three times, one at a time: how an object hands out its elements is its own affair. */
static NSUInteger give_one(id self, SEL selector, enumeration *state, id *room, NSUInteger size)
{
    (void)selector;
    assert_true(size > 0);
    if (state->state == 3)
        return 0;
    state->state++;
    room[0] = self;
    state->items = room;
    return 1;
}

static void count_visit(id element, void *context)
{
    assert_non_null(element);
    ++*(size_t *)context;
}

static void elements_may_come_in_parts(void **state)
{
    (void)state;
    Class class = objc_allocateClassPair(object_getClass(device->object), "GivesOne", 0);
    class_addMethod(class, runtime_selector[METHOD_ns_enumerate], (IMP)(void (*)(void))give_one, "Q@:^v^@Q");
    objc_registerClassPair(class);
    Class own = object_setClass(device->object, class);
    size_t visits = 0;
    runtime_each(device->object, count_visit, &visits);
    object_setClass(device->object, own);
    assert_int_equal(visits, 3);
}

static void what_is_not_there_is_seen(void **state)
{
    (void)state;
    assert_non_null(runtime_class(CLASS_MTLCompileOptions));
    assert_true(runtime_responds(device->object, METHOD_device_new_library));
    assert_false(runtime_responds(device->object, METHOD_commands_status));
    assert_false(runtime_responds(NULL, METHOD_device_new_library));
}

/* A process has one Metal. */
static void another_library_is_refused(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(runtime_load("/nonexistent/libmetal.so", &error));
    assert_non_null(strstr(error.text, "has already loaded"));
    assert_non_null(strstr(error.text, "cannot load /nonexistent/libmetal.so"));
}

/* 0: each is refused, for its own reason. */
static int refused_without_a_device(void)
{
    assay_error error = {0};
    if (runtime_load("/nonexistent/libmetal.so", &error) || !strstr(error.text, "/nonexistent/libmetal.so"))
        return 1;
#ifdef __APPLE__
    return runtime_load("softmetal", &error) || !strstr(error.text, "use --device metal");
#else
    return runtime_load("metal", &error) || !strstr(error.text, "use --device softmetal");
#endif
}

static void what_is_no_metal_is_refused(void **state)
{
    (void)state;
    assert_int_equal(refused_without_a_device(), 0);
}

int main(void)
{
    const struct CMUnitTest before[] = {cmocka_unit_test(what_is_no_metal_is_refused)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_go_there_and_back),    cmocka_unit_test(each_element_is_visited_once),
        cmocka_unit_test(elements_may_come_in_parts), cmocka_unit_test(what_is_not_there_is_seen),
        cmocka_unit_test(another_library_is_refused),
    };
    int failed = cmocka_run_group_tests(before, NULL, NULL);
    return failed + cmocka_run_group_tests(tests, open_device, close_device);
}
