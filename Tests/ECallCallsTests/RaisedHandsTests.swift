import ECallAPI
import Foundation
import Testing

@testable import ECallCalls

@Suite("Raised hands")
struct RaisedHandsTests {
    private struct Vectors: Decodable {
        struct Step: Decodable {
            let set: Bool?
            let take: Set<UserID>?
            let raised: [UserID]?
            let lowered: [UserID]?
            let order: [UserID]
        }
        let own: UserID
        let steps: [Step]
    }

    @Test("raised hands keep their order, as the vectors say")
    func order() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/raised-hands.json").standardizedFileURL
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        #expect(vectors.steps.count == 12)
        var hands = RaisedHands()
        for (index, step) in vectors.steps.enumerated() {
            if let isRaised = step.set { hands.set(vectors.own, isRaised: isRaised) }
            if let raised = step.take {
                let change = hands.take(raised, besides: vectors.own)
                #expect(change.raised == step.raised && change.lowered == step.lowered, "step \(index)")
            }
            for (place, user) in step.order.enumerated() {
                #expect(hands.place(of: user) == place + 1, "step \(index)")
            }
            let places = (1...10).compactMap { hands.place(of: UserID(UInt64($0))) }
            #expect(places.count == step.order.count, "step \(index)")
        }
    }
}
