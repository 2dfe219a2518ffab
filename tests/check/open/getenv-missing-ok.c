#include <stdlib.h>
int main(void) {
    const char *value = getenv("HOME");
    return value == NULL ? 0 : value[0];
}
