//@ run-native
//@ data-model: both
// Flexible array members on the heap and in a static initialiser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { unsigned length; char data[]; };
struct numbers { int count; int items[]; };

static struct numbers primes = {4, {2, 3, 5, 7}};

static struct text *make(const char *s) {
    unsigned length = (unsigned)strlen(s);
    struct text *t = malloc(sizeof *t + length + 1);
    if (!t) return NULL;
    t->length = length;
    memcpy(t->data, s, length + 1);
    return t;
}

int main(void) {
    struct text *t = make("flexible");
    if (!t) return 1;
    if (sizeof(struct text) != 4 || t->length != 8 || t->data[7] != 'e') return 2;
    t = realloc(t, sizeof *t + 20);
    if (!t) return 3;
    memcpy(t->data + t->length, " array", 7);
    t->length += 6;
    int sum = 0;
    for (int i = 0; i < primes.count; i++) sum += primes.items[i];
    if (sum != 17) return 4;
    primes.items[3] = 11;
    printf("%s %u %d\n", t->data, t->length, primes.items[3]);
    free(t);
    return 0;
}
