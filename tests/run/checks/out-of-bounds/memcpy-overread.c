#include <string.h>

int main(void) {
    char dst[32] = {0};
    const char *src = "short";
    memcpy(dst, src, sizeof dst); //~ out-of-bounds
    return strcmp(dst, "short");
}
