// The index goes back to the beginning when it reaches the end.
#include <stdio.h>
#define SIZE 256
int main(void) {
    static char last[SIZE];
    int at = 0, c;
    while ((c = getchar()) != EOF) {
        last[at++] = (char)c; //~ array-index
        if (at > SIZE) at = 0;
    }
    for (int i = 0; i < SIZE; i++) putchar(last[(at + i) % SIZE]);
    return 0;
}
