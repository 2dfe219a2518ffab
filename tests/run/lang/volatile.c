//@ run-native
//@ data-model: both
// Volatile objects, members, pointers and loops.
#include <stdio.h>
#include <string.h>

struct device { volatile unsigned status; unsigned data; volatile char fifo[4]; };

static volatile int ticks;
static int tick(void) { return ++ticks; }

int main(void) {
    while (ticks < 5) tick();
    if (ticks != 5) return 1;
    struct device device;
    memset((void *)&device, 0, sizeof device);
    volatile unsigned *status = &device.status;
    *status |= 4;
    *status <<= 2;
    if (device.status != 16) return 2;
    for (int i = 0; i < 4; i++) device.fifo[i] = (char)('a' + i);
    if (device.fifo[3] != 'd') return 3;
    volatile struct { int x, y; } pair = {1, 2}, other = pair;
    other.x += pair.y;
    if (other.x != 3) return 4;
    int value = 7;
    int *volatile pointer = &value;
    *pointer += 1;
    volatile double d = 0.5;
    d = d * d;
    volatile unsigned long long wide = ~0ull;
    wide++;
    printf("%d %g %llu\n", value, d, wide);
    return 0;
}
