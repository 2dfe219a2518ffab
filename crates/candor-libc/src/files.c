/* The contents and names of files. */
#define _GNU_SOURCE
#include "files.h"
#include "candor.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct file null_device = {.kind = FILE_NULL, .n_openings = 1};
static struct file zero_device = {.kind = FILE_ZERO, .n_openings = 1};
static struct file random_device = {.kind = FILE_RANDOM, .n_openings = 1};
static struct file *files;

/* Names that the program has taken away. An entry stays when a file gets the name again: files are looked for first. */
struct absence {
    struct absence *next;
    char name[];
};

static struct absence *absences;

int __model_is_device(const struct file *file)
{
    return file->kind >= FILE_NULL;
}

/* Behind a slash: without what means nothing there, as in "a//b" and "a/./b". */
static const char *skip_nothing(const char *name)
{
    while (name[0] == '/' || (name[0] == '.' && name[1] == '/'))
        name += name[0] == '/' ? 1 : 2;
    return name;
}

const char *__model_file_name(const char *path)
{
    return path[0] == '.' && path[1] == '/' ? skip_nothing(path + 2) : path;
}

const char *__model_behind(const char *name, const char *prefix)
{
    while (*prefix != 0 && *name == *prefix) {
        int is_slash = *prefix == '/';
        name = is_slash ? skip_nothing(name + 1) : name + 1;
        prefix = is_slash ? skip_nothing(prefix + 1) : prefix + 1;
    }
    return *prefix == 0 ? name : NULL;
}

static int is_same(const char *name, const char *other)
{
    const char *rest = __model_behind(name, other);
    return rest != NULL && *rest == 0;
}

struct file *__model_find_file(const char *name)
{
    const char *device = __model_behind(name, "/dev/");
    if (device != NULL) {
        if (strcmp(device, "null") == 0)
            return &null_device;
        if (strcmp(device, "zero") == 0)
            return &zero_device;
        if (strcmp(device, "urandom") == 0 || strcmp(device, "random") == 0)
            return &random_device;
    }
    struct file *file = files;
    while (file != NULL && !is_same(name, file->name))
        file = file->next;
    return file;
}

void __model_expect_no_file(void)
{
    if (__candor_outside(1))
        __candor_unsupported("a file that was there before the program began");
}

int __model_is_directory(const char *name)
{
    static const char *const always[] = {".", "..", "/", "/tmp", "/var/tmp", "/dev"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        if (is_same(name, always[i]))
            return 1;
    }
    const struct file *file = __model_find_file(name);
    return file != NULL && file->kind == FILE_DIRECTORY;
}

/* Whether a file of this name can be made: its directory exists and is not a system's. */
static int can_be_named(const char *name)
{
    const char *slash = strrchr(name, '/');
    if (*name == 0) {
        errno = ENOENT;
        return 0;
    }
    if (slash == NULL)
        return 1;
    size_t n = (size_t)(slash - name);
    while (n > 0 && (name[n - 1] == '/' || (n > 1 && name[n - 1] == '.' && name[n - 2] == '/')))
        n--;
    char *directory = strndup(name, n);
    if (directory == NULL)
        return 0;
    int exists = n == 0 || __model_is_directory(directory);
    int is_system = n == 0 || is_same(directory, "/dev");
    free(directory);
    if (!exists && __candor_is_open())
        exists = (int)__candor_outside(1);
    else if (!exists)
        __model_expect_no_file();
    if (!exists || is_system)
        errno = exists ? EACCES : ENOENT;
    return exists && !is_system;
}

static struct file *new_file(const char *name, enum file_kind kind)
{
    struct file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return NULL;
    file->kind = kind;
    if (name == NULL)
        return file;
    file->name = strdup(name);
    if (file->name == NULL) {
        free(file);
        return NULL;
    }
    file->next = files;
    files = file;
    return file;
}

struct file *__model_create_file(const char *name, enum file_kind kind)
{
    return name == NULL || can_be_named(name) ? new_file(name, kind) : NULL;
}

void __model_remember_absence(const char *name)
{
    size_t size = strlen(name) + 1;
    struct absence *absence = __candor_outside_block(sizeof *absence + size, FILLED_WITH_ZEROS);
    memcpy(absence->name, name, size);
    absence->next = absences;
    absences = absence;
}

static int is_absent(const char *name)
{
    const struct absence *absence = absences;
    while (absence != NULL && !is_same(name, absence->name))
        absence = absence->next;
    return absence != NULL || *name == 0;
}

enum { SIZE_BITS = 12 };

/* That there is no such file is forgotten again: somebody else may make it later. */
struct file *__model_outside_file(const char *name)
{
    if (is_absent(name))
        return NULL;
    if (!__candor_is_open()) {
        __model_expect_no_file();
        return NULL;
    }
    int is_device = __model_behind(name, "/dev/") != NULL && __model_behind(name, "/dev/shm/") == NULL;
    struct file *file = __candor_outside(1) ? new_file(name, is_device ? FILE_DEVICE : FILE_REGULAR) : NULL;
    if (file == NULL || is_device)
        return file;
    file->size = (size_t)__candor_outside(SIZE_BITS);
    file->room = file->size;
    file->bytes = __candor_outside_block(file->size, FILLED_WITH_BYTES);
    file->borrowed = 1;
    file->is_lent = 1;
    return file;
}

void __model_free_file(struct file *file)
{
    if (!file->borrowed)
        free(file->bytes);
    free(file);
}

void __model_unname_file(struct file *file)
{
    struct file **link = &files;
    while (*link != file)
        link = &(*link)->next;
    *link = file->next;
    __model_remember_absence(file->name);
    free(file->name);
    file->name = NULL;
    if (file->n_openings == 0)
        __model_free_file(file);
}

int __model_reserve(struct file *file, size_t size)
{
    if (size <= file->room)
        return 1;
    if (file->kind == FILE_FIXED) {
        errno = ENOSPC;
        return 0;
    }
    size_t room = size < 64 ? 64 : 2 * size;
    unsigned char *bytes = file->is_lent ? malloc(room) : realloc(file->bytes, room);
    if (bytes == NULL)
        return 0;
    if (file->is_lent) {
        memcpy(bytes, file->bytes, file->size);
        file->is_lent = 0;
        file->borrowed = 0;
    }
    file->bytes = bytes;
    file->room = room;
    return 1;
}

/* The caller has reserved room. What a file gains reads as zero. */
void __model_set_size(struct file *file, size_t size)
{
    if (size > file->size)
        memset(file->bytes + file->size, 0, size - file->size);
    file->size = size;
}
