/* What a FILE is: one of the three standard streams. Input goes through a push-back buffer, output goes out at once. */
#ifndef STREAM_H
#define STREAM_H

#include <stdio.h>

enum { MAX_PUSHED_BACK = 8 };

struct _IO_FILE {
    int fd;
    int closed;
    int at_end;
    int failed;
    int n_pushed_back;
    unsigned char pushed_back[MAX_PUSHED_BACK];
};

/* One character in or out; EOF at the end, or (with errno) on a stream of the wrong direction. */
int __model_get(FILE *stream);
int __model_put(int c, FILE *stream);

#endif
