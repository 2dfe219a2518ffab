//@ flags: --property termination
//@ revisions: poll select negative
//@ [poll] flags: --property termination -DPOLL
//@ [select] flags: --property termination -DSELECT
//@ [negative] flags: --property termination -DNEGATIVE
// Nothing can become ready.
#include <poll.h>
#include <sys/select.h>
int main(void) {
    struct pollfd none = {-1, POLLIN, 0};
#if defined POLL
    poll(0, 0, -1); //~[poll] termination
#elif defined SELECT
    select(0, 0, 0, 0, 0); //~[select] termination
#else
    poll(&none, 1, -1); //~[negative] termination
#endif
    return none.fd == 1;
}
