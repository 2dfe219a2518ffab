//@ flags: --check memory-cleanup
// Everything is freed: by name, through a pointer to free, by realloc to nothing, and by a handler of exit.
#include <stdlib.h>

static char *last;

static void tidy_up(void) {
    free(last);
}

int main(void) {
    void (*release)(void *) = free;
    char *a = malloc(3), *b = calloc(2, 8), *c = malloc(1);
    atexit(tidy_up);
    last = malloc(10);
    release(a);
    b = realloc(b, 100);
    free(b);
    c = realloc(c, 40);
    free(c);
    exit(0);
}
