// second.h: read by a server of clang after its first programs (compiler/serve). Classes that many programs use, and
// each would make, or read from the precompiled header, for itself: a constructor needs the whole class.
#pragma once
namespace metal {
#define __MSL_MAKE_VECTOR(__t, __n) static_assert(vec<__t, __n>((__t)0).__size == __n && packed_vec<__t, __n>((__t)0).__aligned().__size == __n);
#define __MSL_MAKE(__t) __MSL_MAKE_VECTOR(__t, 2) __MSL_MAKE_VECTOR(__t, 3) __MSL_MAKE_VECTOR(__t, 4)
__MSL_MAKE(bool)
__MSL_MAKE(char)
__MSL_MAKE(uchar)
__MSL_MAKE(short)
__MSL_MAKE(ushort)
__MSL_MAKE(int)
__MSL_MAKE(uint)
__MSL_MAKE(long)
__MSL_MAKE(ulong)
__MSL_MAKE(half)
__MSL_MAKE(float)
__MSL_MAKE(bfloat)
} // namespace metal
