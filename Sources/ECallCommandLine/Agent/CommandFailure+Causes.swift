import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage

extension CommandFailure {
    init(_ error: KeyStorageError) {
        switch error {
        case .locked: self = .locked
        case .wrongKey: self = .wrongSecret
        case .invalidProfileName: self.init(.usage, error.text)
        case .system, .damaged, .tooLarge, .unsafeDirectory: self.init(.failure, error.text)
        }
    }

    init(_ error: APIClientError) {
        switch error {
        case .signedOut(nil): self = .notSignedIn
        case .signedOut: self = .signedOutByServer
        case .offline, .refused, .unknownHost, .timeout, .untrusted: self.init(.unreachable, error.text)
        case .storage(let cause): self.init(cause)
        case .cancelled: self.init(.interrupted, error.text)
        case .server, .undecodable, .unencodable, .answerTooLarge: self.init(.failure, error.text)
        }
    }

    init(_ error: SignInError) {
        switch error {
        case .server(let cause): self.init(cause)
        case .storage(let cause): self.init(cause)
        case .identifier: self.init(.usage, error.text)
        case .alreadySignedIn: self.init(.failure, .hint(error.text, .terminalType(command: "ecall logout")))
        case .keptForAnother:
            self.init(.failure, .hint(error.text, .terminalKeysKept(command: "ecall logout")))
        case .methodUnavailable, .noCodeRequested, .malformedCode, .keysNotMade, .damagedKeys:
            self.init(.failure, error.text)
        }
    }

    init(_ error: ContactsError) {
        switch error {
        case .server(let cause): self.init(cause)
        case .noMatch:
            self.init(.noSuchPerson, .hint(error.text, .terminalType(command: "ecall contacts")))
        case .gone(_, let others) where !others.isEmpty:
            self.init(.noSuchPerson, .hint(error.text, .terminalChooseByNumber))
        case .renamed(_, let person):
            self.init(
                .noSuchPerson,
                .hint(error.text, .terminalChooseNumber(number: "\(person.user)")))
        case .gone: self.init(.noSuchPerson, error.text)
        case .ambiguous: self.init(.noSuchPerson, error.text)
        case .search: self.init(.usage, error.text)
        case .link: self.init(.failure, error.text)
        }
    }

    /// The part of giving up a device that failed, and what to do; nil if all of it was done.
    static func givingUp(_ device: DeviceID, _ outcome: GivenUpDevice<AccountError>) -> CommandFailure? {
        if let cause = outcome.notSignedOut.map({ CommandFailure($0) }) {
            let isMarked = outcome.notSaid == nil && outcome.hadKeys
            let state: Text = isMarked ? .devicesLostRevokedOnly : .terminalDevicesStillSignedIn(number: "\(device)")
            let next = Text.terminalType(command: "ecall devices lost \(device)")
            return CommandFailure(cause.status, .hint(.hint(cause.text, state), next))
        }
        guard let cause = outcome.notSaid.map({ CommandFailure($0) }) else { return nil }
        return CommandFailure(
            cause.status, .hint(.terminalDevicesNotMarked(number: "\(device)"), cause.text))
    }

    init(_ error: AccountError) {
        switch error {
        case .server(let cause): self.init(cause)
        case .name, .malformedCode: self.init(.usage, error.text)
        }
    }

    init(_ error: ECallClient.Failure) {
        switch error {
        case .notSignedIn: self = .notSignedIn
        case .offline: self = .unreachable
        case .signIn(let cause): self.init(cause)
        case .storage(let cause): self.init(cause)
        }
    }
}
