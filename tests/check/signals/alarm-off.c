//@ flags: --property termination
// Without one nothing ends it.
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t is_late;

static void note(int number) {
    (void)number;
    is_late = 1;
}

int main(void) {
    signal(SIGALRM, note);
    alarm(0);
    while (!is_late) { //~ termination
    }
    return 0;
}
