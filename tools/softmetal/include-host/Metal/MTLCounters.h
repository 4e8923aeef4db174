#include "Metal.h"
