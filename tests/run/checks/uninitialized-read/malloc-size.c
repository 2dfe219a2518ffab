#include <stdlib.h>

struct image {
    unsigned width, height;
};

int main(void) {
    struct image image;
    image.width = 4;
    char *pixels = malloc(image.height); //~ uninitialized-read
    free(pixels);
    return 0;
}
