/* <stdio_ext.h> */
#ifndef _STDIO_EXT_H
#define _STDIO_EXT_H

#include <features.h>

#include <stdio.h>

#define FSETLOCKING_QUERY 0
#define FSETLOCKING_INTERNAL 1
#define FSETLOCKING_BYCALLER 2

size_t __fbufsize(FILE *__stream);
int __freading(FILE *__stream);
int __fwriting(FILE *__stream);
int __freadable(FILE *__stream);
int __fwritable(FILE *__stream);
size_t __fpending(FILE *__stream);
void __fpurge(FILE *__stream);
int __fsetlocking(FILE *__stream, int __type);

#endif
