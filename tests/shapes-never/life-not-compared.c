#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
char *p, *q; int *zz;
int main(void){
  p = malloc(8); q = malloc(8); free(p);
  while (__VERIFIER_nondet_int()) {
    free(q); p = malloc(8); free(p); q = malloc(8);
  }
  if (p == q) *zz = 1;
  free(q);
  return 0;
}
