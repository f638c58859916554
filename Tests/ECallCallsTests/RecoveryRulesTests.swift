import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import Testing

@testable import ECallCalls

@Suite("When the media connection is recreated")
struct RecoveryRulesTests {
    /// The vectors that the page's tests read as well, in milliseconds.
    private struct Vectors: Decodable {
        struct Transcript: Decodable {
            let name: String
            let steps: [Step]
        }
        struct Step: Decodable {
            let lost: UInt64?
            let failed: UInt64?
            let random: Double?
            let restored: UInt64?
            let then: Outcome?
        }
        enum Outcome: Decodable, Equatable {
            case attempt(Double)
            case busy

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                self = if let wait = try? value.decode(Double.self) { .attempt(wait) } else { .busy }
            }

            init?(_ step: RoomRecovery.Step?) {
                switch step {
                case .attempt(let wait): self = .attempt(wait / .milliseconds(1))
                case .giveUp: return nil
                case nil: self = .busy
                }
            }
        }
        struct Feeds: Decodable {
            let known: Set<UInt64>
            let participants: [Listed]
            let isMissed: Bool
        }
        struct Listed: Decodable {
            let userId: UserID
            let feedId: FeedID?
            let status: ParticipantStatus

            var participant: Participant {
                Participant(
                    userId: userId, deviceId: DeviceID(userId.rawValue * 11), displayName: "", isHost: false, callId: 7,
                    isHostKey: false, feedId: feedId, isMuted: false, isVideoEnabled: true, status: status)
            }
        }
        let limit: UInt64
        let transcripts: [Transcript]
        let feeds: [Feeds]

        static func read() throws -> Self {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../Vectors/media-recovery.json").standardizedFileURL
            return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        }
    }

    @Test("a lost media connection is recreated as the vectors have it")
    func transcripts() throws {
        let vectors = try Vectors.read()
        #expect(vectors.transcripts.count >= 5)
        let nanoseconds: UInt64 = 1_000_000
        for transcript in vectors.transcripts {
            var recovery = RoomRecovery(limit: .milliseconds(vectors.limit))
            for (number, step) in transcript.steps.enumerated() {
                if let restored = step.restored {
                    recovery.restored(now: restored * nanoseconds)
                    #expect(recovery.lostAt == nil)
                    continue
                }
                let found: RoomRecovery.Step? =
                    if let lost = step.lost {
                        recovery.lost(now: lost * nanoseconds)
                    } else {
                        recovery.failed(now: try #require(step.failed) * nanoseconds, random: try #require(step.random))
                    }
                #expect(Vectors.Outcome(found) == step.then, "\(transcript.name), step \(number + 1)")
            }
        }
    }

    @Test(
        "an unannounced feed is missed; own feeds and those of people outside the call are not")
    func missed() throws {
        let feeds = try Vectors.read().feeds
        #expect(feeds.count >= 4)
        for item in feeds {
            let participants = item.participants.map(\.participant)
            let isMissed = CallMembers.names(
                feedOutside: item.known, participants, own: .init(userID: 1, deviceID: 11))
            #expect(isMissed == item.isMissed)
        }
    }
}
