// A thread ends with a pointer to a variable of a loop's body; whoever joins it in the next round gets a pointer to the last one.
#include <pthread.h>
static void *same(void *pointer) {
    return pointer;
}
int main(void) {
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 0) {
            pthread_create(&thread, 0, same, &x);
        } else {
            void *result;
            pthread_join(thread, &result);
            return *(int *)result; //~ use-after-scope
        }
    }
    return 0;
}
