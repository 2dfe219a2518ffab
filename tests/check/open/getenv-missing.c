// It need not be set.
#include <stdlib.h>
int main(void) {
    return getenv("HOME")[0]; //~ null-dereference
}
