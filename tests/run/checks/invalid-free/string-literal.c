#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
};

int main(void) {
    struct person p = {"nobody"};
    free(p.name); //~ invalid-free
    return 0;
}
