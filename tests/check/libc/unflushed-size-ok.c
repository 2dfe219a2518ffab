// Flushed.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    fputs("abc", file);
    fflush(file);
    assert(fstat(fileno(file), &status) == 0 && status.st_size == 3);
    fclose(file);
    return 0;
}
