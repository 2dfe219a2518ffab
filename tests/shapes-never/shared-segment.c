// cover.rs: an unmodified object without cells is skipped before segments are compared
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct node *head;
int main(void){
  head = calloc(1,sizeof *head);
  head->next = calloc(1,sizeof *head);
  while (__VERIFIER_nondet_int()) { }
  if (!__VERIFIER_nondet_int()) {
    if (head->next) return 0;
  }
  while (__VERIFIER_nondet_int()) { }
  if (head->next) { int *z = 0; *z = 1; }
  return 0;
}
