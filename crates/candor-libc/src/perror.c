/* perror. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <string.h>

void perror(const char *prefix)
{
    __model_may_cancel();
    const char *text = strerror(errno);
    if (prefix != NULL && *prefix != 0) {
        fputs(prefix, stderr);
        fputs(": ", stderr);
    }
    fputs(text, stderr);
    fputs("\n", stderr);
}
