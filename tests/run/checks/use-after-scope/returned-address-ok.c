//@ run-native
#include <stdio.h>

static int *make(void) {
    static int kept = 4;
    int *p = &kept;
    return p;
}

int main(void) {
    int *p = make();
    printf("%d\n", *p);
    return 0;
}
