//! title:     simd_vote keeps the bits of the lanes of the SIMD-group, and all() and any() look at these alone
//! verifies:  simd.vote.ctor_default simd.vote.constexpr simd.vote.width simd.vote.roundtrip simd.vote.all
//!            simd.vote.any simd.vote.any_invalid_bits
//! requires:  msl 2.3, feature simd_reduction
//! dispatch:  groups 1, threadgroup 256
//! in:        mask ulong[256] = vote_masks(simd_width)
//! out:       kept ulong[256]
//! out:       all_of uchar[256]
//! out:       any_of uchar[256]
//! out:       none ulong[256]
//! out:       fifth uchar[256]
//! out:       bytes uint[256]
//! expect:    kept = simd_vote_bits(mask)
//! expect:    all_of = simd_vote_all(mask)
//! expect:    any_of = simd_vote_any(mask)
//! expect:    none = values 0 …
//! expect:    fifth = values 5 …
//! expect:    bytes = values 8 …
//! mutant:    simd.vote.ctor_default | replace `const simd_vote empty;` with `const simd_vote empty(1);`
//! mutant:    simd.vote.constexpr | replace `constexpr simd_vote five(5);` with `constexpr simd_vote five(6);`
//! mutant:    simd.vote.width | replace `sizeof(simd_vote::vote_t)` with `sizeof(uint)`
//! mutant:    simd.vote.roundtrip | replace `const simd_vote votes(mask[i]);` with `const simd_vote votes(mask[i] >>
//!            1);`
//! mutant:    simd.vote.all | replace `votes.all()` with `votes.any()`
//! mutant:    simd.vote.any | replace `votes.any()` with `votes.all()`
//! mutant:    simd.vote.any_invalid_bits | replace `any_of[i] = votes.any();` with `any_of[i] = mask[i] != 0;`
//! note:      Bits above the width of the SIMD-group belong to no lane: any() ignores them, and after a cast they are
//!            undefined.

#include <metal_stdlib>
using namespace metal;

kernel void look(device const ulong *mask [[buffer(0)]], device ulong *kept [[buffer(1)]],
                 device uchar *all_of [[buffer(2)]], device uchar *any_of [[buffer(3)]],
                 device ulong *none [[buffer(4)]],
                 device uchar *fifth [[buffer(5)]], device uint *bytes [[buffer(6)]],
                 uint i [[thread_position_in_grid]], uint width [[threads_per_simdgroup]])
{
    const ulong lanes = width == 64 ? ~0ul : (1ul << width) - 1;
    const simd_vote votes(mask[i]);
    const simd_vote empty;
    constexpr simd_vote five(5);
    kept[i] = simd_vote::vote_t(votes) & lanes;
    all_of[i] = votes.all();
    any_of[i] = votes.any();
    none[i] = simd_vote::vote_t(empty) & lanes;
    fifth[i] = uchar(simd_vote::vote_t(five) & 15);
    bytes[i] = sizeof(simd_vote::vote_t);
}
