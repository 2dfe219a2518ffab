// A file that the program makes is new in any case.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *stream = fopen("settings", "w");
    if (stream != NULL) {
        assert(ftell(stream) == 0);
        fclose(stream);
    }
    return 0;
}
