/// The hosts through which mail filters and chats lead links. Links of any other host are that host's, whatever they carry
/// (decision 119). The page has the same list (`Web/contacts/link-wrappers.js`).
enum LinkWrapper {
    /// These hosts, and all domains below them.
    private static let hosts = [
        "safelinks.protection.outlook.com", "statics.teams.cdn.office.net", "urldefense.com", dashed,
        "secure-web.cisco.com",
        "protect.checkpoint.com", "linkprotect.cudasvc.com", "clicktime.symantec.com", "deref-gmx.net", "deref-web.de",
        "deref-mail.com", "slack-redir.net", "l.facebook.com", "lm.facebook.com", "l.instagram.com", "l.messenger.com",
        "l.threads.net", "www.linkedin.com", "www.google.com", "out.reddit.com", "vk.com", "www.youtube.com",
        "steamcommunity.com",
    ]
    /// The one that writes `-3A` for `%3A` and `_` for `/`.
    private static let dashed = "urldefense.proofpoint.com"

    /// Returns the texts that a wrapper may carry its link in: its parameters, and the rest of its address. Empty for a link that is
    /// not a wrapper.
    static func innerTexts(of link: WrittenLink) -> [String] {
        guard hosts.contains(where: { link.host == $0 || link.host.hasSuffix(".\($0)") }) else { return [] }
        let values = link.query.split(separator: "&").map { pair in
            let value = String(pair[(pair.firstIndex(of: "=").map { pair.index(after: $0) } ?? pair.startIndex)...])
            return PercentEncoding.removed(link.host == dashed ? undashed(value) : value)
        }
        guard embedded(in: PercentEncoding.removed(link.path)) != nil else { return values }
        let rest =
            link.path + (link.query.isEmpty ? "" : "?\(link.query)")
            + (link.fragment.isEmpty ? "" : "#\(link.fragment)")
        return values + [embedded(in: PercentEncoding.removed(rest))].compactMap(\.self)
    }

    private static func undashed(_ value: String) -> String {
        value.replacing(#/-([0-9A-Fa-f]{2})/#) { "%\($0.1)" }.replacing("_", with: "/")
    }

    /// The link within a path, of whose slashes one may have been taken.
    private static func embedded(in text: String) -> String? {
        guard let match = text.firstMatch(of: #/([Hh][Tt][Tt][Pp][Ss]?):\/+((?s).*)/#) else { return nil }
        return "\(match.1)://\(match.2)"
    }
}
