#include <stdlib.h>

struct string {
    char *chars;
};

static void destroy(struct string *s) {
    free(s->chars); //~ double-free
}

int main(void) {
    struct string a = {malloc(4)};
    struct string b = a;
    destroy(&a);
    destroy(&b);
    return 0;
}
