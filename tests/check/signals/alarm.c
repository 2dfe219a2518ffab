//@ flags: --property termination
//@ verdict: unknown
//@ says: an alarm
// An alarm ends the loop; when it comes is not modelled.
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t is_late;

static void note(int number) {
    (void)number;
    is_late = 1;
}

int main(void) {
    signal(SIGALRM, note);
    alarm(1);
    while (!is_late) {
    }
    return 0;
}
