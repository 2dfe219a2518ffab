//@ run-native
//@ data-model: both
// The sieve of Eratosthenes, on bytes and on bits.
#include <stdio.h>
#include <string.h>

#define LIMIT 10000

static unsigned char composite[LIMIT];
static unsigned bits[(LIMIT + 31) / 32];

int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i]) continue;
        count++;
        last = i;
        for (int j = i * i; i < 100 && j < LIMIT; j += i) composite[j] = 1;
    }
    if (count != 1229 || last != 9973) return 1;
    memset(bits, 0xff, sizeof bits);
    for (unsigned i = 2; i * i < LIMIT; i++)
        if (bits[i / 32] >> i % 32 & 1)
            for (unsigned j = i * i; j < LIMIT; j += i) bits[j / 32] &= ~(1u << j % 32);
    for (unsigned i = 2; i < LIMIT; i++)
        if ((int)(bits[i / 32] >> i % 32 & 1) == composite[i]) return 2;
    printf("%d %d\n", count, last);
    return 0;
}
