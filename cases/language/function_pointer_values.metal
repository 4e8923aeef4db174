//! title:     Pointers to functions may be null, are compared, lie in arrays, and differ from thread to thread
//! verifies:  lang.function_pointer.null lang.function_pointer.compared lang.function_pointer.arrays
//!            lang.function_pointer.divergent
//! requires:  msl 2.3, feature function_pointers
//! options:   link next twice negated
//! dispatch:  choose: threads 64, threadgroup 32
//! in:        which uint[64] = integers(0, 3)
//! in:        data int[64] = integers(-100, 100)
//! out:       result int[64]
//! out:       missing uint[64]
//! out:       equality uint[64]
//! out:       replaced int[64]
//! expect:    result = formula(each(i < 64: which[i] == 0 ? data[i] + 1 : which[i] == 1 ? 2 * data[i] : which[i] == 2 ? 0 - data[i] : 77))
//! expect:    missing = formula(each(i < 64: which[i] == 3 ? 1 : 0))
//! expect:    equality = formula(each(i < 64: which[i] == 1 ? 3 : 0))
//! expect:    replaced = formula(each(i < 64: which[i] == 2 ? data[i] + 1 : 0 - data[i]))
//! mutant:    lang.function_pointer.null | replace `missing[i] = !f` with `missing[i] = !f && i < 8`
//! mutant:    lang.function_pointer.null | replace `negated, nullptr}` with `negated, next}`
//! mutant:    lang.function_pointer.compared | replace `(f == twice) +` with `(f == next) +`
//! mutant:    lang.function_pointer.compared | replace `2 * (twice == f && f != next)` with `2 * (twice != f && f == next)`
//! mutant:    lang.function_pointer.arrays | replace `swapped[0] = list[2]` with `swapped[0] = list[0]`
//! mutant:    lang.function_pointer.divergent | replace `f(data[i])` with `list[simd_max(which[i] % 3)](data[i])`

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int x)
{
    return x + 1;
}

[[visible]] int twice(int x)
{
    return 2 * x;
}

[[visible]] int negated(int x)
{
    return -x;
}

kernel void choose(device const uint *which [[buffer(0)]], device const int *data [[buffer(1)]],
                   device int *result [[buffer(2)]], device uint *missing [[buffer(3)]],
                   device uint *equality [[buffer(4)]], device int *replaced [[buffer(5)]],
                   uint i [[thread_position_in_grid]])
{
    int (*list[4])(int) = {next, twice, negated, nullptr};
    int (*f)(int) = list[which[i]];
    result[i] = 77;
    if (f)
        result[i] = f(data[i]);
    missing[i] = !f;
    equality[i] = (f == twice) + 2 * (twice == f && f != next);

    int (*swapped[2])(int) = {list[0], list[2]};
    swapped[0] = list[2];
    swapped[1] = list[0];
    replaced[i] = swapped[f == negated](data[i]);
}
