//! title:     What type traits answer by their variables, and types that they make
//! verifies:  lib.more.traits
//! requires:  msl 4.0
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[60]
//! expect:    result = values 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 1 0 1 0 1 0 1
//!            0 1 0 1 0 1 1 1 1 1 1 1 1 1 1 1 1 1
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.traits | replace `is_scalar_v<plain>` with `is_scalar_v<int>`
//! mutant:    lib.more.traits | replace `conjunction_v<true_type, false_type>` with `conjunction_v<true_type, true_type>`
//! mutant:    lib.more.traits | replace `is_same_v<make_signed<uint>::type, int>` with
//!            `is_same_v<make_signed<uint>::type, uint>`

#include <metal_pixel>
#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

struct plain {
    int x;
};

enum class colour : uchar { red, green };

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_integral_v<short>;
    result[1] = is_integral_v<float>;
    result[2] = is_floating_point_v<half>;
    result[3] = is_floating_point_v<int>;
    result[4] = is_arithmetic_v<uchar>;
    result[5] = is_arithmetic_v<plain>;
    result[6] = is_scalar_v<int>;
    result[7] = is_scalar_v<plain>;
    result[8] = is_vector_v<float4>;
    result[9] = is_vector_v<float>;
    result[10] = is_signed_v<int>;
    result[11] = is_signed_v<uint>;
    result[12] = is_unsigned_v<ushort>;
    result[13] = is_unsigned_v<char>;
    result[14] = is_pointer_v<device int *>;
    result[15] = is_pointer_v<int>;
    result[16] = is_array_v<int[3]>;
    result[17] = is_array_v<int>;
    result[18] = is_const_v<const int>;
    result[19] = is_const_v<int>;
    result[20] = is_volatile_v<volatile int>;
    result[21] = is_volatile_v<int>;
    result[22] = is_enum_v<colour>;
    result[23] = is_enum_v<int>;
    result[24] = is_class_v<plain>;
    result[25] = is_class_v<int>;
    result[26] = is_function_v<int(int)>;
    result[27] = is_function_v<int>;
    result[28] = is_lvalue_reference_v<thread int &>;
    result[29] = is_lvalue_reference_v<int>;
    result[30] = is_convertible_v<int, float>;
    result[31] = is_convertible_v<plain, int>;
    result[32] = is_constructible_v<plain, plain>;
    result[33] = is_constructible_v<plain, float4>;
    result[34] = is_default_constructible_v<plain>;
    result[35] = is_nothrow_constructible_v<int, int>;
    result[36] = is_abstract_v<plain>;
    result[37] = is_same_v<int, int>;
    result[38] = is_same_v<int, uint>;
    result[39] = is_uniform_v<uniform<int>>;
    result[40] = is_uniform_v<int>;
    result[41] = is_pixel_data_v<rgba8unorm<half4>>;
    result[42] = is_pixel_data_v<int>;
    result[43] = conjunction_v<true_type, true_type>;
    result[44] = conjunction_v<true_type, false_type>;
    result[45] = disjunction_v<false_type, true_type>;
    result[46] = disjunction_v<false_type, false_type>;
    result[47] = is_same_v<conditional<true, int, float>::type, int>;
    result[48] = is_same_v<enable_if<true, half>::type, half>;
    result[49] = is_same_v<common_type<int, float>::type, float>;
    result[50] = is_same_v<make_signed<uint>::type, int>;
    result[51] = is_same_v<make_unsigned<char>::type, uchar>;
    result[52] = is_same_v<underlying_type<colour>::type, uchar>;
    result[53] = is_same_v<add_const_t<int>, const int>;
    result[54] = is_same_v<remove_const<const int>::type, int>;
    result[55] = is_same_v<remove_volatile<volatile int>::type, int>;
    result[56] = is_same_v<remove_cv<const volatile int>::type, int>;
    result[57] = is_same_v<remove_extent_t<int[3]>, int>;
    result[58] = is_same_v<remove_reference_t<thread int &>, thread int>;
    result[59] = is_same_v<remove_addrspace_t<device int>, int>;
}
