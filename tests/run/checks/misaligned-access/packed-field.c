struct __attribute__((packed)) header {
    char tag;
    int size;
};

static void bump(int *n) {
    *n += 1; //~ misaligned-access
}

int main(void) {
    _Alignas(4) struct header h = {'x', 2};
    bump(&h.size);
    return h.size != 3;
}
