import ECallAPI
import ServerFoundation

extension Maintenance {
    // MARK: - Suspensions

    /// Suspends the account. A running server notices within a second and closes everything the account's devices have open.
    ///
    /// - Parameters:
    ///   - reason: the reason shown to the owner of the account; at most `Suspension.longestReason` long.
    ///   - end: a moment in the future; nil until it is lifted.
    func suspend(_ user: User, reason: String, until end: Timestamp?) async throws {
        let now = clock.now()
        guard reason.utf16.count <= Suspension.longestReason else {
            throw CommandFailure("The reason has up to \(Suspension.longestReason) characters; this one is longer.")
        }
        guard end.map({ now < $0 }) ?? true else { throw CommandFailure("--until must lie ahead.") }
        let suspension = Suspension(user: user.id, reason: reason, since: now, end: end)
        let entry = entry(.suspend(user.id, until: end))
        try await open().write { sql in
            try SuspensionRepository(sql).set(suspension)
            try AuditLog(sql).append(entry)
        }
    }

    /// Lifts the suspension; the account's devices continue without a new sign-in.
    func unsuspend(_ user: User) async throws {
        let (now, entry) = (clock.now(), entry(.unsuspend(user.id)))
        let isLifted = try await open().write { sql in
            guard try SuspensionRepository(sql).lift(user.id, at: now) else { return false }
            try AuditLog(sql).append(entry)
            return true
        }
        guard isLifted else {
            throw CommandFailure("The account \(user.id) is not suspended.")
        }
    }

    // MARK: - Reports

    /// Newest first.
    func reports(closedToo: Bool) async throws -> Table {
        let reports = try await open().read { sql in
            try ReportRepository(sql).list(closedToo: closedToo).map { report in
                (report, try UserRepository(sql).find(report.reported)?.displayName)
            }
        }
        return Table(
            columns: ["id", "reported", "name", "reason", "by", "changed", "closed"],
            rows: reports.map { report, name in
                [
                    "\(report.id)", "\(report.reported)", name ?? "(nobody)", report.reason.rawValue,
                    "\(report.reporter)", "\(report.updatedAt)", report.closedAt.map { "\($0)" } ?? "",
                ]
            })
    }

    func report(_ id: ReportID) async throws -> Table {
        let now = clock.now()
        let rows = try await open().read { sql -> [[String]]? in
            guard let report = try ReportRepository(sql).find(id) else { return nil }
            let users = UserRepository(sql)
            let names = try [report.reported, report.reporter].map { try users.find($0)?.displayName ?? "(nobody)" }
            var rows = [
                ["id", "\(report.id)"], ["reported", "\(report.reported) \(names[0])"],
                ["by", "\(report.reporter) \(names[1])"], ["reason", report.reason.rawValue], ["note", report.note],
                ["made", "\(report.createdAt)"], ["changed", "\(report.updatedAt)"],
                ["closed", report.closedAt.map { "\($0)" } ?? ""],
                ["open reports about them", "\(try ReportRepository(sql).openCount(about: report.reported))"],
                ["suspended", try SuspensionRepository(sql).find(report.reported, at: now) == nil ? "no" : "yes"],
            ]
            if let call = report.call { rows.append(["call, as the reporter says", "\(call)"]) }
            return rows
        }
        guard let rows else { throw CommandFailure("There is no report \(id).") }
        return Table(columns: ["what", "value"], rows: rows)
    }

    func close(report id: ReportID) async throws {
        let (now, entry) = (clock.now(), entry(.closeReport(id)))
        let isClosed = try await open().write { sql in
            guard try ReportRepository(sql).close(id, at: now) else { return false }
            try AuditLog(sql).append(entry)
            return true
        }
        guard isClosed else {
            throw CommandFailure("There is no open report \(id).")
        }
    }
}
