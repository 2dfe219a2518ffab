//@ run-native
#include <string.h>

int main(void) {
    char path[] = "dir\0......";
    strcat(path, "/a");
    return strcmp(path, "dir/a");
}
