//! title:     What type traits answer
//! verifies:  lib.more.traits
//! requires:  msl 4.0
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[46]
//! expect:    result = values 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 1 1 1 1 1 1 1 1 1 1 1 1 0 7 1 0 1 5 10
//!            7 1 0 1
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.traits | replace `is_signed<uint>::value` with `is_signed<half>::value`
//! mutant:    lib.more.traits | replace `is_convertible<plain, int>::value` with `is_convertible<half, int>::value`
//! mutant:    lib.more.traits | replace `make_integer_sequence<int, 5>` with `make_integer_sequence<int, 4>`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

struct plain {
    int x;
};

enum class colour : uchar { red, green };

template <int... numbers>
int sum_of(integer_sequence<int, numbers...>)
{
    const int all[] = {numbers...};
    int sum = 0;
    for (int n : all)
        sum += n;
    return sum;
}

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_integral<short>::value;
    result[1] = is_integral<float>::value;
    result[2] = is_arithmetic<half>::value;
    result[3] = is_arithmetic<plain>::value;
    result[4] = is_scalar<int>::value;
    result[5] = is_scalar<plain>::value;
    result[6] = is_signed<int>::value;
    result[7] = is_signed<uint>::value;
    result[8] = is_unsigned<ushort>::value;
    result[9] = is_unsigned<char>::value;
    result[10] = is_pointer<device int *>::value;
    result[11] = is_pointer<int>::value;
    result[12] = is_array<int[3]>::value;
    result[13] = is_array<int>::value;
    result[14] = is_const<const int>::value;
    result[15] = is_const<int>::value;
    result[16] = is_volatile<volatile int>::value;
    result[17] = is_volatile<int>::value;
    result[18] = is_enum<colour>::value;
    result[19] = is_enum<int>::value;
    result[20] = is_class<plain>::value;
    result[21] = is_class<int>::value;
    result[22] = is_same<remove_const_t<const int>, int>::value;
    result[23] = is_same<remove_volatile_t<volatile int>, int>::value;
    result[24] = is_same<remove_cv_t<const volatile int>, int>::value;
    result[25] = is_same<remove_pointer_t<thread int *>, thread int>::value || is_same<remove_pointer_t<thread int *>, int>::value;
    result[26] = is_same<make_signed_t<uint>, int>::value;
    result[27] = is_same<make_unsigned_t<char>, uchar>::value;
    result[28] = is_same<conditional_t<true, int, float>, int>::value;
    result[29] = is_same<conditional_t<false, int, float>, float>::value;
    result[30] = is_same<enable_if_t<true, half>, half>::value;
    result[31] = is_same<decay<const int>::type, int>::value;
    result[32] = is_same<common_type_t<int, float>, float>::value;
    result[33] = is_same<underlying_type_t<colour>, uchar>::value;
    result[34] = is_convertible<int, float>::value;
    result[35] = is_convertible<plain, int>::value;
    result[36] = integral_constant<int, 7>::value;
    result[37] = true_type::value;
    result[38] = false_type::value;
    result[39] = bool_constant<true>::value;
    result[40] = make_index_sequence<5>::size();
    result[41] = sum_of(make_integer_sequence<int, 5>());
    result[42] = sum_of(integer_sequence<int, 3, 4>());
    result[43] = is_uniform<uniform<int>>::value;
    result[44] = is_uniform<int>::value;
    result[45] = is_same<remove_uniform_t<uniform<int>>, int>::value;
}
