//@ run-native
#include <stdlib.h>

struct string {
    char *chars;
};

static void destroy(struct string *s) {
    free(s->chars);
    s->chars = NULL;
}

int main(void) {
    struct string a = {malloc(4)};
    struct string b = {malloc(4)};
    destroy(&a);
    destroy(&b);
    return 0;
}
