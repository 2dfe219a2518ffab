// "-d17.5" sets the level of a category, both numbers without bound.
#include <stdlib.h>
#include <string.h>
#define CATEGORIES 100
static unsigned char level[CATEGORIES];
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *dot = strchr(argv[1], '.');
    if (!dot) return 1;
    long category = strtol(argv[1], NULL, 10);
    if (category >= CATEGORIES) return 1;
    level[category] = (unsigned char)strtol(dot + 1, NULL, 10); //~ array-index
    return level[0];
}
