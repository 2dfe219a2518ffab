//@ run-native
//@ data-model: both
// The sequences of rand, random, rand_r and the 48-bit family are glibc's.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d", rand()); // as if seeded with 1
    srand(1);
    printf(" %d %d\n", rand(), rand());
    srand(42);
    int first = rand();
    for (int i = 0; i < 100; i++) {
        int r = rand();
        if (r < 0 || r > RAND_MAX) return 1;
    }
    printf("%d %d\n", first, rand());
    srand(42);
    if (rand() != first) return 2;
    srandom(0);
    printf("%ld %ld\n", random(), random());
    unsigned seed = 7;
    int r = rand_r(&seed);
    printf("%d %d %u\n", r, rand_r(&seed), seed != 7);
    srand48(5);
    printf("%.12g %ld %ld\n", drand48(), lrand48(), mrand48());
    unsigned short state[3] = {1, 2, 3};
    printf("%.12g %ld %ld\n", erand48(state), nrand48(state), jrand48(state));
    return 0;
}
