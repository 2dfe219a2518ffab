/* Network byte order and the text of IPv4 addresses; there is no network. */
#define _GNU_SOURCE
#include "candor.h"
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

uint32_t htonl(uint32_t value)
{
    return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

uint16_t htons(uint16_t value)
{
    return (uint16_t)(value >> 8 | (value & 0xff) << 8);
}

uint32_t ntohl(uint32_t value)
{
    return htonl(value);
}

uint16_t ntohs(uint16_t value)
{
    return htons(value);
}

char *inet_ntoa(struct in_addr address)
{
    static char text[INET_ADDRSTRLEN];
    uint32_t value = ntohl(address.s_addr);
    sprintf(text, "%u.%u.%u.%u", value >> 24, value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff);
    return text;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict to, socklen_t size)
{
    if (family != AF_INET)
        __candor_unsupported("inet_ntop of an address that is not one of IPv4");
    struct in_addr value;
    memcpy(&value, address, sizeof value);
    const char *text = inet_ntoa(value);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(to, text);
}

/* Four numbers below 256 and nothing else; 0 if the text is something different. */
int inet_pton(int family, const char *restrict text, void *restrict to)
{
    unsigned char bytes[4];
    if (family != AF_INET)
        __candor_unsupported("inet_pton of an address that is not one of IPv4");
    for (int i = 0; i < 4; i++) {
        int value = 0, n_digits = 0;
        for (; *text >= '0' && *text <= '9'; text++, n_digits++) {
            value = value * 10 + (*text - '0');
            if (value > 255 || (n_digits > 0 && value < 10))
                return 0;
        }
        if (n_digits == 0 || *text != (i < 3 ? '.' : 0))
            return 0;
        bytes[i] = (unsigned char)value;
        text++;
    }
    memcpy(to, bytes, sizeof bytes);
    return 1;
}
