/* simd.h: the vector and matrix types of <simd/simd.h> that hosts share with kernels, laid out as there: three
 * components occupy four. For clang, whose vectors have components (v.x, v.xyz) and arithmetic. There are no
 * functions. */
#ifndef SOFTMETAL_SIMD_H
#define SOFTMETAL_SIMD_H

#define SM_SIMD_VECTORS(scalar, name)                                                                                  \
    typedef scalar simd_##name##2 __attribute__((__ext_vector_type__(2)));                                             \
    typedef scalar simd_##name##3 __attribute__((__ext_vector_type__(3)));                                             \
    typedef scalar simd_##name##4 __attribute__((__ext_vector_type__(4)));                                             \
    typedef simd_##name##2 vector_##name##2;                                                                           \
    typedef simd_##name##3 vector_##name##3;                                                                           \
    typedef simd_##name##4 vector_##name##4;
SM_SIMD_VECTORS(signed char, char)
SM_SIMD_VECTORS(unsigned char, uchar)
SM_SIMD_VECTORS(short, short)
SM_SIMD_VECTORS(unsigned short, ushort)
SM_SIMD_VECTORS(int, int)
SM_SIMD_VECTORS(unsigned int, uint)
SM_SIMD_VECTORS(long, long)
SM_SIMD_VECTORS(unsigned long, ulong)
SM_SIMD_VECTORS(float, float)
SM_SIMD_VECTORS(double, double)
#undef SM_SIMD_VECTORS

#define SM_SIMD_MATRIX(columns_, rows)                                                                                 \
    typedef struct {                                                                                                   \
        simd_float##rows columns[columns_];                                                                            \
    } simd_float##columns_##x##rows;                                                                                   \
    typedef simd_float##columns_##x##rows matrix_float##columns_##x##rows;
SM_SIMD_MATRIX(2, 2)
SM_SIMD_MATRIX(2, 3)
SM_SIMD_MATRIX(2, 4)
SM_SIMD_MATRIX(3, 2)
SM_SIMD_MATRIX(3, 3)
SM_SIMD_MATRIX(3, 4)
SM_SIMD_MATRIX(4, 2)
SM_SIMD_MATRIX(4, 3)
SM_SIMD_MATRIX(4, 4)
#undef SM_SIMD_MATRIX

#ifdef __cplusplus
namespace simd
{
#define SM_SIMD_NAMES(name)                                                                                            \
    typedef simd_##name##2 name##2;                                                                                    \
    typedef simd_##name##3 name##3;                                                                                    \
    typedef simd_##name##4 name##4;
SM_SIMD_NAMES(char)
SM_SIMD_NAMES(uchar)
SM_SIMD_NAMES(short)
SM_SIMD_NAMES(ushort)
SM_SIMD_NAMES(int)
SM_SIMD_NAMES(uint)
SM_SIMD_NAMES(long)
SM_SIMD_NAMES(ulong)
SM_SIMD_NAMES(float)
SM_SIMD_NAMES(double)
#undef SM_SIMD_NAMES
typedef simd_float2x2 float2x2;
typedef simd_float3x3 float3x3;
typedef simd_float4x4 float4x4;
} // namespace simd
#endif
#endif
