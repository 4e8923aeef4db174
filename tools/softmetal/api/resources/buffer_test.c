/* buffer_test.c: buffers with their contents, buffers of a client's own memory, and heaps. */
#include "../test_block.h"
#include "../test_kernels.h"
#include <stdlib.h>
#include <unistd.h>

static void test_buffers(void **state)
{
    (void)state;
    const int values[3] = {1, 2, 3};
    id copied = CALL(id, TYPES(const void *, NSUInteger, NSUInteger), device,
                     "newBufferWithBytes:length:options:", values, sizeof values, 0);
    assert_memory_equal(ints(copied), values, sizeof values);
    assert_int_equal(CALL0(uint64_t, copied, "gpuAddress"), (uintptr_t)ints(copied));
    release(copied);
    id large = buffer_of(1 << 20);
    assert_int_equal(ints(large)[1000], 0);
    assert_int_equal(CALL0(NSUInteger, device, "currentAllocatedSize"), 1 << 20);
    release(large);
    assert_int_equal(CALL0(NSUInteger, device, "currentAllocatedSize"), 0);
    assert_null(buffer_of(0));
    assert_null(buffer_of((size_t)1 << 50));
    id hidden = CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", 16,
                     MTLResourceStorageModePrivate);
    assert_null(CALL0(void *, hidden, "contents"));
    release(hidden);
}

/* So many that the last ones share the heap, where they meet what others left there. */
static void test_buffers_of_the_heap_are_zero(void **state)
{
    (void)state;
    enum { PAGES = 16384, COUNT = PAGES + 16, LENGTH = 4000 };
    static id held[COUNT];
    static const unsigned char zeros[LENGTH];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++) {
            held[i] = buffer_of(LENGTH);
            assert_non_null(held[i]);
            if (i >= PAGES)
                assert_memory_equal(ints(held[i]), zeros, LENGTH);
        }
        for (int i = 0; i < COUNT; i++) {
            memset(ints(held[i]), 0xa5, LENGTH);
            release(held[i]);
        }
    }
}

static void count_free(struct counting_block *block, void *bytes, NSUInteger length)
{
    *block->count += (int)length;
    free(bytes);
}

static void test_no_copy_calls_its_deallocator(void **state)
{
    (void)state;
    int freed = 0;
    NSUInteger page = (NSUInteger)sysconf(_SC_PAGESIZE);
    char *memory = aligned_alloc(page, page);
    struct counting_block block = counting(&freed, (void (*)(void))count_free);
    id buffer = CALL(id, TYPES(void *, NSUInteger, NSUInteger, id), device,
                     "newBufferWithBytesNoCopy:length:options:deallocator:", memory, page, 0, (id)&block);
    assert_ptr_equal(ints(buffer), memory);
    assert_null(CALL(id, TYPES(void *, NSUInteger, NSUInteger, id), device,
                     "newBufferWithBytesNoCopy:length:options:deallocator:", memory + 64, page, 0, (id)&block));
    assert_null(CALL(id, TYPES(void *, NSUInteger, NSUInteger, id), device,
                     "newBufferWithBytesNoCopy:length:options:deallocator:", memory, 64, 0, (id)&block));
    memset(&block, 0, sizeof block); /* the device has its own copy */
    release(buffer);
    assert_int_equal(freed, (int)page);
}

static void test_heaps(void **state)
{
    (void)state;
    id descriptor = MAKE("MTLHeapDescriptor");
    CALL(void, NSUInteger, descriptor, "setSize:", 1024);
    CALL(void, NSUInteger, descriptor, "setStorageMode:", MTLStorageModeShared);
    id heap = CALL(id, id, device, "newHeapWithDescriptor:", descriptor);
    id first = CALL(id, TYPES(NSUInteger, NSUInteger), heap, "newBufferWithLength:options:", 700, 0);
    assert_non_null(first);
    assert_null(CALL(id, TYPES(NSUInteger, NSUInteger), heap, "newBufferWithLength:options:", 700, 0));
    assert_int_equal(CALL0(NSUInteger, heap, "usedSize"), 768); /* in units of 256 */
    assert_int_equal(CALL(NSUInteger, NSUInteger, heap, "maxAvailableSizeWithAlignment:", 256), 256);
    release(first);
    assert_int_equal(CALL0(NSUInteger, heap, "usedSize"), 0);
    assert_int_equal(CALL(NSUInteger, NSUInteger, heap, "maxAvailableSizeWithAlignment:", 256), 1024);
    release(heap);
    CALL(void, NSInteger, descriptor, "setType:", MTLHeapTypePlacement);
    heap = CALL(id, id, device, "newHeapWithDescriptor:", descriptor);
    id low =
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 0);
    id high =
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 256);
    assert_int_equal(CALL0(NSUInteger, low, "heapOffset"), 0);
    assert_int_equal(CALL0(NSUInteger, high, "heapOffset"), 256);
    assert_ptr_equal(CALL0(id, high, "heap"), heap);
    ints(low)[64] = 7;
    assert_int_equal(ints(high)[0], 7);
    assert_null(
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 768));
    release(low);
    release(high);
    release(heap);
    release(descriptor);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_buffers),
        TEST(test_buffers_of_the_heap_are_zero),
        TEST(test_no_copy_calls_its_deallocator),
        TEST(test_heaps),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
