#include <objc/blocks_runtime.h>
