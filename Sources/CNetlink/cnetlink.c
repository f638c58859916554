#include "cnetlink.h"

#ifdef __linux__

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int ecall_network_open(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    address.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof(address)) == 0) return descriptor;
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
}

/// Whether the message is one that is told of.
static int read_address(const struct nlmsghdr *message, struct ecall_network_change *change) {
    const struct ifaddrmsg *head = NLMSG_DATA(message);
    if (head->ifa_scope == RT_SCOPE_LINK || head->ifa_scope == RT_SCOPE_HOST) return 0;
    int length = IFA_PAYLOAD(message);
    const void *found = NULL;
    for (struct rtattr *attribute = IFA_RTA(head); RTA_OK(attribute, length); attribute = RTA_NEXT(attribute, length)) {
        // Of a point-to-point link IFA_ADDRESS is the other side's.
        if (attribute->rta_type == IFA_LOCAL) found = RTA_DATA(attribute);
        if (attribute->rta_type == IFA_ADDRESS && found == NULL) found = RTA_DATA(attribute);
    }
    if (found == NULL) return 0;
    change->kind = message->nlmsg_type == RTM_NEWADDR ? ECALL_NETWORK_ADDRESS_ADDED : ECALL_NETWORK_ADDRESS_REMOVED;
    return inet_ntop(head->ifa_family, found, change->address, sizeof(change->address)) != NULL;
}

static int read_message(const struct nlmsghdr *message, struct ecall_network_change *change) {
    memset(change, 0, sizeof(*change));
    switch (message->nlmsg_type) {
    case RTM_NEWADDR:
    case RTM_DELADDR:
        return message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct ifaddrmsg)) && read_address(message, change);
    case RTM_NEWROUTE:
    case RTM_DELROUTE: {
        if (message->nlmsg_len < NLMSG_LENGTH(sizeof(struct rtmsg))) return 0;
        const struct rtmsg *route = NLMSG_DATA(message);
        change->kind = ECALL_NETWORK_ROUTE_CHANGED;
        // Default routes alone.
        return route->rtm_dst_len == 0 && route->rtm_table == RT_TABLE_MAIN && route->rtm_type == RTN_UNICAST;
    }
    default:
        return 0;
    }
}

int ecall_network_read(int descriptor, struct ecall_network_change *changes, int most) {
    _Alignas(struct nlmsghdr) char buffer[32768];
    int count = 0;
    // A datagram of which nothing is told is followed by one of which something may be.
    while (count == 0) {
        ssize_t size = recv(descriptor, buffer, sizeof(buffer), 0);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == ENOBUFS && most > 0) {
            memset(changes, 0, sizeof(*changes));
            changes[0].kind = ECALL_NETWORK_OVERFLOW;
            return 1;
        }
        if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
        int left = (int)size;
        for (struct nlmsghdr *message = (struct nlmsghdr *)buffer; NLMSG_OK(message, left) && count < most;
             message = NLMSG_NEXT(message, left)) {
            if (read_message(message, &changes[count])) count++;
        }
    }
    return count;
}

#else

#include <errno.h>

int ecall_network_open(void) {
    errno = ENOTSUP;
    return -1;
}

int ecall_network_read(int descriptor, struct ecall_network_change *changes, int most) {
    (void)descriptor, (void)changes, (void)most;
    errno = ENOTSUP;
    return -1;
}

#endif
