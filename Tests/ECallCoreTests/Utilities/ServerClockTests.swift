import ECallAPI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCore

@Suite("The server's time", .timeLimit(.minutes(1)))
struct ServerClockTests {
    private struct Vectors: Decodable {
        struct Observation: Decodable {
            let date: String?
            let sentAt: Double
            let receivedAt: Double
        }
        struct Notice: Decodable {
            let amount: Int
            let unit: String
            let direction: String
        }
        struct Ask: Decodable {
            let now: Double
            let clock: Double
            let serverTime: Double
            let notice: Notice?
        }
        struct Case: Decodable {
            let name: String
            let observations: [Observation]
            let asks: [Ask]
        }
        let cases: [Case]
    }

    private static func nanoseconds(_ milliseconds: Double) -> UInt64 { UInt64(milliseconds * 1e6) }

    @Test("the clock counts on from the newest answer, whatever this machine's clock says, as the vectors say")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Vectors/server-time.json").standardizedFileURL
        let cases = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).cases
        #expect(cases.count >= 10)
        for item in cases {
            var time = ServerTime()
            for seen in item.observations {
                guard let date = seen.date.flatMap(DateFormatters.httpDate) else { continue }
                time.observe(date, sent: Self.nanoseconds(seen.sentAt), received: Self.nanoseconds(seen.receivedAt))
            }
            for ask in item.asks {
                let clock = Date(timeIntervalSince1970: ask.clock / 1000)
                let now = Self.nanoseconds(ask.now)
                let date = time.date(at: now) ?? clock
                #expect(abs(date.timeIntervalSince1970 * 1000 - ask.serverTime) < 1, "\(item.name)")
                let error = time.error(of: clock, at: now)
                #expect(error?.amount == ask.notice?.amount, "\(item.name)")
                #expect(error?.unit.rawValue == ask.notice?.unit, "\(item.name)")
                #expect(error?.isFast == ask.notice.map { $0.direction == "fast" }, "\(item.name)")
            }
        }
    }

    /// Answers with a time of day of its own.
    private struct Server: HTTPTransport {
        let date: String
        var status = 200

        func perform(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
            HTTPResponse(status: status, headers: ["date": date], body: Data("{}".utf8))
        }
    }

    private struct NoTokens: TokenStore {
        func tokens() -> SessionTokens? { nil }
        func store(_ tokens: SessionTokens) {}
        func clear() {}
    }

    @Test("the clock learns from every answer, also from a refusal", arguments: [200, 404])
    func everyAnswer(status: Int) async throws {
        let time = ManualTime()
        let client = APIClient(
            server: try .test(), tokens: NoTokens(),
            transport: Server(date: "Fri, 15 Jan 2027 11:00:00 GMT", status: status), time: time)
        #expect(client.clock.date() == time.date(), "before the first answer")
        #expect(client.clock.error() == nil)
        _ = try? await client.send(.appConfig, as: [String: String].self)
        // The test's clock says 08:00:00.
        let ahead = client.clock.date().timeIntervalSince(time.date())
        #expect(ahead == 3 * 3600 + 0.5)
        #expect(client.clock.error() == ClockError(ahead: -ahead))
        time.advance(by: .seconds(60))
        #expect(client.clock.date().timeIntervalSince(time.date()) == ahead, "counted on")
    }
}
