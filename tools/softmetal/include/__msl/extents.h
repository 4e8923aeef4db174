/* extents.h: the sizes of a tensor's dimensions (MSL 2.22.1). */
#ifndef __MSL_EXTENTS_H
#define __MSL_EXTENTS_H
#include "../metal_type_traits"

#if __METAL_VERSION__ >= 400
namespace metal {

constexpr constant size_t dynamic_extent = ~(size_t)0;

/* Of extents <__E…> and others, <__F…>, of the same rank. */
template <class __I, size_t... __E> struct extents;
template <class __X> constexpr constant size_t __rank_of = 0;
template <class __I, size_t... __E> constexpr constant size_t __rank_of<extents<__I, __E...>> = 1 + sizeof...(__E);
template <class __X, class __Y, bool = __rank_of<__X> == __rank_of<__Y>> struct __both_extents {
    enum { __agree = 0, __narrow = 0, __settle = 0, __within = 0 };
};
template <class __I, size_t... __E, class __J, size_t... __F> struct __both_extents<extents<__I, __E...>, extents<__J, __F...>, true> {
    enum {
        __agree = ((__E == dynamic_extent || __F == dynamic_extent || __E == __F) && ...), /* no static extents differ */
        __narrow = ((__E != dynamic_extent && __F == dynamic_extent) || ...),              /* one of the first is static alone */
        __settle = ((__F == dynamic_extent || __E == __F) && ...),                         /* none of the second is */
        __within = ((__E == dynamic_extent || __F == dynamic_extent || __E <= __F) && ...) /* none of the first is larger */
    };
};
template <size_t __Rank, class... __I>
constexpr constant bool __are_indices = sizeof...(__I) == __Rank && ((__is_integral(__I) || __is_enum(__I)) && ...);
struct __converted {};

template <class __I, size_t... __E> struct extents {
    static_assert(__is_integer<__I>, "the index type of extents is an integer");
    static_assert(((__E == dynamic_extent || ((__I)__E >= 0 && (size_t)(__I)__E == __E)) && ...), "an extent must be representable in its index type");
    typedef __I index_type;
    typedef make_unsigned_t<__I> size_type;
    typedef size_t rank_type;

    static constexpr rank_type rank() { return sizeof...(__E); }
    static constexpr rank_type rank_dynamic() { return ((rank_type)(__E == dynamic_extent) + ... + 0); }
    static constexpr size_t static_extent(rank_type __r)
    {
        const size_t __all[] = {__E..., 0};
        return __all[__r];
    }
    constexpr index_type extent(rank_type __r) const { return __sizes[__r]; }

    constexpr extents() : __sizes{(__I)(__E == dynamic_extent ? 0 : __E)..., 0} {}
    template <class... __O, enable_if_t<sizeof...(__O) != 0 && sizeof...(__O) == rank_dynamic() && (__is_convertible_to(__O, __I) && ...), int> = 0>
    constexpr explicit extents(__O... __o) : extents()
    {
        const __I __given[] = {(__I)__o...};
        rank_type __n = 0;
        for (rank_type __r = 0; __r < rank(); __r++)
            if (static_extent(__r) == dynamic_extent) __sizes[__r] = __given[__n++];
    }
    template <class __J, size_t... __F, class __Y = extents<__J, __F...>,
              enable_if_t<__both_extents<extents, __Y>::__agree && !__both_extents<extents, __Y>::__narrow, int> = 0>
    constexpr extents(const extents<__J, __F...> &__o) : extents(__converted(), __o) {}
    template <class __J, size_t... __F, class __Y = extents<__J, __F...>,
              enable_if_t<__both_extents<extents, __Y>::__agree && __both_extents<extents, __Y>::__narrow, int> = 0>
    constexpr explicit extents(const extents<__J, __F...> &__o) : extents(__converted(), __o) {}

    template <class __J, size_t... __F> friend constexpr bool operator==(const extents &__a, const extents<__J, __F...> &__b)
    {
        if (rank() != sizeof...(__F)) return false;
        for (rank_type __r = 0; __r < rank(); __r++)
            if (__a.extent(__r) != __b.extent(__r)) return false;
        return true;
    }
    template <class __J, size_t... __F> friend constexpr bool operator!=(const extents &__a, const extents<__J, __F...> &__b) { return !(__a == __b); }

    template <class __O> constexpr extents(__converted, const __O &__o) : extents()
    {
        for (rank_type __r = 0; __r < rank(); __r++) __sizes[__r] = (__I)__o.extent(__r);
    }
    __I __sizes[sizeof...(__E) + 1];
};
/* As Apple's headers have it: extents of values alone are dynamic, of size_t. */
template <class... __O> extents(__O...) -> extents<size_t, (__is_convertible_to(__O, size_t) ? dynamic_extent : 0)...>;
template <class __I, size_t __Rank, size_t... __E> struct __dynamic_extents : __dynamic_extents<__I, __Rank - 1, dynamic_extent, __E...> {};
template <class __I, size_t... __E> struct __dynamic_extents<__I, 0, __E...> { typedef extents<__I, __E...> __type; };
template <class __I, size_t __Rank> using dextents = typename __dynamic_extents<__I, __Rank>::__type;

} // namespace metal
#endif
#endif
