/* __msl/reserved.h: names that Apple's library keeps for types to come: a program cannot give them to types of its own. */
#ifndef __MSL_RESERVED_H
#define __MSL_RESERVED_H
typedef struct __msl_reserved_quad quad;
typedef struct __msl_reserved_llong llong;
typedef struct __msl_reserved_ullong ullong;
typedef struct __msl_reserved_complex complex;
typedef struct __msl_reserved_imaginary imaginary;
#define __MSL_RESERVED(__name) typedef struct __msl_reserved_##__name __name;
#define __MSL_RESERVED_WIDE(__t) __MSL_RESERVED(__t##8) __MSL_RESERVED(__t##16)
#define __MSL_RESERVED_SHORT(__t) __MSL_RESERVED(__t##2) __MSL_RESERVED(__t##3) __MSL_RESERVED(__t##4)
#define __MSL_RESERVED_ALL(__t) __MSL_RESERVED_SHORT(__t) __MSL_RESERVED_WIDE(__t)
#define __MSL_RESERVED_TYPES(__prefix) \
    __MSL_RESERVED_WIDE(__prefix##bool) __MSL_RESERVED_WIDE(__prefix##char) __MSL_RESERVED_WIDE(__prefix##uchar) \
    __MSL_RESERVED_WIDE(__prefix##short) __MSL_RESERVED_WIDE(__prefix##ushort) __MSL_RESERVED_WIDE(__prefix##int) \
    __MSL_RESERVED_WIDE(__prefix##uint) __MSL_RESERVED_WIDE(__prefix##long) __MSL_RESERVED_WIDE(__prefix##ulong) \
    __MSL_RESERVED_WIDE(__prefix##half) __MSL_RESERVED_WIDE(__prefix##float) \
    __MSL_RESERVED_ALL(__prefix##double) __MSL_RESERVED_ALL(__prefix##quad)
__MSL_RESERVED_TYPES()
__MSL_RESERVED_TYPES(packed_)
__MSL_RESERVED_TYPES(vector_)
__MSL_RESERVED_ALL(llong)
__MSL_RESERVED_ALL(ullong)
__MSL_RESERVED_ALL(packed_llong)
__MSL_RESERVED_ALL(packed_ullong)
#if __METAL_VERSION__ >= 210
__MSL_RESERVED_TYPES(simd_)
__MSL_RESERVED_TYPES(simd_packed_)
#endif
#if __METAL_VERSION__ < 230
__MSL_RESERVED_SHORT(packed_long)
__MSL_RESERVED_SHORT(packed_ulong)
#if __METAL_VERSION__ >= 210
__MSL_RESERVED_SHORT(simd_packed_long)
__MSL_RESERVED_SHORT(simd_packed_ulong)
#endif
#endif
#if __METAL_VERSION__ >= 310
__MSL_RESERVED_WIDE(bfloat)
__MSL_RESERVED_WIDE(packed_bfloat)
__MSL_RESERVED_WIDE(simd_bfloat)
__MSL_RESERVED_WIDE(simd_packed_bfloat)
#endif
#undef __MSL_RESERVED_TYPES
#undef __MSL_RESERVED_ALL
#undef __MSL_RESERVED_WIDE
#undef __MSL_RESERVED_SHORT
#undef __MSL_RESERVED
#endif
