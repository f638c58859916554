import ECallAPI
import ECallCore

/// Whom this device has rung in its newest call, kept for when it comes back to it: what the server says of that counts for nothing
/// (e2ee 3).
struct RungPeople {
    private struct Kept: Codable {
        let call: UInt64
        var people: [UInt64]
    }

    /// More are not rung into a call.
    private static let most = 512

    private let storage: any KeyStorage

    init(_ storage: any KeyStorage) { self.storage = storage }

    /// Those rung in a call; none where another one is kept.
    func of(_ call: CallID) -> [UInt64] {
        guard let kept = try? storage.value(.rungPeople, as: Kept.self), kept.call == call.rawValue else { return [] }
        return kept.people
    }

    /// Keeps further ones. What cannot be kept is missed only where the device comes back.
    func add(_ people: [UInt64], to call: CallID) {
        let all = Set(of(call)).union(people).sorted().prefix(Self.most)
        try? storage.store(Kept(call: call.rawValue, people: Array(all)), as: .rungPeople)
    }
}
