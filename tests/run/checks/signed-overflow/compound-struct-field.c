struct account {
    int id;
    int balance;
};

static void deposit(struct account *a, int amount) {
    a->balance += amount; //~ signed-overflow
}

int main(void) {
    struct account a = {1, 2000000000};
    deposit(&a, 2000000000);
    return a.balance != 2000000000;
}
