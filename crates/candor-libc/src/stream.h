/* What a FILE is: a descriptor, or an opening without one, and characters pushed back. Nothing is buffered: output goes
 * out at once, and whoever could tell is found in buffering.c. */
#ifndef STREAM_H
#define STREAM_H

#include "files.h"
#include <stdio.h>

enum { MAX_PUSHED_BACK = 8 };

struct _IO_FILE {
    struct _IO_FILE *next; /* in the list of open streams, which keeps those that the program has lost */
    int fd;                  /* -1 when closed, or when the stream is one of memory */
    struct opening *opening; /* of a stream of memory */
    int is_static;           /* one of the three standard streams, which fclose does not free */
    int closed;
    int at_end;
    int failed;
    int orientation; /* what fwide set */
    int is_unbuffered;
    char *buffer; /* what setvbuf set: it belongs to the stream, and holds anything */
    size_t buffer_size;
    int n_pushed_back;
    unsigned char pushed_back[MAX_PUSHED_BACK];
};

/* A new stream with nothing behind it, or NULL. */
FILE *__model_make_stream(void);

/* The opening of a stream, or NULL with errno. */
struct opening *__model_stream_opening(const FILE *stream);

/* One character in or out; EOF at the end, or (with errno) on a stream of the wrong direction. */
int __model_get(FILE *stream);
int __model_put(int c, FILE *stream);

/* Bytes of a file in or out; the stream knows afterwards whether it is at the end or has failed. */
ssize_t __model_read_from(FILE *stream, struct opening *opening, void *to, size_t n);
ssize_t __model_write_to(FILE *stream, struct opening *opening, const void *from, size_t n);

/* Whether what is written goes to the console, where only those who watch see it. */
int __model_writes_to_console(FILE *stream);

/* The O_ flags of a mode like "r+b", or -1 with errno. */
int __model_mode_flags(const char *mode);

#endif
