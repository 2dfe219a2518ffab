// A prefix that fits one command only.
#include <stdio.h>
#include <string.h>
static const char *const commands[] = {"status", "start", "stop", "quit"};
static int find(const char *prefix) {
    int found = -1;
    for (int i = 0; i < 4; i++) {
        if (strncmp(commands[i], prefix, strlen(prefix)) != 0) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int i = find(argv[1]);
    puts(commands[i]); //~ array-index
    return 0;
}
