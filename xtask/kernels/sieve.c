// The sieve of Eratosthenes: bytes in an array, tight loops.
#include <stdio.h>

#define LIMIT 400000

static char composite[LIMIT];

int main(void) {
    int count = 0;
    for (int round = 0; round < 2; round++) {
        count = 0;
        for (int i = 0; i < LIMIT; i++)
            composite[i] = 0;
        for (int i = 2; i < LIMIT; i++) {
            if (composite[i])
                continue;
            count++;
            for (int j = i + i; j < LIMIT; j += i)
                composite[j] = 1;
        }
    }
    printf("%d\n", count);
    return 0;
}
