#include <string.h>
int main(int argc, char **argv) {
    char name[16];
    if (argc < 2)
        return 1;
    strcpy(name, argv[1]); //~ out-of-bounds
    return 0;
}
