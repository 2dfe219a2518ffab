//@ run-native
//@ data-model: both
// limits.h, float.h and stdint.h say what the types really do.
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    if (CHAR_BIT != 8 || (unsigned char)-1 != UCHAR_MAX || (unsigned short)-1 != USHRT_MAX) return 1;
    if (-1u != UINT_MAX || -1ul != ULONG_MAX || -1ull != ULLONG_MAX) return 2;
    if (INT_MIN + INT_MAX != -1 || LONG_MIN + LONG_MAX != -1 || SCHAR_MIN + SCHAR_MAX != -1) return 3;
    if ((int)(UINT_MAX >> 1) != INT_MAX || (long)(ULONG_MAX >> 1) != LONG_MAX) return 4;
    if (CHAR_MIN != SCHAR_MIN || CHAR_MAX != SCHAR_MAX) return 5;
    if (INT8_MAX != 127 || UINT16_MAX != 65535 || INT32_MIN != INT_MIN || INT64_MAX != LLONG_MAX) return 6;
    if ((size_t)-1 != SIZE_MAX || sizeof(ptrdiff_t) != sizeof(size_t) || (uintptr_t)-1 != UINTPTR_MAX) return 7;
    if (INT64_C(5000000000) != 5000000000ll || UINT32_C(7) != 7) return 8;
    if (FLT_RADIX != 2 || FLT_MANT_DIG != 24 || DBL_MANT_DIG != 53 || DBL_DIG != 15) return 9;
    if (DBL_MAX_EXP != 1024 || FLT_MIN_EXP != -125 || DBL_MAX != 0x1.fffffffffffffp1023) return 10;
    if (FLT_MIN != 0x1p-126f || FLT_EPSILON != 0x1p-23f || DBL_MIN != 0x1p-1022) return 11;
    printf("%d %d %lld %.9g %.17g\n", INT_MAX, SHRT_MIN, LLONG_MIN, FLT_MAX, DBL_EPSILON);
    return 0;
}
