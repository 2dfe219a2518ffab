// What is in the buffer when the text does not fit is left open.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    char text[6] = "-----";
    size_t n = strftime(text, 4, "%H:%M", gmtime(&when));
    assert(n == 0 && text[4] == '-');
    assert(text[0] == '0'); //~ assertion
    return 0;
}
