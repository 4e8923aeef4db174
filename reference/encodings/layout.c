/* layout.c: sizes and alignments (MSL 2.1, 2.2, 2.2.3). */
#include "../core/arguments.h"

/* layout(size, alignment): what a kernel reports of a type: sizeof, alignof, its offset after a char in a struct, and
 * the distance of two elements of an array. */
REFERENCE(layout)
{
    if (!arguments_are(call, "nn"))
        return;
    uint64_t size = argument_size(call, 0), alignment = argument_size(call, 1);
    const uint64_t expected[4] = {size, alignment, alignment, size};
    for (size_t k = 0; k < call->count && k < 4; k++)
        expect_bits(call, k, expected[k]);
}

typedef struct layout_row {
    int group;
    uint64_t size, alignment;
} layout_row;

enum { GROUP_plain, GROUP_bfloat, GROUP_pixel };
static const layout_row rows[] = {
#define LAYOUT(group, type, size, alignment, section) {GROUP_##group, size, alignment},
#include "layout.def"
#undef LAYOUT
};

/* layouts(group): the same for every type of a group of layout.def, one element each: 0 plain, 1 bfloat, 2 pixel. */
REFERENCE(layouts)
{
    size_t element = 0;
    if (!arguments_are(call, "n"))
        return;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const uint64_t expected[4] = {rows[r].size, rows[r].alignment, rows[r].alignment, rows[r].size};
        if (rows[r].group != (int)argument_size(call, 0))
            continue;
        for (size_t lane = 0; element < call->count && lane < 4; lane++)
            expect_bits(call, 4 * element + lane, expected[lane]);
        element++;
    }
    if (element != call->count)
        call->error = "there is one element for each type of the group in reference/encodings/layout.def";
}

/* components(data, k): component k of every element. */
REFERENCE(component)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *data = argument_array(call, 0);
    for (size_t i = 0; i < call->count; i++)
        expect_bits(call, i, array_bits(data, i, (unsigned)argument_size(call, 1)));
}
