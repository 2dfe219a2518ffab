#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct P { struct N *owner; };
struct N { struct N *next; struct P *d; };
int main(void){
  struct N *a = malloc(sizeof *a), *b = malloc(sizeof *a);
  a->next = b; b->next = 0; b->d = 0; a->d = malloc(sizeof *a->d); a->d->owner = a;
  a = 0; b = 0;
  while (__VERIFIER_nondet_int()) { }
  return 0;
}
