// integer read of a pointer to a segment through memory: exposes while folded
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct node *head;
union u { struct node *p; unsigned long l; } u;
int main(void){
  head = calloc(1,sizeof *head);
  head->next = calloc(1,sizeof *head);
  while (__VERIFIER_nondet_int()) { }
  u.p = head;
  unsigned long v = u.l;
  if (v == 0) return 0;
  struct node *x = head->next;
  if (x) {
    unsigned long w = (unsigned long)x;
    if (w != v) { int *z = 0; *z = 1; }
  }
  return 0;
}
