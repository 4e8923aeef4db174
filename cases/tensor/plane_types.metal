//! title:     The blocks of a plane are part of its type, and so are static extents
//! verifies:  blockwise.template tensor.tag.blockwise blockwise.member_types blockwise.get_block_size
//!            multiplane.get_static_extent multiplane.get_block_size multiplane.get_block_size.default
//! requires:  msl 4.1, feature tensors
//! for:       (ELEMENT, DESCRIPTOR) in (int4b_format, tensor_handle) (int4b_format, tensor_inline)
//!            (metal_fp4_e2m1_format, tensor_inline) (uchar, tensor_handle) (metal_fp8_e5m2_format, tensor_handle)
//! dispatch:  threads 1, threadgroup 1
//! out:       block uint[2]
//! out:       deep_block uint[1]
//! out:       members uint[2]
//! out:       of_tag uint[3]
//! out:       fixed uint[8]
//! out:       blocks uint[4]
//! out:       without_tag uint[4]
//! expect:    block = values 32 1
//! expect:    deep_block = values 3
//! expect:    members = values 1 1
//! expect:    of_tag = values 32 1 1
//! expect:    fixed = values 256 12 8 12 64 3 2 3
//! expect:    blocks = values 1 1 32 1
//! expect:    without_tag = values 1 1 1 1
//! mutant:    blockwise.template | replace `deep_tensor::get_rank()` with `view::get_rank()`
//! mutant:    tensor.tag.blockwise | replace `tagged::get_block_size<tensor_plane_scales>(0)` with
//!            `tagged::get_block_size<tensor_plane_data>(0)`
//! mutant:    blockwise.member_types | replace `is_same_v<scales::plane_tag_type, tensor_plane_scales>` with
//!            `is_same_v<scales::plane_tag_type, tensor_plane_data>`
//! mutant:    blockwise.member_types | replace `is_same_v<scales::value_type, device metal_fp8_ue8m0_format>` with
//!            `is_same_v<scales::value_type, metal_fp8_ue8m0_format>`
//! mutant:    blockwise.get_block_size | replace `scales::get_block_size(0)` with `scales::get_block_size(1)`
//! mutant:    multiplane.get_static_extent | replace `tight::get_static_extent<tensor_plane_scales>(0)` with
//!            `tight::get_static_extent<tensor_plane_data>(0)`
//! mutant:    multiplane.get_block_size | replace `view::get_block_size<tensor_plane_scales>(0)` with
//!            `view::get_block_size<tensor_plane_data>(0)`
//! mutant:    multiplane.get_block_size.default | replace `view::get_block_size(0)` with
//!            `view::get_block_size<tensor_plane_scales>(0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> scales;
typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1, 1> deep;
typedef tensor<device ELEMENT, dextents<int, 2>, DESCRIPTOR> plain;
typedef tensor<device ELEMENT, dextents<int, 2>, DESCRIPTOR, scales> view, tagged;
typedef tensor<device ELEMENT, dextents<int, 3>, DESCRIPTOR, deep> deep_tensor;
typedef tensor<device ELEMENT, extents<int, 256, 12>, DESCRIPTOR, scales> wide;
typedef tensor<device ELEMENT, extents<int, 64, 3>, DESCRIPTOR, scales> tight;

kernel void compare(device uint *block [[buffer(0)]], device uint *deep_block [[buffer(1)]],
                    device uint *members [[buffer(2)]], device uint *of_tag [[buffer(3)]],
                    device uint *fixed [[buffer(4)]], device uint *blocks [[buffer(5)]],
                    device uint *without_tag [[buffer(6)]])
{
    block[0] = uint(scales::get_block_size(0));
    block[1] = uint(scales::get_block_size(1));
    deep_block[0] = uint(deep_tensor::get_rank()) * uint(deep::get_block_size(2));
    members[0] = is_same_v<scales::value_type, device metal_fp8_ue8m0_format>;
    members[1] = is_same_v<scales::plane_tag_type, tensor_plane_scales>;
    of_tag[0] = uint(tagged::get_block_size<tensor_plane_scales>(0));
    of_tag[1] = uint(plain::get_block_size<tensor_plane_data>(0));
    of_tag[2] = !is_same_v<plain, tagged>;
    fixed[0] = uint(wide::get_static_extent<tensor_plane_data>(0));
    fixed[1] = uint(wide::get_static_extent<tensor_plane_data>(1));
    fixed[2] = uint(wide::get_static_extent<tensor_plane_scales>(0));
    fixed[3] = uint(wide::get_static_extent<tensor_plane_scales>(1));
    fixed[4] = uint(tight::get_static_extent<tensor_plane_data>(0));
    fixed[5] = uint(tight::get_static_extent<tensor_plane_data>(1));
    fixed[6] = uint(tight::get_static_extent<tensor_plane_scales>(0));
    fixed[7] = uint(tight::get_static_extent<tensor_plane_scales>(1));
    blocks[0] = uint(view::get_block_size<tensor_plane_data>(0));
    blocks[1] = uint(view::get_block_size<tensor_plane_data>(1));
    blocks[2] = uint(view::get_block_size<tensor_plane_scales>(0));
    blocks[3] = uint(view::get_block_size<tensor_plane_scales>(1));
    without_tag[0] = uint(view::get_block_size(0));
    without_tag[1] = uint(view::get_block_size(1));
    without_tag[2] = uint(plain::get_block_size(0));
    without_tag[3] = uint(plain::get_block_size(1));
}
