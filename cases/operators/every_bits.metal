//! title:     & | ^ % << >> of each integer type and width: two vectors, a scalar on either side
//! verifies:  ops.bitwise.vector ops.mod.scalar_vector ops.shift.shapes
//! requires:  msl 2.3
//! for:       (T, MOST) in (char, 127) (uchar, 255) (short, 32767) (ushort, 65535) (int, 2147483647) (uint, 4294967295)
//!            (long, 9223372036854775807) (ulong, 9223372036854775807)
//! subcases:  (EXPECTED, N, KERNEL) in (bits_and, 2, bits_and2) (bits_and, 3, bits_and3) (bits_and, 4, bits_and4)
//!            (bits_or, 2, bits_or2) (bits_or, 3, bits_or3) (bits_or, 4, bits_or4) (bits_xor, 2, bits_xor2) (bits_xor, 3,
//!            bits_xor3) (bits_xor, 4, bits_xor4) (remaindered, 2, remaindered2) (remaindered, 3, remaindered3) (remaindered,
//!            4, remaindered4) (shifted_left, 2, shifted_left2) (shifted_left, 3, shifted_left3) (shifted_left, 4,
//!            shifted_left4) (shifted_right, 2, shifted_right2) (shifted_right, 3, shifted_right3) (shifted_right, 4,
//!            shifted_right4)
//! dispatch:  KERNEL: threads 64, threadgroup 64
//! in:        a vec<T, N>[64] = integers(0, MOST)
//! in:        b vec<T, N>[64] = integers(1, MOST)
//! in:        s T[64] = integers(0, MOST)
//! in:        t T[64] = integers(1, MOST)
//! out:       vectors vec<T, N>[64]
//! out:       scalar_right vec<T, N>[64]
//! out:       scalar_left vec<T, N>[64]
//! expect:    vectors = EXPECTED(a, b)
//! expect:    scalar_right = EXPECTED(a, t)
//! expect:    scalar_left = EXPECTED(s, b)
//! mutant:    ops.bitwise.vector | replace `f(a[i], b[i])` with `f(a[i], b[i].x)` | for EXPECTED=bits_and EXPECTED=bits_or EXPECTED=bits_xor
//! mutant:    ops.mod.scalar_vector | replace `f(s[i], b[i])` with `f(a[i].x, b[i])` | for EXPECTED=remaindered
//! mutant:    ops.shift.shapes | replace `f(a[i], t[i])` with `f(a[i], b[i].x)` | for EXPECTED=shifted_left EXPECTED=shifted_right
//! note:      No scalar is shifted by a vector: it becomes one before. Counts are taken modulo the width.

#include <metal_stdlib>
using namespace metal;

struct bits_and_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a & b;
    }
};

struct bits_or_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a | b;
    }
};

struct bits_xor_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a ^ b;
    }
};

struct remaindered_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a % b;
    }
};

struct shifted_left_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a << b;
    }
    template <typename B> auto operator()(T a, B b) const
    {
        return B(a) << b;
    }
};

struct shifted_right_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a >> b;
    }
    template <typename B> auto operator()(T a, B b) const
    {
        return B(a) >> b;
    }
};

template <typename F, int W>
kernel void operate(device const vec<T, W> *a [[buffer(0)]], device const vec<T, W> *b [[buffer(1)]],
                    device const T *s [[buffer(2)]], device const T *t [[buffer(3)]],
                    device vec<T, W> *vectors [[buffer(4)]], device vec<T, W> *scalar_right [[buffer(5)]],
                    device vec<T, W> *scalar_left [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const F f;
    vectors[i] = f(a[i], b[i]);
    scalar_right[i] = f(a[i], t[i]);
    scalar_left[i] = f(s[i], b[i]);
}

template [[host_name("bits_and2")]] kernel decltype(operate<bits_and_of, 2>) operate<bits_and_of, 2>;
template [[host_name("bits_and3")]] kernel decltype(operate<bits_and_of, 3>) operate<bits_and_of, 3>;
template [[host_name("bits_and4")]] kernel decltype(operate<bits_and_of, 4>) operate<bits_and_of, 4>;
template [[host_name("bits_or2")]] kernel decltype(operate<bits_or_of, 2>) operate<bits_or_of, 2>;
template [[host_name("bits_or3")]] kernel decltype(operate<bits_or_of, 3>) operate<bits_or_of, 3>;
template [[host_name("bits_or4")]] kernel decltype(operate<bits_or_of, 4>) operate<bits_or_of, 4>;
template [[host_name("bits_xor2")]] kernel decltype(operate<bits_xor_of, 2>) operate<bits_xor_of, 2>;
template [[host_name("bits_xor3")]] kernel decltype(operate<bits_xor_of, 3>) operate<bits_xor_of, 3>;
template [[host_name("bits_xor4")]] kernel decltype(operate<bits_xor_of, 4>) operate<bits_xor_of, 4>;
template [[host_name("remaindered2")]] kernel decltype(operate<remaindered_of, 2>) operate<remaindered_of, 2>;
template [[host_name("remaindered3")]] kernel decltype(operate<remaindered_of, 3>) operate<remaindered_of, 3>;
template [[host_name("remaindered4")]] kernel decltype(operate<remaindered_of, 4>) operate<remaindered_of, 4>;
template [[host_name("shifted_left2")]] kernel decltype(operate<shifted_left_of, 2>) operate<shifted_left_of, 2>;
template [[host_name("shifted_left3")]] kernel decltype(operate<shifted_left_of, 3>) operate<shifted_left_of, 3>;
template [[host_name("shifted_left4")]] kernel decltype(operate<shifted_left_of, 4>) operate<shifted_left_of, 4>;
template [[host_name("shifted_right2")]] kernel decltype(operate<shifted_right_of, 2>) operate<shifted_right_of, 2>;
template [[host_name("shifted_right3")]] kernel decltype(operate<shifted_right_of, 3>) operate<shifted_right_of, 3>;
template [[host_name("shifted_right4")]] kernel decltype(operate<shifted_right_of, 4>) operate<shifted_right_of, 4>;
