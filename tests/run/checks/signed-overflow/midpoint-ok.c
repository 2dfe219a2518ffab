//@ run-native
static int search(const int *v, int low, int high, int key) {
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (v[mid - 2000000000] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

int main(void) {
    int v[4] = {1, 3, 5, 7};
    return search(v, 2000000000, 2000000004, 5) != 2000000002;
}
