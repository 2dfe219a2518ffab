static int find(const char *s, char c) {
    for (int i = 0; s[i]; i++)
        if (s[i] == c)
            return i;
}

int main(void) {
    const char *text = "abc";
    return text[find(text, 'z')] == 'z'; //~ missing-return
}
