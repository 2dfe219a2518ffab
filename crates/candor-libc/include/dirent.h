/* <dirent.h> */
#ifndef _DIRENT_H
#define _DIRENT_H

#include <features.h>
#include <sys/types.h>

#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12

struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
#define d_fileno d_ino

typedef struct __dirstream DIR;

DIR *opendir(const char *__path);
int closedir(DIR *__directory);
struct dirent *readdir(DIR *__directory);
void rewinddir(DIR *__directory);
long telldir(DIR *__directory);
void seekdir(DIR *__directory, long __position);
int dirfd(DIR *__directory);
int scandir(const char *__restrict __path, struct dirent ***__restrict __to, int (*__select)(const struct dirent *),
            int (*__compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **__a, const struct dirent **__b);

#endif
