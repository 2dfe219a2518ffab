/* The contents and names of files. */
#define _GNU_SOURCE
#include "files.h"
#include "candor.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct file null_device = {.kind = FILE_NULL, .n_openings = 1};
static struct file *files;

const char *__model_file_name(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

struct file *__model_find_file(const char *name)
{
    if (strcmp(name, "/dev/null") == 0)
        return &null_device;
    struct file *file = files;
    while (file != NULL && strcmp(file->name, name) != 0)
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
        if (strcmp(name, always[i]) == 0)
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
    char *directory = strndup(name, n);
    if (directory == NULL)
        return 0;
    int exists = n == 0 || __model_is_directory(directory);
    int is_system = n == 0 || strcmp(directory, "/dev") == 0;
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

enum { SIZE_BITS = 12 };

struct file *__model_outside_file(const char *name)
{
    if (!__candor_is_open()) {
        __model_expect_no_file();
        return NULL;
    }
    struct file *file = *name != 0 && __candor_outside(1) ? new_file(name, FILE_REGULAR) : NULL;
    if (file == NULL)
        return NULL;
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
