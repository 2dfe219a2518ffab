//@ flags: --engine explicit
//@ says: assumed: a NaN that arithmetic makes is positive and has no payload
// Which NaN it is, C leaves open; x86 makes a negative one.
#include <pthread.h>

double zero;
int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    union {
        double number;
        unsigned long pattern;
    } nan;
    nan.number = zero / zero;
    pthread_join(thread, 0);
    return (int)(nan.pattern >> 63);
}
