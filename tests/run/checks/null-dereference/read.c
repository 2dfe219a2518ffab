#include <stddef.h>

int main(void) {
    int x = 0;
    int *p = NULL;
    return *p + x; //~ null-dereference
}
