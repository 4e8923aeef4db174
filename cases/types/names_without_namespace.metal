//! title:     Vector types, packed ones too, are known without the namespace metal
//! verifies:  lib.more.unqualified_types
//! requires:  msl 2.3
//! for:       T in bool char uchar short ushort int uint long ulong half float
//! dispatch:  threads 1, threadgroup 1
//! in:        data float[2] = values -1 0.5
//! out:       result int[9]
//! expect:    result = values 2 4 4 1 1 1 2 3 4
//! refusal:   the text does not say where the names are; Apple's library has them at global scope (toolchain 32023.883)
//! mutant:    lib.more.unqualified_types | replace `sizeof(four) / sizeof(T)` with `sizeof(four) / sizeof(T) + 1`
//! mutant:    lib.more.unqualified_types | replace `sizeof(packed_three)` with `sizeof(three)`
//! mutant:    lib.more.unqualified_types | replace `agree(three(low).z` with `!agree(three(low).z`

#include <metal_stdlib>

#define JOINED(a, b) a##b
#define NAMED(t, n) JOINED(t, n)
typedef NAMED(T, 2) two;
typedef NAMED(T, 3) three;
typedef NAMED(T, 4) four;
#define PACKED(t, n) JOINED(packed_##t, n)
#define PACKED_OF(t, n) PACKED(t, n)
typedef PACKED_OF(T, 2) packed_two;
typedef PACKED_OF(T, 3) packed_three;
typedef PACKED_OF(T, 4) packed_four;

/* Components and scalars compare and halve alike if they are of one type. */
#define agree(component, scalar) ((component) < 0 == (scalar) < 0 && (component) / 2 == (scalar) / 2)

kernel void report(device const float *data [[buffer(0)]], device int *result [[buffer(1)]])
{
    const T low = T(data[0]), part = T(data[1]);
    result[0] = sizeof(two) / sizeof(T);
    result[1] = sizeof(three) / sizeof(T);
    result[2] = sizeof(four) / sizeof(T);
    result[3] = agree(two(low).y, low) && agree(packed_two(two(low)).x, low);
    result[4] = agree(three(low).z, low) && agree(packed_three(three(low)).x, low);
    result[5] = agree(four(low).w, low) && agree(packed_four(four(low)).x, low);
    result[6] = agree(two(part).x, part) ? sizeof(packed_two) / sizeof(T) : 0;
    result[7] = agree(three(part).x, part) ? sizeof(packed_three) / sizeof(T) : 0;
    result[8] = agree(four(part).x, part) ? sizeof(packed_four) / sizeof(T) : 0;
}
