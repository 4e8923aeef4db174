//! title:     array_ref refers to the elements of an array or of a pointer with a length
//! verifies:  array_ref.semantics array_ref.constructors array_ref.make_array_ref array.textures array.size
//!            array.subscript
//! requires:  msl 2.0
//! dispatch:  threads 1, threadgroup 1
//! in:        first texture2d<float>(r32float)[1, 1] = values 3
//! in:        second texture2d<float>(r32float)[1, 1] = values 5
//! out:       sum float[7]
//! out:       size uint[7]
//! expect:    sum = values 8 8 3 0 8 8 13
//! expect:    size = values 2 2 1 0 2 2 3
//! mutant:    array_ref.semantics array.textures array.subscript | replace `sum += all[k].read(uint2(0)).x`
//!            with `sum += all[0].read(uint2(0)).x`
//! mutant:    array_ref.make_array_ref array.size | replace `return all.size()` with `return all.size() + 1`
//! mutant:    array_ref.constructors | replace `size_of(images())` with `size_of(images(&plain[0], 1))`
//! mutant:    array_ref.constructors | replace `size_of(images(plain))` with `size_of(images(&plain[0], 1))`
//! mutant:    array_ref.constructors | replace `size[2] = size_of(images(&plain[0], 1))` with `size[2] = size_of(images(&plain[0], 2))`
//! mutant:    array_ref.constructors | replace `sum_of(images(all))` with `sum_of(images())`
//! mutant:    array_ref.constructors | replace `to = from; return sum_of(to)` with `return sum_of(to)`
//! mutant:    array_ref.constructors | replace `to = from; return size_of(to)` with `return size_of(to)`
//! mutant:    array_ref.semantics | replace `sum[0] = sum_of(both)` with `sum[0] = sum_of(images())`
//! mutant:    array_ref.make_array_ref | replace `sum_of(make_array_ref(plain))` with `sum_of(images(&plain[0], 1))`

#include <metal_stdlib>
using namespace metal;

using images = array_ref<texture2d<float, access::read>>;

static float sum_of(images all)
{
    float sum = 0;
    for (size_t k = 0; k < all.size(); k++)
        sum += all[k].read(uint2(0)).x;
    return sum;
}

static uint size_of(images all)
{
    return all.size();
}

static float sum_of_copy(images all)
{
    return sum_of(images(all));
}

/* There are no variables of this type, so what is assigned to is a parameter. */
static float sum_of_assigned(images to, images from)
{
    to = from;
    return sum_of(to);
}

static uint size_of_assigned(images to, images from)
{
    to = from;
    return size_of(to);
}

kernel void add(array<texture2d<float, access::read>, 2> both [[texture(0)]], device float *sum [[buffer(0)]],
                device uint *size [[buffer(1)]])
{
    texture2d<float, access::read> plain[2] = {both[0], both[1]};
    sum[0] = sum_of(both);
    sum[1] = sum_of(make_array_ref(plain));
    sum[2] = sum_of(make_array_ref(&plain[0], 1));
    sum[3] = sum_of(images());
    size[0] = size_of(both);
    size[1] = size_of(images(plain));
    size[2] = size_of(images(&plain[0], 1));
    size[3] = size_of(images());
    sum[4] = sum_of_copy(both);
    sum[5] = sum_of_assigned(images(), both);
    size[4] = size_of(images(images(plain)));
    size[5] = size_of_assigned(images(&plain[0], 1), both);
    texture2d<float, access::read> four[4] = {both[0], both[1], both[0], both[1]};
    sum[6] = sum_of(images(&four[1], 3));
    size[6] = size_of(make_array_ref(&four[1], 3));
}
