// Zeros come from /dev/zero, nothing from /dev/null, and whole numbers from /dev/urandom.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char bytes[4] = {1, 2, 3, 4};
    int zero = open("/dev/zero", O_RDWR);
    if (zero >= 0) {
        write(zero, bytes, 4);
        lseek(zero, 0, SEEK_SET);
        assert(read(zero, bytes, 4) == 4 && bytes[0] == 0 && bytes[3] == 0);
        close(zero);
    }
    FILE *null = fopen("/dev/null", "w+");
    if (null != NULL) {
        fputs("text", null);
        rewind(null);
        assert(fgetc(null) == EOF);
        fclose(null);
    }
    int seed = open("/dev/urandom", O_RDONLY);
    if (seed >= 0) {
        assert(read(seed, bytes, sizeof bytes) == sizeof bytes);
        close(seed);
    }
    return 0;
}
