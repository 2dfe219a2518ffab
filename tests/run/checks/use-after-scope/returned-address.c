#include <stdio.h>

static int *make(void) {
    int local = 4;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = make();
    printf("%d\n", *p); //~ use-after-scope
    return 0;
}
