// The same of one that kill sends.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
static void look(int number, siginfo_t *info, void *context) {
    assert(info->si_signo == number);
    assert(info->si_pid == getpid() && info->si_uid == getuid());
    assert(info->si_code == SI_USER);
    assert(context != NULL);
}
int main(void) {
    struct sigaction action = {0};
    action.sa_sigaction = look;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
    return 0;
}
