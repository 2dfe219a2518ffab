//@ run-native
//@ data-model: both
// The __atomic and the old __sync builtins on several widths.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int i = 10;
    if (__atomic_add_fetch(&i, 5, __ATOMIC_SEQ_CST) != 15 || __atomic_fetch_sub(&i, 1, __ATOMIC_RELAXED) != 15) return 1;
    if (__atomic_or_fetch(&i, 1, __ATOMIC_ACQ_REL) != 15 || __atomic_nand_fetch(&i, 6, __ATOMIC_SEQ_CST) != ~6) return 2;
    if (__atomic_fetch_nand(&i, -1, __ATOMIC_SEQ_CST) != ~6 || i != 6) return 3;
    if (__atomic_fetch_max(&i, 20, __ATOMIC_SEQ_CST) != 6 || __atomic_fetch_min(&i, -3, __ATOMIC_SEQ_CST) != 20) return 4;
    if (i != -3) return 5;
    unsigned u = 7;
    __atomic_fetch_max(&u, 4000000000u, __ATOMIC_SEQ_CST);
    __atomic_fetch_min(&u, 3000000000u, __ATOMIC_SEQ_CST);
    if (u != 3000000000u) return 6;
    int64_t wide = 1ll << 40, wanted = 1ll << 40;
    if (!__atomic_compare_exchange_n(&wide, &wanted, -5, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) || wide != -5) return 7;
    int16_t narrow = 0x7fff;
    if (__sync_fetch_and_add(&narrow, 1) != 0x7fff || narrow != -0x8000) return 8; // wraps, no overflow
    if (__sync_sub_and_fetch(&i, 7) != -10 || __sync_lock_test_and_set(&i, 4) != -10) return 9;
    if (!__sync_bool_compare_and_swap(&i, 4, 6) || __sync_val_compare_and_swap(&i, 5, 7) != 6 || i != 6) return 10;
    __sync_synchronize();
    __sync_lock_release(&i);
    if (i != 0) return 11;
    int from = 3, to;
    __atomic_store(&i, &from, __ATOMIC_RELEASE);
    __atomic_load(&i, &to, __ATOMIC_ACQUIRE);
    int swapped = 8, old;
    __atomic_exchange(&i, &swapped, &old, __ATOMIC_SEQ_CST);
    if (to != 3 || old != 3 || i != 8) return 12;
    _Bool taken = 0;
    if (__atomic_test_and_set(&taken, __ATOMIC_SEQ_CST)) return 13;
    __atomic_clear(&taken, __ATOMIC_SEQ_CST);
    printf("%d %u %d\n", i, u, narrow);
    return taken ? 14 : 0;
}
