//@ exit: 134
// abort() ends the program like a signal would; it is no fault by itself.
#include <stdlib.h>

int main(void) {
    abort();
}
