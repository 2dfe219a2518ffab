//@ flags: --property memory
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t received;

static void note(int number) {
    received = number;
}

int main(void) {
    int room[3] = {0};
    signal(SIGINT, note);
    signal(SIGTERM, note);
    pause();
    return room[received == SIGINT ? 0 : 3]; //~ out-of-bounds
}
