// Nobody knows what a function returns a pointer to that has no body; where it may be null, following or calling it is a fault. To free it
// is not known.
#include <stdlib.h>

int *elsewhere(int what);
void (*callback(void))(void);

int main(int argc, char **argv) {
    switch (argc) {
    case 1:
        return *elsewhere(1); //~ null-dereference
    case 2:
        free(elsewhere(2));
        break;
    default:
        callback()(); //~ null-dereference
    }
    return 0;
}
