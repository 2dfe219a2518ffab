// cover skips unmodified objects without cells: size not bound
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void){
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100 || n == 0) return 0;
  char *buf = malloc(n);
  if (!buf) return 0;
  unsigned r = n;
  while (__VERIFIER_nondet_int()) {
    r = __VERIFIER_nondet_uint();
    if (r > 100 || r == 0) r = 1;
  }
  buf[r-1] = 1;
  free(buf);
  return 0;
}
