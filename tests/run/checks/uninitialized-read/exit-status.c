#include <stdlib.h>
int main(int argc, char **argv) {
    int status;
    if (argc > 1) status = 1;
    exit(status); //~ uninitialized-read
}
