/* simd/simd.h: the header that Apple's hosts share with MSL: the vector types under the names that C uses. */
#ifndef __MSL_SIMD_SIMD_H
#define __MSL_SIMD_SIMD_H
#include <metal_stdlib>
#define __MSL_SIMD_NAMES(__t, __short) \
    typedef metal::__t##2 vector_##__short##2, simd_##__short##2; \
    typedef metal::__t##3 vector_##__short##3, simd_##__short##3; \
    typedef metal::__t##4 vector_##__short##4, simd_##__short##4;
__MSL_SIMD_NAMES(char, char)
__MSL_SIMD_NAMES(uchar, uchar)
__MSL_SIMD_NAMES(short, short)
__MSL_SIMD_NAMES(ushort, ushort)
__MSL_SIMD_NAMES(int, int)
__MSL_SIMD_NAMES(uint, uint)
__MSL_SIMD_NAMES(long, long)
__MSL_SIMD_NAMES(ulong, ulong)
__MSL_SIMD_NAMES(half, half)
__MSL_SIMD_NAMES(float, float)
__MSL_SIMD_NAMES(bool, bool)
#undef __MSL_SIMD_NAMES
#define __MSL_SIMD_MATRIX(__t, __n, __m) typedef metal::__t##__n##x##__m matrix_##__t##__n##x##__m, simd_##__t##__n##x##__m;
#define __MSL_SIMD_MATRICES(__t) \
    __MSL_SIMD_MATRIX(__t, 2, 2) __MSL_SIMD_MATRIX(__t, 2, 3) __MSL_SIMD_MATRIX(__t, 2, 4) \
    __MSL_SIMD_MATRIX(__t, 3, 2) __MSL_SIMD_MATRIX(__t, 3, 3) __MSL_SIMD_MATRIX(__t, 3, 4) \
    __MSL_SIMD_MATRIX(__t, 4, 2) __MSL_SIMD_MATRIX(__t, 4, 3) __MSL_SIMD_MATRIX(__t, 4, 4)
__MSL_SIMD_MATRICES(float)
__MSL_SIMD_MATRICES(half)
#undef __MSL_SIMD_MATRICES
#undef __MSL_SIMD_MATRIX
#define __MSL_SIMD_PACKED(__t) \
    typedef metal::packed_##__t##2 simd_packed_##__t##2; \
    typedef metal::packed_##__t##3 simd_packed_##__t##3; \
    typedef metal::packed_##__t##4 simd_packed_##__t##4;
__MSL_SIMD_PACKED(bool)
__MSL_SIMD_PACKED(char)
__MSL_SIMD_PACKED(uchar)
__MSL_SIMD_PACKED(short)
__MSL_SIMD_PACKED(ushort)
__MSL_SIMD_PACKED(int)
__MSL_SIMD_PACKED(uint)
__MSL_SIMD_PACKED(half)
__MSL_SIMD_PACKED(float)
#if __METAL_VERSION__ >= 230
__MSL_SIMD_PACKED(long)
__MSL_SIMD_PACKED(ulong)
#endif
#if __METAL_VERSION__ >= 310
__MSL_SIMD_PACKED(bfloat)
typedef metal::bfloat2 simd_bfloat2;
typedef metal::bfloat3 simd_bfloat3;
typedef metal::bfloat4 simd_bfloat4;
#endif
#undef __MSL_SIMD_PACKED
namespace simd = metal;
#endif
