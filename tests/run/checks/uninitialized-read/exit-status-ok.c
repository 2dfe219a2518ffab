//@ run-native
#include <stdlib.h>
int main(int argc, char **argv) {
    int status = 0;
    if (argc > 1) status = 1;
    exit(status);
}
