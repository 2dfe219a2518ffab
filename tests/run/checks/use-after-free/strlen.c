#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(6);
    strcpy(s, "hello");
    free(s);
    return strlen(s) != 5; //~ use-after-free
}
