/* File descriptors: 0 is the input, 1 and 2 are output, and no file can be opened. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(int number)
{
    errno = number;
    return -1;
}

static int refuse_path(const char *path, int number)
{
    (void)strlen(path); /* the path must be a string */
    return refuse(number);
}

static int is_open(int fd)
{
    return fd >= 0 && fd <= 2;
}

ssize_t read(int fd, void *to, size_t n)
{
    char *bytes = to;
    size_t n_read = 0;
    if (fd != 0)
        return refuse(EBADF);
    while (n_read < n) {
        int c = __candor_get();
        if (c < 0)
            break;
        bytes[n_read++] = (char)c;
    }
    return (ssize_t)n_read;
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
    __candor_check(n <= room, "out-of-bounds", "the destination is too small");
    return read(fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
    const unsigned char *bytes = from;
    if (fd != 1 && fd != 2)
        return refuse(EBADF);
    for (size_t i = 0; i < n; i++)
        __candor_put(fd, bytes[i]);
    return (ssize_t)n;
}

int open(const char *path, int flags, ...)
{
    return refuse_path(path, (flags & O_CREAT) != 0 ? EROFS : ENOENT);
}

int creat(const char *path, mode_t mode)
{
    (void)mode;
    return refuse_path(path, EROFS);
}

int close(int fd)
{
    return is_open(fd) ? 0 : refuse(EBADF);
}

int fcntl(int fd, int command, ...)
{
    if (!is_open(fd))
        return refuse(EBADF);
    return command == F_GETFL ? (fd == 0 ? O_RDONLY : O_WRONLY) : 0;
}

off_t lseek(int fd, off_t offset, int whence)
{
    (void)offset;
    (void)whence;
    return refuse(is_open(fd) ? ESPIPE : EBADF);
}

int dup(int fd)
{
    return refuse(is_open(fd) ? EMFILE : EBADF);
}

int dup2(int fd, int target)
{
    if (is_open(fd) && fd == target)
        return fd;
    return refuse(is_open(fd) ? EMFILE : EBADF);
}

int pipe(int fds[2])
{
    (void)fds;
    return refuse(EMFILE);
}

int isatty(int fd)
{
    errno = is_open(fd) ? ENOTTY : EBADF;
    return 0;
}

int fsync(int fd)
{
    return refuse(is_open(fd) ? EINVAL : EBADF);
}

int ftruncate(int fd, off_t length)
{
    (void)length;
    return refuse(is_open(fd) ? EINVAL : EBADF);
}

int access(const char *path, int mode)
{
    (void)mode;
    return refuse_path(path, ENOENT);
}

int unlink(const char *path)
{
    return refuse_path(path, ENOENT);
}

int rmdir(const char *path)
{
    return refuse_path(path, ENOENT);
}

int chdir(const char *path)
{
    return refuse_path(path, ENOENT);
}

int stat(const char *restrict path, struct stat *restrict to)
{
    (void)to;
    return refuse_path(path, ENOENT);
}

int lstat(const char *restrict path, struct stat *restrict to)
{
    return stat(path, to);
}

int fstat(int fd, struct stat *to)
{
    if (!is_open(fd))
        return refuse(EBADF);
    memset(to, 0, sizeof *to);
    to->st_mode = S_IFIFO | S_IRUSR | S_IWUSR;
    to->st_nlink = 1;
    to->st_blksize = 4096;
    return 0;
}

int chmod(const char *path, mode_t mode)
{
    (void)mode;
    return refuse_path(path, ENOENT);
}

int mkdir(const char *path, mode_t mode)
{
    (void)mode;
    return refuse_path(path, EROFS);
}

int mkfifo(const char *path, mode_t mode)
{
    (void)mode;
    return refuse_path(path, EROFS);
}

mode_t umask(mode_t mask)
{
    static mode_t current = S_IWGRP | S_IWOTH;
    mode_t before = current;
    current = mask & 0777;
    return before;
}

int mkstemp(char *template)
{
    return refuse_path(template, EROFS);
}

char *realpath(const char *restrict path, char *restrict resolved)
{
    (void)resolved;
    (void)refuse_path(path, ENOENT);
    return NULL;
}

char *getcwd(char *to, size_t size)
{
    if (size < 2) {
        errno = to != NULL && size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    if (to == NULL)
        to = malloc(size);
    return to == NULL ? NULL : strcpy(to, "/");
}
