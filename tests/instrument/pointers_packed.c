//@ flags: --check memory-leak
// Blocks that only unaligned pointers, thread-local ones, and one in a string of the command line are to.
#include <stdlib.h>
#include <string.h>

static struct __attribute__((packed)) {
    char c;
    char *block;
} packed;
static _Thread_local char *own;

int main(int argc, char **argv) {
    packed.block = malloc(4);
    own = malloc(5);
    char *chain = malloc(20), *next = malloc(6);
    memcpy(chain + 3, &next, sizeof next);
    packed.c = (char)argc;
    memcpy(own, &argv, 1);
    static char *kept;
    kept = chain;
    chain = next = NULL;
    return kept == NULL;
}
