//! title:     Products, lengths and directions of float vectors are what rounding leaves of their formulas
//! verifies:  geometric.dot.value geometric.length.value geometric.length_squared.value geometric.distance.value
//!            geometric.distance_squared.value geometric.normalize.value geometric.faceforward.negative
//!            geometric.faceforward.otherwise geometric.reflect.value
//!            geometric.refract.value
//! for:       (V, S) in (float2, float) (float3, float) (float4, float)
//! math:      safe fast
//! functions: fast precise
//! dispatch:  threads 4096, threadgroup 64
//! in:        a V[threads] = normal(0, 1)
//! in:        b V[threads] = normal(0, 1)
//! in:        c V[threads] = integers(-1, 1)
//! in:        incident V[threads] = unit_vectors
//! in:        surface V[threads] = unit_vectors
//! in:        eta S[threads] = random(0.5, 1.5)
//! out:       product S[threads]
//! out:       extent S[threads]
//! out:       square S[threads]
//! out:       apart S[threads]
//! out:       apart_square S[threads]
//! out:       direction V[threads]
//! out:       facing V[threads]
//! out:       mirrored V[threads]
//! out:       bent V[threads]
//! expect:    product = dot(a, b)
//! expect:    extent = length(a)
//! expect:    square = length_squared(a)
//! expect:    apart = distance(a, b)
//! expect:    apart_square = distance_squared(a, b)
//! expect:    direction = normalize(a)
//! expect:    facing = faceforward(a, c, b)
//! expect:    mirrored = reflect(a, surface)
//! expect:    bent = refract(incident, surface, eta)
//! mutant:    geometric.dot.value | replace `product[i] = dot(a[i], b[i])` with
//!            `product[i] = a[i].x * b[i].x`
//! mutant:    geometric.length.value | replace `length(a[i])` with `length(a[i].xy * S(1.01))`
//! mutant:    geometric.length_squared.value | replace `length_squared(a[i])` with `length(a[i])`
//! mutant:    geometric.distance.value | replace `distance(a[i], b[i])` with `length(a[i] + b[i])`
//! mutant:    geometric.distance_squared.value | replace `distance_squared(a[i], b[i])` with `distance(a[i], b[i])`
//! mutant:    geometric.normalize.value | replace `normalize(a[i])` with `a[i]`
//! mutant:    geometric.faceforward.negative | replace `faceforward(a[i], c[i], b[i])` with `-a[i]`
//! mutant:    geometric.faceforward.otherwise | replace `faceforward(a[i], c[i], b[i])` with
//!            `(dot(b[i], c[i]) <= S(0) ? a[i] : -a[i])`
//! mutant:    geometric.reflect.value | replace `reflect(a[i], surface[i])` with `a[i]`
//! mutant:    geometric.refract.value | replace `refract(incident[i], surface[i], eta[i])` with
//!            `refract(surface[i], incident[i], eta[i])`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device const V *c [[buffer(2)]],
                  device const V *incident [[buffer(3)]], device const V *surface [[buffer(4)]],
                  device const S *eta [[buffer(5)]], device S *product [[buffer(6)]], device S *extent [[buffer(7)]],
                  device S *square [[buffer(8)]], device S *apart [[buffer(9)]],
                  device S *apart_square [[buffer(10)]], device V *direction [[buffer(11)]],
                  device V *facing [[buffer(12)]], device V *mirrored [[buffer(13)]], device V *bent [[buffer(14)]],
                  uint i [[thread_position_in_grid]])
{
    product[i] = dot(a[i], b[i]);
    extent[i] = length(a[i]);
    square[i] = length_squared(a[i]);
    apart[i] = distance(a[i], b[i]);
    apart_square[i] = distance_squared(a[i], b[i]);
    direction[i] = normalize(a[i]);
    facing[i] = faceforward(a[i], c[i], b[i]);
    mirrored[i] = reflect(a[i], surface[i]);
    bent[i] = refract(incident[i], surface[i], eta[i]);
}
