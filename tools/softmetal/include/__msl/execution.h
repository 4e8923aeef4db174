/* execution.h: the threads that perform an operation together (MSL 7.1). */
#ifndef __MSL_EXECUTION_H
#define __MSL_EXECUTION_H
#include "functions.h"

#if __METAL_VERSION__ >= 400
#define __HAVE_EXECUTION_UNIT__ 1

/* The caller's index in its SIMD-group, and that group's in the threadgroup. */
extern "C" __attribute__((const)) uint __msl_lane(void);
extern "C" __attribute__((const)) uint __msl_group_of_lanes(void);

namespace metal {

template <size_t __N> struct execution_threads {
    static_assert(__N == 1, "a scope of threads is of one thread");
    static constexpr constant size_t static_size = __N;
    static constexpr size_t size() { return __N; }
};
template <size_t __N> struct execution_simdgroups {
    static_assert(__N != 0, "a scope has at least one SIMD-group");
    static constexpr constant size_t static_size = __N;
    static constexpr size_t size() { return __N; }
};
typedef execution_threads<1> execution_thread;
typedef execution_simdgroups<1> execution_simdgroup;

template <class __S> constexpr constant size_t __scope_threads = 0;
template <size_t __N> constexpr constant size_t __scope_threads<execution_threads<__N>> = __N;
template <class __S> constexpr constant size_t __scope_simdgroups = 0;
template <size_t __N> constexpr constant size_t __scope_simdgroups<execution_simdgroups<__N>> = __N;

template <class __S> constexpr constant bool is_execution_threads_v = __scope_threads<__bare_t<__S>> != 0;
template <class __S> constexpr constant bool is_execution_thread_v = __is_same(__bare_t<__S>, execution_thread);
template <class __S> constexpr constant bool is_execution_simdgroups_v = __scope_simdgroups<__bare_t<__S>> != 0;
template <class __S> constexpr constant bool is_execution_simdgroup_v = __is_same(__bare_t<__S>, execution_simdgroup);

} // namespace metal
#endif
#endif
