/* validation_test.c: the checks that Metal's validation layer makes, with it and without it (SOFTMETAL_VALIDATION=0).
 *
 * A row is a mistake that a client makes, and what then comes of the command buffer. The setting is read once in a
 * process, so this program runs itself again, makes each mistake twice, and prints status, error code and result;
 * stderr tells of each refusal, once. */
#include "test_client.h"
#include <stdlib.h>
#include <unistd.h>

static const char program[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "struct large { int4 first; int more[8]; };\n"
    "kernel void plain(device int *r [[buffer(0)]]) { r[0] = 7; }\n"
    "kernel void typed(device int *r [[buffer(0)]], constant large &l [[buffer(1)]]) { r[0] = l.first.x; }\n"
    "kernel void longer(device int *r [[buffer(0)]], constant int *l [[buffer(1)]]) { r[0] = l[1200]; }\n"
    "kernel void texel(device int *r [[buffer(0)]], texture2d<float> t [[texture(0)]])\n"
    "{ r[0] = 7 + int(t.read(uint2(0)).x); }\n"
    "kernel void sampled(device int *r [[buffer(0)]], texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]])\n"
    "{ r[0] = 7 + int(t.sample(s, float2(0)).x); }\n"
    "kernel void grouped(device int *r [[buffer(0)]], threadgroup int *s [[threadgroup(0)]],\n"
    "                    threadgroup int *t [[threadgroup(1)]]) { s[18] = 7; r[0] = s[18]; }\n"
    "kernel void past(device int *r [[buffer(0)]], threadgroup int *s [[threadgroup(0)]])\n"
    "{ s[100 + r[0]] = 7; r[0] = s[100 + r[0]]; }\n"
    "constant int added [[function_constant(3)]];\n"
    "kernel void constants(device int *r [[buffer(0)]]) { r[0] = 7 + added; }\n"
    "kernel void two(device int *r [[buffer(0)]], device int *s [[buffer(1)]]) { r[0] = s[0]; }\n"
    "[[required_threads_per_threadgroup(4, 1, 1)]] kernel void four(device int *r [[buffer(0)]]) { r[0] = 7; }\n";

static id result;

static void use(id encoder, const char *kernel)
{
    set_pipeline(encoder, pipeline_named(kernel));
    set_buffer(encoder, result, 0, 0);
}

/* ---- mistakes that a GPU does not mind */

static void short_buffer(id encoder)
{
    int seven = 7;
    use(encoder, "typed");
    set_bytes(encoder, &seven, sizeof seven, 1);
    dispatch(encoder, 1, 1);
}

static void unaligned_offset(id encoder)
{
    id buffer = buffer_of(256);
    use(encoder, "typed");
    ints(buffer)[1] = 7;
    set_buffer(encoder, buffer, 4, 1);
    release(buffer);
    dispatch(encoder, 1, 1);
}

static void unbound_buffer(id encoder)
{
    use(encoder, "typed");
    dispatch(encoder, 1, 1);
}

static void offset_at_the_end(id encoder)
{
    id buffer = buffer_of(64);
    use(encoder, "typed");
    set_buffer(encoder, buffer, 64, 1);
    release(buffer);
    dispatch(encoder, 1, 1);
}

static void many_bytes(id encoder)
{
    static int bytes[1250];
    bytes[1200] = 7;
    use(encoder, "longer");
    set_bytes(encoder, bytes, sizeof bytes, 1);
    dispatch(encoder, 1, 1);
}

static void written_bytes(id encoder)
{
    int seven = 7;
    use(encoder, "two");
    set_bytes(encoder, &seven, sizeof seven, 1);
    dispatch(encoder, 1, 1);
}

static void dispatch_with_texture(id encoder, const char *kernel, id texture)
{
    use(encoder, kernel);
    if (texture) /* setting nil would make a null texture */
        CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", texture, 0);
    dispatch(encoder, 1, 1);
}

static void unbound_texture(id encoder)
{
    dispatch_with_texture(encoder, "texel", nil);
}

static void other_usage(id encoder)
{
    id texture = texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderWrite);
    dispatch_with_texture(encoder, "texel", texture);
    release(texture);
}

static void other_type(id encoder)
{
    id descriptor = MAKE("MTLTextureDescriptor");
    CALL(void, NSUInteger, descriptor, "setTextureType:", MTLTextureType1D);
    CALL(void, NSUInteger, descriptor, "setPixelFormat:", MTLPixelFormatR32Float);
    CALL(void, NSUInteger, descriptor, "setWidth:", 4);
    id texture = CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
    dispatch_with_texture(encoder, "texel", texture);
    release(texture);
    release(descriptor);
}

static void unbound_sampler(id encoder)
{
    id texture = texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderRead);
    dispatch_with_texture(encoder, "sampled", texture);
    release(texture);
}

/* Its error is the function's, not the command buffer's. */
static void unset_constant(id encoder)
{
    static bool said;
    id values = MAKE("MTLFunctionConstantValues"), error = nil;
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("constants"),
                       values, &error);
    release(values);
    if (!function) {
        if (!said)
            fprintf(stderr, "%s\n", error_text(error));
        said = true;
        return;
    }
    id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    release(pipeline);
    release(function);
}

static void odd_lengths(id encoder)
{
    use(encoder, "grouped");
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 76, 0);
    dispatch(encoder, 1, 1);
}

static void past_memory(id encoder)
{
    use(encoder, "past");
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 64, 0);
    dispatch(encoder, 1, 1);
}

static void synchronized_shared(id encoder)
{
    use(encoder, "plain");
    dispatch(encoder, 1, 1);
    id commands = CALL0(id, encoder, "commandBuffer");
    CALL0(void, encoder, "endEncoding");
    id blit = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, blit, "synchronizeResource:", result);
    CALL0(void, blit, "endEncoding");
}

/* ---- calls that have no effect */

static void large_group(id encoder)
{
    use(encoder, "plain");
    dispatch(encoder, 4096, 2048);
}

static void empty_group(id encoder)
{
    use(encoder, "plain");
    dispatch(encoder, 1, 0);
}

static void empty_grid(id encoder)
{
    use(encoder, "plain");
    dispatch(encoder, 0, 1);
}

static void no_groups(id encoder)
{
    use(encoder, "plain");
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(4, 0, 1),
         MTLSizeMake(8, 1, 1));
}

static void other_group(id encoder)
{
    use(encoder, "four");
    dispatch(encoder, 8, 8);
}

static void no_pipeline(id encoder)
{
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
}

static void nil_pipeline(id encoder)
{
    use(encoder, "plain");
    set_pipeline(encoder, nil);
    dispatch(encoder, 1, 1);
}

static void high_index(id encoder)
{
    use(encoder, "plain");
    set_buffer(encoder, result, 0, 31);
    dispatch(encoder, 1, 1);
}

static void no_bytes(id encoder)
{
    use(encoder, "plain");
    set_bytes(encoder, NULL, 4, 1);
    dispatch(encoder, 1, 1);
}

static void not_a_buffer(id encoder)
{
    use(encoder, "plain");
    set_buffer(encoder, device, 0, 0);
    dispatch(encoder, 1, 1);
}

static void offset_of_nothing(id encoder)
{
    use(encoder, "plain");
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 4, 5);
    dispatch(encoder, 1, 1);
}

static void too_much_memory(id encoder)
{
    use(encoder, "plain");
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 65536, 0);
    dispatch(encoder, 1, 1);
}

static void too_much_in_total(id encoder)
{
    use(encoder, "grouped");
    for (NSUInteger n = 0; n < 2; n++)
        CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 20000, n);
    dispatch(encoder, 1, 1);
}

static void large_grid(id encoder)
{
    use(encoder, "plain");
    dispatch(encoder, (NSUInteger)1 << 33, 1);
}

static void indirect_beyond(id encoder)
{
    use(encoder, "plain");
    CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
         "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", result, 60,
         MTLSizeMake(1, 1, 1));
}

static void nil_fence(id encoder)
{
    use(encoder, "plain");
    CALL(void, id, encoder, "waitForFence:", nil);
    dispatch(encoder, 1, 1);
}

static void copy_beyond(id encoder)
{
    id commands = CALL0(id, encoder, "commandBuffer");
    CALL0(void, encoder, "endEncoding");
    id blit = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), blit, "fillBuffer:range:value:", result, ((NSRange){60, 8}), 1);
    CALL0(void, blit, "endEncoding");
}

static void slices_beyond(id encoder)
{
    id texture = texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderRead);
    id commands = CALL0(id, encoder, "commandBuffer");
    CALL0(void, encoder, "endEncoding");
    id blit = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSUInteger, NSUInteger, id, NSUInteger, NSUInteger, NSUInteger, NSUInteger), blit,
         "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:levelCount:",
         texture, 0, 0, texture, 0, 0, 2, 1);
    CALL0(void, blit, "endEncoding");
    release(texture);
}

/* ---- what stops a program on Metal in any case */

static void nil_event(id encoder)
{
    id commands = CALL0(id, encoder, "commandBuffer");
    CALL0(void, encoder, "endEncoding");
    CALL(void, TYPES(id, uint64_t), commands, "encodeSignalEvent:value:", nil, 1);
}

static void after_the_end(id encoder)
{
    use(encoder, "plain");
    CALL0(void, encoder, "endEncoding");
    dispatch(encoder, 1, 1);
}

static void two_encoders(id encoder)
{
    id commands = CALL0(id, encoder, "commandBuffer"), second = CALL0(id, commands, "computeCommandEncoder");
    CALL0(void, second, "endEncoding");
}

static const struct mistake {
    void (*make)(id encoder);
    const char *name, *with, *without; /* status, error code, result */
    const char *words;                 /* what is said, without validation only if nothing runs; NULL: nothing */
    bool silent;                       /* without validation */
} mistakes[] = {
#define REFUSED "5 9 0"
#define RUNS "4 0 7"
#define NOTHING "4 0 0"
#define FAULT "5 3 0"
    {short_buffer, "short_buffer", REFUSED, RUNS, "has 4 bytes from offset 0, but one element of l has 48", true},
    {unaligned_offset, "unaligned_offset", REFUSED, RUNS, "the offset 4 of buffer(1) is not a multiple of 16", true},
    {unbound_buffer, "unbound_buffer", REFUSED, FAULT, "nothing is bound to buffer(1)", true},
    {offset_at_the_end, "offset_at_the_end", REFUSED, FAULT, "the offset 64 is not below the length 64", false},
    {many_bytes, "many_bytes", REFUSED, RUNS, "5000 bytes at index 1: up to 4096", true},
    {written_bytes, "written_bytes", REFUSED, RUNS, "buffer(1) has bytes that s could write to", true},
    {unbound_texture, "unbound_texture", REFUSED, RUNS, "nothing is bound to texture(0)", true},
    {other_usage, "other_usage", REFUSED, RUNS, "lacks MTLTextureUsageShaderRead", true},
    {other_type, "other_type", REFUSED, RUNS, "texture(0) is of another type than t", true},
    {unbound_sampler, "unbound_sampler", REFUSED, RUNS, "nothing is bound to sampler(0)", true},
    {odd_lengths, "odd_lengths", REFUSED, RUNS, "the length 76 at index 0 is not a multiple of 16", true},
    {synchronized_shared, "synchronized_shared", REFUSED, RUNS, "is for buffers and textures in managed storage", true},
    {past_memory, "past_memory", FAULT, RUNS, NULL, true},
    {unset_constant, "unset_constant", NOTHING, RUNS, "the function constant added (index 3) has no value", false},
    {large_group, "large_group", REFUSED, NOTHING, "2048 x 1 x 1 threads is larger than", false},
    {empty_group, "empty_group", REFUSED, NOTHING, "0 x 1 x 1 has no threads", false},
    {empty_grid, "empty_grid", REFUSED, NOTHING, "a grid of 0 x 1 x 1 has nothing to run", true},
    {no_groups, "no_groups", REFUSED, NOTHING, "a grid of 4 x 0 x 1 has nothing to run", true},
    {other_group, "other_group", REFUSED, NOTHING, "requires threadgroups of 4 x 1 x 1", false},
    {no_pipeline, "no_pipeline", REFUSED, NOTHING, "before setComputePipelineState:", false},
    {nil_pipeline, "nil_pipeline", REFUSED, RUNS, "the pipeline is nil", false},
    {high_index, "high_index", REFUSED, RUNS, "the index 31 is above 30", false},
    {no_bytes, "no_bytes", REFUSED, RUNS, "there are no bytes for index 1", false},
    {not_a_buffer, "not_a_buffer", REFUSED, RUNS, "the object at index 0 is no buffer", false},
    {offset_of_nothing, "offset_of_nothing", REFUSED, RUNS, "no buffer is bound at index 5", false},
    {too_much_memory, "too_much_memory", REFUSED, RUNS, "65536 at index", false},
    {too_much_in_total, "too_much_in_total", REFUSED, NOTHING, "40000 bytes of threadgroup memory", false},
    {large_grid, "large_grid", REFUSED, NOTHING, "in one dimension is too large", false},
    {slices_beyond, "slices_beyond", REFUSED, NOTHING, "the texture has no such slice", false},
    {nil_event, "nil_event", REFUSED, REFUSED, "the event is nil", false},
    {indirect_beyond, "indirect_beyond", REFUSED, NOTHING, "12 bytes from an offset", false},
    {nil_fence, "nil_fence", REFUSED, RUNS, "the fence is nil", false},
    {copy_beyond, "copy_beyond", REFUSED, NOTHING, "8 bytes from offset 60 reach beyond a buffer of 64", false},
    {after_the_end, "after_the_end", REFUSED, REFUSED, "after endEncoding", false},
    {two_encoders, "two_encoders", REFUSED, REFUSED, "has not been ended by endEncoding", false},
};
enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

static void make(const struct mistake *mistake)
{
    id encoder, own = MAKE("NSAutoreleasePool"), commands = begin(&encoder);
    result = buffer_of(64);
    mistake->make(encoder);
    bool open = mistake->make != after_the_end && mistake->make != copy_beyond && mistake->make != slices_beyond &&
                mistake->make != nil_event && mistake->make != synchronized_shared;
    if (open)
        CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    id error = CALL0(id, commands, "error");
    printf("%s %lu %ld %d\n", mistake->name, (unsigned long)CALL0(NSUInteger, commands, "status"),
           error ? error_code(error) : 0, ints(result)[0]);
    release(result);
    release(own);
}

static int make_all(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (open_client(program) != 0)
        return 1;
    for (size_t n = 0; n < MISTAKES; n++) {
        make(mistakes + n);
        make(mistakes + n);
    }
    return 0;
}

/* ---- the tests */

static size_t occurrences(const char *whole, const char *part)
{
    size_t count = 0;
    for (const char *at = whole; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void compare(const char *setting, bool validation)
{
    static char output[32768];
    char command[400], self[300], line[100];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = 0;
    snprintf(command, sizeof command, "SOFTMETAL_PROBE=1 SOFTMETAL_VALIDATION=%s '%s' 2>&1", setting, self);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    assert_int_equal(pclose(pipe), 0);
    for (size_t n = 0; n < MISTAKES; n++) {
        const struct mistake *mistake = mistakes + n;
        snprintf(line, sizeof line, "%s %s\n", mistake->name, validation ? mistake->with : mistake->without);
        size_t said = validation || !mistake->silent ? 1 : 0;
        bool same = !mistake->words || occurrences(output, mistake->words) == said;
        if (occurrences(output, line) != 2 || !same)
            fail_msg("%s: expected %sand %zu times \"%s\" in\n%s", mistake->name, line, said,
                     mistake->words ? mistake->words : "", output);
    }
}

static void test_with_validation(void **state)
{
    (void)state;
    compare("1", true);
}

static void test_without_validation(void **state)
{
    (void)state;
    compare("0", false);
}

int main(void)
{
    if (getenv("SOFTMETAL_PROBE"))
        return make_all();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_with_validation),
                                       cmocka_unit_test(test_without_validation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
