/* Complex numbers of two floats. */
#define REAL float
#define WIDER double
#define F(name) name##f
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#define LARGEST FLT_MAX
#define LEAST FLT_MIN
#define EPSILON FLT_EPSILON
#include "complex_functions.h"
