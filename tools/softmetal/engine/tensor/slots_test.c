/* slots_test.c: the lists of slots say what cooperative.h says, in each layout, and go on when no more are kept. */
#include "slots.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void compare(const __msl_coop *coop, uint32_t group)
{
    const sm_slots *s = sm_slots_of(coop, group);
    assert_non_null(s);
    size_t n = 0;
    for (int lane = 0; lane < coop->width; lane++) {
        for (int i = 0; i < __msl_coop_capacity(*coop); i++) {
            __msl_slot at = __msl_coop_slot(*coop, (int)group, lane, i);
            if (!at.valid)
                continue;
            assert_true(n < s->count && s->slot[n].lane == lane && s->slot[n].slot == i);
            assert_true(s->slot[n].row == at.row && s->slot[n].column == at.column);
            n++;
        }
    }
    assert_int_equal(n, s->count);
    sm_slots_done(s);
}

static void layouts(void **state)
{
    (void)state;
    for (int layout = __MSL_COOP_M5; layout <= __MSL_COOP_SCATTERED; layout++)
        for (int role = __MSL_LEFT; role <= __MSL_COLUMN_REDUCTION; role++)
            for (uint32_t group = 0; group < 4; group++)
                compare(&(__msl_coop){layout, role, 48, 40, 4, 32, 7}, group);
}

static void many(void **state)
{
    (void)state;
    for (int rows = 1; rows < 400; rows++)
        compare(&(__msl_coop){__MSL_COOP_SCATTERED, __MSL_DESTINATION, rows, 8, 1, 32, 3}, 0);
    compare(&(__msl_coop){__MSL_COOP_SCATTERED, __MSL_DESTINATION, 399, 8, 1, 32, 3}, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layouts), cmocka_unit_test(many)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
