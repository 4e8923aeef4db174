//! title:     get and the subscript with tensor_plane_scales reach the code of a scale
//! verifies:  multiplane.get multiplane.subscript
//! requires:  msl 4.1, feature tensors
//! dispatch:  threads 4 x 8, threadgroup 4 x 1
//! in:        data uchar[1024] = random
//! in:        scales uchar[threads] = integers(1, 254)
//! out:       got uchar[threads]
//! out:       put uchar[threads]
//! out:       beyond uchar[threads]
//! expect:    got = same scales
//! expect:    put = same scales
//! expect:    beyond = values 0 …
//! refusal:   the text has no type for an element of this plane: a format has no values; it is taken for its code, a uchar
//! mutant:    multiplane.get | replace `whole.get<tensor_plane_scales>(x, y)` with `whole.get<tensor_plane_scales>(x, 0)`
//! mutant:    multiplane.get | replace `whole.get<tensor_plane_scales>(x + 4, y)` with
//!            `whole.get<tensor_plane_scales>(x, y)`
//! mutant:    multiplane.subscript | replace `to.operator[]<tensor_plane_scales>(x, y)` with
//!            `to.operator[]<tensor_plane_scales>(x, 0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;
typedef tensor<device metal_fp8_e4m3_format, dextents<int, 2>, tensor_inline, plane> view;

kernel void copy(device uchar *data [[buffer(0)]], device uchar *scales [[buffer(1)]], device uchar *got [[buffer(2)]],
                 device uchar *put [[buffer(3)]], device uchar *beyond [[buffer(4)]],
                 uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), i = x + 4 * y;
    array<int, 2> rows = {1, 128};
    plane from_plane(scales), to_plane(put);
    view whole(data, dextents<int, 2>(128, 8), rows, from_plane), to(data, dextents<int, 2>(128, 8), rows, to_plane);
    got[i] = uchar(whole.get<tensor_plane_scales>(x, y));
    to.operator[]<tensor_plane_scales>(x, y) = scales[i];
    beyond[i] = uchar(whole.get<tensor_plane_scales>(x + 4, y));
}
