/* log_state_test.c: messages that kernels log, and where they go (MSL 6.20). */
#include "../../test_client.h"
#include "../../../engine/functions/log.h"
#include "../../../engine/functions/log_text.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_logging>\n"
    "using namespace metal;\n"
    "constant os_log mine(\"com.softmetal.test\", \"loops\");\n"
    "kernel void count(device const int *n, uint i [[thread_position_in_grid]])\n"
    "{\n"
    "    for (int k = 0; k < n[0]; k++)\n"
    "        mine.log_info(\"%u:%d\", i, k);\n"
    "}\n"
    "kernel void levels(device const int *n)\n"
    "{\n"
    "    mine.log_debug(\"debug %d\", n[0]);\n"
    "    mine.log_info(\"info\");\n"
    "    os_log_default.log(\"default %v4hlf %v2hhu\", float4(1, 2.5, -3, 4), uchar2(7, 250));\n"
    "    mine.log_error(\"error %5.1f|%-4d|%c\", half(1.25), 3, 'x');\n"
    "    mine.log_fault(\"fault %%\");\n"
    "    mine.log_with_type(log_type_error, \"%lx\", 0x123456789abcul);\n"
    "}\n";

enum { MOST = 4096 };
static struct {
    char line[160];
} heard[MOST];
static size_t heard_count;

struct block {
    void *isa;
    int flags, reserved;
    void (*invoke)(void);
    const void *descriptor;
};
static const struct {
    unsigned long reserved, size;
} block_size = {0, sizeof(struct block)};
extern void *_NSConcreteGlobalBlock[];
enum { GLOBAL_BLOCK = 1 << 28 };

static const char *word(id string)
{
    return string ? utf8(string) : "nil";
}

static void hear(struct block *block, id subsystem, id category, NSInteger level, id message)
{
    (void)block;
    if (heard_count < MOST)
        snprintf(heard[heard_count++].line, sizeof heard[0].line, "%ld %s %s %s", (long)level, word(subsystem),
                 word(category), utf8(message));
}

/* Raises for every second message. */
static void raise_often(struct block *block, id subsystem, id category, NSInteger level, id message)
{
    hear(block, subsystem, category, level, message);
    if (heard_count % 2)
        CALL(void, TYPES(id, id), (id)objc_getClass("NSException"), "raise:format:", text("Mine"), text("no luck"));
}

static struct block hearing = {_NSConcreteGlobalBlock, GLOBAL_BLOCK, 0, (void (*)(void))hear, &block_size};
static struct block raising = {_NSConcreteGlobalBlock, GLOBAL_BLOCK, 0, (void (*)(void))raise_often, &block_size};

static id state_of(NSInteger bytes, NSInteger level, struct block *handler)
{
    id descriptor = MAKE("MTLLogStateDescriptor"), error = nil;
    CALL(void, NSInteger, descriptor, "setBufferSize:", bytes);
    CALL(void, NSInteger, descriptor, "setLevel:", level);
    id made = CALL(id, TYPES(id, id *), device, "newLogStateWithDescriptor:error:", descriptor, &error);
    assert_non_null(made);
    if (handler)
        CALL(void, id, made, "addLogHandler:", (id)handler);
    return made;
}

static id buffer_with(id log_state)
{
    id descriptor = MAKE("MTLCommandBufferDescriptor");
    CALL(void, id, descriptor, "setLogState:", log_state);
    return CALL(id, id, queue, "commandBufferWithDescriptor:", descriptor);
}

static void encode(id commands, const char *name, int n, NSUInteger threads)
{
    id encoder = CALL0(id, commands, "computeCommandEncoder");
    set_pipeline(encoder, pipeline_named(name));
    set_bytes(encoder, &n, sizeof n, 0);
    dispatch(encoder, threads, threads < 64 ? threads : 64);
    CALL0(void, encoder, "endEncoding");
}

static void run(id commands)
{
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_int_equal(CALL0(NSUInteger, commands, "status"), MTLCommandBufferStatusCompleted);
}

static void test_levels_and_text(void **state)
{
    (void)state;
    static const char *const all[] = {"1 com.softmetal.test loops debug 7",
                                      "2 com.softmetal.test loops info",
                                      "3 nil nil default 1.000000,2.500000,-3.000000,4.000000 7,250",
                                      "4 com.softmetal.test loops error   1.2|3   |x",
                                      "5 com.softmetal.test loops fault %",
                                      "4 com.softmetal.test loops 123456789abc"};
    for (NSInteger level = MTLLogLevelUndefined; level <= MTLLogLevelFault; level++) {
        heard_count = 0;
        id commands = buffer_with(state_of(65536, level, &hearing));
        encode(commands, "levels", 7, 1);
        run(commands);
        size_t at = 0;
        for (size_t n = 0; n < sizeof all / sizeof *all; n++)
            if (all[n][0] - '0' >= level) {
                assert_true(at < heard_count);
                assert_string_equal(heard[at++].line, all[n]);
            }
        assert_int_equal(heard_count, at);
    }
}

/* Two dispatches share the buffer; a thread's messages come in order. */
static void test_order(void **state)
{
    (void)state;
    enum { THREADS = 100, TIMES = 10 };
    heard_count = 0;
    id descriptor = MAKE("MTLCommandQueueDescriptor");
    CALL(void, id, descriptor, "setLogState:", state_of(1 << 20, MTLLogLevelDebug, &hearing));
    id other = CALL(id, id, device, "newCommandQueueWithDescriptor:", descriptor);
    id commands = CALL0(id, other, "commandBuffer");
    encode(commands, "count", TIMES, THREADS);
    encode(commands, "count", TIMES, THREADS);
    run(commands);
    assert_int_equal(heard_count, 2 * THREADS * TIMES);
    unsigned next[THREADS] = {0};
    for (size_t n = 0; n < heard_count; n++) {
        unsigned thread, k;
        assert_int_equal(sscanf(heard[n].line, "2 com.softmetal.test loops %u:%u", &thread, &k), 2);
        assert_int_equal(k, next[thread]++ % TIMES);
    }
}

/* What does not fit is dropped, and what comes after it too; the next command buffer finds the space free. */
static void test_full(void **state)
{
    (void)state;
    id log_state = state_of(SM_LOG_LEAST, MTLLogLevelDebug, &hearing);
    for (int round = 0; round < 2; round++) {
        heard_count = 0;
        id commands = buffer_with(log_state);
        encode(commands, "count", 100, 1);
        run(commands);
        assert_in_range(heard_count, 1, 99);
        for (size_t n = 0; n < heard_count; n++) {
            char line[64];
            snprintf(line, sizeof line, "2 com.softmetal.test loops 0:%zu", n);
            assert_string_equal(heard[n].line, line);
        }
    }
}

static void note(const sm_message *message, void *data)
{
    char *text = data;
    strcat(text, message->text);
}

/* A log that is shared tells each owner its own messages; one that just fits is not lost, the next one is. */
static void test_owners(void **state)
{
    (void)state;
    sm_log log;
    const sm_message first = {.type = 2, .text = "a"}, second = {.type = 2, .text = "b"};
    char heard_by[2][64] = {"", ""};
    sm_log_init(&log, 1440, 0); /* a multiple of a message of five words, or six */
    sm_log_begin(&log);
    sm_log_begin(&log);
    sm_log_put(&log, &heard_by[0], &first, NULL, 0);
    sm_log_put(&log, &heard_by[1], &second, NULL, 0);
    size_t each = log.used / 2, most = log.size / each;
    for (size_t n = 2; n < most + 3; n++)
        sm_log_put(&log, &heard_by[0], &first, NULL, 0);
    assert_int_equal(log.used, most * each);
    size_t lost = sm_log_end(&log, &heard_by[1], note, heard_by[1]);
    assert_string_equal(heard_by[1], "b");
    assert_int_equal(lost, 3);
    sm_log_end(&log, &heard_by[0], note, heard_by[0]);
    assert_int_equal(strlen(heard_by[0]), most - 1);
    sm_log_free(&log);
}

/* A short message behind one that did not fit is dropped too, though there is space for it. */
static void test_short_behind_long(void **state)
{
    (void)state;
    static const uint64_t words[120];
    sm_log log;
    const sm_message longer = {.type = 2, .text = "long"}, shorter = {.type = 2, .text = "short"};
    char heard_by[64] = "";
    sm_log_init(&log, 1440, 0);
    sm_log_begin(&log);
    sm_log_put(&log, heard_by, &longer, words, 120);
    sm_log_put(&log, heard_by, &longer, words, 120);
    sm_log_put(&log, heard_by, &shorter, NULL, 0);
    assert_int_equal(sm_log_end(&log, heard_by, note, heard_by), 2);
    assert_string_equal(heard_by, "long");
    sm_log_free(&log);
}

static void test_handler_that_raises(void **state)
{
    (void)state;
    heard_count = 0;
    id commands = buffer_with(state_of(65536, MTLLogLevelDebug, &raising));
    encode(commands, "count", 6, 1);
    run(commands);
    assert_int_equal(heard_count, 6);
    assert_string_equal(heard[5].line, "2 com.softmetal.test loops 0:5");
}

static void test_bad_descriptors(void **state)
{
    (void)state;
    static const struct {
        long size, level;
        const char *word;
        long code;
    } rows[] = {{SM_LOG_LEAST - 1, 1, "bufferSize", MTLLogStateErrorInvalidSize},
                {-1, 1, "bufferSize", MTLLogStateErrorInvalidSize},
                {4096, 6, "level 6", MTLLogStateErrorInvalid}};
    id error = nil;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        id descriptor = MAKE("MTLLogStateDescriptor");
        CALL(void, NSInteger, descriptor, "setBufferSize:", rows[n].size);
        CALL(void, NSInteger, descriptor, "setLevel:", rows[n].level);
        assert_null(CALL(id, TYPES(id, id *), device, "newLogStateWithDescriptor:error:", descriptor, &error));
        assert_true(contains(error_text(error), rows[n].word));
        assert_int_equal(error_code(error), rows[n].code);
    }
    assert_null(CALL(id, TYPES(id, id *), device, "newLogStateWithDescriptor:error:", nil, &error));
    assert_true(contains(error_text(error), "needs an MTLLogStateDescriptor"));
}

/* ---- formats, without a device */

static void check_text(const char *format, const uint64_t *words, size_t count, const char *expected)
{
    char *made = sm_log_text(format, words, count);
    assert_non_null(made);
    assert_string_equal(made, expected);
    free(made);
}

static void test_texts(void **state)
{
    (void)state;
    enum { I32 = 5 | 1 << 8, U64 = 8 | 1 << 8, U8X3 = 2 | 3 << 8 };
    const uint64_t two[] = {I32, 0xfffffffb, I32, 42}, large[] = {U64, ~UINT64_C(0)}, bytes[] = {U8X3, 1, 2, 255};
    check_text("plain", NULL, 0, "plain");
    check_text("%d %u", two, 4, "-5 42");
    check_text("%u", two, 2, "4294967291");
    check_text("%hd %hhu", two, 4, "-5 42");
    check_text("[%*d]", two, 4, "[42   ]");                   /* a width below zero: to the left */
    check_text("%llu %x", large, 2, "18446744073709551615 "); /* a value is missing */
    check_text("%p", large, 2, "0xffffffffffffffff");
    check_text("%v3hhu", bytes, 4, "1,2,255");
    check_text("%v2hhx", bytes, 4, "1,2");
    check_text("%5.3d|%%|%", two, 2, " -005|%|");
    check_text("%99999999999d", two, 0, "");
}

/* ---- without a handler: another process, whose stderr is read */

static int probe(const char *what)
{
    id outer = MAKE("NSAutoreleasePool");
    if (strcmp(what, "off") == 0) {
        id error = nil;
        library = library_from(source, nil, &error);
    }
    id commands = CALL0(id, queue, "commandBuffer");
    encode(commands, strcmp(what, "levels") == 0 ? "levels" : "count", 2, 1);
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    release(outer);
    return 0;
}

static void read_probe(const char *what, char *output, size_t size)
{
    char self[300], command[400];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = 0;
    snprintf(command, sizeof command, "SOFTMETAL_PROBE=%s '%s' 2>&1", what, self);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, size - 1, pipe)] = 0;
    assert_int_equal(pclose(pipe), 0);
}

static void test_unified_log(void **state)
{
    (void)state;
    char output[4096];
    read_probe("levels", output, sizeof output);
    assert_true(contains(output, "softmetal: log debug [com.softmetal.test:loops] debug 2\n"));
    assert_true(contains(output, "softmetal: log default [:] default 1.000000,"));
    assert_true(contains(output, "softmetal: log fault [com.softmetal.test:loops] fault %\n"));
    read_probe("off", output, sizeof output);
    assert_string_equal(output, "");
}

static int open_library(void **state)
{
    (void)state;
    id outer = MAKE("NSAutoreleasePool"), error = nil;
    if (open_client("kernel void nothing() {}") != 0)
        return -1;
    id options = MAKE("MTLCompileOptions");
    CALL(void, BOOL, options, "setEnableLogging:", YES);
    library = library_from(source, options, &error);
    if (!library)
        fprintf(stderr, "%s\n", error_text(error));
    release(outer);
    return library ? 0 : -1;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_levels_and_text),   TEST(test_order),  TEST(test_full),
                                       TEST(test_short_behind_long), TEST(test_owners), TEST(test_handler_that_raises),
                                       TEST(test_bad_descriptors),   TEST(test_texts),  TEST(test_unified_log)};
    const char *what = getenv("SOFTMETAL_PROBE");
    if (what)
        return open_library(NULL) == 0 ? probe(what) : 1;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_library, NULL);
}
