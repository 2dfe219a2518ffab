//@ flags: --check pointer-comparison
// The usual way to ask whether two buffers overlap is only defined when they do.
static char left[8], right[8];

static int inside(const char *p, const char *begin, int n) {
    return p >= begin && p < begin + n; //~ pointer-comparison
}

int main(void) {
    return inside(right, left, 8);
}
