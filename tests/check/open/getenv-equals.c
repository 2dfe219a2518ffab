// "A=B=1" is the variable A, and the variable "A=B" for who asks so.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(getenv("A=B") == NULL); //~ assertion
    return 0;
}
