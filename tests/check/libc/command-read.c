// What another program is started with is read.
#include <unistd.h>
int main(void)
{
    char name[2] = {'l', 's'};
    execl("/bin/ls", name, (char *)0); //~ out-of-bounds
    return 0;
}
