import Foundation
import Testing

@testable import FrameCrypto

/// The page runs the same vectors (Tests/WebTests/frames/subscription-slot.test.mjs).
@Suite("Slots and feeds", .timeLimit(.minutes(1)))
struct SubscriptionSlotTests {
    private struct Vectors: Decodable {
        struct Slot: Decodable {
            struct Step: Decodable {
                let at: UInt64
                let `switch`: String?
                let changed: Bool?
                let settling: Bool?
                let sender: String?
            }

            let name: String
            let first: String
            let steps: [Step]
        }

        struct Feeds: Decodable {
            struct Step: Decodable {
                let began: Int?
                let ended: Int?
                let source: String
                let received: Bool?
                let next: Int?
            }

            let name: String
            let steps: [Step]
        }

        let slots: [Slot]
        let feeds: [Feeds]
    }

    private static let vectors = Result {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/slots.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    @Test("a slot opens for the new sender from the request on, and settles two seconds after the last switch")
    func switching() throws {
        let slots = try Self.vectors.get().slots
        #expect(slots.count == 1)
        for vector in slots {
            var slot = SubscriptionSlot(sender: vector.first)
            for (index, step) in vector.steps.enumerated() {
                let now = step.at * millisecond
                if let next = step.switch {
                    let changed = slot.switched(to: next, now: now)
                    #expect(changed == step.changed, "\(vector.name), step \(index)")
                } else {
                    #expect(slot.isSettling(now: now) == step.settling, "\(vector.name), step \(index)")
                    #expect(slot.sender == step.sender, "\(vector.name), step \(index)")
                }
            }
        }
    }

    @Test("44 second-feed-refused: the first feed of a sender and kind is received, until it ends")
    func feeds() throws {
        let vectors = try Self.vectors.get().feeds
        #expect(vectors.count == 1)
        for vector in vectors {
            var feeds = ReceivedFeeds<String, Int>()
            for (index, step) in vector.steps.enumerated() {
                if let feed = step.began {
                    let received = feeds.began(feed, of: step.source)
                    #expect(received == step.received, "\(vector.name), step \(index)")
                } else if let feed = step.ended {
                    let next = feeds.ended(feed, of: step.source)
                    #expect(next == step.next, "\(vector.name), step \(index)")
                }
            }
        }
    }
}
