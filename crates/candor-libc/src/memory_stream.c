/* fmemopen and open_memstream: streams on a buffer. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* A stream on the only opening of a file, which goes with it; NULL when there is no memory. */
static FILE *open_file(struct file *file, int flags)
{
    struct opening *opening = __model_make_opening(file, flags);
    FILE *stream = opening == NULL ? NULL : __model_make_stream();
    if (stream == NULL) {
        free(opening);
        __model_free_file(file);
        return NULL;
    }
    opening->n_references = 1;
    stream->fd = -1;
    stream->opening = opening;
    return stream;
}

FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode)
{
    int flags = __model_mode_flags(mode);
    struct file *file = flags < 0 ? NULL : __model_create_file(NULL, FILE_FIXED);
    if (file == NULL)
        return NULL;
    file->borrowed = buffer != NULL;
    file->bytes = buffer != NULL ? buffer : calloc(1, size == 0 ? 1 : size);
    if (file->bytes == NULL) {
        __model_free_file(file);
        return NULL;
    }
    file->room = size;
    if (*mode == 'r')
        file->size = size;
    else if (*mode == 'a')
        file->size = strnlen((const char *)file->bytes, size);
    else if (flags & O_RDWR && size != 0)
        file->bytes[0] = 0;
    FILE *stream = open_file(file, flags);
    if (stream != NULL && *mode == 'a')
        stream->opening->position = file->size;
    return stream;
}

/* The buffer is the program's to free once the stream is closed. Until the stream is flushed nobody tells the program where it is. */
FILE *open_memstream(char **bytes, size_t *size)
{
    struct file *file = __model_create_file(NULL, FILE_REGULAR);
    if (file == NULL)
        return NULL;
    file->borrowed = 1;
    if (!__model_reserve(file, 1)) {
        __model_free_file(file);
        return NULL;
    }
    file->bytes[0] = 0;
    file->shown_bytes = bytes;
    file->shown_size = size;
    return open_file(file, O_WRONLY);
}
