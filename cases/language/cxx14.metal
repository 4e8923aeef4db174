//! title:     The language is C++14: constexpr with loops, variable templates, deduced return types, binary literals
//! verifies:  lang.cxx.base14 lang.templates
//! msl:       2.0 2.3 2.4 3.0 3.1 3.2
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[15]
//! expect:    result = values 120 42 5 1000000 9 3 10 4 7 6 21 12 3 9 8
//! mutant:    lang.cxx.base14 | replace `product *= k` with `product += k`
//! mutant:    lang.cxx.base14 | replace `0b101` with `0b110`
//! mutant:    lang.cxx.base14 | replace `kind<decltype(number)>` with `kind<decltype((number))>`
//! mutant:    lang.templates | replace `enum { value = 3 }` with `enum { value = 4 }`
//! mutant:    lang.templates | replace `first + sum(rest...)` with `first - sum(rest...)`

#include <metal_stdlib>
using namespace metal;

constexpr int factorial(int n)
{
    int product = 1;
    for (int k = 2; k <= n; k++)
        product *= k;
    return product;
}

template <typename T> constant T answer = T(42);

auto next(int x)
{
    return x + 1;
}

template <typename T> struct kind {
    enum { value = 1 };
};
template <> struct kind<float> {
    enum { value = 3 };
};
template <typename T, int N> struct kind<vec<T, N>> {
    enum { value = 5 + N };
};

template <int N = 7> int count()
{
    return N;
}

int sum()
{
    return 0;
}

template <typename T, typename... REST> int sum(T first, REST... rest)
{
    return first + sum(rest...);
}

template <typename T> enable_if_t<is_integral<T>::value, int> choose(T)
{
    return 4;
}

template <typename T> enable_if_t<is_floating_point<T>::value, int> choose(T)
{
    return 12;
}

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = factorial(5);
    result[1] = answer<int>;
    result[2] = 0b101;
    result[3] = 1'000'000;
    result[4] = next(8);
    result[5] = kind<float>::value;
    result[6] = kind<half>::value + kind<float4>::value;
    result[7] = choose(3);
    result[8] = count();
    result[9] = count<6>();
    result[10] = sum(1, 2, 3, 4, 5, 6);
    result[11] = choose(3.0f);

    float number = 2;
    float4 vector(number);
    const decltype(number) copy = number / 3;
    array<decltype(number), 3> several;
    result[12] = kind<decltype(number)>::value;
    result[13] = kind<decltype(vector)>::value;
    result[14] = kind<vec<decltype(number), 3>>::value + (sizeof(several) == 12 && copy < 1 ? 0 : 50);
}
