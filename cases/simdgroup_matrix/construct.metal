//! title:     A SIMD-group matrix is made with one value on its diagonal and zeros elsewhere, or with one value
//!            everywhere
//! verifies:  simdgroup_matrix.ctor_diagonal simdgroup_matrix.make_filled simdgroup_matrix.header
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in half float
//! dispatch:  groups 20, threadgroup 32
//! in:        value T[20] = random
//! out:       diagonal T[1280]
//! out:       filled T[1280]
//! expect:    diagonal = simdgroup_diagonals(value)
//! expect:    filled = simdgroup_filled(value)
//! mutant:    simdgroup_matrix.ctor_diagonal | replace `const simdgroup_matrix<T, 8, 8>
//!            diagonally(value[group])` with `const simdgroup_matrix<T, 8, 8> diagonally =
//!            make_filled_simdgroup_matrix<T, 8, 8>(value[group])`
//! mutant:    simdgroup_matrix.make_filled | replace `make_filled_simdgroup_matrix<T, 8, 8>(value[group])` with
//!            `simdgroup_matrix<T, 8, 8>(value[group])`
//! mutant:    simdgroup_matrix.header | replace
//!            `simdgroup_store(diagonally, diagonal + 64 * group);` with `(void)diagonally;`

#include <metal_simdgroup_matrix>
using namespace metal;

kernel void fill(device const T *value [[buffer(0)]], device T *diagonal [[buffer(1)]], device T *filled [[buffer(2)]],
                 uint group [[threadgroup_position_in_grid]])
{
    const simdgroup_matrix<T, 8, 8> diagonally(value[group]);
    simdgroup_store(diagonally, diagonal + 64 * group);
    simdgroup_store(make_filled_simdgroup_matrix<T, 8, 8>(value[group]), filled + 64 * group);
}
