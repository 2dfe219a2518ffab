//@ run-native
//@ data-model: both
// Pointers survive being copied byte by byte, in pieces and through a union.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct item { int key; const char *name; int *link; };

static void copy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--) *t++ = *f++;
}

static int answer(void) { return 42; }

int main(void) {
    int x = 7;
    struct item a = {1, "name", &x}, b;
    copy(&b, &a, sizeof a);
    if (b.key != 1 || strcmp(b.name, "name") != 0 || *b.link != 7) return 1;
    int *p = &x, *q;
    char middle[sizeof p];
    for (int i = (int)sizeof p - 1; i >= 0; i--) middle[i] = ((char *)&p)[i]; // backwards
    copy(&q, middle, sizeof q);
    *q = 8;
    if (x != 8) return 2;
    union { int *pointer; uint16_t pieces[sizeof(int *) / 2]; } from = {.pointer = &x}, to;
    for (unsigned i = 0; i < sizeof(int *) / 2; i++) to.pieces[i] = from.pieces[i];
    if (*to.pointer != 8) return 3;
    int (*f)(void) = answer, (*g)(void);
    copy(&g, &f, sizeof f);
    if (g() != 42) return 4;
    unsigned char one[sizeof p], two[sizeof p];
    memcpy(one, &p, sizeof p);
    memcpy(two, &q, sizeof q);
    if (memcmp(one, two, sizeof p) != 0) return 5;
    struct item list[3] = {a, a, a};
    memmove(&list[1], &list[0], 2 * sizeof *list);
    list[1] = b;
    printf("%s %d\n", list[2].name, *list[1].link);
    return 0;
}
