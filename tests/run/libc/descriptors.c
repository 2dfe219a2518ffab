//@ run-native
//@ data-model: both
// open, read, write, lseek, dup and dup2 on a file; output redirected and restored.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char name[] = "/tmp/candor_test_XXXXXX", bytes[16];
    int fd = mkstemp(name);
    if (fd < 3 || write(fd, "hello", 5) != 5 || lseek(fd, 1, SEEK_SET) != 1) return 1;
    if (read(fd, bytes, sizeof bytes) != 4 || memcmp(bytes, "ello", 4) != 0 || read(fd, bytes, 1) != 0) return 2;
    int same = dup(fd);
    if (same < 0 || lseek(same, 0, SEEK_CUR) != 5 || close(same)) return 3;
    int second = open(name, O_RDONLY);
    if (second < 0 || read(second, bytes, 2) != 2 || write(second, "x", 1) != -1 || errno != EBADF) return 4;
    if (ftruncate(fd, 3) || lseek(second, 0, SEEK_END) != 3) return 5;
    close(second);
    if (close(second) != -1 || errno != EBADF) return 6;
    int saved = dup(1);
    fflush(stdout);
    if (dup2(fd, 1) != 1) return 7;
    lseek(fd, 0, SEEK_END);
    printf("to the file");
    fflush(stdout);
    if (dup2(saved, 1) != 1) return 8;
    struct stat info;
    if (fstat(fd, &info) || info.st_size != 14) return 9;
    if (pread(fd, bytes, 4, 3) != 4 || memcmp(bytes, "to t", 4) != 0) return 10;
    if (unlink(name) || open(name, O_RDONLY) != -1 || errno != ENOENT) return 11;
    if (lseek(fd, 0, SEEK_END) != 14 || close(fd)) return 12; // open files outlive their names
    puts("to the console");
    return 0;
}
