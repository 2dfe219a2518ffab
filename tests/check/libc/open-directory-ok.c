// Not for writing, and nothing can be read from it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    assert(fopen("/tmp", "w") == NULL && open(".", O_RDWR) < 0);
    FILE *file = fopen("/tmp", "r");
    char bytes[4];
    struct stat status;
    if (file == NULL)
        return 0;
    assert(fgetc(file) == EOF && ferror(file) && !feof(file));
    assert(fread(bytes, 1, 4, file) == 0);
    assert(fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode));
    fclose(file);
    int fd = open("/", O_RDONLY);
    assert(read(fd, bytes, 4) == -1 && errno == EISDIR);
    return 0;
}
