// What a function without a body returns is found again when the fault is replayed, also where it takes pointers.
extern int named(const char *name);
int main(void) {
    int numbers[4] = {0};
    int index = named("index");
    return index < 0 || index > 4 ? 0 : numbers[index]; //~ array-index
}
