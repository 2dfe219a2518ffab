//@ run-native
#include <stdlib.h>

struct record {
    int id;
    char name[20];
    int score;
};

int main(void) {
    struct record *r = malloc(sizeof *r);
    r->score = 7;
    int score = r->score;
    free(r);
    return score != 7;
}
