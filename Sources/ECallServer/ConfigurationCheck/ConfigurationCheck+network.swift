import Foundation
import Glibc
import MediaServers
import Notifications
import ServerFoundation

extension ConfigurationCheck {
    /// Addresses that this machine does not have, and ports that cannot be bound.
    var networkProblems: [String] {
        let settings = loaded.settings
        var problems = Self.nameProblems(settings.host, of: "host")
        if problems.isEmpty { problems = failure { try HostNetwork.requireOwn(settings.host, port: settings.port) } }
        if let metrics = settings.metrics.listen {
            if metrics.port == settings.port, metrics.port != 0, Self.meet(metrics.host, settings.host) {
                problems.append("metrics.listen (\(metrics)) is the server's own port; choose another one")
            } else {
                let names = Self.nameProblems(metrics.host, of: "metrics.listen")
                problems += names
                if names.isEmpty {
                    problems += failure { try HostNetwork.requireOwn(metrics.host, port: metrics.port) }
                }
            }
        }
        // Without a network, everything but media can be tried.
        guard !(settings.isDevelopment && settings.media.addresses.isEmpty && HostNetwork.isAlone) else {
            return problems
        }
        do throws(SupervisionFailure) {
            let addresses = try HostNetwork.mediaAddresses(named: settings.media.addresses).all
            let janus = MediaPorts.problem(janus: settings.media.janusPorts, families: addresses.count)
            problems += [janus].compactMap(\.self)
            var turn = [("media.turnPort", settings.media.turnPort)]
            if settings.turnFiles != nil { turn.append(("media.turnTLSPort", settings.media.turnTLSPort)) }
            for (key, port) in turn
            where settings.port == port && addresses.contains(where: { Self.meet(settings.host, $0) }) {
                problems.append("\(key) is the server's own port, \(port); choose another one")
            }
        } catch {
            problems.append(error.description)
        }
        if settings.media.turnTLSAddress != nil, settings.turnFiles == nil {
            problems.append(
                "media.turnTLSAddress needs a certificate: give media.turnCertificate and media.turnKey, or tls")
        }
        return problems
    }

    /// Ports in use by other programs, with the program's name. Empty while a server runs in the data folder, since it uses
    /// them itself.
    var portProblems: [String] {
        let (settings, data) = (loaded.settings, DataDirectory(existing: loaded.settings.dataDirectory))
        guard !data.isInUse else { return [] }
        var problems: [String] = []
        if settings.port != 0, HostNetwork.isTaken(settings.host, port: settings.port) {
            problems.append(
                "\(StartFailure.addressInUse(host: settings.host, port: settings.port, holder: .of(settings.port)))")
        }
        // With development, coturn moves to another port. A coturn left by a killed server is taken over or ended.
        guard !settings.isDevelopment, let addresses = try? HostNetwork.mediaAddresses(named: settings.media.addresses)
        else { return problems }
        var ports = [("media.turnPort", settings.media.turnPort)]
        if settings.turnFiles != nil { ports.append(("media.turnTLSPort", settings.media.turnTLSPort)) }
        for (setting, port) in ports where port != 0 {
            guard let address = addresses.all.first(where: { !HostNetwork.isFree(port, at: $0) }),
                !data.hasLeft(PortHolder.of(port))
            else { continue }
            let failure = SupervisionFailure.portInUse(
                setting: setting, address: address, port: port, holder: .of(port))
            problems.append(failure.description)
        }
        return problems
    }

    /// Settings that expose traffic or metrics to others.
    var networkWarnings: [String] {
        let settings = loaded.settings
        let isOpen = settings.host != "localhost" && !LoopbackHost.contains(settings.host)
        let isBehindProxy = settings.tls == nil && settings.publicURL?.hasPrefix("https://") == true
        var warnings: [String] = []
        if isBehindProxy, settings.trustedProxies.isEmpty {
            warnings.append(
                "publicURL is https and tls is not set, so a proxy stands in front, but proxy.trusted names none: all people "
                    + "count as one address, and its limits stop everybody")
        } else if isOpen, settings.tls == nil, settings.trustedProxies.isEmpty {
            warnings.append("others than this machine are served without TLS, and no proxy is named in proxy.trusted")
        }
        if !settings.trustedProxies.isEmpty, settings.publicURL == nil {
            warnings.append(
                "proxy.trusted is set and publicURL is not: no device can prove under which address it reached this server, "
                    + "so each sign-in makes a new one; set publicURL to the address that people open")
        }
        if let problem = settings.mediaProblem { warnings.append(problem) }
        if let addresses = try? HostNetwork.mediaAddresses(named: settings.media.addresses).all {
            warnings += MediaPorts.warnings(
                janus: settings.media.janusPorts, relays: settings.media.relayPorts,
                participants: settings.limits.callParticipants, families: addresses.count)
        }
        for range in settings.trustedProxies where AddressRange(range)?.isEverybody == true {
            warnings.append("proxy.trusted names everybody (\(range)): whoever asks may say to be any address")
        }
        if let metrics = settings.metrics.listen, !LoopbackHost.contains(metrics.host) {
            warnings.append("metrics.listen (\(metrics)) can be reached by others, and whoever reaches it is answered")
        }
        let readers = settings.metrics.allow
        if !settings.isDevelopment, isBehindProxy, settings.trustedProxies.isEmpty, !readers.isEmpty {
            warnings.append(
                "metrics.allow: whoever comes through a proxy that proxy.trusted does not name has its address")
        }
        for range in readers where AddressRange(range)?.isEverybody == true {
            warnings.append("metrics.allow names everybody (\(range))")
        }
        return warnings
    }

    /// Invalid host names by RFC 1123. Whether a name resolves is checked at the start.
    private static func nameProblems(_ host: String, of key: String) -> [String] {
        func isInside(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || isEnd(byte) }
        func isEnd(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        // IPv6 addresses are checked where they are bound.
        guard !host.contains(":") || host.contains("/") else { return [] }
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isName =
            name.utf8.count <= 253
            && labels.allSatisfy { label in
                guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
                return isEnd(first) && isEnd(last) && label.allSatisfy(isInside)
            }
        return isName
            ? [] : ["\(key): \(host) can be no host; give an address of this machine, or a name that leads to it"]
    }

    /// Whether two listeners conflict on the same port.
    private static func meet(_ one: String, _ other: String) -> Bool {
        let all = ["0.0.0.0", "::"]
        let names = [one, other].map { $0 == "localhost" ? HostNetwork.loopback : $0 }
        return names[0] == names[1] || all.contains(names[0]) || all.contains(names[1])
    }
}

extension HostNetwork {
    /// Checks that this machine has the address and that this user may bind the port there. A port in use is accepted,
    /// because the server itself may be running. Names are resolved at the start.
    static func requireOwn(_ host: String, port: Int) throws(StartFailure) {
        guard let failure = refusal(host, port: port) else { return }
        if failure != EADDRINUSE { throw .addressUnavailable(host: host, port: port) }
    }

    /// Whether another program listens on the port.
    static func isTaken(_ host: String, port: Int) -> Bool {
        refusal(host == "localhost" ? loopback : host, port: port) == EADDRINUSE
    }

    /// The `errno` of binding the address; nil if it succeeds, and for names.
    private static func refusal(_ host: String, port: Int) -> Int32? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let entry = list?.pointee else {
            // Looks like an address but is not one: a typing error.
            return host.allSatisfy { "0123456789.:".contains($0) } ? EADDRNOTAVAIL : nil
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        return bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 ? nil : errno
    }
}
