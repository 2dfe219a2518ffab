/* File descriptors: 0 is the input, 1 and 2 are output, and further ones belong to files in memory. */
#define _GNU_SOURCE
#include "buffering.h"
#include "candor.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files are used by one thread at a time: `call`, from the inside. */
#define ALONE(type, call) \
    do { \
        __model_begin_file_use(); \
        type result = (call); \
        __model_end_file_use(); \
        return result; \
    } while (0)

static int refuse(int number)
{
    errno = number;
    return -1;
}

/* The opening of a descriptor that is a regular file; NULL with `number` in errno for any other. */
static struct opening *regular(int fd, int number)
{
    struct opening *opening = __model_opening_of(fd);
    if (opening == NULL || (opening->file != NULL && opening->file->kind == FILE_REGULAR))
        return opening;
    errno = number;
    return NULL;
}

/* The opening of a descriptor that is used without a stream. */
static struct opening *opening_for(int fd, int changes)
{
    struct opening *opening = __model_opening_of(fd);
    if (opening != NULL && opening->file != NULL) {
        __model_begin_file_use();
        __model_use_directly(opening, changes);
        __model_end_file_use();
    }
    return opening;
}

ssize_t read(int fd, void *to, size_t n)
{
    __model_cancellation_point();
    struct opening *opening = opening_for(fd, /* changes */ 0);
    return opening == NULL ? -1 : __model_read(opening, to, n);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
    __candor_check(n <= room, "out-of-bounds", "the destination is too small");
    return read(fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
    __model_cancellation_point();
    struct opening *opening = opening_for(fd, /* changes */ 1);
    return opening == NULL ? -1 : __model_write(opening, from, n);
}

ssize_t pread(int fd, void *to, size_t n, off_t offset)
{
    __model_cancellation_point();
    struct opening *opening = regular(fd, ESPIPE);
    if (opening == NULL)
        return -1;
    __model_begin_file_use();
    __model_look_at(opening->file, /* changes */ 0);
    size_t position = opening->position;
    ssize_t result = __model_seek(opening, offset, SEEK_SET) < 0 ? -1 : __model_read(opening, to, n);
    opening->position = position;
    __model_end_file_use();
    /* Outside, where nothing orders it: two threads that read into the same bytes race. */
    if (result > 0)
        memmove(to, to, (size_t)result);
    return result;
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t offset)
{
    __model_cancellation_point();
    struct opening *opening = regular(fd, ESPIPE);
    if (opening == NULL)
        return -1;
    __model_begin_file_use();
    __model_look_at(opening->file, /* changes */ 1);
    size_t position = opening->position;
    ssize_t result = __model_seek(opening, offset, SEEK_SET) < 0 ? -1 : __model_write(opening, from, n);
    opening->position = position;
    __model_end_file_use();
    return result;
}

int open(const char *path, int flags, ...)
{
    __model_cancellation_point();
    return __model_open(path, flags);
}

int open64(const char *path, int flags, ...)
{
    __model_cancellation_point();
    return __model_open(path, flags);
}

int creat(const char *path, mode_t mode)
{
    __model_cancellation_point();
    (void)mode;
    return __model_open(path, O_WRONLY | O_CREAT | O_TRUNC);
}

int close(int fd)
{
    __model_cancellation_point();
    return __model_close(fd);
}

static int flags_of(const struct opening *opening)
{
    int access = !opening->writable ? O_RDONLY : opening->readable ? O_RDWR : O_WRONLY;
    return access | (opening->appends ? O_APPEND : 0);
}

int fcntl(int fd, int command, ...)
{
    struct opening *opening = __model_opening_of(fd);
    if (opening == NULL)
        return -1;
    if (command == F_GETFL)
        return flags_of(opening);
    if (command != F_DUPFD)
        return 0;
    va_list arguments;
    va_start(arguments, command);
    int least = va_arg(arguments, int);
    va_end(arguments);
    if (least < 0)
        return refuse(EINVAL);
    ALONE(int, __model_assign(opening, least));
}

off_t lseek(int fd, off_t offset, int whence)
{
    __model_may_cancel();
    struct opening *opening = opening_for(fd, /* changes */ 0);
    return opening == NULL ? -1 : __model_seek(opening, offset, whence);
}

int dup(int fd)
{
    struct opening *opening = __model_opening_of(fd);
    if (opening == NULL)
        return -1;
    ALONE(int, __model_assign(opening, 0));
}

int dup2(int fd, int target)
{
    struct opening *opening = __model_opening_of(fd);
    if (opening == NULL)
        return -1;
    if (target < 0 || target >= MAX_OPEN)
        return refuse(EBADF);
    if (fd == target)
        return fd;
    __model_begin_file_use();
    opening->n_references++; /* closing the target must not free what we are about to put there */
    if (__model_openings[target] != NULL)
        __model_close(target);
    __model_openings[target] = opening;
    __model_end_file_use();
    return target;
}

int pipe(int fds[2])
{
    (void)fds;
    if (__candor_outside(1))
        __candor_unsupported("a pipe");
    return refuse(EMFILE);
}

int isatty(int fd)
{
    if (__model_opening_of(fd) != NULL)
        errno = ENOTTY;
    return 0;
}

int fsync(int fd)
{
    __model_cancellation_point();
    return regular(fd, EINVAL) == NULL ? -1 : 0;
}

static int resize(struct file *file, off_t length)
{
    if (length < 0)
        return refuse(EINVAL);
    __model_look_at(file, /* changes */ 1);
    if (!__model_reserve(file, (size_t)length))
        return -1;
    __model_set_size(file, (size_t)length);
    return 0;
}

int ftruncate(int fd, off_t length)
{
    struct opening *opening = regular(fd, EINVAL);
    if (opening == NULL)
        return -1;
    if (!opening->writable)
        return refuse(EINVAL);
    ALONE(int, resize(opening->file, length));
}

/* The file of a path; NULL with ENOENT. */
static struct file *file_at(const char *path)
{
    const char *name = __model_file_name(path);
    struct file *file = __model_find_file(name);
    if (file == NULL) {
        if (!__model_is_directory(name))
            file = __model_outside_file(name);
        if (file == NULL)
            errno = ENOENT;
    }
    return file;
}

static int truncate_at(const char *path, off_t length)
{
    struct file *file = file_at(path);
    if (file != NULL && file->kind != FILE_REGULAR)
        return refuse(file->kind == FILE_DIRECTORY ? EISDIR : EINVAL);
    return file == NULL ? -1 : resize(file, length);
}

int truncate(const char *path, off_t length)
{
    ALONE(int, truncate_at(path, length));
}

static int access_at(const char *path, int mode)
{
    const struct file *file = file_at(path);
    if (file == NULL && !__model_is_directory(path))
        return -1;
    if (file != NULL && file->kind != FILE_DIRECTORY && (mode & X_OK) != 0)
        return refuse(EACCES);
    return 0;
}

int access(const char *path, int mode)
{
    __model_may_cancel();
    ALONE(int, access_at(path, mode));
}

static int unlink_at(const char *path)
{
    struct file *file = file_at(path);
    if (__model_is_directory(path))
        return refuse(EISDIR);
    if (file == NULL)
        return -1;
    if (file->name == NULL)
        return refuse(EACCES); /* a device */
    __model_unname_file(file);
    return 0;
}

int unlink(const char *path)
{
    __model_may_cancel();
    ALONE(int, unlink_at(path));
}

static int rmdir_at(const char *path)
{
    struct file *file = file_at(path);
    if (file == NULL)
        return -1;
    if (file->kind != FILE_DIRECTORY)
        return refuse(ENOTDIR);
    __model_unname_file(file);
    return 0;
}

int rmdir(const char *path)
{
    ALONE(int, rmdir_at(path));
}

static int rename_at(const char *from, const char *to)
{
    struct file *file = file_at(from);
    if (file == NULL)
        return -1;
    struct file *replaced = __model_find_file(__model_file_name(to));
    if (replaced == file)
        return 0;
    if (file->name == NULL || (replaced != NULL && replaced->name == NULL))
        return refuse(EACCES);
    char *name = strdup(__model_file_name(to));
    if (name == NULL)
        return -1;
    if (replaced != NULL)
        __model_unname_file(replaced);
    __model_remember_absence(file->name);
    free(file->name);
    file->name = name;
    return 0;
}

int rename(const char *from, const char *to)
{
    __model_may_cancel();
    ALONE(int, rename_at(from, to));
}

static int chdir_at(const char *path)
{
    if (__model_is_directory(path))
        return strcmp(path, ".") == 0 ? 0 : refuse(EACCES);
    return refuse(ENOENT);
}

int chdir(const char *path)
{
    ALONE(int, chdir_at(path));
}

static void describe(struct stat *to, mode_t type, size_t size)
{
    memset(to, 0, sizeof *to);
    to->st_mode = type | S_IRUSR | S_IWUSR | (type == S_IFDIR ? S_IXUSR : 0);
    to->st_nlink = 1;
    to->st_blksize = 4096;
    to->st_size = (off_t)size;
    to->st_blocks = (blkcnt_t)((size + 511) / 512);
}

static void describe_file(struct stat *to, const struct file *file)
{
    __model_look_at(file, /* changes */ 0);
    mode_t type = file->kind == FILE_DIRECTORY ? S_IFDIR : __model_is_device(file) ? S_IFCHR : S_IFREG;
    describe(to, type, file->size);
}

static int stat_at(const char *path, struct stat *to)
{
    const struct file *file = file_at(path);
    if (file != NULL)
        describe_file(to, file);
    else if (__model_is_directory(path))
        describe(to, S_IFDIR, 4096);
    else
        return -1;
    return 0;
}

int stat(const char *restrict path, struct stat *restrict to)
{
    struct stat found;
    __model_begin_file_use();
    int result = stat_at(path, &found);
    __model_end_file_use();
    /* Outside, where nothing orders it. */
    if (result == 0)
        *to = found;
    return result;
}

int lstat(const char *restrict path, struct stat *restrict to)
{
    __model_may_cancel();
    return stat(path, to);
}

int fstat(int fd, struct stat *to)
{
    __model_may_cancel();
    const struct opening *opening = __model_opening_of(fd);
    if (opening == NULL)
        return -1;
    struct stat found;
    __model_begin_file_use();
    if (opening->file != NULL)
        describe_file(&found, opening->file);
    else
        describe(&found, S_IFIFO, 0);
    __model_end_file_use();
    *to = found;
    return 0;
}

int chmod(const char *path, mode_t mode)
{
    __model_may_cancel();
    (void)mode;
    ALONE(int, file_at(path) == NULL && !__model_is_directory(path) ? -1 : 0);
}

static int mkdir_at(const char *path)
{
    const char *name = __model_file_name(path);
    if (__model_is_directory(name) || __model_find_file(name) != NULL || __model_outside_file(name) != NULL)
        return refuse(EEXIST);
    return __model_create_file(name, FILE_DIRECTORY) == NULL ? -1 : 0;
}

int mkdir(const char *path, mode_t mode)
{
    __model_may_cancel();
    (void)mode;
    ALONE(int, mkdir_at(path));
}

int mkfifo(const char *path, mode_t mode)
{
    __model_may_cancel();
    (void)strlen(path); /* the path must be a string */
    (void)mode;
    if (__candor_outside(1))
        __candor_unsupported("a named pipe");
    return refuse(EPERM);
}

mode_t umask(mode_t mask)
{
    static mode_t current = S_IWGRP | S_IWOTH;
    __model_begin_file_use();
    mode_t before = current;
    current = mask & 0777;
    __model_end_file_use();
    return before;
}

int mkstemp(char *template)
{
    __model_may_cancel();
    static unsigned int n_names;
    size_t n = strlen(template);
    if (n < 6 || strcmp(template + n - 6, "XXXXXX") != 0)
        return refuse(EINVAL);
    __model_begin_file_use();
    do
        sprintf(template + n - 6, "%06u", n_names++ % 1000000);
    while (__model_find_file(__model_file_name(template)) != NULL);
    __model_end_file_use();
    return __model_open(template, O_RDWR | O_CREAT | O_TRUNC);
}

/* There are no symbolic links. */
ssize_t readlink(const char *restrict path, char *restrict to, size_t size)
{
    (void)to;
    (void)size;
    ALONE(int, file_at(path) == NULL && !__model_is_directory(path) ? -1 : refuse(EINVAL));
}

static int exists(const char *path)
{
    ALONE(int, file_at(path) != NULL || __model_is_directory(path));
}

char *realpath(const char *restrict path, char *restrict resolved)
{
    const char *name = __model_file_name(path);
    if (!exists(path))
        return NULL;
    if (resolved == NULL)
        resolved = malloc(4096);
    if (resolved == NULL)
        return NULL;
    snprintf(resolved, 4096, *name == '/' ? "%s" : "/%s", strcmp(name, ".") == 0 ? "" : name);
    return resolved;
}

char *getcwd(char *to, size_t size)
{
    __model_may_cancel();
    if (size < 2) {
        errno = to != NULL && size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    if (to == NULL)
        to = malloc(size);
    return to == NULL ? NULL : strcpy(to, "/");
}
