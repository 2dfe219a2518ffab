// Splits a command for exec, which wants a null pointer at the end.
#include <stdio.h>
#define MAX 16
extern char __VERIFIER_nondet_char(void);
static int split(char *s, char *args[]) {
    int n = 0;
    while (n < MAX) {
        while (*s == ' ') *s++ = '\0';
        if (*s == '\0') break;
        args[n++] = s;
        while (*s != '\0' && *s != ' ') s++;
    }
    args[n] = NULL; //~ out-of-bounds
    return n;
}
int main(void) {
    char command[64];
    char *args[MAX];
    for (int i = 0; i < 63; i++) command[i] = __VERIFIER_nondet_char();
    command[63] = '\0';
    split(command, args);
    for (char **a = args; *a; a++) puts(*a);
    return 0;
}
