//@ flags: --check memory-leak
// What an expression had computed and nobody needs any more.
#include <stdlib.h>

struct pair {
    char *first, *second;
    long room[3];
};

static struct pair make(void) {
    return (struct pair){malloc(3), NULL, {0}};
}

static int look(struct pair pair) {
    return pair.first != NULL;
}

static void leave(int status) {
    exit(status); //~ memory-leak
}

int main(void) {
    int n = look(make());
    leave(n - 1);
    return 0;
}
