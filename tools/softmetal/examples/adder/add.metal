// Adds two arrays.
kernel void add(device const float *a, device const float *b, device float *sum, uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
}
