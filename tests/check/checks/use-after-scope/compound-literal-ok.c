// Literals in all kinds of blocks, used while these last.
struct pair { int a, b; };
struct holder { struct pair *p; const char *text; };
static int sum(const struct pair *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i].a + p[i].b;
    return s;
}
static struct pair make(int a) { return (struct pair){a, a + 1}; }
int main(void) {
    int total = 0;
    struct pair *whole = &(struct pair){1, 2};
    for (struct pair *p = (struct pair[]){{1, 1}, {2, 2}, {0, 0}}; p->a; p++) {
        int *q = (int[]){p->a, p->b};
        for (int i = 0; i < 2; i++) {
            if (i == 1 && q[0] == 1) continue;
            total += q[i] + (int){3};
        }
        switch (p->a) {
        case 1: {
            struct holder h = {&(struct pair){total, 1}, "a"};
            total += h.p->b;
            break;
        }
        default:
            total += sum((struct pair[]){{1, 2}, make(3)}, 2);
        }
    }
    int n = 2;
again:;
    struct pair *inner = total > 5 ? &(struct pair){n, 1} : &(struct pair){1, n};
    total += inner->a + ({ struct pair *x = &(struct pair){1, ({ int *y = &(int){n}; *y; })}; x->a + x->b; });
    if (--n > 0) goto again;
    do {
        int *last = (int[]){total, n};
        if (*last > 1000) return 1;
        total -= last[0] > 0 ? *(int[]){1} : 0;
    } while (0);
    while (sum(&(struct pair){n, 1}, 1) < 3) {
        int *up = &(int){1};
        if (*up) n += *up;
        else break;
    }
    if (sum(whole, 1) != 3) return 1;
    struct pair by_value = total ? (struct pair){1, 2} : make(1);
    return by_value.b - 2;
}
