/* intrinsics.c: the functions of LLVM's that take vectors. */
#include "vectoriser.h"

static const wide_intrinsic wide_intrinsics[] = {
    {"llvm.fma.", BY_RESULT, -1},
    {"llvm.fmuladd.", BY_RESULT, -1},
    {"llvm.sqrt.", BY_RESULT, -1},
    {"llvm.fabs.", BY_RESULT, -1},
    {"llvm.copysign.", BY_RESULT, -1},
    {"llvm.floor.", BY_RESULT, -1},
    {"llvm.ceil.", BY_RESULT, -1},
    {"llvm.trunc.", BY_RESULT, -1},
    {"llvm.rint.", BY_RESULT, -1},
    {"llvm.nearbyint.", BY_RESULT, -1},
    {"llvm.roundeven.", BY_RESULT, -1},
    {"llvm.minnum.", BY_RESULT, -1},
    {"llvm.maxnum.", BY_RESULT, -1},
    {"llvm.minimum.", BY_RESULT, -1},
    {"llvm.maximum.", BY_RESULT, -1},
    {"llvm.minimumnum.", BY_RESULT, -1},
    {"llvm.maximumnum.", BY_RESULT, -1},
    {"llvm.canonicalize.", BY_RESULT, -1},
    {"llvm.bswap.", BY_RESULT, -1},
    {"llvm.bitreverse.", BY_RESULT, -1},
    {"llvm.ctpop.", BY_RESULT, -1},
    {"llvm.ctlz.", BY_RESULT, 1},
    {"llvm.cttz.", BY_RESULT, 1},
    {"llvm.abs.", BY_RESULT, 1},
    {"llvm.smin.", BY_RESULT, -1},
    {"llvm.smax.", BY_RESULT, -1},
    {"llvm.umin.", BY_RESULT, -1},
    {"llvm.umax.", BY_RESULT, -1},
    {"llvm.sadd.sat.", BY_RESULT, -1},
    {"llvm.uadd.sat.", BY_RESULT, -1},
    {"llvm.ssub.sat.", BY_RESULT, -1},
    {"llvm.usub.sat.", BY_RESULT, -1},
    {"llvm.fshl.", BY_RESULT, -1},
    {"llvm.fshr.", BY_RESULT, -1},
    {"llvm.scmp.", BY_BOTH, -1},
    {"llvm.ucmp.", BY_BOTH, -1},
    {"llvm.is.fpclass.", BY_OPERAND, 1},
    {"llvm.sadd.with.overflow.", BY_OPERAND, -1},
    {"llvm.uadd.with.overflow.", BY_OPERAND, -1},
    {"llvm.ssub.with.overflow.", BY_OPERAND, -1},
    {"llvm.usub.with.overflow.", BY_OPERAND, -1},
    {"llvm.smul.with.overflow.", BY_OPERAND, -1},
    {"llvm.umul.with.overflow.", BY_OPERAND, -1},
    {"llvm.fptosi.sat.", BY_BOTH, -1},
    {"llvm.fptoui.sat.", BY_BOTH, -1},
    {"llvm.ldexp.", BY_BOTH_OPERANDS, -1},
};

const wide_intrinsic *find_intrinsic(LLVMValueRef call)
{
    for (size_t row = 0; row < sizeof wide_intrinsics / sizeof *wide_intrinsics; row++) {
        if (is_call_to(call, wide_intrinsics[row].name))
            return &wide_intrinsics[row];
    }
    return NULL;
}
