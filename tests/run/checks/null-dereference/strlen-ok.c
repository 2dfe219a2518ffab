//@ run-native
#include <string.h>

struct person {
    int age;
    const char *name;
};

int main(void) {
    struct person p = {.age = 40};
    return p.name != 0 && strlen(p.name) > 0;
}
