//! title:     A matrix times a matrix or a vector: rows by columns, a vector is a column on the right and a row on the
//!            left
//! verifies:  matrix.ops.matrix_matrix matrix.ops.matrix_vector matrix.ops.vector_matrix matrix.ops.sum_order
//! for:       (INNER, ROWS) in (2, 2) (2, 3) (2, 4) (3, 2) (3, 3) (3, 4) (4, 2) (4, 3) (4, 4); COLUMNS in 2 3 4; T in
//!            half float
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! in:        a vec<T, ROWS>[INNER] = integers(1, 9)
//! in:        b vec<T, INNER>[COLUMNS] = integers(1, 9)
//! in:        row vec<T, ROWS>[1] = integers(1, 9)
//! out:       product vec<T, ROWS>[COLUMNS]
//! out:       column_product vec<T, ROWS>[1]
//! out:       row_product vec<T, INNER>[1]
//! expect:    product = matrix_product(a, b)
//! expect:    column_product = matrix_product(a, b)
//! expect:    row_product = row_times_matrix(row, a)
//! mutant:    matrix.ops.matrix_matrix | replace `a * b;`
//!            with `a * matrix<T, COLUMNS, INNER>(T(1));`
//! mutant:    matrix.ops.matrix_vector | replace `a * b[0]` with `a * -b[0]`
//! mutant:    matrix.ops.vector_matrix | replace `row[0] * a` with `-row[0] * a`
//! mutant:    matrix.ops.sum_order | replace `product = a * b;` with
//!            `product = a * b + matrix<T, COLUMNS, ROWS>(T(1));`

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const matrix<T, INNER, ROWS> &a [[buffer(0)]],
                     device const matrix<T, COLUMNS, INNER> &b [[buffer(1)]],
                     device const vec<T, ROWS> *row [[buffer(2)]],
                     device matrix<T, COLUMNS, ROWS> &product [[buffer(3)]],
                     device vec<T, ROWS> *column_product [[buffer(4)]], device vec<T, INNER> *row_product [[buffer(5)]])
{
    product = a * b;
    column_product[0] = a * b[0];
    row_product[0] = row[0] * a;
}
