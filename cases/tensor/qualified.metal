//! title:     The elements of a tensor may be const, volatile or coherent
//! verifies:  tensor.element.address_space
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half uint
//! dispatch:  threads 64, threadgroup 64
//! in:        data T[64] = integers(0, 100)
//! out:       from_const T[64]
//! out:       from_volatile T[64]
//! out:       from_coherent T[64]
//! expect:    from_const = same data
//! expect:    from_volatile = same data
//! expect:    from_coherent = same data
//! mutant:    tensor.element.address_space | replace `source.get(x)` with `source.get(0)`
//! mutant:    tensor.element.address_space | replace `coherent_out.set(value, x)` with `coherent_out.set(value, x / 2)`
//! mutant:    tensor.element.address_space | replace `volatile_out[x]` with `volatile_out[x / 2]`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef dextents<int, 1> line;

kernel void copy(const device T *data [[buffer(0)]], device T *from_const [[buffer(1)]],
                 volatile device T *from_volatile [[buffer(2)]],
                 coherent(device) device T *from_coherent [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    const int x = int(i);
    tensor<const device T, line, tensor_inline> source(data, line(64));
    tensor<volatile device T, line, tensor_inline> volatile_out(from_volatile, line(64));
    tensor<coherent(device) device T, line, tensor_inline> coherent_out(from_coherent, line(64));
    const T value = source.get(x);
    from_const[i] = value;
    volatile_out[x] = value;
    coherent_out.set(value, x);
}
