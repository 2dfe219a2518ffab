/* The standard streams and the two functions that everything else of stdio is built on. */
#include "stream.h"
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

static int read_byte(struct opening *opening)
{
    unsigned char byte;
    return __model_read(opening, &byte, 1) == 1 ? byte : -1;
}

static int write_byte(unsigned char byte, struct opening *opening)
{
    return __model_write(opening, &byte, 1) == 1;
}

/* What runs for every character calls no function and has no variable in memory as long as it is about the console:
 * with a call of __model_stream_opening and the byte of a file beside it, getchar took twice as long. */
#define OPENING_OF(stream) \
    ((stream)->fd < 0 ? (stream)->opening : (stream)->fd < MAX_OPEN ? __model_openings[(stream)->fd] : NULL)

int __model_writes_to_console(FILE *stream)
{
    const struct opening *opening = OPENING_OF(stream);
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
    int c = opening->file == NULL ? __candor_get() : read_byte(opening);
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
        __candor_put(opening->console, (unsigned char)c);
        return (unsigned char)c;
    }
    if (write_byte((unsigned char)c, opening))
        return (unsigned char)c;
    stream->failed = 1;
    return EOF;
}
