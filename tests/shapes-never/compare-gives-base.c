// an equality with a pointer past the end gives the folded object an address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
struct node *head;
char a[4];
int main(void){
  head = calloc(1,sizeof *head);
  head->next = calloc(1,sizeof *head);
  while (__VERIFIER_nondet_int()) { }
  if ((char*)head == a + 4) return 0;
  struct node *x = head->next;
  if (x) {
    if ((unsigned long)x != (unsigned long)head) { int *z = 0; *z = 1; }
  }
  return 0;
}
