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

// Room in clang's tables of types of functions, references and parameters of templates: they are nearly full, and one
// that grows touches each of its types, which most programs would do for themselves.
namespace __room {
template <class...> struct __list;
template <class... __A> struct __each {
    template <class __B> using __from = __list<__A (&)(__B)...>;
    using __all = __list<__from<__A>...>;
};
#define __MSL_FOUR(__t) __t, vec<__t, 2>, vec<__t, 3>, vec<__t, 4>
using __functions = __each<__MSL_FOUR(char), __MSL_FOUR(uchar), __MSL_FOUR(short), __MSL_FOUR(ushort), __MSL_FOUR(int), __MSL_FOUR(uint), __MSL_FOUR(long), __MSL_FOUR(half), __MSL_FOUR(float)>::__all;
#define __MSL_16_CLASSES class, class, class, class, class, class, class, class, class, class, class, class, class, class, class, class
template <__MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES, __MSL_16_CLASSES> struct __parameters;
} // namespace __room
} // namespace metal
