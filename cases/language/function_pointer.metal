//! title:     Functions are called through pointers that differ from thread to thread
//! verifies:  lang.function_pointer func.kernel.calls_visible function_groups.contexts
//!            function_groups.hint func.visible.pointer
//! requires:  msl 2.3, feature function_pointers
//! options:   link next next_again before, groups near far
//! dispatch:  call(data, one@1, result@2, direct@3): threads 64, threadgroup 64
//! in:        data int[64] = integers(-100, 100)
//! in:        one int[64] = ones
//! out:       result int[64]
//! out:       direct int[64]
//! expect:    result = added(data, one)
//! expect:    direct = added(data, one)
//! mutant:    lang.function_pointer |
//!            replace `i % 2 ? next : next_again` with `i % 2 ? next : before`
//! mutant:    func.kernel.calls_visible | replace `direct[i] = next(data[i])`
//!            with `direct[i] = before(data[i])`
//! mutant:    func.visible.pointer | replace `i % 2 ? next : next_again` with `i % 2 ? before : next_again`
//! mutant:    function_groups.contexts | replace `value = f(data[i]);` with `value = f(data[i] + 1);`
//! mutant:    function_groups.hint | replace `int same = f(data[i])` with `int same = before(data[i])`

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int x)
{
    return x + 1;
}

[[visible]] int next_again(int x)
{
    return 1 + x;
}

[[visible]] int before(int x)
{
    return x - 1;
}

static int apply(int (*f)(int), int x)
{
    [[function_groups("near")]] return f(x);
}

[[kernel]] void call(device const int *data [[buffer(0)]], device int *result [[buffer(2)]],
                     device int *direct [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    int (*f)(int) = i % 2 ? next : next_again;
    int value;
    [[function_groups("near", "far")]] int same = f(data[i]);
    [[function_groups("near")]] value = f(data[i]);
    result[i] = same == value ? apply(f, data[i]) : 0;
    direct[i] = next(data[i]);
}
