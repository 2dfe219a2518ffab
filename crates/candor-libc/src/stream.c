/* The standard streams and the two functions that everything else of stdio is built on. */
#include "stream.h"
#include "candor.h"
#include <errno.h>

static FILE input = {0, 0, 0, 0, 0, {0}};
static FILE output = {1, 0, 0, 0, 0, {0}};
static FILE errors = {2, 0, 0, 0, 0, {0}};

FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

static int reject(FILE *stream)
{
    stream->failed = 1;
    errno = EBADF;
    return EOF;
}

int __model_get(FILE *stream)
{
    if (stream->fd != 0 || stream->closed)
        return reject(stream);
    if (stream->n_pushed_back > 0)
        return stream->pushed_back[--stream->n_pushed_back];
    if (stream->at_end)
        return EOF;
    int c = __candor_get();
    if (c < 0) {
        stream->at_end = 1;
        return EOF;
    }
    return c;
}

int __model_put(int c, FILE *stream)
{
    if (stream->fd == 0 || stream->closed)
        return reject(stream);
    __candor_put(stream->fd, (unsigned char)c);
    return (unsigned char)c;
}
