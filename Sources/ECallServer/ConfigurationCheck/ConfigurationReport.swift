import ServerFoundation

/// The result of a check for its reader: on a terminal the last lines are seen first, so the worst and the summary are at
/// the end. Pure.
struct ConfigurationReport: Sendable, Equatable {
    var warnings: [String] = []
    var problems: [String] = []
    /// The configuration file; nil if there is none.
    var file: String?
    /// Whether the values could not be read, so that nothing else was checked.
    var isUnread = false

    /// The last line.
    var summary: String {
        let errors = Self.count(problems, "error")
        let rest = warnings.isEmpty ? "" : " and " + Self.count(warnings, "warning")
        let name = file.map { "The configuration \($0)" } ?? "The configuration"
        return switch (problems.isEmpty, warnings.isEmpty) {
        case (true, true): "\(name) is good."
        case (true, false): "\(name) has " + Self.count(warnings, "warning") + "; the server starts with it."
        case (false, _):
            "\(name) has \(errors)\(rest); the server does not start with it."
                + (isUnread ? " The rest was not checked." : "")
        }
    }

    /// The exit status: 1 for problems.
    ///
    /// - Parameter isStrict: whether warnings count as problems.
    func status(isStrict: Bool) -> Int32 { problems.isEmpty && (warnings.isEmpty || !isStrict) ? 0 : 1 }

    private static func count(_ list: [String], _ word: String) -> String {
        "\(list.count) \(word)\(list.count == 1 ? "" : "s")"
    }
}

extension ConfigurationCheck {
    /// Everything, with ports in use by other programs.
    var report: ConfigurationReport {
        ConfigurationReport(warnings: warnings, problems: problems + portProblems, file: loaded.file)
    }
}
