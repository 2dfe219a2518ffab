// strncpy does not terminate what fills the buffer.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char home[64];
    const char *env = getenv("HOME");
    if (!env) return 1;
    strncpy(home, env, sizeof home - 1);
    home[sizeof home - 1] = '\0';
    return strlen(home) > 32;
}
