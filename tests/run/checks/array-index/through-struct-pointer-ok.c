//@ run-native
#include <stdlib.h>

struct record {
    char name[4];
    int id;
};

int main(void) {
    struct record *r = calloc(1, sizeof *r);
    const char *text = "abcdef";
    for (int i = 0; text[i] && i < 3; i++)
        r->name[i] = text[i];
    int id = r->id;
    free(r);
    return id;
}
