// Copies the first argument into a fixed buffer.
#include <stdio.h>
#include <string.h>
static void greet(const char *who) {
    char name[64];
    if (strlen(who) >= sizeof name) {
        fputs("name too long\n", stderr);
        return;
    }
    strcpy(name, who);
    printf("hello %s\n", name);
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    greet(argv[1]);
    return 0;
}
