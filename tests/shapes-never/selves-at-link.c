// ring of two: p->next->next == p
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct part { struct part *next; };
struct node { struct node *next; struct part *d; };
struct node *head; int *zz;
static struct part *ring1(void){ struct part *p = malloc(sizeof *p); p->next = p; return p; }
static void push(struct part *d){ struct node *n = malloc(sizeof *n); n->next = head; n->d = d; head = n; }
int main(void){
  push(ring1()); push(ring1());
  while (__VERIFIER_nondet_int()) { }
  struct part *p = ring1(); p->next = malloc(sizeof *p); p->next->next = p;
  push(p); p = 0;
  while (__VERIFIER_nondet_int()) { }
  p = head->d; struct part *q = p->next;
  if (q != p && q->next == p) *zz = 1;
  return 0;
}
