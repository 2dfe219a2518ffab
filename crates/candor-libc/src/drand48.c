/* The 48-bit linear congruential generators of POSIX. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdint.h>
#include <stdlib.h>

#define MASK48 UINT64_C(0xffffffffffff)

static const uint64_t default_factor = UINT64_C(0x5deece66d);
static const uint64_t default_summand = 0xb;

static uint64_t factor = UINT64_C(0x5deece66d);
static uint64_t summand = 0xb;
static unsigned short shared[3];

static uint64_t pack(const unsigned short words[3])
{
    return (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0];
}

static void unpack(unsigned short words[3], uint64_t bits)
{
    for (int i = 0; i < 3; i++)
        words[i] = (unsigned short)(bits >> (16 * i));
}

static uint64_t step(unsigned short words[3])
{
    uint64_t bits = (pack(words) * factor + summand) & MASK48;
    unpack(words, bits);
    return bits;
}

double erand48(unsigned short words[3])
{
    return (double)step(words) / 281474976710656.0; /* 2^48 */
}

long nrand48(unsigned short words[3])
{
    return (long)(step(words) >> 17);
}

long jrand48(unsigned short words[3])
{
    return (long)(int32_t)(uint32_t)(step(words) >> 16);
}

double drand48(void)
{
    return erand48(shared);
}

long lrand48(void)
{
    return nrand48(shared);
}

long mrand48(void)
{
    return jrand48(shared);
}

void srand48(long seed)
{
    unpack(shared, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    factor = default_factor;
    summand = default_summand;
}

unsigned short *seed48(unsigned short seed[3])
{
    static unsigned short before[3];
    unpack(before, pack(shared));
    unpack(shared, pack(seed));
    factor = default_factor;
    summand = default_summand;
    return before;
}

void lcong48(unsigned short parameters[7])
{
    unpack(shared, pack(parameters));
    factor = pack(parameters + 3);
    summand = parameters[6];
}
