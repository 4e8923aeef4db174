/* includes_test.c: which directives are replaced by a file's text, and what lines are called then. */
#include "includes.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char directory[] = "/tmp/includes_XXXXXX";

static void write_text(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_files(void **state)
{
    (void)state;
    char path[128];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/sub", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    write_text("plain.h", "int plain;\n");
    write_text("once.h", "#pragma once\n#include \"sub/beside.h\"\n#include <metal_math>\nint once;");
    write_text("sub/beside.h", "/*\n#include \"../plain.h\"\n*/ int beside;\n");
    write_text("itself.h", "#include \"itself.h\"\n");
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    static const char *const names[] = {"plain.h", "once.h", "sub/beside.h", "itself.h", "sub", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        remove(path);
    }
    return 0;
}

static char quoted[64];

/* Both texts have the directory's name where they say @. */
static void check(const char *source, const char *expected)
{
    char in[1024] = "", out[1024] = "";
    const char *from[] = {source, expected};
    char *to[] = {in, out};
    for (int k = 0; k < 2; k++) {
        for (const char *p = from[k]; p && *p; p++)
            strncat(to[k], *p == '@' ? directory : p, *p == '@' ? sizeof directory : 1);
    }
    size_t length = 0;
    const sm_macro macros[] = {{"ROOT", directory}, {"QUOTED", quoted}, {"NOTHING", NULL}};
    snprintf(quoted, sizeof quoted, "\"%s\"", directory);
    char *made = sm_include_files(in, strlen(in), macros, 3, &length);
    if (!expected) {
        assert_null(made);
        return;
    }
    assert_non_null(made);
    assert_int_equal(length, strlen(made));
    assert_string_equal(made, out);
    free(made);
}

static void files_come_in_place(void **state)
{
    (void)state;
    check("int a;\n #  include \"@/plain.h\" // it\nint b;\n",
          "int a;\n#line 1 \"@/plain.h\"\nint plain;\n\n#line 3 \"program_source\"\nint b;\n");
    check("#include <@/once.h>",
          "#ifndef __MSL_INCLUDED_0\n#define __MSL_INCLUDED_0\n#line 1 \"@/once.h\"\n\n"
          "#line 1 \"@/sub/beside.h\"\n/*\n#include \"../plain.h\"\n*/ int beside;\n\n#line 3 \"@/once.h\"\n"
          "#include <metal_math>\nint once;\n#endif\n#line 2 \"program_source\"\n");
}

static void macros_name_directories(void **state)
{
    (void)state;
    static const char plain[] = "#line 1 \"@/plain.h\"\nint plain;\n\n#line 2 \"program_source\"\n";
    check("#include STR(ROOT/plain.h)\n", plain);
    check("#include STR( QUOTED/plain.h)\n", plain);
    check("#include STR(NOTHING/plain.h)\n", NULL);
    check("#include HEADER\n#include STR(ROOT/plain.h\n#include STR(plain.h)\n#include", NULL);
}

static void others_stay(void **state)
{
    (void)state;
    check("#include <metal_stdlib>\n#include \"plain.h\"\n", NULL);
    check("#include \"@/missing.h\"\n", NULL);
    check("/* \"\n#include \"@/plain.h\"\n*/\n// #include \"@/plain.h\"\nint a;", NULL);
    check("", NULL);
}

/* The preprocessor says that it nests too deeply. */
static void circles_end(void **state)
{
    (void)state;
    char source[128];
    size_t length = 0;
    snprintf(source, sizeof source, "#include \"%s/itself.h\"\n", directory);
    char *made = sm_include_files(source, strlen(source), NULL, 0, &length);
    assert_non_null(made);
    assert_non_null(strstr(made, "#include \"itself.h\"\n"));
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_in_place),
        cmocka_unit_test(macros_name_directories),
        cmocka_unit_test(others_stay),
        cmocka_unit_test(circles_end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
