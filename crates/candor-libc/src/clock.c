/* Clocks. They begin at 1 January 2024, 00:00:00 UTC, or up to eight years later, never go back, and are a little later
 * whenever somebody looks, so that a loop that waits for a time ends. How much later is left open, up to 12 days; a run
 * that chooses nothing sees a millisecond pass, and is the same whenever it happens. */
#define _GNU_SOURCE
#include "candor.h"
#include "clock.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

/* A time as a number of units and a number of parts of one: seconds and nanoseconds, or microseconds and nanoseconds. So
 * nobody has to divide what is not known. */
struct moment {
    unsigned long long units;
    unsigned int parts;
};

/* For advance: how many parts are a unit, and the bits of a step in parts, enough for one unit. */
struct scale {
    unsigned int n_parts;
    int part_bits;
    int unit_bits;
    unsigned int usual; /* the step in parts of a run that chooses nothing */
};

static const struct scale wall = {1000000000, 30, 20, 1000000};
static const struct scale processor = {1000, 10, 30, 1000000};

static struct moment now = {1704067200, 0};
static int has_begun; /* somebody has looked */
static struct moment used;

/* Never by nothing: no state comes again in which a clock was read between. */
static void advance(struct moment *moment, const struct scale *scale)
{
    unsigned long long step = __candor_outside(scale->part_bits + scale->unit_bits);
    unsigned int parts = (unsigned int)step & ((1u << scale->part_bits) - 1);
    parts = moment->parts + parts + (step == 0) * (scale->usual % scale->n_parts);
    unsigned int carry = (parts >= scale->n_parts) + (parts >= 2 * scale->n_parts);
    moment->parts = parts - carry * scale->n_parts;
    moment->units += (step >> scale->part_bits) + carry + (step == 0) * (scale->usual / scale->n_parts);
}

static struct moment look(void)
{
    __candor_atomic_begin();
    if (!has_begun) {
        now.units += __candor_outside(28);
        has_begun = 1;
    }
    advance(&now, &wall);
    struct moment seen = now;
    __candor_atomic_end();
    return seen;
}

void __model_pass_time(unsigned long long seconds, unsigned int nanoseconds)
{
    __candor_atomic_begin();
    unsigned int parts = now.parts + nanoseconds;
    unsigned int carry = parts >= wall.n_parts;
    now.parts = parts - carry * wall.n_parts;
    now.units += seconds + carry;
    __candor_atomic_end();
}

void __model_wait_until(unsigned long long seconds, unsigned int nanoseconds)
{
    __candor_atomic_begin();
    if (now.units < seconds || (now.units == seconds && now.parts < nanoseconds)) {
        now.units = seconds;
        now.parts = nanoseconds;
    }
    __candor_atomic_end();
}

unsigned long long __model_last_seconds(void)
{
    __candor_atomic_begin();
    unsigned long long seconds = has_begun ? now.units : NO_TIME;
    __candor_atomic_end();
    return seconds;
}

unsigned long long __model_processor_microseconds(void)
{
    __candor_atomic_begin();
    advance(&used, &processor);
    unsigned long long microseconds = used.units;
    __candor_atomic_end();
    return microseconds;
}

time_t time(time_t *to)
{
    time_t seconds = (time_t)look().units;
    if (to != NULL)
        *to = seconds;
    return seconds;
}

clock_t clock(void)
{
    return (clock_t)__model_processor_microseconds();
}

double difftime(time_t end, time_t begin)
{
    return (double)end - (double)begin;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct moment seen = look();
    (void)zone;
    if (to != NULL) {
        to->tv_sec = (time_t)seen.units;
        to->tv_usec = (suseconds_t)(seen.parts / 1000);
    }
    return 0;
}

static int is_clock(clockid_t clock)
{
    if (clock >= CLOCK_REALTIME && clock <= CLOCK_BOOTTIME)
        return 1;
    /* Clocks of alarms, of atomic time, and of other threads and processes. */
    if (clock < 0 || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI)
        __candor_unsupported("an unusual clock");
    errno = EINVAL;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    if (!is_clock(clock))
        return -1;
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
        unsigned long long microseconds = __model_processor_microseconds();
        to->tv_sec = (time_t)(microseconds / 1000000);
        to->tv_nsec = (long)(microseconds % 1000000) * 1000;
        return 0;
    }
    struct moment seen = look();
    to->tv_sec = (time_t)seen.units;
    to->tv_nsec = (long)seen.parts;
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *to)
{
    struct timespec resolution = {0, 1};
    if (!is_clock(clock))
        return -1;
    if (clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE)
        resolution.tv_nsec = 1000000 * (1 + (long)__candor_outside(3));
    if (to != NULL)
        *to = resolution;
    return 0;
}

int clock_settime(clockid_t clock, const struct timespec *from)
{
    if (is_clock(clock)) {
        int is_settable = __model_is_time_limit(from) && from->tv_sec >= 0 && clock == CLOCK_REALTIME;
        errno = is_settable ? EPERM : EINVAL;
    }
    return -1;
}

int timespec_get(struct timespec *to, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}

