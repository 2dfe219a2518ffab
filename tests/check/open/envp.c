// The third parameter of main is the same list.
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv;
    if (getenv("A") != NULL)
        assert(envp[1] != NULL); //~ assertion
    return 0;
}
