/* layout_test.c: the types of arguments as a client may ask for them: offsets, sizes, ids, what pointers point to. */
#include "kernel/test_kernel.h"
#include <string.h>

static const char program[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "namespace ns { struct Inner { float3 v; packed_float3 p; half h[3]; }; }\n"
    "#define AT(n) [[id(n)]]\n#define TWELFTH [[id(12)]]\n"
    "template <typename T> struct Pair { T a; device const T *b [[id(7)]]; };\n"
    "enum Ids : uint { FOURTH = 4 };\n"
    "struct Node { int value; device Node *next; };\n"
    "struct Base { int first; };\n"
    "typedef device float *Floats;\n"
    "struct Args {\n"
    "    device float *a [[id(3)]];\n"
    "    texture2d<float> t [[id(FOURTH)]];\n"
    "    array<texture2d<half, access::write>, 4> many [[id(5)]];\n"
    "    sampler s AT(10);\n"
    "    constant ns::Inner *in TWELFTH;\n"
    "    ns::Inner inner;\n"
    "    float4x4 m;\n"
    "    Pair<int> pair;\n"
    "    device atomic_uint *counter;\n"
    "    short grid[4][2];\n"
    "    Floats pointers[3];\n"
    "    bool flag; ushort4 u;\n"
    "};\n"
    "struct Derived : Base { float second; };\n"
    "struct In { float4 position [[attribute(0)]]; uchar2 c [[attribute(9)]]; };\n"
    "kernel void k(constant Args &args [[buffer(0)]], device Pair<float> *p [[buffer(1)]],\n"
    "              device const float4 *f [[buffer(2)]], device Node &node [[buffer(3)]], device Derived &d "
    "[[buffer(4)]],\n"
    "              threadgroup int *t [[threadgroup(0)]], uint i [[thread_position_in_grid]]) {\n"
    "    args.a[i] = p->a + f[i].x + node.value + d.second + t[0]; }\n"
    "kernel void attributes(constant In *in [[buffer(0)]], device int *r [[buffer(1)]]) { r[0] = in->c.x; }\n";

static sm_library *library;

static const sm_type *argument_of(const char *function, size_t n)
{
    return sm_library_argument_type(library, function_named(library, function), n);
}

static const sm_member *member_of(const sm_type *type, const char *name)
{
    assert_non_null(type);
    for (size_t i = 0; i < type->member_count; i++) {
        if (strcmp(type->member[i].name, name) == 0)
            return &type->member[i];
    }
    fail_msg("there is no member %s", name);
    return NULL;
}

static void assert_member(const sm_type *type, const char *name, sm_type_kind kind, uint32_t data_type, uint32_t offset,
                          uint32_t size, uint32_t alignment, uint32_t id)
{
    const sm_member *m = member_of(type, name);
    if (m->type->kind != kind || m->type->data_type != data_type || m->offset != offset || m->type->size != size ||
        m->type->alignment != alignment || m->id != id)
        fail_msg("%s: kind %d, type %u, offset %u, size %u, alignment %u, id %u", name, m->type->kind,
                 m->type->data_type, m->offset, m->type->size, m->type->alignment, m->id);
}

/* Data types are MTLDataType's values. */
static void structures(void **state)
{
    (void)state;
    const sm_type *pointer = argument_of("k", 0);
    assert_non_null(pointer);
    assert_int_equal(pointer->kind, SM_TYPE_POINTER);
    assert_false(pointer->writable);
    const sm_type *args = pointer->element;
    assert_int_equal(args->kind, SM_TYPE_STRUCT);
    assert_int_equal(args->size, 256);
    assert_int_equal(args->alignment, 16);
    assert_int_equal(args->member_count, 13);
    assert_member(args, "a", SM_TYPE_POINTER, 60, 0, 8, 8, 3);
    assert_member(args, "t", SM_TYPE_TEXTURE, 58, 8, 8, 8, 4);
    assert_member(args, "many", SM_TYPE_ARRAY, 2, 16, 32, 8, 5);
    assert_member(args, "s", SM_TYPE_SAMPLER, 59, 48, 8, 8, 10);
    assert_member(args, "in", SM_TYPE_POINTER, 60, 56, 8, 8, 12);
    assert_member(args, "inner", SM_TYPE_STRUCT, 1, 64, 48, 16, SM_NO_INDEX);
    assert_member(args, "m", SM_TYPE_VALUE, 15, 112, 64, 16, SM_NO_INDEX);
    assert_member(args, "pair", SM_TYPE_STRUCT, 1, 176, 16, 8, SM_NO_INDEX);
    assert_member(args, "counter", SM_TYPE_POINTER, 60, 192, 8, 8, SM_NO_INDEX);
    assert_member(args, "grid", SM_TYPE_ARRAY, 2, 200, 16, 2, SM_NO_INDEX);
    assert_member(args, "pointers", SM_TYPE_ARRAY, 2, 216, 24, 8, SM_NO_INDEX);
    assert_member(args, "flag", SM_TYPE_VALUE, 53, 240, 1, 1, SM_NO_INDEX);
    assert_member(args, "u", SM_TYPE_VALUE, 44, 248, 8, 8, SM_NO_INDEX);
}

static void details(void **state)
{
    (void)state;
    const sm_type *args = argument_of("k", 0)->element;
    const sm_type *many = member_of(args, "many")->type, *grid = member_of(args, "grid")->type,
                  *inner = member_of(args, "in")->type->element, *pair = member_of(args, "pair")->type;
    assert_int_equal(many->count, 4);
    assert_int_equal(many->stride, 8);
    assert_int_equal(many->element->kind, SM_TYPE_TEXTURE);
    assert_int_equal(many->element->texture_type, 2);
    assert_int_equal(many->element->texture_access, 2); /* write only */
    assert_int_equal(many->element->texel, 16);
    assert_int_equal(grid->count, 4);
    assert_int_equal(grid->stride, 4);
    assert_int_equal(grid->element->count, 2);
    assert_int_equal(grid->element->element->data_type, 37);
    assert_member(inner, "v", SM_TYPE_VALUE, 5, 0, 16, 16, SM_NO_INDEX);
    assert_member(inner, "p", SM_TYPE_VALUE, 5, 16, 12, 4, SM_NO_INDEX);
    assert_member(inner, "h", SM_TYPE_ARRAY, 2, 28, 6, 2, SM_NO_INDEX);
    assert_member(pair, "a", SM_TYPE_VALUE, 29, 0, 4, 4, SM_NO_INDEX);
    assert_member(pair, "b", SM_TYPE_POINTER, 60, 8, 8, 8, 7);
    assert_false(member_of(pair, "b")->type->writable);
    assert_true(member_of(args, "a")->type->writable);
    assert_int_equal(member_of(args, "counter")->type->element->data_type, 33);
    assert_int_equal(member_of(args, "pointers")->type->element->element->data_type, 3);
}

static void other_arguments(void **state)
{
    (void)state;
    assert_member(argument_of("k", 1)->element, "a", SM_TYPE_VALUE, 3, 0, 4, 4, SM_NO_INDEX);
    assert_int_equal(argument_of("k", 2)->element->data_type, 6);
    assert_false(argument_of("k", 2)->writable);
    const sm_type *node = argument_of("k", 3)->element;
    const sm_type *next = member_of(node, "next")->type->element; /* the same again, without its members */
    assert_int_equal(next->kind, SM_TYPE_STRUCT);
    assert_int_equal(next->size, 16);
    assert_int_equal(next->member_count, 0);
    const sm_type *derived = argument_of("k", 4)->element;
    assert_int_equal(derived->member_count, 2);
    assert_member(derived, "first", SM_TYPE_VALUE, 29, 0, 4, 4, SM_NO_INDEX);
    assert_member(derived, "second", SM_TYPE_VALUE, 3, 4, 4, 4, SM_NO_INDEX);
    assert_int_equal(argument_of("k", 5)->element->data_type, 29);
    assert_null(argument_of("k", 7));
    const sm_type *in = argument_of("attributes", 0)->element;
    assert_int_equal(member_of(in, "position")->attribute, 0);
    assert_int_equal(member_of(in, "c")->attribute, 9);
    assert_int_equal(member_of(in, "c")->offset, 16);
}

static int compile(void **state)
{
    (void)state;
    sm_compile_options options = {.language_version = 3 << 16 | 1, .target.simd_width = 32};
    library = library_of(program, &options);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    sm_library_release(library);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(structures), cmocka_unit_test(details),
                                       cmocka_unit_test(other_arguments)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, compile, forget);
}
