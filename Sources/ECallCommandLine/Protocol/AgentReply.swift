import ECallAPI
import ECallCalls
import ECallMedia
import ECallSecurity
import KeyDistribution
import MemoryDiagnostics
import NetworkCheck

/// The reply of an agent: any number of events and pages, then one result or failure.
struct AgentReply: Codable, Sendable, Equatable {
    /// The request it belongs to; 0 if the request could not be read.
    var id: Int
    var content: Content

    enum Content: Codable, Sendable, Equatable {
        case event(event: ReportedEvent)
        /// A part of a picture to draw.
        case picture(band: PictureBand)
        /// A part of a list; the last part is the result.
        case page(result: CommandResult)
        case result(result: CommandResult)
        case failure(failure: CommandFailure)

        /// Whether nothing follows for this request.
        var isLast: Bool {
            switch self {
            case .event, .page, .picture: false
            case .result, .failure: true
            }
        }
    }
}

enum CommandResult: Codable, Sendable, Equatable {
    case done
    /// `keys` is nil while the profile has none.
    case hello(version: String, keys: KeyProtection?)
    /// The code is on its way to this address.
    case codeSent(to: String)
    case account(account: AccountDetails)
    /// `link` carries `token`: anyone who has it may ask to become a contact, once, for 24 hours.
    case shareToken(token: String, link: String)
    /// Nil while it is off. `link` carries its token: many may have it.
    case personalLink(state: PersonalLinkState?)
    /// Nil once it is withdrawn. Carries the secret of the link: contacts alone can use it.
    case callLink(link: String?)
    /// The name is known if the token contained it.
    case requestSent(name: String?)
    case requests(received: [Person], sent: [Person])
    case contacts(contacts: [Person])
    case person(person: Person)
    case found(people: [FoundPerson])
    case comparison(person: Person, devices: [DeviceComparison])
    case trust(people: [PersonTrust])
    case noted(note: DeviceNote, isSo: Bool)
    case ownDevices(list: OwnDeviceList)
    case call(summary: CallSummary)
    /// Whether the caller got the reply, if there was one to send.
    case declined(isReplied: Bool)
    /// Nil if there is no call.
    case status(call: CallOverview?)
    case participants(list: [CallParticipant])
    /// The people who ring because of an invitation.
    case invited(people: [Person])
    case own(isMuted: Bool, isVideoEnabled: Bool)
    /// Whether the person's own hand is raised now.
    case hand(isRaised: Bool)
    /// The reaction is on its way to everyone.
    case reacted(with: Reaction)
    /// Whether this device shares something now, and which window; nil for the whole screen.
    case screen(isShared: Bool, window: ShareableWindow?)
    case windows(list: [ShareableWindow])
    case media(list: MediaList)
    case network(report: NetworkReport)
    case memory(result: MemoryProbeResult)
}

/// A person: a contact, or the other side of a contact request.
struct Person: Codable, Sendable, Equatable {
    var id: UserID
    var name: String
    var isFavorite: Bool?
    var isBlocked: Bool?
    /// The server's name for a person whose name is stored here, if it differs.
    var saidName: String?
    var doubt: NameDoubt?
}

/// The link by which several people can ask to become contacts.
struct PersonalLinkState: Codable, Sendable, Equatable {
    var link: String
    var maxUses: Int
    var usedCount: Int
    var expiresAt: Timestamp
    /// Whether the link can no longer be used.
    var hasEnded: Bool
}

/// A person found by a search: `ecall add` takes the token, once, within 24 hours.
struct FoundPerson: Codable, Sendable, Equatable {
    var name: String
    var token: String
}

/// The account that is signed in.
struct AccountDetails: Codable, Sendable, Equatable {
    var userId: UserID
    var deviceId: DeviceID
    var name: String
    var email: String
    var phoneNumber: String
    var server: String
    var keys: KeyProtection
    /// Whether the person has chosen the name, and not the server.
    var hasOwnName = true
}

/// The protection of the device's keys on disk.
enum KeyProtection: String, Codable, Sendable, Equatable {
    case sealed
    /// Readable for anyone who can read the account's files.
    case plain
}
