#include <stdlib.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
jmp_buf b; int *zz;
static void f(void){
  while (__VERIFIER_nondet_int()) { }
  longjmp(b,1);
}
int main(void){
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 10) return 0;
  char a[n]; a[0] = 1;
  if (setjmp(b)==0) {
    f();
  } else {
    if (sizeof(a) != 0) { *zz = 1; }
  }
  return 0;
}
