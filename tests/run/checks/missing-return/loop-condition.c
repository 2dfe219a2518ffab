static int more(int i) {
    i < 3;
}

int main(void) {
    int i = 0;
    while (more(i)) //~ missing-return
        i++;
    return i != 3;
}
