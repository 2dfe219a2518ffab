/* The tables of glibc's <ctype.h> macros, which preprocessed code reads: index -128 to 255, where -1 is EOF.
 *
 * In the C locale no character outside ASCII has a class or another case, so the negative half is empty but for the
 * identity of the two case tables. */
#include "candor.h"
#include <ctype.h>

#define SIXTEEN_ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define HALF_OF_ZEROS \
    SIXTEEN_ZEROS, SIXTEEN_ZEROS, SIXTEEN_ZEROS, SIXTEEN_ZEROS, SIXTEEN_ZEROS, SIXTEEN_ZEROS, SIXTEEN_ZEROS, \
        SIXTEEN_ZEROS

/* n, n + 1, ... */
#define TWO(n) (n), (n) + 1
#define FOUR(n) TWO(n), TWO((n) + 2)
#define EIGHT(n) FOUR(n), FOUR((n) + 4)
#define SIXTEEN(n) EIGHT(n), EIGHT((n) + 8)
#define LETTERS(first) SIXTEEN(first), EIGHT((first) + 16), TWO((first) + 24)
#define UPPER_HALF \
    SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), SIXTEEN(240)
#define NEGATIVE_HALF \
    SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), EIGHT(240), \
        FOUR(248), TWO(252), 254, -1

enum { FIRST_INDEX = -128, N_ENTRIES = 384 };

static const unsigned short classes[N_ENTRIES] = {
    HALF_OF_ZEROS, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,        0x2003, 0x2002,
    0x2002,        0x2002, 0x2002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,        0x0002, 0x0002,
    0x0002,        0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x6001,        0xc004, 0xc004,
    0xc004,        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,        0xc004, 0xc004,
    0xc004,        0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808,        0xd808, 0xc004,
    0xc004,        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xd508, 0xd508, 0xd508, 0xd508,        0xd508, 0xd508,
    0xc508,        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,        0xc508, 0xc508,
    0xc508,        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc004, 0xc004,        0xc004, 0xc004,
    0xc004,        0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608, 0xc608,        0xc608, 0xc608,
    0xc608,        0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,        0xc608, 0xc608,
    0xc608,        0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002, HALF_OF_ZEROS,
};

static const int lower[N_ENTRIES] = {
    NEGATIVE_HALF, SIXTEEN(0), SIXTEEN(16),  SIXTEEN(32), SIXTEEN(48), 64,         LETTERS('a'),
    FOUR(91),      TWO(95),    LETTERS('a'), FOUR(123),   127,         UPPER_HALF,
};

static const int upper[N_ENTRIES] = {
    NEGATIVE_HALF, SIXTEEN(0), SIXTEEN(16),  SIXTEEN(32), SIXTEEN(48), 64,         LETTERS('A'),
    FOUR(91),      TWO(95),    LETTERS('A'), FOUR(123),   127,         UPPER_HALF,
};

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *table = classes - FIRST_INDEX;
    return &table;
}

const int **__ctype_tolower_loc(void)
{
    static const int *table = lower - FIRST_INDEX;
    return &table;
}

/* Bytes of the longest character, which is what MB_CUR_MAX reads. */
size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

const int **__ctype_toupper_loc(void)
{
    static const int *table = upper - FIRST_INDEX;
    return &table;
}
