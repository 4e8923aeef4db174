/* matrix.h: matrix<T, C, R> and its names float4x4 … (MSL 2.3): C columns of R components, and the operators (MSL 3.2).
 * Functions of matrices are in metal_matrix. */
#ifndef __MSL_MATRIX_H
#define __MSL_MATRIX_H
#include "vector.h"

namespace metal {

/* A subscript for objects of each address space, so that a reference keeps it. The last argument is an attribute that may refuse __i. */
#define __MSL_SUBSCRIPT(__element, __array, __index, __check) \
    constexpr __element operator[](__index __i) const && __check { return __array[__i]; } \
    constexpr __generic __element &operator[](__index __i) & __check { return __array[__i]; } \
    constexpr const __generic __element &operator[](__index __i) const & __check { return __array[__i]; } \
    __MSL_SUBSCRIPT_IN(__private, __element, __array, __index, __check) \
    __MSL_SUBSCRIPT_IN(__local, __element, __array, __index, __check) \
    __MSL_SUBSCRIPT_IN(__global, __element, __array, __index, __check) \
    constexpr const __constant __element &operator[](__index __i) const __constant & __check { return __array[__i]; }
#define __MSL_SUBSCRIPT_IN(__space, __element, __array, __index, __check) \
    constexpr __space __element &operator[](__index __i) __space & __check { return __array[__i]; } \
    constexpr const __space __element &operator[](__index __i) const __space & __check { return __array[__i]; }

/* What constructors make columns of R components from. */
template <class __T, int __R> struct __column_maker {
    typedef vec<__T, __R> __V;
    /* From R values that follow each other. */
    static constexpr __V __take(const thread __T *__s)
    {
        if constexpr (__R == 2) return __V(__s[0], __s[1]);
        else if constexpr (__R == 3) return __V(__s[0], __s[1], __s[2]);
        else return __V(__s[0], __s[1], __s[2], __s[3]);
    }
    /* Column c of C * R scalars. */
    template <class... __S> static constexpr __V __pick(int __c, __S... __s)
    {
        __T __all[] = {(__T)__s...};
        return __take(__all + __c * __R);
    }
    /* Column c of a diagonal matrix. */
    static constexpr __V __diagonal(int __c, __T __s)
    {
        __T __z = (__T)0, __all[] = {__c == 0 ? __s : __z, __c == 1 ? __s : __z, __c == 2 ? __s : __z, __c == 3 ? __s : __z};
        return __take(__all);
    }
};

template <class __S> constexpr constant bool __is_number = __is_arithmetic(__S) || __is_same(__S, half) || __is_same(__S, bfloat);

#define __MSL_MATRIX_CONSTRUCTOR(__prefix, __arguments, ...) \
    __prefix constexpr matrix __arguments : columns{__VA_ARGS__} {} \
    __prefix constexpr matrix __arguments __constant : columns{__VA_ARGS__} {}
#define __MSL_MATRIX_OPERATOR(__op) \
    friend constexpr matrix operator __op(matrix __a, matrix __b) \
    { \
        for (int __c = 0; __c < __columns; __c++) __a.columns[__c] = __a.columns[__c] __op __b.columns[__c]; \
        return __a; \
    } \
    friend __generic matrix &operator __op##=(__generic matrix &__a, matrix __b) { return __a = __a __op __b; }

#define __MSL_SCALAR_WARNED \
    __MSL_NOT_ON_A_MAC(true, "Apple's library multiplies a matrix by a scalar of its own type only; convert the scalar")

/* __each(f): f(0), f(1), … for each column. */
#define __MSL_MATRIX_MEMBERS(__C, __each) \
    static_assert(__is_same(__T, float) || __is_same(__T, half) || __is_bfloat<__T>, "the components of a matrix are floating-point numbers"); \
    static constexpr constant int __columns = __C; \
    typedef vec<__T, __R> __V; \
    typedef __column_maker<__T, __R> __make; \
    __V columns[__C]; \
    __MSL_DEFAULT(matrix) __MSL_COPY(matrix) __MSL_COPY_CONSTANT(matrix) __MSL_ASSIGN(matrix) __MSL_ASSIGN_CONSTANT(matrix) \
    __MSL_MATRIX_CONSTRUCTOR(explicit, (__T __s), __each(__MSL_MATRIX_DIAGONAL)) \
    __MSL_MATRIX_CONSTRUCTOR(template <class __U> explicit, (matrix<__U, __C, __R> __o), __each(__MSL_MATRIX_CONVERTED)) \
    __MSL_MATRIX_CONSTRUCTOR(template <class... __S __MSL_COMMA enable_if_t<sizeof...(__S) == __C * __R && (__is_number<__S> && ...) __MSL_COMMA int> = 0>, \
                             (__S... __s), __each(__MSL_MATRIX_PICKED)) \
    __MSL_SUBSCRIPT(__V, columns, int, __MSL_WITHIN(__C)) \
    __MSL_MATRIX_OPERATOR(+) __MSL_MATRIX_OPERATOR(-) \
    friend constexpr matrix operator-(matrix __a) __MSL_NOT_ON_A_MAC(true, "Apple's library has no unary minus of a matrix; multiply by -1") \
    { \
        for (int __c = 0; __c < __C; __c++) __a.columns[__c] = -__a.columns[__c]; \
        return __a; \
    } \
    friend constexpr matrix operator*(matrix __a, __T __s) \
    { \
        for (int __c = 0; __c < __C; __c++) __a.columns[__c] = __a.columns[__c] * __s; \
        return __a; \
    } \
    friend constexpr matrix operator*(__T __s, matrix __a) { return __a * __s; } \
    template <class __S, enable_if_t<__is_number<__S> && !__is_same(__S, __T), int> = 0> \
    friend constexpr matrix operator*(matrix __a, __S __s) __MSL_SCALAR_WARNED { return __a * (__T)__s; } \
    template <class __S, enable_if_t<__is_number<__S> && !__is_same(__S, __T), int> = 0> \
    friend constexpr matrix operator*(__S __s, matrix __a) __MSL_SCALAR_WARNED { return __a * (__T)__s; } \
    friend constexpr matrix operator/(matrix __a, __T __s) \
    { \
        for (int __c = 0; __c < __C; __c++) __a.columns[__c] = __a.columns[__c] / __s; \
        return __a; \
    } \
    friend __generic matrix &operator/=(__generic matrix &__a, __T __s) { return __a = __a / __s; } \
    friend __generic matrix &operator*=(__generic matrix &__a, __T __s) { return __a = __a * __s; } \
    friend __generic matrix &operator*=(__generic matrix &__a, matrix<__T, __C, __C> __b) \
        __MSL_NOT_ON_A_MAC(true, "Apple's library has no *= of matrices; write a = a * b") { return __a = __a * __b; } \
    template <int __K = __C, enable_if_t<__K == __R, int> = 0> \
    friend __generic __V &operator*=(__generic __V &__v, matrix __a) { return __v = __v * __a; } \
    friend constexpr __V operator*(matrix __a, vec<__T, __C> __v) /* the columns' sum, weighted */ \
    { \
        __V __r = __a.columns[0] * __v[0]; \
        for (int __c = 1; __c < __C; __c++) __r = __r + __a.columns[__c] * __v[__c]; \
        return __r; \
    } \
    friend constexpr vec<__T, __C> operator*(__V __v, matrix __a) /* a row: the dot product with each column */ \
    { \
        __T __s[4] = {}; \
        for (int __c = 0; __c < __C; __c++) { \
            __V __p = __v * __a.columns[__c]; \
            __s[__c] = __p[0]; \
            for (int __r = 1; __r < __R; __r++) __s[__c] = __s[__c] + __p[__r]; \
        } \
        return __column_maker<__T, __C>::__take(__s); \
    }
#define __MSL_MATRIX_DIAGONAL(__i) __make::__diagonal(__i, __s)
#define __MSL_MATRIX_CONVERTED(__i) __V(__o.columns[__i])
#define __MSL_MATRIX_PICKED(__i) __make::__pick(__i, __s...)
#define __MSL_EACH_2(__f) __f(0), __f(1)
#define __MSL_EACH_3(__f) __f(0), __f(1), __f(2)
#define __MSL_EACH_4(__f) __f(0), __f(1), __f(2), __f(3)

template <class __T, int __R> struct matrix<__T, 2, __R> {
    __MSL_MATRIX_MEMBERS(2, __MSL_EACH_2)
    __MSL_MATRIX_CONSTRUCTOR(, (__V __a, __V __b), __a, __b)
};
template <class __T, int __R> struct matrix<__T, 3, __R> {
    __MSL_MATRIX_MEMBERS(3, __MSL_EACH_3)
    __MSL_MATRIX_CONSTRUCTOR(, (__V __a, __V __b, __V __c), __a, __b, __c)
};
template <class __T, int __R> struct matrix<__T, 4, __R> {
    __MSL_MATRIX_MEMBERS(4, __MSL_EACH_4)
    __MSL_MATRIX_CONSTRUCTOR(, (__V __a, __V __b, __V __c, __V __d), __a, __b, __c, __d)
};

/* Column c of the product is the left matrix times column c of the right one. */
template <class __T, int __K, int __C, int __R>
constexpr matrix<__T, __C, __R> operator*(matrix<__T, __K, __R> __a, matrix<__T, __C, __K> __b)
{
    matrix<__T, __C, __R> __m = {};
    for (int __c = 0; __c < __C; __c++) __m.columns[__c] = __a * __b.columns[__c];
    return __m;
}
/* Every element is the same. */
template <class __T, int __C, int __R> constexpr matrix<__T, __C, __R> make_filled_matrix(__T __v)
{
    matrix<__T, __C, __R> __m = {};
    for (int __c = 0; __c < __C; __c++) __m.columns[__c] = vec<__T, __R>(__v);
    return __m;
}
#define __MSL_MATRIX_NAMES(__t, __c) \
    typedef matrix<__t, __c, 2> __t##__c##x2; \
    typedef matrix<__t, __c, 3> __t##__c##x3; \
    typedef matrix<__t, __c, 4> __t##__c##x4;
__MSL_MATRIX_NAMES(half, 2)
__MSL_MATRIX_NAMES(half, 3)
__MSL_MATRIX_NAMES(half, 4)
__MSL_MATRIX_NAMES(float, 2)
__MSL_MATRIX_NAMES(float, 3)
__MSL_MATRIX_NAMES(float, 4)
#undef __MSL_MATRIX_NAMES

} // namespace metal
__MSL_GLOBAL_NAMES(half2x2, half2x3, half2x4)
__MSL_GLOBAL_NAMES(half3x2, half3x3, half3x4)
__MSL_GLOBAL_NAMES(half4x2, half4x3, half4x4)
__MSL_GLOBAL_NAMES(float2x2, float2x3, float2x4)
__MSL_GLOBAL_NAMES(float3x2, float3x3, float3x4)
__MSL_GLOBAL_NAMES(float4x2, float4x3, float4x4)
#endif
