import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Reports", .timeLimit(.minutes(1)))
struct ReportTests {
    private static func maintenance(_ app: TestApp) -> Maintenance {
        Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
    }

    private static func exported(_ app: TestApp, _ person: Person) async throws -> [ExportedReport] {
        try await app.call(.exportAccount, as: person).value(AccountExport.self).reports
    }

    private static func rows(_ app: TestApp) async throws -> Int {
        try await maintenance(app).reports(closedToo: true).rows.count
    }

    @Test("the operator sees the reporter, the reported, the reason, the call and the time; the reporter can export it")
    func reported() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let eve = try await app.signIn("eve@example.net", name: "Eve")
            let body = ReportRequest(userId: eve.id, reason: .harassment, note: "  Every night.\n", callId: 12)
            try await app.call(.report, body, as: ana).expectOK()
            let report = try #require(try await Self.exported(app, ana).first)
            #expect(report.userId == eve.id && report.reason == .harassment && report.note == "Every night.")
            #expect(report.callId == 12 && report.createdAt == app.clock.now && report.closedAt == nil)
            #expect(try await Self.exported(app, eve) == [])

            let maintenance = Self.maintenance(app)
            let list = try await maintenance.reports(closedToo: false)
            #expect(
                list.rows == [
                    [
                        "\(report.id)", "\(eve.id)", "Eve", "harassment", "\(ana.id)", "\(app.clock.now)", "",
                    ]
                ])
            let shown = try await maintenance.report(report.id).text
            for part in ["Ana", "Eve", "harassment", "Every night.", "12"] { #expect(shown.contains(part)) }
            #expect(try await maintenance.show(maintenance.user("\(eve.id)")).rows.contains(["open reports", "1"]))

            try await maintenance.close(report: report.id)
            #expect(try await maintenance.reports(closedToo: false).rows.isEmpty)
            #expect(try await Self.exported(app, ana).map(\.closedAt) == [app.clock.now])
            await #expect(throws: CommandFailure("There is no open report \(report.id).")) {
                try await maintenance.close(report: report.id)
            }
            await #expect(throws: CommandFailure("There is no report 5.")) { try await maintenance.report(5) }
        }
    }

    @Test(
        "a pair has one open report, even from simultaneous requests; a repeated one replaces it unless closed")
    func repeated() async throws {
        try await TestApp.run { app in
            let (ana, eve) = (try await app.signIn("ana@example.net"), try await app.signIn("eve@example.net"))
            _ = try await atOnce(4) { _ in
                try await app.call(.report, ReportRequest(userId: eve.id, reason: .spam), as: ana).expectOK()
            }
            app.clock.advance(seconds: 60)
            try await app.call(.report, ReportRequest(userId: eve.id, reason: .other, note: "n"), as: ana).expectOK()
            let report = try #require(try await Self.exported(app, ana).first)
            #expect(try await Self.rows(app) == 1)
            #expect(report.reason == .other && report.note == "n")
            #expect(report.createdAt < report.updatedAt && report.updatedAt == app.clock.now)
            try await app.call(.report, ReportRequest(userId: ana.id, reason: .spam), as: eve).expectOK()
            #expect(try await Self.rows(app) == 2)
            try await Self.maintenance(app).close(report: report.id)
            app.clock.advance(seconds: 60)
            try await app.call(.report, ReportRequest(userId: eve.id, reason: .spam), as: ana).expectOK()
            #expect(try await Self.exported(app, ana).map { $0.closedAt == nil } == [true, false])
        }
    }

    @Test("the answer is the same for existing, missing and blocking people")
    func oracle() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let (eve, bo) = (try await app.signIn("eve@example.net"), try await app.signIn("bo@example.net"))
            try await app.befriend(ana, bo)
            try await app.call(.toggleBlock, id: ana.id.rawValue, BlockRequest(isBlocked: true), as: bo).expectOK()
            _ = app.signals.takeDelivered()
            var answers: Set<String> = []
            for id in [eve.id, bo.id, 12_345] {
                let answer = try await app.call(.report, ReportRequest(userId: id, reason: .spam, callId: 9), as: ana)
                answers.insert("\(answer.status) \(answer.text)")
            }
            #expect(answers.count == 1 && answers.first?.hasPrefix("200") == true, "\(answers)")
            // Neither does a later lookup by the reporter; and no one is notified.
            #expect(Set(try await Self.exported(app, ana).map(\.userId)) == [eve.id, bo.id, 12_345])
            #expect(app.signals.takeDelivered() == [])
        }
    }

    @Test(
        "a malformed report is refused and does not count",
        arguments: [
            #"{"userId": 0, "reason": "spam"}"#, #"{"userId": 7}"#, #"{"reason": "spam"}"#,
            #"{"userId": 7, "reason": "murder"}"#, #"{"userId": "7", "reason": "spam"}"#,
            #"{"userId": 7, "reason": "spam", "note": "\#(String(repeating: "é", count: 501))"}"#,
            #"{"userId": 7, "reason": "spam", "callId": "x"}"#, "[]",
            #"{"userId": 7, "reason": "spam", "note": "before \u0000 after"}"#,
        ])
    func refused(body: String) async throws {
        var limits = Limits.development
        limits.reportsPerUser = Rate(count: 1, seconds: 86_400)
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.send(.post, "/reports", Data(body.utf8), token: ana.accessToken).expect(.badRequest)
            try await app.call(.report, ReportRequest(userId: ana.id, reason: .spam), as: ana).expect(.badRequest)
            #expect(try await Self.rows(app) == 0)
            let note = String(repeating: "é", count: 500)
            try await app.call(.report, ReportRequest(userId: 7, reason: .spam, note: note), as: ana).expectOK()
        }
    }

    @Test("a person can make ten reports a day, about anyone, without affecting others")
    func rate() async throws {
        try await TestApp.run { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            let other = try await app.signIn("ana@example.net")
            for number in 1...10 {
                let body = ReportRequest(userId: UserID(UInt64(number % 4 + 1)), reason: .spam)
                try await app.call(.report, body, as: ana).expectOK()
            }
            for device in [ana, other] {
                let answer = try await app.call(.report, ReportRequest(userId: 1, reason: .spam), as: device)
                answer.expect(.tooManyRequests)
                #expect(answer.headers[.retryAfter].flatMap { Int($0) }.map { $0 > 80_000 } == true)
            }
            try await app.call(.report, ReportRequest(userId: 1, reason: .spam), as: bo).expectOK()
            app.clock.advance(seconds: 86_400)
            for device in [ana, bo] {
                let pair: RefreshTokenResponse = try await app.call(
                    .refreshToken, RefreshTokenRequest(refreshToken: device.refreshToken)
                ).value()
                try await app.call(
                    .report, ReportRequest(userId: 1, reason: .spam), token: pair.accessToken
                ).expectOK()
            }
        }
    }

    @Test("a report is deleted with the reporter's account, and kept when the reported one is deleted")
    func removed() async throws {
        try await TestApp.run { app in
            let (ana, eve) = (try await app.signIn("ana@example.net"), try await app.signIn("eve@example.net"))
            try await app.call(.report, ReportRequest(userId: eve.id, reason: .spam), as: ana).expectOK()
            try await app.call(.report, ReportRequest(userId: ana.id, reason: .spam), as: eve).expectOK()
            let maintenance = Self.maintenance(app)
            try await maintenance.delete(maintenance.user("\(eve.id)"))
            #expect(try await maintenance.reports(closedToo: true).rows.map { $0[2] } == ["(nobody)"])
        }
    }

    @Test("an export contains every report once")
    func many() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let (now, database) = (app.clock.now, try DataDirectory(preparing: app.dataDirectory).openDatabase())
            try await database.write { sql in
                for number in 1...250 {
                    // Many have the same time.
                    let moment = now.advanced(bySeconds: number / 60)
                    try ReportRepository(sql).add(
                        ReportRequest(userId: UserID(UInt64(number)), reason: .spam), note: "", by: ana.id, at: moment)
                }
            }
            #expect(Set(try await Self.exported(app, ana).map(\.userId.rawValue)) == Set(1...250))
            #expect(try await Self.exported(app, ana).count == 250)
        }
    }
}
