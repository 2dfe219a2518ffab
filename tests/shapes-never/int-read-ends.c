// memcmp-like comparison of pointers as bytes through a union: ends of one segment
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };
struct node head; int *zz;
static void push(void){
    struct node *n = malloc(sizeof *n);
    n->next = head.next; n->prev = &head;
    head.next->prev = n; head.next = n;
}
int main(void){
  head.next = head.prev = &head;
  push(); push(); push();
  while (__VERIFIER_nondet_int()) push();
  struct node *d = head.next; head.next = d->next; free(d);
  while (__VERIFIER_nondet_int()) {}
  d = head.next; if (d == &head) return 0; head.next = d->next; free(d);
  if (head.next == &head) return 0;
  union { struct node *p; unsigned long l; } u, v;
  u.p = head.next; v.p = head.prev;
  if (u.l == v.l) *zz = 1;
  while (head.next != &head) { struct node *n = head.next; head.next = n->next; free(n); }
  return 0;
}
