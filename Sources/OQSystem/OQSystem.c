#include "OQSystem.h"
