import MediaServers
import Notifications
import ServerFoundation

extension ConfigurationCheck {
    /// A public URL by which no request can succeed.
    var publicURLProblems: [String] {
        guard let address = loaded.settings.publicAddress, !address.isSecure, loaded.settings.tls != nil else {
            return []
        }
        return [
            "publicURL (\(origin(of: "publicURL"))) begins with http://, but with tls the server speaks https:// alone"
        ]
    }

    /// A public URL by which people do not reach the server.
    var publicURLWarnings: [String] {
        guard let address = loaded.settings.publicAddress else { return [] }
        return scopeWarnings(address) + portWarnings(address)
    }

    private func scopeWarnings(_ address: PublicAddress) -> [String] {
        let settings = loaded.settings
        let listensHere = LoopbackHost.contains(settings.host)
        var warnings: [String] = []
        if !address.isSecure, !address.isLoopback, settings.tls == nil {
            warnings.append(
                "publicURL begins with http://: browsers give a page the camera and the microphone by https:// alone")
        }
        if listensHere, !address.isLoopback, !settings.isBehindProxy {
            warnings.append(
                "host: only this machine reaches \(settings.host), but publicURL leads others to \(address.host); set host "
                    + "to 0.0.0.0")
        }
        if listensHere, settings.hasRemoteProxies {
            warnings.append(
                "host: the proxies in proxy.trusted are on other machines, which do not reach \(settings.host); set host to "
                    + "an address that they reach")
        }
        if !listensHere, address.isLoopback, !settings.isDevelopment {
            warnings.append(
                "publicURL leads to \(address.host), which is a different machine for everyone elsewhere; give the name or "
                    + "address by which people reach this server")
        }
        return warnings
    }

    private func portWarnings(_ address: PublicAddress) -> [String] {
        let settings = loaded.settings
        guard settings.port != 0 else { return [] }
        let isOwn = address.port == settings.port
        if isOwn, settings.tls == nil, address.isSecure, settings.trustedProxies.isEmpty || settings.hasLocalProxies {
            return [
                "publicURL leads to port \(address.port), where this server itself speaks http://; give the port of the proxy, "
                    + "or leave it out for 443"
            ]
        }
        guard let surroundings, !isOwn, !surroundings.listening.contains(address.port) else { return [] }
        if settings.isBehindProxy {
            guard settings.hasLocalProxies else { return [] }
            return [
                "publicURL leads to port \(address.port), and nothing on this machine listens there; start the proxy, or "
                    + "correct the port"
            ]
        }
        return [
            "publicURL leads to port \(address.port), and nothing on this machine listens there; set port (now "
                + "\(settings.port)) to it, unless a router forwards one to the other"
        ]
    }

    /// Names that lead nowhere, or elsewhere.
    var nameWarnings: [String] {
        guard let surroundings else { return [] }
        let settings = loaded.settings
        var warnings = settings.hostNames.compactMap { setting, host -> String? in
            switch surroundings.names[host] {
            case .nowhere:
                "\(setting): \(host) leads nowhere: no such name, or it has no address; correct it, or its entry in the DNS"
            case .unanswered: "\(setting): \(host) could not be looked up: the resolver of this machine does not answer"
            case .addresses, nil: nil
            }
        }
        if settings.tls != nil, let given = settings.media.publicAddress, let host = settings.publicAddress?.host,
            case .addresses(let addresses) = surroundings.names[host],
            addresses.contains(where: { $0.isVersion4 && NetworkScope.isPublic("\($0)") }),
            !addresses.contains(where: { "\($0)" == given })
        {
            let shown = addresses.map(\.description).joined(separator: ", ")
            warnings.append(
                "publicURL: \(host) leads to \(shown), and media.publicAddress is \(given): is one of them out of date?"
            )
        }
        return warnings
    }

    /// The place where a setting was given.
    func origin(of key: String) -> String { loaded.entries.first { $0.key == key }?.origin ?? "default" }
}
