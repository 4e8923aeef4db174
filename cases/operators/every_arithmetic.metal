//! title:     + - * / of each type and width: vectors, packed vectors, an aligned beside a packed one, a scalar on either side
//! verifies:  packed.arithmetic ops.arith.vector_vector ops.arith.scalar_vector
//! requires:  msl 2.3
//! for:       (T, LOW) in (char, -10) (uchar, 0) (short, -10) (ushort, 0) (int, -10) (uint, 0) (long, -10) (ulong, 0)
//!            (half, -10) (float, -10); V in vec packed_vec
//! subcases:  (EXPECTED, N, KERNEL) in (added, 2, added2) (added, 3, added3) (added, 4, added4) (subtracted, 2,
//!            subtracted2) (subtracted, 3, subtracted3) (subtracted, 4, subtracted4) (multiplied, 2, multiplied2) (multiplied,
//!            3, multiplied3) (multiplied, 4, multiplied4) (divided, 2, divided2) (divided, 3, divided3) (divided, 4,
//!            divided4)
//! math:      safe
//! functions: precise
//! dispatch:  KERNEL: threads 64, threadgroup 64
//! in:        a vec<T, N>[64] = integers(LOW, 11)
//! in:        b vec<T, N>[64] = integers(1, 11)
//! in:        s T[64] = integers(LOW, 11)
//! in:        t T[64] = integers(1, 11)
//! out:       same_kind vec<T, N>[64]
//! out:       aligned_right vec<T, N>[64]
//! out:       aligned_left vec<T, N>[64]
//! out:       scalar_right vec<T, N>[64]
//! out:       scalar_left vec<T, N>[64]
//! expect:    same_kind = EXPECTED(a, b)
//! expect:    aligned_right = EXPECTED(a, b)
//! expect:    aligned_left = EXPECTED(a, b)
//! expect:    scalar_right = EXPECTED(a, t)
//! expect:    scalar_left = EXPECTED(s, b)
//! mutant:    ops.arith.vector_vector | replace `f(p, q)` with `f(p, q.x)` | for V=vec
//! mutant:    ops.arith.scalar_vector | replace `f(s[i], q)` with `f(a[i].x, q)` | for V=vec
//! mutant:    ops.arith.scalar_vector | replace `f(p, t[i])` with `f(p, b[i].x)` | for V=vec
//! mutant:    packed.arithmetic | replace `f(p, q)` with `f(p, q.x)` | for V=packed_vec
//! mutant:    packed.arithmetic | replace `f(p, b[i])` with `f(p, b[i].x)` | for V=packed_vec
//! mutant:    packed.arithmetic | replace `f(a[i], q)` with `f(a[i].x, q)` | for V=packed_vec
//! mutant:    packed.arithmetic | replace `f(p, t[i])` with `f(p, b[i].x)` | for V=packed_vec
//! mutant:    packed.arithmetic | replace `f(s[i], q)` with `f(a[i].x, q)` | for V=packed_vec

#include <metal_stdlib>
using namespace metal;

struct added_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a + b;
    }
};

struct subtracted_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a - b;
    }
};

struct multiplied_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a * b;
    }
};

struct divided_of {
    template <typename A, typename B> auto operator()(A a, B b) const
    {
        return a / b;
    }
};

template <typename F, int W>
kernel void operate(device const vec<T, W> *a [[buffer(0)]], device const vec<T, W> *b [[buffer(1)]],
                    device const T *s [[buffer(2)]], device const T *t [[buffer(3)]],
                    device vec<T, W> *same_kind [[buffer(4)]], device vec<T, W> *aligned_right [[buffer(5)]],
                    device vec<T, W> *aligned_left [[buffer(6)]], device vec<T, W> *scalar_right [[buffer(7)]],
                    device vec<T, W> *scalar_left [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    const F f;
    const V<T, W> p(a[i]), q(b[i]);
    same_kind[i] = f(p, q);
    aligned_right[i] = f(p, b[i]);
    aligned_left[i] = f(a[i], q);
    scalar_right[i] = f(p, t[i]);
    scalar_left[i] = f(s[i], q);
}

template [[host_name("added2")]] kernel decltype(operate<added_of, 2>) operate<added_of, 2>;
template [[host_name("added3")]] kernel decltype(operate<added_of, 3>) operate<added_of, 3>;
template [[host_name("added4")]] kernel decltype(operate<added_of, 4>) operate<added_of, 4>;
template [[host_name("subtracted2")]] kernel decltype(operate<subtracted_of, 2>) operate<subtracted_of, 2>;
template [[host_name("subtracted3")]] kernel decltype(operate<subtracted_of, 3>) operate<subtracted_of, 3>;
template [[host_name("subtracted4")]] kernel decltype(operate<subtracted_of, 4>) operate<subtracted_of, 4>;
template [[host_name("multiplied2")]] kernel decltype(operate<multiplied_of, 2>) operate<multiplied_of, 2>;
template [[host_name("multiplied3")]] kernel decltype(operate<multiplied_of, 3>) operate<multiplied_of, 3>;
template [[host_name("multiplied4")]] kernel decltype(operate<multiplied_of, 4>) operate<multiplied_of, 4>;
template [[host_name("divided2")]] kernel decltype(operate<divided_of, 2>) operate<divided_of, 2>;
template [[host_name("divided3")]] kernel decltype(operate<divided_of, 3>) operate<divided_of, 3>;
template [[host_name("divided4")]] kernel decltype(operate<divided_of, 4>) operate<divided_of, 4>;
