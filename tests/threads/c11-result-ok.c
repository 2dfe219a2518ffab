//@ verdict: holds
// The result of a thread of C11 is an int.
#include <assert.h>
#include <threads.h>
static int work(void *argument) {
    return *(int *)argument + 1;
}
int main(void) {
    thrd_t a;
    int input = -2, result = 7;
    thrd_create(&a, work, &input);
    thrd_join(a, &result);
    assert(result == -1);
    return 0;
}
