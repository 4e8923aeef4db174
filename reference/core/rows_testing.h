/* rows_testing.h: a table of calls: each row has operands, and what must come of them and of nothing else. */
#ifndef ASSAY_REFERENCE_ROWS_TESTING_H
#define ASSAY_REFERENCE_ROWS_TESTING_H
#include "testing.h"

/* One element each, by their encodings. */
typedef struct exact_row {
    const char *reference, *type; /* of the operands */
    uint64_t operand[4];
    int operands;
    const char *result_type; /* NULL: the operands' */
    uint64_t result;
    bool open; /* nothing is promised */
} exact_row;

static inline trial trial_of_row(const exact_row *row)
{
    trial t = {0};
    for (int n = 0; n < row->operands; n++)
        trial_array(&t, row->type, &row->operand[n], 1);
    return t;
}

/* The result is taken; with any one bit changed, it is refused. */
static inline void exactly(trial *t, const exact_row *row)
{
    const char *type = row->result_type ? row->result_type : row->type;
    assay_type of;
    assert_true(assay_type_from_name(type, &of));
    size_t bits = 8 * assay_scalar_size(of.scalar) * of.lanes,
           wrong = refused(t, row->reference, type, &row->result, 1);
    if (wrong || (t->unjudged != 0) != row->open)
        fail_msg("%s(%#llx, %#llx, %#llx): %#llx is %s", row->reference, (unsigned long long)row->operand[0],
                 (unsigned long long)row->operand[1], (unsigned long long)row->operand[2],
                 (unsigned long long)row->result,
                 wrong       ? "refused"
                 : row->open ? "judged"
                             : "not judged");
    for (size_t bit = 0; bit < bits && !row->open; bit++) {
        uint64_t other = row->result ^ UINT64_C(1) << bit;
        if (refused(t, row->reference, type, &other, 1) != 1)
            fail_msg("%s(%#llx, …): %#llx is taken for %#llx", row->reference, (unsigned long long)row->operand[0],
                     (unsigned long long)other, (unsigned long long)row->result);
    }
}

static inline void all_exactly(const exact_row *rows, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        trial t = trial_of_row(&rows[n]);
        exactly(&t, &rows[n]);
    }
}
#define ALL_EXACTLY(rows) all_exactly(rows, sizeof(rows) / sizeof *(rows))

static inline uint64_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
#endif
