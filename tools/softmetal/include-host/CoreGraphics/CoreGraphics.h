#include "CGColorSpace.h"
#include "CGGeometry.h"
