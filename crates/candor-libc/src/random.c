/* rand and random: the additive feedback generator x^31 + x^3 + 1 that glibc uses by default, so that a program that
 * prints rand() prints the same numbers. rand_r is a linear congruential generator of its own.
 *
 * With what a clock shows as its seed the numbers are any: which they are would take a solver 31 multiplications modulo a
 * prime, one behind the other, to say. A plain run has a seed all the same. */
#define _GNU_SOURCE
#include "candor.h"
#include "clock.h"
#include <stdlib.h>

enum { DEGREE = 31, SEPARATION = 3, N_DISCARDED = 10 * DEGREE };

static unsigned int state[DEGREE];
static int seeded;
static int is_open; /* the numbers are any */
static int next; /* state[next] is the number DEGREE steps back, replaced by the new one */

static unsigned int step(void)
{
    int tap = next + DEGREE - SEPARATION;
    unsigned int value = state[next] + state[tap < DEGREE ? tap : tap - DEGREE];
    state[next] = value;
    next = next + 1 < DEGREE ? next + 1 : 0;
    return value;
}

/* Whether the seed is what the clock has shown last, and nothing more is to be known of it. Two generators with the same
 * seed would have to give the same numbers. */
static int is_of_clock(unsigned int seed)
{
    if (is_open)
        __candor_unsupported("a second seed after one that a clock has given");
    unsigned long long shown = __model_last_seconds();
    if (shown == NO_TIME || seed != (unsigned int)shown)
        return 0;
    int open = (int)__candor_outside(1);
    __candor_assume(open | __candor_is_watched());
    return open;
}

void srandom(unsigned int seed)
{
    seeded = 1;
    is_open = is_of_clock(seed);
    if (is_open)
        return;
    /* x * 7^5 modulo the prime 2^31 - 1, on signed words; 0 would be a fixed point. */
    long long word = (int)(seed != 0 ? seed : 1);
    for (int i = 0; i < DEGREE; i++) {
        state[i] = (unsigned int)word;
        word = 16807 * word % 2147483647;
        if (word < 0)
            word += 2147483647;
    }
    next = SEPARATION;
    for (int i = 0; i < N_DISCARDED; i++)
        step();
}

long random(void)
{
    if (!seeded)
        srandom(1);
    if (is_open)
        return (long)__candor_outside(31);
    return (long)(step() >> 1);
}

void srand(unsigned int seed)
{
    srandom(seed);
}

int rand(void)
{
    return (int)random();
}

static unsigned int step_congruential(unsigned int *word)
{
    *word = *word * 1103515245u + 12345u;
    return *word >> 16;
}

int rand_r(unsigned int *seed)
{
    unsigned int high = step_congruential(seed) % 2048;
    unsigned int middle = step_congruential(seed) % 1024;
    unsigned int low = step_congruential(seed) % 1024;
    return (int)((high << 20) ^ (middle << 10) ^ low);
}
