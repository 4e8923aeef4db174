/* loader_test.c: a real object, made by clang, loads and runs; damaged ones are refused, or at least harmless to load.
 */
#include "loader.h"
#include "../process/child.h"
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char source[] =
    "int twice(int); const int table[4] = {1, 2, 3, 5}; static int counter = 10;\n"
    "int f(int x) { return twice(x) + table[x & 3] + counter++; }\n"
    "int g(int x) { switch (x) { case 0: return f(1); case 1: return 17; case 2: return f(3); case 3: return -4;\n"
    "    case 4: return twice(9); case 5: return 3; default: return 0; } }\n"
    "static int zeros[100]; int h(int i) { return zeros[i]++; }\n";

static int twice(int x)
{
    return 2 * x;
}

static void *resolve(const char *name)
{
    int (*f)(int) = twice;
    void *address;
    memcpy(&address, &f, sizeof address);
    return strcmp(name, "twice") == 0 ? address : NULL;
}

static void *resolve_nothing(const char *name)
{
    (void)name;
    return NULL;
}

static sm_child_result object;

static int call(const sm_code *code, const char *name, int argument)
{
    void *address = sm_code_symbol(code, name);
    int (*f)(int);
    assert_non_null(address);
    memcpy(&f, &address, sizeof f);
    return f(argument);
}

static void loads_and_runs(void **state)
{
    (void)state;
    char problem[200];
    sm_code *code = sm_code_load((sm_bytes){object.output.data, object.output.size}, resolve, problem);
    if (!code)
        fail_msg("%s", problem);
    assert_int_equal(call(code, "f", 3), 6 + 5 + 10);
    assert_int_equal(call(code, "f", 0), 0 + 1 + 11);
    assert_int_equal(call(code, "g", 4), 18);
    assert_int_equal(call(code, "g", 9), 0);
    assert_int_equal(call(code, "h", 99), 0);
    assert_int_equal(call(code, "h", 99), 1);
    assert_null(sm_code_symbol(code, "nothing"));
    sm_code_free(code);
}

static void names_what_is_missing(void **state)
{
    (void)state;
    char problem[200];
    assert_null(sm_code_load((sm_bytes){object.output.data, object.output.size}, resolve_nothing, problem));
    assert_non_null(strstr(problem, "twice"));
}

static void survives_damage(void **state)
{
    (void)state;
    char problem[200];
    uint8_t *copy = malloc(object.output.size);
    for (size_t size = 0; size < object.output.size; size += 1 + size / 50) {
        memcpy(copy, object.output.data, size);
        sm_code_free(sm_code_load((sm_bytes){copy, size}, resolve, problem));
    }
    srand(1);
    for (int round = 0; round < 20000; round++) {
        memcpy(copy, object.output.data, object.output.size);
        for (int flips = 0; flips < 1 + round % 4; flips++)
            copy[(size_t)rand() % object.output.size] ^= (uint8_t)(1 << rand() % 8);
        sm_code_free(sm_code_load((sm_bytes){copy, object.output.size}, resolve, problem));
    }
    free(copy);
}

/* ---- objects that say something untrue of themselves */
static Elf64_Shdr *section_of_type(uint8_t *bytes, uint32_t type, uint64_t flags)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    Elf64_Shdr *section = (void *)(bytes + header->e_shoff);
    for (size_t i = 0; i < header->e_shnum; i++) {
        if (section[i].sh_type == type && (section[i].sh_flags & flags) == flags && section[i].sh_size)
            return &section[i];
    }
    fail_msg("the object has no section of type %u", type);
    return NULL;
}

static void expect_refused(const uint8_t *bytes)
{
    char problem[200] = "";
    assert_null(sm_code_load((sm_bytes){bytes, object.output.size}, resolve, problem));
    assert_true(*problem);
}

/* What is left may be loaded where nothing refers to what is nowhere, which depends on the machine's code. */
static void expect_no_functions(const uint8_t *bytes)
{
    char problem[200];
    sm_code *code = sm_code_load((sm_bytes){bytes, object.output.size}, resolve, problem);
    assert_true(!code || !sm_code_symbol(code, "f"));
    sm_code_free(code);
}

static uint8_t *copy_of_object(void)
{
    uint8_t *copy = malloc(object.output.size);
    assert_non_null(copy);
    memcpy(copy, object.output.data, object.output.size);
    return copy;
}

static void refuses_lies(void **state)
{
    (void)state;
    uint8_t *copy = copy_of_object();
    section_of_type(copy, SHT_NOBITS, SHF_ALLOC)->sh_size = UINT64_MAX - 64; /* sizes that wrap */
    expect_refused(copy);
    free(copy);
    copy = copy_of_object();
    section_of_type(copy, SHT_PROGBITS, SHF_EXECINSTR)->sh_addralign = UINT64_C(1) << 40;
    expect_refused(copy);
    free(copy);
    copy = copy_of_object();
    Elf64_Shdr *text = section_of_type(copy, SHT_PROGBITS, SHF_EXECINSTR);
    text->sh_type = SHT_NULL; /* content that is nowhere */
    text->sh_offset = UINT64_C(1) << 40;
    expect_no_functions(copy);
    free(copy);
    copy = copy_of_object();
    Elf64_Shdr *symbols = section_of_type(copy, SHT_SYMTAB, 0);
    section_of_type(copy, SHT_NOBITS, SHF_ALLOC)->sh_offset = UINT64_C(1) << 40; /* names that are nowhere */
    symbols->sh_link = (uint32_t)(section_of_type(copy, SHT_NOBITS, SHF_ALLOC) -
                                  (Elf64_Shdr *)(void *)(copy + ((Elf64_Ehdr *)(void *)copy)->e_shoff));
    expect_refused(copy);
    free(copy);
    copy = copy_of_object();
    symbols = section_of_type(copy, SHT_SYMTAB, 0);
    Elf64_Sym *symbol = (void *)(copy + symbols->sh_offset);
    for (size_t i = 0; i < symbols->sh_size / sizeof *symbol; i++)
        symbol[i].st_value += UINT64_C(1) << 40; /* functions that are nowhere */
    expect_no_functions(copy);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads_and_runs), cmocka_unit_test(names_what_is_missing),
                                       cmocka_unit_test(survives_damage), cmocka_unit_test(refuses_lies)};
    const char *clang[] = {"/usr/bin/env",        "clang-22", "-x", "c", "-O1", "-fPIC",
                           "-fvisibility=hidden", "-c",       "-o", "-", "-",   NULL};
    if (!sm_child_run(clang, (sm_bytes){(const uint8_t *)source, sizeof source - 1}, 60, &object))
        return 1;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    sm_child_result_free(&object);
    return failures;
}
