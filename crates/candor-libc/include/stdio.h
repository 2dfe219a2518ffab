/* <stdio.h>: the standard streams, files in memory, and output that is not buffered. */
#ifndef _STDIO_H
#define _STDIO_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>
#define __need___va_list
#include <stdarg.h>

#ifndef __CANDOR_FILE
#define __CANDOR_FILE 1
typedef struct _IO_FILE FILE;
#endif

typedef struct {
    long __position;
    int __state[2];
} fpos_t;

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

int printf(const char *__restrict __format, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *__restrict __stream, const char *__restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *__restrict __to, const char *__restrict __format, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *__restrict __to, size_t __size, const char *__restrict __format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
int vprintf(const char *__restrict __format, __gnuc_va_list __arguments);
int vfprintf(FILE *__restrict __stream, const char *__restrict __format, __gnuc_va_list __arguments);
int vsprintf(char *__restrict __to, const char *__restrict __format, __gnuc_va_list __arguments);
int vsnprintf(char *__restrict __to, size_t __size, const char *__restrict __format, __gnuc_va_list __arguments);

int scanf(const char *__restrict __format, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *__restrict __stream, const char *__restrict __format, ...)
    __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *__restrict __from, const char *__restrict __format, ...)
    __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *__restrict __format, __gnuc_va_list __arguments);
int vfscanf(FILE *__restrict __stream, const char *__restrict __format, __gnuc_va_list __arguments);
int vsscanf(const char *__restrict __from, const char *__restrict __format, __gnuc_va_list __arguments);

int puts(const char *__s);
int fputs(const char *__restrict __s, FILE *__restrict __stream);
#ifdef __CANDOR_MISC
int putw(int __word, FILE *__stream);
int getw(FILE *__stream);
#endif
int putchar(int __c);
int putc(int __c, FILE *__stream);
int fputc(int __c, FILE *__stream);
size_t fwrite(const void *__restrict __from, size_t __size, size_t __count, FILE *__restrict __stream);
int getchar(void);
int getc(FILE *__stream);
int fgetc(FILE *__stream);
char *fgets(char *__restrict __to, int __size, FILE *__restrict __stream);
#if !defined __STDC_VERSION__ || __STDC_VERSION__ < 201112L
char *gets(char *__to);
#endif
int ungetc(int __c, FILE *__stream);
size_t fread(void *__restrict __to, size_t __size, size_t __count, FILE *__restrict __stream);

FILE *fopen(const char *__restrict __path, const char *__restrict __mode);
FILE *freopen(const char *__restrict __path, const char *__restrict __mode, FILE *__restrict __stream);
FILE *tmpfile(void);
char *tmpnam(char *__to);
int fclose(FILE *__stream);
int fflush(FILE *__stream);
int feof(FILE *__stream);
int ferror(FILE *__stream);
void clearerr(FILE *__stream);
void setbuf(FILE *__restrict __stream, char *__restrict __buffer);
int setvbuf(FILE *__restrict __stream, char *__restrict __buffer, int __mode, size_t __size);
int fseek(FILE *__stream, long __offset, int __whence);
long ftell(FILE *__stream);
void rewind(FILE *__stream);
int fgetpos(FILE *__restrict __stream, fpos_t *__restrict __position);
int fsetpos(FILE *__stream, const fpos_t *__position);
int remove(const char *__path);
int rename(const char *__from, const char *__to);
void perror(const char *__prefix);

#ifdef __CANDOR_MISC
#include <sys/types.h>

#define __need_va_list
#include <stdarg.h>

int dprintf(int __fd, const char *__restrict __format, ...) __attribute__((__format__(__printf__, 2, 3)));
int vdprintf(int __fd, const char *__restrict __format, __gnuc_va_list __arguments);
int fileno(FILE *__stream);
FILE *fdopen(int __fd, const char *__mode);
FILE *fmemopen(void *__restrict __buffer, size_t __size, const char *__restrict __mode);
FILE *open_memstream(char **__bytes, size_t *__size);
FILE *popen(const char *__command, const char *__mode);
int pclose(FILE *__stream);
void setlinebuf(FILE *__stream);
void setbuffer(FILE *__restrict __stream, char *__restrict __buffer, size_t __size);
int fseeko(FILE *__stream, off_t __offset, int __whence);
off_t ftello(FILE *__stream);
ssize_t getline(char **__restrict __line, size_t *__restrict __size, FILE *__restrict __stream);
ssize_t getdelim(char **__restrict __line, size_t *__restrict __size, int __delimiter, FILE *__restrict __stream);
int getc_unlocked(FILE *__stream);
int getchar_unlocked(void);
int putc_unlocked(int __c, FILE *__stream);
int putchar_unlocked(int __c);
int fputc_unlocked(int __c, FILE *__stream);
int fgetc_unlocked(FILE *__stream);
int fflush_unlocked(FILE *__stream);
int feof_unlocked(FILE *__stream);
int ferror_unlocked(FILE *__stream);
void flockfile(FILE *__stream);
void funlockfile(FILE *__stream);
int ftrylockfile(FILE *__stream);
#endif

#ifdef __CANDOR_GNU
int asprintf(char **__restrict __to, const char *__restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
int vasprintf(char **__restrict __to, const char *__restrict __format, __gnuc_va_list __arguments);
FILE *fopen64(const char *__restrict __path, const char *__restrict __mode);
FILE *tmpfile64(void);
int fcloseall(void);
size_t fread_unlocked(void *__restrict __to, size_t __size, size_t __count, FILE *__restrict __stream);
size_t fwrite_unlocked(const void *__restrict __from, size_t __size, size_t __count, FILE *__restrict __stream);
int fputs_unlocked(const char *__restrict __s, FILE *__restrict __stream);
#endif

#endif
