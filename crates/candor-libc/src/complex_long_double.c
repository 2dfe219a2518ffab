/* Complex numbers of two long doubles. */
#define REAL long double
#define F(name) name##l
#define MULTIPLY __mulxc3
#define DIVIDE __divxc3
#define LARGEST LDBL_MAX
#define LEAST LDBL_MIN
#define EPSILON LDBL_EPSILON
#include "complex_functions.h"
