import Notifications
import OpenIDConnect
import ServerFoundation

extension ProviderSettings {
    /// - Parameter publicURL: this server's public URL.
    init(reading reader: inout SettingsReader, publicURL: String?) {
        self.init()
        smtp = SMTPSettings.read(&reader)
        twilio = TwilioSettings.read(&reader)
        apns = APNsSettings.read(&reader)
        webPush = WebPushSettings.read(&reader, publicURL: publicURL)
        google = GoogleSettings.read(&reader)
        apple = AppleSettings.read(&reader)
        reader.section("location", "The city of an IP address, shown in the list of devices.", isOptional: true)
        locationFile = reader.file(
            "location.file", "A MaxMind file (GeoLite2-City.mmdb).", example: "/var/lib/GeoIP/GeoLite2-City.mmdb")
    }
}

extension SettingsReader {
    /// Reads a service's address and its trusted authorities.
    fileprivate mutating func service(_ section: String, _ name: String, default base: ServiceAddress) -> ServiceAddress
    {
        ServiceAddress(
            value("\(section).\(name)", "The address of the service.", .base, default: base.base),
            authorityFile: authority(section))
    }

    fileprivate mutating func authority(_ section: String) -> String? {
        file(
            "\(section).authorityFile", "PEM: authorities to trust for this provider instead of the system's.",
            example: "/etc/ecall/authorities.crt")
    }
}

extension SMTPSettings {
    fileprivate static func read(_ reader: inout SettingsReader) -> SMTPSettings? {
        reader.section("smtp", "Mail: codes for e-mail addresses.", isOptional: true)
        let host = reader.optional("smtp.host", "", .text, example: "mail.example.org")
        let port = reader.value("smtp.port", "", .number(1...65_535), default: 587)
        let security = reader.value(
            "smtp.security", "starttls; tls from the first byte (port 465); none for this machine only.", .choice,
            default: Security.startTLS)
        let username = reader.optional("smtp.username", "", .text, example: "ecall")
        let password = reader.secret(
            "smtp.password", "Or use the setting for a file that contains it.", example: "secret")
        let sender = reader.optional(
            "smtp.sender", "The From address.",
            .matching("an e-mail address") { $0.split(separator: "@").count == 2 && !$0.contains(" ") },
            example: "calls@example.org")
        let authority = reader.authority("smtp")
        guard reader.isOn("smtp", needs: ["smtp.host", "smtp.sender"]), let host, let sender else { return nil }
        if (username == nil) != (password == nil) {
            reader.refuse("smtp.username and smtp.password are given together")
        }
        return SMTPSettings(
            host: host, port: port, security: security, username: username, password: password, sender: sender,
            authorityFile: authority)
    }
}

extension TwilioSettings {
    fileprivate static func read(_ reader: inout SettingsReader) -> TwilioSettings? {
        reader.section("twilio", "Text messages: codes for phone numbers.", isOptional: true)
        let account = reader.optional("twilio.accountSID", "", .text, example: "AC0123456789abcdef0123456789abcdef")
        let token = reader.secret(
            "twilio.authToken", "Or use the setting for a file that contains it.", example: "secret")
        let sender = reader.optional(
            "twilio.sender", "A number in E.164, or the SID of a messaging service.",
            .matching("a number as +15005550006, or MG…") { $0.hasPrefix("+") || $0.hasPrefix("MG") },
            example: "+15005550006")
        let service = reader.service("twilio", "address", default: ServiceAddress("https://api.twilio.com"))
        let needed = ["twilio.accountSID", "twilio.authToken", "twilio.sender"]
        guard reader.isOn("twilio", needs: needed), let account, let token, let sender else { return nil }
        return TwilioSettings(accountSID: account, authToken: token, sender: sender, service: service)
    }
}

extension APNsSettings {
    fileprivate static func read(_ reader: inout SettingsReader) -> APNsSettings? {
        reader.section("apns", "Pushes to Apple's devices.", isOptional: true)
        let keyFile = reader.file("apns.keyFile", "The .p8 file of the signing key.", example: "/etc/ecall/apns.p8")
        let keyID = reader.optional("apns.keyID", "", .text, example: "ABC123DEFG")
        let teamID = reader.optional("apns.teamID", "", .text, example: "DEF123GHIJ")
        let bundleID = reader.optional("apns.bundleID", "", .text, example: "org.example.calls")
        let service = reader.service("apns", "address", default: ServiceAddress("https://api.push.apple.com"))
        let needed = ["apns.keyFile", "apns.keyID", "apns.teamID", "apns.bundleID"]
        guard reader.isOn("apns", needs: needed), let keyFile, let keyID, let teamID, let bundleID else { return nil }
        return APNsSettings(keyFile: keyFile, keyID: keyID, teamID: teamID, bundleID: bundleID, service: service)
    }
}

extension WebPushSettings {
    /// - Parameter publicURL: the default contact that is given to push services.
    fileprivate static func read(_ reader: inout SettingsReader, publicURL: String?) -> WebPushSettings {
        reader.section("webPush", "Notifications in browsers whose page is closed.")
        let isEnabled = reader.value(
            "webPush.enabled", "Send notifications through the browsers' push services.", .flag, default: true)
        let contact = reader.optional(
            "webPush.contact", "The contact for operators of push services; by default publicURL.",
            .matching("an address like mailto:calls@example.org or https://example.org") {
                ($0.hasPrefix("mailto:") && $0.contains("@")) || $0.hasPrefix("https://")
            }, example: "mailto:calls@example.org")
        let origins = reader.list(
            "webPush.allowedOrigins",
            "Push services that are allowed to have private addresses, such as UnifiedPush on your own network.",
            .matching("an origin like https://push.example.org") {
                $0.hasPrefix("https://") && SettingKind.base.parse($0) != nil
            },
            example: "https://push.example.org")
        let authority = reader.authority("webPush")
        return WebPushSettings(
            isEnabled: isEnabled, contact: contact ?? publicURL.flatMap { $0.hasPrefix("https://") ? $0 : nil },
            allowedOrigins: origins,
            authorityFile: authority)
    }
}

extension GoogleSettings {
    fileprivate static func read(_ reader: inout SettingsReader) -> GoogleSettings? {
        reader.section("google", "Sign-in with Google.", isOptional: true)
        let clients = reader.list(
            "google.clientIDs", "Client IDs whose tokens are accepted; the first is the page's.", .text,
            example: "1234.apps.googleusercontent.com")
        let secret = reader.secret(
            "google.clientSecret",
            "The secret of the page's client, or a file that contains it. Without it the page does not offer Google.",
            example: "secret")
        let issuer = reader.service("google", "issuer", default: ServiceAddress("https://accounts.google.com"))
        guard reader.isOn("google", needs: ["google.clientIDs"]), !clients.isEmpty else { return nil }
        return GoogleSettings(clientIDs: clients, clientSecret: secret, issuer: issuer)
    }
}

extension AppleSettings {
    fileprivate static func read(_ reader: inout SettingsReader) -> AppleSettings? {
        reader.section("apple", "Sign-in with Apple.", isOptional: true)
        let clients = reader.list(
            "apple.clientIDs",
            "Client IDs whose tokens are accepted in addition to the page's; the app's bundle ID first.", .text,
            example: "org.example.calls")
        let teamID = reader.optional("apple.teamID", "", .text, example: "DEF123GHIJ")
        let keyID = reader.optional("apple.keyID", "", .text, example: "ABC123DEFG")
        let keyFile = reader.file(
            "apple.keyFile", "The .p8 file of the signing key; without it authorization codes are not exchanged.",
            example: "/etc/ecall/apple.p8")
        let pageClientID = reader.optional(
            "apple.pageClientID",
            "The services ID of the page; without it, or without the key, the page does not offer Apple.",
            .text, example: "org.example.calls.web")
        let issuer = reader.service("apple", "issuer", default: ServiceAddress("https://appleid.apple.com"))
        let needed = ["apple.clientIDs", "apple.teamID", "apple.keyID"]
        guard reader.isOn("apple", needs: needed), !clients.isEmpty, let teamID, let keyID else { return nil }
        return AppleSettings(
            clientIDs: clients, teamID: teamID, keyID: keyID, keyFile: keyFile, pageClientID: pageClientID,
            issuer: issuer)
    }
}
