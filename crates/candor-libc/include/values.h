/* <values.h> */
#ifndef _VALUES_H
#define _VALUES_H

#include <float.h>
#include <limits.h>

#define CHARBITS CHAR_BIT
#define SHORTBITS ((int)sizeof(short) * CHAR_BIT)
#define INTBITS ((int)sizeof(int) * CHAR_BIT)
#define LONGBITS ((int)sizeof(long) * CHAR_BIT)
#define PTRBITS ((int)sizeof(char *) * CHAR_BIT)
#define MAXSHORT SHRT_MAX
#define MINSHORT SHRT_MIN
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXLONG LONG_MAX
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT 3.40282347e+38F
#define MINFLOAT FLT_MIN
#define DMAXEXP DBL_MAX_EXP
#define DMINEXP DBL_MIN_EXP

#endif
