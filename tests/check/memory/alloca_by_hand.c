// `alloca` declared by hand is the compiler's own all the same: what it makes ends with the function.
extern void *alloca(unsigned long size);

static int *numbers(void) {
    int *array = alloca(4 * sizeof(int));
    for (int i = 0; i < 4; i++)
        array[i] = i;
    return array;
}

int main(void) {
    return numbers()[1]; //~ use-after-scope
}
