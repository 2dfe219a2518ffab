// A literal in a condition lasts as long as the whole statement.
int main(void) {
    int *p, sum = 0;
    if ((p = (int[]){1, 2}) && p[0]) sum += p[1];
    else sum -= p[0];
    switch (*(p = &(int){3})) {
    case 3: sum += *p;
    }
    for (int i = 0; i < 2; i++) sum += *(p = &(int){i}) + *p;
    return sum - 7;
}
