// Devices and directories have several names, too.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    FILE *file = fopen("//dev/./null", "r");
    assert(file != NULL && fgetc(file) == EOF);
    file = fopen("/tmp//./a", "w");
    assert(file != NULL);
    fclose(file);
    assert(access("//tmp/a", R_OK) == 0 && unlink("/tmp/a") == 0);
    assert(access("/tmp/./a", R_OK) != 0);
    return 0;
}
