//@ flags: --property memory
// It returns when a handler has run, and not before.
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
    int result = pause();
    if (received != SIGINT && received != SIGTERM)
        room[result - 1] = 1;
    return room[received == SIGINT];
}
