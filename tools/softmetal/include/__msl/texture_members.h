/* texture_members.h: macros of which metal_texture makes the members of its classes.
 *
 * Parenthesised arguments are parts of lists of parameters. __where names the coordinates __c, and the face __f and
 * the slice __i where the class has them; __slice is the slice as an expression of these; __offset is empty or names
 * __o, __at_offset is its value. */
/* A method for textures in any address space: constant ones (in argument buffers) need their own. */
#define __MSL_UNWRAP(...) __VA_ARGS__
#define __MSL_METHOD_IF(__condition, __text, __signature, ...) \
    __MSL_INLINE __MSL_UNWRAP __signature const __attribute__((diagnose_if(!(__condition), __text, "error"))) __VA_ARGS__ \
    __MSL_INLINE __MSL_UNWRAP __signature const __constant __attribute__((diagnose_if(!(__condition), __text, "error"))) __VA_ARGS__
#define __MSL_METHOD(__signature, ...) \
    __MSL_INLINE __MSL_UNWRAP __signature const __VA_ARGS__ \
    __MSL_INLINE __MSL_UNWRAP __signature const __constant __VA_ARGS__
#define __MSL_SAMPLE_METHOD(...) __MSL_METHOD_IF(__may_sample<__A> && !__is_same(__T, ulong), "to gather or sample needs a texture with access::sample, and components other than ulong", __VA_ARGS__)
#define __MSL_READ_METHOD(...) __MSL_METHOD_IF(__may_read<__A>, "read needs a texture that is not access::write", __VA_ARGS__)
#define __MSL_WRITE_METHOD(...) __MSL_METHOD_IF(__may_write<__A>, "write needs a texture with access::write or access::read_write", __VA_ARGS__)

/* What every texture class has. __r: what it gives. */
#define __MSL_TEXTURE_CLASS_OF(__name, ...) \
    static_assert(__is_texel<__T>, "the components of a texture are half, float, short, ushort, int or uint"); \
    typedef vec<__T, 4> __texel; \
    typedef __VA_ARGS__ __result; \
    static constexpr bool __writes = __may_write<__A>; \
    __name() = default; \
    __name(const __name &) = default; \
    __name(const __constant __name &) = default; \
    __name &operator=(const __name &) = default; \
    template <class __Other, class = enable_if_t<__is_same(__Other, __name)>> \
    __name &operator=(const __constant __Other &__o) { return *this = __Other(__o); } \
    const device void *__texture;
#define __MSL_TEXTURE_CLASS(__name) \
    __MSL_TEXTURE_CLASS_OF(__name, vec<__T, 4>) \
    __MSL_METHOD_IF(__A == access::read_write, "fence needs a texture with access::read_write", (void fence()), {}) /* a write of this thread is seen by its later reads: always so here */
/* A depth is one float (MSL 2.9). */
#define __MSL_DEPTH_CLASS(__name) \
    static_assert(__is_same(__T, float), "the components of a depth texture are float"); \
    static_assert(__A == access::sample || __A == access::read, "a depth texture is sampled or read only"); \
    __MSL_TEXTURE_CLASS_OF(__name, __T)
#define __MSL_MULTISAMPLED static_assert(__A == access::read, "multisampled textures are access::read only");

#define __MSL_OFFSET2 (, int2 __o = int2(0))
#define __MSL_OFFSET3 (, int3 __o = int3(0))

/* ---- read and write; the level, or the sample, has the type __U */
#define __MSL_READ(__where, __level, __slice) \
    __MSL_READ_METHOD((__result read(__MSL_UNWRAP __where, __MSL_UNWRAP __level)), \
                      { return __result_of<__result>(__texture_read<__T>(__texture, __at(__c), __slice, __l)); }) \
    __MSL_SPARSE_READ(__where, __level, __slice)
#define __MSL_WRITE(__where, __U, __slice) \
    __MSL_WRITE_METHOD((void write(__texel __v, __MSL_UNWRAP __where, __U __l = 0)), { __texture_write<__T>(__texture, __v, __at(__c), __slice, __l); })
#define __MSL_ACCESS(__where, __U, __slice) __MSL_READ(__where, (__U __l = 0), __slice) __MSL_WRITE(__where, __U, __slice)
#if __METAL_VERSION__ >= 230
#define __MSL_SPARSE_READ(__where, __level, __slice) \
    __MSL_READ_METHOD((sparse_color<__result> sparse_read(__MSL_UNWRAP __where, __MSL_UNWRAP __level)), \
                      { return {__result_of<__result>(__texture_read<__T>(__texture, __at(__c), __slice, __l)), true}; })
#else
#define __MSL_SPARSE_READ(__where, __level, __slice)
#endif

/* Reads with a sampler: coordinates are clamped to the edge (MSL 6.13, since 4.1). __P: the coordinates' type; __slices: the parameters
 * after them; __to: __c with the offset. */
#if __METAL_VERSION__ >= 410
#define __MSL_CLAMPED(__P, __slices, __offset, __level, __slice, __to) \
    __MSL_READ_METHOD((__result read(sampler, __P __c __MSL_UNWRAP __slices __MSL_UNWRAP __offset, __MSL_UNWRAP __level)), \
                      { return __result_of<__result>(__texture_read_clamped<__T>(__texture, __at(__to), __slice, __l)); }) \
    __MSL_READ_METHOD((sparse_color<__result> sparse_read(sampler, __P __c __MSL_UNWRAP __slices __MSL_UNWRAP __offset, __MSL_UNWRAP __level)), \
                      { return {__result_of<__result>(__texture_read_clamped<__T>(__texture, __at(__to), __slice, __l)), true}; })
/* __step: where pixel (__x, __y) of the block lies from its first. */
#define __MSL_BLOCK_READ(__condition, __P, __slices, __offset, __slice, __to, __step) \
    __MSL_BLOCK_OF(__condition, const, __P, __slices, __offset, __slice, __to, __step) \
    __MSL_BLOCK_OF(__condition, const __constant, __P, __slices, __offset, __slice, __to, __step)
#define __MSL_BLOCK_OF(__condition, __cv, __P, __slices, __offset, __slice, __to, __step) \
    template <int __W, int __H, enable_if_t<(__condition) && __may_read<__A>, int> = 0> \
    __MSL_INLINE block_color<__result, __W, __H> block_read(sampler, __P __c __MSL_UNWRAP __slices __MSL_UNWRAP __offset, uint __l = 0) __cv \
    { \
        block_color<__result, __W, __H> __b; \
        for (int __y = 0; __y < __H; __y++) \
            for (int __x = 0; __x < __W; __x++) \
                __b.__pixel[__y * __W + __x] = \
                    __result_of<__result>(__texture_read_clamped<__T>(__texture, __at(__P(__to) + __P __step), __slice, __l)); \
        return __b; \
    } \
    template <int __W, int __H, enable_if_t<(__condition) && __may_read<__A>, int> = 0> \
    __MSL_INLINE sparse_block_color<__result, __W, __H> sparse_block_read(sampler __s, __P __c __MSL_UNWRAP __slices __MSL_UNWRAP __offset, \
                                                                         uint __l = 0) __cv \
    { \
        sparse_block_color<__result, __W, __H> __b; \
        for (int __y = 0; __y < __H; __y++) \
            for (int __x = 0; __x < __W; __x++) \
                __b.__block.__pixel[__y * __W + __x] = \
                    __result_of<__result>(__texture_read_clamped<__T>(__texture, __at(__P(__to) + __P __step), __slice, __l)); \
        return __b; \
    }
#else
#define __MSL_CLAMPED(__P, __slices, __offset, __level, __slice, __to)
#define __MSL_BLOCK_READ(__condition, __P, __slices, __offset, __slice, __to, __step)
#endif
#define __MSL_BLOCK_2D (__W == 2 && __H == 1) || (__W == 1 && __H == 2)
#define __MSL_BLOCK_1D __W == 2 && __H == 1
#define __MSL_LEVEL (uint __l = 0)
#define __MSL_SAMPLE_INDEX (uint __l)
/* Clamped reads and blocks of classes with coordinates of one, two dimensions. */
#define __MSL_CLAMPED_1D(__slices, __slice) \
    __MSL_CLAMPED(int, __slices, (), __MSL_LEVEL, __slice, __c) __MSL_BLOCK_READ((__MSL_BLOCK_1D), int, __slices, (), __slice, __c, (__x))
#define __MSL_CLAMPED_2D(__slices, __slice) \
    __MSL_CLAMPED(int2, __slices, __MSL_OFFSET2, __MSL_LEVEL, __slice, __c + __o) \
    __MSL_BLOCK_READ((__MSL_BLOCK_2D), int2, __slices, __MSL_OFFSET2, __slice, __c + __o, (__x, __y))
#define __MSL_CLAMPED_CUBE(__slices, __slice) \
    __MSL_CLAMPED(int2, __slices, (), __MSL_LEVEL, __slice, __c) \
    __MSL_BLOCK_READ((__MSL_BLOCK_2D), int2, __slices, (), __slice, __c, (__x, __y))

/* ---- sample and gather. __G: the type of gradients. Each macro __M gets an option as parameters, and the level that it asks for. */
#define __MSL_LOD_OPTIONS(__M, __G, ...) \
    __M((), 0.0f, __VA_ARGS__) \
    __M((, level __l), __lod{__texture}.__of(__l), __VA_ARGS__) \
    __M((, bias __l), __lod{__texture}.__of(__l), __VA_ARGS__) \
    __M((, __G __l), __lod{__texture}.__of(__l), __VA_ARGS__) \
    __MSL_MIN_LOD_OPTIONS(__M, __G, __VA_ARGS__)
#if __METAL_VERSION__ >= 220
#define __MSL_MIN_LOD_OPTIONS(__M, __G, ...) \
    __M((, min_lod_clamp __l), __lod{__texture}.__of(__l), __VA_ARGS__) \
    __M((, bias __l, min_lod_clamp __m), __lod{__texture}.__of(__l, __m), __VA_ARGS__) \
    __M((, __G __l, min_lod_clamp __m), __lod{__texture}.__of(__l, __m), __VA_ARGS__)
#else
#define __MSL_MIN_LOD_OPTIONS(__M, __G, ...)
#endif
#define __MSL_SAMPLE_WITH(__option, __level, __where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((__result sample(sampler __s, __MSL_UNWRAP __where __MSL_UNWRAP __option __MSL_UNWRAP __offset)), \
                        { return __result_of<__result>(__texture_sample<__T>(__texture, __s, __sampled_at(__c), __slice, __at_offset, __level)); }) \
    __MSL_SPARSE_SAMPLE(__option, __level, __where, __offset, __slice, __at_offset)
#define __MSL_COMPARE_WITH(__option, __level, __where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((__T sample_compare(sampler __s, __MSL_UNWRAP __where, float __r __MSL_UNWRAP __option __MSL_UNWRAP __offset)), \
                        { return __texture_compare(__texture, __s, __sampled_at(__c), __r, __slice, __at_offset, __level); }) \
    __MSL_SPARSE_COMPARE(__option, __level, __where, __offset, __slice, __at_offset)
#if __METAL_VERSION__ >= 230
#define __MSL_SPARSE_SAMPLE(__option, __level, __where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((sparse_color<__result> sparse_sample(sampler __s, __MSL_UNWRAP __where __MSL_UNWRAP __option __MSL_UNWRAP __offset)), \
                        { return {__result_of<__result>(__texture_sample<__T>(__texture, __s, __sampled_at(__c), __slice, __at_offset, __level)), true}; })
#define __MSL_SPARSE_COMPARE(__option, __level, __where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((sparse_color<__T> sparse_sample_compare(sampler __s, __MSL_UNWRAP __where, float __r __MSL_UNWRAP __option __MSL_UNWRAP __offset)), \
                        { return {__texture_compare(__texture, __s, __sampled_at(__c), __r, __slice, __at_offset, __level), true}; })
#define __MSL_SPARSE_GATHER(__where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((sparse_color<__texel> sparse_gather(sampler __s, __MSL_UNWRAP __where __MSL_UNWRAP __offset, component __k = component::x)), \
                        { return {__texture_gather<__T>(__texture, __s, __sampled_at(__c), __slice, __at_offset, __k), true}; })
#define __MSL_SPARSE_GATHER_COMPARE(__where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((sparse_color<__texel> sparse_gather_compare(sampler __s, __MSL_UNWRAP __where, float __r __MSL_UNWRAP __offset)), \
                        { return {__texture_gather_compare(__texture, __s, __sampled_at(__c), __r, __slice, __at_offset), true}; })
#else
#define __MSL_SPARSE_SAMPLE(__option, __level, __where, __offset, __slice, __at_offset)
#define __MSL_SPARSE_COMPARE(__option, __level, __where, __offset, __slice, __at_offset)
#define __MSL_SPARSE_GATHER(__where, __offset, __slice, __at_offset)
#define __MSL_SPARSE_GATHER_COMPARE(__where, __offset, __slice, __at_offset)
#endif
#define __MSL_SAMPLE(__G, __where, __offset, __slice, __at_offset) \
    __MSL_LOD_OPTIONS(__MSL_SAMPLE_WITH, __G, __where, __offset, __slice, __at_offset)
#define __MSL_GATHER(__where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((__texel gather(sampler __s, __MSL_UNWRAP __where __MSL_UNWRAP __offset, component __k = component::x)), \
                        { return __texture_gather<__T>(__texture, __s, __sampled_at(__c), __slice, __at_offset, __k); }) \
    __MSL_SPARSE_GATHER(__where, __offset, __slice, __at_offset)
/* Depths are also compared with a value, before they are filtered (MSL 6.13.10). */
#define __MSL_DEPTH_SAMPLE(__G, __where, __offset, __slice, __at_offset) \
    __MSL_LOD_OPTIONS(__MSL_SAMPLE_WITH, __G, __where, __offset, __slice, __at_offset) \
    __MSL_LOD_OPTIONS(__MSL_COMPARE_WITH, __G, __where, __offset, __slice, __at_offset) \
    __MSL_SAMPLE_METHOD((__texel gather(sampler __s, __MSL_UNWRAP __where __MSL_UNWRAP __offset)), \
                        { return __texture_gather<__T>(__texture, __s, __sampled_at(__c), __slice, __at_offset, component::x); }) \
    __MSL_SAMPLE_METHOD((__texel gather_compare(sampler __s, __MSL_UNWRAP __where, float __r __MSL_UNWRAP __offset)), \
                        { return __texture_gather_compare(__texture, __s, __sampled_at(__c), __r, __slice, __at_offset); }) \
    __MSL_SPARSE_GATHER(__where, __offset, __slice, __at_offset) \
    __MSL_SPARSE_GATHER_COMPARE(__where, __offset, __slice, __at_offset)

/* ---- queries */
#define __MSL_TEXTURE_QUERY(__name, __what) \
    __MSL_METHOD((uint __name(uint __l = 0)), { return __msl_texture_query(__texture, __what, __l); })
#define __MSL_TEXTURE_COUNT(__name, __what) \
    __MSL_METHOD((uint __name()), { return __msl_texture_query(__texture, __what, 0); })
#define __MSL_TEXTURE_PLANE \
    __MSL_TEXTURE_QUERY(get_width, __MSL_TEXTURE_WIDTH) \
    __MSL_TEXTURE_QUERY(get_height, __MSL_TEXTURE_HEIGHT) \
    __MSL_TEXTURE_COUNT(get_num_mip_levels, __MSL_TEXTURE_LEVELS)
enum : uint {
    __MSL_TEXTURE_WIDTH, __MSL_TEXTURE_HEIGHT, __MSL_TEXTURE_DEPTH, __MSL_TEXTURE_ARRAY_SIZE, __MSL_TEXTURE_LEVELS, __MSL_TEXTURE_SAMPLES
};

/* ---- atomics on texels (MSL 6.13, since 3.1). __where: parameters that say which texel; __at_place, __slice: the same as arguments. */
#define __MSL_ATOMIC_METHOD(...) \
    __MSL_METHOD_IF((__is_same(__T, int) || __is_same(__T, uint)) && __may_write<__A>, \
                    "texture atomics need components int or uint and access::read_write", __VA_ARGS__)
#define __MSL_ATOMIC64_METHOD(...) \
    __MSL_METHOD_IF(__is_same(__T, ulong) && __may_write<__A>, "atomic_min and atomic_max need components ulong and access::read_write", __VA_ARGS__)
#define __MSL_TEXTURE_FETCH(__name, __operation, __where, __at_place, __slice) \
    __MSL_ATOMIC_METHOD((__texel __name(__MSL_UNWRAP __where, __texel __v)), \
                        { return __one_component(__texture_atomic<__T>(__operation, __texture, __at_place, __slice, (__T)__v.__v[0])); })
#define __MSL_TEXTURE_ATOMICS_AT(__where, __at_place, __slice) \
    __MSL_ATOMIC_METHOD((__texel atomic_load(__MSL_UNWRAP __where)), \
                        { return __one_component(__texture_atomic<__T>(__MSL_ATOMIC_LOAD, __texture, __at_place, __slice, (__T)0)); }) \
    __MSL_ATOMIC_METHOD((void atomic_store(__texel __v, __MSL_UNWRAP __where)), \
                        { __texture_atomic<__T>(__MSL_ATOMIC_STORE, __texture, __at_place, __slice, (__T)__v.__v[0]); }) \
    __MSL_ATOMIC_METHOD((bool atomic_compare_exchange_weak(__MSL_UNWRAP __where, thread __texel *__expected, __texel __v)), \
                        { return __texture_compare_exchange<__T>(__texture, __at_place, __slice, __expected, (__T)__v.__v[0]); }) \
    __MSL_TEXTURE_FETCH(atomic_exchange, __MSL_ATOMIC_EXCHANGE, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_add, __MSL_ATOMIC_ADD, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_sub, __MSL_ATOMIC_SUB, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_and, __MSL_ATOMIC_AND, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_or, __MSL_ATOMIC_OR, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_xor, __MSL_ATOMIC_XOR, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_min, __MSL_ATOMIC_MIN, __where, __at_place, __slice) \
    __MSL_TEXTURE_FETCH(atomic_fetch_max, __MSL_ATOMIC_MAX, __where, __at_place, __slice) \
    __MSL_ATOMIC64_METHOD((void atomic_min(__MSL_UNWRAP __where, ulong4 __v)), \
                          { __texture_atomic<ulong>(__MSL_ATOMIC_MIN, __texture, __at_place, __slice, __v.__v[0]); }) \
    __MSL_ATOMIC64_METHOD((void atomic_max(__MSL_UNWRAP __where, ulong4 __v)), \
                          { __texture_atomic<ulong>(__MSL_ATOMIC_MAX, __texture, __at_place, __slice, __v.__v[0]); })
#if __METAL_VERSION__ >= 310
#define __MSL_ATOMICS(__where, __slice) __MSL_TEXTURE_ATOMICS_AT(__where, __at(__c), __slice)
#else
#define __MSL_ATOMICS(__where, __slice)
#endif
#if __METAL_VERSION__ >= 400
#define __MSL_CUBE_ATOMICS(__where, __slice) __MSL_TEXTURE_ATOMICS_AT(__where, __at(__c), __slice)
#else
#define __MSL_CUBE_ATOMICS(__where, __slice)
#endif
#if __METAL_VERSION__ >= 410
#define __MSL_OFFSET_ATOMICS(__where, __slice) __MSL_TEXTURE_ATOMICS_AT(__where, __at(__c + __o), __slice)
#else
#define __MSL_OFFSET_ATOMICS(__where, __slice)
#endif
