/* __msl/simd_names.h: the vector types under the names that C uses, as Apple's library has them without simd/simd.h: vector_float4 in each
 * version, simd_float4 since 2.1. simd/simd.h has all in each version. */
#ifndef __MSL_SIMD_NAMES_H
#define __MSL_SIMD_NAMES_H
namespace simd = metal;

#define __MSL_NAMES_OF(__prefix, __kind, __t) \
    typedef metal::__kind##__t##2 __prefix##__t##2; \
    typedef metal::__kind##__t##3 __prefix##__t##3; \
    typedef metal::__kind##__t##4 __prefix##__t##4;
#define __MSL_NAMES_OF_EACH(__prefix) \
    __MSL_NAMES_OF(__prefix, , bool) __MSL_NAMES_OF(__prefix, , char) __MSL_NAMES_OF(__prefix, , uchar) __MSL_NAMES_OF(__prefix, , short) \
    __MSL_NAMES_OF(__prefix, , ushort) __MSL_NAMES_OF(__prefix, , int) __MSL_NAMES_OF(__prefix, , uint) __MSL_NAMES_OF(__prefix, , long) \
    __MSL_NAMES_OF(__prefix, , ulong) __MSL_NAMES_OF(__prefix, , half) __MSL_NAMES_OF(__prefix, , float)
__MSL_NAMES_OF_EACH(vector_)
#if __METAL_VERSION__ >= 210
#include "simd_vectors.h"
#endif
#endif
