// Skips spaces on both sides and copies what is left.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64], word[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    int first = 0, last = (int)strlen(line) - 1;
    while (line[first] == ' ') first++;
    while (last >= first && (line[last] == ' ' || line[last] == '\n')) last--;
    int n = 0;
    for (int i = first; i <= last; i++) word[n++] = line[i];
    word[n] = '\0';
    puts(word);
    return 0;
}
