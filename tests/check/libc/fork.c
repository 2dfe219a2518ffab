//@ verdict: unknown
//@ says: a second process
// fork may fail, which is looked at, or make a second process, which is not.
#include <assert.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    assert(child != 0);
    return 0;
}
