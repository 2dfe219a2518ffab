//@ verdict: unknown
//@ says: call of `recv`
// What a function of the library writes that has no model is not known: nothing can be said of `buffer`.
#include <assert.h>
#include <sys/socket.h>

int main(void) {
    char buffer[4] = {0};
    recv(3, buffer, sizeof buffer, 0);
    assert(buffer[0] == 0);
    return 0;
}
