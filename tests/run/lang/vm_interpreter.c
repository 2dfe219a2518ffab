//@ run-native
//@ data-model: both
// A bytecode machine with a switch loop: recursive calls, jumps, memory.
#include <stdio.h>

enum op { PUSH, LOAD, STORE, ADD, SUB, MUL, LESS, JUMP, JUMP_IF_ZERO, CALL, RETURN, ARGUMENT, PRINT, HALT };

struct vm { int stack[256], top, frame, pc; int memory[8]; long steps; };

static int pop(struct vm *vm) { return vm->stack[--vm->top]; }
static void push(struct vm *vm, int x) { vm->stack[vm->top++] = x; }

static void run(struct vm *vm, const short *code) {
    for (;; vm->steps++) {
        int a, b;
        switch ((enum op)code[vm->pc++]) {
        case PUSH: push(vm, code[vm->pc++]); break;
        case LOAD: push(vm, vm->memory[code[vm->pc++]]); break;
        case STORE: vm->memory[code[vm->pc++]] = pop(vm); break;
        case ADD: b = pop(vm), a = pop(vm), push(vm, a + b); break;
        case SUB: b = pop(vm), a = pop(vm), push(vm, a - b); break;
        case MUL: b = pop(vm), a = pop(vm), push(vm, a * b); break;
        case LESS: b = pop(vm), a = pop(vm), push(vm, a < b); break;
        case JUMP: vm->pc = code[vm->pc]; break;
        case JUMP_IF_ZERO: a = code[vm->pc++]; if (!pop(vm)) vm->pc = a; break;
        case CALL: a = code[vm->pc++], push(vm, vm->frame), push(vm, vm->pc), vm->frame = vm->top, vm->pc = a; break;
        case RETURN: a = pop(vm), vm->top = vm->frame, vm->pc = pop(vm), vm->frame = pop(vm), vm->top--, push(vm, a); break;
        case ARGUMENT: push(vm, vm->stack[vm->frame - 3]); break;
        case PRINT: printf("%d\n", pop(vm)); break;
        case HALT: return;
        }
    }
}

int main(void) {
    static const short fib[] = {
        PUSH, 15, CALL, 6, PRINT, HALT,
        ARGUMENT, PUSH, 2, LESS, JUMP_IF_ZERO, 14, ARGUMENT, RETURN,
        ARGUMENT, PUSH, 1, SUB, CALL, 6, ARGUMENT, PUSH, 2, SUB, CALL, 6, ADD, RETURN};
    static const short sum[] = {
        PUSH, 100, STORE, 1, LOAD, 1, JUMP_IF_ZERO, 22, LOAD, 0, LOAD, 1, ADD, STORE, 0, LOAD, 1, PUSH, 1, SUB, JUMP, 25,
        /* 22: */ LOAD, 0, HALT, /* 25: */ STORE, 1, JUMP, 4};
    struct vm vm = {0};
    run(&vm, fib);
    if (vm.top != 0) return 1;
    printf("%ld\n", vm.steps);
    vm = (struct vm){0};
    run(&vm, sum);
    if (vm.top != 1 || vm.stack[0] != 5050) return 2;
    return 0;
}
