/* What streams keep back and read ahead. Nobody knows how much of it there is, and so nobody knows what others find in the file, or at
 * the position that a stream shares with its descriptor, until the stream is flushed. Streams here read and write at once, and whoever
 * could tell the difference is not supported: another stream or descriptor on the same file, somebody who asks for its size. */
#include "buffering.h"
#include "candor.h"

static void require(int ok)
{
    if (!ok)
        __candor_unsupported_data("a file that is used while a stream on it has not been flushed");
}

void __model_look_at(const struct file *file, int changes)
{
    require(file->n_kept_back == 0 && (!changes || file->n_read_ahead == 0));
}

void __model_use_directly(const struct opening *opening, int changes)
{
    if (opening->file == NULL)
        return;
    require(opening->stream == NULL);
    __model_look_at(opening->file, changes);
}

void __model_use_as_stream(struct opening *opening, FILE *stream, size_t n, int changes)
{
    struct file *file = opening->file;
    require(opening->stream == NULL || opening->stream == stream);
    require(file->n_kept_back == opening->keeps_back && (!changes || file->n_read_ahead == opening->reads_ahead));
    if (stream->is_unbuffered || __model_is_device(file))
        return;
    if (changes && !opening->keeps_back) {
        opening->stream = stream;
        opening->keeps_back = 1;
        file->n_kept_back++;
    }
    int is_more = opening->position < file->size && file->size - opening->position > n;
    if (!changes && is_more && !opening->reads_ahead) {
        opening->stream = stream;
        opening->reads_ahead = 1;
        file->n_read_ahead++;
    }
}

void __model_write_out(struct opening *opening, const FILE *stream)
{
    if (opening->stream != stream)
        return;
    opening->file->n_kept_back -= opening->keeps_back;
    opening->keeps_back = 0;
    if (!opening->reads_ahead)
        opening->stream = NULL;
}

void __model_synchronise(struct opening *opening, const FILE *stream)
{
    __model_write_out(opening, stream);
    if (opening->stream != stream)
        return;
    opening->file->n_read_ahead -= opening->reads_ahead;
    opening->reads_ahead = 0;
    opening->stream = NULL;
}

void __model_use_buffer(FILE *stream, int changes)
{
    if (stream->buffer == NULL || stream->buffer_size == 0)
        return;
    if (!changes) {
        __candor_make_foreign(stream->buffer, stream->buffer_size, 8);
        return;
    }
    size_t i = (size_t)__candor_outside(8 * sizeof i);
    __candor_assume(i < stream->buffer_size);
    stream->buffer[i] = (char)__candor_outside(8);
}

void __model_use_no_buffer(FILE *stream, int changes)
{
    (void)stream;
    (void)changes;
}
