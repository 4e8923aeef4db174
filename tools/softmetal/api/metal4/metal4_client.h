/* metal4_client.h: a client of Metal 4 in short words, for tests: one queue, allocator, table and residency set, and
 * what the last commit's feedback said. */
#ifndef SOFTMETAL_METAL4_CLIENT_H
#define SOFTMETAL_METAL4_CLIENT_H
#include "../objc/blocks.h"
#include "../test_client.h"
#include <stdlib.h>
#include <unistd.h>

static id queue4, allocator, table, set;

/* What the feedback of the last commit said. */
static struct told {
    int count;
    long code;
    char text[1000], log[2000];
    double start, end;
} told;

static inline void hear(void *block, id feedback)
{
    (void)block;
    id error = CALL0(id, feedback, "error"), logs = CALL0(id, feedback, "logs");
    told.count++;
    told.code = error ? error_code(error) : 0;
    snprintf(told.text, sizeof told.text, "%s", error ? error_text(error) : "");
    told.start = CALL0(double, feedback, "GPUStartTime");
    told.end = CALL0(double, feedback, "GPUEndTime");
    *told.log = 0;
    for (NSUInteger n = 0; n < CALL0(NSUInteger, logs, "count"); n++) {
        size_t used = strlen(told.log);
        snprintf(told.log + used, sizeof told.log - used, "%s\n",
                 utf8(CALL0(id, CALL(id, NSUInteger, logs, "objectAtIndex:", n), "description")));
    }
}

static const mtl_block_descriptor hearing = {.size = sizeof(mtl_block)};

static inline id new_table(NSUInteger buffers, NSUInteger textures, NSUInteger samplers, id *error)
{
    id descriptor = MAKE("MTL4ArgumentTableDescriptor");
    CALL(void, NSUInteger, descriptor, "setMaxBufferBindCount:", buffers);
    CALL(void, NSUInteger, descriptor, "setMaxTextureBindCount:", textures);
    CALL(void, NSUInteger, descriptor, "setMaxSamplerStateBindCount:", samplers);
    id made = CALL(id, TYPES(id, id *), device, "newArgumentTableWithDescriptor:error:", descriptor, error);
    release(descriptor);
    return made;
}

static inline id new_set(void)
{
    id descriptor = MAKE("MTLResidencySetDescriptor"), error = nil;
    id made = CALL(id, TYPES(id, id *), device, "newResidencySetWithDescriptor:error:", descriptor, &error);
    release(descriptor);
    return made;
}

static inline id resident(size_t length)
{
    id buffer = buffer_of(length);
    CALL(void, id, set, "addAllocation:", buffer);
    CALL0(void, set, "commit");
    return buffer;
}

static inline int open_all(void **state)
{
    open_pool(state);
    queue4 = CALL0(id, device, "newMTL4CommandQueue");
    allocator = CALL0(id, device, "newCommandAllocator");
    table = new_table(4, 2, 2, NULL);
    set = new_set();
    CALL(void, id, queue4, "addResidencySet:", set);
    return queue4 && allocator && table && set ? 0 : -1;
}

static inline int close_all(void **state)
{
    release(set);
    release(table);
    release(allocator);
    release(queue4);
    return close_pool(state);
}

static inline uint64_t address_of(id buffer)
{
    return CALL0(uint64_t, buffer, "gpuAddress");
}

static inline void set_address(uint64_t address, NSUInteger index)
{
    CALL(void, TYPES(uint64_t, NSUInteger), table, "setAddress:atIndex:", address, index);
}

static inline id begin4(void)
{
    id commands = CALL0(id, device, "newCommandBuffer");
    CALL(void, id, commands, "beginCommandBufferWithAllocator:", allocator);
    return CALL0(id, commands, "autorelease");
}

static inline id encoder_of(id commands, const char *kernel)
{
    id encoder = CALL0(id, commands, "computeCommandEncoder");
    assert_non_null(encoder);
    CALL(void, id, encoder, "setArgumentTable:", table);
    if (kernel)
        set_pipeline(encoder, pipeline_named(kernel));
    return encoder;
}

static inline void run_kernel(id encoder, const char *kernel, NSUInteger threads)
{
    set_pipeline(encoder, pipeline_named(kernel));
    dispatch(encoder, threads, threads);
}

static inline void barrier(id encoder, const char *selector, NSUInteger after, NSUInteger before)
{
    CALL(void, TYPES(NSUInteger, NSUInteger, NSUInteger), encoder, selector, after, before, 0);
}

static inline void commit_only(id *commands, NSUInteger count)
{
    id options = MAKE("MTL4CommitOptions");
    mtl_block block = {.isa = (void *)objc_getClass("NSObject"),
                       .flags = MTL_BLOCK_IS_GLOBAL,
                       .invoke = (void (*)(void))hear,
                       .descriptor = &hearing};
    static mtl_block kept; /* a global block is not copied */
    kept = block;
    CALL(void, id, options, "addFeedbackHandler:", (id)&kept);
    told = (struct told){0};
    CALL(void, TYPES(id *, NSUInteger, id), queue4, "commit:count:options:", commands, count, options);
    release(options);
}

static inline void wait_all(void)
{
    id event = CALL0(id, device, "newSharedEvent");
    CALL(void, TYPES(id, uint64_t), queue4, "signalEvent:value:", event, 1);
    assert_true(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 1, 60000));
    release(event);
}

static inline void finish_all(id commands)
{
    CALL0(void, commands, "endCommandBuffer");
    commit_only(&commands, 1);
    wait_all();
    assert_int_equal(told.count, 1);
}

static inline void end(id encoder)
{
    CALL0(void, encoder, "endEncoding");
}

/* ---- faults: a run of the test for each, whose exit status is 0 where the fault shows */

struct fault {
    const char *name;
    bool (*shows)(void);
};

static inline int try_fault(const struct fault *fault, const char *name)
{
    void *state = NULL;
    if (open_all(&state) != 0)
        return 2;
    for (; fault->name; fault++)
        if (strcmp(fault->name, name) == 0)
            return !fault->shows();
    return 2;
}

/* The same probes show nothing where no fault is planted: the second run. */
static inline void every_fault(const struct fault *fault)
{
    for (; fault->name; fault++) {
        char command[300];
        snprintf(command, sizeof command, "SOFTMETAL_FAULT=%s /proc/%d/exe fault %s 2> /dev/null", fault->name,
                 (int)getpid(), fault->name);
        if (system(command) != 0)
            fail_msg("%s does not show", fault->name);
        assert_int_not_equal(system(strchr(command, '/')), 0);
    }
}

/* Starts the test once more, in checked mode. */
static inline int again_checked(char *name)
{
    fflush(NULL);
    setenv("SOFTMETAL_CHECKED", "1", 1);
    execl("/proc/self/exe", name, "checked", (char *)NULL);
    return 1;
}
#endif
