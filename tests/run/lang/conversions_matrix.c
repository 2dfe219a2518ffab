//@ run-native
//@ data-model: both
// Every arithmetic type converted to every other one, for values that all of them hold.
#include <stdio.h>

static int failures, checks;

#define ONE(S, T, v)                              \
    do {                                          \
        volatile S source = (S)(v);               \
        volatile T target = (T)source;            \
        checks++;                                 \
        if (!(target == (T)(v))) failures++;      \
        if ((int)target != (v)) failures++;       \
    } while (0)
#define TO(S, v)                                                                                                       \
    ONE(S, signed char, v); ONE(S, unsigned char, v); ONE(S, short, v); ONE(S, unsigned short, v); ONE(S, int, v);     \
    ONE(S, unsigned, v); ONE(S, long, v); ONE(S, unsigned long, v); ONE(S, long long, v);                              \
    ONE(S, unsigned long long, v); ONE(S, float, v); ONE(S, double, v); ONE(S, long double, v)

int main(void) {
    TO(signed char, 100);
    TO(unsigned char, 101);
    TO(short, 102);
    TO(unsigned short, 103);
    TO(int, 104);
    TO(unsigned, 105);
    TO(long, 106);
    TO(unsigned long, 107);
    TO(long long, 108);
    TO(unsigned long long, 109);
    TO(float, 110);
    TO(double, 111);
    TO(long double, 112);
    printf("%d %d\n", checks, failures);
    return failures;
}
