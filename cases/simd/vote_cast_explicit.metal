//! title:     A simd_vote becomes a mask by an explicit cast only
//! verifies:  simd.vote.cast_explicit
//! requires:  msl 2.1, feature simd_reduction
//! reject:    conversion viable
//! grade:     rule stated
//! control:   replace `const simd_vote::vote_t mask = simd_ballot(true);` with `const simd_vote::vote_t
//!            mask(simd_ballot(true));`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    const simd_vote::vote_t mask = simd_ballot(true); // reject
    result[i] = uint(mask);
}
