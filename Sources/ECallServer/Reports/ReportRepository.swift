import ECallAPI
import ServerFoundation

/// A report as the operator sees it.
struct Report: Sendable, Hashable {
    let id: ReportID
    let reporter: UserID
    /// May be a number without an account.
    let reported: UserID
    let reason: ReportReason
    /// Empty if absent.
    let note: String
    let call: CallID?
    let createdAt: Timestamp
    let updatedAt: Timestamp
    let closedAt: Timestamp?

    init(row: SQLRow) throws {
        id = try row.id("id")
        reporter = try row.id("reporter_id")
        reported = try row.id("reported_id")
        reason = ReportReason(rawValue: try row.text("reason")) ?? .other
        note = try row.text("note")
        call = row.isNull("call_id") ? nil : try row.id("call_id")
        createdAt = try row.moment("created_at")
        updatedAt = try row.moment("updated_at")
        closedAt = try row.optionalMoment("closed_at")
    }

    /// The report as its reporter gets it.
    var exported: ExportedReport {
        ExportedReport(
            id: id, userId: reported, reason: reason, note: note, callId: call, createdAt: createdAt,
            updatedAt: updatedAt, closedAt: closedAt)
    }
}

struct ReportRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Adds a report. A reporter has one open report per person; a repeated one replaces it.
    func add(_ request: ReportRequest, note: String, by reporter: UserID, at now: Timestamp) throws {
        let id: ReportID = try freshID { try find($0) != nil }
        try sql.execute(
            """
            INSERT INTO reports (id, reporter_id, reported_id, reason, note, call_id, created_at, updated_at)
            VALUES (:id, :reporter, :reported, :reason, :note, :call, :now, :now)
            ON CONFLICT (reporter_id, reported_id) WHERE closed_at IS NULL DO UPDATE SET
                reason = excluded.reason, note = excluded.note, call_id = excluded.call_id,
                updated_at = excluded.updated_at
            """,
            [
                "id": .id(id), "reporter": .id(reporter), "reported": .id(request.userId),
                "reason": .text(request.reason.rawValue), "note": .text(note),
                "call": request.callId.map { .id($0) } ?? .null, "now": .moment(now),
            ])
    }

    func find(_ id: ReportID) throws -> Report? {
        try sql.query("SELECT * FROM reports WHERE id = :id", ["id": .id(id)]).first.map(Report.init(row:))
    }

    /// The user's reports, newest first.
    func made(by reporter: UserID, after position: Report?, limit: Int) throws -> [Report] {
        try sql.query(
            """
            SELECT * FROM reports WHERE reporter_id = :reporter AND (updated_at, id) < (:moment, :id)
            ORDER BY updated_at DESC, id DESC LIMIT :limit
            """,
            [
                "reporter": .id(reporter), "limit": .integer(Int64(limit)),
                "moment": .moment(position?.updatedAt ?? Timestamp(milliseconds: .max)),
                "id": .id(position?.id ?? ReportID(ReportID.largest)),
            ]
        ).map(Report.init(row:))
    }

    /// The reports, newest first.
    func list(closedToo: Bool) throws -> [Report] {
        try sql.query(
            """
            SELECT * FROM reports WHERE :all = 1 OR closed_at IS NULL
            ORDER BY updated_at DESC
            """, ["all": .flag(closedToo)]
        ).map(Report.init(row:))
    }

    /// The number of different people with an open report about the user.
    func openCount(about user: UserID) throws -> Int {
        Int(
            try sql.query(
                "SELECT count(*) AS number FROM reports WHERE reported_id = :user AND closed_at IS NULL",
                ["user": .id(user)]
            ).first?.integer("number") ?? 0)
    }

    /// Closes a report. Returns whether it was open.
    func close(_ id: ReportID, at now: Timestamp) throws -> Bool {
        try sql.execute(
            "UPDATE reports SET closed_at = :now WHERE id = :id AND closed_at IS NULL",
            ["id": .id(id), "now": .moment(now)]) > 0
    }
}
