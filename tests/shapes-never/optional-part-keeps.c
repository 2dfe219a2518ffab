// an optional part keeps what it points to: a leak is not seen
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct part { char *q; };
struct node { struct node *next; struct part *d; };
struct node *head;
char *r;
int main(void){
  r = malloc(1);
  head = malloc(sizeof *head);
  head->next = malloc(sizeof *head); head->next->next = 0; head->next->d = 0;
  head->d = malloc(sizeof *head->d);
  head->d->q = r;
  while (__VERIFIER_nondet_int()) { }
  if (!head->next) return 0;
  free(head->d); head->d = 0;
  r = 0;
  return 0;
}
