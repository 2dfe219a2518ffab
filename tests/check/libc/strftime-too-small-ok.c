// It fits.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    char text[6] = "-----";
    size_t n = strftime(text, 6, "%H:%M", gmtime(&when));
    assert(n == 5 && text[0] == '0' && text[2] == ':');
    return 0;
}
