static int history[8];

int main(void) {
    int at = 0;
    history[at] = 1;
    return history[at - 1]; //~ array-index
}
