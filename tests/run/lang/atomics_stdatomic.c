//@ run-native
//@ data-model: both
// stdatomic.h: loads, stores, read-modify-write, compare and exchange, fences, flags.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic(unsigned char) byte;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;

int main(void) {
    if (atomic_load(&counter) != 5 || atomic_fetch_add(&counter, 3) != 5 || counter != 8) return 1;
    if (atomic_fetch_sub(&counter, 10) != 8 || atomic_fetch_or(&counter, 0xf0) != -2) return 2;
    atomic_store(&counter, 0x3c);
    if (atomic_fetch_and(&counter, 0x0f) != 0x3c || atomic_fetch_xor(&counter, 0xff) != 0x0c) return 3;
    if (counter != 0xf3 || atomic_exchange(&counter, 1) != 0xf3) return 4;
    int expected = 2;
    if (atomic_compare_exchange_strong(&counter, &expected, 9) || expected != 1) return 5;
    if (!atomic_compare_exchange_strong(&counter, &expected, 9) || counter != 9) return 6;
    while (!atomic_compare_exchange_weak(&counter, &expected, 10)) {}
    if (counter != 10) return 7;
    counter += 5; // plain operators are atomic too
    counter++;
    --counter;
    counter *= 2;
    if (counter != 30) return 8;
    byte--;
    if (byte != 255 || (byte += 3) != 2) return 9;
    if (atomic_flag_test_and_set(&flag) || !atomic_flag_test_and_set(&flag)) return 10;
    atomic_flag_clear_explicit(&flag, memory_order_release);
    int array[4] = {1, 2, 3, 4};
    atomic_init(&pointer, array);
    if (atomic_fetch_add(&pointer, 2) != array || *pointer != 3) return 11;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    atomic_store_explicit(&counter, 7, memory_order_relaxed);
    printf("%d %d\n", atomic_load_explicit(&counter, memory_order_acquire), atomic_is_lock_free(&counter));
    return 0;
}
