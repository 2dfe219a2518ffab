#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv;
    if (getenv("A") != NULL)
        assert(envp[0] != NULL);
    return 0;
}
