//@ verdict: unknown
// Nobody knows what a function returns a pointer to that has no body, whether it is read, freed or called.
#include <stdlib.h>

int *elsewhere(int what);
void (*callback(void))(void);

int main(int argc, char **argv) {
    switch (argc) {
    case 1:
        return *elsewhere(1);
    case 2:
        free(elsewhere(2));
        break;
    default:
        callback()();
    }
    return 0;
}
