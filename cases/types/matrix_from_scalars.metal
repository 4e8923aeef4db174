//! title:     Scalars fill a matrix column by column
//! verifies:  matrix.ctor.scalars matrix.ctor.column_major
//! requires:  msl 2.0
//! for:       T in half float
//! dispatch:  threads 1, threadgroup 1
//! out:       two vec<T, 2>[9]
//! out:       four vec<T, 4>[9]
//! out:       threes T[27]
//! expect:    two = values 1 2 3 4 1 2 3 4 5 6 1 2 3 4 5 6 7 8
//! expect:    four = values 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 9 10 11 12 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//! expect:    threes = values 1 2 3 4 5 6 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 10 11 12
//! mutant:    matrix.ctor.scalars matrix.ctor.column_major | replace `(1, 2, 3, 4, 5, 6, 7, 8, 9)`
//!            with `(1, 4, 7, 2, 5, 8, 3, 6, 9)`
//! mutant:    matrix.ctor.scalars | replace `matrix<T, 2, 2>(1, 2, 3, 4)` with `matrix<T, 2, 2>(1, 3, 2, 4)`

#include <metal_stdlib>
using namespace metal;

template <int COLUMNS, int ROWS> static void store(device vec<T, ROWS> *into, matrix<T, COLUMNS, ROWS> m)
{
    for (int c = 0; c < COLUMNS; c++)
        into[c] = m[c];
}

template <int COLUMNS> static void store(device T *into, matrix<T, COLUMNS, 3> m)
{
    for (int k = 0; k < 3 * COLUMNS; k++)
        into[k] = m[k / 3][k % 3];
}

kernel void construct(device vec<T, 2> *two [[buffer(0)]], device vec<T, 4> *four [[buffer(1)]],
                      device T *threes [[buffer(2)]])
{
    store(two, matrix<T, 2, 2>(1, 2, 3, 4));
    store(two + 2, matrix<T, 3, 2>(1, 2, 3, 4, 5, 6));
    store(two + 5, matrix<T, 4, 2>(1, 2, 3, 4, 5, 6, 7, 8));
    store(four, matrix<T, 2, 4>(1, 2, 3, 4, 5, 6, 7, 8));
    store(four + 2, matrix<T, 3, 4>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    store(four + 5, matrix<T, 4, 4>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
    store<2>(threes, matrix<T, 2, 3>(1, 2, 3, 4, 5, 6));
    store<3>(threes + 6, matrix<T, 3, 3>(1, 2, 3, 4, 5, 6, 7, 8, 9));
    store<4>(threes + 15, matrix<T, 4, 3>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}
