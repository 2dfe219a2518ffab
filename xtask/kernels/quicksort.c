// Quicksort: recursion and swaps through pointers.
#include <stdio.h>

#define N 60000

static int values[N];

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void sort(int *v, int low, int high) {
    while (low < high) {
        int pivot = v[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i <= j)
                swap(&v[i++], &v[j--]);
        }
        sort(v, low, j);
        low = i;
    }
}

int main(void) {
    unsigned seed = 1;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        values[i] = (int)(seed >> 8 & 0xfffff);
    }
    sort(values, 0, N - 1);
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + (unsigned)values[i];
    printf("%u\n", sum);
    return 0;
}
