// shared part becomes "owned"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct part { int v; };
struct node { struct node *next; struct part *d; };
struct node *head;
static struct node *mk(struct part *d, struct node *next){ struct node *n = malloc(sizeof *n); if(!n) abort(); n->d = d; n->next = next; return n; }
static struct part *mkp(void){ struct part *p = malloc(sizeof *p); if(!p) abort(); p->v=1; return p; }
int main(void){
  struct part *s = mkp();
  head = mk(s, mk(s, 0));
  s = 0;
  head->next->next = mk(mkp(), 0);
  while (__VERIFIER_nondet_int()) { }
  while (head) { struct node *n = head->next; free(head->d); free(head); head = n; }
  return 0;
}
