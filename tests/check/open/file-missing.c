// It may not be there.
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "r");
    return fgetc(file) == 'x'; //~ null-dereference
}
