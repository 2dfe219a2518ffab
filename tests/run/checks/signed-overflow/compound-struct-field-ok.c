//@ run-native
struct account {
    int id;
    int balance;
};

static void deposit(struct account *a, int amount) {
    if (amount > 2147483647 - a->balance)
        return;
    a->balance += amount;
}

int main(void) {
    struct account a = {1, 2000000000};
    deposit(&a, 2000000000);
    return a.balance != 2000000000;
}
