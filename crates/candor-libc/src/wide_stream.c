/* Wide characters in and out of streams. In the C locale only ASCII can pass; anything else is EILSEQ. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <wchar.h>

static wint_t reject(FILE *stream)
{
    stream->failed = 1;
    errno = EILSEQ;
    return WEOF;
}

wint_t fputwc(wchar_t c, FILE *stream)
{
    __model_may_cancel();
    if (c < 0 || c > 127)
        return reject(stream);
    return __model_put(c, stream) == EOF ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *stream)
{
    __model_may_cancel();
    return fputwc(c, stream);
}

wint_t putwchar(wchar_t c)
{
    __model_may_cancel();
    return fputwc(c, stdout);
}

int fputws(const wchar_t *restrict s, FILE *restrict stream)
{
    __model_may_cancel();
    for (; *s != 0; s++) {
        if (fputwc(*s, stream) == WEOF)
            return -1;
    }
    return 1;
}

wint_t fgetwc(FILE *stream)
{
    __model_may_cancel();
    int c = __model_get(stream);
    if (c == EOF)
        return WEOF;
    return c > 127 ? reject(stream) : (wint_t)c;
}

wint_t getwc(FILE *stream)
{
    __model_may_cancel();
    return fgetwc(stream);
}

wint_t getwchar(void)
{
    __model_may_cancel();
    return fgetwc(stdin);
}

wint_t ungetwc(wint_t c, FILE *stream)
{
    __model_may_cancel();
    if (c == WEOF)
        return WEOF;
    if (c > 127)
        return reject(stream);
    return ungetc((int)c, stream) == EOF ? WEOF : c;
}

wchar_t *fgetws(wchar_t *restrict to, int size, FILE *restrict stream)
{
    __model_may_cancel();
    int n = 0;
    CHECK_ARGUMENT(size > 0, "the size of the buffer is not positive");
    if (size <= 0)
        return NULL;
    while (n < size - 1) {
        wint_t c = fgetwc(stream);
        if (c == WEOF)
            break;
        to[n++] = (wchar_t)c;
        if (c == L'\n')
            break;
    }
    if (n == 0 && size > 1)
        return NULL;
    to[n] = 0;
    return to;
}

/* Streams take both kinds of characters, so the orientation is only remembered. */
int fwide(FILE *stream, int mode)
{
    if (stream->orientation == 0)
        stream->orientation = (mode > 0) - (mode < 0);
    return stream->orientation;
}
