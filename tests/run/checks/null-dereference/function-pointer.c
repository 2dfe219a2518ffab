#include <stdio.h>

static void hello(void) {
    puts("hello");
}

static void (*handlers[3])(void) = {hello, 0, hello};

int main(void) {
    for (int i = 0; i < 3; i++)
        handlers[i](); //~ null-dereference
    return 0;
}
