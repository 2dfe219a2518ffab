//@ run-native
//@ data-model: both
// Assignment copies whole structs, also through pointers, arrays, members, ternaries and commas.
#include <stdio.h>

struct inner { int x; char tag; };
struct outer { struct inner a, b; int list[3]; };

static struct outer global = {{1, 'a'}, {2, 'b'}, {3, 4, 5}};

static struct outer *pick(struct outer *p, struct outer *q, int first) { return first ? p : q; }

int main(void) {
    struct outer local = global, other = {0};
    local.a = local.b;
    if (local.a.x != 2 || local.a.tag != 'b' || global.a.x != 1) return 1;
    *pick(&other, &local, 1) = global;
    if (other.list[2] != 5) return 2;
    struct outer row[3];
    row[0] = row[1] = row[2] = local;
    row[1].list[0] = 99;
    if (row[0].list[0] != 3 || row[1].list[0] != 99) return 3;
    int choose = row[1].list[0] > 50;
    struct inner from = (choose ? row[1] : global).b;
    if (from.x != 2) return 4;
    if ((from.x++, global).a.tag != 'a' || from.x != 3) return 5;
    row[2] = row[2]; // self assignment
    if (row[2].a.tag != 'b') return 6;
    printf("%d %c %d\n", row[1].list[0], row[2].a.tag, from.x);
    return 0;
}
