import Foundation
import Logging
import MediaServers
import ServerFoundation

/// Reads every setting. The order and the comments are those of the example file.
extension ServerSettings {
    init(reading reader: inout SettingsReader) {
        self.init(dataDirectory: "./data")
        readServer(&reader)
        readTransport(&reader)
        readOperation(&reader)
        media = MediaSettings(reading: &reader)
        providers = ProviderSettings(reading: &reader, publicURL: publicURL)
        readSigning(&reader)
        limits = Limits(reading: &reader, from: isDevelopment ? .development : Limits())
    }

    private mutating func readServer(_ reader: inout SettingsReader) {
        host = reader.value(
            "host", "The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all addresses.", .text,
            default: host)
        port = reader.value("port", "The port to listen on; 0 takes any free one.", .number(0...65_535), default: port)
        dataDirectory = reader.path(
            "data",
            "The directory for the database and all other data; relative paths here start at this file.",
            default: dataDirectory)
        isDevelopment = reader.value(
            "development", "Insecure, for trials only: one-time codes go to the console and to DATA/outbox.", .flag,
            default: isDevelopment)
        readPage(&reader)
        readPublicURL(&reader)
        appleAppIDs = reader.list(
            "appleAppIDs", "Apple's IDs of the apps that open contact links and call links, as TEAM.bundle.",
            .matching("TEAM.bundle, as ABCDE12345.org.example.calls") { $0.contains(".") && !$0.contains(" ") },
            example: "ABCDE12345.org.example.calls")
        trustsVerifiedClaim = reader.value(
            "trustsVerifiedClaim",
            "Insecure: accept \"verified\": true as proof of an e-mail address; anyone who knows an address can sign in with it.",
            .flag, default: trustsVerifiedClaim)
    }

    private mutating func readPage(_ reader: inout SettingsReader) {
        webDirectory = reader.path(
            "web", "The directory of the page, made by Scripts/bundle-page; by default the one near the program.",
            example: "/usr/share/ecall/page")
        wantsPage = !reader.value(
            "withoutPage", "Do without a page. By default the server is not ready while it has none.", .flag,
            default: false)
    }

    /// Reads the URL, and drops a slash at its end.
    private mutating func readPublicURL(_ reader: inout SettingsReader) {
        publicURL = reader.optional(
            "publicURL", "The address at which people reach this server; by default the Host of each request.", .origin,
            example: "https://calls.example.org")
        while publicURL?.hasSuffix("/") == true { publicURL?.removeLast() }
        guard let publicURL, let start = publicURL.range(of: "://")?.upperBound,
            let path = publicURL[start...].firstIndex(of: "/")
        else { return }
        reader.refuse(
            "publicURL (\(reader.origin(of: "publicURL"))) has the path \(publicURL[path...]), and this server works only at the "
                + "root of a host: give it a host name of its own, as https://calls.example.org, and let the proxy pass "
                + "every path on unchanged")
    }

    private mutating func readTransport(_ reader: inout SettingsReader) {
        reader.section("tls", "HTTPS without a proxy in front.", isOptional: true)
        let certificate = reader.file(
            "tls.certificate", "PEM: the server's certificate and its intermediate certificates.",
            example: "/etc/ecall/server.crt")
        let key = reader.file("tls.key", "PEM: the private key of the certificate.", example: "/etc/ecall/server.key")
        let authority = reader.file(
            "tls.authority", "PEM: the certificate of a local authority, served at /authority.crt.",
            example: "/etc/ecall/authority.crt")
        if reader.isOn("tls", needs: ["tls.certificate", "tls.key"]), let certificate, let key {
            tls = TLSFiles(certificate: certificate, key: key, authority: authority)
        }

        reader.section("proxy", "Reverse proxies in front of the server, such as nginx or a load balancer.")
        trustedProxies = reader.list(
            "proxy.trusted",
            "Addresses and ranges of the proxies. The client address in the header is believed only from these.",
            .addresses,
            example: "127.0.0.1, 10.0.0.0/8")
        forwardedHeader = reader.value(
            "proxy.header", "The header with the client address: x-forwarded-for or forwarded (RFC 7239).", .choice,
            default: forwardedHeader)
    }

    private mutating func readOperation(_ reader: inout SettingsReader) {
        reader.section("log", "The log on standard error. It never contains codes, tokens or keys.")
        log.level = reader.value(
            "log.level",
            "The lowest level to log: trace, debug, info (every request), notice, warning, error, critical.", .choice,
            default: log.level)
        log.format = reader.value(
            "log.format", "text, or json for one JSON object per line.", .choice, default: log.format)

        reader.section("metrics", "Metrics for Prometheus at /metrics.")
        metrics.listen = reader.optional(
            "metrics.listen", "A separate listener for metrics. It answers anyone who can reach it.", .hostPort,
            example: "127.0.0.1:9464")
        metrics.allow = reader.list(
            "metrics.allow",
            "Addresses that may read metrics on the server's own port; with development this machine. Behind a proxy, set proxy.trusted first.",
            .addresses, default: isDevelopment ? ["127.0.0.1", "::1"] : [], example: "127.0.0.1")
    }

    private mutating func readSigning(_ reader: inout SettingsReader) {
        reader.section(
            "signing", "Secrets with which clients sign requests (ID:SECRET). Without any, signatures are not checked.",
            isOptional: true)
        requestSigning = reader.secrets("signing.secrets", "", example: "ios:choose-a-long-one")
        requiresSignature = reader.value(
            "signing.required", "Also refuse requests without a signature; the page and ecall do not sign.", .flag,
            default: requiresSignature)
    }
}

extension MediaSettings {
    init(reading reader: inout SettingsReader) {
        self.init()
        reader.section("media", "Janus and coturn, which the server starts.")
        addresses = reader.list(
            "media.address",
            "This host's own addresses for media: one IPv4, one IPv6, or both; by default the first suitable one of each.",
            .matching("an address of this host") { IPAddress($0) != nil }, example: "192.0.2.10, 2001:db8::10")
        if !addresses.isEmpty, MediaAddresses(addresses) == nil {
            reader.refuse("media.address (\(reader.origin(of: "media.address"))) takes one of IPv4 and one of IPv6")
        }
        publicAddress = reader.optional(
            "media.publicAddress",
            "The public IPv4 address, if it differs: behind one-to-one NAT, as in most clouds.",
            .matching("an IPv4 address") { IPAddress($0)?.isVersion4 == true }, example: "203.0.113.7")
        turnPort = reader.value(
            "media.turnPort",
            "UDP and TCP, open to clients: coturn. With development, a free port if this one is taken.",
            .number(1...65_535), default: turnPort)
        turnTLSPort = reader.value(
            "media.turnTLSPort", "TCP, open to clients: coturn over TLS, with tls.certificate or turnCertificate.",
            .number(1...65_535), default: turnTLSPort)
        readTURNCertificate(&reader)
        janusPorts = reader.value("media.janusPorts", "UDP, open to clients.", .ports, default: janusPorts)
        relayPorts = reader.value("media.relayPorts", "UDP, open to clients.", .ports, default: relayPorts)
        refuseOverlaps(&reader)
        reader.section("janus", "Access to Janus.")
        takesStockClients = reader.value(
            "janus.stockClients",
            "Also accept connections without a token, as the stock app makes them. They are identified by network address only.",
            .flag,
            default: takesStockClients)
    }

    private mutating func readTURNCertificate(_ reader: inout SettingsReader) {
        turnCertificate = reader.file(
            "media.turnCertificate",
            "PEM: a certificate for coturn and its intermediate certificates, if a proxy holds the one for HTTPS.",
            example: "/etc/ecall/turn.crt")
        turnKey = reader.file(
            "media.turnKey", "PEM: the private key of that certificate.", example: "/etc/ecall/turn.key")
        turnTLSAddress = reader.optional(
            "media.turnTLSAddress",
            "Where clients reach coturn over TLS, by the name in its certificate, if a proxy forwards port 443. By default the host of publicURL, at turnTLSPort.",
            .hostPort, example: "turn.example.org:443")
        if (turnCertificate == nil) != (turnKey == nil) {
            reader.refuse("media.turnCertificate and media.turnKey are given together")
        }
    }

    /// Refuses settings by which two programs would listen on the same port.
    private func refuseOverlaps(_ reader: inout SettingsReader) {
        let all = [
            ("media.janusPorts", janusPorts), ("media.relayPorts", relayPorts), ("media.turnPort", turnPort...turnPort),
            ("media.turnTLSPort", turnTLSPort...turnTLSPort),
        ]
        for (index, one) in all.enumerated() {
            for other in all.dropFirst(index + 1) where one.1.overlaps(other.1) {
                reader.refuse("\(one.0) and \(other.0) (\(reader.origin(of: other.0))) overlap")
            }
        }
    }
}

extension Limits {
    init(reading reader: inout SettingsReader, from start: Limits) {
        self = start
        reader.section(
            "limits", "Sizes, rates (COUNT/SECONDS) and times (seconds). With development the limits are wider.")
        readCodes(&reader)
        readAccounts(&reader)
        readTokens(&reader)
        readPeople(&reader)
        readCalls(&reader)
        readConnections(&reader)
    }

    private mutating func readConnections(_ reader: inout SettingsReader) {
        connectionsPerAddress = reader.value(
            "limits.connectionsPerAddress",
            "Open connections per network address; trusted proxies have no limit.", .number(8...1_000_000),
            default: connectionsPerAddress)
        requestTime = reader.value(
            "limits.requestTime", "The time from the first byte of a request to its last.", .number(2...300),
            default: requestTime)
        idleConnectionTime = reader.value(
            "limits.idleConnectionTime", "How long a connection stays open between requests.", .number(5...3600),
            default: idleConnectionTime)
    }

    private mutating func readCodes(_ reader: inout SettingsReader) {
        codeLifetime = reader.value(
            "limits.codeLifetime", "One-time codes.", .number(30...86_400), default: codeLifetime)
        codeAttempts = reader.value("limits.codeAttempts", "", .number(1...20), default: codeAttempts)
        repeatedRequestWindow = reader.value(
            "limits.repeatedRequestWindow", "The same request within this time counts as one.",
            .number(0...60), default: repeatedRequestWindow)
        codesPerIdentifier = reader.value(
            "limits.codesPerIdentifier", "Codes for one address or number, for all strangers together.", .rate,
            default: codesPerIdentifier)
        codesPerIdentifierDaily = reader.value(
            "limits.codesPerIdentifierDaily", "", .rate, default: codesPerIdentifierDaily)
        codesPerIdentifierAndAddress = reader.value(
            "limits.codesPerIdentifierAndAddress", "The same, for one network address.", .rate,
            default: codesPerIdentifierAndAddress)
        codesPerIdentifierAndAddressDaily = reader.value(
            "limits.codesPerIdentifierAndAddressDaily", "", .rate, default: codesPerIdentifierAndAddressDaily)
        readFirstCodes(&reader)
        codesPerAddress = reader.value(
            "limits.codesPerAddress", "All codes for one network address; many people can share one.", .rate,
            default: codesPerAddress)
        codeRequestsPerAddress = reader.value(
            "limits.codeRequestsPerAddress", "Requests, whether a code is sent or not.", .rate,
            default: codeRequestsPerAddress)
        verificationsPerAddress = reader.value(
            "limits.verificationsPerAddress", "", .rate, default: verificationsPerAddress)
        readBudgets(&reader)
        readWrongCodes(&reader)
        externalSignInsPerAddress = reader.value(
            "limits.externalSignInsPerAddress", "Sign-ins with Google and Apple.", .rate,
            default: externalSignInsPerAddress)
        uniformAnswerTime = reader.value(
            "limits.uniformAnswerTime",
            "Milliseconds: sign-in answers at multiples of it, so that timing reveals nothing.",
            .number(0...5000),
            default: uniformAnswerTime)
    }

    private mutating func readFirstCodes(_ reader: inout SettingsReader) {
        firstCodesPerAddress = reader.value(
            "limits.firstCodesPerAddress",
            "Additional first codes of a recipient for each network, and for all networks.", .rate,
            default: firstCodesPerAddress)
        firstCodesPerAddressDaily = reader.value(
            "limits.firstCodesPerAddressDaily", "", .rate, default: firstCodesPerAddressDaily)
        firstCodesPerIdentifier = reader.value(
            "limits.firstCodesPerIdentifier", "", .rate, default: firstCodesPerIdentifier)
        firstCodesPerIdentifierDaily = reader.value(
            "limits.firstCodesPerIdentifierDaily", "", .rate, default: firstCodesPerIdentifierDaily)
    }

    private mutating func readWrongCodes(_ reader: inout SettingsReader) {
        wrongCodesPerIdentifier = reader.value(
            "limits.wrongCodesPerIdentifier",
            "Wrong guesses per day after which codes get longer: for one recipient, and for the whole server.",
            .number(1...100_000), default: wrongCodesPerIdentifier)
        wrongCodesInAll = reader.value(
            "limits.wrongCodesInAll", "", .number(0...1_000_000), default: wrongCodesInAll)
        wrongLongerCodesInAll = reader.value(
            "limits.wrongLongerCodesInAll", "", .number(0...1_000_000), default: wrongLongerCodesInAll)
        wrongShortCodesInAll = reader.value(
            "limits.wrongShortCodesInAll",
            "For clients that accept only six digits: beyond it strangers get no codes.", .number(0...1_000_000),
            default: wrongShortCodesInAll)
    }

    private mutating func readBudgets(_ reader: inout SettingsReader) {
        codesInAll = reader.value(
            "limits.codesInAll", "Codes of the whole server; beyond it nobody gets one.", .rate, default: codesInAll)
        textMessages = reader.value(
            "limits.textMessages", "Text messages, which cost money: in total, and per country calling code.", .rate,
            default: textMessages)
        textMessagesPerCountry = reader.value(
            "limits.textMessagesPerCountry", "", .rate, default: textMessagesPerCountry)
        repeatedAnswerWindow = reader.value(
            "limits.repeatedAnswerWindow", "How long a device can repeat an answered sign-in.",
            .number(0...600), default: repeatedAnswerWindow)
    }

    private mutating func readAccounts(_ reader: inout SettingsReader) {
        addressProofs = reader.value(
            "limits.addressProofs", "Codes for further addresses of an account.", .rate, default: addressProofs)
        addressProofLifetime = reader.value(
            "limits.addressProofLifetime", "How long a proved address waits for the change.", .number(60...86_400),
            default: addressProofLifetime)
        loginMethods = reader.value(
            "limits.loginMethods", "Login methods of an account.", .number(1...100), default: loginMethods)
        freshSignIn = reader.value(
            "limits.freshSignIn", "How long after a sign-in the account can be changed without another proof.",
            .number(60...86_400), default: freshSignIn)
        takeBackTime = reader.value(
            "limits.takeBackTime", "How long a removed login method can be taken back.",
            .number(86_400...31_536_000), default: takeBackTime)
        removalsPerUser = reader.value(
            "limits.removalsPerUser", "Removed or replaced login methods; each sends a message.", .rate,
            default: removalsPerUser)
        takeBacksPerAddress = reader.value("limits.takeBacksPerAddress", "", .rate, default: takeBacksPerAddress)
        deletionGrace = reader.value(
            "limits.deletionGrace", "The time between requesting the deletion of an account and the deletion.",
            .number(0...31_536_000),
            default: deletionGrace)
        namesPerUser = reader.value(
            "limits.namesPerUser", "Changes of an account's name.", .rate, default: namesPerUser)
        namesPerUserHourly = reader.value("limits.namesPerUserHourly", "", .rate, default: namesPerUserHourly)
        exportsPerUser = reader.value(
            "limits.exportsPerUser", "Exports of an account's data.", .rate, default: exportsPerUser)
        reportsPerUser = reader.value(
            "limits.reportsPerUser", "Reports to the operator by one person.", .rate, default: reportsPerUser)
    }

    private mutating func readTokens(_ reader: inout SettingsReader) {
        accessTokenLifetime = reader.value(
            "limits.accessTokenLifetime", "Tokens.", .number(60...86_400), default: accessTokenLifetime)
        refreshTokenLifetime = reader.value(
            "limits.refreshTokenLifetime", "", .number(3600...31_536_000), default: refreshTokenLifetime)
        refreshGrace = reader.value(
            "limits.refreshGrace", "How long the previous refresh token is still accepted.", .number(0...600),
            default: refreshGrace)
        signInLifetime = reader.value(
            "limits.signInLifetime", "The maximum duration of a sign-in, however often it is refreshed.",
            .number(86_400...315_360_000), default: signInLifetime)
        refreshesPerFamily = reader.value("limits.refreshesPerFamily", "", .rate, default: refreshesPerFamily)
    }

    private mutating func readPeople(_ reader: inout SettingsReader) {
        publicKeyUsers = reader.value(
            "limits.publicKeyUsers", "Maximum number of people in one request for keys.", .number(1...1000),
            default: publicKeyUsers)
        friendRequestsById = reader.value("limits.friendRequestsById", "", .rate, default: friendRequestsById)
        friendRequestsPerPair = reader.value(
            "limits.friendRequestsPerPair", "Contact requests from one person to another.", .rate,
            default: friendRequestsPerPair)
        friendRequestsPerPairDaily = reader.value(
            "limits.friendRequestsPerPairDaily", "", .rate, default: friendRequestsPerPairDaily)
        alertsPerUser = reader.value(
            "limits.alertsPerUser", "Pushes to one person except rings, for each kind.", .rate,
            default: alertsPerUser)
        alertsPerPair = reader.value(
            "limits.alertsPerPair", "The same for pushes of one kind that one person causes to another.", .rate,
            default: alertsPerPair)
        shareTokenLifetime = reader.value(
            "limits.shareTokenLifetime", "Links.", .number(60...2_592_000), default: shareTokenLifetime)
        shareTokens = reader.value("limits.shareTokens", "", .rate, default: shareTokens)
        searchesPerUser = reader.value("limits.searchesPerUser", "Searches.", .rate, default: searchesPerUser)
        searchesPerAddress = reader.value("limits.searchesPerAddress", "", .rate, default: searchesPerAddress)
        landingsPerAddress = reader.value(
            "limits.landingsPerAddress", "Opened contact links.", .rate, default: landingsPerAddress)
        deviceStatements = reader.value(
            "limits.deviceStatements", "Stored vouches and revocations of an account.", .number(1...1000),
            default: deviceStatements)
        deviceStatementsPerDevice = reader.value(
            "limits.deviceStatementsPerDevice", "The share of one device.", .number(1...1000),
            default: deviceStatementsPerDevice)
    }

    private mutating func readCalls(_ reader: inout SettingsReader) {
        callParticipants = reader.value(
            "limits.callParticipants", "People in a call, including ringing people.", .number(2...100),
            default: callParticipants)
        ringsPerPair = reader.value(
            "limits.ringsPerPair", "Rings from one person to another.", .rate, default: ringsPerPair)
        ringsPerPairHourly = reader.value("limits.ringsPerPairHourly", "", .rate, default: ringsPerPairHourly)
        ringsPerCaller = reader.value(
            "limits.ringsPerCaller", "Rings from one person to all people.", .rate, default: ringsPerCaller)
        ringsPerCallerHourly = reader.value("limits.ringsPerCallerHourly", "", .rate, default: ringsPerCallerHourly)
        ringsPerTarget = reader.value(
            "limits.ringsPerTarget",
            "Rings from all people to one person; beyond that each contact has ringsPerPairOfBusy.", .rate,
            default: ringsPerTarget)
        ringsPerTargetHourly = reader.value("limits.ringsPerTargetHourly", "", .rate, default: ringsPerTargetHourly)
        ringsPerPairOfBusy = reader.value("limits.ringsPerPairOfBusy", "", .rate, default: ringsPerPairOfBusy)
        rejoinsPerUser = reader.value(
            "limits.rejoinsPerUser", "Requests to rejoin a call.", .rate, default: rejoinsPerUser)
        updatesPerDevice = reader.value(
            "limits.updatesPerDevice",
            "Changes of a device in a call that others are notified of: muted, video, connected.",
            .rate, default: updatesPerDevice)
        muteRequestsPerPair = reader.value(
            "limits.muteRequestsPerPair", "Requests to mute, from one person to another.", .rate,
            default: muteRequestsPerPair)
        invitationRequestsPerUser = reader.value(
            "limits.invitationRequestsPerUser", "Requests for an invitation by a call link, from one person.", .rate,
            default: invitationRequestsPerUser)
        invitationRequestsPerPair = reader.value(
            "limits.invitationRequestsPerPair", "The same, from one person to another.", .rate,
            default: invitationRequestsPerPair)
        invitationRequestsPerPairHourly = reader.value(
            "limits.invitationRequestsPerPairHourly", "", .rate, default: invitationRequestsPerPairHourly)
        e2eeSendsPerDevice = reader.value(
            "limits.e2eeSendsPerDevice",
            "E2EE messages in a call; COUNT is the burst: messages and bytes of a device, deliveries of a call.",
            .rate, default: e2eeSendsPerDevice)
        e2eeBytesPerDevice = reader.value("limits.e2eeBytesPerDevice", "", .rate, default: e2eeBytesPerDevice)
        e2eeDeliveriesPerCall = reader.value(
            "limits.e2eeDeliveriesPerCall", "", .rate, default: e2eeDeliveriesPerCall)
    }
}
