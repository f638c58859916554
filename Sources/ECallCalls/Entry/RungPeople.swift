import ECallAPI
import ECallCore

/// The people whom this device has rung in its newest call, for when it returns to it: the server's word does not count (e2ee
/// 3).
struct RungPeople {
    /// The people rung in a call, and those of them who asked by a link: anyone who has the link can, so they must be compared.
    struct Rung: Equatable {
        var people: [UInt64] = []
        var byLink: [UInt64] = []
    }

    private struct Kept: Codable {
        let call: UInt64
        let people: [UInt64]
        let byLink: [UInt64]?
    }

    /// The most people that are rung into a call.
    private static let most = 512

    private let storage: any KeyStorage

    init(_ storage: any KeyStorage) { self.storage = storage }

    func of(_ call: CallID) -> Rung {
        guard let kept = try? storage.value(.rungPeople, as: Kept.self), kept.call == call.rawValue else {
            return Rung()
        }
        return Rung(people: kept.people, byLink: kept.byLink ?? [])
    }

    /// Adds people. If they cannot be stored, this matters only when the device returns to the call.
    func add(_ people: [UInt64], to call: CallID, isByLink: Bool = false) {
        let before = of(call)
        let all = Set(before.people).union(people).sorted().prefix(Self.most)
        let byLink = Set(before.byLink).union(isByLink ? people : []).intersection(all).sorted()
        try? storage.store(Kept(call: call.rawValue, people: Array(all), byLink: byLink), as: .rungPeople)
    }
}
