// poll writes which descriptors are ready; all may be, or none.
#include <assert.h>
#include <poll.h>

int main(void) {
    struct pollfd fds[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};
    int n = poll(fds, 2, 100);
    assert(n != 2);                                       //~ assertion
    assert(n != 0);                                       //~ assertion
    assert(n != 1 || fds[0].revents == 0);                //~ assertion
    return 0;
}
