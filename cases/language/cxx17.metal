//! title:     From version 4.0 the language is C++17
//! verifies:  lang.cxx.base17
//! requires:  msl 4.0
//! before:    a compiler of C++14 may take what C++17 brought, with a warning
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[7]
//! expect:    result = values 3 12 10 5 8 2 6
//! mutant:    lang.cxx.base17 | replace `if constexpr (is_integral<T>::value)`
//!            with `if constexpr (!is_integral<T>::value)`
//! mutant:    lang.cxx.base17 | replace `(values + ...)` with `(values * ...)`

#include <metal_stdlib>
using namespace metal;

namespace outer::inner {
constant int depth = 2;
}

struct pair {
    int first, second;
};

template <typename T> struct box {
    box(T value) : content(value) {}
    T content;
};

template <typename T> int kind(T)
{
    if constexpr (is_integral<T>::value)
        return 3;
    else
        return 12;
}

template <typename... T> int sum(T... values)
{
    return (values + ...);
}

template <auto N> int twice()
{
    return 2 * N;
}

kernel void report(device int *result [[buffer(0)]])
{
    static_assert(sizeof(int) == 4);
    result[0] = kind(1);
    result[1] = kind(1.0f);
    result[2] = sum(1, 2, 3, 4);
    pair both = {2, 3};
    auto [a, b] = both;
    result[3] = a + b;
    result[4] = twice<4>();
    result[5] = outer::inner::depth;
    box packed(6);
    if (int content = packed.content; content > 0)
        result[6] = content;
}
