/// The link to a contact or call in a text, regardless of what chats and people put around it (decision 119).
///
/// Syntax only. The page has the same rule (`Web/contacts/pasted-link.js`); `Tests/Vectors/pasted-links.json` holds both to it.
public enum PastedLink: Sendable, Hashable {
    case contact(ShareLink)
    case call(CallLink)

    /// The reason why a text leads nowhere.
    public enum Problem: Error, Sendable, Hashable {
        case empty
        case notALink
        case notAContactLink
        case malformedToken
        case damagedCall
        case otherServer(host: String)
        case otherServersCall(host: String)
        /// Several links that lead to different places.
        case severalLinks
    }

    private static let contactPath = "/share/contact/"
    private static let addFragment = "/add/"

    /// - Parameter server: the host of the own server, in lower case; links of others are refused, nil takes any.
    public init(_ pasted: String, server: String? = nil) throws(Problem) {
        let visible = VisibleText.trimmed(VisibleText.of(pasted))
        guard !visible.isEmpty else { throw .empty }
        // A user's number is a text of its own.
        if let user = UserID(VisibleText.trimmed(pasted)), !user.isNone {
            self = .contact(.user(user))
            return
        }
        let readings = LinkText.readings(of: pasted).map { Self.results(of: $0, server: server) }
        for results in readings {
            let found = results.compactMap { try? $0.get() }
            guard let first = found.first else { continue }
            guard found.allSatisfy({ $0.leads(to: first) }) else { throw .severalLinks }
            self = first
            return
        }
        let problems = readings.first?.compactMap(\.problem) ?? []
        throw problems.min { $0.rank < $1.rank } ?? (Self.isOtherAddress(visible) ? .notAContactLink : .notALink)
    }

    private static func results(of reading: String, server: String?) -> [Result<PastedLink, Problem>] {
        if let token = bareToken(reading) { return [.success(.contact(.token(token, host: nil)))] }
        return WrittenLink.all(in: reading).map { link in
            Result { () throws(Problem) in try read(link, server: server) }
        }
    }

    /// The token that is all of a text, but for punctuation around it.
    private static func bareToken(_ reading: String) -> String? {
        let scalars = reading.unicodeScalars
        let isPart = { (scalar: Unicode.Scalar) in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: LinkWord.isLetterOrNumber(scalar) || scalar == "_" || scalar == "-"
            }
        }
        guard let first = scalars.firstIndex(where: isPart), let last = scalars.lastIndex(where: isPart) else {
            return nil
        }
        let word = String(scalars[first...last])
        return ShareLink.isToken(word) ? word : nil
    }

    /// An address with another scheme, such as mailto.
    private static func isOtherAddress(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:(?!\/\/)[A-Za-z0-9\-_.~:\/?#\[\]@!$&'()*+,;=%]+/#) != nil
    }

    private static func read(_ link: WrittenLink, server: String?) throws(Problem) -> PastedLink {
        if link.scheme == ShareLink.scheme {
            guard link.host == "contact" else { throw .notAContactLink }
            return .contact(try contact(link.path.dropFirst(), host: nil))
        }
        guard ["", "http", "https"].contains(link.scheme) else { throw .notAContactLink }
        let isForeign = server.map { $0 != link.host } ?? false
        let isPage = link.path.isEmpty || link.path == "/"
        if isPage {
            let call = Result { () throws(CallLink.Problem) in try CallLink(fragment: link.fragment) }
            if isForeign, call.problem != .notALink { throw .otherServersCall(host: link.host) }
            if case .success(let call) = call { return .call(call) }
            if call.problem == .damaged { throw .damagedCall }
        }
        let rest: Substring =
            if let range = link.path.ranges(of: contactPath).last {
                link.path[range.upperBound...]
            } else if isPage, link.fragment.hasPrefix(addFragment) {
                link.fragment.dropFirst(addFragment.count)
            } else {
                ""
            }
        let contact = Result { () throws(Problem) in try Self.contact(rest, host: link.host) }
        if isForeign, contact.problem != Problem.notAContactLink { throw .otherServer(host: link.host) }
        return .contact(try contact.get())
    }

    /// - Parameter rest: of a link, after the part that identifies it as a contact's.
    private static func contact(_ rest: Substring, host: String?) throws(Problem) -> ShareLink {
        let word = LinkWord.first(of: rest) ?? ""
        if ShareLink.isToken(word) { return .token(word, host: host) }
        if let user = UserID(word), !user.isNone { return .user(user) }
        let goesOn = rest.firstIndex(of: "/").map { rest.index(after: $0) < rest.endIndex } ?? false
        throw rest.isEmpty || goesOn ? .notAContactLink : .malformedToken
    }

    /// Whether both name the same person or call.
    private func leads(to other: PastedLink) -> Bool {
        switch (self, other) {
        case (.contact(.token(let one, _)), .contact(.token(let another, _))): one == another
        default: self == other
        }
    }
}

extension PastedLink.Problem {
    /// The lowest is reported if no link in a text works: that link came closest.
    fileprivate var rank: Int {
        switch self {
        case .damagedCall: 0
        case .malformedToken: 1
        case .otherServersCall: 2
        case .otherServer: 3
        case .notAContactLink: 4
        case .empty, .notALink, .severalLinks: 5
        }
    }
}

extension Result {
    fileprivate var problem: Failure? {
        switch self {
        case .success: nil
        case .failure(let problem): problem
        }
    }
}
