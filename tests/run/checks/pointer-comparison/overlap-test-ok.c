//@ flags: --check pointer-comparison
//@ run-native
// The usual way to ask whether two buffers overlap is only defined when they do.
static char left[8], right[8];

static int inside(const char *p, const char *begin, int n) {
    for (int i = 0; i < n; i++)
        if (p == begin + i)
            return 1;
    return 0;
}

int main(void) {
    return inside(right, left, 8);
}
