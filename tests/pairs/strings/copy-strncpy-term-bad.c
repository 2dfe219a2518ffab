// strncpy does not terminate what fills the buffer.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char home[64];
    const char *env = getenv("HOME");
    if (!env) return 1;
    strncpy(home, env, sizeof home);
    return strlen(home) > 32; //~ out-of-bounds
}
