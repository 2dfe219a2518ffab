// Two threads: one hands numbers to the other through `slot`, which nothing protects.
#include <pthread.h>

int slot, n_taken;

int twice(int x) {
    int y = x;
    y = y + x;
    return y;
}

void *taker(void *argument) {
    int seen = 0;
    for (int round = 0; round < 2; round++) {
        int now = slot;
        if (now > seen) {
            seen = now;
            n_taken++;
        }
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    int i = 1;
    pthread_create(&thread, 0, taker, 0);
    while (i < 3) {
        slot = twice(i);
        i++;
    }
    pthread_join(thread, 0);
    int d = n_taken - 1;
    return d == 0 ? 7 : 6 / d;
}
