/// The reports that say something new of what is sent. Pure.
///
/// A stream of which nothing is sent any more, as what is sent again or video of a camera that is off, gets no further report: its
/// last one stays to be read, and says nothing of the line as it is now.
struct ReportNews: Sendable {
    private var last: [Int: StreamReport] = [:]

    /// Takes what is to be read now; what the other end has reported since the last time of the streams that have a line.
    mutating func take(_ reports: [StreamReport]) -> [StreamReport] {
        let reported = reports.filter { $0.kind == .reported && $0.line >= 0 }
        let new = reported.filter { last[$0.line] != $0 }
        for report in reported { last[report.line] = report }
        return new
    }
}
