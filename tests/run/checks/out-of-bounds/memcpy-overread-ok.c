//@ run-native
#include <string.h>

int main(void) {
    char dst[32] = {0};
    const char *src = "short";
    memcpy(dst, src, strlen(src) + 1);
    return strcmp(dst, "short");
}
