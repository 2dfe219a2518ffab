#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define nd __VERIFIER_nondet_int
struct P { int x; struct P *q; };
struct N { struct N *next; struct N *prev; struct P *d; int v; };
struct N *a;
struct P *r;
struct N *c;
int *zz;
static struct P *mkp(struct P *q) { struct P *p = malloc(sizeof *p); p->x = 0; p->q = q;  return p; }
static struct P *mks(void) { struct P *p = mkp(0); p->q = p; return p; }
static struct N *mkn(void) { struct N *n = malloc(sizeof *n); n->next = 0; n->prev = 0; n->d = 0; n->v = 1; return n; }
int main(void) {
while (nd()) { if (c && c->next) { struct P *p = mkp(c->next->d); c->next->d = p; } }
while (nd()) { { struct N *n = malloc(sizeof *n); n->next = a; n->prev = 0; if (a) a->prev = n; n->d = 0; n->v = 0; a = n; } { struct N *n = malloc(sizeof *n); n->next = a; n->prev = 0; if (a) a->prev = n; n->d = 0; n->v = 1; a = n; } }
while (nd()) { if (r && r->q && c && c->next) r->q->q = c->next->d; while (nd()) { if (a && a && a->next) a->next = a->next->next; } }
while (nd()) { if (a) a = a->next; while (nd()) { { struct N *n = malloc(sizeof *n); n->next = c; n->prev = 0; if (c) c->prev = n; n->d = 0; n->v = 1; c = n; } } }

return 0; }
