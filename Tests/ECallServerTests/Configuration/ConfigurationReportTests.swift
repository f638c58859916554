import Testing

@testable import ECallServer

@Suite("Report of the check", .timeLimit(.minutes(1)))
struct ConfigurationReportTests {
    @Test("the summary counts errors and warnings")
    func lines() {
        let report = ConfigurationReport(warnings: ["w1", "w2"], problems: ["e"], file: "/etc/ecall.yaml")
        #expect(
            report.summary
                == "The configuration /etc/ecall.yaml has 1 error and 2 warnings; the server does not start with it.")
    }

    @Test(
        "the exit status is that of a start; strict, that of a good configuration",
        arguments: [
            ([], [], 0, 0, "The configuration is good."),
            (["w"], [], 0, 1, "The configuration has 1 warning; the server starts with it."),
            ([], ["e", "f"], 1, 1, "The configuration has 2 errors; the server does not start with it."),
        ] as [([String], [String], Int32, Int32, String)])
    func status(warnings: [String], problems: [String], status: Int32, strict: Int32, summary: String) {
        let report = ConfigurationReport(warnings: warnings, problems: problems)
        #expect(report.status(isStrict: false) == status && report.status(isStrict: true) == strict)
        #expect(report.summary == summary)
    }

    @Test("unreadable values are errors, and the report says that nothing else was checked")
    func unread() {
        let report = ConfigurationReport(problems: ["port must be a number"], isUnread: true)
        #expect(report.summary.hasSuffix("does not start with it. The rest was not checked."))
    }
}
