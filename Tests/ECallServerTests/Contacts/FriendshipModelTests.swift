import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Three people act randomly; after each step the server's lists equal those of a small model.
@Suite("Friendship, against a model", .timeLimit(.minutes(6)))
struct FriendshipModelTests {
    struct Pair: Hashable {
        let from: Int
        let to: Int
        var reversed: Pair { Pair(from: to, to: from) }
    }

    struct Model: Equatable {
        /// Both directions of each.
        var friends: Set<Pair> = []
        var requests: Set<Pair> = []
        var blocks: Set<Pair> = []

        enum Step: CaseIterable { case ask, askByToken, accept, decline, cancel, remove, block }

        /// The result of `pair.from` acting on `pair.to`: an error code; nil for success.
        mutating func take(_ step: Step, _ pair: Pair) -> ErrorCode? {
            switch step {
            case .ask, .askByToken:
                if blocks.contains(pair) { return .sendFriendRequestFailed }
                if friends.contains(pair) { return .alreadyFriends }
                if requests.contains(pair.reversed) { befriend(pair) } else { requests.insert(pair) }
            case .accept:
                if requests.contains(pair.reversed), !blocks.contains(pair) {
                    befriend(pair)
                } else if !friends.contains(pair) {
                    return .acceptRequestFailed
                }
            case .decline: requests.remove(pair.reversed)
            case .cancel: requests.remove(pair)
            case .remove: friends.subtract([pair, pair.reversed])
            case .block:
                if blocks.remove(pair) != nil { return nil }
                let isAcquainted =
                    friends.contains(pair) || requests.contains(pair) || requests.contains(pair.reversed)
                guard isAcquainted else { return .toggleBlockFailed }
                blocks.insert(pair)
            }
            return nil
        }

        private mutating func befriend(_ pair: Pair) {
            friends.formUnion([pair, pair.reversed])
            requests.subtract([pair, pair.reversed])
        }

        func lists(of person: Int, _ ids: [UserID]) -> Lists {
            func others(_ pairs: Set<Pair>) -> Set<UserID> {
                Set(pairs.filter { $0.from == person }.map { ids[$0.to] })
            }
            return Lists(
                contacts: others(friends), blockedContacts: others(friends.intersection(blocks)),
                received: others(Set(requests.map(\.reversed)).subtracting(blocks)), sent: others(requests),
                blocked: others(blocks))
        }
    }

    struct Seeded: RandomNumberGenerator {
        var state: UInt64
        // SplitMix64.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }
    }

    private static func perform(
        _ step: Model.Step, _ one: Person, _ other: Person, _ app: TestApp
    ) async throws -> Answer {
        let target = FriendRequestTarget(targetUserId: other.id)
        switch step {
        case .ask: return try await app.call(.sendFriendRequest, target, as: one)
        case .askByToken:
            let token = try await app.call(.createShareToken, as: other).value(TokenBody.self)
            return try await app.call(.sendFriendRequestByToken, token, as: one)
        case .accept: return try await app.call(.acceptFriendRequest, target, as: one)
        case .decline: return try await app.call(.declineFriendRequest, target, as: one)
        case .cancel: return try await app.call(.cancelFriendRequest, target, as: one)
        case .remove: return try await app.call(.deleteContact, id: other.id.rawValue, as: one)
        case .block: return try await app.call(.toggleBlock, id: other.id.rawValue, as: one)
        }
    }

    @Test(
        "random actions of three people give the model's lists",
        arguments: [SeededGenerator.fromEnvironment().seed, 1, 2])
    func lives(seed: UInt64) async throws {
        var limits = Limits.development
        limits.friendRequestsById = Rate(count: 100_000, seconds: 86_400)
        limits.shareTokens = Rate(count: 100_000, seconds: 3600)
        try await TestApp.run(limits: limits) { app in
            var generator = Seeded(state: seed)
            var people: [Person] = []
            for name in ["ana", "bob", "eve"] { people.append(try await app.signIn("\(name)@example.net", name: name)) }
            var model = Model()
            var history: [String] = []
            for _ in 0..<250 {
                let step = Model.Step.allCases.randomElement(using: &generator) ?? .ask
                let from = Int.random(in: 0..<3, using: &generator)
                let to = (from + Int.random(in: 1...2, using: &generator)) % 3
                history.append("\(from) \(step) \(to)")
                let expected = model.take(step, Pair(from: from, to: to))
                let answer = try await Self.perform(step, people[from], people[to], app)
                let code = (try? JSONDecoder().decode(ErrorEnvelope.self, from: answer.body))?.code
                var isRight = code == expected && (answer.status == 200) == (expected == nil)
                for (index, person) in people.enumerated() {
                    let lists = try await Lists.of(person, app)
                    isRight = isRight && lists == model.lists(of: index, people.map(\.id))
                }
                try #require(isRight, "seed \(seed): \(history.suffix(12)), answered \(answer.text)")
            }
        }
    }
}
