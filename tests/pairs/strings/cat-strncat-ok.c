// The third argument of strncat does not count the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char prompt[64] = "user@";
    const char *host = getenv("HOSTNAME");
    if (!host) return 1;
    size_t room = sizeof prompt - strlen(prompt) - 1;
    strncat(prompt, host, room);
    puts(prompt);
    return 0;
}
