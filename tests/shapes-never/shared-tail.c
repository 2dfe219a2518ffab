// two lists share one sublist's tail
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct part { struct part *next; };
struct node { struct node *next; struct part *d; };
struct node *head;
int main(void){
  struct part *t = calloc(1,sizeof *t);
  int i = 0;
  while (i < 2 || __VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = head; n->d = malloc(sizeof *t); n->d->next = malloc(sizeof *t); n->d->next->next = t; head = n; if (i<2) i++; }
  t = 0;
  struct node *n = malloc(sizeof *n); n->next = head; n->d = malloc(sizeof *t); n->d->next = malloc(sizeof *t); n->d->next->next = 0; head = n; n = 0;
  while (__VERIFIER_nondet_int()) { }
  while (head) { n = head->next; struct part *p = head->d; while (p) { struct part *q = p->next; free(p); p = q; } free(head); head = n; }
  return 0;
}
