/* Words in streams, from before fread and fwrite. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdio.h>

int putw(int word, FILE *stream)
{
    return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF;
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
