/* Streams on files: opening, closing, positions. The standard streams cannot be repositioned. */
#define _GNU_SOURCE
#include "buffering.h"
#include "candor.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refuse(int number)
{
    errno = number;
    return -1;
}

int __model_mode_flags(const char *mode)
{
    int flags;
    switch (*mode) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        return refuse(EINVAL);
    }
    for (mode++; *mode != 0 && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        if (*mode == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

static FILE *open_streams;

FILE *__model_make_stream(void)
{
    FILE *stream = calloc(1, sizeof *stream);
    if (stream != NULL) {
        __candor_atomic_begin();
        stream->next = open_streams;
        open_streams = stream;
        __candor_atomic_end();
    }
    return stream;
}

static void forget(FILE *stream)
{
    __candor_atomic_begin();
    FILE **link = &open_streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    __candor_atomic_end();
}

static FILE *make_stream(int fd)
{
    FILE *stream = __model_make_stream();
    if (stream != NULL)
        stream->fd = fd;
    return stream;
}

/* The stream of a fresh descriptor, which is closed again when there is no memory. */
static FILE *stream_of(int fd)
{
    if (fd < 0)
        return NULL;
    FILE *stream = make_stream(fd);
    if (stream == NULL)
        __model_close(fd);
    return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    __model_may_cancel();
    int flags = __model_mode_flags(mode);
    return flags < 0 ? NULL : stream_of(__model_open(path, flags));
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    __model_may_cancel();
    return fopen(path, mode);
}

/* Shows the contents to the program that called open_memstream; there is room for the zero. */
static void show(const struct file *file, size_t position)
{
    file->bytes[file->size] = 0;
    *file->shown_bytes = (char *)file->bytes;
    *file->shown_size = position < file->size ? position : file->size;
}

static void flush(FILE *stream)
{
    struct opening *opening = stream->fd < 0 ? stream->opening : __model_opening_of(stream->fd);
    if (opening == NULL || opening->file == NULL)
        return;
    __model_begin_file_use();
    if (opening->stream == stream && opening->keeps_back && stream->buffer != NULL && stream->buffer_size > 0)
        stream->buffer[0] = (char)__candor_outside(8);
    __model_synchronise(opening, stream);
    if (opening->file->shown_bytes != NULL)
        show(opening->file, opening->position);
    __model_end_file_use();
}

/* Ends what the stream refers to, not the stream. */
static void detach(FILE *stream)
{
    int number = errno;
    flush(stream);
    errno = number;
    stream->buffer = NULL;
    if (stream->fd >= 0)
        __model_close(stream->fd);
    else if (stream->opening != NULL)
        __model_release(stream->opening);
    stream->fd = -1;
    stream->opening = NULL;
}

/* Without a path only the mode would change, which none of our streams needs. */
FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    __model_may_cancel();
    int fd = stream->fd;
    int flags = __model_mode_flags(mode);
    if (path == NULL && fd >= 0)
        return stream;
    detach(stream);
    stream->n_pushed_back = 0;
    stream->at_end = 0;
    stream->failed = 0;
    stream->fd = path == NULL || flags < 0 ? refuse(EBADF) : __model_open(path, flags);
    stream->closed = stream->fd < 0;
    if (!stream->closed && fd >= 0 && stream->fd != fd && dup2(stream->fd, fd) == fd) {
        __model_close(stream->fd);
        stream->fd = fd;
    }
    return stream->closed ? NULL : stream;
}

FILE *fdopen(int fd, const char *mode)
{
    if (__model_mode_flags(mode) < 0 || __model_opening_of(fd) == NULL)
        return NULL;
    return make_stream(fd);
}

FILE *tmpfile(void)
{
    __model_may_cancel();
    struct file *file = __model_create_file(NULL, FILE_REGULAR);
    if (file == NULL)
        return NULL;
    struct opening *opening = __model_make_opening(file, O_RDWR);
    if (opening == NULL) {
        __model_free_file(file);
        return NULL;
    }
    opening->n_references = 1;
    __model_begin_file_use();
    int fd = __model_assign(opening, 0);
    __model_release(opening);
    __model_end_file_use();
    return stream_of(fd);
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

/* A name that no file has; each call gives another one. */
char *tmpnam(char *to)
{
    __model_may_cancel();
    static char own[L_tmpnam];
    static unsigned int n_names;
    char *name = to != NULL ? to : own;
    __model_begin_file_use();
    do
        sprintf(name, "/tmp/file%06u", n_names++ % 1000000);
    while (__model_find_file(name) != NULL);
    __model_end_file_use();
    return name;
}

FILE *popen(const char *command, const char *mode)
{
    __model_may_cancel();
    (void)command;
    (void)mode;
    if (__candor_outside(1))
        __candor_unsupported("a second process");
    errno = ENOSYS;
    return NULL;
}

int pclose(FILE *stream)
{
    __model_may_cancel();
    (void)stream;
    return refuse(ECHILD);
}

int fclose(FILE *stream)
{
    __model_may_cancel();
    CHECK_ARGUMENT(!stream->closed, "the stream is already closed");
    detach(stream);
    stream->closed = 1;
    if (!stream->is_static) {
        forget(stream);
        free(stream);
    }
    return 0;
}

int fcloseall(void)
{
    return 0;
}

static void flush_all(void)
{
    flush(stdin);
    flush(stdout);
    flush(stderr);
    for (FILE *stream = open_streams; stream != NULL; stream = stream->next)
        flush(stream);
}

int fflush(FILE *stream)
{
    __model_may_cancel();
    int number = errno;
    if (stream == NULL)
        flush_all();
    else
        flush(stream);
    errno = number;
    return 0;
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}

int feof(FILE *stream)
{
    return stream->at_end;
}

int ferror(FILE *stream)
{
    return stream->failed;
}

int feof_unlocked(FILE *stream)
{
    return stream->at_end;
}

int ferror_unlocked(FILE *stream)
{
    return stream->failed;
}

int _IO_feof(FILE *stream)
{
    return stream->at_end;
}

int _IO_ferror(FILE *stream)
{
    return stream->failed;
}

void clearerr(FILE *stream)
{
    stream->at_end = 0;
    stream->failed = 0;
}

int fileno(FILE *stream)
{
    if (stream->fd < 0)
        errno = EBADF;
    return stream->fd;
}

static void set_buffer(FILE *stream, char *buffer, size_t size)
{
    stream->buffer = buffer;
    stream->buffer_size = size;
    stream->is_unbuffered = 0;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size)
{
    if (buffer != NULL)
        set_buffer(stream, buffer, size);
    else
        stream->is_unbuffered = 1;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setbuffer(stream, buffer, BUFSIZ);
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    __model_may_cancel();
    if (mode < _IOFBF || mode > _IONBF)
        return -1;
    if (buffer != NULL)
        set_buffer(stream, buffer, mode == _IONBF ? 0 : size);
    stream->is_unbuffered = mode == _IONBF;
    return 0;
}

int fseek(FILE *stream, long offset, int whence)
{
    __model_may_cancel();
    struct opening *opening = __model_stream_opening(stream);
    if (opening == NULL)
        return -1;
    if (whence == SEEK_CUR && offset >= LONG_MIN + stream->n_pushed_back)
        offset -= stream->n_pushed_back;
    __model_begin_file_use();
    __model_write_out(opening, stream);
    __model_end_file_use();
    if (__model_seek(opening, offset, whence) < 0)
        return -1;
    stream->n_pushed_back = 0;
    stream->at_end = 0;
    return 0;
}

int fseeko(FILE *stream, off_t offset, int whence)
{
    __model_may_cancel();
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream)
{
    __model_may_cancel();
    struct opening *opening = __model_stream_opening(stream);
    long position = opening == NULL ? -1 : __model_seek(opening, 0, SEEK_CUR);
    return position < stream->n_pushed_back ? position : position - stream->n_pushed_back;
}

off_t ftello(FILE *stream)
{
    __model_may_cancel();
    return ftell(stream);
}

void rewind(FILE *stream)
{
    __model_may_cancel();
    fseek(stream, 0, SEEK_SET);
    clearerr(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    __model_may_cancel();
    long offset = ftell(stream);
    if (offset < 0)
        return -1;
    memset(position, 0, sizeof *position);
    position->__position = offset;
    return 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    __model_may_cancel();
    return fseek(stream, position->__position, SEEK_SET);
}

int remove(const char *path)
{
    __model_may_cancel();
    __model_begin_file_use();
    int is_directory = __model_is_directory(__model_file_name(path));
    __model_end_file_use();
    return is_directory ? rmdir(path) : unlink(path);
}

void flockfile(FILE *stream)
{
    (void)stream;
}

void funlockfile(FILE *stream)
{
    (void)stream;
}

int ftrylockfile(FILE *stream)
{
    (void)stream;
    return 0;
}
