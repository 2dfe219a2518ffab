//@ run-native
//@ data-model: both
// Labels as values: a threaded interpreter and a table of label differences.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&halt};
    int stack[16], top = 0;
#define NEXT goto *labels[*code++]
    NEXT;
push: stack[top++] = *code++; NEXT;
add: top--; stack[top - 1] += stack[top]; NEXT;
mul: top--; stack[top - 1] *= stack[top]; NEXT;
dup: stack[top] = stack[top - 1]; top++; NEXT;
halt: return stack[top - 1];
}

static int choose(int which) {
    void *target = which ? &&one : &&zero;
    goto *target;
zero:
    return 100;
one:
    return 200;
}

int main(void) {
    int program[] = {PUSH, 3, DUP, MUL, PUSH, 4, DUP, MUL, ADD, HALT};
    if (run(program) != 25) return 1;
    if (choose(0) != 100 || choose(5) != 200) return 2;
    int count = 0;
    void *state = &&first;
    goto *state;
first:
    count++;
    state = count < 5 ? &&first : &&last;
    goto *state;
last:
    printf("%d %d\n", run(program), count);
    return count == 5 ? 0 : 3;
}
