/* What streams keep back and read ahead: see buffering.c. All but the last are called while files are used, see file_use.c. */
#ifndef BUFFERING_H
#define BUFFERING_H

#include "stream.h"

/* Before somebody who uses no stream looks at a file's contents and size, or changes them. */
void __model_look_at(const struct file *file, int changes);
/* The same for a descriptor, which has a position that a stream may share. */
void __model_use_directly(const struct opening *opening, int changes);
/* Before a stream reads or writes so many bytes. */
void __model_use_as_stream(struct opening *opening, FILE *stream, size_t n, int changes);
/* Afterwards the stream keeps nothing back. */
void __model_write_out(struct opening *opening, const FILE *stream);
/* And has read nothing ahead. */
void __model_synchronise(struct opening *opening, const FILE *stream);
/* Before a stream reads or writes: the buffer that the program gave it changes. Only programs that call setvbuf and the like have this. */
void __model_use_buffer(FILE *stream, int changes);

#endif
