// A backslash at the end of a line joins it with the next one.
#include <stdio.h>
#include <string.h>
int main(void) {
    char all[1024];
    size_t used = 0;
    all[0] = '\0';
    while (fgets(all + used, (int)(sizeof all - used), stdin)) {
        used += strlen(all + used);
        if (used < 2 || all[used - 1] != '\n' || all[used - 2] != '\\') break;
        used -= 2;
    }
    puts(all);
    return 0;
}
