// Who takes and frees memory through pointers to `malloc` and `free` does so like others.
#include <stdlib.h>

int main(void) {
    void *(*take)(size_t) = malloc;
    void (*release)(void *) = free;
    char *a = take(4), *b = malloc(4), *c = take(4);
    if (a == NULL || b == NULL || c == NULL)
        abort();
    a[3] = b[3] = c[3] = 1;
    free(a);
    release(b);
    release(c);
    return 0;
}
