// It reports what was asked for, and errors.
#include <assert.h>
#include <poll.h>

int main(void) {
    struct pollfd fds[2] = {{0, POLLIN, 0}, {-1, POLLOUT, 0}};
    int n = poll(fds, 2, -1);
    assert(n == -1 || n == 1);
    if (n == 1)
        assert((fds[0].revents & ~(POLLIN | POLLERR | POLLHUP | POLLNVAL)) == 0 && fds[0].revents != 0);
    assert(fds[1].revents == 0);
    return 0;
}
