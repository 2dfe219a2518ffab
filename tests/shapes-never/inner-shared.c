// nested: part's inner shared object
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct in { int v; };
struct part { int a; struct in *q; };
struct node { struct node *next; struct part *d; };
struct node *head;
static struct node *mk(struct part *d, struct node *next){ struct node *n = malloc(sizeof *n); n->d = d; n->next = next; return n; }
static struct part *mkp(struct in *q){ struct part *p = malloc(sizeof *p); p->a=1; p->q=q; return p; }
static struct in *mki(void){ struct in *p = malloc(sizeof *p); p->v=1; return p; }
int main(void){
  struct in *s = mki();
  head = mk(mkp(s), mk(mkp(s), 0));
  s = 0;
  head->next->next = mk(mkp(mki()), 0);
  while (__VERIFIER_nondet_int()) { }
  while (head) { struct node *n = head->next; free(head->d->q); free(head->d); free(head); head = n; }
  return 0;
}
