/* __msl/simd_vectors.h: the part of simd_names.h that programs of old versions have of simd/simd.h alone. */
#ifndef __MSL_SIMD_VECTORS_H
#define __MSL_SIMD_VECTORS_H
__MSL_NAMES_OF_EACH(simd_)
#define __MSL_PACKED_NAMES_OF(__t) __MSL_NAMES_OF(simd_packed_, packed_, __t)
__MSL_PACKED_NAMES_OF(bool)
__MSL_PACKED_NAMES_OF(char)
__MSL_PACKED_NAMES_OF(uchar)
__MSL_PACKED_NAMES_OF(short)
__MSL_PACKED_NAMES_OF(ushort)
__MSL_PACKED_NAMES_OF(int)
__MSL_PACKED_NAMES_OF(uint)
__MSL_PACKED_NAMES_OF(half)
__MSL_PACKED_NAMES_OF(float)
#if __METAL_VERSION__ >= 230
__MSL_PACKED_NAMES_OF(long)
__MSL_PACKED_NAMES_OF(ulong)
#endif
#if __METAL_VERSION__ >= 310
__MSL_PACKED_NAMES_OF(bfloat)
__MSL_NAMES_OF(simd_, , bfloat)
#endif
#undef __MSL_PACKED_NAMES_OF
#endif
