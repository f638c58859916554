import ECallAPI
import Foundation
import Testing

@testable import ECallCalls

@Suite("The history of calls")
struct CallHistoryTests {
    /// Shared with the page.
    private struct Vectors: Decodable {
        struct Reading: Decodable {
            let name: String
            let record: CallRecord
            let call: Call
        }

        struct Call: Decodable {
            struct Person: Decodable {
                let userId: UserID
                let name: String
                let tookPart: Bool
            }

            let id: CallID
            let isOutgoing: Bool
            let isVideo: Bool
            let isGroup: Bool
            let result: String
            let startedAt: Int64
            /// Milliseconds.
            let duration: Int
            let people: [Person]
        }

        struct Grouping: Decodable {
            let name: String
            let now: Int64
            /// Seconds east of UTC.
            let offset: Int64
            let calls: [Short]
            let days: [Day]
        }

        /// `[number, result, "in" or "out", users, start]`
        struct Short: Decodable {
            let call: PastCall

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                let id = try list.decode(CallID.self)
                let result = try #require(PastCall.Result(rawValue: try list.decode(String.self)))
                let isOutgoing = try list.decode(String.self) == "out"
                let users = try list.decode([UserID].self)
                call = PastCall(
                    id: id, isOutgoing: isOutgoing, isVideo: false, isGroup: users.count > 1, result: result,
                    startedAt: Timestamp(milliseconds: try list.decode(Int64.self)), duration: 0,
                    people: users.map { PastCall.Participant(user: $0, name: "", tookPart: true) })
            }
        }

        /// `[number, label, [[kind, calls]…]]`
        struct Day: Decodable, Equatable {
            struct Run: Decodable, Equatable {
                let kind: String
                let calls: [CallID]

                init(_ run: CallDay.Run) { (kind, calls) = (run.kind.rawValue, run.calls.map(\.id)) }

                init(from decoder: any Decoder) throws {
                    var list = try decoder.unkeyedContainer()
                    (kind, calls) = (try list.decode(String.self), try list.decode([CallID].self))
                }
            }

            let day: Int
            let label: String
            let runs: [Run]

            init(_ day: CallDay) {
                (self.day, label, runs) = (day.day, day.label.rawValue, day.runs.map(Run.init))
            }

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                (day, label) = (try list.decode(Int.self), try list.decode(String.self))
                runs = try list.decode([Run].self)
            }
        }

        let records: [Reading]
        let days: [Grouping]
    }

    private static let vectors = Result {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/call-history.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }

    @Test("a history reads as in the vectors")
    func reading() throws {
        let records = try Self.vectors.get().records
        #expect(records.count == 16)
        for item in records {
            let expected = PastCall(
                id: item.call.id, isOutgoing: item.call.isOutgoing, isVideo: item.call.isVideo,
                isGroup: item.call.isGroup, result: try #require(PastCall.Result(rawValue: item.call.result)),
                startedAt: Timestamp(milliseconds: item.call.startedAt), duration: item.call.duration / 1000,
                people: item.call.people.map {
                    PastCall.Participant(user: $0.userId, name: $0.name, tookPart: $0.tookPart)
                })
            #expect(PastCall(item.record) == expected, "\(item.name)")
        }
    }

    @Test("calls are grouped by day and run as in the vectors")
    func grouping() throws {
        let cases = try Self.vectors.get().days
        #expect(cases.count == 8)
        for item in cases {
            let days = CallDay.group(item.calls.map(\.call), now: Timestamp(milliseconds: item.now)) { moment in
                Int((moment.milliseconds + item.offset * 1000) / 86_400_000)
            }
            #expect(days.map(Vectors.Day.init) == item.days, "\(item.name)")
        }
    }

    @Test(
        "a moment belongs to the local day",
        arguments: [
            ("Europe/Berlin", 1_773_442_800_000, 20_526), ("Europe/Berlin", 1_773_442_799_999, 20_525),
            ("America/New_York", 1_773_446_400_000, 20_525), ("Asia/Kathmandu", 1_773_425_700_000, 20_526),
        ] as [(String, Int64, Int)])
    func days(zone: String, moment: Int64, day: Int) throws {
        let zone = try #require(TimeZone(identifier: zone))
        #expect(CallDay.day(of: Timestamp(milliseconds: moment), in: zone) == day)
    }
}
