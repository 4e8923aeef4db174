/* simd/simd.h: the header that Apple's hosts share with MSL: vectors and matrices under the names that C uses. */
#ifndef __MSL_SIMD_SIMD_H
#define __MSL_SIMD_SIMD_H
#include <metal_stdlib>
#include "__msl/simd_vectors.h"
#define __MSL_SIMD_MATRIX(__t, __n, __m) typedef metal::__t##__n##x##__m matrix_##__t##__n##x##__m, simd_##__t##__n##x##__m;
#define __MSL_SIMD_MATRICES(__t) \
    __MSL_SIMD_MATRIX(__t, 2, 2) __MSL_SIMD_MATRIX(__t, 2, 3) __MSL_SIMD_MATRIX(__t, 2, 4) \
    __MSL_SIMD_MATRIX(__t, 3, 2) __MSL_SIMD_MATRIX(__t, 3, 3) __MSL_SIMD_MATRIX(__t, 3, 4) \
    __MSL_SIMD_MATRIX(__t, 4, 2) __MSL_SIMD_MATRIX(__t, 4, 3) __MSL_SIMD_MATRIX(__t, 4, 4)
__MSL_SIMD_MATRICES(float)
__MSL_SIMD_MATRICES(half)
#undef __MSL_SIMD_MATRICES
#undef __MSL_SIMD_MATRIX
#endif
