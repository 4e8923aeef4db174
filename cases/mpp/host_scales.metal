//! title:     matmul2d takes the scales of a tensor that a host binds with a plane of them
//! verifies:  tensor.multiplane tensor.host_bound host4.tensor.scales multiplane.get
//! requires:  msl 4.1, feature tensors
//! for:       (F, KIND, BITS) in (metal_fp4_e2m1_format, 5, 4) (metal_fp8_e4m3_format, 6, 8)
//!            (metal_fp8_e5m2_format, 7, 8)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a tensor<F, a_scales>(1, 1024 / BITS)[96, 64] = format_codes(KIND, 2)
//! in:        a_scales uchar[64 * 3] = integers(126, 129)
//! in:        b tensor<F, b_scales>(1, 1024 / BITS)[96, 32] = format_codes(KIND, 2)
//! in:        b_scales uchar[32 * 3] = integers(126, 129)
//! out:       c tensor<float>[32, 64]
//! out:       seen uchar[64 * 3]
//! out:       sliced uchar[63 * 2]
//! expect:    c = product_of_scaled(a, b, 64, 32, 96, KIND, KIND, 3, 0, a_scales, b_scales)
//! expect:    seen = bytes_at(a_scales, 3, 3, 0)
//! expect:    sliced = bytes_at(a_scales, 3, 2, 4)
//! mutant:    tensor.multiplane | replace `scaled b [[buffer(1)]]` with
//!            `tensor<device F, dextents<int, 2>> b [[buffer(1)]]`
//! mutant:    tensor.host_bound | replace `op.run(a, b, c)` with `auto part = a.slice(32, 0); auto other = b.slice(32,
//!            0); op.run(part, other, c)`
//! mutant:    host4.tensor.scales | replace `get<tensor_plane_scales, scale>(at % 3, at / 3)` with
//!            `get<tensor_plane_scales, scale>(at % 3, 0)`
//! mutant:    multiplane.get | replace `rest.get<tensor_plane_scales, scale>(at % 2, at / 2)` with
//!            `rest.get<tensor_plane_scales, scale>(at % 2, at / 2 % 62)`
//! refusal:   the text does not say that matmul2d takes planes of scales; Apple's header does, with these transposes
//! note:      How the scales that a host gives lie, the text does not say: here row by row, as a kernel's own.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;
typedef tensor<device F, dextents<int, 2>, tensor_handle, plane> scaled;
typedef packed_numeric_type<metal_fp8_ue8m0_format, 1> scale;

kernel void multiply(scaled a [[buffer(0)]], scaled b [[buffer(1)]], tensor<device float, dextents<int, 2>> c [[buffer(2)]],
                     device uchar *seen [[buffer(3)]], device uchar *sliced [[buffer(4)]],
                     uint i [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]])
{
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, static_cast<int>(dynamic_extent), false, true);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(a, b, c);
    for (int at = int(i); at < 64 * 3; at += int(n)) {
        scale::storage_type storage = a.get<tensor_plane_scales, scale>(at % 3, at / 3).as_storage_type();
        seen[at] = *(thread uchar *)&storage;
    }
    auto rest = a.slice(32, 1);
    for (int at = int(i); at < 63 * 2; at += int(n)) {
        scale::storage_type storage = rest.get<tensor_plane_scales, scale>(at % 2, at / 2).as_storage_type();
        sliced[at] = *(thread uchar *)&storage;
    }
}
