// A digit selects a function.
#include <stdio.h>
static void start(void) { puts("start"); }
static void stop(void) { puts("stop"); }
static void help(void) { puts("help"); }
static void (*const actions[])(void) = {start, stop, help};
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int n = argv[1][0] - '0';
    if (n < 0 || n > 2) return 1;
    actions[n]();
    return 0;
}
