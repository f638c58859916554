import Foundation
import Glibc
import MediaServers
import Notifications
import ServerFoundation

/// The surroundings of this machine when an operator checks the configuration: where names lead, and who listens. A start
/// does not look, because the network and the proxy may come up after it.
struct Surroundings: Sendable, Equatable {
    enum Lookup: Sendable, Equatable {
        case addresses([IPAddress])
        /// The name does not exist or has no address.
        case nowhere
        /// No resolver has answered.
        case unanswered
    }

    var names: [String: Lookup] = [:]
    /// The TCP ports on which any program of this machine listens.
    var listening: Set<Int> = []

    /// Looks up all host names of the settings at the same time.
    static func observed(
        by settings: ServerSettings, listening: Set<Int> = PortHolder.listeningPorts,
        lookUp: @escaping @Sendable (String) async -> Lookup = SystemResolver.lookUp
    ) async -> Surroundings {
        let names = await withTaskGroup(of: (String, Lookup).self) { group in
            for host in Set(settings.hostNames.map(\.host)) { group.addTask { (host, await lookUp(host)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return Surroundings(names: names, listening: listening)
    }
}

extension ServerSettings {
    /// The settings that name a host, without those that give an address.
    var hostNames: [(setting: String, host: String)] {
        let all = [
            ("host", host), ("metrics.listen", metrics.listen?.host), ("publicURL", publicAddress?.host),
            ("media.turnTLSAddress", media.turnTLSAddress?.host), ("smtp.host", providers.smtp?.host),
        ]
        return all.compactMap { setting, host in
            guard let host, IPAddress(host) == nil, !LoopbackHost.contains(host) else { return nil }
            return (setting, host)
        }
    }
}

/// The resolver of the system, with its hosts file and its name servers.
enum SystemResolver {
    static func lookUp(_ name: String) async -> Surroundings.Lookup {
        await withCheckedContinuation { continuation in
            // It blocks, for up to half a minute if no name server answers.
            Thread.detachNewThread { continuation.resume(returning: now(name)) }
        }
    }

    private static func now(_ name: String) -> Surroundings.Lookup {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        var (addresses, next): ([IPAddress], UnsafeMutablePointer<addrinfo>?) = ([], status == 0 ? list : nil)
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                addresses += [IPAddress(String(decoding: bytes, as: UTF8.self))].compactMap(\.self)
            }
            next = entry.ai_next
        }
        return lookup(status: status, addresses)
    }

    /// - Parameter status: the result of getaddrinfo(3).
    static func lookup(status: Int32, _ addresses: [IPAddress]) -> Surroundings.Lookup {
        // EAI_NODATA and EAI_ADDRFAMILY, which glibc keeps to itself.
        let (noData, noFamily): (Int32, Int32) = (-5, -9)
        return switch status {
        case 0: addresses.isEmpty ? .nowhere : .addresses(addresses)
        case EAI_NONAME, noData, noFamily: .nowhere
        default: .unanswered
        }
    }
}
