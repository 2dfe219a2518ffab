//@ run-native
//@ data-model: both
// Quicksort, heapsort, insertion sort and radix sort agree.
#include <stdio.h>
#include <string.h>

#define N 200

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void quick(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int pivot = a[lo + (hi - lo) / 2], i = lo - 1, j = hi + 1;
    for (;;) {
        do i++; while (a[i] < pivot);
        do j--; while (a[j] > pivot);
        if (i >= j) break;
        swap(&a[i], &a[j]);
    }
    quick(a, lo, j);
    quick(a, j + 1, hi);
}

static void sift(int *a, int n, int i) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && a[child + 1] > a[child]) child++;
        if (a[i] >= a[child]) return;
        swap(&a[i], &a[child]);
    }
}

static void heap(int *a, int n) {
    for (int i = n / 2; i-- > 0;) sift(a, n, i);
    while (n-- > 1) swap(&a[0], &a[n]), sift(a, n, 0);
}

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) swap(&a[j], &a[j - 1]);
}

static void radix(int *a, int n) { // values from 0 to 65535
    int buffer[N];
    for (int shift = 0; shift < 16; shift += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++) count[(a[i] >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) buffer[count[a[i] >> shift & 255]++] = a[i];
        memcpy(a, buffer, (size_t)n * sizeof *a);
    }
}

int main(void) {
    int a[N], b[N], c[N], d[N];
    unsigned seed = 42;
    for (int i = 0; i < N; i++) a[i] = b[i] = c[i] = d[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 16);
    quick(a, 0, N - 1);
    heap(b, N);
    insertion(c, N);
    radix(d, N);
    for (int i = 1; i < N; i++) if (a[i - 1] > a[i]) return 1;
    if (memcmp(a, b, sizeof a) || memcmp(a, c, sizeof a) || memcmp(a, d, sizeof a)) return 2;
    printf("%d %d %d\n", a[0], a[N / 2], a[N - 1]);
    return 0;
}
