//@ run-native
// Library functions declared as old code declares them, with int where they return or take something wider.
int strlen(char *);
void *malloc();
void free();
int printf();

static long wide(long x) { return x * 2; }

int main(void) {
    char *text = malloc(6);
    for (int i = 0; i < 5; i++) text[i] = "hello"[i];
    text[5] = 0;
    int (*low)(long) = (int (*)(long))wide; // the caller looks at the low half of the result
    printf("%d %d %s\n", strlen(text), low(20), text);
    free(text);
    return strlen("four") - 4;
}
