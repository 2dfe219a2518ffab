/* Openings of files and the table of descriptors. */
#define _GNU_SOURCE
#include "buffering.h"
#include "candor.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct opening input = {.console = 0, .readable = 1, .n_references = 1};
static struct opening output = {.console = 1, .writable = 1, .n_references = 1};
static struct opening errors = {.console = 2, .writable = 1, .n_references = 1};

struct opening *__model_openings[MAX_OPEN] = {&input, &output, &errors};

static int refuse(int number)
{
    errno = number;
    return -1;
}

struct opening *__model_opening_of(int fd)
{
    if (fd < 0 || fd >= MAX_OPEN || __model_openings[fd] == NULL) {
        errno = EBADF;
        return NULL;
    }
    return __model_openings[fd];
}

struct opening *__model_make_opening(struct file *file, int flags)
{
    struct opening *opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        return NULL;
    opening->file = file;
    opening->readable = (flags & O_ACCMODE) != O_WRONLY;
    opening->writable = (flags & O_ACCMODE) != O_RDONLY;
    opening->appends = (flags & O_APPEND) != 0;
    file->n_openings++;
    return opening;
}

/* The openings of the console are not allocated, and nothing frees them. */
void __model_release(struct opening *opening)
{
    if (--opening->n_references > 0 || opening->file == NULL)
        return;
    struct file *file = opening->file;
    free(opening);
    if (--file->n_openings == 0 && file->name == NULL)
        __model_free_file(file);
}

int __model_assign(struct opening *opening, int least)
{
    for (int fd = least; fd < MAX_OPEN; fd++) {
        if (__model_openings[fd] == NULL) {
            __model_openings[fd] = opening;
            opening->n_references++;
            return fd;
        }
    }
    return refuse(EMFILE);
}

/* The console by its name, or NULL. */
static struct opening *find_console(const char *name)
{
    const char *end = __model_behind(name, "/dev/std");
    if (end == NULL)
        return NULL;
    if (strcmp(end, "in") == 0)
        return &input;
    if (strcmp(end, "out") == 0)
        return &output;
    return strcmp(end, "err") == 0 ? &errors : NULL;
}

/* A directory that there always is. */
static struct file some_directory = {.kind = FILE_DIRECTORY, .n_openings = 1};

/* The file to open, made if the flags say so; NULL with errno. */
static struct file *file_for(const char *name, int flags)
{
    struct file *file = __model_find_file(name);
    int is_directory = __model_is_directory(name);
    if (is_directory && (flags & O_ACCMODE) == O_RDONLY && (flags & (O_CREAT | O_TRUNC)) == 0)
        return file == NULL ? &some_directory : file;
    if ((file != NULL || is_directory) && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
        errno = EEXIST;
        return NULL;
    }
    if (is_directory) {
        errno = EISDIR;
        return NULL;
    }
    /* With O_TRUNC it is all the same what was there. */
    if (file == NULL && ((flags & O_TRUNC) == 0 || (flags & O_CREAT) == 0 || (flags & O_EXCL) != 0))
        file = __model_outside_file(name);
    if (file != NULL && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
        errno = EEXIST;
        return NULL;
    }
    if (file == NULL && (flags & O_CREAT) != 0)
        return __model_create_file(name, FILE_REGULAR);
    if (file == NULL)
        errno = ENOENT;
    return file;
}

static int open_path(const char *path, int flags)
{
    const char *name = __model_file_name(path);
    struct opening *console = find_console(name);
    if (console != NULL)
        return __model_assign(console, 0);
    struct file *file = file_for(name, flags);
    if (file == NULL)
        return -1;
    if ((flags & O_TRUNC) != 0 && !__model_is_device(file)) {
        __model_look_at(file, /* changes */ 1);
        __model_set_size(file, 0);
    }
    struct opening *opening = __model_make_opening(file, flags);
    if (opening == NULL)
        return -1;
    opening->n_references = 1;
    int fd = __model_assign(opening, 0);
    __model_release(opening);
    return fd;
}

int __model_open(const char *path, int flags)
{
    __model_begin_file_use();
    int fd = open_path(path, flags);
    __model_end_file_use();
    return fd;
}

int __model_close(int fd)
{
    __model_begin_file_use();
    struct opening *opening = __model_opening_of(fd);
    if (opening != NULL) {
        if (opening->n_references == 1)
            __model_use_directly(opening, /* changes */ 0);
        __model_openings[fd] = NULL;
        __model_release(opening);
    }
    __model_end_file_use();
    return opening == NULL ? -1 : 0;
}

static size_t read_console(char *to, size_t n)
{
    size_t n_read = 0;
    while (n_read < n) {
        int c = __candor_get();
        if (c < 0)
            break;
        to[n_read++] = (char)c;
    }
    return n_read;
}

static void any_bytes(unsigned char *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (unsigned char)__candor_outside(8);
}

static size_t read_device(enum file_kind kind, void *to, size_t n)
{
    if (kind == FILE_NULL)
        return 0;
    if (kind == FILE_ZERO)
        memset(to, 0, n);
    if (kind == FILE_DEVICE) {
        size_t most = n;
        n = (size_t)__candor_outside(32);
        __candor_assume(n <= most);
    }
    if (kind != FILE_ZERO)
        any_bytes(to, n);
    return n;
}

static ssize_t read_file(struct opening *opening, void *to, size_t n)
{
    const struct file *file = opening->file;
    if (__model_is_device(file))
        return (ssize_t)read_device(file->kind, to, n);
    if (opening->position >= file->size || n == 0)
        return 0;
    if (n > file->size - opening->position)
        n = file->size - opening->position;
    memcpy(to, file->bytes + opening->position, n);
    opening->position += n;
    return (ssize_t)n;
}

ssize_t __model_read(struct opening *opening, void *to, size_t n)
{
    if (!opening->readable)
        return refuse(EBADF);
    if (opening->file == NULL)
        return (ssize_t)read_console(to, n);
    if (opening->file->kind == FILE_DIRECTORY)
        return refuse(EISDIR);
    __model_begin_file_use();
    ssize_t n_read = read_file(opening, to, n);
    __model_end_file_use();
    /* Outside, where nothing orders it: two threads that read into the same bytes race. */
    memmove(to, to, (size_t)n_read);
    return n_read;
}

/* Ends the buffer of fmemopen with a zero: behind the contents, or in place of the last byte when they fill it. */
static void terminate(struct file *file, int appends)
{
    if (file->size < file->room)
        file->bytes[file->size] = 0;
    else if (!appends)
        file->bytes[file->room - 1] = 0;
}

static ssize_t write_file(struct opening *opening, const void *from, size_t n)
{
    struct file *file = opening->file;
    size_t position = opening->appends ? file->size : opening->position;
    if (file->kind == FILE_FIXED && position < file->room && n > file->room - position)
        n = file->room - position;
    if (position > PTRDIFF_MAX - n)
        return refuse(EFBIG);
    size_t end = position + n;
    if (!__model_reserve(file, end + (file->shown_bytes != NULL)))
        return -1;
    int grows = end > file->size;
    if (position > file->size)
        __model_set_size(file, position);
    memcpy(file->bytes + position, from, n);
    if (grows)
        file->size = end;
    opening->position = end;
    if (grows && file->kind == FILE_FIXED)
        terminate(file, opening->appends);
    return (ssize_t)n;
}

ssize_t __model_write(struct opening *opening, const void *from, size_t n)
{
    const unsigned char *bytes = from;
    if (!opening->writable)
        return refuse(EBADF);
    if (opening->file == NULL) {
        for (size_t i = 0; i < n; i++)
            __candor_put(opening->console, bytes[i]);
        return (ssize_t)n;
    }
    if (__model_is_device(opening->file) || n == 0)
        return (ssize_t)n;
    __model_begin_file_use();
    ssize_t n_written = write_file(opening, from, n);
    __model_end_file_use();
    return n_written;
}

static off_t seek(struct opening *opening, off_t offset, int whence)
{
    long long base = whence == SEEK_SET   ? 0
                     : whence == SEEK_CUR ? (long long)opening->position
                                          : (long long)opening->file->size;
    if (offset > LONG_MAX - base)
        return refuse(EOVERFLOW);
    if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0)
        return refuse(EINVAL);
    opening->position = (size_t)(base + offset);
    return (off_t)(base + offset);
}

off_t __model_seek(struct opening *opening, off_t offset, int whence)
{
    if (opening->file == NULL)
        return refuse(ESPIPE);
    if (__model_is_device(opening->file))
        return 0;
    __model_begin_file_use();
    off_t position = seek(opening, offset, whence);
    __model_end_file_use();
    return position;
}
