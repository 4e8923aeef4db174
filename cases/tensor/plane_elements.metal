//! title:     get and the subscript with tensor_plane_data are those of the tensor
//! verifies:  multiplane.get multiplane.subscript
//! requires:  msl 4.1, feature tensors
//! for:       T in uchar char
//! dispatch:  threads 32 x 4, threadgroup 32 x 1
//! in:        data T[threads] = integers(1, 100)
//! in:        scales uchar[4] = random
//! out:       got T[threads]
//! out:       got_by_array T[threads]
//! out:       beyond T[4]
//! out:       broadcast T[32]
//! out:       put T[threads]
//! out:       put_by_array T[threads]
//! expect:    got = same data
//! expect:    got_by_array = same data
//! expect:    beyond = values 0 0 0 0
//! expect:    broadcast = repeated(data)
//! expect:    put = same data
//! expect:    put_by_array = same data
//! mutant:    multiplane.get | replace `whole.get<tensor_plane_data>(x, y)` with `whole.get<tensor_plane_data>(x, 0)`
//! mutant:    multiplane.get | replace `whole.get<tensor_plane_data>(32 + y, 0)` with
//!            `whole.get<tensor_plane_data>(31, 0)`
//! mutant:    multiplane.get | replace `row.get<tensor_plane_data>(x, 3)` with `whole.get<tensor_plane_data>(x, 3)`
//! mutant:    multiplane.subscript | replace `to.operator[]<tensor_plane_data>(x, y)` with
//!            `to.operator[]<tensor_plane_data>(x, 0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;
typedef tensor<device T, dextents<int, 2>, tensor_inline, plane> view;

kernel void copy(device T *data [[buffer(0)]], device uchar *scales [[buffer(1)]], device T *got [[buffer(2)]],
                 device T *got_by_array [[buffer(3)]], device T *beyond [[buffer(4)]],
                 device T *broadcast [[buffer(5)]], device T *put [[buffer(6)]],
                 device T *put_by_array [[buffer(7)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), i = x + 32 * y;
    array<int, 2> rows = {1, 32}, place = {x, y};
    plane given(scales);
    view whole(data, dextents<int, 2>(32, 4), rows, given), row(data, dextents<int, 2>(32, 1), rows, given);
    view to(put, dextents<int, 2>(32, 4), rows, given), to_by_array(put_by_array, dextents<int, 2>(32, 4), rows, given);
    got[i] = whole.get<tensor_plane_data>(x, y);
    got_by_array[i] = whole.get<tensor_plane_data>(place);
    to.operator[]<tensor_plane_data>(x, y) = data[i];
    to_by_array.operator[]<tensor_plane_data>(place) = data[i];
    if (x == 0)
        beyond[y] = whole.get<tensor_plane_data>(32 + y, 0);
    if (y == 0)
        broadcast[x] = row.get<tensor_plane_data>(x, 3);
}
