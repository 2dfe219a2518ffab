#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct node *head; int *zz;
int main(void){
  head = malloc(sizeof *head);
  struct node *d = malloc(sizeof *head);
  free(d);
  head->next = malloc(sizeof *head);
  head->next->next = 0;
  while (__VERIFIER_nondet_int()) { }
  if (head->next == d) *zz = 1;
  return 0;
}
