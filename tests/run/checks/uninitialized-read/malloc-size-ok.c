//@ run-native
#include <stdlib.h>

struct image {
    unsigned width, height;
};

int main(void) {
    struct image image;
    image.width = 4;
    image.height = 2;
    char *pixels = malloc(image.width * image.height);
    free(pixels);
    return 0;
}
