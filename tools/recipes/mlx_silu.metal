// The body of mlx_silu.py's kernel: a thread for each element, and threads beyond the last in the last threadgroup.
uint i = thread_position_in_grid.x;
if (i >= uint(x_shape[0]))
    return;
float v = float(x[i]);
y[i] = T(v / (1.0f + metal::exp(-v)));
