import Foundation
package import ServerFoundation

/// Resolves names with the system's resolver.
package enum NameResolution {
    /// The addresses in the order in which the system would try them (RFC 6724); empty if there are none, or the resolver
    /// does not answer.
    ///
    /// Blocks a thread of its own as long as the system does, rather than one of a shared pool.
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
