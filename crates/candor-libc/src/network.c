/* Network byte order and the text of IPv4 addresses; there is no network. */
#define _GNU_SOURCE
#include "candor.h"
#include <arpa/inet.h>
#include <stdio.h>

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
