/* test_client.h: what the tests need of a Metal client in C: messages with their types, and short names for frequent
 * ones. */
#ifndef SOFTMETAL_TEST_CLIENT_H
#define SOFTMETAL_TEST_CLIENT_H
#include "../include-host/Metal/Metal.h"

#include "../include-host/objc/message.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* CALL(result, (types…), receiver, "selector", arguments…) */
#define TYPES(...) __VA_ARGS__
#define CALL0(result, receiver, name) ((result(*)(id, SEL))objc_msgSend)(receiver, sel_registerName(name))
#define CALL(result, types, receiver, name, ...)                                                                       \
    ((result(*)(id, SEL, types))objc_msgSend)(receiver, sel_registerName(name), __VA_ARGS__)

#define MAKE(class) CALL0(id, CALL0(id, (id)objc_getClass(class), "alloc"), "init")

static inline id text(const char *utf8)
{
    return CALL(id, const char *, (id)objc_getClass("NSString"), "stringWithUTF8String:", utf8);
}

static inline const char *utf8(id string)
{
    return CALL0(const char *, string, "UTF8String");
}

static inline void release(id object)
{
    CALL0(void, object, "release");
}

static inline long error_code(id error)
{
    return CALL0(NSInteger, error, "code");
}

static inline const char *error_text(id error)
{
    return utf8(CALL0(id, error, "localizedDescription"));
}

static inline bool contains(const char *whole, const char *part)
{
    return strstr(whole, part) != NULL;
}

static id device, queue; /* set by the test */
static id library, pool; /* of all tests of a file; of the running one */

static inline id library_from(const char *program, id options, id *error)
{
    return CALL(id, TYPES(id, id, id *), device, "newLibraryWithSource:options:error:", text(program), options, error);
}

/* Fixtures. */
static inline int open_client(const char *program)
{
    id outer = MAKE("NSAutoreleasePool"), error = nil;
    device = MTLCreateSystemDefaultDevice();
    queue = CALL0(id, device, "newCommandQueue");
    library = library_from(program, nil, &error);
    if (!library)
        fprintf(stderr, "%s\n", error_text(error));
    release(outer);
    return device && queue && library ? 0 : -1;
}

static inline int open_pool(void **state)
{
    (void)state;
    pool = MAKE("NSAutoreleasePool");
    return 0;
}

static inline int close_pool(void **state)
{
    (void)state;
    release(pool);
    return 0;
}

static inline id buffer_of(size_t length)
{
    return CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", length, 0);
}

static inline int *ints(id buffer)
{
    return CALL0(void *, buffer, "contents");
}

static inline void set_pipeline(id encoder, id pipeline)
{
    CALL(void, id, encoder, "setComputePipelineState:", pipeline);
}

static inline void set_buffer(id encoder, id buffer, NSUInteger offset, NSUInteger index)
{
    CALL(void, TYPES(id, NSUInteger, NSUInteger), encoder, "setBuffer:offset:atIndex:", buffer, offset, index);
}

static inline void set_bytes(id encoder, const void *bytes, NSUInteger length, NSUInteger index)
{
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), encoder, "setBytes:length:atIndex:", bytes, length, index);
}

static inline void dispatch(id encoder, NSUInteger threads, NSUInteger group)
{
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(threads, 1, 1),
         MTLSizeMake(group, 1, 1));
}

static inline id begin(id *encoder)
{
    id commands = CALL0(id, queue, "commandBuffer");
    *encoder = CALL0(id, commands, "computeCommandEncoder");
    return commands;
}

/* Ends, commits and waits; returns the error or nil. */
static inline id finish(id commands, id encoder)
{
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    id error = CALL0(id, commands, "error");
    assert_int_equal(CALL0(NSUInteger, commands, "status"),
                     error ? MTLCommandBufferStatusError : MTLCommandBufferStatusCompleted);
    return error;
}

static inline id texture_of(NSUInteger format, NSUInteger width, NSUInteger height, NSUInteger usage)
{
    id descriptor = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                         "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", format, width, height, NO);
    CALL(void, NSUInteger, descriptor, "setUsage:", usage);
    return CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
}

/* A function of the library, which must have it. */
static inline id function_named(const char *name)
{
    id function = CALL(id, id, library, "newFunctionWithName:", text(name));
    assert_non_null(function);
    return CALL0(id, function, "autorelease");
}

/* A pipeline of such a function. */
static inline id pipeline_named(const char *name)
{
    id error = nil, pipeline = CALL(id, TYPES(id, id *), device,
                                    "newComputePipelineStateWithFunction:error:", function_named(name), &error);
    if (!pipeline)
        fail_msg("%s: %s", name, error_text(error));
    return CALL0(id, pipeline, "autorelease");
}

static inline void replace(id texture, MTLRegion region, const void *bytes, NSUInteger row)
{
    CALL(void, TYPES(MTLRegion, NSUInteger, const void *, NSUInteger), texture,
         "replaceRegion:mipmapLevel:withBytes:bytesPerRow:", region, 0, bytes, row);
}

static inline void get(id texture, MTLRegion region, void *bytes, NSUInteger row)
{
    CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
         "getBytes:bytesPerRow:fromRegion:mipmapLevel:", bytes, row, region, 0);
}

#endif
