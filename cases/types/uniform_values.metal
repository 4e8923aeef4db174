//! title:     uniform values convert to plain ones, combine, fill arrays, are passed and returned
//! verifies:  uniform.template uniform.to_nonuniform uniform.from_uniform_expr uniform.array uniform.param_return
//!            uniform.pointer_to uniform.index uniform.control_flow
//! requires:  msl 2.0
//! for:       T in int uint half float
//! dispatch:  threads 64, threadgroup 64
//! in:        data T[4] = values 3 4 5 6
//! out:       mixed T[64]
//! out:       combined T[64]
//! out:       shared_path T[64]
//! expect:    mixed = counted(3, 1)
//! expect:    combined = counted(24, 0)
//! expect:    shared_path = counted(9, 0)
//! mutant:    uniform.template | replace `mixed[i] = a + T(i)` with `mixed[i] = a - T(i)`
//! mutant:    uniform.from_uniform_expr | replace `twice(a + b)`
//!            with `twice(a - b)`
//! mutant:    uniform.array | replace `c + row[1]` with `c + row[0]`
//! mutant:    uniform.pointer_to | replace `pointed[3] > a` with `pointed[3] < a`
//! mutant:    uniform.to_nonuniform | replace `mixed[i] = a + T(i)` with `mixed[i] = a + a`
//! mutant:    uniform.param_return | replace `return value + value` with `return value`
//! mutant:    uniform.index | replace `data[at]` with `data[0]`
//! mutant:    uniform.index | replace `back += make_uniform(-1)` with `back += make_uniform(-2)`
//! mutant:    uniform.index | replace `ahead -= make_uniform(-2)` with `ahead -= make_uniform(-1)`
//! mutant:    uniform.control_flow | replace `slot[63 - i] = 9` with `if (i != 5) slot[63 - i] = 9`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

static uniform<T> twice(uniform<T> value)
{
    return value + value;
}

kernel void combine(device const T *data [[buffer(0)]], device T *mixed [[buffer(1)]], device T *combined [[buffer(2)]],
                    device T *shared_path [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    threadgroup T slot[64];
    uniform<T> a = make_uniform(data[0]), b = make_uniform(data[1]);
    mixed[i] = a + T(i);
    uniform<T> c = twice(a + b);
    uniform<T> row[2];
    row[0] = a;
    row[1] = b;
    uniform<int> at = make_uniform(2);
    // A step back, and by a difference of a negative number one of two ahead.
    device const T *back = data + 3, *ahead = data + 1;
    back += make_uniform(-1);
    ahead -= make_uniform(-2);
    combined[i] = c + row[1] + data[at] + *ahead - *back;
    device const uniform<T> *pointed = (device const uniform<T> *)data;
    slot[i] = 0;
    if (pointed[3] > a) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        slot[63 - i] = 9;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    shared_path[i] = slot[i];
}
