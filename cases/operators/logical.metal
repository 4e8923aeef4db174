//! title:     Logical operators give bools, of scalars and of bool vectors; the right side of a scalar one runs only if
//!            needed
//! verifies:  ops.logical.and_or ops.logical.not ops.logical.short_circuit
//! dispatch:  threads 1, threadgroup 1
//! in:        zero int = 0
//! out:       scalars int[8]
//! out:       vectors bool4[3]
//! out:       evaluated int[4]
//! expect:    scalars = values 0 0 1 0 1 1 1 0
//! expect:    vectors = values 0 0 0 1 0 1 1 1 1 1 0 0
//! expect:    evaluated = values 0 1 1 0
//! mutant:    ops.logical.and_or | replace `scalars[1] = no && yes` with `scalars[1] = no || yes`
//! mutant:    ops.logical.and_or | replace `a && b` with `a || b`
//! mutant:    ops.logical.not | replace `!a` with `a`
//! mutant:    ops.logical.not | replace `scalars[6] = !no` with `scalars[6] = no`
//! mutant:    ops.logical.short_circuit | replace `no && noted` with `no & noted`
//! mutant:    ops.logical.short_circuit | replace `yes || noted` with `yes | noted`

#include <metal_stdlib>
using namespace metal;

static bool noted(thread int &count)
{
    count++;
    return true;
}

kernel void combine(constant int &zero [[buffer(0)]], device int *scalars [[buffer(1)]],
                    device bool4 *vectors [[buffer(2)]], device int *evaluated [[buffer(3)]])
{
    const bool no = zero, yes = !zero;
    scalars[0] = no && no;
    scalars[1] = no && yes;
    scalars[2] = yes && yes;
    scalars[3] = no || no;
    scalars[4] = no || yes;
    scalars[5] = yes || no;
    scalars[6] = !no;
    scalars[7] = !yes;
    const bool4 a = bool4(no, no, yes, yes), b = bool4(no, yes, no, yes);
    vectors[0] = a && b;
    vectors[1] = a || b;
    vectors[2] = !a;
    int count[4] = {};
    bool sum = no && noted(count[0]);
    sum |= yes && noted(count[1]);
    sum |= no || noted(count[2]);
    sum |= yes || noted(count[3]);
    for (int k = 0; k < 4; k++)
        evaluated[k] = count[k] * sum;
}
