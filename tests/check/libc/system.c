//@ says: commands that system starts leave the program's files as they are
// What a command comes to is open.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(system("true") == -1); //~ assertion
    return 0;
}
