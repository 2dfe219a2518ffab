//@ flags: --function f
//@ says: every `_Bool` holds 0 or 1
#include <stdbool.h>

struct pair {
    bool first, second;
};

int f(struct pair *pair) {
    return pair && pair->first && !pair->second;
}
