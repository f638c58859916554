import Crypto
import ECallAPI
import Foundation

/// Selects the statements of an account that make room for another one (e2ee 1). Pure.
///
/// The least important to contacts goes first: statements that no one believes, vouches for identities that are gone, then
/// statements of signed-out devices, their revocations last. No statement of a signed-in device is dropped for another
/// device, except the oldest of its vouches for a revocation.
struct DeviceStatementStore {
    struct Kept: Sendable, Hashable {
        let text: String
        let isRevoke: Bool
    }

    /// The reason to drop a statement, in dropping order.
    private enum Rank: Int, Comparable {
        /// By a signed-in device but not signed by it: stored before statements were checked.
        case unsigned
        /// A vouch for an identity that no device has any more.
        case outdated
        case vouchOfSignedOut
        /// A revocation by a signed-out device that has been revoked itself.
        case revokeOfRevoked
        case revokeOfSignedOut
        case vouch
        case revoke

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Entry {
        let text: String
        let by: String
        let rank: Rank
    }

    private let kept: [Kept]
    private let devices: [Device]

    /// - Parameter kept: the stored statements, oldest first.
    init(_ kept: [Kept], devices: [Device]) { (self.kept, self.devices) = (kept, devices) }

    /// The ranked statements, oldest first.
    private var entries: [Entry] {
        let present = Dictionary(
            devices.map { (DeviceKey(user: $0.user, device: $0.id).description, $0) },
            uniquingKeysWith: { one, _ in one })
        let identities = Set(
            devices.map { Base64URL.encode(Data(SHA256.hash(data: Data($0.identity.utf8)))) })
        let read = kept.map { (kept: $0, statement: DeviceStatement($0.text)) }
        let revoked = Self.revoked(read.compactMap(\.statement), present)
        return read.map { kept, statement in
            guard let statement else { return Entry(text: kept.text, by: "", rank: .unsigned) }
            let rank: Rank
            if let device = present[statement.by] {
                switch statement.kind {
                case _ where !statement.isSaid(by: device): rank = .unsigned
                case .vouch: rank = identities.contains(statement.subject) ? .vouch : .outdated
                case .revoke: rank = .revoke
                }
            } else {
                switch statement.kind {
                case .vouch: rank = identities.contains(statement.subject) ? .vouchOfSignedOut : .outdated
                case .revoke: rank = revoked(statement) ? .revokeOfRevoked : .revokeOfSignedOut
                }
            }
            return Entry(text: kept.text, by: statement.by, rank: rank)
        }
    }

    /// Whether a signed-in device has revoked the key that signed a statement.
    private static func revoked(
        _ statements: [DeviceStatement], _ present: [String: Device]
    ) -> (DeviceStatement) -> Bool {
        let keys = Set(
            statements.filter { statement in
                statement.kind == .revoke && present[statement.by].map(statement.isSaid(by:)) ?? false
            }.map(\.subject))
        return { statement in keys.contains { statement.signed.isSigned(by: $0) } }
    }

    /// The statements dropped for a new one; nil if it has no room even so.
    func dropped(for statement: DeviceStatement, room: DeviceStatementRoom) -> [String]? {
        let own = kept.count { DeviceStatement($0.text)?.by == statement.by }
        if own < room.device, kept.count < room.account { return [] }
        let mayGo: Rank = statement.kind == .revoke ? .vouch : .revokeOfSignedOut
        // Stable: within a rank, the oldest goes first.
        let order = entries.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        var rest = order.map(\.element)
        var dropped: [String] = []
        func drop(where isCandidate: (Entry) -> Bool) -> Bool {
            guard let index = rest.firstIndex(where: { $0.rank <= mayGo && isCandidate($0) }) else { return false }
            dropped.append(rest.remove(at: index).text)
            return true
        }
        while rest.count(where: { $0.by == statement.by }) >= room.device {
            guard drop(where: { $0.by == statement.by }) else { return nil }
        }
        while rest.count >= room.account {
            guard drop(where: { _ in true }) else { return nil }
        }
        return dropped
    }
}
