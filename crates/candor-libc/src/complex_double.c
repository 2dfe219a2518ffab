/* Complex numbers of two doubles. */
#define REAL double
#define F(name) name
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#define LARGEST DBL_MAX
#define LEAST DBL_MIN
#define EPSILON DBL_EPSILON
#include "complex_functions.h"
