// Read by Swift, by C and by Metal: the arguments of the kernels.
#pragma once

struct ToneArguments {
    unsigned int count;
    float cap;
};
