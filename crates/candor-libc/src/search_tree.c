/* tsearch and its family: a binary search tree. It is not balanced, which no program can tell but by its speed and by
 * the depths that twalk reports. */
#define _GNU_SOURCE
#include "candor.h"
#include <search.h>
#include <stdlib.h>

/* The first member is what programs see of a node. */
struct node {
    const void *key;
    struct node *left;
    struct node *right;
};

/* The link that holds the node of the key, or where it would go; `*parent` is the node that the link belongs to. */
static struct node **find_link(const void *key, struct node **root, struct node **parent, __compar_fn_t compare)
{
    struct node **link = root;
    while (*link != NULL) {
        int order = compare(key, (*link)->key);
        if (order == 0)
            return link;
        *parent = *link;
        link = order < 0 ? &(*link)->left : &(*link)->right;
    }
    return link;
}

void *tsearch(const void *key, void **root, __compar_fn_t compare)
{
    struct node *parent = NULL;
    if (root == NULL)
        return NULL;
    struct node **link = find_link(key, (struct node **)root, &parent, compare);
    if (*link == NULL) {
        struct node *node = calloc(1, sizeof *node);
        if (node == NULL)
            return NULL;
        node->key = key;
        *link = node;
    }
    return *link;
}

void *tfind(const void *key, void *const *root, __compar_fn_t compare)
{
    struct node *parent = NULL;
    return root == NULL ? NULL : *find_link(key, (struct node **)root, &parent, compare);
}

/* Takes the smallest node out of a tree. */
static struct node *take_first(struct node **link)
{
    while ((*link)->left != NULL)
        link = &(*link)->left;
    struct node *first = *link;
    *link = first->right;
    return first;
}

/* The result is the parent; for the root it is any pointer but null. */
void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t compare)
{
    struct node *parent = NULL;
    if (root == NULL)
        return NULL;
    struct node **link = find_link(key, (struct node **)root, &parent, compare);
    struct node *node = *link;
    if (node == NULL)
        return NULL;
    if (node->left == NULL || node->right == NULL) {
        *link = node->left != NULL ? node->left : node->right;
    } else {
        struct node *next = take_first(&node->right);
        next->left = node->left;
        next->right = node->right;
        *link = next;
    }
    free(node);
    return parent != NULL ? (void *)parent : (void *)root;
}

static void walk(const struct node *node, void (*visit)(const void *, VISIT, int), int depth)
{
    if (node->left == NULL && node->right == NULL) {
        visit(node, leaf, depth);
        return;
    }
    visit(node, preorder, depth);
    if (node->left != NULL)
        walk(node->left, visit, depth + 1);
    visit(node, postorder, depth);
    if (node->right != NULL)
        walk(node->right, visit, depth + 1);
    visit(node, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *, VISIT, int))
{
    if (root != NULL && visit != NULL)
        walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *))
{
    struct node *node = root;
    if (node == NULL)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}
