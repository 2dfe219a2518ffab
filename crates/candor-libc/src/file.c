/* Files: there are none, so opening fails with ENOENT, and the standard streams cannot be repositioned. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <string.h>

static FILE *no_file(const char *path)
{
    (void)strlen(path); /* the path must be a string */
    errno = ENOENT;
    return NULL;
}

static int refuse(int number)
{
    errno = number;
    return -1;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        errno = EINVAL;
        return NULL;
    }
    return no_file(path);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return fopen(path, mode);
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    (void)mode;
    stream->closed = 1;
    if (path == NULL) {
        errno = EBADF;
        return NULL;
    }
    return no_file(path);
}

FILE *fdopen(int fd, const char *mode)
{
    (void)mode;
    if (fd < 0 || fd > 2) {
        errno = EBADF;
        return NULL;
    }
    return fd == 0 ? stdin : fd == 1 ? stdout : stderr;
}

FILE *tmpfile(void)
{
    errno = EROFS;
    return NULL;
}

char *tmpnam(char *to)
{
    (void)to;
    return NULL;
}

FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    errno = ENOSYS;
    return NULL;
}

int pclose(FILE *stream)
{
    (void)stream;
    return refuse(ECHILD);
}

int fclose(FILE *stream)
{
    CHECK_ARGUMENT(!stream->closed, "the stream is already closed");
    stream->closed = 1;
    return 0;
}

int fflush(FILE *stream)
{
    (void)(stream != NULL && stream->closed); /* the stream must exist */
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
    return stream->fd;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream;
    (void)buffer;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)size;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)size;
    return mode >= _IOFBF && mode <= _IONBF ? 0 : -1;
}

int fseek(FILE *stream, long offset, int whence)
{
    (void)stream;
    (void)offset;
    return refuse(whence >= SEEK_SET && whence <= SEEK_END ? ESPIPE : EINVAL);
}

int fseeko(FILE *stream, off_t offset, int whence)
{
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream)
{
    (void)stream;
    return refuse(ESPIPE);
}

off_t ftello(FILE *stream)
{
    return ftell(stream);
}

void rewind(FILE *stream)
{
    clearerr(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    (void)stream;
    (void)position;
    return refuse(ESPIPE);
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    (void)stream;
    (void)position;
    return refuse(ESPIPE);
}

int remove(const char *path)
{
    (void)no_file(path);
    return -1;
}

int rename(const char *from, const char *to)
{
    (void)no_file(from);
    (void)no_file(to);
    return -1;
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
