// second.h: read by a server of clang after its first programs (compiler/serve). Classes that many programs use, and
// each would make for itself.
#pragma once
namespace metal {
#define __MSL_MAKE(__t) \
    static_assert(sizeof(vec<__t, 2>) && sizeof(vec<__t, 3>) && sizeof(vec<__t, 4>) && sizeof(packed_vec<__t, 2>) && \
                  sizeof(packed_vec<__t, 3>) && sizeof(packed_vec<__t, 4>));
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
