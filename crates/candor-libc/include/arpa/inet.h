/* <arpa/inet.h> */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include <features.h>
#include <sys/types.h>

#include <netinet/in.h>

in_addr_t inet_addr(const char *__text);
int inet_aton(const char *__text, struct in_addr *__to);
char *inet_ntoa(struct in_addr __address);
int inet_pton(int __family, const char *__restrict __text, void *__restrict __to);
const char *inet_ntop(int __family, const void *__restrict __address, char *__restrict __to, socklen_t __size);

#endif
