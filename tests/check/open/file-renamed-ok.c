// Nothing has the old name, and the new one has what was there.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (rename("a", "b") == 0) {
        assert(access("a", F_OK) != 0);
        assert(access("b", F_OK) == 0);
        FILE *again = fopen("a", "w");
        assert(again == NULL || access("a", F_OK) == 0);
        if (again != NULL)
            fclose(again);
    }
    return 0;
}
