// fold.rs is_like: placement (known low bits of the address) is not compared
#include <stdlib.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
typedef int al __attribute__((aligned(64)));
struct node *head; int *zz; int y;
int main(void){
  head = calloc(1,sizeof *head);
  al *q = (al *)(void*)head;
  y = *q;
  head->next = calloc(1,sizeof *head);
  while (__VERIFIER_nondet_int()) { }
  struct node *x = head->next;
  if (x && ((uintptr_t)x & 16)) *zz = 1;
  return 0;
}
