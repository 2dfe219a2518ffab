//@ run-native
struct __attribute__((packed)) header {
    char tag;
    int size;
};

static void bump(int *n) {
    *n += 1;
}

int main(void) {
    _Alignas(4) struct header h = {'x', 2};
    int size = h.size;
    bump(&size);
    h.size = size;
    return h.size != 3;
}
