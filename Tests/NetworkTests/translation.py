"""The border between a network and the others: an address translator, and a filter. IPv4, no sockets."""
import struct

ICMP, TCP, UDP = 1, 6, 17
PROTOCOLS = {"tcp": TCP, "udp": UDP}
#: The offset of the checksum in the header of each protocol.
CHECKSUMS = {TCP: 16, UDP: 6}


class Packet:
    """An IPv4 packet that can be rewritten; `ports` are None if they cannot be read."""

    def __init__(self, data):
        self.data = bytearray(data)
        self.head = (self.data[0] & 15) * 4
        self.protocol = self.data[9]
        is_first = struct.unpack_from("!H", self.data, 6)[0] & 0x1FFF == 0
        self.ports = None
        if is_first and self.protocol in CHECKSUMS and len(self.data) >= self.head + 8:
            self.ports = struct.unpack_from("!HH", self.data, self.head)

    def end(self, which):
        """Address and port of the sender (0) or the receiver (1)."""
        return bytes(self.data[12 + 4 * which:16 + 4 * which]), self.ports[which]

    def rewrite(self, which, address, port=None):
        """Replaces the address, and the port if one is given, and corrects both checksums."""
        at = 12 + 4 * which
        old, new = bytes(self.data[at:at + 4]), address
        self.data[at:at + 4] = address
        self._correct(10, old, address)
        if self.ports is None:
            return
        if port is not None:
            old, new = old + struct.pack("!H", self.ports[which]), address + struct.pack("!H", port)
            struct.pack_into("!H", self.data, self.head + 2 * which, port)
            self.ports = struct.unpack_from("!HH", self.data, self.head)
        checksum = self.head + CHECKSUMS[self.protocol]
        # A UDP checksum of 0 means that there is none.
        if self.protocol == TCP or self.data[checksum:checksum + 2] != b"\0\0":
            self._correct(checksum, old, new)

    def _correct(self, at, old, new):
        """RFC 1624, equation 3."""
        words = len(old) // 2
        total = ~struct.unpack_from("!H", self.data, at)[0] & 0xFFFF
        total += sum(~word & 0xFFFF for word in struct.unpack(f"!{words}H", old)) + sum(struct.unpack(f"!{words}H", new))
        while total >> 16:
            total = (total & 0xFFFF) + (total >> 16)
        struct.pack_into("!H", self.data, at, ~total & 0xFFFF)


class SymmetricNAT:
    """Address- and port-dependent mapping and filtering (RFC 4787): an inner host has a separate port
    for each destination, and only that destination can send to it."""

    def __init__(self, address, next_port=40000):
        self.address, self.next = bytes(map(int, address.split("."))), next_port
        self.out, self.back = {}, {}

    def outbound(self, data):
        """The packet as seen outside; None for one that does not pass."""
        packet = Packet(data)
        if packet.ports is None:
            return None
        key = packet.protocol, packet.end(0), packet.end(1)
        if key not in self.out:
            # Not consecutive, so that the next cannot be guessed.
            self.out[key] = self.next
            self.back[packet.protocol, self.next] = key
            self.next = 40000 + (self.next - 40000 + 7919) % 20000
        packet.rewrite(0, self.address, self.out[key])
        return bytes(packet.data)

    def inbound(self, data):
        packet = Packet(data)
        if packet.ports is None or packet.end(1)[0] != self.address:
            return None
        key = self.back.get((packet.protocol, packet.end(1)[1]))
        if key is None or key[2] != packet.end(0):
            return None
        packet.rewrite(1, *key[1])
        return bytes(packet.data)


class OneToOneNAT:
    """Gives the one inner host a public address, and keeps ports: what clouds do. With `hairpin` the host reaches itself
    at that address (RFC 4787, section 6): its packets return from the public address."""

    def __init__(self, inner, public, hairpin):
        self.inner, self.public = (bytes(map(int, address.split("."))) for address in (inner, public))
        self.hairpin = hairpin

    def outbound(self, data):
        """The packet as seen outside, and whether it returns to the host; None for one that does not pass."""
        packet = Packet(data)
        if data[12:16] != self.inner:
            return None, False
        packet.rewrite(0, self.public)
        returns = data[16:20] == self.public
        if returns:
            packet.rewrite(1, self.inner)
        return bytes(packet.data) if self.hairpin or not returns else None, returns

    def inbound(self, data):
        """The packet as the host sees it; None for one that does not pass: nobody outside can address the inner host."""
        packet = Packet(data)
        if data[16:20] != self.public:
            return None
        packet.rewrite(1, self.inner)
        return bytes(packet.data)


class Pass:
    """Passes packets to some outer ports, and packets from them: `tcp:443,udp:3478`."""

    def __init__(self, words):
        self.open = set()
        for word in words.split(","):
            name, port = word.split(":")
            self.open.add((PROTOCOLS[name], int(port)))

    def lets(self, data, is_out):
        packet = Packet(data)
        return packet.ports is not None and (packet.protocol, packet.ports[1 if is_out else 0]) in self.open


class Gate:
    """The border of the server's network by profile words: `nat=one-to-one`, `nat=one-to-one,hairpin`."""

    def __init__(self, words, inner, public):
        self.nat, self.counts = None, dict(translated=0, hairpin=0, filtered=0)
        if words not in ("", "nat=one-to-one", "nat=one-to-one,hairpin"):
            raise ValueError(f"unknown words {words}")
        if words:
            self.nat = OneToOneNAT(inner, public, words.endswith("hairpin"))

    def leave(self, data):
        """A packet of the server on the other side, and whether it returns; None for one that does not pass."""
        if self.nat is None:
            return data, False
        carried, returns = self.nat.outbound(data)
        self.counts["filtered" if carried is None else "hairpin" if returns else "translated"] += 1
        return carried, returns

    def enter(self, data):
        """A packet to the server on its side; None for one that does not pass."""
        if self.nat is None:
            return data
        carried = self.nat.inbound(data)
        self.counts["filtered" if carried is None else "translated"] += 1
        return carried


class Border:
    """The border of far by profile words, all optional: `nat=symmetric pass=tcp:443`."""

    def __init__(self, words, address, before=None):
        self.nat, self.filter, self.counts = None, None, dict(translated=0, filtered=0)
        # Servers remember for a while which client used a port.
        self.next_port = before.nat.next if before and before.nat else before.next_port if before else 40000
        for word in words.split():
            key, value = word.split("=", 1)
            if (key, value) == ("nat", "symmetric"):
                self.nat = SymmetricNAT(address, self.next_port)
            elif key == "pass":
                self.filter = Pass(value)
            else:
                raise ValueError(f"unknown word {word}")

    def carry(self, data, is_out):
        """The packet on the other side; None for one that does not pass."""
        if self.filter and not self.filter.lets(data, is_out):
            self.counts["filtered"] += 1
            return None
        if self.nat is None:
            return data
        carried = self.nat.outbound(data) if is_out else self.nat.inbound(data)
        self.counts["filtered" if carried is None else "translated"] += 1
        return carried
