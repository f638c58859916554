import ECallAPI
import ECallCalls
import ECallMedia
import ECallSecurity
import Foundation
import KeyDistribution

/// The version of the protocol (not of the program) between commands and agent. Differs → the agent is refused.
enum AgentVersion {
    static let current = "2.20"
}

/// A command's request to its profile's agent. Several may run at once on one connection.
struct AgentRequest: Codable, Sendable, Equatable {
    /// Chosen by the command, repeated in every reply; above 0.
    var id: Int
    var command: AgentCommand
}

/// Everything an agent does. `hello` comes first on a connection, except for `stop`.
enum AgentCommand: Codable, Sendable, Equatable {
    /// Sends the command's version, and the secret of sealed keys if there is one.
    case hello(version: String, secret: ProfileSecret?)
    /// Ends the agent; understood in every version.
    case stop
    case requestCode(form: LoginForm)
    case resendCode(form: LoginForm)
    case verify(form: LoginForm, code: String)
    case rename(name: String)
    case signOut
    /// Restores a removed sign-in method; `server` as for a sign-in.
    case takeBack(token: String, server: String?)
    case whoAmI
    /// The person has chosen another language, a tag (BCP 47), which is reported to the server.
    case language(tag: String)
    case share
    case add(tokenOrLink: String)
    /// The link for several people: as it is, set, or off.
    case personalLink(wish: PersonalLinkWish)
    case requests
    case accept(person: String)
    case refuse(person: String)
    /// In the order of a language, a tag (BCP 47); nil is the one for programs.
    case contacts(language: String?)
    case favorite(person: String, isFavorite: Bool)
    case block(person: String)
    case unblock(person: String)
    case blocked
    /// Reports a person to the operator of the server.
    case report(person: String, reason: ReportReason, note: String?)
    case search(text: String)
    case call(people: [String], media: MediaChoice)
    case invite(people: [String])
    case participants
    /// Sends no sound, or sends it again; nil: the other way than now.
    case mute(isMuted: Bool?)
    /// Sends video or not; nil: the other way than now.
    case camera(isOn: Bool?)
    /// Plays a person's audio for this device, or not.
    case hear(person: String, isHeard: Bool)
    case volume(person: String, percent: Int)
    case askToMute(person: String)
    case remove(person: String)
    /// Raises the own hand, or lowers it; nil: the other way than now.
    case hand(isRaised: Bool?)
    case react(reaction: Reaction)
    /// Shares a window, named as a person does; nil: the whole screen.
    case shareScreen(display: Display, window: String?)
    case endScreen
    case windows(display: Display)
    /// Until it is cancelled; `once`: until the first call is over. Ringing calls are shown on the desktop; nil shows none.
    ///
    /// `stayOnLine`: hangs up a call that was taken here so many seconds after its first media.
    case listen(
        autoAnswer: AutoAnswer?, once: Bool, media: MediaChoice, desktop: Desktop? = nil, stayOnLine: Double? = nil)
    case answer(media: MediaChoice)
    /// The link to the running call, created if there is none; or deletes it.
    case callLink(isWithdrawn: Bool)
    /// Asks by a link to a call to be invited, and takes the call.
    case join(link: String, media: MediaChoice)
    /// Follows the call to which the agent has returned after another was killed, as `call` and `answer` follow theirs.
    case followReturned
    /// With a reply to the caller; nil sends none.
    case decline(reply: CallReply?)
    case hangUp
    /// The numbers to compare for each device of a contact.
    case compare(person: String)
    /// The same as it was shown last.
    case shown(person: String)
    /// Accepts the name that the server gives someone; `name` is the one that was shown.
    case acceptName(person: String, name: String)
    /// The known devices of a contact, or of all.
    case trust(person: String?)
    /// The devices of a person as they were shown last, by `trust` or `status`.
    case shownDevices(person: String)
    /// The person has judged what was shown.
    case note(note: DeviceNote)
    case ownDevices
    /// The digits of one of the person's own devices; nil: this one.
    case compareOwn(device: DeviceID?)
    /// The same as it was shown last.
    case shownOwnDevice(device: DeviceID?)
    /// A device of the person's own is theirs.
    case vouch(shown: OwnDeviceComparison)
    /// A device of the person's own is in other hands.
    case deviceLost(device: DeviceID)
    case status
    /// The devices for audio and video.
    case media
    /// Keeps which of them calls use.
    case useMedia(devices: DeviceNames)
    case checkNetwork
    /// Ends a running request of the same connection in order: its call is hung up and torn down first.
    case cancel(request: Int)
    case diagnoseMemory
}

/// The input for signing in: exactly one of e-mail and phone number.
struct LoginForm: Codable, Sendable, Equatable {
    /// nil: the stored value, else the default.
    var server: String?
    var email: String?
    var phoneNumber: String?
    var displayName: String?
    /// In which the mail with the code is written, a tag (BCP 47); nil leaves it to the agent.
    var language: String?
}

enum PersonalLinkWish: Codable, Sendable, Equatable {
    case show
    case set(request: PersonalLinkRequest)
    case off
}

/// The secret that opens sealed keys. Never printed.
struct ProfileSecret: Codable, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The bytes of a key file, or the UTF-8 bytes of a passphrase.
    var bytes: Data

    var description: String { "secret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
