//@ flags: --property termination
#include <poll.h>
#include <sys/select.h>
int main(void) {
    struct pollfd input = {0, POLLIN, 0};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    struct timeval second = {1, 0};
    poll(0, 0, 10);
    poll(&input, 1, -1);
    select(1, &set, 0, 0, 0);
    select(0, 0, 0, 0, &second);
    return 0;
}
