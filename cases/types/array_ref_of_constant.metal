//! title:     array_ref refers to the elements of an array in an argument buffer
//! verifies:  array_ref.constructors array_ref.semantics
//! requires:  msl 2.0
//! dispatch:  measure(all, sum, size): threads 1, threadgroup 1
//! in:        n0 texture2d<float>(r32float)[1, 1] = values 2
//! in:        n1 texture2d<float>(r32float)[1, 1] = values 3
//! in:        n2 texture2d<float>(r32float)[1, 1] = values 5
//! in:        all arguments = 0 n0, 1 n1, 2 n2
//! out:       sum float[3]
//! out:       size uint[3]
//! expect:    sum = values 23 8 13
//! expect:    size = values 3 2 2
//! mutant:    array_ref.constructors | replace `sum_of(images(all.several.data() + 1, 2))` with `sum_of(images(all.several.data(), 2))`
//! mutant:    array_ref.constructors | replace `size_of(images(all.several))` with `size_of(images(&all.several[0], 2))`
//! mutant:    array_ref.semantics | replace `some[k].read` with `some[0].read`

#include <metal_stdlib>
using namespace metal;

using images = array_ref<constant texture2d<float>>;

struct material {
    array<texture2d<float>, 3> several;
};

static float sum_of(images some)
{
    float sum = 0;
    for (size_t k = 0; k < some.size(); k++)
        sum += (k + 1) * some[k].read(uint2(0)).x;
    return sum;
}

static uint size_of(images some)
{
    return some.size();
}

kernel void measure(constant material &all [[buffer(0)]], device float *sum [[buffer(1)]],
                    device uint *size [[buffer(2)]])
{
    sum[0] = sum_of(images(all.several));
    size[0] = size_of(images(all.several));
    sum[1] = sum_of(images(&all.several[0], 2));
    size[1] = size_of(images(&all.several[0], 2));
    sum[2] = sum_of(images(all.several.data() + 1, 2));
    size[2] = size_of(images(all.several.data() + 1, 2));
}
