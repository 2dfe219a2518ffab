#include <stdlib.h>

struct stats {
    int sum;
    int count;
};

int main(void) {
    struct stats *s = malloc(sizeof *s);
    s->sum = 10;
    int mean = s->sum / s->count; //~ uninitialized-read
    free(s);
    return mean != 2;
}
