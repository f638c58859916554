#ifndef ECALL_CNETLINK_H
#define ECALL_CNETLINK_H

/// What happened to the addresses or default routes of this machine.
enum {
    ECALL_NETWORK_ADDRESS_ADDED = 1,
    ECALL_NETWORK_ADDRESS_REMOVED = 2,
    ECALL_NETWORK_ROUTE_CHANGED = 3,
    /// Changes were lost: the system had more than were taken.
    ECALL_NETWORK_OVERFLOW = 4,
};

struct ecall_network_change {
    int kind;
    /// As a number, without zone; empty for a route.
    char address[46];
};

/// Subscribes to changes of addresses and routes (rtnetlink(7)); a descriptor that does not block, or -1 with errno.
int ecall_network_open(void);

/// As many changes as one datagram can hold.
enum { ECALL_NETWORK_MOST = 32768 / 28 };

/// Reads what has happened: how many of the next changes were written, 0 when there are none now, -1 with errno. What of a
/// datagram finds no room is lost: `most` is to be `ECALL_NETWORK_MOST`.
/// Addresses and routes of one link alone, or of this machine alone, are left out.
int ecall_network_read(int descriptor, struct ecall_network_change *changes, int most);

#endif
