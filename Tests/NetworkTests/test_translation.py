"""The border of a network, packet by packet."""
import socket
import struct

import pytest

from translation import TCP, UDP, Border, Gate, Packet

FAR, SERVER, OTHER, PUBLIC, SERVED = ("10.78.0.1", "10.77.0.1", "10.77.0.2", "10.79.0.1", "10.80.0.1")


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def packet(protocol, source, destination, text=b"hello", fragment=0):
    (from_address, from_port), (to_address, to_port) = source, destination
    ends = socket.inet_aton(from_address) + socket.inet_aton(to_address)
    if protocol == UDP:
        body = struct.pack("!HHHH", from_port, to_port, 8 + len(text), 0) + text
        at = 6
    else:
        body = struct.pack("!HHIIBBHHH", from_port, to_port, 1, 2, 0x50, 0x10, 1000, 0, 0) + text
        at = 16
    sum_ = checksum(ends + struct.pack("!BBH", 0, protocol, len(body)) + body)
    body = body[:at] + struct.pack("!H", sum_) + body[at + 2:]
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(body), 7, fragment, 64, protocol, 0) + ends
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + body


def ends(data):
    read = Packet(data)
    return tuple((socket.inet_ntoa(address), port) for address, port in (read.end(0), read.end(1)))


def is_sound(data):
    head, body = data[:20], data[20:]
    return checksum(head) == 0 and checksum(data[12:20] + struct.pack("!BBH", 0, data[9], len(body)) + body) == 0


@pytest.mark.parametrize("protocol", [TCP, UDP])
def test_each_destination_sees_its_own_port_and_answers_through_it_alone(protocol):
    border = Border("nat=symmetric", PUBLIC)
    seen = []
    for destination in ((SERVER, 3478), (SERVER, 3479), (OTHER, 3478)):
        out = border.carry(packet(protocol, (FAR, 5000), destination), True)
        assert is_sound(out) and ends(out)[1] == destination and ends(out)[0][0] == PUBLIC
        assert border.carry(packet(protocol, (FAR, 5000), destination, b"again"), True)[20:22] == out[20:22]
        seen.append(ends(out)[0])
        back = border.carry(packet(protocol, destination, ends(out)[0]), False)
        assert is_sound(back) and ends(back) == (destination, (FAR, 5000))
    assert len(set(seen)) == 3
    for source, destination in (((SERVER, 3479), seen[0]), ((OTHER, 3478), seen[0]), ((SERVER, 3478), (PUBLIC, 39999)),
                                ((SERVER, 3478), (FAR, 5000))):
        assert border.carry(packet(protocol, source, destination), False) is None


def test_another_border_starts_with_another_port():
    border = Border("nat=symmetric", PUBLIC)
    data = packet(UDP, (FAR, 5000), (SERVER, 3478))
    first = border.carry(data, True)
    border = Border("nat=symmetric", PUBLIC, Border("", PUBLIC, border))
    assert border.carry(data, True)[20:22] != first[20:22]


def test_a_datagram_without_a_checksum_stays_without_one():
    data = bytearray(packet(UDP, (FAR, 1), (SERVER, 2)))
    data[26:28] = b"\0\0"
    assert Border("nat=symmetric", PUBLIC).carry(bytes(data), True)[26:28] == b"\0\0"


@pytest.mark.parametrize("protocol, port, passes", [(TCP, 443, True), (TCP, 444, False), (UDP, 443, False), (UDP, 3478, True)])
def test_the_filter_passes_only_the_named_ports(protocol, port, passes):
    border = Border("pass=tcp:443,udp:3478", PUBLIC)
    assert (border.carry(packet(protocol, (FAR, 5000), (SERVER, port)), True) is not None) == passes
    assert (border.carry(packet(protocol, (SERVER, port), (FAR, 5000)), False) is not None) == passes
    # A packet to such a port of this side isn't an answer.
    assert border.carry(packet(protocol, (SERVER, 5000), (FAR, port)), False) is None


def test_an_empty_profile_passes_everything_and_unknown_words_are_refused():
    data = packet(UDP, (FAR, 1), (SERVER, 2), fragment=100)
    assert Border("", PUBLIC).carry(data, True) == data
    assert Border("nat=symmetric", PUBLIC).carry(data, True) is None
    for words in ("nat=cone", "pass=443", "pass=sctp:1", "firewall=1"):
        with pytest.raises((ValueError, KeyError)):
            Border(words, PUBLIC)


@pytest.mark.parametrize("protocol", [TCP, UDP])
def test_a_server_behind_one_to_one_nat_is_seen_at_its_public_address_and_own_ports(protocol):
    gate = Gate("nat=one-to-one", SERVER, SERVED)
    inside = gate.enter(packet(protocol, (FAR, 5000), (SERVED, 3478)))
    assert ends(inside) == ((FAR, 5000), (SERVER, 3478)) and is_sound(inside)
    outside, returns = gate.leave(packet(protocol, (SERVER, 3478), (FAR, 5000)))
    assert ends(outside) == ((SERVED, 3478), (FAR, 5000)) and is_sound(outside) and not returns
    # The private address is unknown outside.
    assert gate.enter(packet(protocol, (FAR, 5000), (SERVER, 3478))) is None


def test_only_with_hairpin_a_server_reaches_itself_at_its_public_address():
    data = packet(UDP, (SERVER, 20000), (SERVED, 25000))
    assert Gate("nat=one-to-one", SERVER, SERVED).leave(data) == (None, True)
    turned, returns = Gate("nat=one-to-one,hairpin", SERVER, SERVED).leave(data)
    assert ends(turned) == ((SERVED, 20000), (SERVER, 25000)) and is_sound(turned) and returns


def test_one_to_one_nat_passes_later_fragments():
    data = packet(UDP, (FAR, 1), (SERVED, 2), fragment=100)
    inside = Gate("nat=one-to-one", SERVER, SERVED).enter(data)
    assert inside[16:20] == socket.inet_aton(SERVER) and inside[20:] == data[20:] and checksum(inside[:20]) == 0


def test_an_empty_gate_passes_everything_and_unknown_words_are_refused():
    data = packet(UDP, (FAR, 1), (SERVER, 2))
    gate = Gate("", SERVER, SERVED)
    assert gate.enter(data) == data and gate.leave(data) == (data, False)
    for words in ("nat=cone", "nat=one-to-one,loose", "pass=udp:1"):
        with pytest.raises(ValueError):
            Gate(words, SERVER, SERVED)
