//! title:     Relational and equality operators of each type and width: vectors, packed vectors, both, a scalar on either side
//! verifies:  packed.logical_relational ops.relational.vector ops.equality.vector
//! requires:  msl 3.1, feature bfloat
//! for:       T in char uchar short ushort int uint long ulong half bfloat float; V in vec packed_vec
//! subcases:  (EXPECTED, N, KERNEL) in (less, 2, less2) (less, 3, less3) (less, 4, less4) (less_equal, 2,
//!            less_equal2) (less_equal, 3, less_equal3) (less_equal, 4, less_equal4) (greater, 2, greater2) (greater, 3,
//!            greater3) (greater, 4, greater4) (greater_equal, 2, greater_equal2) (greater_equal, 3, greater_equal3)
//!            (greater_equal, 4, greater_equal4) (equal, 2, equal2) (equal, 3, equal3) (equal, 4, equal4) (not_equal, 2,
//!            not_equal2) (not_equal, 3, not_equal3) (not_equal, 4, not_equal4)
//! dispatch:  KERNEL: threads 64, threadgroup 64
//! in:        a vec<T, N>[64] = few_values
//! in:        b vec<T, N>[64] = few_values
//! in:        s T[64] = few_values
//! in:        t T[64] = few_values
//! out:       same_kind vec<bool, N>[64]
//! out:       aligned_right vec<bool, N>[64]
//! out:       aligned_left vec<bool, N>[64]
//! out:       scalar_right vec<bool, N>[64]
//! out:       scalar_left vec<bool, N>[64]
//! expect:    same_kind = EXPECTED(a, b)
//! expect:    aligned_right = EXPECTED(a, b)
//! expect:    aligned_left = EXPECTED(a, b)
//! expect:    scalar_right = EXPECTED(a, t)
//! expect:    scalar_left = EXPECTED(s, b)
//! mutant:    ops.relational.vector | replace `f(p, q)` with `f(p, q.x)` | for V=vec EXPECTED=less EXPECTED=less_equal
//!            EXPECTED=greater EXPECTED=greater_equal
//! mutant:    ops.equality.vector | replace `f(p, q)` with `f(p, q.x)` | for V=vec EXPECTED=equal EXPECTED=not_equal
//! mutant:    packed.logical_relational | replace `f(p, q)` with `f(p, q.x)` | for V=packed_vec
//! mutant:    packed.logical_relational | replace `f(p, b[i])` with `f(p, b[i].x)` | for V=packed_vec
//! mutant:    packed.logical_relational | replace `f(a[i], q)` with `f(a[i].x, q)` | for V=packed_vec
//! mutant:    packed.logical_relational | replace `f(p, t[i])` with `f(p, b[i].x)` | for V=packed_vec
//! mutant:    packed.logical_relational | replace `f(s[i], q)` with `f(a[i].x, q)` | for V=packed_vec

#include <metal_stdlib>
using namespace metal;

struct less_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a < b;
    }
};

struct less_equal_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a <= b;
    }
};

struct greater_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a > b;
    }
};

struct greater_equal_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a >= b;
    }
};

struct equal_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a == b;
    }
};

struct not_equal_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a != b;
    }
};

template <typename F, int W>
kernel void operate(device const vec<T, W> *a [[buffer(0)]], device const vec<T, W> *b [[buffer(1)]],
                    device const T *s [[buffer(2)]], device const T *t [[buffer(3)]],
                    device vec<bool, W> *same_kind [[buffer(4)]], device vec<bool, W> *aligned_right [[buffer(5)]],
                    device vec<bool, W> *aligned_left [[buffer(6)]], device vec<bool, W> *scalar_right [[buffer(7)]],
                    device vec<bool, W> *scalar_left [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    const F f;
    const V<T, W> p(a[i]), q(b[i]);
    same_kind[i] = f(p, q);
    aligned_right[i] = f(p, b[i]);
    aligned_left[i] = f(a[i], q);
    scalar_right[i] = f(p, t[i]);
    scalar_left[i] = f(s[i], q);
}

template [[host_name("less2")]] kernel decltype(operate<less_of, 2>) operate<less_of, 2>;
template [[host_name("less3")]] kernel decltype(operate<less_of, 3>) operate<less_of, 3>;
template [[host_name("less4")]] kernel decltype(operate<less_of, 4>) operate<less_of, 4>;
template [[host_name("less_equal2")]] kernel decltype(operate<less_equal_of, 2>) operate<less_equal_of, 2>;
template [[host_name("less_equal3")]] kernel decltype(operate<less_equal_of, 3>) operate<less_equal_of, 3>;
template [[host_name("less_equal4")]] kernel decltype(operate<less_equal_of, 4>) operate<less_equal_of, 4>;
template [[host_name("greater2")]] kernel decltype(operate<greater_of, 2>) operate<greater_of, 2>;
template [[host_name("greater3")]] kernel decltype(operate<greater_of, 3>) operate<greater_of, 3>;
template [[host_name("greater4")]] kernel decltype(operate<greater_of, 4>) operate<greater_of, 4>;
template [[host_name("greater_equal2")]] kernel decltype(operate<greater_equal_of, 2>) operate<greater_equal_of, 2>;
template [[host_name("greater_equal3")]] kernel decltype(operate<greater_equal_of, 3>) operate<greater_equal_of, 3>;
template [[host_name("greater_equal4")]] kernel decltype(operate<greater_equal_of, 4>) operate<greater_equal_of, 4>;
template [[host_name("equal2")]] kernel decltype(operate<equal_of, 2>) operate<equal_of, 2>;
template [[host_name("equal3")]] kernel decltype(operate<equal_of, 3>) operate<equal_of, 3>;
template [[host_name("equal4")]] kernel decltype(operate<equal_of, 4>) operate<equal_of, 4>;
template [[host_name("not_equal2")]] kernel decltype(operate<not_equal_of, 2>) operate<not_equal_of, 2>;
template [[host_name("not_equal3")]] kernel decltype(operate<not_equal_of, 3>) operate<not_equal_of, 3>;
template [[host_name("not_equal4")]] kernel decltype(operate<not_equal_of, 4>) operate<not_equal_of, 4>;
