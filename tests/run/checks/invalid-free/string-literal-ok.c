//@ run-native
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
};

int main(void) {
    struct person p = {malloc(7)};
    strcpy(p.name, "nobody");
    free(p.name);
    return 0;
}
