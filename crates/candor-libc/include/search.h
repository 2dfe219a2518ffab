/* <search.h> */
#ifndef _SEARCH_H
#define _SEARCH_H

#include <features.h>
#include <sys/types.h>

typedef int (*__compar_fn_t)(const void *, const void *);

typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

typedef struct entry {
    char *key;
    void *data;
} ENTRY;

int hcreate(size_t __n);
ENTRY *hsearch(ENTRY __item, ACTION __action);
void hdestroy(void);

void *tsearch(const void *__key, void **__root, __compar_fn_t __compare);
void *tfind(const void *__key, void *const *__root, __compar_fn_t __compare);
void *tdelete(const void *__restrict __key, void **__restrict __root, __compar_fn_t __compare);
void twalk(const void *__root, void (*__visit)(const void *, VISIT, int));

void *lfind(const void *__key, const void *__base, size_t *__count, size_t __size, __compar_fn_t __compare);
void *lsearch(const void *__key, void *__base, size_t *__count, size_t __size, __compar_fn_t __compare);

void insque(void *__element, void *__before);
void remque(void *__element);

#ifdef __CANDOR_GNU
struct hsearch_data {
    struct _ENTRY *table;
    unsigned int size;
    unsigned int filled;
};

int hcreate_r(size_t __n, struct hsearch_data *__table);
int hsearch_r(ENTRY __item, ACTION __action, ENTRY **__result, struct hsearch_data *__table);
void hdestroy_r(struct hsearch_data *__table);
void tdestroy(void *__root, void (*__free)(void *));
#endif

#endif
