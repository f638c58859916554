public import ECallAPI
import ECallContacts
public import ECallLanguage
import Foundation

/// A link from the system or a code. Its secret is never printed.
public struct OpenedText: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { "OpenedText" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The target of a link, on the own server.
public enum OpenedLink: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// A person's link, for one or for several others (requirement 004): what `AddContactFlow.Action.opened` takes.
    case contact(String)
    /// A call in progress.
    case call(CallLink)

    /// The reason a link leads nowhere here.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case contact(ShareLink.Problem)
        case damagedCall
        case otherServer(host: String)

        public var text: Text {
            switch self {
            case .contact(let problem): problem.text
            case .damagedCall: .joinCallDamagedText
            case .otherServer(let host): .errorsLinkOtherServer(host: host)
            }
        }
    }

    /// - Parameter host: of the own server, in lower case; links of others are refused.
    public init(_ opened: OpenedText, host: String) throws(Problem) {
        do throws(CallLink.Problem) {
            self = .call(try CallLink(opened.text, server: host))
            return
        } catch {
            switch error {
            case .notALink, .severalLinks: break
            case .damaged: throw .damagedCall
            case .otherServer(let host): throw .otherServer(host: host)
            }
        }
        do throws(ShareLink.Problem) { _ = try ShareLink(opened.text, server: host) } catch {
            if case .otherServer(let host) = error { throw .otherServer(host: host) }
            throw .contact(error)
        }
        self = .contact(opened.text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The sentence above the sign-in form that gives the reason for it.
    public var explanation: Text {
        switch self {
        case .contact: .signInExplainLink
        case .call: .signInExplainCallLink
        }
    }

    /// Without the secret in the link.
    public var description: String {
        switch self {
        case .contact: "contact"
        case .call: "call"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
