//! title:     The preprocessor is that of C++: macros of every form, conditions, line numbers, _Pragma
//! verifies:  lang.preprocessor.directives
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[10]
//! expect:    result = values 3 9 12 6 7 1 2 1000 5 4
//! mutant:    lang.preprocessor.directives | replace `#define SQUARE(x) ((x) * (x))`
//!            with `#define SQUARE(x) x * x + 1`
//! mutant:    lang.preprocessor.directives | replace `#line 1000` with `#line 1001`

#include <metal_stdlib>
using namespace metal;

#define THREE 3
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a##b
#define LENGTH(x) (int(sizeof(#x)) - 1)
#define ADD(...) add(__VA_ARGS__)
#define LEVEL 1
#undef LEVEL
#ifdef LEVEL
#define KIND 0
#elif defined(THREE) && THREE == 3
#define KIND 1
#else
#define KIND 2
#endif
#ifndef LEVEL
#define OTHER 2
#endif

static int add(int a, int b, int c)
{
    return a + b + c;
}

kernel void report(device int *result [[buffer(0)]])
{
    _Pragma("METAL fp contract(off)")
    result[0] = THREE;
    result[1] = SQUARE(1 + 2);
    result[2] = JOIN(1, 2);
    result[3] = ADD(1, 2, 3);
    result[4] = LENGTH(letters);
    result[5] = KIND;
    result[6] = OTHER;
#line 1000
    result[7] = __LINE__;
#if 0
    result[8] = 4;
#else
    result[8] = 5;
#endif
    result[9] = LENGTH(THREE) - 1;
}
