// How large the file is depends on what is still in the buffer.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    fputs("abc", file);
    assert(fstat(fileno(file), &status) == 0 && status.st_size == 3); //~ assertion
    fclose(file);
    return 0;
}
