//! title:     An integer of any size becomes a bfloat vector of every width: rounded once, in all components
//! verifies:  vector.ctor.splat convert.implicit.scalar_to_vector conv.int2fp.bfloat
//! requires:  feature bfloat
//! for:       FROM in char uchar short ushort int uint long ulong
//! math:      safe fast
//! subcases:  N in 2 3 4
//! dispatch:  threads 4096, threadgroup 64
//! in:        data FROM[threads] = whole_numbers(0, 1)
//! out:       constructed vec<bfloat, N>[threads]
//! out:       implicit vec<bfloat, N>[threads]
//! expect:    constructed = spread(data)
//! expect:    implicit = spread(data)
//! mutant:    vector.ctor.splat | replace `V(data[i])` with `V(0)`
//! mutant:    convert.implicit.scalar_to_vector | replace `implicit[i] = data[i]` with `implicit[i] = V(data[i / 2])`
//! mutant:    conv.int2fp.bfloat | replace `V(data[i])` with `V(bfloat(data[i] / FROM(2)))`

#include <metal_stdlib>
using namespace metal;

using V = vec<bfloat, N>;

kernel void convert(device const FROM *data [[buffer(0)]], device V *constructed [[buffer(1)]],
                    device V *implicit [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    constructed[i] = V(data[i]);
    implicit[i] = data[i];
}
