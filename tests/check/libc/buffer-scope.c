// The buffer has gone with its function, also for what is printed.
#include <stdio.h>
static void begin(void) {
    char buffer[32];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}
int main(void) {
    begin();
    printf("abc"); //~ use-after-scope
    return 0;
}
