/* The standard streams and the two functions that everything else of stdio is built on. */
#include "stream.h"
#include "buffering.h"
#include "candor.h"
#include <errno.h>

static FILE input = {.fd = 0, .is_static = 1};
static FILE output = {.fd = 1, .is_static = 1};
static FILE errors = {.fd = 2, .is_static = 1};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

static int reject(FILE *stream)
{
    stream->failed = 1;
    errno = EBADF;
    return EOF;
}

struct opening *__model_stream_opening(const FILE *stream)
{
    if (stream->fd >= 0)
        return __model_opening_of(stream->fd);
    if (stream->opening == NULL)
        errno = EBADF;
    return stream->opening;
}

ssize_t __model_read_from(FILE *stream, struct opening *opening, void *to, size_t n)
{
    __model_use_buffer(stream, /* changes */ 0);
    __model_begin_file_use();
    __model_use_as_stream(opening, stream, n, /* changes */ 0);
    __model_end_file_use();
    ssize_t n_read = __model_read(opening, to, n);
    if (n_read < 0)
        stream->failed = 1;
    else if (n == 1 && n_read == 0)
        stream->at_end = 1;
    else if (n > 1) /* no branch: how many there are may not be known */
        stream->at_end |= (size_t)n_read < n;
    return n_read;
}

ssize_t __model_write_to(FILE *stream, struct opening *opening, const void *from, size_t n)
{
    __model_use_buffer(stream, /* changes */ 1);
    __model_begin_file_use();
    __model_use_as_stream(opening, stream, n, /* changes */ 1);
    __model_end_file_use();
    ssize_t n_written = __model_write(opening, from, n);
    if (n_written < 0 || (size_t)n_written < n)
        stream->failed = 1;
    return n_written;
}

static int read_byte(FILE *stream, struct opening *opening)
{
    unsigned char byte;
    return __model_read_from(stream, opening, &byte, 1) == 1 ? byte : EOF;
}

/* What runs for every character calls no function and has no variable in memory as long as it is about the console:
 * with a call of __model_stream_opening and the byte of a file beside it, getchar took twice as long. */
#define OPENING_OF(stream) \
    ((stream)->fd < 0 ? (stream)->opening : (stream)->fd < MAX_OPEN ? __model_openings[(stream)->fd] : NULL)

int __model_writes_to_console(FILE *stream)
{
    const struct opening *opening = OPENING_OF(stream);
    __model_use_buffer(stream, /* changes */ 1);
    return opening != NULL && opening->writable && opening->file == NULL;
}

int __model_get(FILE *stream)
{
    struct opening *opening = OPENING_OF(stream);
    if (opening == NULL || !opening->readable)
        return reject(stream);
    if (stream->n_pushed_back > 0)
        return stream->pushed_back[--stream->n_pushed_back];
    if (stream->at_end)
        return EOF;
    if (opening->file != NULL)
        return read_byte(stream, opening);
    __model_use_buffer(stream, /* changes */ 0);
    int c = __candor_get();
    if (c < 0) {
        stream->at_end = 1;
        return EOF;
    }
    return c;
}

int __model_put(int c, FILE *stream)
{
    struct opening *opening = OPENING_OF(stream);
    if (opening == NULL || !opening->writable)
        return reject(stream);
    if (opening->file == NULL) {
        __model_use_buffer(stream, /* changes */ 1);
        __candor_put(opening->console, (unsigned char)c);
        return (unsigned char)c;
    }
    unsigned char byte = (unsigned char)c;
    return __model_write_to(stream, opening, &byte, 1) == 1 ? byte : EOF;
}
