//! title:     Each element of a SIMD-group matrix is one of some lane's elements, which can be changed
//! verifies:  lib.more.simdgroup_product
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in half float
//! dispatch:  groups 4, threadgroup 32
//! in:        a T[256] = integers(-100, 100)
//! out:       twice T[256]
//! expect:    twice = add(a, a)
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.simdgroup_product | replace `m.thread_elements()[1] += m.thread_elements()[1];` with ``
//! mutant:    lib.more.simdgroup_product | replace `m.thread_elements()[0] += m.thread_elements()[0];` with ``

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void doubled(device const T *a [[buffer(0)]], device T *twice [[buffer(1)]],
                    uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> m;
    simdgroup_load(m, a + 64 * group);
    m.thread_elements()[0] += m.thread_elements()[0];
    m.thread_elements()[1] += m.thread_elements()[1];
    simdgroup_store(m, twice + 64 * group);
}
