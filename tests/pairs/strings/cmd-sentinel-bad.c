// The table ends with a null pointer.
#include <string.h>
#include <stdlib.h>
struct option {
    const char *name;
    int value;
};
static const struct option options[] = {{"all", 1}, {"long", 2}, {"quiet", 4}};
int main(void) {
    const char *s = getenv("OPTION");
    if (!s) return 1;
    for (const struct option *o = options; o->name; o++) { //~ out-of-bounds
        if (strcmp(o->name, s) == 0) return o->value;
    }
    return 0;
}
