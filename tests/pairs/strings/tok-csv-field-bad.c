// One field of a CSV file; a quote inside of quotes is written twice.
#include <stdbool.h>
#include <stdio.h>
int main(void) {
    char field[64];
    size_t n = 0;
    bool inside = false;
    int c = getchar();
    while (c != EOF && (inside || (c != ',' && c != '\n'))) {
        if (c == '"') {
            if (inside) {
                int next = getchar();
                if (next == '"') {
                    field[n++] = '"'; //~ array-index
                    c = getchar();
                    continue;
                }
                inside = false;
                c = next;
                continue;
            }
            inside = true;
        } else if (n < sizeof field - 1) {
            field[n++] = (char)c;
        }
        c = getchar();
    }
    field[n] = '\0'; //~ array-index
    puts(field);
    return 0;
}
