/* api_test.c: drives the device as a client does, through the runtime and public selectors only. */
#include "objc/blocks.h"
#include "test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* GNUstep counts live objects per class. */
extern BOOL GSDebugAllocationActive(BOOL active);
extern int GSDebugAllocationCount(Class class);

/* ---- a device, a queue and kernels for all tests */

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant int scale [[function_constant(0)]];\n"
    "kernel void add(device const int *a [[buffer(0)]], device const int *b [[buffer(1)]],\n"
    "                device int *r [[buffer(2)]], uint i [[thread_position_in_grid]]) { r[i] = a[i] + b[i]; }\n"
    "kernel void increment(device int *r [[buffer(0)]], constant int &by [[buffer(1)]],\n"
    "                      uint i [[thread_position_in_grid]]) { r[i] += by; }\n"
    "kernel void twice(device int *r [[buffer(0)]], uint i [[thread_position_in_grid]]) { r[i] *= 2; }\n"
    "kernel void scaled(device int *r [[buffer(0)]], uint i [[thread_position_in_grid]]) { r[i] = int(i) * scale; }\n"
    "constant bool with_extra [[function_constant(1)]];\n"
    "kernel void optional(device int *r [[buffer(0)]], device int *extra [[buffer(1), "
    "function_constant(with_extra)]],\n"
    "                     uint i [[thread_position_in_grid]]) { r[i] = with_extra ? extra[i] : 7; }\n"
    "kernel void reversed(device int *r [[buffer(0)]], threadgroup int *t [[threadgroup(0)]],\n"
    "                     uint i [[thread_position_in_threadgroup]], uint n [[threads_per_threadgroup]],\n"
    "                     uint g [[thread_position_in_grid]]) {\n"
    "    t[i] = int(i); threadgroup_barrier(mem_flags::mem_threadgroup); r[g] = t[n - 1 - i]; }\n"
    "kernel void two_lengths(device int *r [[buffer(0)]], threadgroup int *a [[threadgroup(0)]],\n"
    "                        threadgroup int *b [[threadgroup(1)]]) { a[0] = 1; b[0] = 2; r[0] = a[0] + b[0]; }\n"
    "[[required_threads_per_threadgroup(8, 2, 1)]]\n"
    "kernel void shaped(device int *r [[buffer(0)]]) { r[0] = 1; }\n"
    "kernel void wide(device int4 *r [[buffer(0)]]) { r[0] = 1; }\n"
    "kernel void endless(device atomic_int *r [[buffer(0)]]) {\n"
    "    while (atomic_load_explicit(r, memory_order_relaxed) == 0) { } }\n"
    "kernel void invert(texture2d<float, access::read> from [[texture(0)]],\n"
    "                   texture2d<float, access::write> to [[texture(1)]],\n"
    "                   uint2 p [[thread_position_in_grid]]) { to.write(1.0f - from.read(p), p); }\n"
    "struct pair { device const int *from; device int *to; };\n"
    "kernel void indirect(constant pair &p [[buffer(0)]], uint i [[thread_position_in_grid]]) { p.to[i] = p.from[i]; "
    "}\n";

static id pipeline_of(const char *name)
{
    id error = nil, function = CALL(id, id, library, "newFunctionWithName:", text(name));
    assert_non_null(function);
    id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    if (!pipeline)
        fail_msg("%s: %s", name, error_text(error));
    release(function);
    return pipeline;
}

static id finish_well(id commands, id encoder)
{
    id error = finish(commands, encoder);
    if (error)
        fail_msg("%s", error_text(error));
    return commands;
}

static int open_device(void **state)
{
    (void)state;
    return open_client(source);
}

/* ---- device and resources */

static void test_device(void **state)
{
    (void)state;
    assert_true(strlen(utf8(CALL0(id, device, "name"))) > 0);
    assert_true(CALL0(uint64_t, device, "registryID") != 0);
    assert_true(CALL(BOOL, NSInteger, device, "supportsFamily:", MTLGPUFamilyApple5));
    assert_false(CALL(BOOL, NSInteger, device, "supportsFamily:", 1234));
    assert_int_equal(CALL0(NSUInteger, device, "maxThreadgroupMemoryLength"), 32768);
    id all = MTLCopyAllDevices();
    assert_int_equal(CALL0(NSUInteger, all, "count"), 1);
    release(all);
}

#if defined(__x86_64__)
#define SEND_STRUCTURE objc_msgSend_stret
#else
#define SEND_STRUCTURE objc_msgSend
#endif

static void test_structure_is_returned(void **state)
{
    (void)state;
    MTLSize size = ((MTLSize(*)(id, SEL))SEND_STRUCTURE)(device, sel_registerName("maxThreadsPerThreadgroup"));
    assert_int_equal(size.width, 1024);
    assert_int_equal(size.depth, 1024);
}

static void test_nil_answers_zero(void **state)
{
    (void)state;
    assert_null(CALL0(id, nil, "name"));
    assert_true(CALL0(double, nil, "GPUEndTime") == 0.0);
}

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

/* A block as a compiler lays it out, with one captured pointer. */
struct counting_block {
    mtl_block block;
    int *count;
};
static const mtl_block_descriptor counting_descriptor = {0, sizeof(struct counting_block), NULL, NULL};
extern void *_NSConcreteStackBlock[32];

static void count_free(struct counting_block *block, void *bytes, NSUInteger length)
{
    *block->count += (int)length;
    free(bytes);
}

static struct counting_block counting(int *count, void (*invoke)(void))
{
    return (struct counting_block){{_NSConcreteStackBlock, 0, 0, invoke, &counting_descriptor}, count};
}

static void test_no_copy_calls_its_deallocator(void **state)
{
    (void)state;
    int freed = 0;
    void *memory = malloc(64);
    struct counting_block block = counting(&freed, (void (*)(void))count_free);
    id buffer = CALL(id, TYPES(void *, NSUInteger, NSUInteger, id), device,
                     "newBufferWithBytesNoCopy:length:options:deallocator:", memory, 64, 0, (id)&block);
    assert_ptr_equal(ints(buffer), memory);
    memset(&block, 0, sizeof block); /* the device has its own copy */
    release(buffer);
    assert_int_equal(freed, 64);
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
    release(first);
    assert_int_equal(CALL0(NSUInteger, heap, "usedSize"), 0);
    release(heap);
    CALL(void, NSInteger, descriptor, "setType:", MTLHeapTypePlacement);
    heap = CALL(id, id, device, "newHeapWithDescriptor:", descriptor);
    id low =
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 0);
    id high =
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 256);
    ints(low)[64] = 7;
    assert_int_equal(ints(high)[0], 7);
    assert_null(
        CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap, "newBufferWithLength:options:offset:", 512, 0, 768));
    release(low);
    release(high);
    release(heap);
    release(descriptor);
}

/* ---- libraries */

static void test_compile_errors(void **state)
{
    (void)state;
    id error = nil;
    assert_null(library_from("kernel void k() {\n  this is wrong;\n}\n", nil, &error));
    assert_int_equal(error_code(error), MTLLibraryErrorCompileFailure);
    assert_string_equal(utf8(CALL0(id, error, "domain")), "MTLLibraryErrorDomain");
    assert_true(contains(error_text(error), "program_source:2:"));
    assert_true(contains(error_text(error), "error:"));
    assert_null(library_from("still wrong", nil, NULL));
    assert_null(CALL(id, TYPES(id, id, id *), device, "newLibraryWithSource:options:error:", nil, nil, &error));
}

/* What a program loads as compiled library is a file of source. */
static void test_library_from_file(void **state)
{
    (void)state;
    char path[] = "/tmp/softmetal-library-XXXXXX";
    int file = mkstemp(path);
    static const char text_of_file[] = "kernel void from_file() {}", compiled[] = "MTLB\1\2\3";
    assert_int_equal(write(file, text_of_file, sizeof text_of_file - 1), sizeof text_of_file - 1);
    id error = nil, url = CALL(id, id, (id)objc_getClass("NSURL"), "fileURLWithPath:", text(path));
    id loaded[] = {CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error),
                   CALL(id, TYPES(id, id *), device, "newLibraryWithURL:error:", url, &error)};
    for (int n = 0; n < 2; n++) {
        assert_non_null(loaded[n]);
        id names = CALL0(id, loaded[n], "functionNames");
        assert_string_equal(utf8(CALL(id, NSUInteger, names, "objectAtIndex:", 0)), "from_file");
        release(loaded[n]);
    }
    assert_int_equal(pwrite(file, compiled, sizeof compiled, 0), sizeof compiled);
    assert_null(CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error));
    assert_int_equal(error_code(error), MTLLibraryErrorUnsupported);
    close(file);
    remove(path);
    assert_null(CALL(id, TYPES(id, id *), device, "newLibraryWithFile:error:", text(path), &error));
    assert_int_equal(error_code(error), MTLLibraryErrorFileNotFound);
    assert_null(CALL0(id, device, "newDefaultLibrary"));
}

static void test_language_version(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions"), error = nil;
    CALL(void, NSUInteger, options, "setLanguageVersion:", 0x90000);
    assert_null(library_from(source, options, &error));
    assert_true(contains(error_text(error), "9.0"));
    release(options);
}

static void test_fast_math_sets_both_axes(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions");
    assert_true(CALL0(BOOL, options, "fastMathEnabled"));
    CALL(void, BOOL, options, "setFastMathEnabled:", NO);
    assert_int_equal(CALL0(NSInteger, options, "mathMode"), MTLMathModeSafe);
    assert_int_equal(CALL0(NSInteger, options, "mathFloatingPointFunctions"), MTLMathFloatingPointFunctionsPrecise);
    id copy = CALL0(id, options, "copy");
    assert_int_equal(CALL0(NSInteger, copy, "mathMode"), MTLMathModeSafe);
    release(copy);
    release(options);
}

static void test_macros(void **state)
{
    (void)state;
    id options = MAKE("MTLCompileOptions"), macros = MAKE("NSMutableDictionary"), error = nil;
    id number = CALL(id, int, (id)objc_getClass("NSNumber"), "numberWithInt:", 7);
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", number, text("SEVEN"));
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", text("int"), text("TYPE"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    id made =
        library_from("static_assert(SEVEN == 7, \"\"); kernel void k(device TYPE *r [[buffer(0)]]) { *r = SEVEN; }",
                     options, &error);
    if (!made)
        fail_msg("%s", error_text(error));
    release(made);
    CALL(void, TYPES(id, id), macros, "setObject:forKey:", device, text("TYPE"));
    CALL(void, id, options, "setPreprocessorMacros:", macros);
    assert_null(library_from("kernel void k() {}", options, &error));
    assert_true(contains(error_text(error), "TYPE"));
    release(macros);
    release(options);
}

static void test_functions(void **state)
{
    (void)state;
    id names = CALL0(id, library, "functionNames");
    assert_true(CALL(BOOL, id, names, "containsObject:", text("add")));
    assert_null(CALL(id, id, library, "newFunctionWithName:", text("subtract")));
    id function = CALL(id, id, library, "newFunctionWithName:", text("add"));
    assert_string_equal(utf8(CALL0(id, function, "name")), "add");
    assert_int_equal(CALL0(NSUInteger, function, "functionType"), MTLFunctionTypeKernel);
    release(function);
}

static id scaled_by(const void *value, NSUInteger type, id *error)
{
    id values = MAKE("MTLFunctionConstantValues");
    if (value)
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", value, type,
             0);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("scaled"),
                       values, error);
    release(values);
    return function;
}

static void test_function_constants(void **state)
{
    (void)state;
    id error = nil, plain = CALL(id, id, library, "newFunctionWithName:", text("scaled"));
    id constants = CALL0(id, plain, "functionConstantsDictionary");
    id constant = CALL(id, id, constants, "objectForKey:", text("scale"));
    assert_int_equal(CALL0(NSUInteger, constant, "type"), MTLDataTypeInt);
    assert_null(CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", plain, &error));
    assert_true(contains(error_text(error), "function constants"));
    release(plain);
    assert_null(scaled_by(NULL, 0, &error));
    assert_true(contains(error_text(error), "scale"));
    float wrong = 1;
    assert_null(scaled_by(&wrong, MTLDataTypeFloat, &error));
    assert_true(contains(error_text(error), "of type int"));
    assert_null(scaled_by(&wrong, MTLDataTypeUInt, &error));
    assert_true(contains(error_text(error), "of type int"));
    for (int by = 3; by < 5; by++) {
        id function = scaled_by(&by, MTLDataTypeInt, &error);
        id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
        id result = buffer_of(64), encoder, commands = begin(&encoder);
        set_pipeline(encoder, pipeline);
        set_buffer(encoder, result, 0, 0);
        dispatch(encoder, 16, 16);
        finish_well(commands, encoder);
        assert_int_equal(ints(result)[5], 5 * by);
        release(result);
        release(pipeline);
        release(function);
    }
}

static id optional_pipeline(bool with_extra, id *reflection)
{
    id error = nil, values = MAKE("MTLFunctionConstantValues");
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", &with_extra,
         MTLDataTypeBool, 1);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("optional"),
                       values, &error);
    id pipeline =
        CALL(id, TYPES(id, NSUInteger, id *, id *), device,
             "newComputePipelineStateWithFunction:options:reflection:error:", function, 3, reflection, &error);
    release(values);
    release(function);
    return pipeline;
}

/* An argument that a function constant switches off needs no buffer. */
static void test_optional_argument(void **state)
{
    (void)state;
    for (int with_extra = 0; with_extra < 2; with_extra++) {
        id reflection = nil, pipeline = optional_pipeline(with_extra, &reflection), encoder, result = buffer_of(64);
        id argument = CALL(id, NSUInteger, CALL0(id, reflection, "arguments"), "objectAtIndex:", 1);
        assert_int_equal(CALL0(BOOL, argument, "isActive"), with_extra);
        id commands = begin(&encoder);
        set_pipeline(encoder, pipeline);
        set_buffer(encoder, result, 0, 0);
        dispatch(encoder, 16, 16);
        CALL0(void, encoder, "endEncoding");
        CALL0(void, commands, "commit");
        CALL0(void, commands, "waitUntilCompleted");
        if (with_extra)
            assert_true(contains(error_text(CALL0(id, commands, "error")), "nothing is bound to buffer(1)"));
        else
            assert_int_equal(ints(result)[5], 7);
        release(result);
        release(pipeline);
    }
}

static void test_reflection(void **state)
{
    (void)state;
    id error = nil, reflection = nil, function = CALL(id, id, library, "newFunctionWithName:", text("add"));
    id pipeline =
        CALL(id, TYPES(id, NSUInteger, id *, id *), device,
             "newComputePipelineStateWithFunction:options:reflection:error:", function, 3, &reflection, &error);
    id arguments = CALL0(id, reflection, "arguments");
    assert_int_equal(CALL0(NSUInteger, arguments, "count"), 3);
    id result = CALL(id, NSUInteger, arguments, "objectAtIndex:", 2);
    assert_string_equal(utf8(CALL0(id, result, "name")), "r");
    assert_int_equal(CALL0(NSUInteger, result, "index"), 2);
    assert_int_equal(CALL0(NSUInteger, result, "access"), MTLBindingAccessReadWrite);
    assert_int_equal(CALL0(NSUInteger, pipeline, "threadExecutionWidth"), 32);
    release(pipeline);
    release(function);
}

/* ---- commands */

static void test_offsets_and_bytes(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), result = buffer_of(256), encoder, commands = begin(&encoder);
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 16, 0);
    int by = 5;
    set_bytes(encoder, &by, sizeof by, 1);
    by = 1000; /* the bytes were copied */
    dispatch(encoder, 10, 4);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 128, 0);
    dispatch(encoder, 1, 1);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[3], 0);
    assert_int_equal(ints(result)[4], 5);
    assert_int_equal(ints(result)[13], 5);
    assert_int_equal(ints(result)[14], 0);
    assert_int_equal(ints(result)[32], 5);
    assert_true(CALL0(double, commands, "GPUEndTime") >= CALL0(double, commands, "GPUStartTime"));
    release(result);
    release(increment);
}

static void test_dispatches_run_in_order(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64);
    id encoder, commands = begin(&encoder);
    const int three = 3;
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &three, sizeof three, 1);
    set_pipeline(encoder, increment);
    dispatch(encoder, 16, 16);
    set_pipeline(encoder, twice);
    dispatch(encoder, 16, 16);
    CALL0(void, encoder, "endEncoding");
    encoder = CALL0(id, commands, "computeCommandEncoder");
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &three, sizeof three, 1);
    set_pipeline(encoder, increment);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(2, 1, 1),
         MTLSizeMake(8, 1, 1));
    finish_well(commands, encoder);
    for (int n = 0; n < 16; n++)
        assert_int_equal(ints(result)[n], 9);
    release(result);
    release(increment);
    release(twice);
}

static id begin_concurrent(id *encoder)
{
    id commands = CALL0(id, queue, "commandBuffer");
    *encoder = CALL(id, NSUInteger, commands, "computeCommandEncoderWithDispatchType:", MTLDispatchTypeConcurrent);
    return commands;
}

enum { NO_BARRIER, OF_BUFFERS, OF_TEXTURES, OF_RESULT, OF_OTHER, OF_BOTH, OF_VIEW };

static void barrier_between(id encoder, int what, id result, id other, id view)
{
    const id resources[] = {other, what == OF_VIEW ? view : result};
    bool scope = what == OF_BUFFERS || what == OF_TEXTURES;
    if (scope)
        CALL(void, NSUInteger, encoder,
             "memoryBarrierWithScope:", what == OF_BUFFERS ? MTLBarrierScopeBuffers : MTLBarrierScopeTextures);
    else if (what != NO_BARRIER)
        CALL(void, TYPES(const id *, NSUInteger), encoder,
             "memoryBarrierWithResources:count:", resources + (what == OF_RESULT),
             what == OF_BOTH || what == OF_VIEW ? 2u : 1u);
}

/* Three is added, then the sum doubled; the other way round if nothing orders them. */
static void test_concurrent_order(void **state)
{
    (void)state;
    static const int expected[] = {[NO_BARRIER] = 3, [OF_BUFFERS] = 6, [OF_TEXTURES] = 3, [OF_RESULT] = 6,
                                   [OF_OTHER] = 3,   [OF_BOTH] = 6,    [OF_VIEW] = 6};
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(1024);
    id other = buffer_of(1024),
       described = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                        "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", MTLPixelFormatR32Sint, 16, 1, NO);
    id view = CALL(id, TYPES(id, NSUInteger, NSUInteger), result,
                   "newTextureWithDescriptor:offset:bytesPerRow:", described, 512, 64);
    assert_non_null(view);
    for (int what = NO_BARRIER; what <= OF_VIEW; what++) {
        id encoder, commands = begin_concurrent(&encoder);
        const int three = 3;
        ints(result)[0] = 0;
        set_buffer(encoder, result, 0, 0);
        set_bytes(encoder, &three, sizeof three, 1);
        set_pipeline(encoder, increment);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, what, result, other, view);
        set_pipeline(encoder, twice);
        dispatch(encoder, 1, 1);
        finish_well(commands, encoder);
        assert_int_equal(ints(result)[0], expected[what]);
    }
    release(view);
    release(other);
    release(result);
    release(increment);
    release(twice);
}

/* More dispatches than are ordered at a time, in two encoders; each is run once, and barriers hold throughout. */
static void test_concurrent_many(void **state)
{
    (void)state;
    enum { PAIRS = 75 };
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64), encoder;
    id commands = begin_concurrent(&encoder);
    unsigned expected = 0;
    for (int n = 0; n < 2 * PAIRS; n++) {
        const int by = n + 1;
        if (n == PAIRS) {
            CALL0(void, encoder, "endEncoding");
            encoder =
                CALL(id, NSUInteger, commands, "computeCommandEncoderWithDispatchType:", MTLDispatchTypeConcurrent);
        }
        set_buffer(encoder, result, 0, 0);
        set_bytes(encoder, &by, sizeof by, 1);
        set_pipeline(encoder, increment);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, n % 2 ? OF_RESULT : OF_BUFFERS, result, nil, nil);
        set_pipeline(encoder, twice);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, n % 3 ? OF_RESULT : OF_BUFFERS, result, nil, nil);
        expected = 2 * (expected + (unsigned)by);
    }
    finish_well(commands, encoder);
    assert_int_equal((unsigned)ints(result)[0], expected);
    release(result);
    release(increment);
    release(twice);
}

static void test_concurrent_misuse(void **state)
{
    (void)state;
    id encoder, commands = begin_concurrent(&encoder);
    const id nothing[] = {nil};
    CALL(void, TYPES(const id *, NSUInteger), encoder, "memoryBarrierWithResources:count:", nothing, 1);
    id error = finish(commands, encoder);
    assert_non_null(error);
    assert_true(contains(error_text(error), "is no resource"));
}

static void test_threadgroup_memory(void **state)
{
    (void)state;
    id reversed = pipeline_of("reversed"), result = buffer_of(64 * 4), encoder, commands = begin(&encoder);
    set_pipeline(encoder, reversed);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 256, 0);
    dispatch(encoder, 64, 64);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[0], 63);
    assert_int_equal(ints(result)[63], 0);
    release(result);
    release(reversed);
}

static void test_indirect_dispatch(void **state)
{
    (void)state;
    id twice = pipeline_of("twice"), result = buffer_of(64), groups = buffer_of(16), encoder,
       commands = begin(&encoder);
    for (int n = 0; n < 16; n++)
        ints(result)[n] = 1;
    memcpy(ints(groups) + 1, (const int[3]){3, 1, 1}, 12);
    set_pipeline(encoder, twice);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
         "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", groups, 4,
         MTLSizeMake(4, 1, 1));
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[11], 2);
    assert_int_equal(ints(result)[12], 1);
    release(groups);
    release(result);
    release(twice);
}

static void test_argument_buffer(void **state)
{
    (void)state;
    id indirect = pipeline_of("indirect"), from = buffer_of(64), to = buffer_of(64), pair = buffer_of(16);
    ints(from)[3] = 42;
    id arguments[2];
    for (NSUInteger n = 0; n < 2; n++) {
        arguments[n] = CALL0(id, (id)objc_getClass("MTLArgumentDescriptor"), "argumentDescriptor");
        CALL(void, NSUInteger, arguments[n], "setDataType:", MTLDataTypePointer);
        CALL(void, NSUInteger, arguments[n], "setIndex:", n);
    }
    id list =
        CALL(id, TYPES(const id *, NSUInteger), (id)objc_getClass("NSArray"), "arrayWithObjects:count:", arguments, 2);
    id maker = CALL(id, id, device, "newArgumentEncoderWithArguments:", list);
    assert_int_equal(CALL0(NSUInteger, maker, "encodedLength"), 16);
    CALL(void, TYPES(id, NSUInteger), maker, "setArgumentBuffer:offset:", pair, 0);
    set_buffer(maker, from, 8, 0);
    set_buffer(maker, to, 0, 1);
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, indirect);
    set_buffer(encoder, pair, 0, 0);
    dispatch(encoder, 8, 8);
    finish_well(commands, encoder);
    assert_int_equal(ints(to)[1], 42);
    release(maker);
    release(pair);
    release(from);
    release(to);
    release(indirect);
}

/* ---- misuse: each becomes one clear error, and nothing runs */

static id probe; /* a buffer of 64 bytes that no failing command buffer may write */

static void misuse_no_pipeline(id encoder)
{
    dispatch(encoder, 1, 1);
}

static void misuse_missing_buffer(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("add"), "autorelease"));
    dispatch(encoder, 1, 1);
}

static void ready(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("twice"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_buffer_index(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 0, 31);
}

static void misuse_offset(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 64, 0);
}

static void misuse_alignment(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 2, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_set_bytes(id encoder)
{
    static const char bytes[8192];
    ready(encoder);
    set_bytes(encoder, bytes, sizeof bytes, 1);
}

static void misuse_threadgroup_size(id encoder)
{
    ready(encoder);
    dispatch(encoder, 2048, 1025);
}

static void misuse_empty_threadgroup(id encoder)
{
    ready(encoder);
    dispatch(encoder, 8, 0);
}

static void misuse_threadgroup_memory(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 32784, 0);
}

static void misuse_threadgroup_unit(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 20, 0);
}

static void misuse_threadgroup_unset(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("reversed"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 1, 1);
}

/* Each length is allowed, their sum is not. */
static void misuse_threadgroup_sum(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("two_lengths"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 16384, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 16400, 1);
    dispatch(encoder, 1, 1);
}

static void misuse_required_shape(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("shaped"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 16, 16);
}

static void misuse_short_buffer(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("wide"), "autorelease"));
    set_buffer(encoder, probe, 56 - 8, 0);
    dispatch(encoder, 1, 1); /* 16 bytes are left: enough */
    id small = CALL0(id, buffer_of(12), "autorelease");
    set_buffer(encoder, small, 0, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_no_bytes(id encoder)
{
    ready(encoder);
    set_bytes(encoder, "", 0, 1);
}

static void misuse_texture_index(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", nil, 128);
}

static void misuse_sampler_index(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger), encoder, "setSamplerState:atIndex:", nil, 16);
}

static void misuse_texture_usage(id encoder)
{
    id from = CALL0(id, texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderRead), "autorelease");
    set_pipeline(encoder, CALL0(id, pipeline_of("invert"), "autorelease"));
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 1);
    dispatch(encoder, 1, 1);
}

static void misuse_indirect_offset(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
         "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", probe, 2,
         MTLSizeMake(1, 1, 1));
}

static void misuse_after_end(id encoder)
{
    ready(encoder);
    CALL0(void, encoder, "endEncoding");
    dispatch(encoder, 1, 1);
}

static void misuse_second_encoder(id encoder)
{
    ready(encoder);
    CALL0(id, CALL0(id, encoder, "commandBuffer"), "blitCommandEncoder");
}

static void test_misuse(void **state)
{
    (void)state;
    static const struct {
        void (*make)(id encoder);
        const char *words;
    } rows[] = {
        {misuse_no_pipeline, "setComputePipelineState:"},
        {misuse_missing_buffer, "buffer(0)"},
        {misuse_buffer_index, "index 31"},
        {misuse_offset, "offset 64"},
        {misuse_alignment, "multiple of 4"},
        {misuse_set_bytes, "8192 bytes"},
        {misuse_threadgroup_size, "maxTotalThreadsPerThreadgroup"},
        {misuse_empty_threadgroup, "no threads"},
        {misuse_threadgroup_memory, "32768"},
        {misuse_threadgroup_unit, "multiple of 16"},
        {misuse_threadgroup_unset, "threadgroup(0)"},
        {misuse_threadgroup_sum, "32784 bytes of threadgroup memory"},
        {misuse_required_shape, "requires threadgroups of 8 x 2 x 1"},
        {misuse_short_buffer, "12 bytes"},
        {misuse_no_bytes, "there are no bytes"},
        {misuse_texture_index, "index 128"},
        {misuse_sampler_index, "index 16"},
        {misuse_texture_usage, "MTLTextureUsageShaderWrite"},
        {misuse_indirect_offset, "multiple of 4"},
        {misuse_after_end, "after endEncoding"},
        {misuse_second_encoder, "has not been ended"},
    };
    probe = buffer_of(64);
    ints(probe)[0] = 1;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        id encoder, commands = begin(&encoder);
        rows[n].make(encoder);
        id error = finish(commands, encoder);
        assert_non_null(error);
        assert_int_equal(error_code(error), MTLCommandBufferErrorInvalidResource);
        if (!contains(error_text(error), rows[n].words))
            fail_msg("%s lacks: %s", error_text(error), rows[n].words);
    }
    assert_int_equal(ints(probe)[0], 1);
    release(probe);
}

static void test_endless_kernel(void **state)
{
    (void)state;
    id endless = pipeline_of("endless"), result = buffer_of(64), encoder, commands = begin(&encoder);
    set_pipeline(encoder, endless);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    id error = finish(commands, encoder);
    assert_int_equal(error_code(error), MTLCommandBufferErrorTimeout);
    assert_true(contains(error_text(error), "Hang"));
    release(result);
    release(endless);
}

/* ---- handlers, events, queues */

static void count_call(struct counting_block *block, id commands)
{
    *block->count = *block->count * 10 + (int)CALL0(NSUInteger, commands, "status");
}

static void test_handlers(void **state)
{
    (void)state;
    int calls = 0;
    id commands = CALL0(id, queue, "commandBuffer");
    struct counting_block block = counting(&calls, (void (*)(void))count_call);
    CALL(void, id, commands, "addCompletedHandler:", (id)&block);
    CALL(void, id, commands, "addScheduledHandler:", (id)&block);
    CALL(void, id, commands, "addCompletedHandler:", (id)&block);
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_int_equal(calls, 344); /* scheduled, completed, completed */
}

/* In place of the C library's: softmetal's calls come here, too. */
static bool no_threads;
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return no_threads ? EAGAIN : create(thread, attributes, start, argument);
}

/* A queue that gets no thread fails its command buffers, handlers and all; once there are threads, it works. */
static void test_queue_without_thread(void **state)
{
    (void)state;
    int calls = 0;
    id other = CALL0(id, device, "newCommandQueue"), first = CALL0(id, other, "commandBuffer"),
       second = CALL0(id, other, "commandBuffer"), third = CALL0(id, other, "commandBuffer");
    struct counting_block block = counting(&calls, (void (*)(void))count_call);
    CALL(void, id, second, "addCompletedHandler:", (id)&block);
    no_threads = true;
    CALL0(void, first, "enqueue");
    CALL0(void, second, "commit");
    assert_int_equal(CALL0(NSUInteger, second, "status"), MTLCommandBufferStatusCommitted); /* after the first */
    CALL0(void, first, "commit");
    no_threads = false;
    for (int n = 0; n < 2; n++) {
        id error = CALL0(id, n ? second : first, "error");
        CALL0(void, n ? second : first, "waitUntilCompleted");
        assert_int_equal(error_code(error), MTLCommandBufferErrorOutOfMemory);
        assert_true(contains(error_text(error), "no thread"));
    }
    assert_int_equal(calls, 5);
    CALL0(void, third, "commit");
    CALL0(void, third, "waitUntilCompleted");
    assert_int_equal(CALL0(NSUInteger, third, "status"), MTLCommandBufferStatusCompleted);
    release(other);
}

static void test_events_order_queues(void **state)
{
    (void)state;
    id event = CALL0(id, device, "newSharedEvent"), other = CALL0(id, device, "newCommandQueue");
    id waiting = CALL0(id, queue, "commandBuffer"), signalling = CALL0(id, other, "commandBuffer");
    CALL(void, TYPES(id, uint64_t), waiting, "encodeWaitForEvent:value:", event, 2);
    CALL0(void, waiting, "commit");
    assert_false(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 1, 20));
    assert_int_not_equal(CALL0(NSUInteger, waiting, "status"), MTLCommandBufferStatusCompleted);
    CALL(void, TYPES(id, uint64_t), signalling, "encodeSignalEvent:value:", event, 2);
    CALL0(void, signalling, "commit");
    CALL0(void, waiting, "waitUntilCompleted");
    assert_int_equal(CALL0(uint64_t, event, "signaledValue"), 2);
    assert_true(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 1, 0));
    CALL0(void, signalling, "waitUntilCompleted");
    release(other);
    release(event);
}

static void test_enqueue_decides_order(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64);
    const int one = 1;
    id encoder, first = CALL0(id, queue, "commandBuffer"), second = begin(&encoder);
    CALL0(void, first, "enqueue");
    set_pipeline(encoder, twice);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, second, "commit");
    encoder = CALL0(id, first, "computeCommandEncoder");
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &one, sizeof one, 1);
    dispatch(encoder, 1, 1);
    finish_well(first, encoder);
    CALL0(void, second, "waitUntilCompleted");
    assert_int_equal(ints(result)[0], 2);
    release(result);
    release(increment);
    release(twice);
}

/* ---- blits and textures */

static void test_blit(void **state)
{
    (void)state;
    id from = buffer_of(64), to = buffer_of(64), commands = CALL0(id, queue, "commandBuffer");
    for (int n = 0; n < 16; n++)
        ints(from)[n] = n;
    id encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", to, ((NSRange){4, 8}), 0x11);
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), encoder,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, 8, to, 32, 12);
    finish_well(commands, encoder);
    assert_int_equal(ints(to)[0], 0);
    assert_int_equal(ints(to)[1], 0x11111111);
    assert_int_equal(ints(to)[3], 0);
    assert_int_equal(ints(to)[8], 2);
    assert_int_equal(ints(to)[10], 4);
    assert_int_equal(ints(to)[11], 0);
    commands = CALL0(id, queue, "commandBuffer");
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", to, ((NSRange){60, 8}), 1);
    id error = finish(commands, encoder);
    assert_true(contains(error_text(error), "beyond"));
    release(from);
    release(to);
}

static id mipmapped(NSUInteger format, NSUInteger width, NSUInteger height)
{
    id descriptor = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                         "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", format, width, height, YES);
    return CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
}

static void test_mipmaps(void **state)
{
    (void)state;
    const float values[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    float small[2], smallest;
    id texture = mipmapped(MTLPixelFormatR32Float, 4, 2), whole = mipmapped(MTLPixelFormatR32Uint, 4, 2);
    assert_int_equal(CALL0(NSUInteger, texture, "mipmapLevelCount"), 3);
    replace(texture, MTLRegionMake2D(0, 0, 4, 2), values, 16);
    id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, encoder, "generateMipmapsForTexture:", texture);
    finish_well(commands, encoder);
    CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
         "getBytes:bytesPerRow:fromRegion:mipmapLevel:", small, 8, MTLRegionMake2D(0, 0, 2, 1), 1);
    CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
         "getBytes:bytesPerRow:fromRegion:mipmapLevel:", &smallest, 4, MTLRegionMake2D(0, 0, 1, 1), 2);
    assert_true(small[0] == 3.5f && small[1] == 5.5f);
    assert_true(smallest == 4.5f);
    commands = CALL0(id, queue, "commandBuffer");
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, encoder, "generateMipmapsForTexture:", whole);
    assert_true(contains(error_text(finish(commands, encoder)), "integer format"));
    release(texture);
    release(whole);
}

/* A count of slices or levels beyond the texture is refused at once, however large it is. */
static void test_copy_of_slices(void **state)
{
    (void)state;
    static const struct {
        NSUInteger slice, level, slices, levels;
        const char *problem;
    } copies[] = {
        {0, 0, 1, 1, NULL},
        {0, 0, 2, 1, "no such slice"},
        {0, 0, (NSUInteger)-1, 1, "no such slice"},
        {1, 0, (NSUInteger)-1, 1, "no such slice"},
        {0, 0, 1, 2, "no such mipmap level"},
        {0, 1, 1, (NSUInteger)-1, "no such mipmap level"},
    };
    const uint32_t pixel = 7;
    id from = texture_of(MTLPixelFormatR32Uint, 1, 1, MTLTextureUsageShaderRead);
    replace(from, MTLRegionMake2D(0, 0, 1, 1), &pixel, 4);
    for (size_t n = 0; n < sizeof copies / sizeof *copies; n++) {
        id to = texture_of(MTLPixelFormatR32Uint, 1, 1, MTLTextureUsageShaderRead);
        id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
        CALL(void, TYPES(id, NSUInteger, NSUInteger, id, NSUInteger, NSUInteger, NSUInteger, NSUInteger), encoder,
             "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:"
             "levelCount:",
             from, copies[n].slice, copies[n].level, to, 0, 0, copies[n].slices, copies[n].levels);
        if (copies[n].problem)
            assert_true(contains(error_text(finish(commands, encoder)), copies[n].problem));
        else
            finish_well(commands, encoder);
        uint32_t copied = 1;
        get(to, MTLRegionMake2D(0, 0, 1, 1), &copied, 4);
        assert_int_equal(copied, copies[n].problem ? 0 : pixel);
        release(to);
    }
    release(from);
}

static void test_texture_round_trip(void **state)
{
    (void)state;
    id texture = texture_of(MTLPixelFormatR32Uint, 5, 3, MTLTextureUsageShaderRead);
    uint32_t pixels[15], part[2], all[15];
    for (uint32_t n = 0; n < 15; n++)
        pixels[n] = n;
    replace(texture, MTLRegionMake2D(0, 0, 5, 3), pixels, 20);
    get(texture, MTLRegionMake2D(3, 1, 1, 2), part, 4);
    assert_int_equal(part[0], 8);
    assert_int_equal(part[1], 13);
    replace(texture, MTLRegionMake2D(4, 2, 2, 1), pixels, 8); /* reaches beyond: nothing is written */
    get(texture, MTLRegionMake2D(0, 0, 5, 3), all, 20);
    assert_memory_equal(all, pixels, sizeof pixels);
    release(texture);
    assert_null(texture_of(MTLPixelFormatInvalid, 4, 4, 1));
    assert_null(texture_of(MTLPixelFormatR32Uint, 0, 4, 1));
    assert_null(texture_of(MTLPixelFormatR32Uint, 20000, 4, 1));
}

static void test_texture_in_kernel(void **state)
{
    (void)state;
    id invert = pipeline_of("invert"), from = texture_of(MTLPixelFormatRGBA8Unorm, 4, 2, MTLTextureUsageShaderRead);
    id to = texture_of(MTLPixelFormatRGBA8Unorm, 4, 2, MTLTextureUsageShaderWrite);
    uint8_t pixels[32], result[32];
    for (int n = 0; n < 32; n++)
        pixels[n] = (uint8_t)(n * 8);
    replace(from, MTLRegionMake2D(0, 0, 4, 2), pixels, 16);
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, invert);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 1);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(4, 2, 1),
         MTLSizeMake(4, 2, 1));
    finish_well(commands, encoder);
    get(to, MTLRegionMake2D(0, 0, 4, 2), result, 16);
    for (int n = 0; n < 32; n++)
        assert_int_equal(result[n], 255 - pixels[n]);
    commands = begin(&encoder);
    set_pipeline(encoder, invert);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 1);
    dispatch(encoder, 1, 1);
    assert_true(contains(error_text(finish(commands, encoder)), "ShaderRead"));
    release(from);
    release(to);
    release(invert);
}

static void test_texture_of_buffer_and_view(void **state)
{
    (void)state;
    id buffer = buffer_of(256);
    for (int n = 0; n < 64; n++)
        ints(buffer)[n] = n;
    id descriptor = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                         "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", MTLPixelFormatR32Uint, 8, 4, NO);
    id texture = CALL(id, TYPES(id, NSUInteger, NSUInteger), buffer,
                      "newTextureWithDescriptor:offset:bytesPerRow:", descriptor, 16, 48);
    uint32_t pixel = 0;
    get(texture, MTLRegionMake2D(2, 3, 1, 1), &pixel, 4);
    assert_int_equal(pixel, 4 + 3 * 12 + 2);
    id view = CALL(id, NSUInteger, texture, "newTextureViewWithPixelFormat:", MTLPixelFormatR32Sint);
    assert_int_equal(CALL0(NSUInteger, view, "pixelFormat"), MTLPixelFormatR32Sint);
    assert_null(CALL(id, NSUInteger, texture, "newTextureViewWithPixelFormat:", MTLPixelFormatR8Uint));
    assert_null(CALL(id, TYPES(id, NSUInteger, NSUInteger), buffer,
                     "newTextureWithDescriptor:offset:bytesPerRow:", descriptor, 128, 48));
    release(view);
    release(texture);
    release(buffer);
}

/* ---- life times */

static const char *const counted[] = {"SoftmetalCommandBuffer",
                                      "SoftmetalComputeCommandEncoder",
                                      "SoftmetalBuffer",
                                      "SoftmetalComputePipelineState",
                                      "SoftmetalFunction",
                                      "SoftmetalLibrary",
                                      "SoftmetalTexture",
                                      "SoftmetalBlitCommandEncoder",
                                      "MTLArgument"};

static int live_objects(void)
{
    int live = 0;
    for (size_t n = 0; n < sizeof counted / sizeof *counted; n++)
        live += GSDebugAllocationCount(objc_getClass(counted[n]));
    return live;
}

static void dispatch_once(void)
{
    id inner = MAKE("NSAutoreleasePool"), increment = pipeline_of("increment"), result = buffer_of(64);
    id encoder, commands = begin(&encoder);
    const int one = 1;
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &one, sizeof one, 1);
    release(increment); /* the command buffer keeps what it uses */
    dispatch(encoder, 16, 16);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[15], 1);
    release(result);
    release(inner);
}

static void test_nothing_leaks(void **state)
{
    (void)state;
    id settle = CALL0(id, queue, "commandBuffer");
    GSDebugAllocationActive(YES);
    dispatch_once();
    CALL0(void, settle, "commit");
    CALL0(void, settle, "waitUntilCompleted");
    int before = live_objects();
    for (int n = 0; n < 1000; n++)
        dispatch_once();
    /* The last buffer is released by the queue's thread, just after its waiters woke. */
    settle = CALL0(id, queue, "commandBuffer");
    CALL0(void, settle, "commit");
    CALL0(void, settle, "waitUntilCompleted");
    assert_true(live_objects() <= before + 2);
    GSDebugAllocationActive(NO);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_device),
        TEST(test_structure_is_returned),
        TEST(test_nil_answers_zero),
        TEST(test_buffers),
        TEST(test_buffers_of_the_heap_are_zero),
        TEST(test_no_copy_calls_its_deallocator),
        TEST(test_heaps),
        TEST(test_compile_errors),
        TEST(test_library_from_file),
        TEST(test_language_version),
        TEST(test_fast_math_sets_both_axes),
        TEST(test_macros),
        TEST(test_functions),
        TEST(test_optional_argument),
        TEST(test_function_constants),
        TEST(test_reflection),
        TEST(test_offsets_and_bytes),
        TEST(test_dispatches_run_in_order),
        TEST(test_concurrent_order),
        TEST(test_concurrent_many),
        TEST(test_concurrent_misuse),
        TEST(test_threadgroup_memory),
        TEST(test_indirect_dispatch),
        TEST(test_argument_buffer),
        TEST(test_misuse),
        TEST(test_endless_kernel),
        TEST(test_handlers),
        TEST(test_queue_without_thread),
        TEST(test_events_order_queues),
        TEST(test_enqueue_decides_order),
        TEST(test_blit),
        TEST(test_copy_of_slices),
        TEST(test_mipmaps),
        TEST(test_texture_round_trip),
        TEST(test_texture_in_kernel),
        TEST(test_texture_of_buffer_and_view),
        TEST(test_nothing_leaks),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
