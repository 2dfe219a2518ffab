#include <string.h>

int main(void) {
    char *path = "dir\0......";
    strcat(path, "/a"); //~ write-to-const
    return strcmp(path, "dir/a");
}
