/* Files in memory. What a program writes it can read again, and all is gone when it ends. In an open world, a file that
 * the program has not made may be there all the same and hold anything; otherwise whoever asks for one goes on without it, or not at all.
 *
 * As in Unix there are three layers: a file has contents and perhaps a name, an opening has a position in a file, and
 * a descriptor or a stream refers to an opening. */
#ifndef FILES_H
#define FILES_H

#include <sys/types.h>

enum file_kind {
    FILE_REGULAR,
    FILE_DIRECTORY,
    FILE_FIXED, /* the buffer of fmemopen: it cannot grow */
    /* Devices, which have no contents of their own. */
    FILE_NULL,   /* /dev/null */
    FILE_ZERO,   /* /dev/zero */
    FILE_RANDOM, /* /dev/urandom, /dev/random: other bytes each time */
    FILE_DEVICE  /* any other: as many bytes as it likes */
};

struct file {
    struct file *next; /* of those that have a name */
    char *name;        /* NULL when there is none (any more) */
    enum file_kind kind;
    unsigned char *bytes;
    size_t size;
    size_t room;
    int n_openings;
    int n_kept_back;    /* openings through which a stream writes that has not been flushed */
    int n_read_ahead;   /* openings through which a stream may have read more than it has given */
    int borrowed;       /* the bytes are not the file's to free */
    int is_lent;        /* the bytes come from outside: they cannot grow where they are */
    char **shown_bytes; /* of open_memstream: where the program looks for the contents; NULL for other files */
    size_t *shown_size;
};

struct opening {
    struct file *file; /* NULL: the console */
    int console;       /* its descriptor: 0, 1 or 2 */
    int readable;
    int writable;
    int appends;
    size_t position;
    int n_references;
    const struct _IO_FILE *stream; /* the one that keeps back what is written or reads ahead, if there is one */
    int keeps_back;
    int reads_ahead;
};

int __model_is_device(const struct file *file);
/* The path as files are named: without leading "./". */
const char *__model_file_name(const char *path);
/* What comes behind the first part of a name, or NULL if it begins with another; "//" and "/./" are "/". */
const char *__model_behind(const char *name, const char *prefix);
/* The file of that name, or NULL. */
struct file *__model_find_file(const char *name);
/* There is no such file, unless it was there before: that is unsupported. */
void __model_expect_no_file(void);
/* A file of that name that was there before, or NULL: there may be none. */
struct file *__model_outside_file(const char *name);
int __model_is_directory(const char *name);
/* A new file; without a name if `name` is NULL. NULL with errno when it cannot be. */
struct file *__model_create_file(const char *name, enum file_kind kind);
/* The program has taken this name away: no file has it until the program makes one. */
void __model_remember_absence(const char *name);
/* Takes a file its name, and frees it if it is not open. */
void __model_unname_file(struct file *file);
void __model_free_file(struct file *file);
/* Room for `size` bytes; 0 with errno when there is none. */
int __model_reserve(struct file *file, size_t size);
void __model_set_size(struct file *file, size_t size);

enum { MAX_OPEN = 256 };

/* The openings of the descriptors; NULL where a descriptor is not open. */
extern struct opening *__model_openings[MAX_OPEN];
struct opening *__model_opening_of(int fd);

/* A new opening of a file, with the access that the O_ flags say; NULL when there is no memory. */
struct opening *__model_make_opening(struct file *file, int flags);
void __model_release(struct opening *opening);
/* The lowest free descriptor, at least `least`, now of this opening; -1 with errno when there is none. */
int __model_assign(struct opening *opening, int least);
/* Opens a path: a descriptor, or -1 with errno. */
int __model_open(const char *path, int flags);

/* Around each use of files; they do nothing in programs without threads. */
void __model_begin_file_use(void);
void __model_end_file_use(void);
int __model_close(int fd);

/* Bytes in and out at the opening's position: how many, or -1 with errno. */
ssize_t __model_read(struct opening *opening, void *to, size_t n);
ssize_t __model_write(struct opening *opening, const void *from, size_t n);
/* The new position, or -1 with errno. */
off_t __model_seek(struct opening *opening, off_t offset, int whence);

#endif
