// What is not printed is not read.
#include <stdio.h>

int main(void) {
    int a, b = getchar();
    if (b > 0)
        a = b;
    if (b > 5)
        printf("%d %u %#x %p\n", a, (unsigned)b, b, (void *)&b);
    return 0;
}
