import Foundation
package import ServerFoundation

/// Asks the system for the addresses of a name.
package enum NameResolution {
    /// In the order in which the system would try them (RFC 6724); none when there are none, or nobody answers.
    ///
    /// Waits as long as the system does, on a thread of its own: there are as many as callers, and none of a pool that others
    /// need.
    package static func addresses(of host: String) async -> [IPAddress] {
        await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: ask(host)) }
        }
    }

    private static func ask(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let entry = entry?.pointee, let socket = entry.ai_addr else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let result = getnameinfo(
                socket, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            guard result == 0, let address = IPAddress(String(decoding: bytes, as: UTF8.self)) else { continue }
            found.append(address)
        }
        return found
    }
}
